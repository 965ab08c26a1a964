//! Games made up from the tables of the ontology: every class, effect and termination, with random parameters, mostly of the
//! right kind, some of them odd. As texts they go the whole way: read under both policies and the strict grammar, laid out anew,
//! compiled with and without passes, and played (`fuzz/bodies.rs`).
//!
//! `VGDL_INVENTIONS=N` tries N games instead of a thousand.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use rayon::prelude::*;
use vgdl::{Options, Policy, Source, compile};
use vgdl_vm::ontology::{
    CLASSES, COLOURS, EFFECT_COMMON, EFFECTS, END_COMMON, ENDS, Kind, ParamDef, SPRITE_PARAMS, effects::TIME_PARAMS,
};
use vgdl_vm::program::Program;
use vgdl_vm::{Cause, Image, State};

use crate::fuzz::bodies;
use crate::sample::Numbers;

const INTS: &[&str] = &["0", "1", "2", "3", "5", "10", "-1", "-3", "100"];
const ODD_INTS: &[&str] = &[
    "2147483647",
    "-2147483648",
    "2147483648",
    "1e3",
    "5O",
    "007",
    "+4",
    "0x10",
    "1.0",
    "-0",
    "1_000",
    "9999999999999",
];
const DOUBLES: &[&str] = &["0", "0.1", "0.25", "0.5", "1", "1.0", "2", "0.333", "-1", "1.5"];
const ODD_DOUBLES: &[&str] = &[
    "NaN",
    "Infinity",
    "-Infinity",
    "1e308",
    "-1e308",
    "1e-320",
    "-0.0",
    "1e999",
    "0x1p3",
    ".5",
    "5.",
    "1f",
    "1d",
    "inf",
    "4294967296.5",
];
const ODD: &[&str] =
    &["", "=", "nobody", "avatar", "wall", "True", "true", "UP", "RED", "-1", ",", "a,,b", "\u{e9}", "EOS"];

/// A game that is being made up.
struct Invention {
    numbers: Numbers,
    /// Names of its sprites.
    names: Vec<String>,
    /// One value in so many is odd.
    odd: usize,
}

impl Invention {
    fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.numbers.below(words.len())]
    }

    fn name(&mut self) -> String {
        let at = self.numbers.below(self.names.len());
        self.names[at].clone()
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.numbers.below(n) == 0
    }

    fn list(&mut self, mut entry: impl FnMut(&mut Self) -> String) -> String {
        let n = 1 + self.numbers.below(3);
        (0..n).map(|_| entry(self)).collect::<Vec<_>>().join(",")
    }

    /// A value as it is written.
    fn value(&mut self, kind: Kind) -> String {
        let odd = self.odd;
        if self.one_in(odd * 3) {
            return self.pick(ODD).to_owned();
        }
        let strange = self.one_in(odd);
        match kind {
            Kind::Int | Kind::Float => self.pick(if strange { ODD_INTS } else { INTS }).to_owned(),
            Kind::Double => self.pick(if strange { ODD_DOUBLES } else { DOUBLES }).to_owned(),
            Kind::Bool => self.pick(&["True", "False"]).to_owned(),
            Kind::Bools => self.list(|it| it.pick(&["True", "False"]).to_owned()),
            Kind::Ints => self.list(|it| it.pick(if strange { ODD_INTS } else { INTS }).to_owned()),
            Kind::Direction => self.pick(&["UP", "DOWN", "LEFT", "RIGHT", "NONE", "NIL"]).to_owned(),
            Kind::Colour => COLOURS[self.numbers.below(COLOURS.len())].0.to_owned(),
            Kind::Text => self.pick(&["a.png", "newset/block", "x"]).to_owned(),
            Kind::Type | Kind::OptType | Kind::LooseType => self.name(),
            Kind::Types => self.list(Self::name),
            Kind::EffectName => EFFECTS[self.numbers.below(EFFECTS.len())].name.to_owned(),
        }
    }

    /// A value of a parameter. Those of selections have a language of their own.
    fn argument(&mut self, param: &ParamDef) -> String {
        match param.name {
            "if" => format!("{{PC[{}]|{}}}", self.name(), self.pick(&["!PC", "QUALIFIED", "!QUALIFIED", "ALL"])),
            "requires" => format!("{}:{}", self.name(), 1 + self.numbers.below(3)),
            _ => self.value(param.kind),
        }
    }

    /// ` key=value`, for what must be given and some of the rest; now and then a parameter of something else.
    fn args(&mut self, params: &[&ParamDef], must: &[&str], share: usize) -> String {
        let mut out = String::new();
        for param in params {
            // Few sprites can be held, and requiring another is an error.
            let share = if param.name == "requires" { 20 * share } else { share };
            let wanted = param.default.is_none() || must.contains(&param.name) || self.one_in(share);
            if wanted && !self.one_in(self.odd * 10) {
                let value = self.argument(param);
                let _ = write!(out, " {}={value}", param.name);
            }
        }
        if self.one_in(self.odd * 2) {
            let stray = &SPRITE_PARAMS[self.numbers.below(SPRITE_PARAMS.len())];
            let value = self.argument(stray);
            let _ = write!(out, " {}={value}", stray.name);
        }
        out
    }
}

