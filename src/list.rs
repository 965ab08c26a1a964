//! Readable listing of a program: one instruction a line.
//!
//! Addresses: `#0` types, `r0` rules, `p0` pairs, `x0` edges, `t0` timers, `e0` terminations, `l0` levels; the verifier's
//! messages use the same. Operands that have their default are left out. `?` is a name nobody declared.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use vgdl_vm::ontology::{Arg, EFFECTS, Effect, End, ParamDef, Score, TypeRef, Value};
use vgdl_vm::program::{Ending, MAX_SPRITES, MAX_TICKS, Program, Rule, RuleId, TypeDecl, TypeId, Unmakeable};
use vgdl_vm::selector::{Bits, Selector};

/// The listing of a program. It depends on nothing but the program, and any program has one, verified or not.
#[must_use]
pub fn list(program: &Program) -> String {
    let mut out = Listing { program, text: String::new(), shown: vec![false; program.rules.len()] };
    // Writing to a string cannot fail.
    let _ = out.all();
    out.text
}

/// A termination of a program, by its index; nothing if there is none.
#[must_use]
pub fn ending(program: &Program, index: usize) -> String {
    let listing = Listing { program, text: String::new(), shown: Vec::new() };
    let mut text = String::new();
    if let Some(ending) = program.ends.get(index) {
        // Writing to a string cannot fail.
        let _ = listing.ending(&mut text, ending);
    }
    text
}

/// Column at which remarks begin, where the line is short enough.
const REMARK: usize = 62;

struct Listing<'p> {
    program: &'p Program,
    text: String,
    /// Rules that were printed.
    shown: Vec<bool>,
}

