//! Game families: `GameSpace`, `ParameterSet`, and the values given with `--param`.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use vgdl::{Options, Source, check};

use crate::cli::Place;
use crate::corpus::{files, is_game, read, shared};

/// The conformance case, and its level, in a place of their own.
fn place() -> Place {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/gvgai/games");
    let place = Place::new();
    place.write("family.txt", read(&folder.join("parse-gamespace.txt")));
    place.write("family_lvl0.txt", read(&folder.join("parse-gamespace_lvl0.txt")));
    place
}

#[test]
fn check_lists_the_parameters() {
    let place = place();
    let out = place.run("check family.txt --param CD=2").fine();
    assert!(
        out.starts_with(
            "parameters, set with --param NAME=VALUE:\n  SPD  = 0.5   takes a number from 0.1 to 0.9 in steps of 0.2  \
             (Speed)\n  CD   = 2     takes a whole number from 1 to 5 in steps of 1  (Cooldown)\n"
        ),
        "{out}"
    );
    let object = place.run("check family.txt --format json").json();
    assert_eq!(object["diagnostics"], json!([]));
    let names: Vec<&Value> = object["parameters"].as_array().expect("a list").iter().map(|p| &p["name"]).collect();
    assert_eq!(names, ["SPD", "CD", "LIM", "BON", "ENA"]);
    assert_eq!(
        object["parameters"][0],
        json!({"name": "SPD", "title": "Speed", "line": 4, "kind": "double", "min": 0.1, "step": 0.2, "max": 0.9, "value": "0.5"})
    );
    assert_eq!(object["parameters"][4]["kind"], "bool");
    // A game of its own has none.
    assert_eq!(place.run("check gems.txt --format json").json()["parameters"], json!([]));
}

#[test]
fn values_are_checked_against_name_range_and_grid() {
    let place = place();
    for (param, code, help) in [
        ("SPD=0.55", "E0124", "the nearest is `0.5` or `0.7`"),
        ("SPD=1.1", "E0124", "the nearest is `0.9`"),
        ("CD=0", "E0124", "the nearest is `1`"),
        ("LIM=12", "E0124", "the nearest is `10` or `15`"),
        ("SPDD=0.5", "E0123", "did you mean `SPD`?"),
        ("nothing=1", "E0123", "the parameters are the names in ParameterSet"),
    ] {
        for command in ["check family.txt --format json", "run family.txt"] {
            let ran = place.run(&format!("{command} --param {param}"));
            assert_eq!(ran.code, Some(1), "{param}: {ran:?}");
            let said = ran.out + &ran.err;
            assert!(said.contains(code) && said.contains(help), "{param}: {said}");
        }
    }
    for (param, takes) in [("CD=fast", "takes a whole number from 1 to 5"), ("ENA=maybe", "takes True or False")] {
        let said = place.run(&format!("check family.txt --param {param}")).wrong();
        assert!(said.contains("E0124") && said.contains(takes), "{param}: {said}");
    }
    for usage in ["--param CD", "--param =3", "--param CD="] {
        assert_eq!(place.run(&format!("check family.txt {usage}")).code, Some(2), "{usage}");
    }
    let said = place.run("check gems.txt --param CD=3").wrong();
    assert!(said.contains("the game has no parameters"), "{said}");
}

#[test]
fn a_value_changes_the_game() {
    let place = place();
    let hash = |param: &str| place.run(&format!("run family.txt --json --ticks 12 {param}")).json()["hash"].clone();
    assert_eq!(hash(""), hash("--param SPD=0.5"));
    assert_ne!(hash(""), hash("--param SPD=0.9"));
}

#[test]
fn a_missing_value_is_asked_for_and_a_strange_one_doubted() {
    let game = |line: &str| {
        let text = format!(
            "GameSpace\n    ParameterSet\n        {line}\n    SpriteSet\n        car > Missile speed=SPD orientation=UP\n"
        );
        check(&Source::new("game", text), &[], &Options::default())
    };
    let checked = game("SPD > values=0.1:0.1:1.0 string=Speed");
    assert_eq!(checked.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["E0125"]);
    let parameters = checked.game.expect("a game").parameters;
    assert!(!parameters[0].given);
    let checked = game("SPD > values=0.1:0.1:1.0 value=3");
    assert_eq!(checked.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["W0129"]);
    assert!(checked.game.expect("a game").parameters[0].given);
}

#[test]
fn the_game_families_of_the_corpus_list_all_their_parameters() {
    let Some(shared) = shared() else { return };
    let mut families = 0;
    for path in files(&shared.join("games/gvgai/gameDesign"), &is_game) {
        let text = read(&path);
        let source = Source::new("game", text.clone());
        let parameters = check(&source, &[], &Options::default()).game.expect("a game").parameters;
        // Names of lines with `values=`, comments aside; a name may stand there twice.
        let lines = text.lines().map(|l| l.split('#').next().unwrap_or_default()).filter(|l| l.contains("values="));
        let declared = lines.filter_map(|l| l.split_whitespace().next()).collect::<BTreeSet<_>>().len();
        assert_eq!(parameters.iter().filter(|p| p.range.kind() != "none").count(), declared, "{}", path.display());
        families += usize::from(declared > 0);
        // With a value for each it is a game like any other.
        let params: Vec<(String, String)> = parameters
            .iter()
            .filter_map(|p| {
                let value = match p.range {
                    vgdl::game::Range::Int { max, step, min } => {
                        (max - (max - min).checked_rem(step).unwrap_or(max - min)).to_string()
                    }
                    vgdl::game::Range::Double { min, step, .. } => (min + step).to_string(),
                    vgdl::game::Range::Bool(..) => "True".to_owned(),
                    vgdl::game::Range::Nothing => return None,
                };
                Some((p.name.clone(), value))
            })
            .collect();
        let options = Options { params, ..Options::default() };
        let checked = check(&source, &[], &options);
        let about = |d: &&vgdl::Diagnostic| ["E0123", "E0124", "E0125"].contains(&d.code);
        let found: Vec<_> = checked.diagnostics.iter().filter(about).collect();
        assert!(found.is_empty(), "{}: {found:?}", path.display());
        assert!(checked.game.expect("a game").parameters.iter().all(|p| p.given || p.range.kind() == "none"));
    }
    assert!(families >= 4, "{families}");
}
