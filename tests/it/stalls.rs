//! Short ways change no play: random games full of rocks, walls and animals, played with every step taken, with steps left
//! out that would be undone, and with every few sprites that meet taken for a crowd; tick by tick.

use rayon::prelude::*;
use vgdl::trace::canon;
use vgdl::{Options, Policy, Source, compile};
use vgdl_vm::{History, Image, Profile};

use crate::opt::facts;
use crate::own::Dice;
use crate::sample::Numbers;

const TYPES: [&str; 12] =
    ["wall", "soil", "gem", "rock", "slide", "drip", "bat", "hunter", "coward", "avatar", "animal", "moss"];

/// Effects, and how often they are taken.
const EFFECTS: [(&str, usize); 30] = [
    ("stepBack", 60),
    ("killSprite", 6),
    ("killBoth", 2),
    ("killIfFromAbove", 3),
    ("transformTo stype=gem", 3),
    ("transformTo stype=rock", 3),
    ("transformTo stype=drip killSecond=True", 2),
    ("bounceForward", 4),
    ("undoAll", 2),
    ("flipDirection", 3),
    ("reverseDirection", 4),
    ("turnAround", 2),
    ("pullWithIt", 2),
    ("align", 1),
    ("wallBounce", 1),
    ("wallStop", 1),
    ("attractGaze prob=0.5", 1),
    ("cloneSprite", 2),
    ("spawn stype=soil", 2),
    ("spawnBehind stype=soil", 1),
    ("transformToAll stype=soil stypeTo=drip", 1),
    ("killAll stype=rock", 1),
    ("increaseSpeedToAll stype=rock value=0.1", 1),
    ("setSpeedForAll stype=bat value=0.5", 1),
    ("changeResource resource=gem value=1", 2),
    ("collectResource", 2),
    ("subtractHealthPoints", 1),
    ("shieldFrom stype=rock ftype=stepBack", 1),
    ("stepBack scoreChange=1", 2),
    ("stepBack pixelPerfect=True", 1),
];

/// A random game and a level.
fn game(seed: u64) -> (String, String) {
    let mut n = Numbers(seed);
    let mut pick = |list: &[&str]| list[n.below(list.len())].to_owned();
    let speeds = ["1", "1", "0.5", "0.25", "0.1", "0.6", "2"];
    let cooldowns = ["1", "1", "2", "3"];
    let sides = ["UP", "DOWN", "DOWN", "LEFT", "RIGHT"];
    let mut text = String::from("BasicGame\n    SpriteSet\n");
    let sprites = [
        "wall > Immovable".to_owned(),
        format!("moss > Grower prob=0.05 over={} total={}", pick(&["gem", "animal"]), pick(&["0", "0", "2"])),
        "soil > Immovable".to_owned(),
        format!("gem > Resource limit=9 shrinkfactor={}", pick(&["1", "1", "0.75", "0.5"])),
        format!("rock > Missile orientation={} speed={} cooldown={}", pick(&sides), pick(&speeds), pick(&cooldowns)),
        format!("slide > Missile orientation={} speed={} cooldown={}", pick(&sides), pick(&speeds), pick(&cooldowns)),
        format!("drip > Missile orientation={} speed={}", pick(&sides), pick(&speeds)),
        "animal >".to_owned(),
        format!(
            "    bat > RandomNPC cons={} speed={} cooldown={}",
            pick(&["0", "1", "3"]),
            pick(&speeds),
            pick(&cooldowns)
        ),
        format!("    hunter > Chaser stype={} speed={}", pick(&["avatar", "bat", "gem"]), pick(&speeds)),
        format!("    coward > Fleeing stype=avatar speed={} cooldown={}", pick(&speeds), pick(&cooldowns)),
        format!(
            "avatar > {} speed={}",
            pick(&["MovingAvatar", "OrientedAvatar", "ShootAvatar stype=drip", "FlakAvatar stype=drip"]),
            pick(&["1", "1", "0.5"])
        ),
    ];
    for sprite in sprites {
        text += &format!("        {sprite}\n");
    }
    text += "    InteractionSet\n";
    for _ in 0..5 + n.below(14) {
        let side = |n: &mut Numbers| TYPES[n.below(TYPES.len())];
        let second = if n.below(14) == 0 { "EOS" } else { side(&mut n) };
        let mut at = n.below(EFFECTS.iter().map(|e| e.1).sum());
        let effect =
            EFFECTS.iter().find(|e| at.checked_sub(e.1).map(|rest| at = rest).is_none()).expect("one of them").0;
        let first = side(&mut n);
        text += &format!("        {first} {second} > {effect}\n");
    }
    if n.below(4) == 0 {
        text += "        bat TIME > flipDirection timer=3 repeating=True\n";
    }
    text += "    TerminationSet\n        Timeout limit=400 win=True\n    LevelMapping\n";
    for (c, name) in "wsgrldbhcAam".chars().zip(TYPES) {
        text += &format!("        {c} > {name}\n");
    }
    let (width, height) = (5 + n.below(8), 4 + n.below(7));
    // Growers make all sprites take room in cells: only some games have them.
    let moss = usize::from(n.below(4) == 0);
    let mut level: Vec<Vec<u8>> =
        (0..height).map(|_| (0..width).map(|_| b"....wwsssgrrrrldbbhcm"[n.below(20 + moss)]).collect()).collect();
    let (x, y) = (n.below(width), n.below(height));
    level[y][x] = b'A';
    (text, level.into_iter().map(|row| String::from_utf8(row).expect("letters") + "\n").collect())
}

