//! Two games, or two results, side by side. Times of different moments tell little on a busy machine, so two games are
//! played by turns and the ratios of the turns are what counts.

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use vgdl::files;

use super::super::agent::Players;
use super::super::{Done, Failure, Out};
use super::Bench;
use super::play::{Player, STRIDE};

/// Turns of each game.
const TURNS: u32 = 32;

/// What is compared: name in results, words, and whether more is better.
const FIGURES: &[(&str, &str, bool)] = &[
    ("ticks_per_second", "ticks/s", true),
    ("rules_tested_per_second", "rules tested/s", true),
    ("effects_run_per_second", "effects run/s", true),
    ("copies_per_second", "copies/s", true),
    ("compile_us", "µs to parse and compile", false),
    ("load_us", "µs to load", false),
    ("program_bytes", "bytes", false),
];

impl Bench {
    /// The game, or the result, against another.
    pub(super) fn compare(&self, other: &Path, out: &mut Out<'_>) -> Done {
        let (mut speed, mut results) = (None, Vec::new());
        if is_result(&self.game) || is_result(other) {
            for path in [&self.game, other] {
                results.push(if is_result(path) {
                    result(path)?
                } else {
                    self.measure(path, &self.ready(path, out.quiet)?)?.object()
                });
            }
        } else {
            let (one, two) = (self.ready(&self.game, out.quiet)?, self.ready(other, out.quiet)?);
            let who = Players::named(&self.agent, self.budget)?;
            let mut players = [Player::new(&one, self.seed, &who)?, Player::new(&two, self.seed, &who)?];
            speed = Some(self.by_turns(&mut players));
            for (path, ready) in [(self.game.as_path(), &one), (other, &two)] {
                results.push(self.measure(path, ready)?.object());
            }
        }
        let [one, two] = &results[..] else { return Err(Failure::Usage("two things are compared".into())) };
        if self.json {
            let ratios: serde_json::Map<String, Value> = FIGURES
                .iter()
                .filter_map(|&(name, ..)| Some((name.to_owned(), json!(ratio(one, two, name)?))))
                .collect();
            let object = json!({ "one": one, "two": two, "ratios": ratios, "ticks_ratio_by_turns": speed.map(|s| s.1),
                "ticks_ratio_quartiles": speed.map(|s| [s.0, s.2]) });
            writeln!(out, "{object}")?;
            return Ok(());
        }
        writeln!(out, "{:>14} {:>14} {:>8}", "this", "other", "ratio")?;
        for &(name, words, more) in FIGURES {
            let (Some(a), Some(b)) = (number(one, name), number(two, name)) else { continue };
            let Some(ratio) = ratio(one, two, name) else { continue };
            let good = if more { "" } else { "  (less is better)" };
            writeln!(out, "{a:>14.1} {b:>14.1} {ratio:>8.3}  {words}{good}")?;
        }
        if let Some((low, middle, high)) = speed {
            writeln!(
                out,
                "\nplayed by turns: {middle:.3} times the ticks/s of the other (half of the turns {low:.3} to {high:.3})"
            )?;
        }
        lines(one, two, out)
    }

    /// Lower quartile, median and upper quartile of the ratios of ticks per second.
    fn by_turns(&self, players: &mut [Player<'_>; 2]) -> (f64, f64, f64) {
        let turn = Duration::from_secs_f64(self.seconds / f64::from(TURNS));
        let speed = |player: &mut Player<'_>| {
            let (ticks, time) = (player.ticks, player.time);
            while player.time - time < turn {
                player.play(STRIDE);
            }
            (player.ticks - ticks) as f64 / (player.time - time).as_secs_f64()
        };
        let [one, two] = players;
        let mut ratios: Vec<f64> = (0..TURNS).map(|_| speed(one) / speed(two)).collect();
        ratios.sort_by(f64::total_cmp);
        let at = |share: usize| ratios[ratios.len() * share / 4];
        (at(1), at(2), at(3))
    }
}

fn is_result(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"))
}

fn result(path: &Path) -> Result<Value, Failure> {
    let bytes = files::read(path).map_err(Failure::Input)?;
    let value: Value = serde_json::from_slice(&bytes)
        .map_err(|e| Failure::Input(format!("{} is not a result of vgdl bench --json: {e}", path.display())))?;
    if number(&value, "ticks_per_second").is_none() {
        return Err(Failure::Input(format!("{} is not a result of vgdl bench --json", path.display())));
    }
    Ok(value)
}

fn number(result: &Value, name: &str) -> Option<f64> {
    result.get(name)?.as_f64()
}

fn ratio(one: &Value, two: &Value, name: &str) -> Option<f64> {
    let ratio = number(one, name)? / number(two, name)?;
    ratio.is_finite().then_some(ratio)
}

/// Rules and classes that both have: nanoseconds a tick.
fn lines(one: &Value, two: &Value, out: &mut Out<'_>) -> Done {
    let rows = |result: &Value| -> Vec<(String, f64)> {
        let Some(profile) = result.get("profile") else { return Vec::new() };
        let ticks = profile.get("ticks").and_then(Value::as_f64).unwrap_or(1.0);
        let rows = ["rules", "classes", "others"].into_iter().filter_map(|part| profile.get(part)?.as_array());
        rows.flatten()
            .filter_map(|row| Some((row.get("what")?.as_str()?.to_owned(), row.get("ns")?.as_f64()? / ticks)))
            .collect()
    };
    let others: std::collections::BTreeMap<String, f64> = rows(two).into_iter().collect();
    let both: Vec<_> = rows(one).into_iter().filter_map(|(what, ns)| Some((ns, *others.get(&what)?, what))).collect();
    if both.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{:>14} {:>14} {:>8}  ns a tick (less is better)", "this", "other", "ratio")?;
    for (a, b, what) in both {
        let ratio = if b > 0.0 { format!("{:.3}", a / b) } else { "-".into() };
        writeln!(out, "{a:>14.1} {b:>14.1} {ratio:>8}  {what}")?;
    }
    Ok(())
}
