//! Lints: what is told of games that compile, and that it is true.

use std::path::Path;

use rayon::prelude::*;
use vgdl::diag::Diagnostic;
use vgdl::{Options, Policy, Source, check, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::program::RuleId;
use vgdl_vm::{Image, Profile};

use crate::corpus;

/// Everything found in a game and its levels.
fn all(game: &str, levels: &[&str]) -> Vec<Diagnostic> {
    let levels: Vec<Source> = levels.iter().map(|l| Source::new("level", *l)).collect();
    check(&Source::new("game", game), &levels, &Options::default()).diagnostics
}

/// What is found of one code: line and column, in the game or in the first level.
fn told(code: &str, game: &str, levels: &[&str]) -> Vec<(u32, u32)> {
    let source = Source::new("game", game);
    let found = all(game, levels).into_iter().filter(|d| d.code == code);
    let place = |d: Diagnostic| {
        let at = d.span.map_or(0, |s| s.start);
        if d.source == 0 { source.line_column(at) } else { Source::new("level", levels[d.source - 1]).line_column(at) }
    };
    found.map(place).collect()
}

const SPRITES: &str = "floor > Immovable\ngate > Door\ngem > Resource\nrat > RandomNPC\n";

/// A whole game: every sprite of [`SPRITES`] has a character of its own, unless the mapping says otherwise.
fn game(sprites: &str, rules: &str, mapping: &str, ends: &str) -> String {
    let block = |name: &str, lines: &str| {
        let lines: String = lines.lines().map(|l| format!("        {l}\n")).collect();
        format!("    {name}\n{lines}")
    };
    let mapping = if mapping.is_empty() { "f > floor\ng > gate\nm > gem\nr > rat\n" } else { mapping };
    let ends = if ends.is_empty() { "Timeout limit=100 win=True" } else { ends };
    format!(
        "BasicGame\n{}{}{}{}",
        block("SpriteSet", sprites),
        block("InteractionSet", rules),
        block("LevelMapping", mapping),
        block("TerminationSet", ends)
    )
}

/// Where rules on lines 8 and after are told of.
fn of_rules(code: &str, rules: &str) -> Vec<(u32, u32)> {
    told(code, &game(SPRITES, rules, "", ""), &[])
}

#[test]
fn sprites_that_never_move_and_share_no_cell_never_meet() {
    for rule in ["floor wall > killSprite", "floor floor > killSprite"] {
        assert_eq!(of_rules("W0408", rule), [(8, 9)], "{rule}");
    }
}

#[test]
fn sprites_that_can_meet_are_left_alone() {
    for (rules, mapping) in [
        ("floor wall > killSprite", "f > floor wall"),
        ("floor floor > killSprite", "f > floor floor"),
        ("floor rat > killSprite", "f > floor\nr > rat"),
        ("floor wall > killSprite\nrat avatar > spawn stype=floor", "f > floor\nr > rat"),
        ("floor wall > killSprite\nfloor rat > bounceForward", "f > floor\nr > rat"),
        ("floor wall > killSprite\nfloor EOS > wrapAround", "f > floor"),
        ("floor wall > killSprite\nTIME floor > align timer=3", "f > floor"),
    ] {
        assert_eq!(told("W0408", &game(SPRITES, rules, mapping, ""), &[]), [], "{rules}");
    }
}

#[test]
fn a_family_meets_if_any_of_it_does() {
    let sprites = "thing >\n    floor > Immovable\n    cart > Missile\n";
    assert_eq!(told("W0408", &game(sprites, "thing wall > killSprite\n", "f > floor\nc > cart", ""), &[]), []);
    let sprites = "thing > Immovable\n    floor >\n    cart >\n";
    assert_eq!(told("W0408", &game(sprites, "thing wall > killSprite\n", "f > floor\nc > cart wall", ""), &[]), []);
}

#[test]
fn a_rule_for_a_sprite_that_cannot_exist_never_fires() {
    let text = game(SPRITES, "rat gate floor > killSprite", "f > floor\nr > rat", "");
    assert_eq!(told("W0408", &text, &[]), [(8, 13)]);
    let text = game(SPRITES, "gate EOS > killSprite", "f > floor\nr > rat", "");
    assert_eq!(told("W0408", &text, &[]), [(8, 9)]);
    // A rule that never runs makes nothing either.
    let text = game(SPRITES, "gate rat > spawn stype=gem", "f > floor\nr > rat", "");
    assert_eq!(told("W0214", &text, &[]), [(4, 9), (5, 9)]);
    let text = game(SPRITES, "floor rat > spawn stype=gem", "f > floor\nr > rat", "");
    assert_eq!(told("W0214", &text, &[]), [(4, 9)]);
}

#[test]
fn a_game_without_a_mapping_is_a_sketch() {
    let text =
        "BasicGame\n    SpriteSet\n        gem > Resource\n    InteractionSet\n        gem avatar > killSprite\n";
    assert_eq!(all(text, &[]), []);
}

#[test]
fn a_resource_that_is_only_held_needs_no_sprite() {
    let rules =
        "avatar rat > changeResource resource=gem value=1\nrat avatar > killIfOtherHasMore resource=gem limit=2";
    assert_eq!(told("W0214", &game("gem > Resource\nrat > RandomNPC", rules, "r > rat", ""), &[]), []);
}

#[test]
fn rules_behind_a_kill_or_a_step_back_are_hidden() {
    assert_eq!(of_rules("W0410", "gem rat > killSprite\ngem rat > collectResource"), [(9, 19)]);
    assert_eq!(of_rules("W0410", "gem rat > killBoth\ngem rat > reverseDirection"), [(9, 19)]);
    assert_eq!(of_rules("W0410", "rat wall > stepBack\nrat wall > flipDirection"), [(9, 20)]);
    assert_eq!(of_rules("W0410", "rat gate floor > stepBack\nrat floor > killSprite"), [(9, 21)]);
    assert_eq!(of_rules("W0410", "rat wall > stepBack\nwall rat > killSprite"), [(9, 20)]);
}

#[test]
fn rules_that_may_still_run_are_not_hidden() {
    for rules in [
        // The other order; other pairs.
        "gem rat > collectResource\ngem rat > killSprite",
        "gem rat > killSprite\nrat gem > flipDirection",
        "gem rat > killSprite\ngem avatar > collectResource",
        // An avatar that was killed still stands there.
        "avatar rat > killSprite\navatar rat > spawn stype=gem",
        // What comes to somebody who stands is not undone by putting him back.
        "avatar rat > stepBack\navatar rat > killSprite",
        // Rats are moved onto walls by others, or made there.
        "rat wall > stepBack\nrat wall > killSprite\nrat avatar > bounceForward",
        "rat wall > stepBack\nrat wall > killSprite\ngem avatar > transformTo stype=rat",
        // A shield holds the kill or the step back off; a disabled rule kills nobody; in a batch nobody is put back.
        "rat wall > stepBack\nrat wall > flipDirection\nrat avatar > shieldFrom stype=wall ftype=stepBack",
        "rat wall > stepBack inBatch=True\nrat wall > flipDirection",
        "gem rat > killSprite\ngem rat > collectResource\ngem avatar > shieldFrom stype=rat ftype=killSprite",
        "gem rat > killSprite enabled=False\ngem rat > collectResource",
    ] {
        assert_eq!(of_rules("W0410", rules), [], "{rules}");
    }
    let text = game(SPRITES, "rat floor > stepBack\nrat floor > killSprite", "f > floor rat", "");
    assert_eq!(told("W0410", &text, &[]), []);
}

#[test]
fn several_lines_for_the_edge_run_several_times() {
    assert_eq!(of_rules("W0411", "rat EOS > stepBack\nrat EOS > flipDirection\nrat EOS > cloneSprite"), [(9, 9)]);
    assert_eq!(of_rules("W0411", "EOS rat > stepBack\nrat EOS > flipDirection"), [(9, 9)]);
    assert_eq!(of_rules("W0411", "rat EOS > stepBack\navatar EOS > stepBack"), []);
}

#[test]
fn resources_are_collected_given_and_asked_for_on_the_right_side() {
    for (rules, line, column, help) in [
        ("avatar gem > collectResource", 8, 9, "gem avatar > collectResource"),
        (
            "gem avatar > collectResource\navatar gate > killIfOtherHasMore resource=gem limit=1",
            9,
            16,
            "gate avatar > killIfOtherHasMore",
        ),
        (
            "gem avatar > collectResource\nrat avatar > killIfHasMore resource=gem limit=2",
            9,
            9,
            "avatar rat > killIfHasMore",
        ),
        (
            "rat avatar > changeResource resource=gem value=1\ngate avatar > killIfOtherHasMore resource=gem limit=1",
            8,
            9,
            "avatar rat > changeResource",
        ),
    ] {
        let found: Vec<Diagnostic> = all(&game(SPRITES, rules, "", ""), &[]);
        let wrong: Vec<&Diagnostic> = found.iter().filter(|d| d.code == "W0412").collect();
        assert!(wrong.iter().any(|d| d.help.as_deref().is_some_and(|h| h.contains(help))), "{rules}: {found:?}");
        assert!(of_rules("W0412", rules).contains(&(line, column)), "{rules}: {:?}", of_rules("W0412", rules));
    }
    for rules in [
        "gem avatar > collectResource\ngate avatar > killIfOtherHasMore resource=gem limit=1",
        "avatar gem > changeResource resource=gem value=1 killResource=True\navatar rat > killIfHasLess resource=gem",
        "gem rat > collectResource\nrat gate > killIfHasMore resource=gem limit=3",
    ] {
        for code in ["W0412", "W0216", "N0217"] {
            assert_eq!(of_rules(code, rules), [], "{rules}");
        }
    }
}

#[test]
fn a_resource_that_nobody_holds_is_told_where_it_is_asked_for() {
    assert_eq!(of_rules("W0216", "gate avatar > killIfOtherHasMore resource=gem limit=1"), [(8, 51)]);
    let sprites = "gem > Resource\nshot > Missile\nrat > RandomNPC\navatar > ShootAvatar stype=shot ammo=gem\n";
    let text = game(sprites, "rat wall > stepBack", "m > gem\nr > rat\nA > avatar", "");
    assert_eq!(told("W0216", &text, &[]), [(6, 46)]);
    assert_eq!(of_rules("N0217", "gem avatar > killSprite"), [(5, 9)]);
}

#[test]
fn a_resource_is_of_class_resource() {
    assert_eq!(of_rules("W0213", "gate avatar > killIfOtherHasMore resource=rat limit=1"), [(8, 51)]);
    assert_eq!(of_rules("W0213", "gate avatar > killIfOtherHasMore resource=gem limit=1"), []);
}

#[test]
fn who_is_too_slow_never_moves() {
    let moves = |line: &str, header: &str| {
        let text = game(&format!("rat > {line}"), "rat wall > stepBack", "r > rat", "");
        told("W0215", &text.replacen("BasicGame", header, 1), &["A r"])
    };
    assert_eq!(moves("RandomNPC speed=0.01", "BasicGame square_size=50"), [(3, 31)]);
    assert_eq!(moves("Missile speed=0 orientation=LEFT", "BasicGame"), [(3, 29)]);
    assert_eq!(moves("RandomNPC cooldown=2000", "BasicGame"), [(3, 34)]);
    for fine in
        ["RandomNPC speed=0.1", "RandomNPC speed=0", "RandomNPC cooldown=1999", "Passive speed=0", "Immovable speed=0"]
    {
        assert_eq!(moves(fine, "BasicGame square_size=10"), [], "{fine}");
    }
    let rules = "rat wall > stepBack\nrat avatar > setSpeedForAll stype=rat value=1";
    assert_eq!(told("W0215", &game("rat > Missile speed=0", rules, "r > rat", ""), &[]), []);
}

#[test]
fn terminations_that_never_or_always_hold() {
    let ends =
        |code: &str, ends: &str| told(code, &game(SPRITES, "rat wall > stepBack", "r > rat\nf > floor", ends), &[]);
    for never in [
        "SpriteCounter stype=rat limit=-1",
        "SpriteCounterMore stype=gate limit=2",
        "Timeout limit=2001",
        "MultiSpriteCounter stype1=gate limit=3",
    ] {
        assert_eq!(ends("W0502", never), [(13, 9)], "{never}");
        assert_eq!(ends("W0503", never), [], "{never}");
        assert_eq!(ends("W0504", never), [(1, 1)], "{never}");
    }
    for always in [
        "SpriteCounter stype=gate limit=0",
        "SpriteCounterMore stype=rat limit=0",
        "Timeout limit=0",
        "MultiSpriteCounter stype1=gate stype2=gem limit=0",
    ] {
        assert_eq!(ends("W0503", always), [(13, 9)], "{always}");
        assert_eq!(ends("W0502", always), [], "{always}");
        let held = format!("StopCounter stype1=rat limit=1\n{always}");
        assert_eq!(ends("W0503", &held), [], "{held}");
    }
    for fine in ["SpriteCounter stype=rat limit=0", "Timeout limit=2000", "SpriteCounterMore stype=rat limit=30"] {
        assert!(ends("W0502", fine).is_empty() && ends("W0503", fine).is_empty(), "{fine}");
    }
}

#[test]
fn a_game_has_an_end_and_somebody_can_win() {
    let text = "BasicGame\n    SpriteSet\n        rat > RandomNPC\n    LevelMapping\n        r > rat\n";
    assert_eq!(told("W0504", text, &[]), [(1, 1)]);
    assert_eq!(told("N0505", &game(SPRITES, "rat wall > stepBack", "", "Timeout limit=9"), &[]), [(1, 1)]);
    assert_eq!(told("N0505", &game(SPRITES, "rat wall > stepBack", "", "Timeout limit=9 count_score=True"), &[]), []);
}

#[test]
fn a_level_that_is_over_at_once() {
    let text = |ends: &str, rules: &str| game(SPRITES, rules, "", ends);
    let gems = text("SpriteCounter stype=gem limit=0 win=True", "rat wall > stepBack");
    assert_eq!(told("W0609", &gems, &["wwww\nwA w\nwwww"]), [(1, 1)]);
    assert_eq!(told("W0609", &gems, &["wwww\nwAmw\nwwww"]), []);
    let found = all(&gems, &["wwww\nwA w\nwwww"]);
    let help = found.iter().find(|d| d.code == "W0609").and_then(|d| d.help.clone());
    assert_eq!(help.as_deref(), Some("the termination on line 15 of the game holds from the start"));
    let rats = text("SpriteCounter stype=rat limit=2", "rat wall > stepBack");
    assert_eq!(told("W0609", &rats, &["Arr"]), [(1, 1)]);
    assert_eq!(told("W0609", &rats, &["Arrr"]), []);
    // Who is made may be there in time, and a `StopCounter` may hold the end off.
    let made = text("SpriteCounter stype=gem limit=0", "floor rat > spawn stype=gem");
    assert_eq!(told("W0609", &made, &["Arf"]), []);
    let held = text("StopCounter stype1=rat limit=9\nSpriteCounter stype=gem limit=0", "rat wall > stepBack");
    assert_eq!(told("W0609", &held, &["Arf"]), []);
}

#[test]
fn characters_that_no_level_has() {
    let text = game(SPRITES, "rat wall > stepBack", "", "");
    assert_eq!(told("N0304", &text, &["wAfgm", "mA"]), [(13, 9)]);
    assert_eq!(told("N0304", &text, &[]), []);
}

#[test]
fn goals_behind_walls_cannot_be_reached() {
    let rules = "avatar wall > stepBack\ngem avatar > killSprite";
    let text = game(SPRITES, rules, "", "SpriteCounter stype=gem limit=0 win=True");
    let shut = "wwwwwww\nwA wm w\nw mwwww\nwwwwwww";
    assert_eq!(told("N0610", &text, &[shut]), [(2, 5)]);
    assert_eq!(told("N0610", &text, &["wwwwwww\nwA   mw\nw mwwww\nwwwwwww"]), []);
    // Around the level, as nothing holds the avatar at the edge.
    assert_eq!(told("N0610", &text, &["A w\nwwm"]), []);
    // Walls that can be removed or passed, goals that others remove, ways that are no steps.
    for more in [
        "avatar rat > addTimer timer=3 ftype=killAll stype=wall",
        "TIME rat > killAll stype=wall timer=5",
        "avatar rat > shieldFrom stype=wall ftype=stepBack",
        "wall avatar > killSprite",
        "gem rat > killSprite",
        "avatar rat > teleportToExit",
        "avatar EOS > wrapAround",
    ] {
        let text = game(SPRITES, &format!("{rules}\n{more}"), "", "SpriteCounter stype=gem limit=0 win=True");
        assert_eq!(told("N0610", &text, &[shut]), [], "{more}");
    }
}

/// What lints say of the games of the corpora is true in random plays of their levels: a rule that never fires or is hidden
/// does not run, and a sprite that never appears is never there.
#[test]
fn what_lints_say_holds_in_play() {
    let Some(shared) = corpus::shared() else { return };
    let (mut lines, mut plays) = (0, 0);
    for (folder, least) in [("games/gvgai", 190), ("micro/gvgai/games", 300), ("generated/gvgai/games", 500)] {
        let games = corpus::files(&shared.join(folder), &corpus::is_game);
        assert!(games.len() >= least, "{folder}: {} games", games.len());
        let found: Vec<(usize, usize)> = games.par_iter().map(|path| holds(path)).collect();
        lines += found.iter().map(|f| f.0).sum::<usize>();
        plays += found.iter().map(|f| f.1).sum::<usize>();
    }
    println!("{lines} claims held in {plays} plays");
    assert!(lines >= 100 && plays >= 300, "{lines} claims, {plays} plays");
}

/// Number of claims about a game, and of plays they were held against.
fn holds(path: &Path) -> (usize, usize) {
    let options = Options { policy: Policy::Compat, ..Options::default() };
    let source = Source::new(path.display().to_string(), corpus::read(path));
    let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
    let levels: Vec<Source> = (0..2)
        .map(|n| path.with_file_name(format!("{stem}_lvl{n}.txt")))
        .filter(|p| p.is_file())
        .map(|p| Source::new("level", corpus::read(&p)))
        .collect();
    let compiled = compile(&source, &levels, &options);
    let Some(program) = compiled.program else { return (0, 0) };
    let line = |d: &Diagnostic| d.span.map_or(0, |s| source.line_column(s.start).0);
    let of = |codes: &[&str]| -> Vec<u32> {
        compiled.diagnostics.iter().filter(|d| codes.contains(&d.code)).map(&line).collect()
    };
    let (hidden, never, absent) = (of(&["W0410"]), of(&["W0408"]), of(&["W0214"]));
    let debug = program.debug.clone().expect("names");
    // A line may have other pairs, of which nothing was said.
    let single = |l: &u32| {
        let mut pairs = program.pairs.iter().filter(|p| p.rules.iter().any(|&r| program.rule_line(r) == Some(*l)));
        pairs.next().is_some() && pairs.next().is_none()
    };
    let silent: Vec<u32> = hidden.iter().chain(&never).copied().filter(single).collect();
    if silent.is_empty() && absent.is_empty() {
        return (0, 0);
    }
    let image = Image::load(program.clone()).expect("a sound program");
    let mut plays = 0;
    for level in &image.program().levels {
        for seed in 0..3 {
            let Ok(mut state) = image.start(level, seed) else { continue };
            plays += 1;
            let mut profile = Profile::new(|| 0);
            for tick in 0..200_i32 {
                let actions: Vec<Action> = (0..state.players())
                    .map(|p| {
                        let able = state.actions(p);
                        let roll = (tick.wrapping_mul(7919) ^ seed.wrapping_mul(104_729)).unsigned_abs() as usize / 3;
                        able.get(roll % (able.len() + 1)).copied().unwrap_or_default()
                    })
                    .collect();
                state.step_profiling(&actions, &mut profile);
                for (i, line) in debug.type_lines.iter().enumerate().filter(|(_, l)| absent.contains(l)) {
                    let id = vgdl_vm::program::TypeId(i as u16);
                    assert_eq!(state.sprites_of(id).count(), 0, "{}: line {line}", source.name);
                }
                if state.is_over() {
                    break;
                }
            }
            for (i, cost) in profile.rules().iter().enumerate() {
                let line = image.program().rule_line(RuleId(i as u16)).unwrap_or(0);
                assert!(cost.run == 0 || !silent.contains(&line), "{}: line {line} ran", source.name);
            }
        }
    }
    (silent.len() + absent.len(), plays)
}
