//! The fuzz targets as ordinary tests: on the seeds of `fuzz/seeds`, on all that was ever found (`fuzz/found`), and on changes
//! of both. How to fuzz is told in docs/robustness.md.
//!
//! The seeds and the dictionary are made here from our own games and the tables: `VGDL_BLESS=1` writes them.

pub(crate) mod bodies;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use vgdl::front::vgdl::tree::Block;
use vgdl::trace::record::{Plan, Recorder};
use vgdl::{Options, Policy, Source, compile};
use vgdl_vm::Image;
use vgdl_vm::ontology::{
    Action, CLASSES, COLOURS, EFFECT_COMMON, EFFECTS, END_COMMON, ENDS, SPRITE_PARAMS, effects::TIME_PARAMS,
};

use crate::corpus;
use crate::own::Dice;
use crate::sample::Numbers;

/// A target: its name, its body, and how often each of its inputs is changed and tried.
type Target = (&'static str, fn(&[u8]), usize);

const TARGETS: [Target; 5] = [
    ("text", bodies::text, 10),
    ("module", bodies::module, 20),
    ("level", bodies::level, 30),
    ("container", bodies::container, 800),
    ("trace", bodies::trace, 400),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The inputs of a target: seeds and findings.
fn inputs(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folders = ["seeds", "found"].map(|kind| root().join(kind).join(target));
    let files = folders.iter().flat_map(|folder| corpus::files(folder, &|_| true));
    files.map(|path| (path.clone(), std::fs::read(&path).expect("a readable file"))).collect()
}

/// Runs a body; a panic names the input.
fn tried(body: fn(&[u8]), data: &[u8], name: &str) {
    if let Err(panic) = std::panic::catch_unwind(|| body(data)) {
        let kept = std::env::temp_dir().join("vgdl-fuzz-input");
        let _ = std::fs::write(&kept, data);
        eprintln!("the input is in {}: {name}", kept.display());
        std::panic::resume_unwind(panic);
    }
}

fn replay(target: &str) {
    let (name, body, changes) = *TARGETS.iter().find(|(name, ..)| *name == target).expect("a target");
    let inputs = inputs(name);
    assert!(inputs.len() >= 10, "{name} has {} inputs", inputs.len());
    for (i, (path, data)) in inputs.iter().enumerate() {
        let shown = path.display().to_string();
        tried(body, data, &shown);
        let other = &inputs[(i * 7 + 3) % inputs.len()].1;
        for change in 0..changes {
            let mut numbers = Numbers((i * 1000 + change) as u64);
            tried(body, &changed(data, other, &mut numbers), &format!("{shown}, change {change}"));
        }
    }
}

/// An input with a few changes: bytes replaced, taken out, repeated, or taken from another input.
fn changed(data: &[u8], other: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut data = data.to_vec();
    for _ in 0..1 + numbers.below(4) {
        let at = numbers.below(data.len() + 1);
        let few = numbers.below(12).min(data.len() - at);
        match numbers.below(6) {
            0 => drop(data.drain(at..at + few)),
            1 => {
                let again = data[at..at + few].to_vec();
                data.splice(at..at, again);
            }
            2 => {
                let from = numbers.below(other.len() + 1);
                let to = (from + numbers.below(40)).min(other.len());
                data.splice(at..at + few, other[from..to].iter().copied());
            }
            3 => data.insert(at, *b" \t\n#>=0-A\xFF\0".get(numbers.below(11)).unwrap_or(&0)),
            4 => data[at..at + few.min(4)].fill([0, 0xFF, 0x7F, 0x80, 0xFC][numbers.below(5)]),
            _ => data[at..at + few.min(1)].fill(numbers.next() as u8),
        }
    }
    data
}

#[test]
fn texts() {
    replay("text");
}

#[test]
fn modules() {
    replay("module");
}

#[test]
fn levels() {
    replay("level");
}

#[test]
fn containers() {
    replay("container");
}

#[test]
fn traces() {
    replay("trace");
}

#[test]
fn seeds_and_dictionary_are_fresh() {
    let mut expected: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    for (target, seeds) in
        [("text", text_seeds()), ("module", module_seeds()), ("level", level_seeds()), ("container", container_seeds())]
    {
        for (name, data) in seeds {
            expected.insert(root().join("seeds").join(target).join(name), data);
        }
    }
    for (name, data) in trace_seeds() {
        expected.insert(root().join("seeds/trace").join(name), data);
    }
    expected.insert(root().join("vgdl.dict"), dictionary().into_bytes());
    if std::env::var_os("VGDL_BLESS").is_some() {
        let _ = std::fs::remove_dir_all(root().join("seeds"));
        for (path, data) in &expected {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, data).expect("a file that can be written");
        }
    }
    let found: BTreeSet<PathBuf> = corpus::files(&root().join("seeds"), &|_| true).into_iter().collect();
    let stray: Vec<_> = found.iter().filter(|path| !expected.contains_key(*path)).collect();
    assert!(stray.is_empty(), "nothing makes {stray:?}");
    for (path, data) in expected {
        let stale = std::fs::read(&path).ok().as_ref() != Some(&data);
        assert!(!stale, "{} is stale: VGDL_BLESS=1 cargo test --test it fuzz", path.display());
    }
}

/// Games with their first levels: our examples, the snapshots' games, the fuzzed game, and some of the conformance cases.
fn games() -> Vec<(String, String, String)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let game = |path: &PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let level = path.with_file_name(format!("{name}_lvl0.txt"));
        level.is_file().then(|| (name, corpus::read(path), corpus::read(&level)))
    };
    let mut games: Vec<_> = corpus::files(&crate::own::folder(), &|name| name.ends_with(".vgdl"));
    games.extend(corpus::files(&tests.join("stages/in"), &|name| name.ends_with(".vgdl")));
    games.push(tests.join("it/fuzz/rich.vgdl"));
    games.extend(corpus::files(&tests.join("conformance/gvgai/games"), &corpus::is_game).into_iter().step_by(9));
    games.iter().filter_map(game).filter(|(_, game, level)| game.len() + level.len() < 4000).collect()
}

