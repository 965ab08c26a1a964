//! Where the time of a play goes: rules by line, sprites by class.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use vgdl::playtest::rule_name;
use vgdl_vm::program::{RuleId, TypeId};
use vgdl_vm::{Cost, Part, Profile};

use super::super::agent::Players;
use super::super::load::Ready;
use super::super::{Done, Failure, Out};
use super::play::{Player, STRIDE};

/// Nanoseconds since the first look.
fn clock() -> u64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    u64::try_from(BEGIN.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// What one look at the clock takes, in nanoseconds: the least of several tries, as others use the machine too.
fn cost_of_clock() -> f64 {
    const LOOKS: u32 = 1 << 12;
    let once = || {
        let begin = clock();
        for _ in 0..LOOKS {
            std::hint::black_box(clock());
        }
        (clock() - begin) as f64 / f64::from(LOOKS)
    };
    (0..8).map(|_| once()).fold(f64::INFINITY, f64::min)
}

/// A row of the profile.
struct Row {
    line: Option<u32>,
    /// What it is: a rule as it was written, or a class.
    what: String,
    tested: u64,
    run: u64,
    /// What the clock took is taken off.
    ns: f64,
}

/// A profile of plays.
pub(super) struct Profiled {
    ticks: u64,
    rules: Vec<Row>,
    types: Vec<Row>,
    classes: Vec<Row>,
    others: Vec<Row>,
}

impl Profiled {
    /// Plays for some time and looks where it goes.
    pub(super) fn new(ready: &Ready, seed: i32, who: &Players, length: Duration) -> Result<Self, Failure> {
        let mut player = Player::new(ready, seed, who)?;
        let mut profile = Profile::new(clock);
        while player.time < length {
            player.play_profiling(STRIDE, &mut profile);
        }
        let look = cost_of_clock();
        let ns = |cost: Cost| (cost.time as f64 - cost.begun as f64 * look).max(0.0);
        let program = ready.image.program();
        let source = ready.sources.as_ref().map(|(game, _)| game.text.lines().collect::<Vec<_>>());
        let written = |line: Option<u32>| {
            let at = usize::try_from(line?.checked_sub(1)?).ok()?;
            let text = source.as_ref()?.get(at)?.split('#').next()?.trim();
            (!text.is_empty()).then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        // By line; a rule without one stands for itself.
        let mut rules: BTreeMap<(Option<u32>, usize), Row> = BTreeMap::new();
        for (i, &cost) in profile.rules().iter().enumerate().filter(|(_, c)| c.begun > 0) {
            let line = program.rule_line(RuleId(i as u16));
            let key = (line, if line.is_some() { 0 } else { i });
            let what = || written(line).unwrap_or_else(|| rule_name(program, RuleId(i as u16)));
            add(rules.entry(key).or_insert_with(|| Row::new(line, what())), cost, ns(cost));
        }
        let mut classes: BTreeMap<&str, Row> = BTreeMap::new();
        let mut types = Vec::new();
        for (i, &cost) in profile.types().iter().enumerate().filter(|(_, c)| c.begun > 0) {
            let line = program.debug.as_ref().and_then(|d| d.type_lines.get(i)).copied().filter(|&l| l > 0);
            let mut row = Row::new(line, program.type_name(TypeId(i as u16)));
            add(&mut row, cost, ns(cost));
            types.push(row);
            let class = program.types.get(i).and_then(|t| t.class.ok()).map_or("?", |c| c.def().name);
            add(classes.entry(class).or_insert_with(|| Row::new(None, class.into())), cost, ns(cost));
        }
        let others = [("(search for meetings)", Part::Meetings), ("(the rest of the tick)", Part::Rest)];
        let others = others.map(|(name, part)| {
            let mut row = Row::new(None, name.into());
            add(&mut row, profile.cost(part), ns(profile.cost(part)));
            row
        });
        let sorted = |rows: Vec<Row>| {
            let mut rows = rows;
            rows.sort_by(|a, b| b.ns.total_cmp(&a.ns));
            rows
        };
        Ok(Self {
            ticks: player.ticks,
            rules: sorted(rules.into_values().collect()),
            types: sorted(types),
            classes: sorted(classes.into_values().collect()),
            others: others.into(),
        })
    }

    /// Rules tested and effects run in a tick, on the average.
    pub(super) fn per_tick(&self) -> (f64, f64) {
        let sum = |f: fn(&Row) -> u64| self.rules.iter().map(f).sum::<u64>() as f64 / self.ticks as f64;
        (sum(|r| r.tested), sum(|r| r.run))
    }

    fn total(&self) -> f64 {
        let rows = self.rules.iter().chain(&self.classes).chain(&self.others);
        rows.map(|r| r.ns).sum::<f64>().max(f64::MIN_POSITIVE)
    }

    pub(super) fn object(&self) -> Value {
        let total = self.total();
        let row = |r: &Row| {
            json!({
                "line": r.line,
                "what": r.what,
                "tested": r.tested,
                "run": r.run,
                "ns": r.ns,
                "share": r.ns / total,
            })
        };
        let rows = |rows: &[Row]| rows.iter().map(row).collect::<Vec<_>>();
        json!({
            "ticks": self.ticks,
            "rules": rows(&self.rules),
            "classes": rows(&self.classes),
            "types": rows(&self.types),
            "others": rows(&self.others),
        })
    }

    /// The table: numbers are per tick.
    pub(super) fn show(&self, out: &mut Out<'_>) -> Done {
        let total = self.total();
        let per = |n: f64| n / self.ticks as f64;
        writeln!(out, "\n  line    tested       run        ns   share  rule (all numbers are per tick)")?;
        for r in &self.rules {
            let line = r.line.map_or(String::new(), |line| line.to_string());
            let (tested, run, ns) = (per(r.tested as f64), per(r.run as f64), per(r.ns));
            let share = r.ns / total * 100.0;
            writeln!(out, "{line:>6} {tested:>9.2} {run:>9.2} {ns:>9.1} {share:>6.1}%  {}", r.what)?;
        }
        writeln!(out, "\n                   turns        ns   share  class")?;
        for r in self.classes.iter().chain(&self.others) {
            let (run, ns, share) = (per(r.run as f64), per(r.ns), r.ns / total * 100.0);
            writeln!(out, "{run:>24.2} {ns:>9.1} {share:>6.1}%  {}", r.what)?;
        }
        Ok(())
    }
}

impl Row {
    fn new(line: Option<u32>, what: String) -> Self {
        Self { line, what, tested: 0, run: 0, ns: 0.0 }
    }
}

fn add(row: &mut Row, cost: Cost, ns: f64) {
    row.tested += cost.tested;
    row.run += cost.run;
    row.ns += ns;
}
