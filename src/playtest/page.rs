//! A report as a page: one file with drawings in it, without scripts and without links to anywhere.

use std::fmt::Write as _;

use super::report::{AgentReport, LevelReport, Report};
use super::stats::{Rate, Summary};

/// Levels with more cells are not drawn.
const MOST_CELLS: usize = 20_000;

/// Bars of a distribution, at most.
const BARS: i64 = 24;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --pale: #8884; --bar: #3b7dd8; --heat: #d8572a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #161616; --bar: #6aa5f5; --heat: #ff8a5c; } }
body { color: var(--ink); background: var(--paper); font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }
table { border-collapse: collapse; } td, th { padding: .2em .8em .2em 0; text-align: left; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
svg { display: block; } svg text { fill: var(--ink); font: 11px system-ui, sans-serif; }
.bar { fill: var(--bar); } .line { stroke: var(--ink); } .frame { fill: none; stroke: var(--pale); } .heat { fill: var(--heat); }
figure { display: inline-block; margin: .5em 1.5em 1em 0; vertical-align: top; } figcaption { font-size: 13px; }
.silent { opacity: .65; } code { white-space: pre-wrap; }
";

/// The page of a report.
#[must_use]
pub fn page(report: &Report) -> String {
    let mut out = String::new();
    // Writing to a text does not fail.
    let _ = write(report, &mut out);
    out
}

fn write(report: &Report, out: &mut String) -> std::fmt::Result {
    let game = escape(&report.game);
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Playtest of {game}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>Playtest of {game}</h1>\n<p>{} runs of each agent on each level, at most {} ticks, seed {}; agents that plan try \
         out {} ticks for a decision.</p>\n",
        report.runs, report.ticks, report.seed, report.budget
    )?;
    let remarks = report.remarks();
    if !remarks.is_empty() {
        out.push_str("<h2>What stands out</h2>\n<ul>\n");
        for remark in remarks {
            writeln!(out, "<li>{}</li>", escape(&remark))?;
        }
        out.push_str("</ul>\n");
    }
    for level in &report.levels {
        self::level(report, level, out)?;
    }
    out.push_str("<h2>Rules</h2>\n<table>\n<tr><th>line</th><th>fired</th><th>rule</th></tr>\n");
    for rule in &report.rules {
        let class = if rule.fired == 0 { " class=\"silent\"" } else { "" };
        let line = rule.line.map_or(String::new(), |line| line.to_string());
        writeln!(
            out,
            "<tr{class}><td class=\"number\">{line}</td><td class=\"number\">{}</td><td><code>{}</code></td></tr>",
            rule.fired,
            escape(&rule.rule)
        )?;
    }
    out.push_str("</table>\n</body>\n</html>\n");
    Ok(())
}

fn level(report: &Report, level: &LevelReport, out: &mut String) -> std::fmt::Result {
    writeln!(out, "<h2>{}</h2>", escape(&level.name))?;
    win_rates(report, level, out)?;
    for agent in &level.agents {
        writeln!(out, "<h3>{}</h3>", escape(agent.agent))?;
        out.push_str("<table>\n<tr><th>runs</th><th>ended</th><th>by</th></tr>\n");
        for end in &agent.ends {
            writeln!(
                out,
                "<tr><td class=\"number\">{}</td><td>{}</td><td><code>{}</code></td></tr>",
                end.runs,
                end.how.word(),
                escape(&end.end.describe())
            )?;
        }
        out.push_str("</table>\n");
        for (p, player) in agent.players.iter().enumerate() {
            let scores: Vec<i64> = agent.runs.iter().filter_map(|r| r.scores.get(p).copied()).collect();
            let name = if report.players == 1 { "Score".to_owned() } else { format!("Score of player {p}") };
            distribution(&name, &scores, &player.score, out)?;
        }
        let ticks: Vec<i64> = agent.runs.iter().map(|r| i64::from(r.ticks)).collect();
        distribution("Ticks", &ticks, &agent.ticks, out)?;
        heat(level, agent, out)?;
    }
    Ok(())
}

/// Win rates with their intervals: a row for each agent and player.
fn win_rates(report: &Report, level: &LevelReport, out: &mut String) -> std::fmt::Result {
    let mut rows: Vec<(String, Rate)> = Vec::new();
    for agent in &level.agents {
        match &agent.players[..] {
            [_] => rows.push((agent.agent.to_owned(), agent.won)),
            players => rows.extend(
                players.iter().enumerate().map(|(p, player)| (format!("{}, player {p}", agent.agent), player.won)),
            ),
        }
    }
    let height = rows.len() * 22 + 24;
    writeln!(
        out,
        "<figure><figcaption>Runs won, of {}, with the interval of 95 % confidence</figcaption>",
        report.runs
    )?;
    writeln!(out, "<svg width=\"560\" height=\"{height}\" viewBox=\"0 0 560 {height}\" role=\"img\">")?;
    let x = |share: f64| 140.0 + share * 340.0;
    for (i, (name, rate)) in rows.iter().enumerate() {
        let y = i * 22 + 4;
        let [low, high] = rate.interval;
        writeln!(out, "<text x=\"132\" y=\"{}\" text-anchor=\"end\">{}</text>", y + 12, escape(name))?;
        writeln!(out, "<rect class=\"bar\" x=\"140\" y=\"{y}\" width=\"{:.1}\" height=\"16\"/>", rate.rate * 340.0)?;
        writeln!(
            out,
            "<path class=\"line\" d=\"M{:.1} {}H{:.1}\" stroke-width=\"2\"/><text x=\"490\" y=\"{}\">{}/{}</text>",
            x(low),
            y + 8,
            x(high),
            y + 12,
            rate.count,
            report.runs
        )?;
    }
    let foot = rows.len() * 22 + 18;
    for (share, label) in [(0.0, "0"), (0.5, "50 %"), (1.0, "100 %")] {
        writeln!(out, "<text x=\"{:.0}\" y=\"{foot}\" text-anchor=\"middle\">{label}</text>", x(share))?;
    }
    out.push_str("</svg></figure>\n");
    Ok(())
}