/// Plays a random game in all ways; ticks played, or `None` if there is no such game.
fn play(seed: u64) -> Option<u32> {
    let (game, level) = game(seed);
    let options = Options { policy: Policy::Compat, ..Options::default() };
    let mut program =
        compile(&Source::new("game", game.as_str()), &[Source::new("level", level.as_str())], &options).program?;
    program.message_limit = false;
    let level_read = program.levels[0].clone();
    let image = Image::load(program).expect("a sound program");
    let mut slow = image.start(&level_read, seed as i32).ok()?;
    let mut fast = slow.clone();
    let mut crowded = slow.clone();
    crowded.set_crowd(1 + (seed % 3) as usize);
    let (names, mut profile) = (canon::type_names(image.program()), Profile::new(|| 0));
    let mut dice = Dice(seed);
    let most = slow.sprite_count() + 60;
    for tick in 0..80 {
        let actions = dice.actions(&slow);
        slow.step_profiling(&actions, &mut profile);
        let one = facts(&slow, &names, image.program());
        for (quick, how) in [(&mut fast, "steps left out"), (&mut crowded, "crowds")] {
            quick.step(&actions);
            let two = facts(quick, &names, image.program());
            assert_eq!(one, two, "game {seed}, tick {tick}, {how}:\n{game}\n{level}");
        }
        if tick % 16 == 7 {
            // A profile may look on for a tick only: sleepers wake.
            for state in [&mut slow, &mut fast, &mut crowded] {
                state.step_profiling(&[], &mut profile);
            }
        }
        if slow.is_over() || slow.sprite_count() > most {
            return Some(tick);
        }
    }
    Some(80)
}

#[test]
fn a_history_has_what_rests_on_others() {
    // A stone that an avatar might have made lies on the ground: each tick it falls and is put back, and that is told.
    let game = "BasicGame square_size=10
    SpriteSet
        stone > Missile orientation=DOWN is_from_avatar=True
        avatar > MovingAvatar
    InteractionSet
        stone wall > stepBack
    TerminationSet
        Timeout limit=100 win=True
    LevelMapping
        s > stone
";
    let compiled = compile(&Source::new("game", game), &[Source::new("level", "As\nww\n")], &Options::default());
    let program = compiled.program.expect("a sound game");
    let level = program.levels[0].clone();
    let mut state = Image::load(program).expect("a sound program").start(&level, 1).expect("a level");
    let mut history = History::new();
    (0..3).for_each(|_| state.step(&[]));
    (0..3).for_each(|_| state.step_recording(&[], &mut history));
    let ticks: Vec<i32> = history.events().iter().map(|e| e.tick).collect();
    assert_eq!(ticks, [3, 4, 5]);
}

#[test]
fn short_ways_change_no_play() {
    let played: Vec<u32> = (0..2000).into_par_iter().filter_map(play).collect();
    let ticks: u32 = played.iter().sum();
    assert!(played.len() > 1000 && ticks > 60_000, "{} games, {ticks} ticks", played.len());
}
