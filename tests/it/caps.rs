//! Caps on sprites and ticks: the reference engine's by default, the game line's or the caller's where they say so; and the
//! bounds that keep a play in memory.

use std::sync::Arc;

use vgdl::diag::Level as Severity;
use vgdl::{Options, Program, Source, compile};
use vgdl_vm::program::Level;
use vgdl_vm::program::verify::limits;
use vgdl_vm::{Cause, Image, State};

/// Compiles a game without a word.
fn program(game: &str, level: &str) -> Program {
    let compiled = compile(&Source::new("game", game), &[Source::new("level", level)], &Options::default());
    let loud = compiled.diagnostics.iter().filter(|d| d.level != Severity::Note).count();
    assert_eq!(loud, 0, "{:?}", compiled.diagnostics);
    compiled.program.expect("a program")
}

fn start(program: Program) -> State {
    let image = Image::load(program).expect("a sound program");
    let level = image.program().levels[0].clone();
    image.start(&level, 0).expect("a level that starts")
}

/// Two kinds of moss that spread to all four sides and make each other.
fn moss(line: &str) -> String {
    format!(
        "{line}
    SpriteSet
        moss > Spreader stype=lichen spreadprob=1.0 limit=5000
        lichen > Spreader stype=moss spreadprob=1.0 limit=5000
        avatar > MovingAvatar
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
    LevelMapping
        m > moss
"
    )
}

/// Bees that are killed twice in the tick they are made, so that the count of sprites falls by one each tick, and eggs that
/// stay.
fn doomed(line: &str) -> String {
    format!(
        "{line}
    SpriteSet
        hive > SpawnPoint stype=bee prob=1 cooldown=1
        nest > SpawnPoint stype=egg prob=1 cooldown=1
        bee > Immovable
        egg > Immovable
        avatar > MovingAvatar
    InteractionSet
        hive bee > killAll stype=bee
        hive bee > killAll stype=bee
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
    LevelMapping
        h > hive
        n > nest
"
    )
}

fn until_over(state: &mut State) {
    while !state.is_over() {
        state.step(&[]);
    }
}

#[test]
fn no_sprite_is_made_beyond_the_cap() {
    for (line, most) in [("BasicGame max_sprites=30", 30), ("BasicGame", 10_000)] {
        let mut state = start(program(&moss(line), "A   \n   m\n"));
        for _ in 0..40 {
            state.step(&[]);
        }
        // As in the reference engine one is made while there are as many as the cap says.
        assert_eq!(state.sprite_count(), most + 1, "{line}");
        assert!(state.messages() > 0, "each one that is not made is a message");
    }
}

#[test]
fn the_last_tick_ends_the_play() {
    for (line, last) in [("BasicGame max_ticks=7", 7), ("BasicGame", 2000), ("BasicGame max_ticks=2500", 2500)] {
        let mut state = start(program(&doomed(line), "A\n"));
        until_over(&mut state);
        assert_eq!((state.tick(), state.fault()), (last, None), "{line}");
    }
}

#[test]
fn callers_set_the_caps_of_a_program() {
    let mut program = program(&moss("BasicGame"), "A   \n   m\n");
    assert_eq!((program.game.max_sprites, program.game.max_ticks), (10_000, 2000));
    program.game.max_ticks = 3;
    program.game.max_sprites = 1;
    let bytes = program.to_bytes();
    let read = Program::from_bytes(&bytes).expect("a program");
    assert_eq!(read, program);
    let mut state = start(read);
    until_over(&mut state);
    assert_eq!((state.tick(), state.sprite_count()), (3, 2));
}

#[test]
fn caps_out_of_range_are_refused_at_their_place() {
    for (line, word) in [("max_sprites=0", "0"), ("max_ticks=-5", "-5"), ("max_sprites=4194305", "4194305")] {
        let game = moss(&format!("BasicGame {line}"));
        let compiled = compile(&Source::new("game", game.as_str()), &[], &Options::default());
        assert!(compiled.program.is_none());
        let [found] = &compiled.diagnostics[..] else { panic!("{:?}", compiled.diagnostics) };
        let place = found.span.expect("a place").range();
        assert_eq!((found.code, &game[place]), ("E0129", word), "{found:?}");
    }
}

