//! The same input through every stage: `tests/stages/in` to tree, game, listing and first frames in `tests/stages/out`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use vgdl::diag::Policy;
use vgdl::draw::Looks;
use vgdl::game::Game;
use vgdl::trace::canon;
use vgdl::{Options, Source, check, compile, list};
use vgdl_vm::Image;
use vgdl_vm::ontology::{Action, EFFECTS, ENDS, TypeRef};
use vgdl_vm::program::TypeId;

use crate::corpus;
use crate::front::tree::outline;

/// Seed of the plays.
const SEED: i32 = 5;

fn input(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stages/in").join(name)
}

fn source(name: &str) -> Source {
    Source::new(name, corpus::read(&input(name)).as_str())
}

/// A game as it was meant: names instead of numbers.
fn summary(game: &Game) -> String {
    let name = |id: TypeId| game.ty(id).map_or("?", |t| t.name.as_str());
    let names = |ids: &[TypeId]| ids.iter().map(|&id| name(id)).collect::<Vec<_>>().join(" ");
    let refs = |ids: &[TypeRef]| ids.iter().map(|t| t.0.map_or("?", name)).collect::<Vec<_>>().join(" ");
    let rule = |id| {
        let rule = game.rule(id).expect("a rule");
        let args = rule.args.iter().map(|a| format!(" {}={:?}", a.name, a.value)).collect::<String>();
        format!("line {} {}{args}", rule.line, EFFECTS[usize::from(rule.effect)].name)
    };
    let mut out = String::new();
    for ty in &game.types {
        let class = ty.class_name.as_deref().unwrap_or("no class");
        write!(out, "type {} {class} = {}", names(&ty.lineage), names(&ty.family)).unwrap();
        for param in &ty.params {
            write!(out, " {}={:?}", param.param.def().name, param.value).unwrap();
        }
        writeln!(out).unwrap();
    }
    writeln!(out, "order {}", names(&game.order)).unwrap();
    for glyph in &game.mapping {
        writeln!(out, "glyph {} {}", glyph.glyph, refs(&glyph.types)).unwrap();
    }
    for pair in &game.pairs {
        writeln!(out, "pair {} {}", name(pair.first), name(pair.second)).unwrap();
        pair.rules.iter().for_each(|&id| writeln!(out, "    {}", rule(id)).unwrap());
    }
    for edge in &game.edges {
        writeln!(out, "edge {}", refs(&[edge.on])).unwrap();
        edge.rules.iter().for_each(|&id| writeln!(out, "    {}", rule(id)).unwrap());
    }
    for timer in &game.timers {
        writeln!(out, "timer {} every {}: {}", refs(&[timer.on]), timer.timer, rule(timer.rule)).unwrap();
    }
    for end in &game.ends {
        let args = end.args.iter().map(|a| format!(" {}={:?}", a.name, a.value)).collect::<String>();
        writeln!(out, "end {}{args}", ENDS[usize::from(end.end)].name).unwrap();
    }
    for level in &game.levels {
        writeln!(out, "level {}: {} rows", level.name, level.rows.len()).unwrap();
    }
    out
}

/// The first frames, drawn, with the sprites that are not walls or floor.
fn frames(name: &str, game: &Source, level: &Source) -> String {
    let compiled = compile(game, std::slice::from_ref(level), &Options::default());
    let image = Image::load(compiled.program.expect("a program")).expect("a sound program");
    let mut state = image.start(&image.program().levels[0], SEED).expect("the level starts");
    let (looks, names) = (Looks::of(image.program()), canon::type_names(image.program()));
    let scripts: Vec<Vec<Action>> = corpus::read(&input(&format!("{name}.actions")))
        .lines()
        .map(|line| line.chars().map(|c| Action::from_letter(c).expect("an action")).collect())
        .collect();
    let mut out = String::new();
    for tick in 0..=scripts[0].len() {
        let picture = looks.draw_state(&state, None, false);
        writeln!(out, "tick {}, {} random numbers\n{}", state.tick(), state.rng_calls(), picture.text).unwrap();
        for player in 0..state.players() {
            writeln!(out, "player {player} {:?} {:?}", state.score(player), state.winner(player)).unwrap();
        }
        for sprite in state.sprites().filter(|s| !["wall", "floor"].contains(&names[s.type_id.index()].as_str())) {
            let mut line = Vec::new();
            canon::sprite_line(&mut line, &names, &sprite);
            writeln!(out, "{} {}", sprite.id, String::from_utf8_lossy(&line)).unwrap();
        }
        writeln!(out).unwrap();
        let actions: Vec<Action> = scripts.iter().filter_map(|s| s.get(tick).copied()).collect();
        state.step(&actions);
    }
    out
}

fn stages(name: &str) {
    let (game, level) = (source(&format!("{name}.vgdl")), source(&format!("{name}_lvl0.txt")));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../stages/out");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let (tree, ..) = crate::front::parsed(&game.text, Policy::Default);
        insta::assert_snapshot!(format!("{name}.tree"), outline(&tree));
        let checked = check(&game, std::slice::from_ref(&level), &Options::default());
        assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
        insta::assert_snapshot!(format!("{name}.game"), summary(&checked.game.expect("a game")));
        let compiled = compile(&game, std::slice::from_ref(&level), &Options::default());
        insta::assert_snapshot!(format!("{name}.listing"), list::list(&compiled.program.expect("a program")));
        insta::assert_snapshot!(format!("{name}.frames"), frames(name, &game, &level));
    });
}

#[test]
fn pushing_boxes() {
    stages("push");
}

#[test]
fn things_that_happen_by_themselves() {
    stages("clock");
}

#[test]
fn two_players() {
    stages("duel");
}
