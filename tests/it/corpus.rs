//! Where the shared corpora are: games, levels and traces that are not part of this repository.

use std::path::{Path, PathBuf};

/// The shared folder: `VGDL_SHARED`, else `../shared` beside the workspace. `None`, and a line that says so, if it is missing.
pub(crate) fn shared() -> Option<PathBuf> {
    let path = std::env::var_os("VGDL_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: corpus not found");
    None
}

/// The files of a folder and all below it whose names the filter takes, sorted.
pub(crate) fn files(folder: &Path, take: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.file_name().and_then(|n| n.to_str()).is_some_and(take) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Whether a file name is that of a GVGAI game: not a level, not an input of the level generators, not a licence.
pub(crate) fn is_game(name: &str) -> bool {
    name.ends_with(".txt")
        && !name.contains("_lvl")
        && !name.contains("_glvl")
        && !name.contains("_ggame")
        && name != "LICENSE.txt"
}

/// A text file, whatever its encoding.
pub(crate) fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).expect("a readable file")).into_owned()
}
