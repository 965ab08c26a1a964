//! What a program must satisfy before it runs.

use std::cell::Cell;
use std::fmt;

use super::container::MAX_PAYLOAD;
use super::{Debug, Edge, Ending, Level, Mapping, Pair, Program, Rule, RuleId, Timer, TypeDecl, TypeId};
use crate::ontology::{COLOURS, Class, EFFECTS, Effect, EffectName, Score, SpriteParam, TypeRef, Value};

/// What is wrong with a program: one sentence that names the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError(pub String);

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VerifyError {}

/// The numbers that [`verify`] holds programs to.
pub mod limits {
    /// Most sprite types.
    pub const TYPES: usize = 4096;
    /// Most entries of all lineages and families together.
    pub const RELATIONS: usize = 1 << 20;
    /// Most rules: as many as a rule's index can name.
    pub const RULES: usize = 1 << 16;
    /// Most pairs, edges, timers or terminations, each.
    pub const ENTRIES: usize = 1 << 16;
    /// Most mentions of rules in pairs and edges together.
    pub const MENTIONS: usize = 1 << 20;
    /// Most combinations of a type of the first family and one of the second, of all pairs together.
    pub const COMBINATIONS: usize = 1 << 22;
    /// Most players.
    pub const PLAYERS: u8 = 2;
    /// Most counters.
    pub const COUNTERS: u16 = 256;
    /// Most entries of a list that is an operand or a parameter: sprites, points, words for players.
    pub const LIST: usize = 256;
    /// Most sprites that one level character stands for.
    pub const GLYPH_SPRITES: usize = 64;
    /// Most bytes of a name or a text.
    pub const TEXT: usize = 4096;
    /// Most levels.
    pub const LEVELS: usize = 4096;
    /// Most cells of a level, after its rows are brought to one length.
    pub const CELLS: usize = 1 << 22;
    /// Longest side of a level, in cells.
    pub const SIDE: usize = 1 << 16;
    /// Most pixels per cell.
    pub const BLOCK: i32 = 4096;
    /// Longest side of a level, in pixels. A sprite of the largest scale still fits 31 bits.
    pub const PIXELS: usize = 1 << 24;
    /// Largest `wMult` and `hMult`; none may be negative.
    pub const SCALE: f64 = 256.0;
    /// Longest time between two runs of a repeating timer, in ticks.
    pub const TIMER: i32 = 1_000_000_000;
    /// Largest `max_ticks`.
    pub const TICKS: i32 = 1_000_000_000;
    /// Largest `max_sprites`, and most sprites that a play may have at a time: one more is a fault.
    pub const SPRITES: i32 = 1 << 22;
    /// Most rules that a play may have waiting for their tick: one more is a fault.
    pub const WAITING: usize = 1_000_000;
    /// Most numbers that the sprites of a play remember in rows of the same length, one for each resource of the game, or for
    /// each type of its longest list to make sprites from: a sprite more is a fault.
    pub const ROWS: usize = 1 << 26;
    /// Most steps that a frame may take: rules run, and sprites looked at for them. One more is a fault.
    pub const WORK: u64 = 1 << 28;
    /// Most cells of a level in a game with a path finder, which remembers a way from each cell to each other.
    pub const PATH_CELLS: usize = 1 << 14;
}

type Check = Result<(), VerifyError>;

macro_rules! ensure {
    ($ok:expr, $($why:tt)+) => {
        if !$ok {
            return Err(VerifyError(format!($($why)+)));
        }
    };
}

