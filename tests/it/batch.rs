//! Batches, and plays as numbers.

use std::sync::{Arc, OnceLock};

use vgdl::trace::canon;
use vgdl::{Options, Source, compile};
use vgdl_vm::batch::{AutoReset, Batch, Buffers, Views};
use vgdl_vm::ontology::Action;
use vgdl_vm::program::TypeId;
use vgdl_vm::{Image, Rect, SizeError, State, Viewer};

use crate::own::{self, Dice};

/// A game for two, with sprites that are hidden from both, from one, and from nobody, and one between cells.
const TWO: &str = "BasicGame square_size=10 no_players=2
    SpriteSet
        ghost > Immovable hidden=True
        mist > Immovable hidden=False,True
        drift > Missile orientation=RIGHT speed=0.3
        gem > Resource limit=9
        hero >
            one > MovingAvatar
            two > OrientedAvatar
    InteractionSet
        hero EOS > stepBack
        gem hero > collectResource scoreChange=3,-2
        drift EOS > killSprite
    TerminationSet
        MultiSpriteCounter stype1=gem limit=0 win=True,False
    LevelMapping
        1 > one
        2 > two
        h > ghost
        m > mist
        d > drift
        g > gem
";

fn two() -> State {
    let compiled = compile(&Source::new("two", TWO), &[Source::new("l", "1g2 \nhmd \n    \n")], &Options::default());
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    let image = Image::load(compiled.program.expect("a program")).expect("a sound program");
    image.start(&image.program().levels[0], 0).expect("a level that starts")
}

/// The first states of all our own games, and of the game for two.
fn firsts() -> &'static [State] {
    static FIRSTS: OnceLock<Vec<State>> = OnceLock::new();
    FIRSTS.get_or_init(|| {
        let own = own::games().into_iter().map(|game| {
            let image = game.image();
            image.start(&image.program().levels[0], 0).expect("the level starts")
        });
        own.chain([two()]).collect()
    })
}

/// Everything a batch gives.
#[derive(Debug, Default, PartialEq)]
struct Given {
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    planes: Vec<u8>,
    bits: Vec<u8>,
    features: Vec<f32>,
}

impl Given {
    fn room(n: usize, first: &State) -> Given {
        Given {
            rewards: vec![f32::NAN; n * first.players()],
            terminated: vec![false; n],
            truncated: vec![false; n],
            planes: vec![7; n * first.planes_len()],
            bits: vec![7; n * first.bits_len()],
            features: vec![f32::NAN; n * first.image().features_len()],
        }
    }

    fn buffers(&mut self) -> Buffers<'_> {
        let views = Views { planes: &mut self.planes, bits: &mut self.bits, features: &mut self.features };
        Buffers { rewards: &mut self.rewards, terminated: &mut self.terminated, truncated: &mut self.truncated, views }
    }
}

/// Random actions for all players of `n` plays.
fn actions(dice: &mut Dice, n: usize) -> Vec<Action> {
    (0..n).map(|_| Action::ALL[dice.roll(6)]).collect()
}

const TICKS: usize = 120;
const OLDEST: u32 = 90;

/// What a batch gives, tick by tick, with so many threads; and what its plays are in the end.
fn by_batch(first: &State, seeds: &[i32], threads: usize) -> (Vec<Given>, Vec<u64>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    let mut batch = Batch::new(first, seeds);
    batch.set_max_ticks(Some(OLDEST));
    let mut dice = Dice(3);
    let mut all = Vec::new();
    for _ in 0..TICKS {
        let actions = actions(&mut dice, seeds.len() * first.players());
        let mut given = Given::room(seeds.len(), first);
        pool.install(|| batch.step(&actions, given.buffers())).expect("buffers that fit");
        all.push(given);
    }
    (all, batch.states().map(hash).collect())
}

fn hash(state: &State) -> u64 {
    canon::hash(state, &canon::type_names(state.image().program())) ^ state.rng_state()
}