fn text_seeds() -> Vec<(String, Vec<u8>)> {
    games().into_iter().map(|(name, game, level)| (name, format!("{game}\0{level}").into_bytes())).collect()
}

/// Examples of the codes of the language, and modules of ours.
fn module_seeds() -> Vec<(String, Vec<u8>)> {
    let codes = vgdl::diag::codes::ALL.iter().filter(|code| code.code[1..].starts_with("08"));
    let shown = codes.filter(|code| !code.wrong.is_empty());
    let mut seeds: Vec<_> =
        shown.map(|c| (c.code.to_owned(), format!("{}\n{}\n", c.wrong, c.right).into_bytes())).collect();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for path in corpus::files(&examples, &|name| name.ends_with(".gdl")) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        seeds.push((name, corpus::read(&path).into_bytes()));
    }
    let words = "(if (= x 1)) (set x '(or a b)) #|#|x|#|# |a b| \"\\101\\0102\" `3d6-2 (+ 1 (1 2 x)) (else) (- (1 x 2)) u* (end-if) 5% .5 ";
    seeds.push(("words".to_owned(), words.as_bytes().to_vec()));
    seeds
}

fn level_seeds() -> Vec<(String, Vec<u8>)> {
    let odd = [
        "A",
        "wwwwww\nwA  w\nw\nwwwwwwwwww\n",
        "F\u{1F600}\r\n$\r\n",
        "",
        "\n\nA",
        "AAAA\nFFFF\n",
        "nnnnn\nMMAMM\nnnnnn",
    ];
    let mut seeds: Vec<_> = odd.iter().enumerate().map(|(i, l)| (format!("odd{i}"), l.as_bytes().to_vec())).collect();
    seeds.push(("rich".to_owned(), include_bytes!("rich_lvl0.txt").to_vec()));
    // All the game's sprites, a few at a time, crowded and alone.
    let glyphs: Vec<char> = ".~HcsbBmOnMdekaoO$gWw".chars().collect();
    for (i, pair) in glyphs.windows(2).enumerate() {
        let line: String = (0..12).map(|k| if k % 3 == 2 { ' ' } else { pair[k % 2] }).collect();
        let player = ["A", "F"][i % 2];
        seeds.push((format!("few{i}"), format!("{line}\n{player}           \n{line}\n").into_bytes()));
    }
    seeds
}