/// Checks everything that the virtual machine relies on. This is the one door: [`crate::Image::load`] passes every program
/// through it, wherever the program came from.
///
/// # The promise
///
/// Of a program that passes:
///
/// * every [`TypeId`] and [`RuleId`], wherever it stands, is the index of a type or a rule; every code of an effect and every
///   colour is a row of its table;
/// * a lineage ends with its own type, a family starts with its lineage, and neither names a type twice; the order, the
///   pairs and the level characters name nothing twice;
/// * every parameter belongs to the class of its type, has a value of its kind and stands there once, and the parameters that
///   the class cannot do without are there, lists among them not empty;
/// * the condition of a rule is made of sets of types, each with a bit for every type and no other;
/// * a repeating timer lets at least one tick pass, and `addTimer` never runs another `addTimer`, so the timers of a tick
///   come to an end; the tick of a repeating timer's next run does not overflow before tick 1,000,000,000;
/// * sizes and positions of a level, its cells, and the size of every sprite are far below 31 bits;
/// * everything is bounded by [`limits`], and the whole program by [`MAX_PAYLOAD`]: it can be written and read back;
/// * names and source lines, where there are any, are there for every type, rule and termination.
///
/// # What follows for plays
///
/// Whatever the actions, starting a level of such a program and each of its frames come to an end, without a panic, in bounded
/// memory. In detail:
///
/// * *A frame does not fail.* There is no error that it could return and nothing in it that panics. Where the reference engine
///   throws an exception the play ends with a [`crate::Fault`], which is part of its state; frames after that do nothing.
///   Numbers wrap around or saturate as Java's do, positions included; NaN and infinities are numbers like others.
/// * *A frame does not loop.* Each of its steps goes through lists that are fixed when it begins, or that grow by sprites,
///   and those are bounded: what a rule makes takes no part in the rule, what is made of the type whose turn it is ends the
///   play where the reference engine would go on for ever, and a rule that waits for its tick is planned for a later one. That
///   alone could take for ever, where thousands of sprites meet each other in one cell and each meeting changes them all; so
///   rules that run, and sprites and cells that are looked at for them, for chasers and for path finders, are counted, and
///   more than [`limits::WORK`] of them in a frame are a fault. What a step costs depends on the program's size alone. That
///   many steps still take seconds: whoever runs programs of strangers chooses a small
///   [`GameLine::max_sprites`](super::GameLine::max_sprites).
/// * *A play does not allocate without bound.* It has at most [`limits::SPRITES`] sprites at a time, and at most a hundred
///   times its `max_sprites`; rows of what they hold have at most [`limits::ROWS`] numbers; [`limits::WAITING`] rules wait;
///   paths are remembered for at most [`limits::PATH_CELLS`] cells. One more of any of them is a fault, or the level is not
///   started. At most 65,536 meetings of a pair of types are written down, and 4,194,304 of all; beyond that they are looked
///   for one by one.
/// * *A play ends*, at tick [`limits::TICKS`] at the latest.
///
/// What is not promised, because it depends on the play: that the reference engine would not throw, or that a moving sprite
/// stays on the level.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(program: &Program) -> Result<(), VerifyError> {
    let at = Verifier { program, values: Cell::new(0) };
    at.counts()?;
    at.game_line()?;
    for (i, decl) in program.types.iter().enumerate() {
        at.type_decl(i, decl)?;
    }
    at.relations()?;
    at.order()?;
    at.mapping()?;
    for (i, rule) in program.rules.iter().enumerate() {
        at.rule(i, rule)?;
    }
    at.requires()?;
    at.pairs()?;
    for (i, edge) in program.edges.iter().enumerate() {
        at.edge(i, edge)?;
    }
    for (i, timer) in program.timers.iter().enumerate() {
        at.timer(i, timer)?;
    }
    for (i, ending) in program.ends.iter().enumerate() {
        at.ending(i, ending)?;
    }
    for level in &program.levels {
        verify_level(level, program.game.square_size)?;
    }
    if let Some(debug) = &program.debug {
        at.debug(debug)?;
    }
    // What is surely small enough need not be counted to the byte.
    let size = if program.payload_bound(at.values.get()) <= MAX_PAYLOAD { 0 } else { program.payload_len() };
    ensure!(size <= MAX_PAYLOAD, "the program takes {size} bytes, more than the {MAX_PAYLOAD} there may be");
    Ok(())
}