/// The same, play by play, without a batch.
fn by_hand(first: &State, seeds: &[i32]) -> (Vec<Given>, Vec<u64>) {
    let players = first.players();
    let mut seeds = seeds.to_vec();
    let mut states: Vec<State> = seeds.iter().map(|&seed| begun(first, seed)).collect();
    let mut ages = vec![0; seeds.len()];
    let mut dice = Dice(3);
    let mut all = Vec::new();
    for _ in 0..TICKS {
        let actions = actions(&mut dice, seeds.len() * players);
        let mut given = Given::default();
        for i in 0..states.len() {
            let score = |s: &State| (0..players).map(|p| s.score(p)).collect::<Vec<_>>();
            let before = score(&states[i]);
            states[i].step(&actions[i * players..][..players]);
            ages[i] += 1;
            for (now, before) in score(&states[i]).into_iter().zip(before) {
                given.rewards.push(now.zip(before).map_or(0, |(now, before)| now - before) as f32);
            }
            let over = states[i].is_over();
            given.terminated.push(over);
            given.truncated.push(!over && ages[i] == OLDEST);
            if over || ages[i] == OLDEST {
                seeds[i] += seeds.len() as i32;
                states[i] = begun(first, seeds[i]);
                ages[i] = 0;
            }
            let (mut planes, mut bits) = (vec![9; first.planes_len()], vec![9; first.bits_len()]);
            let mut features = vec![0.0; first.image().features_len()];
            states[i].write_planes(Viewer::All, &mut planes).expect("room");
            states[i].write_bits(Viewer::All, &mut bits).expect("room");
            states[i].write_features(Viewer::All, &mut features).expect("room");
            given.planes.extend(planes);
            given.bits.extend(bits);
            given.features.extend(features);
        }
        all.push(given);
    }
    (all, states.iter().map(hash).collect())
}

fn begun(first: &State, seed: i32) -> State {
    let image = first.image();
    image.start(&image.program().levels[0], seed).expect("the level starts")
}

#[test]
fn one_thread_two_threads_and_no_batch_at_all_give_the_same() {
    let mut ends = 0;
    for first in firsts() {
        // Enough for several tasks, and no multiple of anything.
        let seeds: Vec<i32> = (100..151).collect();
        let hand = by_hand(first, &seeds);
        ends += hand.0.iter().map(|g| g.terminated.iter().filter(|&&t| t).count()).sum::<usize>();
        for threads in [1, 2, 3] {
            let batch = by_batch(first, &seeds, threads);
            assert_eq!(batch.1, hand.1, "{} threads, {}", threads, first.image().program().levels[0].name);
            assert!(batch.0 == hand.0, "{} threads, {}", threads, first.image().program().levels[0].name);
        }
    }
    assert!(ends > 100, "only {ends} plays came to an end");
}

/// Planes by looking at every cell and every sprite.
fn looked_up(state: &State, viewer: Viewer) -> Vec<u8> {
    let (columns, rows) = state.grid();
    let types = state.image().program().types.len();
    let block = state.block();
    let mut planes = Vec::new();
    for cell in 0..rows * columns {
        let (x, y) = ((cell % columns) as i32 * block, (cell / columns) as i32 * block);
        planes.extend((0..types as u16).map(|t| {
            let hidden = matches!(viewer, Viewer::Player(p) if state.is_hidden(TypeId(t), p));
            let touches = state.sprites_of(TypeId(t)).any(|s| s.rect.intersects(Rect { x, y, w: block, h: block }));
            u8::from(touches && !hidden)
        }));
    }
    planes
}

