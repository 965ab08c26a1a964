//! One module, many games: values from outside, variants, and sweeps.

use std::process::{Command, Output};

use vgdl::convert::To;
use vgdl::front::gdl::game::Family;
use vgdl::{Options, Source, check, convert};

use super::module;
use crate::corpus::read;
use crate::own::folder;

fn family(defines: &[(&str, &str)], variants: &[(&str, &str)]) -> Options {
    let own = |list: &[(&str, &str)]| list.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    Options { family: Family { defines: own(defines), variants: own(variants) }, ..Options::default() }
}

/// The game as VGDL.
fn text(source: &Source, options: &Options) -> String {
    let converted = convert(source, &[], options, To::Vgdl, "g");
    converted.text.unwrap_or_else(|| panic!("{:?} {:?}", converted.unsayable, converted.diagnostics))
}

fn field() -> Source {
    Source::new("rat-field.gdl", read(&folder().join("rat-field.gdl")))
}

#[test]
fn values_from_outside_come_before_those_of_the_module() {
    let plain = text(&field(), &family(&[], &[]));
    assert!(plain.contains("farmer > MovingAvatar healthPoints=3\n"), "{plain}");
    let harder = text(&field(), &family(&[("lives", "5"), ("rat-prob", "10%")], &[]));
    for line in ["farmer > MovingAvatar healthPoints=5\n", "prob=0.1 total=25\n", "rat > healthPoints=1\n"] {
        assert!(harder.contains(line), "{line} in {harder}");
    }
}

#[test]
fn a_default_that_is_left_out_is_a_note_and_a_name_that_nothing_defines_a_warning() {
    let given = check(&field(), &[], &family(&[("lives", "5")], &[])).diagnostics;
    assert_eq!(given.iter().map(|d| d.code).collect::<Vec<_>>(), ["N0816"]);
    let lost = check(&field(), &[], &family(&[("lifes", "5")], &[])).diagnostics;
    assert_eq!(
        lost.iter().map(|d| (d.code, d.help.as_deref())).collect::<Vec<_>>(),
        [("W0862", Some("did you mean `lives`?"))]
    );
    let bad = check(&field(), &[], &family(&[("lives", "(1")], &[]));
    assert!(bad.diagnostics.iter().any(|d| d.code == "E0861"), "{:?}", bad.diagnostics);
}

fn with_variants() -> Source {
    let text = "(game-module \"g\" (variants\n  (pace slow (slow (add rat speed 0.5)) (fast (add rat speed 1.0) (add rat cooldown 1)))\n  \
                (herd 2 (2 (add rat total 2)) (9 (add rat total 9)))))\n(unit-type avatar (class MovingAvatar))\n\
                (unit-type rat (class Bomber) (stype avatar))\n";
    Source::new("g.gdl", text)
}

#[test]
fn the_forms_of_the_chosen_variant_are_interpreted_at_the_end() {
    assert!(text(&with_variants(), &family(&[], &[])).contains("rat > Bomber stype=avatar speed=0.5 total=2\n"));
    let fast = text(&with_variants(), &family(&[], &[("pace", "fast"), ("herd", "9")]));
    assert!(fast.contains("rat > Bomber stype=avatar speed=1 cooldown=1 total=9\n"), "{fast}");
}

#[test]
fn an_unknown_variant_or_choice_is_an_error_with_the_one_it_is_like() {
    for (variant, help) in [(("pase", "fast"), "did you mean `pace`?"), (("pace", "fest"), "did you mean `fast`?")] {
        let found = check(&with_variants(), &[], &family(&[], &[variant])).diagnostics;
        assert!(found.iter().any(|d| d.code == "E0860" && d.help.as_deref() == Some(help)), "{found:?}");
    }
}

/// Runs the program in a folder with the family.
fn run(folder: &tempfile::TempDir, args: &[&str]) -> Output {
    std::fs::write(folder.path().join("field.gdl"), field().text).expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_vgdl")).args(args).current_dir(folder.path()).output();
    run.expect("the program runs")
}

