//! Diagnostics for other programs: SARIF and annotations of a GitHub workflow.

use serde_json::{Value, json};
use vgdl::diag::{github, sarif};
use vgdl::{Diagnostic, Options, Source, check};

/// A game and a level with faults, and what is found in them.
fn faulty() -> (Source, Source, Vec<Diagnostic>) {
    let game = Source::new(
        "dir/a,b.vgdl",
        "BasicGame\n    SpriteSet\n        gem > Imovable\n        ü > Resource limt=3\n        ü > Resource\n",
    );
    let level = Source::new("level.txt", "A?\n");
    let found = check(&game, std::slice::from_ref(&level), &Options::default()).diagnostics;
    (game, level, found)
}

#[test]
fn sarif_has_rules_results_and_places() {
    let (game, level, found) = faulty();
    let report: Value = serde_json::from_str(&sarif::report(&found, &[&game, &level])).expect("JSON");
    assert_eq!(report["version"], "2.1.0");
    let run = &report["runs"][0];
    let rules: Vec<&str> =
        run["tool"]["driver"]["rules"].as_array().expect("rules").iter().filter_map(|r| r["id"].as_str()).collect();
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), found.len());
    for (result, d) in results.iter().zip(&found) {
        assert_eq!(result["ruleId"], d.code);
        assert!(rules.contains(&d.code));
        assert_eq!(result["level"], d.level.name());
    }
    let class = results.iter().find(|r| r["ruleId"] == "E0202").expect("the class");
    let place = &class["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "dir/a,b.vgdl");
    assert_eq!(place["region"], json!({ "startLine": 3, "startColumn": 15, "endLine": 3, "endColumn": 23 }));
    assert!(class["message"]["text"].as_str().is_some_and(|t| t.contains("did you mean `Immovable`?")));
    let twice = results.iter().find(|r| r["ruleId"] == "W0204").expect("the second declaration");
    assert!(twice["relatedLocations"][0]["message"]["text"].is_string());
    let unmapped = results.iter().find(|r| r["ruleId"] == "W0604").expect("the level");
    assert_eq!(unmapped["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "level.txt");
}

#[test]
fn annotations_are_a_line_each() {
    let (game, level, found) = faulty();
    let report = github::report(&found, &[&game, &level]);
    assert_eq!(report.lines().count(), found.len());
    let class = report.lines().find(|l| l.contains("E0202")).expect("the class");
    assert!(
        class.starts_with("::error file=dir/a%2Cb.vgdl,line=3,col=15,endLine=3,endColumn=23,title=E0202::"),
        "{class}"
    );
    assert!(class.ends_with("%0Ahelp: did you mean `Immovable`?"), "{class}");
    assert!(report.lines().any(|l| l.starts_with("::warning file=level.txt,line=1,col=2,")), "{report}");
}