#[test]
fn planes_and_bits_show_every_cell_that_a_sprite_touches() {
    let mut between = 0;
    for first in firsts() {
        let mut dice = Dice(8);
        let mut state = first.clone();
        for _ in 0..60 {
            let turn = dice.actions(&state);
            state.step(&turn);
            for viewer in [Viewer::All, Viewer::Player(0), Viewer::Player(1)] {
                let wanted = looked_up(&state, viewer);
                let mut planes = vec![5; state.planes_len()];
                state.write_planes(viewer, &mut planes).expect("room");
                assert!(planes == wanted, "{viewer:?}, tick {}", state.tick());
                let mut bits = vec![5; state.bits_len()];
                state.write_bits(viewer, &mut bits).expect("room");
                let types = state.image().program().types.len();
                let unpacked =
                    bits.chunks(types.div_ceil(8)).flat_map(|cell| (0..types).map(|t| cell[t / 8] >> (t % 8) & 1));
                assert!(unpacked.eq(wanted.iter().copied()), "{viewer:?}, tick {}", state.tick());
            }
            between +=
                state.sprites().filter(|s| s.rect.x % state.block() != 0 || s.rect.y % state.block() != 0).count();
        }
    }
    assert!(between > 100, "sprites between cells: {between}");
}

fn named(state: &State, viewer: Viewer) -> Vec<(String, f32)> {
    let mut features = vec![f32::NAN; state.image().features_len()];
    state.write_features(viewer, &mut features).expect("room");
    state.image().feature_names().into_iter().zip(features).collect()
}

#[test]
fn features_are_what_their_names_say() {
    let mut state = two();
    state.step(&[Action::Right, Action::Down]);
    let all = named(&state, Viewer::All);
    let of = |list: &[(String, f32)], name: &str| list.iter().find(|(n, _)| n == name).expect(name).1;
    for (name, wanted) in [
        ("tick", 0.0),
        ("over", 1.0),
        ("player 0 score", 3.0),
        ("player 1 score", -2.0),
        ("player 0 winner", 1.0),
        ("player 1 winner", 0.0),
        ("player 0 alive", 1.0),
        ("player 0 x", 1.0),
        ("player 0 y", 0.0),
        ("player 1 x", 2.0),
        ("player 1 y", 0.0),
        ("player 0 dx", 0.0),
        ("player 1 dy", 1.0),
        ("player 0 holds gem", 1.0),
        ("player 1 holds gem", 0.0),
        ("count one", 1.0),
        ("count ghost", 1.0),
        ("count mist", 1.0),
        ("count gem", 0.0),
    ] {
        assert_eq!(of(&all, name), wanted, "{name}");
    }
    assert_eq!(of(&named(&state, Viewer::Player(0)), "count ghost"), 0.0);
    assert_eq!(of(&named(&state, Viewer::Player(0)), "count mist"), 1.0);
    assert_eq!(of(&named(&state, Viewer::Player(1)), "count mist"), 0.0);
}

#[test]
fn each_buffer_of_a_wrong_size_is_refused_and_nothing_is_played() {
    let first = two();
    let mut batch = Batch::new(&first, &[1, 2, 3]);
    let actions = [Action::Right; 6];
    type Spoil = fn(&mut Given);
    let spoils: [(Spoil, &str); 6] = [
        (|g| g.rewards.truncate(5), "there is room for 5 rewards, but there are 6"),
        (|g| g.terminated.push(true), "there is room for 4 ends (terminated), but there are 3"),
        (|g| g.truncated.truncate(1), "there is room for 1 ends (truncated), but there are 3"),
        (|g| g.planes.push(0), "bytes of planes"),
        (|g| g.bits.truncate(1), "bytes of bits"),
        (|g| g.features.push(0.0), "features"),
    ];
    for (spoil, sentence) in spoils {
        let mut given = Given::room(3, &first);
        spoil(&mut given);
        let error = batch.step(&actions, given.buffers()).expect_err(sentence);
        assert!(error.to_string().contains(sentence), "{error}");
    }
    let error = batch.step(&actions[1..], Given::room(3, &first).buffers()).expect_err("an action is missing");
    assert_eq!(error, SizeError { what: "actions", found: 5, wanted: 6 });
    assert!(batch.observe(Views { planes: &mut [0], ..Views::default() }).is_err());
    assert!(batch.reset_all(&[1]).is_err());
    assert!(first.write_planes(Viewer::All, &mut []).is_err());
    assert!(first.write_bits(Viewer::All, &mut [1]).is_err());
    assert!(first.write_features(Viewer::All, &mut [1.0]).is_err());
    assert!(batch.states().all(|s| s.tick() == -1));
    // Buffers that are left empty are not wanted; without plays nothing is.
    batch.step(&[Action::Nil; 6], Buffers::default()).expect("nothing is wanted");
    assert!(batch.states().all(|s| s.tick() == 0));
    let mut none = Batch::new(&first, &[]);
    assert!(none.is_empty());
    none.step(&[], Buffers::default()).expect("nothing to play");
}