/// Checks a level, whether it comes with a program or from elsewhere: it has cells, and few enough that every position in it
/// can be counted in pixels. `square_size` is [`super::GameLine::square_size`].
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_level(level: &Level, square_size: Option<i32>) -> Result<(), VerifyError> {
    ensure!(level.name.len() <= limits::TEXT, "the name of a level is longer than {} bytes", limits::TEXT);
    let name = level.name.escape_debug();
    let height = level.rows.len();
    let width = level.rows.first().map_or(0, |row| row.encode_utf16().count());
    ensure!(width > 0 && height > 0, "level `{name}` has no cells");
    ensure!(
        width.max(height) <= limits::SIDE && width * height <= limits::CELLS,
        "level `{name}` has {width} by {height} cells; a side may have {}, all together {}",
        limits::SIDE,
        limits::CELLS
    );
    if let Some(block) = square_size.and_then(|b| usize::try_from(b).ok()) {
        let side = width.max(height).saturating_mul(block);
        ensure!(
            side <= limits::PIXELS,
            "level `{name}` is {side} pixels long with {block} pixels per cell; it may be {}",
            limits::PIXELS
        );
    }
    Ok(())
}

struct Verifier<'p> {
    program: &'p Program,
    /// Bytes that the values seen so far do not exceed when encoded.
    values: Cell<usize>,
}

