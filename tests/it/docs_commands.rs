//! Every command shown in the README and in `docs` is run, and what is shown of its output is what it prints.
//!
//! Commands are the lines of `sh` blocks that start with `vgdl` or `cargo run --release --`. They run in the order of the
//! page, in a folder with a copy of `examples`. `# exits 1` behind a command says how it ends, if not with 0. A `text` block
//! after an `sh` block holds the output of its last command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::corpus;

/// A command of a page.
#[derive(Debug, PartialEq)]
struct Shown {
    line: usize,
    words: Vec<String>,
    exits: i32,
    output: Option<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages with commands in them.
fn pages() -> Vec<PathBuf> {
    let mut pages = corpus::files(&root().join("docs"), &|name| name.ends_with(".md"));
    pages.push(root().join("README.md"));
    pages
}

/// The commands of a page.
fn commands(page: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let (mut fence, mut last_fence) = (None, None);
    let mut block = String::new();
    for (i, line) in page.lines().enumerate() {
        if let Some(name) = line.trim().strip_prefix("```") {
            if fence == Some("text")
                && last_fence == Some("sh")
                && let Some(last) = shown.last_mut()
            {
                last.output = Some(std::mem::take(&mut block));
            }
            (fence, last_fence) = if fence.is_none() { (Some(name), last_fence) } else { (None, fence) };
            block.clear();
            continue;
        }
        match fence {
            Some("sh") => shown.extend(command(i + 1, line)),
            Some(_) => block += &format!("{line}\n"),
            // Prose between two blocks: the second is not the output of the first.
            None if !line.trim().is_empty() && !line.trim_end().ends_with(':') => last_fence = None,
            None => {}
        }
    }
    assert!(fence.is_none(), "a block without an end");
    shown
}

fn command(line: usize, text: &str) -> Option<Shown> {
    let text = text.trim();
    let rest = text.strip_prefix("vgdl ").or_else(|| text.strip_prefix("cargo run --release -- "))?;
    let (rest, remark) = rest.split_once(" #").unwrap_or((rest, ""));
    let exits = remark.trim().strip_prefix("exits ").map_or(0, |n| n.parse().expect("an exit code"));
    assert!(!rest.contains(['|', '>', '*', '$', '"', '\'']), "line {line}: only plain words can be run");
    Some(Shown { line, words: rest.split_whitespace().map(str::to_owned).collect(), exits, output: None })
}

/// A folder as a checkout looks to the commands.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let examples = root().join("examples");
    for file in corpus::files(&examples, &|name| name.ends_with(".vgdl") || name.ends_with(".txt")) {
        let to = place.path().join("examples").join(file.strip_prefix(&examples).expect("a file of the folder"));
        fs::create_dir_all(to.parent().expect("a folder")).expect("a new folder");
        fs::copy(&file, to).expect("a copy");
    }
    place
}

#[test]
fn every_command_in_the_docs_does_what_is_shown() {
    let mut run = 0;
    for page in pages() {
        let place = place();
        let text = fs::read_to_string(&page).expect("a page");
        for shown in commands(&text) {
            let at = format!("{}:{}: vgdl {}", page.display(), shown.line, shown.words.join(" "));
            let mut command = Command::new(env!("CARGO_BIN_EXE_vgdl"));
            let output = command.args(&shown.words).current_dir(place.path()).output().expect("the program runs");
            let said =
                format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
            assert_eq!(output.status.code(), Some(shown.exits), "{at}\n{said}");
            if let Some(expected) = shown.output {
                let tidy = |s: &str| s.lines().map(|l| format!("{}\n", l.trim_end())).collect::<String>();
                assert_eq!(tidy(said.trim_end()), tidy(expected.trim_end()), "{at} prints\n{said}");
            }
            run += 1;
        }
    }
    assert!(run >= 10, "{run} commands found");
}

#[test]
fn commands_are_found_with_their_exit_code_and_output() {
    let page = "Text\n```sh\ncd x\nvgdl run a.vgdl # exits 1\ncargo run --release -- fmt b\n```\n\nprints:\n\n```text\nout\n```\n\
                ```sh\nvgdl explain x\n```\nOther words.\n```text\nnot its output\n```\n";
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let found = commands(page);
    assert_eq!(
        found,
        [
            Shown { line: 4, words: words("run a.vgdl"), exits: 1, output: None },
            Shown { line: 5, words: words("fmt b"), exits: 0, output: Some("out\n".into()) },
            Shown { line: 14, words: words("explain x"), exits: 0, output: None },
        ]
    );
}

#[test]
fn links_between_pages_lead_somewhere() {
    for page in pages().into_iter().chain(["CONTRIBUTING.md", "CHANGELOG.md"].map(|p| root().join(p))) {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = page.parent().expect("a folder");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = link.split('#').next().unwrap_or_default();
            if !path.is_empty() && !path.contains("://") {
                assert!(folder.join(path).exists(), "{} links to {link}", page.display());
            }
        }
    }
}