/// A histogram, and below it the range, the middle half and the median.
fn distribution(name: &str, numbers: &[i64], summary: &Summary, out: &mut String) -> std::fmt::Result {
    let Summary { least, most, .. } = *summary;
    // Scores may be as far apart as numbers can be.
    let span = i128::from(most) - i128::from(least) + 1;
    let bars = span.min(i128::from(BARS));
    let bar = |n: i64| ((i128::from(n) - i128::from(least)) * bars / span) as usize;
    let mut counts = vec![0u32; bars.max(1) as usize];
    for &n in numbers {
        if let Some(count) = counts.get_mut(bar(n)) {
            *count += 1;
        }
    }
    let top = counts.iter().copied().max().unwrap_or(1).max(1);
    let width = 300.0 / counts.len() as f64;
    writeln!(
        out,
        "<figure><figcaption>{}: {least} to {most}, median {}, mean {:.2}</figcaption>",
        escape(name),
        summary.median,
        summary.mean
    )?;
    out.push_str("<svg width=\"320\" height=\"130\" viewBox=\"0 0 320 130\" role=\"img\">\n");
    for (i, &count) in counts.iter().enumerate().filter(|(_, c)| **c > 0) {
        let height = f64::from(count) / f64::from(top) * 90.0;
        writeln!(
            out,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{count}</title></rect>",
            10.0 + width * i as f64,
            95.0 - height,
            (width - 1.0).max(0.5)
        )?;
    }
    let x = |n: f64| 10.0 + ((n - least as f64 + 0.5) / span as f64).clamp(0.0, 1.0) * 300.0;
    writeln!(
        out,
        "<path class=\"line\" d=\"M{:.1} 105H{:.1}\"/><rect class=\"bar\" x=\"{:.1}\" y=\"102\" width=\"{:.1}\" height=\"6\"/>\
         <path class=\"line\" d=\"M{:.1} 100V110\" stroke-width=\"2\"/>",
        x(least as f64),
        x(most as f64),
        x(summary.lower),
        (x(summary.upper) - x(summary.lower)).max(0.5),
        x(summary.median)
    )?;
    writeln!(
        out,
        "<text x=\"10\" y=\"125\">{least}</text><text x=\"310\" y=\"125\" text-anchor=\"end\">{most}</text></svg></figure>"
    )
}

/// Where avatars were, over the level as it begins.
fn heat(level: &LevelReport, agent: &AgentReport, out: &mut String) -> std::fmt::Result {
    let (columns, rows) = (level.columns, level.rows);
    writeln!(
        out,
        "<figure><figcaption>Where avatars were: {:.0} % of the cells</figcaption>",
        agent.visited() * 100.0
    )?;
    if columns * rows > MOST_CELLS {
        return out.write_str("<p>The level is too large to be drawn.</p></figure>\n");
    }
    let cell = (640 / columns.max(1)).clamp(4, 20);
    let (width, height) = (columns * cell, rows * cell);
    writeln!(out, "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">")?;
    writeln!(out, "<rect class=\"frame\" width=\"{width}\" height=\"{height}\"/>")?;
    let most = agent.visits.iter().flatten().copied().max().unwrap_or(0).max(1);
    for (y, row) in agent.visits.iter().enumerate() {
        for (x, &visits) in row.iter().enumerate().filter(|(_, v)| **v > 0) {
            // The root, so that cells seldom seen can be told from those never seen.
            let strength = (visits as f64 / most as f64).sqrt() * 0.85 + 0.15;
            writeln!(
                out,
                "<rect class=\"heat\" x=\"{}\" y=\"{}\" width=\"{cell}\" height=\"{cell}\" fill-opacity=\"{strength:.2}\">\
                 <title>{visits}</title></rect>",
                x * cell,
                y * cell
            )?;
        }
    }
    for (y, row) in level.drawn.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate().filter(|(_, c)| !c.is_whitespace() && !c.is_control()) {
            writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"font-size:{}px\">{}</text>",
                (x as f64 + 0.5) * cell as f64,
                (y as f64 + 0.75) * cell as f64,
                (cell * 3 / 4).max(3),
                escape(&glyph.to_string())
            )?;
        }
    }
    out.push_str("</svg></figure>\n");
    Ok(())
}

/// A text as it may stand in a page.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // A page holds no control characters.
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