fn compiled(game: &str, level: &str, optimise: bool) -> Option<vgdl::Program> {
    let options = Options { policy: Policy::Compat, optimise, ..Options::default() };
    compile(&Source::new("game", game), &[Source::new("level", level)], &options).program
}

fn container_seeds() -> Vec<(String, Vec<u8>)> {
    let programs = games().into_iter().enumerate().filter_map(|(i, (name, game, level))| {
        let mut program = compiled(&game, &level, i % 3 == 0)?;
        if i % 2 == 1 {
            program.debug = None;
        }
        Some((name, program.to_bytes()))
    });
    programs.filter(|(_, bytes)| bytes.len() < 3000).collect()
}

fn trace_seeds() -> Vec<(String, Vec<u8>)> {
    let mut seeds = Vec::new();
    for (name, game, level) in bodies::GAMES {
        let image = Image::load(compiled(game, level, false).expect(name)).expect(name);
        for seed in 0..3 {
            let mut dice = Dice(seed);
            let mut script = || (0..12).map(|_| Action::ALL[dice.roll(Action::ALL.len())]).collect::<Vec<Action>>();
            let actions = vec![script(), script()];
            let plan = Plan { seed: seed as i32, actions, max_ticks: 5 + seed as u32 * 3, ..Plan::default() };
            let mut recorder = Recorder::new(Vec::new(), "", name, image.program()).expect("a vector takes it all");
            recorder.run(&image, &image.program().levels[0], &plan).expect("a level that starts");
            seeds.push((format!("{name}{seed}"), recorder.finish().expect("a vector takes it all")));
        }
    }
    // Beginnings of golden traces: other forms of the same records, and exceptions.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/gvgai/traces");
    let golden = ["parse-root-class", "parse-missing-avatar-score", "sprite-Portal-no-stype", "two-missing-avatar"];
    for name in golden {
        let file = std::fs::File::open(folder.join(format!("{name}.jsonl.gz"))).expect("a golden trace");
        let mut text = String::new();
        MultiGzDecoder::new(file).read_to_string(&mut text).expect("a sound trace");
        let lines: Vec<&str> = text.lines().take(40).collect();
        seeds.push((name.to_owned(), lines.join("\n").into_bytes()));
    }
    seeds
}

/// The words of the language, for the fuzzer to put together.
fn dictionary() -> String {
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut add = |word: &str| _ = words.insert(word.to_owned());
    CLASSES.iter().for_each(|c| add(c.name));
    EFFECTS.iter().for_each(|e| add(e.name));
    ENDS.iter().for_each(|e| add(e.name));
    let of_effects = EFFECTS.iter().flat_map(|e| e.params);
    let of_ends = ENDS.iter().flat_map(|e| e.params);
    let params = SPRITE_PARAMS.iter().chain(EFFECT_COMMON).chain(END_COMMON).chain(TIME_PARAMS);
    params.chain(of_effects).chain(of_ends).for_each(|p| add(&format!(" {}=", p.name)));
    COLOURS.iter().step_by(5).for_each(|(name, _)| add(name));
    Block::WITH_HEADER.iter().for_each(|b| add(b.name()));
    for word in [
        "BasicGame",
        "GameSpace",
        "EOS",
        "TIME",
        "avatar",
        "wall",
        " > ",
        "True",
        "False",
        "UP",
        "DOWN",
        "LEFT",
        "RIGHT",
        "2147483647",
        "-2147483648",
        "1e308",
        "NaN",
        "-0.0",
        "Infinity",
        "0x1p3",
        "no_players=2",
        "no_counters=3",
        "square_size=",
        "obs=",
        "key_handler=Pulse",
        "max_sprites=",
        "max_ticks=",
        "values=0:1:5",
        "# vgdl: allow(",
        "E0212)",
        "W0604)",
        "    ",
    ] {
        add(word);
    }
    let mut text = String::from("# Made from the tables of the ontology: VGDL_BLESS=1 cargo test --test it fuzz\n");
    for word in words {
        text += &format!("\"{word}\"\n");
    }
    text + "\"\\x00\"\n\"\\x09\"\n\"\\x0a\"\n"
}
