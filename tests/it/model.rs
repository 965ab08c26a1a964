//! The forward model: what agents see, and what copies do.

use vgdl::vm::ontology::Action;
use vgdl::vm::{Category, Event, History, Image, State};
use vgdl::{Options, Source, compile};

const GAME: &str = "
BasicGame square_size=10
    SpriteSet
        gem > Resource limit=3
        gate > Door
        hole > Portal stype=gate
        rock > Passive
        mouse > RandomNPC
        mist > Immovable hidden=True
        arrow > Missile
        mark > Flicker limit=99 portal=True
        imp > Passive is_npc=True
        gift > Passive is_from_avatar=True
        avatar > ShootAvatar stype=arrow healthPoints=4 limitHealthPoints=9
    LevelMapping
        g > gem
        d > gate
        h > hole
        r > rock
        m > mouse
        f > mist
        k > mark
        i > imp
        p > gift
    InteractionSet
        avatar wall > stepBack
        mouse wall > stepBack
        gem avatar > collectResource scoreChange=2
        arrow wall > killSprite
        rock arrow > killBoth
    TerminationSet
        SpriteCounter stype=gem limit=0 win=True
";

const LEVEL: &str = "wwwwwwww\nwAg   rw\nw g m  w\nwdh fkpw\nwi     w\nwwwwwwww";

fn start(seed: i32) -> State {
    let game = Source::new("model.vgdl", GAME);
    let level = Source::new("model_lvl0.txt", LEVEL);
    let compiled = compile(&game, &[level], &Options::default());
    let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    let level = program.levels[0].clone();
    Image::load(program).unwrap().start(&level, seed).unwrap()
}

fn names(state: &State, category: Category) -> Vec<String> {
    state.observations(category, 0).map(|s| state.image().program().type_name(s.type_id)).collect()
}

#[test]
fn a_sprite_is_in_the_first_category_that_fits() {
    let state = start(1);
    assert_eq!(names(&state, Category::Avatar), ["avatar"]);
    assert_eq!(names(&state, Category::Resource), ["gem", "gem"]);
    assert_eq!(names(&state, Category::Portal), ["gate", "hole", "mark"], "the parameter portal=True counts too");
    assert_eq!(names(&state, Category::Npc), ["mouse", "imp"], "the parameter is_npc=True counts too");
    assert_eq!(names(&state, Category::FromAvatar), ["gift"], "the parameter is_from_avatar=True counts too");
    assert_eq!(names(&state, Category::Movable), ["rock"]);
    let statics = names(&state, Category::Static);
    assert!(statics.iter().all(|n| n == "wall") && statics.len() == 24, "hidden sprites are left out: {statics:?}");
    let all: usize = Category::ALL.iter().map(|&c| state.observations(c, 0).count()).sum();
    assert_eq!(all + 1, state.sprite_count(), "all but the hidden one are in a category");
}

#[test]
fn shots_are_from_the_avatar() {
    let mut state = start(1);
    state.step(&[Action::Use]);
    assert_eq!(names(&state, Category::FromAvatar), ["arrow", "gift"]);
}

#[test]
fn cells_know_their_sprites() {
    let state = start(1);
    let at = |c, r| state.sprites_at(c, r).map(|s| state.image().program().type_name(s.type_id)).collect::<Vec<_>>();
    assert_eq!(at(1, 1), ["avatar"]);
    assert_eq!(at(2, 3), ["hole"]);
    assert_eq!(at(3, 1), Vec::<String>::new());
    assert_eq!(at(99, 99), Vec::<String>::new());
}

#[test]
fn the_avatar_can_be_read() {
    let mut state = start(1);
    let avatar = state.avatar_sprite(0).unwrap();
    assert_eq!((avatar.rect.x, avatar.rect.y, avatar.health), (10, 10, 4));
    assert_eq!(avatar.orientation, Some((1.0, 0.0)));
    assert_eq!(state.health_bounds(0), Some((4, 9)));
    assert!(state.is_alive(0));
    assert!(!state.is_alive(1));
    assert_eq!(state.actions(0).last(), Some(&Action::Nil));
    assert_eq!(state.actions(0).len(), 6);
    state.step(&[Action::Right]);
    let held: Vec<_> = state.avatar_sprite(0).unwrap().resources().collect();
    let gem = state.sprites().find(|s| state.category(s) == Category::Resource).unwrap().type_id;
    assert_eq!(held, [(gem, 1)]);
    assert_eq!(state.score(0), Some(2));
    assert_eq!(state.tick(), 0);
}

#[test]
fn history_keeps_what_avatars_met() {
    let (mut state, mut history) = (start(1), History::new());
    let mut plain = state.clone();
    for action in [Action::Right, Action::Up, Action::Up, Action::Nil] {
        state.step_recording(&[action], &mut history);
        plain.step(&[action]);
    }
    assert_eq!(state.rng_state(), plain.rng_state(), "a history changes nothing");
    let program = state.image().program();
    let told: Vec<_> = history
        .events()
        .iter()
        .map(|e: &Event| (e.tick, e.from_avatar, program.type_name(e.active_type), program.type_name(e.passive_type)))
        .collect();
    // Tick 1 turns only; tick 2 bumps into the wall.
    assert_eq!(
        told,
        [(0, false, "avatar".to_string(), "gem".to_string()), (2, false, "avatar".to_string(), "wall".to_string())]
    );
    assert_eq!(history.events()[0].position, (20, 10));
}

#[test]
fn shots_come_before_avatars_in_history() {
    let (mut state, mut history) = (start(1), History::new());
    state.step_recording(&[Action::Use], &mut history);
    for _ in 0..6 {
        state.step_recording(&[Action::Nil], &mut history);
    }
    let program = state.image().program();
    let shot = history.events().iter().find(|e| e.from_avatar).expect("the arrow hits the rock");
    assert_eq!(program.type_name(shot.active_type), "arrow");
    assert_eq!(program.type_name(shot.passive_type), "rock");
}

fn signature(state: &State) -> Vec<(u32, i32, i32)> {
    state.sprites().map(|s| (s.id, s.rect.x, s.rect.y)).collect()
}

#[test]
fn copies_with_the_same_actions_stay_equal_and_reseeded_ones_differ() {
    let mut one = start(5);
    let mut two = one.clone();
    let mut other = one.clone();
    other.reseed(6);
    let mut differed = false;
    for k in 0..40 {
        let action = [Action::Nil, Action::Up, Action::Down][k % 3];
        one.step(&[action]);
        two.step(&[action]);
        other.step(&[action]);
        assert_eq!(signature(&one), signature(&two));
        assert_eq!(one.rng_calls(), two.rng_calls());
        differed |= signature(&one) != signature(&other);
    }
    assert!(differed, "the mouse goes another way");
}

#[test]
fn reseeding_a_fresh_state_is_starting_with_that_seed() {
    let mut one = start(7);
    let mut two = start(8);
    two.reseed(7);
    for _ in 0..30 {
        one.step(&[Action::Nil]);
        two.step(&[Action::Nil]);
        assert_eq!(signature(&one), signature(&two));
    }
}
