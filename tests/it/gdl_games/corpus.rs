//! Every game of the shared corpora, written in each notation and read again, is the same game.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use vgdl::convert::To;
use vgdl::game::Game;
use vgdl::{Checked, Options, Policy, Source, check, convert};

use crate::corpus::{files, is_game, read, shared};

/// Folders of games, and how many are in each.
const SETS: [(&str, usize); 3] = [("games/gvgai", 195), ("micro/gvgai/games", 308), ("generated/gvgai/games", 519)];

/// A game with its levels.
struct Case {
    path: PathBuf,
    game: Source,
    levels: Vec<Source>,
}

fn cases(folder: &Path) -> Vec<Case> {
    let all = files(folder, &|name| name.ends_with(".txt"));
    let game = |path: &PathBuf| {
        let stem = path.file_stem()?.to_str()?;
        let beside = |p: &&PathBuf| {
            p.parent() == path.parent()
                && p.file_name().and_then(|n| n.to_str()).is_some_and(|n| n.starts_with(&format!("{stem}_lvl")))
        };
        let levels = all.iter().filter(beside).map(|p| Source::new(p.display().to_string(), read(p))).collect();
        Some(Case { path: path.clone(), game: Source::new(path.display().to_string(), read(path)), levels })
    };
    all.iter().filter(|p| p.file_name().and_then(|n| n.to_str()).is_some_and(is_game)).filter_map(game).collect()
}

fn options(policy: Policy) -> Options {
    Options { policy, ..Options::default() }
}

/// What was meant, if it is without errors. By default messages change nothing.
fn meant(game: &Source, levels: &[Source], options: &Options) -> Option<Game> {
    let checked = check(game, levels, options);
    let mut game = if checked.has_errors() { None } else { checked.game }?.without_places();
    if options.policy == Policy::Default {
        game.messages = 0;
    }
    Some(game)
}

/// Whether a game written in a notation is the same game: `None` if it has errors.
fn survives(case: &Case, to: To, policy: Policy) -> Option<Result<bool, String>> {
    let options = options(policy);
    let before = meant(&case.game, &case.levels, &options)?;
    let converted = convert(&case.game, &case.levels, &options, to, "game");
    let wrong = |what: &str| Some(Err(format!("{} ({policy:?}, {to:?}): {what}", case.path.display())));
    let Some(text) = converted.text else {
        return wrong(converted.unsayable.as_deref().unwrap_or("not written"));
    };
    let (name, levels) = match to {
        To::Gdl => ("game.gdl", Vec::new()),
        To::Vgdl | To::Json => ("game.vgdl", converted.levels),
    };
    let levels: Vec<Source> = levels.iter().map(|text| Source::new("level", text.as_str())).collect();
    let source = Source::new(name, text.as_str());
    let Some(after) = meant(&source, &levels, &options) else {
        let Checked { diagnostics, .. } = check(&source, &levels, &options);
        return wrong(&format!("has errors: {:?}\n{text}", diagnostics.first()));
    };
    if before != after {
        return wrong(&format!("another game\n{text}"));
    }
    Some(Ok(text.contains("(vgdl")))
}

fn all_survive(to: To) {
    let Some(shared) = shared() else { return };
    for (folder, number) in SETS {
        let cases = cases(&shared.join(folder));
        assert_eq!(cases.len(), number, "games in {folder}");
        for policy in [Policy::Default, Policy::Compat] {
            let results: Vec<_> = cases.par_iter().filter_map(|case| survives(case, to, policy)).collect();
            let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
            let embedded = results.iter().filter(|r| **r == Ok(true)).count();
            println!("{folder}, {policy:?}: {} games without errors, {embedded} embedded", results.len());
            let shown: Vec<&str> = wrong.iter().take(5).map(|w| w.as_str()).collect();
            assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), results.len(), shown.join("\n"));
            assert!(results.len() * 10 > number * if policy == Policy::Compat { 9 } else { 3 }, "{}", results.len());
        }
    }
}

#[test]
fn games_survive_the_way_through_vgdl() {
    all_survive(To::Vgdl);
}

#[test]
fn games_survive_the_way_through_gdl() {
    all_survive(To::Gdl);
}
