//! Every command shown in the README and in `docs` is run, and what is shown of its output is what it prints.
//!
//! Commands are the lines of `sh` blocks that start with `vgdl` or `cargo run --release --`. They run in the order of the
//! page, in a folder with a copy of `examples`. `# exits 1` behind a command says how it ends, if not with 0. A `text` block
//! after an `sh` block holds the output of its last command; `VGDL_BLESS=1` rewrites it.
//!
//! `# in a terminal` stands behind commands that need one. There is none here, so they are run up to there: their arguments
//! are understood and their files loaded, and what they complain about is the terminal.

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
    /// Whether it needs a terminal.
    terminal: bool,
    /// The lines of its output: the first, and the one behind the last.
    output: Option<(usize, usize)>,
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
    // The block at hand with the line it starts in, and the kind of the block before.
    let (mut fence, mut before) = (None, "");
    for (i, line) in page.lines().enumerate() {
        match (line.trim().strip_prefix("```"), fence) {
            (Some(kind), None) => fence = Some((kind, i + 1)),
            (Some(_), Some((kind, start))) => {
                if let (("sh", "text"), Some(last)) = ((before, kind), shown.last_mut()) {
                    last.output = Some((start, i));
                }
                (fence, before) = (None, kind);
            }
            (None, Some(("sh", _))) => shown.extend(command(i + 1, line)),
            (None, Some(_)) => {}
            // Prose between two blocks: the second is not the output of the first.
            (None, None) if !line.trim().is_empty() && !line.trim_end().ends_with(':') => before = "",
            (None, None) => {}
        }
    }
    assert!(fence.is_none(), "a block without an end");
    shown
}

fn command(line: usize, text: &str) -> Option<Shown> {
    let text = text.trim();
    let rest = text.strip_prefix("vgdl ").or_else(|| text.strip_prefix("cargo run --release -- "))?;
    let (rest, remark) = rest.split_once(" #").unwrap_or((rest, ""));
    let terminal = remark.trim() == "in a terminal";
    let exits = if terminal { "2" } else { remark.trim().strip_prefix("exits ").unwrap_or("0") };
    let exits = exits.parse().expect("an exit code");
    Some(Shown { line, words: words(line, rest), exits, terminal, output: None })
}

/// The words of a command: plain ones, and whatever stands in single quotes.
fn words(line: usize, text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in text.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
            continue;
        }
        assert!(!part.contains(['|', '>', '*', '$', '"']), "line {line}: only plain words can be run");
        words.extend(part.split_whitespace().map(str::to_owned));
    }
    words
}

/// A folder as a checkout looks to the commands.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a folder");
    let examples = root().join("examples");
    for file in corpus::files(&examples, &|name| [".vgdl", ".gdl", ".txt", ".py"].iter().any(|end| name.ends_with(end)))
    {
        let to = place.path().join("examples").join(file.strip_prefix(&examples).expect("a file of the folder"));
        fs::create_dir_all(to.parent().expect("a folder")).expect("a new folder");
        fs::copy(&file, to).expect("a copy");
    }
    place
}

/// Without spaces at the ends of lines and empty lines at the end.
fn tidy(text: &str) -> String {
    text.trim_end().lines().map(|l| format!("{}\n", l.trim_end())).collect()
}

#[test]
fn every_command_in_the_docs_does_what_is_shown() {
    let bless = std::env::var_os("VGDL_BLESS").is_some();
    let mut run = 0;
    for page in pages() {
        let place = place();
        let text = fs::read_to_string(&page).expect("a page").replace("\r\n", "\n");
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let (mut blessed, mut kept) = (String::new(), 0);
        for shown in commands(&text) {
            let at = format!("{}:{}: vgdl {}", page.display(), shown.line, shown.words.join(" "));
            let mut command = Command::new(env!("CARGO_BIN_EXE_vgdl"));
            let output = command.args(&shown.words).current_dir(place.path()).output().expect("the program runs");
            let said =
                format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
            assert_eq!(output.status.code(), Some(shown.exits), "{at}\n{said}");
            assert_eq!(said.contains("this needs a terminal"), shown.terminal, "{at}\n{said}");
            if let Some((start, end)) = shown.output {
                assert!(bless || tidy(&said) == tidy(&lines[start..end].concat()), "{at} prints\n{said}");
                blessed += &lines[kept..start].concat();
                blessed += &tidy(&said);
                kept = end;
            }
            run += 1;
        }
        if bless && kept > 0 {
            fs::write(&page, blessed + &lines[kept..].concat()).expect("a page that can be written");
        }
    }
    assert!(run >= 10, "{run} commands found");
}

#[test]
fn commands_are_found_with_their_exit_code_and_output() {
    let page = "Text\n```sh\ncd x\nvgdl run 'a|b c' a.vgdl # exits 1\ncargo run --release -- fmt b\nvgdl play x # in a terminal\n```\n\nprints:\n\n```text\nout\n```\n\
                ```sh\nvgdl explain x\n```\nOther words.\n```text\nnot its output\n```\n";
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let shown = |line, words, exits| Shown { line, words, exits, terminal: false, output: None };
    let found = commands(page);
    assert_eq!(
        found,
        [
            shown(4, ["run", "a|b c", "a.vgdl"].map(str::to_owned).into(), 1),
            shown(5, words("fmt b"), 0),
            Shown { terminal: true, output: Some((11, 12)), ..shown(6, words("play x"), 2) },
            shown(15, words("explain x"), 0),
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
