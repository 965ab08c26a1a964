//! `vgdl choose`

use std::process::{Command, Output};

use serde_json::Value;

fn run(args: &[&str]) -> (i32, String, String) {
    let done: Output = Command::new(env!("CARGO_BIN_EXE_vgdl")).arg("choose").args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("a text");
    (done.status.code().expect("no signal"), text(done.stdout), text(done.stderr))
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("written");
    path.display().to_string()
}

const LIST: &str = "SOURCELONG:Ours\n# CHOOSE:FEAT|\nDodge\tTYPE:Fighter.General\nCleave\tTYPE:Fighter\tPREATT:1\n\
                    Skill\tKEY:Skill Focus\tTYPE:General\tCHOOSE:FEATLIST|TYPE=Fighter\tCHOOSE:FEAT|Dodge,Cleave\n\
                    Cleave.MOD\tTYPE:Strong\tCHOOSE:FEATADD|Dodge\n";

#[test]
fn a_list_file_is_a_catalogue() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = file(&folder, "feats.lst", LIST);
    let eval = |selection: &str| run(&["eval", &list, &format!("CHOOSE:FEAT|{selection}")]);
    assert_eq!(eval("ALL"), (0, "Dodge\nCleave\nSkill Focus\n".to_owned(), String::new()));
    assert_eq!(eval("TYPE=Fighter.Strong").1, "Cleave\n");
    // What a requirement means is not known: nobody meets it.
    assert_eq!(eval("!QUALIFIED").1, "Cleave\n");
    let (code, chosen, said) = eval("Doge|TYPE=Fighter");
    assert_eq!((code, chosen.as_str()), (0, "Dodge\nCleave\n"));
    assert!(said.contains("W0925") && said.contains("did you mean `Dodge`?"), "{said}");
    let (code, chosen, said) = eval("TYPE=Figther");
    assert_eq!((code, chosen.as_str()), (0, ""));
    assert!(said.contains("W0926") && said.contains("did you mean `Fighter`?"), "{said}");
}

#[test]
fn every_token_of_a_list_file_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = file(&folder, "feats.lst", LIST);
    let (code, said, _) = run(&["check", &list]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("W0927") && said.contains("W0923") && said.contains("3 tokens, 4 warnings"), "{said}");
    let (code, said, _) = run(&["check", "--strict", "--json", &list]);
    let report: Value = serde_json::from_str(&said).expect("JSON");
    let found: Vec<(&str, u64)> = report["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|d| (d["name"].as_str().expect("a name"), d["line"].as_u64().expect("a line")))
        .collect();
    assert_eq!(code, 1);
    assert_eq!(found, [("deprecated-token", 5), ("key-with-and", 5), ("key-with-and", 5), ("deprecated-token", 6)]);
}

#[test]
fn a_list_file_is_rewritten_and_each_change_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = file(&folder, "feats.lst", LIST);
    let (code, text, said) = run(&["convert", &list]);
    let wanted = LIST.replace("FEATLIST|TYPE=Fighter", "FEAT|PC[TYPE=Fighter]");
    assert_eq!((code, text), (0, wanted.replace("CHOOSE:FEATADD|Dodge", "CHOOSE:FEAT|Dodge\tADD:FEAT|%LIST")));
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.contains("feats.lst:5: CHOOSE:FEAT|PC[TYPE=Fighter]"), "{said}");
}

#[test]
fn an_error_is_one_answer_for_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let catalogue = file(&folder, "c.json", r#"{"classes": {"ABILITY|FEAT": [{"key": "Dodge"}]}}"#);
    for (token, name, start) in [
        ("CHOOSE:FEAT|Dodge|", "empty-alternative", 18),
        ("CHOOSE:ABILITY|FEATS|ALL", "unknown-category", 15),
        ("CHOOSE:FEATLIST|ALL", "unknown-subtoken", 7),
    ] {
        let (code, said, _) = run(&["eval", &catalogue, token, "--json"]);
        let answer: Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!((code, answer["error"].as_str(), answer["start"].as_u64()), (1, Some(name), Some(start)), "{token}");
        let (code, _, said) = run(&["eval", &catalogue, token]);
        assert!(code == 1 && said.contains("error[E09"), "{said}");
    }
    assert_eq!(run(&["eval", &catalogue, "CHOOSE:LANG|ALL", "--json"]).1, "{\"select\":[],\"warnings\":[]}\n");
    let bad = file(&folder, "bad.json", "{");
    assert!(run(&["eval", &bad, "CHOOSE:FEAT|ALL"]).2.contains("not a catalogue"));
}

#[test]
fn a_token_is_printed_in_its_plainest_form() {
    let (code, text, _) = run(&["check", "--simplify", "CHOOSE:FEAT|ANY[PC[ALL]|TYPE.x]|TITLE=Pick"]);
    assert_eq!((code, text.as_str()), (0, "CHOOSE:FEAT|PC|TYPE=x|TITLE=Pick\n"));
}
