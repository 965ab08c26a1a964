//! Copies: `copy/<game>` into an old state, as searches do; `clone/<game>` into a new one. The state is that after 100 random
//! ticks.

mod own;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use vgdl_vm::State;

/// A state from the middle of a play.
fn middle(game: &own::Game) -> State {
    let mut state = game.image().start(&game.program().levels[0], own::SEED).expect("the level starts");
    own::script(&state, own::TICKS / 2).iter().for_each(|actions| state.step(actions));
    state
}

fn copying(c: &mut Criterion) {
    let mut group = own::group(c, "copy");
    for game in own::games() {
        let state = middle(&game);
        let mut copy = state.clone();
        group.bench_function(game.name, |b| b.iter(|| copy.clone_from(black_box(&state))));
    }
}

fn cloning(c: &mut Criterion) {
    let mut group = own::group(c, "clone");
    for game in own::games() {
        let state = middle(&game);
        group.bench_function(game.name, |b| b.iter(|| black_box(&state).clone()));
    }
}

criterion_group!(benches, copying, cloning);
criterion_main!(benches);