/// Ticks, terminated, truncated of a batch of one that goes right for seven ticks; it wins in its first.
fn story(when: AutoReset, most: Option<u32>, action: Action) -> Vec<(i32, bool, bool, f32)> {
    let mut batch = Batch::new(&two(), &[4]);
    batch.set_auto_reset(when);
    batch.set_max_ticks(most);
    let mut given = Given::room(1, batch.first());
    (0..4)
        .map(|_| {
            batch.step(&[action; 2], given.buffers()).expect("buffers that fit");
            (batch.state(0).expect("a play").tick(), given.terminated[0], given.truncated[0], given.rewards[0])
        })
        .collect()
}

#[test]
fn plays_begin_anew_when_they_are_told_to() {
    let (right, nil) = (Action::Right, Action::Nil);
    assert_eq!(
        story(AutoReset::AtOnce, None, right),
        [(-1, true, false, 3.0), (-1, true, false, 3.0), (-1, true, false, 3.0), (-1, true, false, 3.0)]
    );
    assert_eq!(
        story(AutoReset::NextStep, None, right),
        [(0, true, false, 3.0), (-1, false, false, 0.0), (0, true, false, 3.0), (-1, false, false, 0.0)]
    );
    assert_eq!(
        story(AutoReset::Never, None, right),
        [(0, true, false, 3.0), (0, true, false, 0.0), (0, true, false, 0.0), (0, true, false, 0.0)]
    );
    assert_eq!(
        story(AutoReset::AtOnce, Some(2), nil),
        [(0, false, false, 0.0), (-1, false, true, 0.0), (0, false, false, 0.0), (-1, false, true, 0.0)]
    );
    assert_eq!(
        story(AutoReset::NextStep, Some(2), nil),
        [(0, false, false, 0.0), (1, false, true, 0.0), (-1, false, false, 0.0), (0, false, false, 0.0)]
    );
    assert_eq!(
        story(AutoReset::Never, Some(2), nil),
        [(0, false, false, 0.0), (1, false, true, 0.0), (2, false, true, 0.0), (3, false, true, 0.0)]
    );
}

#[test]
fn plays_are_reset_with_the_seeds_they_are_given() {
    let first = &firsts()[0];
    let mut batch = Batch::new(first, &[1, 2, 3]);
    let turn = vec![Action::Nil; 3 * first.players()];
    for _ in 0..5 {
        batch.step(&turn, Buffers::default()).expect("nothing is wanted");
    }
    assert!(batch.reset(1, 77));
    assert!(!batch.reset(3, 77));
    assert_eq!((batch.seed(0), batch.seed(1), batch.seed(3)), (Some(1), Some(77), None));
    assert_eq!(batch.state(1).map(hash), Some(hash(&begun(first, 77))));
    assert_eq!(batch.state(0).map(State::tick), Some(4));
    batch.reset_all(&[7, 8, 9]).expect("three seeds");
    for (state, seed) in batch.states().zip([7, 8, 9]) {
        assert_eq!(hash(state), hash(&begun(first, seed)));
    }
    // What is observed without a step is what a step would have shown.
    let mut given = Given::room(3, first);
    batch.observe(given.buffers().views).expect("buffers that fit");
    let mut planes = vec![0; first.planes_len()];
    first.write_planes(Viewer::All, &mut planes).expect("room");
    assert!(given.planes.chunks(planes.len()).all(|p| p == planes));
}

#[test]
fn images_are_shared() {
    let batch = Batch::new(&firsts()[0], &[1, 2, 3]);
    assert!(batch.states().all(|s| Arc::ptr_eq(s.image(), firsts()[0].image())));
    assert_eq!(batch.len(), 3);
}
