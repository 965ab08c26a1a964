//! Agents: what they choose, and that it depends on nothing but the seed.

use std::sync::Arc;

use vgdl::agents::{AGENTS, Script, Setup, SplitMix64, Team, find};
use vgdl::playtest::{Plan, Report};
use vgdl::{Options, Policy, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::{Image, State, Winner};

use crate::own::{Own, face, folder, games};

/// A game in one level.
fn start(game: &str, level: &str) -> State {
    // Levels without an avatar are for the reference engine to judge.
    let options = Options { policy: Policy::Compat, ..Options::default() };
    let compiled = compile(&Source::new("x.vgdl", game), &[Source::new("x_lvl0.txt", level)], &options);
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let image = Image::load(program).expect("a sound program");
    image.start(&image.program().levels[0], 0).expect("a level")
}

fn setup(seed: i32, budget: u32) -> Setup {
    Setup { budget, ..Setup::seeded(seed) }
}

/// Plays with an agent for so many ticks at most: the actions of all players, and the last state.
fn play(mut state: State, agent: &str, setup: Setup, ticks: usize) -> (Vec<Action>, State) {
    let mut team = Team::of(find(agent).expect("an agent"), state.players(), setup);
    let (mut actions, mut all) = (Vec::new(), Vec::new());
    for _ in 0..ticks {
        if state.is_over() {
            break;
        }
        team.choose(&state, &mut actions);
        all.extend(&actions);
        state.step(&actions);
    }
    (all, state)
}

/// Every game of ours, also the one in GDL.
fn all_games() -> Vec<Own> {
    let mut all = games();
    let path = folder().join("rat-field.gdl");
    let source = Source::new("rat-field.gdl", std::fs::read_to_string(path).expect("a file"));
    all.push(Own { name: "rat-field.gdl".into(), source, levels: Vec::new() });
    all
}

const PUZZLE: &str = "BasicGame
    SpriteSet
        box > Passive
        hole > Immovable
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        box avatar > bounceForward
        box wall > undoAll
        hole box > killBoth scoreChange=1
    TerminationSet
        SpriteCounter stype=hole limit=0 win=True
        Timeout limit=100 win=False
    LevelMapping
        b > box
        o > hole
";

const LOCKED: &str = "BasicGame
    SpriteSet
        key > Resource limit=2
        door > Door
        avatar > MovingAvatar
    InteractionSet
        avatar wall > stepBack
        key avatar > collectResource
        door avatar > killIfOtherHasMore resource=key limit=1
        avatar door > stepBack
    TerminationSet
        SpriteCounter stype=door limit=0 win=True
        Timeout limit=300 win=False
    LevelMapping
        k > key
        d > door
";

#[test]
fn random_choices_are_what_they_always_were() {
    // Recorded traces depend on them: one generator a player, seeded by another one.
    let state = games().iter().find(|g| g.name == "acornrace").expect("acornrace").image();
    let mut state = state.start(&state.program().levels[0], 5).expect("a level");
    let mut seeds = SplitMix64::new(u64::from((-5_i32).cast_unsigned()));
    let mut generators = [SplitMix64::new(seeds.next()), SplitMix64::new(seeds.next())];
    let mut team = Team::of(find("random").expect("random"), 2, Setup::seeded(-5));
    let mut actions = Vec::new();
    for _ in 0..50 {
        team.choose(&state, &mut actions);
        for (player, generator) in generators.iter_mut().enumerate() {
            let choices = state.actions(player);
            let draw = ((generator.next() >> 16) & 0x7fff_ffff) as usize;
            let wanted = draw.checked_rem(choices.len()).map_or(Action::Nil, |pick| choices[pick]);
            assert_eq!(actions[player], wanted);
        }
        state.step(&actions);
    }
    // The first numbers of SplitMix64 for seed 0, as published.
    let mut zero = SplitMix64::new(0);
    assert_eq!([zero.next(), zero.next()], [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
}

#[test]
fn scripts_are_read_letter_by_letter_and_end_in_nothing() {
    let scripts = Script::read("RA\n.E\n").expect("actions");
    assert_eq!(scripts[0], Script::new(vec![Action::Right, Action::Use]));
    let wrong = Script::read("UD\nUxD").expect_err("no action").to_string();
    assert!(wrong.starts_with("2:2: `x` is no action"), "{wrong}");
    let mut state = start(PUZZLE, "wwwwww\nwA bow\nwwwwww");
    let mut team = Team::scripted(Script::read("R").expect("actions"));
    let mut actions = Vec::new();
    for wanted in [Action::Right, Action::Nil, Action::Nil] {
        team.choose(&state, &mut actions);
        assert_eq!(actions, [wanted]);
        state.step(&actions);
    }
}

#[test]
fn an_unknown_agent_is_told_with_what_was_meant() {
    let told = find("mtcs").expect_err("no agent").to_string();
    assert!(told.contains("`mtcs`") && told.contains("did you mean `mcts`?") && told.contains("greedy"), "{told}");
    assert!(!find("someone\n").expect_err("no agent").to_string().contains('\n'));
}

#[test]
fn planners_solve_small_puzzles() {
    let push = start(PUZZLE, "wwwwwwww\nw      w\nwA b o w\nw      w\nwwwwwwww");
    let locked = start(LOCKED, "wwwwwwwww\nwA      w\nw   k   w\nw       w\nw   d   w\nwwwwwwwww");
    for (state, name) in [(push, "pushing"), (locked, "locked")] {
        for agent in ["bfs", "iw", "mcts"] {
            let (actions, end) = play(state.clone(), agent, setup(1, 800), 60);
            assert_eq!(end.winner(0), Some(Winner::Won), "{agent} in {name}: {actions:?}");
        }
    }
    // One tick of looking ahead follows a gradient.
    let straight = start(LOCKED, "wwwwwww\nwAk  dw\nwwwwwww");
    assert_eq!(play(straight, "greedy", setup(1, 100), 10).1.winner(0), Some(Winner::Won));
}

#[test]
fn breadth_first_finds_a_shortest_way() {
    let state = start(LOCKED, "wwwwwwww\nwA   k w\nw  www w\nw      w\nw d    w\nwwwwwwww");
    // Four steps to the key; from there six to the door, by either side of the wall.
    for seed in 0..4 {
        let (_, end) = play(state.clone(), "bfs", setup(seed, 4000), 60);
        assert_eq!((end.winner(0), end.tick()), (Some(Winner::Won), 9));
    }
}

#[test]
fn a_seed_decides_everything_and_memory_of_other_plays_nothing() {
    for game in all_games().iter().filter(|g| ["vault", "acornrace", "hailguard"].contains(&g.name.as_str())) {
        let image = game.image();
        let state = image.start(&image.program().levels[0], 3).expect("a level");
        for def in AGENTS {
            let play = |seed| play(state.clone(), def.name, setup(seed, 120), 25);
            let ((one, end), (two, _)) = (play(7), play(7));
            assert_eq!(one, two, "{} in {}", def.name, game.name);
            // Trying out leaves the play alone.
            let mut again = state.clone();
            one.chunks(state.players()).for_each(|actions| again.step(actions));
            assert_eq!(face(&again), face(&end), "{} in {}", def.name, game.name);
        }
    }
}

#[test]
fn every_agent_plays_every_game_of_ours() {
    for game in all_games() {
        let image = game.image();
        // Large levels take long without telling more.
        for level in image.program().levels.iter().filter(|l| l.rows.len() < 30) {
            for def in AGENTS {
                let state = image.start(level, 1).expect("a level");
                for budget in [1, 40] {
                    let (actions, end) = play(state.clone(), def.name, setup(2, budget), 12);
                    assert!(end.fault().is_none(), "{} in {}", def.name, game.name);
                    assert_eq!(actions.len() % state.players(), 0);
                }
            }
        }
    }
}

#[test]
fn states_without_avatar_or_actions_are_played() {
    let lone = start("BasicGame\n    SpriteSet\n        cat > RandomNPC\n    LevelMapping\n        c > cat\n", "c  \n");
    let stuck = start("BasicGame\n    SpriteSet\n        avatar > MovingAvatar\n", "A\n");
    for state in [lone, stuck] {
        for def in AGENTS {
            let (_, end) = play(state.clone(), def.name, setup(0, 50), 5);
            assert!(end.tick() >= 0, "{}", def.name);
        }
    }
}

#[test]
fn an_agent_may_go_from_one_game_to_the_next() {
    let games = all_games();
    for def in AGENTS {
        let mut team = Team::of(def, 2, setup(0, 30));
        let mut actions = Vec::new();
        for image in games.iter().map(Own::image) {
            let mut state = image.start(&image.program().levels[0], 0).expect("a level");
            for _ in 0..2 {
                team.choose(&state, &mut actions);
                state.step(&actions);
            }
        }
    }
}

/// Playtests a level of a game with one agent.
fn playtest(game: &Own, image: &Arc<Image>, level: usize, runs: u32, ticks: u32) -> Report {
    let agents = [find("mcts").expect("mcts")];
    let levels = &image.program().levels[level..=level];
    let plan = Plan {
        game: game.name.clone(),
        image,
        text: None,
        levels,
        agents: &agents,
        runs,
        seed: 1,
        ticks,
        budget: vgdl::agents::BUDGET,
    };
    plan.play(&|| {}).expect("levels that start")
}

#[test]
fn mcts_wins_a_level_of_each_game_of_ours() {
    for game in all_games() {
        let image = game.image();
        let mut levels = 0..image.program().levels.len();
        // In games of two players any of them may win.
        let won = levels.any(|level| playtest(&game, &image, level, 6, 600).unwon().next().is_none());
        assert!(won, "no level of {} was won", game.name);
    }
}
