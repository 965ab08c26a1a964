//! Takes in the games of `examples/games`, so that they come with the package.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let games = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../examples/games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut names: Vec<String> = fs::read_dir(&games)
        .expect("examples/games is part of the checkout")
        .filter_map(|entry| Some(entry.ok()?.file_name().to_str()?.strip_suffix(".vgdl")?.to_owned()))
        .collect();
    names.sort();
    let mut code = String::from("pub(crate) const GAMES: &[OwnGame] = &[\n");
    for name in names {
        let include = |file: String| {
            let path = games.join(file);
            path.is_file().then(|| format!("include_str!({:?})", path.display().to_string()))
        };
        let game = include(format!("{name}.vgdl")).expect("just listed");
        let levels: Vec<String> = (0..).map_while(|n| include(format!("{name}_lvl{n}.txt"))).collect();
        code += &format!("    OwnGame {{ name: {name:?}, text: {game}, levels: &[{}] }},\n", levels.join(", "));
    }
    code += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("games.rs");
    fs::write(out, code).expect("the folder for outputs can be written");
}
