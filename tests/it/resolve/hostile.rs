//! Nothing that a file can hold makes the compiler panic, or take long.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use vgdl::{Options, Policy, Source, compile};

/// Words that games are made of, and some that they are not.
const WORDS: &[&str] = &[
    ">",
    "BasicGame",
    "GameSpace",
    "SpriteSet",
    "LevelMapping",
    "InteractionSet",
    "TerminationSet",
    "ParameterSet",
    "wall",
    "avatar",
    "a",
    "b",
    "EOS",
    "TIME",
    "time",
    "Missile",
    "Portal",
    "ResourcePack",
    "Resource",
    "Immovable",
    "MovingAvatar",
    "SpawnPoint",
    "ShootAvatar",
    "killSprite",
    "addTimer",
    "ftype=addTimer",
    "ftype=spawn",
    "ftype=undoAll",
    "stype=a",
    "stype=a,b,",
    "stype=,",
    "stype=5",
    "stype==",
    "stype=RED",
    "transformIfCount",
    "stypeCount=b",
    "wallBounce",
    "shieldFrom",
    "spawn",
    "repeat=2",
    "repeat=2147483647",
    "repeat=-1",
    "timer=1",
    "nextExecution=2",
    "repeating=True",
    "scoreChange=1,x",
    "scoreChange=,",
    "counter=1",
    "win=True",
    "win=x",
    "limit=1",
    "limit=9999999999",
    "SpriteCounter",
    "Timeout",
    "MultiSpriteCounter",
    "canEnd=True",
    "no_players=2",
    "no_players=-3",
    "no_counters=99999999",
    "square_size=0",
    "obs=wall,x",
    "N",
    "values=1:1:5",
    "values=0.1:0:1",
    "values=True:False",
    "values=x",
    "values=a:b",
    "value=3",
    "value=N",
    "speed=N",
    "speed=0x1p3",
    "singleton=True",
    "orientation=UP",
    "=",
    "a=b=c",
    "é",
    "\u{1F600}",
    "#",
    "###",
    "x=y",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_compile_or_are_errors(
        lines in prop::collection::vec((0..4_usize, prop::collection::vec(prop::sample::select(WORDS), 1..7)), 0..40),
        start in prop::bool::weighted(0.9),
        level in "[ awAx\u{1F600}\n]{0,40}",
    ) {
        let mut text = if start { "BasicGame\n".to_owned() } else { String::new() };
        for (depth, words) in lines {
            text += &"    ".repeat(depth);
            text += &words.join(" ");
            text.push('\n');
        }
        let source = Source::new("game", text);
        let levels = [Source::new("level", level)];
        for policy in [Policy::Default, Policy::Compat] {
            let options = Options { policy, params: vec![("N".to_owned(), "2".to_owned())], ..Options::default() };
            let compiled = compile(&source, &levels, &options);
            let errors = compiled.diagnostics.iter().any(|d| d.level == vgdl::diag::Level::Error);
            prop_assert_eq!(compiled.program.is_none(), errors);
            if let Some(program) = compiled.program {
                prop_assert!(vgdl_vm::Image::load(program).is_ok());
            }
        }
    }
}

/// Compiles both ways within a time that only linear work keeps.
fn quick(name: &str, text: String) {
    let start = Instant::now();
    let source = Source::new("game", text);
    for policy in [Policy::Default, Policy::Compat] {
        let _ = compile(&source, &[], &Options { policy, ..Options::default() });
    }
    println!("{name}: {:?}", start.elapsed());
    // Debug builds on a busy machine are slow; work by the square of the length would take minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "{name}: {:?}", start.elapsed());
}

#[test]
fn long_files_take_no_time_by_the_square_of_their_length() {
    const N: usize = 10_000;
    let sprites = |lines: String| format!("BasicGame\n SpriteSet\n{lines}");
    let many = |line: &dyn Fn(usize) -> String| (0..N).map(line).collect::<String>();
    quick("sprites", sprites(many(&|i| format!("  s{i} > Missile\n"))));
    quick("one sprite", sprites(many(&|_| "  s > Missile\n".to_owned())));
    quick("children", sprites(format!("  top > Missile a=1 b=2 c=3\n{}", many(&|i| format!("   s{i} >\n")))));
    quick("arguments", sprites(format!("  s > Missile{}\n", many(&|i| format!(" k{i}=1")))));
    quick("the same argument", sprites(format!("  s > Missile{}\n", many(&|_| " speed=1".to_owned()))));
    let list = many(&|i| format!("s{i},"));
    quick(
        "lists handed down",
        sprites(format!("  top > SpawnPointMultiSprite stypes={list}\n{}", many(&|i| format!("   s{i} >\n")))),
    );
    let rules = |lines: String| format!("BasicGame\n SpriteSet\n  a > Missile\n InteractionSet\n{lines}");
    quick("edges", rules(many(&|_| "  a EOS > killSprite\n".to_owned())));
    quick("seconds", rules(format!("  a{} > killSprite\n", " wall".repeat(N))));
    quick("repeats", rules(many(&|_| "  a wall > killSprite repeat=2147483647\n".to_owned())));
    quick("pairs", rules(many(&|_| "  a wall > killSprite\n".to_owned())));
    quick("mistakes", rules(many(&|i| format!("  x{i} y{i} > z{i}\n"))));
    quick(
        "glyphs",
        format!("BasicGame\n SpriteSet\n  a > Missile\n LevelMapping\n{}", many(&|_| "  g > a\n".to_owned())),
    );
    let deep: String = (0..99).map(|i| format!("{}d{i} > Missile\n", " ".repeat(i + 2))).collect();
    quick("depth", sprites(deep + &many(&|i| format!("{}s{i} >\n", " ".repeat(101)))));
}