impl Verifier<'_> {
    fn counts(&self) -> Check {
        let p = self.program;
        for (what, found, most) in [
            ("sprite types", p.types.len(), limits::TYPES),
            ("rules", p.rules.len(), limits::RULES),
            ("pairs", p.pairs.len(), limits::ENTRIES),
            ("edges", p.edges.len(), limits::ENTRIES),
            ("timers", p.timers.len(), limits::ENTRIES),
            ("terminations", p.ends.len(), limits::ENTRIES),
            ("levels", p.levels.len(), limits::LEVELS),
        ] {
            ensure!(found <= most, "the program has {found} {what}; {most} are the most");
        }
        let mentions =
            p.pairs.iter().map(|x| x.rules.len()).chain(p.edges.iter().map(|x| x.rules.len())).sum::<usize>();
        ensure!(
            mentions <= limits::MENTIONS,
            "pairs and edges mention {mentions} rules; {} are the most",
            limits::MENTIONS
        );
        let relations = p.types.iter().map(|t| t.lineage.len() + t.family.len()).sum::<usize>();
        ensure!(
            relations <= limits::RELATIONS,
            "lineages and families have {relations} entries; {} are the most",
            limits::RELATIONS
        );
        Ok(())
    }

    fn game_line(&self) -> Check {
        let game = &self.program.game;
        if let Some(block) = game.square_size {
            ensure!((1..=limits::BLOCK).contains(&block), "square_size is {block}; it may be 1 to {}", limits::BLOCK);
        }
        ensure!(
            (1..=limits::PLAYERS).contains(&game.players),
            "the game has {} players; it may have 1 to {}",
            game.players,
            limits::PLAYERS
        );
        ensure!(
            game.counters <= limits::COUNTERS,
            "the game has {} counters; {} are the most",
            game.counters,
            limits::COUNTERS
        );
        for (what, found, most) in
            [("max_sprites", game.max_sprites, limits::SPRITES), ("max_ticks", game.max_ticks, limits::TICKS)]
        {
            ensure!((1..=most).contains(&found), "{what} is {found}; it may be 1 to {most}");
        }
        if let Some(obstacles) = &game.obstacles {
            self.type_list(obstacles, || "the obstacles of the game line".into())?;
        }
        Ok(())
    }

    fn type_decl(&self, i: usize, decl: &TypeDecl) -> Check {
        let name = || self.type_label(i);
        let class = decl.class.ok();
        // A set of parameters: there are fewer than 128.
        let mut given = 0_u128;
        for (param, value) in &decl.params {
            let (bit, word) = (1 << *param as u8, param.def().name);
            let taken = class.is_none_or(|class| class.takes(*param));
            ensure!(taken, "type {} has `{word}`, which its class does not take", name());
            ensure!(given & bit == 0, "type {} has `{word}` twice", name());
            given |= bit;
            self.value(value, || format!("`{word}` of type {}", name()))?;
            ensure!(param.fits(value), "`{word}` of type {} is of another kind than the parameter", name());
            if let (SpriteParam::WMult | SpriteParam::HMult, Value::Double(scale)) = (param, value) {
                ensure!(
                    (0.0..=limits::SCALE).contains(scale),
                    "`{word}` of type {} is {scale}; it may be 0 to {}",
                    name(),
                    limits::SCALE
                );
            }
        }
        for param in class.into_iter().flat_map(Class::required) {
            let word = param.def().name;
            let value = decl.params.iter().find(|(given, _)| *given == param);
            ensure!(value.is_some(), "type {} lacks `{word}`, which its class cannot do without", name());
            let empty = matches!(value, Some((_, Value::Types(list))) if list.is_empty());
            ensure!(!empty, "`{word}` of type {} is an empty list", name());
        }
        ensure!(
            decl.resource_limit == 0 || class == Some(Class::Resource),
            "type {} has a resource limit but is no Resource",
            name()
        );
        Ok(())
    }

    /// Lineages and families of all types, in time linear in their length.
    fn relations(&self) -> Check {
        let types = &self.program.types;
        // The type whose list an id was last seen in, for each of the two lists.
        let mut seen = vec![usize::MAX; types.len()];
        for (i, decl) in types.iter().enumerate() {
            ensure!(
                decl.lineage.last().is_some_and(|id| id.index() == i),
                "the lineage of type {} does not end with it",
                self.type_label(i)
            );
            ensure!(
                decl.family.starts_with(&decl.lineage),
                "the family of type {} does not start with its lineage",
                self.type_label(i)
            );
            for &id in &decl.family {
                self.type_id(id, || format!("the family of type {}", self.type_label(i)))?;
                ensure!(
                    std::mem::replace(&mut seen[id.index()], i) != i,
                    "the family of type {} has type {} twice",
                    self.type_label(i),
                    self.type_label(id.index())
                );
            }
        }
        Ok(())
    }

    fn order(&self) -> Check {
        let mut seen = vec![false; self.program.types.len()];
        for &id in &self.program.order {
            self.type_id(id, || "the order of types".into())?;
            ensure!(
                !std::mem::replace(&mut seen[id.index()], true),
                "the order of types has type {} twice",
                self.type_label(id.index())
            );
        }
        Ok(())
    }

    fn mapping(&self) -> Check {
        let mut glyphs: Vec<char> = self.program.mapping.iter().map(|m| m.glyph).collect();
        glyphs.sort_unstable();
        if let Some([glyph, _]) = glyphs.windows(2).find(|w| w[0] == w[1]) {
            return Err(VerifyError(format!("the level character {glyph:?} is mapped twice")));
        }
        for Mapping { glyph, types } in &self.program.mapping {
            ensure!(
                types.len() <= limits::GLYPH_SPRITES,
                "the level character {glyph:?} stands for {} sprites; {} are the most",
                types.len(),
                limits::GLYPH_SPRITES
            );
            self.type_list(types, || format!("the level character {glyph:?}"))?;
        }
        Ok(())
    }

    fn rule(&self, i: usize, rule: &Rule) -> Check {
        let label = || self.rule_label(i);
        let effect = rule.effect.def().name;
        rule.effect.each_arg(|name, value| self.value(&value, || format!("`{name}` of rule {}", label())))?;
        for (word, list) in
            [("scoreChange", &rule.score), ("counter", &rule.counter), ("counterElse", &rule.counter_else)]
        {
            self.score(list, || format!("`{word}` of rule {}", label()))?;
        }
        if let Some(condition) = &rule.condition {
            let types = self.program.types.len();
            ensure!(condition.is_sound(types), "the condition of rule {} is no set of the {types} types", label());
        }
        if let Effect::AddTimer(timer) = &rule.effect {
            repeats(timer.repeating, timer.timer, || format!("{effect} of rule {}", label()))?;
            let inner = self.program.rules.get(timer.rule.index());
            ensure!(
                inner.is_some_and(|r| !matches!(r.effect, Effect::AddTimer(_))),
                "rule {} is an addTimer that runs another addTimer",
                label()
            );
        }
        Ok(())
    }

    /// What types require, which is bounded like relations since each condition goes through it.
    fn requires(&self) -> Check {
        let requires = &self.program.requires;
        ensure!(
            requires.len() <= limits::ENTRIES,
            "types require {} things; {} are the most",
            requires.len(),
            limits::ENTRIES
        );
        for (of, what, _) in requires {
            for id in [of, what] {
                self.type_id(*id, || format!("what type {} requires", self.type_label(of.index())))?;
            }
        }
        Ok(())
    }

    fn pairs(&self) -> Check {
        let mut combinations = 0;
        let mut seen: Vec<(TypeId, TypeId)> = Vec::with_capacity(self.program.pairs.len());
        for (i, Pair { first, second, rules }) in self.program.pairs.iter().enumerate() {
            self.type_id(*first, || format!("pair p{i}"))?;
            self.type_id(*second, || format!("pair p{i}"))?;
            self.rule_ids(rules, || format!("pair p{i}"))?;
            seen.push((*first, *second));
            let family = |id: &TypeId| self.program.types[id.index()].family.len();
            combinations += family(first) * family(second);
            ensure!(
                combinations <= limits::COMBINATIONS,
                "the pairs up to p{i} combine {combinations} types of two families; {} are the most",
                limits::COMBINATIONS
            );
        }
        seen.sort_unstable();
        if let Some([(first, second), _]) = seen.windows(2).find(|w| w[0] == w[1]) {
            let (first, second) = (self.type_label(first.index()), self.type_label(second.index()));
            return Err(VerifyError(format!("the pair of types {first} and {second} stands there twice")));
        }
        Ok(())
    }

    fn edge(&self, i: usize, Edge { on, rules }: &Edge) -> Check {
        self.type_ref(*on, || format!("edge x{i}"))?;
        self.rule_ids(rules, || format!("edge x{i}"))
    }

    fn timer(&self, i: usize, timer: &Timer) -> Check {
        self.rule_ids(&[timer.rule], || format!("timer t{i}"))?;
        self.type_ref(timer.on, || format!("timer t{i}"))?;
        repeats(timer.repeating, timer.timer, || format!("timer t{i}"))
    }

    fn ending(&self, i: usize, ending: &Ending) -> Check {
        ending.end.each_arg(|name, value| self.value(&value, || format!("`{name}` of termination e{i}")))?;
        list_length(ending.win.len(), || format!("`win` of termination e{i}"))
    }

    fn debug(&self, debug: &Debug) -> Check {
        let p = self.program;
        for (what, of, found, wanted) in [
            ("names", "types", debug.types.len(), p.types.len()),
            ("lines", "types", debug.type_lines.len(), p.types.len()),
            ("lines", "rules", debug.rule_lines.len(), p.rules.len()),
            ("lines", "terminations", debug.end_lines.len(), p.ends.len()),
        ] {
            ensure!(found == wanted, "there are {found} {what} for {wanted} {of}");
        }
        for name in debug.types.iter().chain([&debug.source]) {
            ensure!(name.len() <= limits::TEXT, "a name is longer than {} bytes", limits::TEXT);
        }
        Ok(())
    }

    /// A value of a parameter or an operand: what it refers to exists, and its lists are short.
    fn value(&self, value: &Value, place: impl Fn() -> String) -> Check {
        // A number takes at most 10 bytes; one that may be missing, one more.
        self.values.set(
            self.values.get()
                + match value {
                    Value::Text(text) => 16 + text.len(),
                    Value::Types(list) => 16 + 16 * list.len(),
                    Value::Bools(list) => 16 + list.len(),
                    _ => 16,
                },
        );
        match value {
            Value::Int(_) | Value::Double(_) | Value::Bool(_) | Value::Dir(_) => Ok(()),
            Value::Colour(colour) => {
                ensure!(
                    (colour.0 as usize) < COLOURS.len(),
                    "{} is colour {}, which does not exist",
                    place(),
                    colour.0
                );
                Ok(())
            }
            Value::Text(text) => {
                ensure!(text.len() <= limits::TEXT, "{} is longer than {} bytes", place(), limits::TEXT);
                Ok(())
            }
            Value::Type(id) => self.type_ref(*id, place),
            Value::Types(list) => self.type_list(list, place),
            Value::Effect(EffectName(code)) => {
                let exists = code.is_none_or(|code| (code as usize) < EFFECTS.len());
                ensure!(exists, "{} names effect {}, which does not exist", place(), code.unwrap_or_default());
                Ok(())
            }
            Value::Rule(id) => self.rule_ids(&[*id], place),
            Value::Ints(list) => self.score(list, place),
            Value::Bools(list) => list_length(list.len(), place),
        }
    }

    fn type_list(&self, list: &[TypeRef], place: impl Fn() -> String) -> Check {
        list_length(list.len(), &place)?;
        list.iter().try_for_each(|&id| self.type_ref(id, &place))
    }

    fn type_ref(&self, id: TypeRef, place: impl Fn() -> String) -> Check {
        id.0.map_or(Ok(()), |id| self.type_id(id, place))
    }

    fn type_id(&self, id: TypeId, place: impl Fn() -> String) -> Check {
        let types = self.program.types.len();
        ensure!(id.index() < types, "{} names type #{}, but there are {types} types", place(), id.0);
        Ok(())
    }

    fn rule_ids(&self, ids: &[RuleId], place: impl Fn() -> String) -> Check {
        let rules = self.program.rules.len();
        let missing = ids.iter().find(|id| id.index() >= rules);
        ensure!(
            missing.is_none(),
            "{} names rule r{}, but there are {rules} rules",
            place(),
            missing.map_or(0, |id| id.0)
        );
        Ok(())
    }

    fn score(&self, list: &Score, place: impl Fn() -> String) -> Check {
        self.values.set(self.values.get() + 16 * list.0.len());
        list_length(list.0.len(), place)
    }

    fn type_label(&self, i: usize) -> String {
        let name = self.program.debug.as_ref().and_then(|d| d.types.get(i));
        name.map_or_else(|| format!("#{i}"), |name| format!("#{i} (`{}`)", name.escape_debug()))
    }

    fn rule_label(&self, i: usize) -> String {
        let line = self.program.debug.as_ref().and_then(|d| d.rule_lines.get(i));
        line.map_or_else(|| format!("r{i}"), |line| format!("r{i} (line {line})"))
    }
}

fn list_length(length: usize, place: impl Fn() -> String) -> Check {
    ensure!(length <= limits::LIST, "{} has {length} entries; {} are the most", place(), limits::LIST);
    Ok(())
}

/// A repeating timer must let time pass, and its next run must be a tick that can be counted.
fn repeats(repeating: bool, timer: i32, place: impl Fn() -> String) -> Check {
    ensure!(
        !repeating || timer > 0,
        "{} repeats every {timer} ticks: the tick would never end; it may be 1 or more",
        place()
    );
    ensure!(
        !repeating || timer <= limits::TIMER,
        "{} repeats every {timer} ticks; {} are the most",
        place(),
        limits::TIMER
    );
    Ok(())
}
