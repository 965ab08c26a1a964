//! Every example in `docs/language.md` is what the page says it is.
//!
//! A `vgdl` block compiles without a word, or with exactly the diagnostics that stand behind `vgdl`, comma-separated. The
//! blocks behind it are about it: `level` is a level, `play` are plays of that level, a line each: the actions of the
//! players, `:`, and facts separated by `;`. A game that is only blocks is a `BasicGame` with cells of 10 pixels.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use vgdl::diag::{Level, codes};
use vgdl::{Options, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::{Image, State, Winner};

/// A fenced block: what stands behind the fence, its text, and its line.
struct Fenced {
    info: String,
    text: String,
    line: usize,
}

fn blocks(page: &str) -> Vec<Fenced> {
    let mut blocks: Vec<Fenced> = Vec::new();
    let mut open = false;
    for (i, line) in page.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(info) if !open => blocks.push(Fenced { info: info.to_owned(), text: String::new(), line: i + 1 }),
            Some(_) => {}
            None if open => {
                let block = blocks.last_mut().expect("an open block");
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
        open ^= line.starts_with("```");
    }
    assert!(!open, "a fence is left open");
    blocks
}

/// The whole game of an example.
fn whole(text: &str) -> String {
    if text.starts_with("BasicGame") || text.starts_with("GameSpace") {
        return text.to_owned();
    }
    let mut game = "BasicGame square_size=10\n".to_owned();
    for line in text.lines() {
        let _ = writeln!(game, "    {line}");
    }
    game
}

/// Compiles an example and compares its diagnostics with those that it is to have.
fn compiled(block: &Fenced, level: Option<&Fenced>, wrong: &mut Vec<String>) -> Option<Arc<Image>> {
    let wanted: Vec<&str> = block.info.trim_start_matches("vgdl").split([' ', ',']).filter(|w| !w.is_empty()).collect();
    let levels: Vec<Source> = level.map(|l| Source::new("level", l.text.clone())).into_iter().collect();
    let result = compile(&Source::new("example", whole(&block.text)), &levels, &Options::default());
    // Examples are parts of games, and mostly have no end.
    let told = result.diagnostics.iter().filter(|d| d.level != Level::Note && d.code != codes::NO_END);
    let mut found: Vec<&str> = told.map(|d| d.code).collect();
    found.sort_unstable();
    found.dedup();
    if found != wanted {
        let words: Vec<&str> = result.diagnostics.iter().map(|d| d.message.as_str()).collect();
        wrong.push(format!("line {}: diagnostics {found:?} {words:?}", block.line));
    }
    result.program.map(|program| Image::load(program).expect("a sound program"))
}

/// What a fact is about, and how it is: `score 3`, `won`, `gem 2`, `avatar at 10,20`.
fn fact(state: &State, fact: &str) -> String {
    let program = state.image().program();
    let words: Vec<&str> = fact.split_whitespace().collect();
    let of = |name: &str| {
        let kind = (0..program.types.len()).find(|&t| program.type_name(vgdl_vm::program::TypeId(t as u16)) == name);
        let kind = kind.unwrap_or_else(|| panic!("no sprite is called {name}"));
        state.sprites_of(vgdl_vm::program::TypeId(kind as u16)).collect::<Vec<_>>()
    };
    let list = |values: Vec<String>| values.join(",");
    match words[..] {
        ["score", _] => {
            let scores = (0..state.players()).map(|p| state.score(p).map_or("gone".to_owned(), |s| s.to_string()));
            format!("score {}", list(scores.collect()))
        }
        ["won" | "lost" | "over" | "running" | "stopped"] => match (state.is_over(), state.fault(), state.winner(0)) {
            (false, ..) => "running".to_owned(),
            (true, Some(_), _) => "stopped".to_owned(),
            (true, None, Some(Winner::Won)) => "won".to_owned(),
            (true, None, Some(Winner::Lost)) => "lost".to_owned(),
            (true, None, _) => "over".to_owned(),
        },
        [name, "at", ..] => {
            let places: Vec<String> = of(name).iter().map(|s| format!("{},{}", s.rect.x, s.rect.y)).collect();
            format!("{name} at {}", places.join(" "))
        }
        [name, "holds", resource, _] => {
            let held: i32 = of(name)
                .iter()
                .flat_map(|s| s.resources().collect::<Vec<_>>())
                .filter(|(kind, _)| program.type_name(*kind) == resource)
                .map(|(_, amount)| amount)
                .sum();
            format!("{name} holds {resource} {held}")
        }
        [name, _] => format!("{name} {}", of(name).len()),
        _ => panic!("`{fact}` is no fact"),
    }
}

/// Plays a line of a `play` block; returns it with the facts as they are.
fn played(image: &Arc<Image>, line: &str) -> String {
    let (scripts, facts) = line.split_once(':').expect("actions, `:`, facts");
    let scripts: Vec<Vec<Action>> = scripts
        .split_whitespace()
        .map(|s| s.chars().map(|c| Action::from_letter(c).expect("a letter of an action")).collect())
        .collect();
    let mut state = image.start(&image.program().levels[0], 0).expect("a level that starts");
    for tick in 0..scripts.iter().map(Vec::len).max().unwrap_or(0) {
        let actions: Vec<Action> = scripts.iter().map(|s| s.get(tick).copied().unwrap_or_default()).collect();
        state.step(&actions);
    }
    let facts: Vec<String> = facts.split(';').map(|f| fact(&state, f.trim())).collect();
    let scripts = line.split_once(':').map_or("", |(s, _)| s);
    format!("{scripts}: {}", facts.join("; "))
}

#[test]
fn every_example_of_the_language_page_holds() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language.md");
    let page = std::fs::read_to_string(path).expect("the page").replace("\r\n", "\n");
    let blocks = blocks(&page);
    let (mut examples, mut plays) = (0, 0);
    let mut wrong = Vec::new();
    let mut rest = blocks.iter().peekable();
    while let Some(block) = rest.next() {
        let kind = block.info.split([' ', ',']).next().unwrap_or_default();
        assert!(["vgdl", "text", "sh"].contains(&kind), "line {}: a block of kind `{}`", block.line, block.info);
        if kind != "vgdl" {
            continue;
        }
        examples += 1;
        let level = rest.next_if(|b| b.info == "level");
        let image = compiled(block, level, &mut wrong);
        while let Some(play) = rest.next_if(|b| b.info == "play") {
            let Some(image) = &image else { continue };
            for line in play.text.lines() {
                let is = played(image, line);
                plays += 1;
                if is != line {
                    wrong.push(format!("line {}: `{line}`, but it is `{is}`", play.line));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(examples >= 25 && plays >= 15, "{examples} examples, {plays} plays");
}

#[test]
fn the_language_page_maps_every_rule_of_the_grammar() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect(name);
    let (grammar, page) = (read("grammar/vgdl.pest"), read("docs/language.md"));
    let rules: Vec<&str> = grammar
        .lines()
        .filter(|line| !line.starts_with(' ') && line.contains("= "))
        .filter_map(|line| line.split_once('=').map(|(name, _)| name.trim()))
        .filter(|name| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
        .collect();
    assert!(rules.len() > 30, "{rules:?}");
    for rule in rules {
        assert!(page.contains(&format!("`{rule}`")), "docs/language.md does not mention the rule `{rule}`");
    }
}
