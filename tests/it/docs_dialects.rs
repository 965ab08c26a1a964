//! Every place in the code and every case that `docs/dialects.md` names exists.

use std::path::Path;

#[test]
fn places_and_cases_of_the_dialects_page_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/dialects.md")).expect("the page");
    let (mut places, mut cases) = (0, 0);
    let mut evidence = false;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        if row.contains("| what |") {
            evidence = row.contains("| evidence |") || row.contains("| case |");
            continue;
        }
        let quoted: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        for pair in quoted.windows(2).filter(|pair| pair[0].ends_with(".rs") || pair[0].ends_with(".pest")) {
            let [file, name] = pair else { continue };
            let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
            let declared =
                [format!("fn {name}("), format!("fn {name}<"), format!("\n{name} ")].iter().any(|d| text.contains(d));
            assert!(declared, "{file} has no `{name}`");
            places += 1;
        }
        if evidence {
            let last = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap_or_default();
            for case in last.split('`').skip(1).step_by(2) {
                let folders = ["gvgai/games", "py-vgdl/micro", "py-vgdl/micro2"];
                let game = |folder| root.join("tests/conformance").join(folder).join(format!("{case}.txt"));
                assert!(folders.iter().any(|f| game(f).is_file()), "there is no case `{case}`");
                cases += 1;
            }
        }
    }
    assert!(places > 40 && cases > 60, "{places} places, {cases} cases");
}
