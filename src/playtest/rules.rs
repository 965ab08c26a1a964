//! Rules by the line they stand in.

use std::collections::BTreeMap;

use vgdl_vm::program::{Program, RuleId};

use super::report::RuleReport;
use crate::source::Source;

/// The rules of a program with how often they fired; rules of one line are one. Lines come in order, rules without one last.
pub(super) fn by_line(program: &Program, text: Option<&Source>, fired: &dyn Fn(RuleId) -> u64) -> Vec<RuleReport> {
    let lines: Vec<&str> = text.map_or_else(Vec::new, |source| source.text.lines().collect());
    let written = |line: u32| {
        let at = usize::try_from(line.checked_sub(1)?).ok()?;
        let text = lines.get(at)?.split('#').next()?;
        let words: Vec<&str> = text.split_whitespace().collect();
        (!words.is_empty()).then(|| words.join(" "))
    };
    let mut rules: BTreeMap<(u32, usize), RuleReport> = BTreeMap::new();
    for id in (0..program.rules.len()).map(|i| RuleId(i as u16)) {
        let line = program.rule_line(id).filter(|&line| line > 0);
        let key = line.map_or((u32::MAX, id.index()), |line| (line, 0));
        let text = || line.and_then(written).unwrap_or_else(|| rule_name(program, id));
        rules.entry(key).or_insert_with(|| RuleReport { line, rule: text(), fired: 0 }).fired += fired(id);
    }
    rules.into_values().collect()
}

/// A rule by the first pair it stands in, and its effect.
#[must_use]
pub fn rule_name(program: &Program, id: RuleId) -> String {
    let effect = program.rules.get(id.index()).map_or("?", |r| r.effect.def().name);
    let pair = program.pairs.iter().find(|p| p.rules.contains(&id));
    let sides =
        pair.map_or(String::new(), |p| format!("{} {} > ", program.type_name(p.first), program.type_name(p.second)));
    sides + effect
}