impl Listing<'_> {
    fn all(&mut self) -> fmt::Result {
        self.header()?;
        self.types()?;
        self.order()?;
        self.mapping()?;
        self.pairs()?;
        self.edges()?;
        self.timers()?;
        self.other_rules()?;
        self.ends()?;
        self.levels()
    }

    fn header(&mut self) -> fmt::Result {
        let p = self.program;
        match &p.debug {
            Some(debug) => writeln!(self.text, "program {}", word(&debug.source))?,
            None => writeln!(self.text, "program")?,
        }
        writeln!(self.text, "  dialect    {}", p.dialect.name())?;
        match p.game.square_size {
            Some(block) => writeln!(self.text, "  block      {block} pixels")?,
            None => writeln!(self.text, "  block      from the level")?,
        }
        writeln!(self.text, "  players    {}", p.game.players)?;
        writeln!(self.text, "  counters   {}", p.game.counters)?;
        if let Some(obstacles) = &p.game.obstacles {
            writeln!(self.text, "  obstacles  {}", self.type_refs(obstacles, " "))?;
        }
        // As they are in every game that says nothing of them, they are not worth a line.
        for (name, cap, usual) in [("sprites", p.game.max_sprites, MAX_SPRITES), ("ticks", p.game.max_ticks, MAX_TICKS)]
        {
            if cap != usual {
                writeln!(self.text, "  {name:<9}  at most {cap}")?;
            }
        }
        let limit = if p.message_limit { "more than 25 end the game" } else { "no limit" };
        writeln!(self.text, "  messages   {}, {limit}", p.messages)
    }

    fn section(&mut self, name: &str, entries: usize) -> fmt::Result {
        if entries > 0 {
            writeln!(self.text, "\n{name}")?;
        }
        Ok(())
    }

    /// A line with a remark about its place in the source.
    fn line(&mut self, text: &str, line: Option<u32>) -> fmt::Result {
        match line {
            Some(0) => writeln!(self.text, "{text:<REMARK$}  ; every game has it"),
            Some(line) => writeln!(self.text, "{text:<REMARK$}  ; line {line}"),
            None => writeln!(self.text, "{text}"),
        }
    }

    fn types(&mut self) -> fmt::Result {
        let p = self.program;
        self.section("types", p.types.len())?;
        let names: Vec<String> = (0..p.types.len()).map(|i| self.name(TypeId(i as u16))).collect();
        let widest = names.iter().map(|n| n.chars().count()).max().unwrap_or(0).min(24);
        let mut requires: BTreeMap<usize, Vec<(TypeId, i32)>> = BTreeMap::new();
        p.requires.iter().for_each(|&(of, what, least)| requires.entry(of.index()).or_default().push((what, least)));
        for (i, (decl, name)) in p.types.iter().zip(&names).enumerate() {
            let id = format!("#{i}");
            let mut text = format!("  {id:<4} {name:<widest$}  {:<12}", class(decl));
            self.relatives(&mut text, decl)?;
            if decl.singleton {
                text.push_str("  singleton");
            }
            if decl.resource_limit != 0 {
                write!(text, "  holds {}", decl.resource_limit)?;
            }
            if decl.messages != 0 {
                write!(text, "  messages {}", decl.messages)?;
            }
            for (n, (param, value)) in decl.params.iter().enumerate() {
                let gap = if n == 0 { "  " } else { " " };
                write!(text, "{gap}{}={}", param.def().name, self.value(value))?;
            }
            for &(what, least) in requires.get(&i).into_iter().flatten() {
                write!(text, "  requires {least} {}", self.name(what))?;
            }
            let line = p.debug.as_ref().and_then(|d| d.type_lines.get(i)).copied();
            self.line(text.trim_end(), line)?;
        }
        Ok(())
    }

    /// `under` its ancestors and `over` the rest of its family.
    fn relatives(&self, text: &mut String, decl: &TypeDecl) -> fmt::Result {
        let above = decl.lineage.split_last().map_or(&[][..], |(_, above)| above);
        let below = decl.family.get(decl.lineage.len()..).unwrap_or(&[]);
        for (word, ids) in [("under", above), ("over", below)] {
            if !ids.is_empty() {
                write!(text, "  {word} {}", self.type_ids(ids))?;
            }
        }
        Ok(())
    }

    fn order(&mut self) -> fmt::Result {
        let p = self.program;
        self.section("order", p.order.len())?;
        if !p.order.is_empty() {
            let ids = self.type_ids(&p.order);
            writeln!(self.text, "  {ids}")?;
        }
        Ok(())
    }

    fn mapping(&mut self) -> fmt::Result {
        let p = self.program;
        self.section("mapping", p.mapping.len())?;
        for entry in &p.mapping {
            let text = format!("  {:?}  {}", entry.glyph, self.type_refs(&entry.types, " "));
            writeln!(self.text, "{}", text.trim_end())?;
        }
        Ok(())
    }

    fn pairs(&mut self) -> fmt::Result {
        let p = self.program;
        self.section("pairs", p.pairs.len())?;
        for (i, pair) in p.pairs.iter().enumerate() {
            let (first, second) = (self.name(pair.first), self.name(pair.second));
            writeln!(self.text, "  p{i}  {first} {second}")?;
            self.rules(&pair.rules)?;
        }
        Ok(())
    }

    fn edges(&mut self) -> fmt::Result {
        let p = self.program;
        self.section("edges", p.edges.len())?;
        for (i, edge) in p.edges.iter().enumerate() {
            let on = self.type_ref(edge.on);
            writeln!(self.text, "  x{i}  {on} EOS")?;
            self.rules(&edge.rules)?;
        }
        Ok(())
    }

    fn timers(&mut self) -> fmt::Result {
        let p = self.program;
        self.section("timers", p.timers.len())?;
        for (i, timer) in p.timers.iter().enumerate() {
            let on = timer.on.0.map_or_else(|| "nothing".into(), |id| self.name(id));
            let again = if timer.repeating { " repeating" } else { "" };
            writeln!(self.text, "  t{i}  TIME {on} first={} timer={}{again}", timer.first, timer.timer)?;
            self.rules(&[timer.rule])?;
        }
        Ok(())
    }

    /// Rules that nothing above mentions: those which `addTimer` runs.
    fn other_rules(&mut self) -> fmt::Result {
        let rest: Vec<RuleId> = (0..self.shown.len()).filter(|&i| !self.shown[i]).map(|i| RuleId(i as u16)).collect();
        self.section("delayed", rest.len())?;
        self.rules(&rest)
    }

    fn rules(&mut self, ids: &[RuleId]) -> fmt::Result {
        for same in ids.chunk_by(|a, b| a == b) {
            let id = same[0];
            if let Some(shown) = self.shown.get_mut(id.index()) {
                *shown = true;
            }
            let address = format!("r{}", id.0);
            let mut text = format!("      {address:<4} ");
            match self.program.rules.get(id.index()) {
                Some(rule) => self.rule(&mut text, rule)?,
                None => text.push_str("(no such rule)"),
            }
            if same.len() > 1 {
                write!(text, "  {} times", same.len())?;
            }
            self.line(&text, self.program.rule_line(id))?;
        }
        Ok(())
    }

    fn rule(&self, text: &mut String, rule: &Rule) -> fmt::Result {
        let def = rule.effect.def();
        text.push_str(def.name);
        let code = rule.effect.code();
        self.args(text, rule.effect.args(), def.params, |given| {
            Effect::build(code, given).ok().flatten().map(|e| e.args()).unwrap_or_default()
        })?;
        let zero = Score::zero();
        for (word, list) in
            [("scoreChange", &rule.score), ("counter", &rule.counter), ("counterElse", &rule.counter_else)]
        {
            if *list != zero {
                write!(text, " {word}={}", score(list))?;
            }
        }
        for (word, value, default) in [
            ("applyScore", rule.apply_score, true),
            ("enabled", rule.enabled, true),
            ("inBatch", rule.in_batch, false),
            ("count", rule.count, true),
            ("countElse", rule.count_else, true),
        ] {
            if value != default {
                write!(text, " {word}={}", flag(value))?;
            }
        }
        match rule.condition.as_deref() {
            Some(Selector::Fixed(set)) => write!(text, " if={{{}}}", self.set(set))?,
            Some(Selector::ByHolder(sets)) => {
                for (word, set) in ["not held", "held", "qualified", "both"].iter().zip(sets) {
                    if !set.is_empty() {
                        write!(text, " if {word} {{{}}}", self.set(set))?;
                    }
                }
            }
            None => {}
        }
        Ok(())
    }

    /// The types of a set.
    fn set(&self, set: &Bits) -> String {
        let names: Vec<String> = set.iter().map(|i| self.name(TypeId(i as u16))).collect();
        names.join(" ")
    }

    fn ends(&mut self) -> fmt::Result {
        let p = self.program;
        self.section("ends", p.ends.len())?;
        for (i, ending) in p.ends.iter().enumerate() {
            let mut text = format!("  e{i}  ");
            self.ending(&mut text, ending)?;
            let line = p.debug.as_ref().and_then(|d| d.end_lines.get(i)).copied();
            self.line(&text, line)?;
        }
        Ok(())
    }

    fn ending(&self, text: &mut String, ending: &Ending) -> fmt::Result {
        let (def, code) = (ending.end.def(), ending.end.code());
        text.push_str(def.name);
        self.args(text, ending.end.args(), def.params, |given| {
            End::build(code, given).ok().flatten().map(|e| e.args()).unwrap_or_default()
        })?;
        write!(text, " limit={} win={}", ending.limit, flags(&ending.win))?;
        if ending.count_score {
            text.push_str(" count_score=True");
        }
        Ok(())
    }

    /// The arguments that must be given or differ from what `build` makes of those that must be given.
    fn args(
        &self,
        text: &mut String,
        args: Vec<Arg>,
        params: &[ParamDef],
        build: impl Fn(&[Arg]) -> Vec<Arg>,
    ) -> fmt::Result {
        let must = |arg: &Arg| params.iter().any(|p| p.name == arg.name && p.default.is_none());
        let given: Vec<Arg> = args.iter().filter(|a| must(a)).cloned().collect();
        let defaults = build(&given);
        for arg in args.iter().filter(|a| must(a) || !defaults.contains(a)) {
            write!(text, " {}={}", arg.name, self.value(&arg.value))?;
        }
        Ok(())
    }

    fn levels(&mut self) -> fmt::Result {
        let p = self.program;
        self.section("levels", p.levels.len())?;
        for (i, level) in p.levels.iter().enumerate() {
            let width = level.rows.first().map_or(0, |row| row.chars().count());
            writeln!(self.text, "  l{i}  {}  {width}×{}", word(&level.name), level.rows.len())?;
            for row in &level.rows {
                self.text.push_str("      |");
                for c in row.chars() {
                    // A level may hold any character; the listing stays one line a row.
                    if c.is_control() { self.text.extend(c.escape_default()) } else { self.text.push(c) }
                }
                self.text.push_str("|\n");
            }
        }
        Ok(())
    }

    fn name(&self, id: TypeId) -> String {
        match self.program.debug.as_ref().and_then(|d| d.types.get(id.index())) {
            Some(name) => word(name),
            None => format!("#{}", id.0),
        }
    }

    fn type_ids(&self, ids: &[TypeId]) -> String {
        ids.iter().map(|&id| self.name(id)).collect::<Vec<_>>().join(" ")
    }

    fn type_ref(&self, id: TypeRef) -> String {
        id.0.map_or_else(|| "?".into(), |id| self.name(id))
    }

    fn type_refs(&self, ids: &[TypeRef], between: &str) -> String {
        ids.iter().map(|&id| self.type_ref(id)).collect::<Vec<_>>().join(between)
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Type(id) => self.type_ref(*id),
            Value::Types(ids) => self.type_refs(ids, ","),
            other => plain(other),
        }
    }
}

