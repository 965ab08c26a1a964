//! No file takes time by the square of its length: an input eight times as long takes about eight times as long, whatever it
//! is made of. Only times of the same machine are compared.
//!
//! `VGDL_COST=1` measures at full size: 60,000 lines, lines of a megabyte, levels of four million cells.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use vgdl::{Options, Policy, Source, check};

/// How many times longer the long input is.
const TIMES: usize = 8;
/// How many times longer than its share it may take: eight would be the square.
const SLACK: u32 = 3;
/// What is too short to be measured.
const BLUR: Duration = Duration::from_millis(25);

/// The shortest of a few checks of a text and a level.
fn time(text: &str, level: &str) -> Duration {
    let game = Source::new("game", text);
    let levels = if level.is_empty() { vec![] } else { vec![Source::new("level", level)] };
    let once = |policy| {
        let start = Instant::now();
        let _ = check(&game, &levels, &Options { policy, ..Options::default() });
        start.elapsed()
    };
    let both = || once(Policy::Default) + once(Policy::Compat);
    (0..3).map(|_| both()).min().expect("three")
}

/// Checks `make(n)` and `make(8 n)`, a game and a level each. A busy machine gets more chances.
fn linear(name: &str, long: usize, make: impl Fn(usize) -> (String, String)) {
    let (short, long) = (make(long / TIMES), make(long));
    for chance in 0.. {
        let (a, b) = (time(&short.0, &short.1), time(&long.0, &long.1));
        println!("{name}: {a:?}, {b:?}");
        if b <= a * TIMES as u32 * SLACK + BLUR {
            return;
        }
        assert!(chance < 9, "{name}: {a:?}, and {b:?} for {TIMES} times as much");
    }
}

fn lines(n: usize, line: impl Fn(usize) -> String) -> String {
    (0..n).map(|i| line(i) + "\n").collect()
}

const HEAD: &str = "BasicGame\n SpriteSet\n  a > Missile\n  avatar > MovingAvatar\n";
const TAIL: &str = " LevelMapping\n  A > avatar\n  m > a\n TerminationSet\n  Timeout limit=9 win=True\n";

fn full() -> bool {
    std::env::var_os("VGDL_COST").is_some()
}

/// Shapes of `n` lines, or words.
#[test]
fn games_take_time_by_their_length() {
    let most = if full() { 60_000 } else { 8_000 };
    let game = |name: &str, n: usize, make: &dyn Fn(usize) -> String| linear(name, n, |n| (make(n), String::new()));
    let rules = |line: &dyn Fn(usize) -> String, n| format!("{HEAD} InteractionSet\n{}{TAIL}", lines(n, line));
    game("flat sprites", most, &|n| format!("BasicGame\n SpriteSet\n{}", lines(n, |i| format!("  s{i} > Missile"))));
    game("chains", most / 95, &|n| {
        let chain = |k: usize| lines(95, |i| format!("{}c{k}_{i} > Missile", " ".repeat(i + 2)));
        format!("BasicGame\n SpriteSet\n{}", (0..n).map(chain).collect::<String>())
    });
    game("arguments of a line", most * 2, &|n| {
        format!("{HEAD}  s > Missile{}\n", (0..n).map(|i| format!(" k{i}=1")).collect::<String>())
    });
    game("names of a list", most * 2, &|n| {
        format!("{HEAD}  s > SpawnPointMultiSprite stypes={}a\n", (0..n).map(|i| format!("s{i},")).collect::<String>())
    });
    game("a long word", most * 16, &|n| format!("{HEAD}  s > Missile color={}\n", "x".repeat(n)));
    game("partners", most / 3, &|n| format!("{HEAD} InteractionSet\n  a{} > killSprite\n{TAIL}", " wall".repeat(n)));
    game("partners EOS", most / 3, &|n| format!("{HEAD} InteractionSet\n  a{} > stepBack\n{TAIL}", " EOS".repeat(n)));
    game("rules", most, &|n| rules(&|_| "  a wall > killSprite".to_owned(), n));
    game("rules for the edge", most, &|n| rules(&|_| "  a EOS > killSprite".to_owned(), n));
    game("timed rules", most, &|n| rules(&|_| "  a TIME > killSprite timer=3".to_owned(), n));
    game("misspelt sprites", most, &|n| rules(&|i| format!("  gme{i} avatr{i} > killSprite"), n));
    game("misspelt effects", most, &|n| rules(&|i| format!("  a wall > kilSprit{i}"), n));
    game("misspelt classes", most, &|n| format!("{HEAD}{}", lines(n, |i| format!("  s{i} > Imovabel{i}"))));
    game("misspelt parameters", most, &|n| format!("{HEAD}{}", lines(n, |i| format!("  s{i} > Missile sped{i}=1"))));
    game("terminations", most, &|n| {
        format!("{HEAD} TerminationSet\n{}", lines(n, |_| "  SpriteCounter stype=a limit=0 win=True".to_owned()))
    });
    game("mapping lines", most, &|n| format!("{HEAD} LevelMapping\n{}", lines(n, |i| format!("  {} > a", glyph(i)))));
    game("names of a mapping", most * 2, &|n| format!("{HEAD} LevelMapping\n  m >{}\n", " a".repeat(n)));
    game("unknown names of a mapping", most * 2, &|n| {
        format!("{HEAD} LevelMapping\n  m >{}\n", (0..n).map(|i| format!(" q{i}")).collect::<String>())
    });
    game("comments", most, &|n| format!("{HEAD}{}{TAIL}", lines(n, |i| format!("{}# words", " ".repeat(i % 9)))));
    game("tabs", most, &|n| {
        format!(
            "{HEAD}{}{TAIL}",
            lines(n, |i| format!("{}{}s{i} > Missile", " ".repeat(i % 7), "\t".repeat(2 + i % 50)))
        )
    });
    game("a line of tabs", most * 16, &|n| format!("{HEAD}{}\n{TAIL}", "\t".repeat(n)));
    game("blocks", most, &|n| format!("{HEAD}{}{TAIL}", " SpriteSet\n".repeat(n)));
    game("unknown blocks", most, &|n| format!("{HEAD}{}{TAIL}", " SpritSet\n".repeat(n)));
}