#[test]
fn a_sweep_compiles_every_combination() {
    let folder = tempfile::tempdir().expect("a folder");
    let args =
        ["compile", "field.gdl", "-D", "lives=3,5", "-D", "rat-prob=2%,10%", "-D", "crop-value=2", "-o", "hard.vgdlc"];
    let done = run(&folder, &args);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|f| f.expect("a file").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".vgdlc"))
        .collect();
    names.sort();
    let expected = [
        "hard_lives=3_rat-prob=10%.vgdlc",
        "hard_lives=3_rat-prob=2%.vgdlc",
        "hard_lives=5_rat-prob=10%.vgdlc",
        "hard_lives=5_rat-prob=2%.vgdlc",
    ];
    assert_eq!(names, expected);
    let bytes: Vec<Vec<u8>> = names.iter().map(|n| std::fs::read(folder.path().join(n)).expect("bytes")).collect();
    assert!(bytes.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn commands_that_take_one_game_refuse_a_sweep() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = run(&folder, &["run", "field.gdl", "-D", "lives=3,5"]);
    assert_eq!(done.status.code(), Some(2));
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(said.contains("`compile` and `convert` make them all"), "{said}");
}

#[test]
fn a_game_in_vgdl_takes_no_definitions() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("g.vgdl"), "BasicGame\n").expect("a file");
    let done = run(&folder, &["check", "g.vgdl", "-D", "lives=3"]);
    assert_eq!(done.status.code(), Some(2), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn areas_are_levels_to_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    for args in [
        &["check", "field.gdl"][..],
        &["run", "field.gdl", "--level", "1", "--seed", "3", "--agent", "random"],
        &["run", "field.gdl", "-D", "lives=7", "--ticks", "20"],
        &["disasm", "field.gdl"],
        &["convert", "field.gdl", "--to", "json"],
        &["convert", "field.gdl", "--to", "vgdl", "-o", "out.vgdl"],
        &["check", "out.vgdl", "--level", "out_lvl0.txt", "--level", "out_lvl1.txt"],
        &["compile", "field.gdl"],
        &["run", "field.vgdlc", "--level", "1"],
    ] {
        let done = run(&folder, args);
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
    }
    let none = run(&folder, &["run", "field.gdl", "--level", "2"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&none.stderr).contains("field.gdl has 2 levels: 0 to 1"));
}

#[test]
fn a_list_that_is_defined_says_several_types() {
    let source = module(
        "(unit-type rat (class RandomNPC))\n(define all (append avatar (rat)))\n(table interactions (all EOS stepBack))",
    );
    let text = text(&source, &family(&[], &[]));
    assert!(text.contains("        avatar EOS > stepBack\n        rat EOS > stepBack\n"), "{text}");
}

#[test]
fn types_can_be_given_from_outside() {
    let source = module(
        "(unit-type rat (class RandomNPC))\n(define hit (avatar rat))\n(add hit healthPoints 3)\n(table damage (hit rat 2))",
    );
    let text = text(&source, &family(&[("hit", "(rat)")], &[]));
    assert!(
        text.contains("rat > RandomNPC healthPoints=3\n") && text.contains("rat rat > subtractHealthPoints value=2"),
        "{text}"
    );
}

#[test]
fn names_that_xconq_knows_are_names_of_a_game() {
    let source = module("(define people 5)\n(set people 3)\n(add avatar healthPoints people)");
    let text = text(&source, &family(&[], &[]));
    assert!(text.contains("healthPoints=3"), "{text}");
}

#[test]
fn variants_count_behind_a_condition_without_an_end() {
    let text = text(
        &Source::new("g.gdl", with_variants().text + "(if 0)\n(add rat total 7)\n"),
        &family(&[], &[("herd", "9")]),
    );
    assert!(text.contains("total=9"), "{text}");
}