#[test]
fn a_play_whose_count_of_sprites_sinks_stays_bounded() {
    let mut program = program(&doomed("BasicGame max_sprites=20"), "Ahn\n");
    program.game.max_ticks = 100_000;
    let mut state = start(program);
    until_over(&mut state);
    let fault = state.fault().expect("a fault");
    assert_eq!(fault.cause, Cause::TooManySprites);
    assert_eq!(state.sprite_count(), 2000);
}

#[test]
fn too_many_rules_that_wait_are_a_fault() {
    let game = "BasicGame max_ticks=1000000
    SpriteSet
        floor > Immovable
        avatar > MovingAvatar
    InteractionSet
        floor avatar > addTimer timer=999999 ftype=killAll stype=floor
        avatar EOS > stepBack
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
    LevelMapping
        f > floor floor floor floor floor floor floor floor floor floor floor floor floor floor floor floor avatar
";
    let mut state = start(program(game, "f\n"));
    until_over(&mut state);
    let fault = state.fault().expect("a fault");
    assert_eq!(fault.cause, Cause::TooManyTimers);
    assert_eq!(state.tick(), (limits::WAITING / 16) as i32);
}

#[test]
fn timers_of_one_tick_run_the_last_planned_first() {
    let game = "BasicGame
    SpriteSet
        a > Immovable
        b > Immovable
        c > Immovable
        avatar > MovingAvatar
    InteractionSet
        TIME a > transformTo stype=b timer=3
        TIME b > transformTo stype=c timer=3
    TerminationSet
        SpriteCounter stype=avatar limit=0 win=False
    LevelMapping
        a > a
";
    let image: Arc<Image> = Image::load(program(game, "Aa\n")).expect("a sound program");
    let mut state = image.start(&image.program().levels[0], 0).expect("a level that starts");
    for _ in 0..5 {
        state.step(&[]);
    }
    // Planned last, the second rule finds no b yet.
    let count = |name: &str| state.sprites().filter(|s| image.program().type_name(s.type_id) == name).count();
    assert_eq!((count("a"), count("b"), count("c")), (0, 1, 0));
}

#[test]
fn what_sprites_remember_is_bounded() {
    let types = 4000;
    let resources: String = (0..types).map(|i| format!("        r{i} > Resource\n")).collect();
    let game = format!(
        "BasicGame max_sprites=100000\n    SpriteSet\n{resources}        avatar > MovingAvatar\n    LevelMapping\n        \
         A > avatar\n        r > r1\n"
    );
    // The compiler has much to say of so many resources.
    let compiled = compile(&Source::new("game", game), &[], &Options::default());
    let image = Image::load(compiled.program.expect("a program")).expect("a sound program");
    let most = limits::ROWS / types;
    let level = |rows: usize| Level { name: String::new(), rows: vec!["r".repeat(100); rows] };
    assert!(image.start(&level(most / 100), 0).is_ok());
    let refused = image.start(&level(most / 100 + 1), 0).expect_err("too many sprites");
    assert!(refused.0.contains("too many sprites"), "{refused}");
}

#[test]
fn a_path_finder_takes_no_large_levels() {
    let game = "BasicGame key_handler=Pulse obs=wall\n    SpriteSet\n        hunter > PathChaser stype=avatar\n        \
                avatar > MovingAvatar\n    LevelMapping\n        A > avatar\n        h > hunter\n";
    let compiled = compile(&Source::new("game", game), &[], &Options::default());
    let image = Image::load(compiled.program.expect("a program")).expect("a sound program");
    let level = |rows: usize| {
        let mut rows = vec![" ".repeat(128); rows];
        rows[0].replace_range(0..2, "Ah");
        Level { name: String::new(), rows }
    };
    assert!(image.start(&level(limits::PATH_CELLS / 128), 0).is_ok());
    let refused = image.start(&level(limits::PATH_CELLS / 128 + 1), 0).expect_err("too large");
    assert!(refused.0.starts_with("the path finder takes levels of 16384 cells at most"), "{refused}");
}

/// Moss that meets itself all over, and each meeting changes all of it.
const FEVER: &str = "BasicGame
    SpriteSet
        moss > Immovable
        mould > Immovable
        avatar > MovingAvatar
    InteractionSet
        moss moss > transformToSingleton stype=moss stype_other=mould
        mould moss > cloneSprite
    TerminationSet
        Timeout limit=50 win=False
    LevelMapping
        m > moss moss moss moss moss moss moss moss
        M > mould moss mould moss mould moss mould moss
";