/// Game and level number `seed`. Classes, effects and terminations come in turn, so that a hundred games have them all.
fn invent(seed: u64, odd: usize) -> (String, String) {
    let numbers = Numbers(seed);
    let mut it = Invention { numbers, names: Vec::new(), odd };
    let turn = seed as usize;
    let avatars: Vec<_> = CLASSES.iter().filter(|c| c.class.is_avatar()).collect();
    let others: Vec<_> = CLASSES.iter().filter(|c| !c.class.is_avatar()).collect();
    let sprites = 4 + it.numbers.below(6);
    it.names = (0..sprites).map(|i| format!("s{i}")).chain(["avatar".to_owned(), "wall".to_owned()]).collect();

    let header =
        ["BasicGame", "BasicGame obs=wall", "BasicGame no_players=2 obs=wall,s1", "BasicGame no_counters=2 obs=s0"];
    let mut game = format!("{}\n    SpriteSet\n", header[it.numbers.below(header.len())]);
    let mut depth = 0;
    for i in 0..=sprites {
        let class = match i {
            0 => avatars[turn % avatars.len()],
            _ => others[(turn * 3 + i) % others.len()],
        };
        let must: Vec<&str> = class.class.required().map(|p| p.def().name).collect();
        let params: Vec<&ParamDef> = class.class.params().map(|p| p.def()).collect();
        let args = it.args(&params, &must, 12);
        let name = if i == 0 { "avatar".to_owned() } else { format!("s{}", i - 1) };
        // Some hang below the one before.
        depth = if i > 1 && it.one_in(4) { (depth + 1).min(3) } else { 0 };
        let _ = writeln!(game, "        {}{name} > {}{args}", "    ".repeat(depth), class.name);
    }

    game += "    InteractionSet\n";
    for i in 0..2 + it.numbers.below(8) {
        let effect = &EFFECTS[(turn * 5 + i) % EFFECTS.len()];
        let mut params: Vec<&ParamDef> = effect.params.iter().collect();
        let common: Vec<&ParamDef> = EFFECT_COMMON.iter().collect();
        let (first, second) = (it.name(), it.name());
        let line = match it.numbers.below(9) {
            0 => format!("{first} EOS"),
            1 => {
                params.extend(TIME_PARAMS);
                format!("TIME {first}")
            }
            2 => format!("{first} {second} {}", it.name()),
            _ => format!("{first} {second}"),
        };
        let args = it.args(&params, &[], 2) + &it.args(&common, &[], 12);
        let _ = writeln!(game, "        {line} > {}{args}", effect.name);
    }

    game += "    TerminationSet\n";
    for i in 0..1 + it.numbers.below(2) {
        let end = &ENDS[(turn * 2 + i) % ENDS.len()];
        let params: Vec<&ParamDef> = end.params.iter().chain(END_COMMON).collect();
        let args = it.args(&params, &["limit"], 2);
        let _ = writeln!(game, "        {}{args}", end.name);
    }

    game += "    LevelMapping\n        A > avatar\n        B > avatar s0\n";
    for i in 0..sprites {
        let _ = writeln!(game, "        {} > s{i}", char::from(b'a' + i as u8));
    }
    let mut level = String::new();
    for row in 0..6 {
        for column in 0..8 {
            level.push(match (row, column) {
                (0, 0) => 'A',
                (0, 1) if game.contains("no_players=2") => 'B',
                _ if it.one_in(2) => char::from(b'a' + it.numbers.below(sprites) as u8),
                _ if it.one_in(8) => 'w',
                _ => ' ',
            });
        }
        level.push('\n');
    }
    (game, level)
}