fn class(decl: &TypeDecl) -> &'static str {
    match decl.class {
        Ok(class) => class.def().name,
        Err(Unmakeable::NoClass) => "(no class)",
        Err(Unmakeable::UnknownClass) => "(unknown class)",
        Err(Unmakeable::MissingParameter) => "(parameter missing)",
        Err(Unmakeable::BrokenClass) => "(class cannot be made)",
    }
}

/// A value as game files spell it; types by number.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::Int(n) => n.to_string(),
        Value::Double(n) => format!("{n:?}"),
        Value::Bool(b) => flag(*b).into(),
        Value::Dir(dir) => dir.name().into(),
        Value::Colour(colour) => {
            let name = vgdl_vm::ontology::COLOURS.get(colour.0 as usize).map(|(name, _)| *name);
            name.map_or_else(|| format!("colour {}", colour.0), str::to_owned)
        }
        Value::Text(text) => word(text),
        Value::Type(id) => id.0.map_or_else(|| "?".into(), |id| format!("#{}", id.0)),
        Value::Types(ids) => ids.iter().map(|&id| plain(&Value::Type(id))).collect::<Vec<_>>().join(","),
        Value::Effect(code) => {
            let name = code.0.and_then(|code| EFFECTS.get(code as usize)).map(|e| e.name);
            name.unwrap_or("?").into()
        }
        Value::Rule(id) => format!("r{}", id.0),
        Value::Ints(list) => score(list),
        Value::Bools(list) => flags(list),
    }
}

fn flag(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}

/// Words for players; a player without one loses.
fn flags(list: &[bool]) -> String {
    if list.is_empty() {
        return "False".into();
    }
    list.iter().map(|&b| flag(b)).collect::<Vec<_>>().join(",")
}

/// Points for players; `?` is a text that is not a number.
fn score(list: &Score) -> String {
    list.0.iter().map(|n| n.map_or_else(|| "?".into(), |n| n.to_string())).collect::<Vec<_>>().join(",")
}

/// A name or text, in quotes where it would not read as one word.
fn word(text: &str) -> String {
    let simple = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_-./+:".contains(c));
    if simple { text.to_owned() } else { format!("{text:?}") }
}