/// A character of its own for each number.
fn glyph(i: usize) -> char {
    char::from_u32(0x4E00 + (i % 20_000) as u32).unwrap_or('x')
}

#[test]
fn levels_take_time_by_their_size() {
    let side = if full() { 2000 } else { 500 };
    let game = format!("{HEAD} InteractionSet\n  avatar wall > stepBack\n  a wall > reverseDirection\n{TAIL}");
    let level = |name: &str, n, make: &dyn Fn(usize) -> String| linear(name, n, |n| (game.clone(), make(n)));
    for (name, glyph) in [("walls", "w"), ("unmapped", "x"), ("avatars", "A"), ("missiles", "m")] {
        level(name, side, &|rows| format!("{}\n", glyph.repeat(side)).repeat(rows));
    }
    level("a long row", side * 500, &|n| "w".repeat(n));
    level("short rows", side * 500, &|n| "w\n".repeat(n));
    level("many characters", side, &|rows| lines(rows, |y| (0..side).map(|x| glyph(x * 31 + y)).collect::<String>()));
}

/// Families, pairs and resources together: what lints go through.
#[test]
fn lints_take_time_by_the_length_of_games() {
    let most = if full() { 1000 } else { 400 };
    // So many sprites of two families, each with a character, and rules.
    let game = |n: usize, kinds: [&str; 2], line: &dyn Fn(usize) -> String, end: &str| {
        let mut text = "BasicGame\n SpriteSet\n".to_owned();
        for (family, kind) in ["p", "q"].into_iter().zip(kinds) {
            let _ = write!(text, "  {family} >\n{}", lines(n, |i| format!("   {family}{i} > {kind}")));
        }
        text += " LevelMapping\n";
        for i in 0..n {
            let _ = write!(text, "  {} > p{i}\n  {} > q{i}\n", glyph(2 * i), glyph(2 * i + 1));
        }
        text + &format!(" InteractionSet\n{} TerminationSet\n  {end} win=True\n", lines(n, line))
    };
    let level = |n: usize| lines(40, |y| (0..100).map(|x| glyph((x * 7 + y) % (2 * n))).collect::<String>());
    let lint = |name: &str, kinds, line: &dyn Fn(usize) -> String| {
        let end = "SpriteCounter stype=q limit=0";
        linear(name, most, |n| (game(n, kinds, line, end), level(n)));
    };
    lint("hidden rules", ["Missile", "Immovable"], &|i| format!("  p{i} q{i} > stepBack\n  p{i} q{i} > killSprite"));
    lint("walls and goals", ["MovingAvatar", "Immovable"], &|i| {
        format!("  p{i} q{i} > stepBack\n  q{i} p{i} > killSprite")
    });
    lint("fixed pairs", ["Immovable", "Immovable"], &|i| format!("  p{i} q{i} > killSprite"));
    lint("resources", ["Resource", "Missile"], &|i| {
        format!("  p{i} q{i} > collectResource\n  q{i} p{i} > killIfHasLess resource=p{i} limit=2")
    });
    lint("edges", ["Missile", "Immovable"], &|i| format!("  p{i} EOS > killSprite\n  p{i} EOS > stepBack"));
    lint("spawn points", ["SpawnPoint stype=q1", "Missile"], &|i| format!("  q{i} p{i} > transformTo stype=p{i}"));
}