/// How many of how many values are odd, by the number of the game: some games have none.
fn oddity(seed: u64) -> usize {
    [1000, 40, 8][(seed / 7) as usize % 3]
}

/// How many games are tried.
fn count(usual: u64) -> u64 {
    std::env::var("VGDL_INVENTIONS").map_or(usual, |n| n.parse().expect("VGDL_INVENTIONS is a number"))
}

#[test]
fn games_made_up_from_the_tables_go_the_whole_way() {
    (0..count(1000)).into_par_iter().for_each(|seed| {
        let (game, level) = invent(seed, oddity(seed));
        let input = format!("{game}\0{level}");
        if let Err(panic) = std::panic::catch_unwind(|| bodies::text(input.as_bytes())) {
            eprintln!("game {seed}:\n{game}\n{level}");
            std::panic::resume_unwind(panic);
        }
    });
}

/// The program of a game, if it has one.
fn program(game: &str, level: &str) -> Option<Program> {
    let options = Options { policy: Policy::Compat, ..Options::default() };
    compile(&Source::new("game", game), &[Source::new("level", level)], &options).program
}

fn started(program: Program) -> Option<State> {
    let image = Image::load(program).ok()?;
    image.start(&image.program().levels[0], 1).ok()
}

/// The games are not all refused: every row of the tables is in one that plays.
#[test]
fn games_made_up_from_the_tables_have_every_row() {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let (mut ticks, mut plays) = (0, 0);
    for seed in 0..count(400) {
        let (game, level) = invent(seed, oddity(seed));
        let Some(program) = program(&game, &level) else { continue };
        let Some(mut state) = started(program) else { continue };
        while !state.is_over() && state.tick() < 50 && state.sprite_count() < 400 {
            state.step(&[]);
        }
        if let Some(fault) = state.fault().filter(|f| f.cause == Cause::TooMuchWork) {
            println!("game {seed}: {}", fault.describe(state.image().program()));
        }
        plays += 1;
        ticks += state.tick();
        let image = state.image().clone();
        let program = image.program();
        let classes = program.types.iter().filter_map(|t| t.class.ok());
        seen.extend(classes.map(|c| c.def().name));
        seen.extend(program.rules.iter().map(|r| r.effect.def().name));
        seen.extend(program.ends.iter().map(|e| ENDS[usize::from(e.end.code())].name));
    }
    assert!(plays > 150 && ticks > 3000, "{plays} plays, {ticks} ticks");
    let rows = CLASSES.iter().map(|c| c.name).chain(EFFECTS.iter().map(|e| e.name)).chain(ENDS.iter().map(|e| e.name));
    // The reference engine cannot make a sprite of that class.
    let missing: Vec<&str> = rows.filter(|name| !seen.contains(name) && *name != "ResourcePack").collect();
    assert!(missing.is_empty(), "not in any game that plays: {missing:?}; {plays} plays, {ticks} ticks");
}