#[test]
fn a_frame_that_takes_too_long_is_a_fault() {
    let image = Image::load(program(FEVER, "AmmM\n")).expect("a sound program");
    let start = || image.start(&image.program().levels[0], 0).expect("a level that starts");
    let (mut free, mut tight) = (start(), start());
    tight.set_work(500);
    tight.step(&[]);
    let fault = tight.fault().expect("a fault");
    assert_eq!(fault.cause, Cause::TooMuchWork);
    let told = fault.describe(image.program());
    assert!(told.starts_with("tick 0: the frame takes too long"), "{told}");
    assert!(tight.is_over());
    // The same frame, with the time that every play has.
    free.step(&[]);
    assert!(free.fault().is_none_or(|f| f.cause != Cause::TooMuchWork), "{:?}", free.fault());
}

/// A giant makes everybody who moves look at all cells of the level; most flies move when no work is left.
#[test]
fn when_no_work_is_left_nobody_looks_any_more() {
    let game = "BasicGame square_size=2
    SpriteSet
        giant > Immovable wMult=200 hMult=200
        gnat > Immovable
        fly > RandomNPC
        avatar > MovingAvatar
    InteractionSet
        fly gnat > killSprite
    TerminationSet
        Timeout limit=50 win=False
    LevelMapping
        G > giant
        n > gnat
        f > fly
";
    let time = |flies: usize| {
        let mut rows = vec!["f".repeat(200); flies / 200];
        rows.resize(200, " ".repeat(200));
        rows[199].replace_range(0..3, "AGn");
        let image = Image::load(program(game, &(rows.join("\n") + "\n"))).expect("a sound program");
        let start = image.start(&image.program().levels[0], 0).expect("a level that starts");
        let tick = || {
            let mut state = start.clone();
            state.set_work(100_000);
            // The first tick is spent without a move.
            let begin = std::time::Instant::now();
            (0..2).for_each(|_| state.step(&[]));
            let taken = begin.elapsed();
            assert_eq!(state.fault().map(|f| f.cause), Some(Cause::TooMuchWork));
            taken
        };
        (0..5).map(|_| tick()).min().expect("a time")
    };
    let (few, many) = (time(2_000), time(8_000));
    assert!(many < 8 * few / 3, "{few:?} for 2,000 flies, {many:?} for 8,000");
}

/// What a rule of the first tick costs beyond itself.
fn fault_of(game: &str, level: &str, work: u64) -> Option<Cause> {
    let image = Image::load(program(game, level)).expect("a sound program");
    let mut state = image.start(&image.program().levels[0], 0).expect("a level that starts");
    state.set_work(work);
    state.step(&[]);
    state.fault().map(|f| f.cause)
}

#[test]
fn conditions_count_as_work() {
    let doors: String = (0..60).map(|i| format!("        door{i} > Immovable requires=key:1\n")).collect();
    let game = |condition: &str| {
        format!(
            "BasicGame\n    SpriteSet\n        key > Resource\n{doors}        floor > Immovable\n        avatar > MovingAvatar\n    \
             InteractionSet\n        floor avatar > killSprite{condition}\n    TerminationSet\n        Timeout limit=50 win=False\n    \
             LevelMapping\n        A > floor avatar\n        k > key\n        0 > {}\n",
            (0..60).map(|i| format!("door{i}")).collect::<Vec<_>>().join(" ")
        )
    };
    assert_eq!(fault_of(&game(""), "A\n", 50), None);
    assert_eq!(fault_of(&game(" if={QUALIFIED[door0]}"), "A\n", 50), Some(Cause::TooMuchWork));
    assert_eq!(fault_of(&game(" if={QUALIFIED[door0]}"), "A\n", 500), None);
}

#[test]
fn what_growers_look_at_counts_as_work() {
    let game = |over: &str| {
        format!(
            "BasicGame\n    SpriteSet\n        dust > Immovable\n        moss > Grower prob=1 neighbours=8 over={over}\n        \
             avatar > MovingAvatar\n    InteractionSet\n        dust avatar > killSprite\n    TerminationSet\n        \
             Timeout limit=50 win=False\n    LevelMapping\n        d > {}\n        m > moss\n        A > avatar\n",
            ["dust"; 60].join(" ")
        )
    };
    // What takes room is known without a look; what does not is looked at one by one.
    assert_eq!(fault_of(&game("moss"), "md    A\n", 50), None);
    assert_eq!(fault_of(&game("dust"), "md    A\n", 50), Some(Cause::TooMuchWork));
    assert_eq!(fault_of(&game("dust"), "md    A\n", 500), None);
}
