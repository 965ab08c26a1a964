//! Games without braces compile to the same bytes as before there were selections.

use std::fmt::Write as _;
use std::path::Path;

use rayon::prelude::*;
use vgdl::{Options, Policy, Source, compile};

use crate::corpus;

/// Checksums of the programs, by file. `VGDL_BLESS=1` writes them anew, which a change of the format asks for.
const FILE: &str = "tests/it/select/bytes.txt";

const FOLDERS: [&str; 3] = ["games/gvgai", "micro/gvgai/games", "generated/gvgai/games"];

/// The checksum in the header of the program's file; 0 if it does not compile.
fn checksum(path: &Path) -> u32 {
    let source = Source::new("game", corpus::read(path));
    let options = Options { policy: Policy::Compat, ..Options::default() };
    let bytes = compile(&source, &[], &options).program.map(|program| program.to_bytes());
    let sum = bytes.as_ref().and_then(|bytes| bytes.get(15..19)).and_then(|sum| sum.try_into().ok());
    sum.map_or(0, u32::from_le_bytes)
}

#[test]
fn games_without_braces_compile_to_the_same_bytes() {
    let Some(shared) = corpus::shared() else { return };
    let games: Vec<_> =
        FOLDERS.iter().flat_map(|folder| corpus::files(&shared.join(folder), &corpus::is_game)).collect();
    let sums: Vec<u32> = games.par_iter().map(|path| checksum(path)).collect();
    let mut found = String::new();
    for (path, sum) in games.iter().zip(sums) {
        let name = path.strip_prefix(&shared).expect("below the folder").display();
        let _ = writeln!(found, "{sum:08x} {name}");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if std::env::var_os("VGDL_BLESS").is_some() {
        std::fs::write(&file, &found).expect("written");
    }
    let known = std::fs::read_to_string(&file).expect("a file of checksums");
    let changed: Vec<&str> = found.lines().filter(|line| !known.lines().any(|other| other == *line)).collect();
    assert!(changed.is_empty(), "{} of {} programs are others: {changed:?}", changed.len(), games.len());
    assert!(games.len() > 500, "{}", games.len());
}
