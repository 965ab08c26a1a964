//! From bytes to a play: `decode/<game>` bytes to program, `load/<game>` program to image, `start/<game>` image to state.

mod own;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use vgdl_vm::Image;
use vgdl_vm::program::Program;

fn decoding(c: &mut Criterion) {
    let mut group = own::group(c, "decode");
    for game in own::games() {
        let bytes = game.program().to_bytes();
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(game.name, |b| b.iter(|| Program::from_bytes(black_box(&bytes))));
    }
}

fn loading(c: &mut Criterion) {
    let mut group = own::group(c, "load");
    for game in own::games() {
        let program = game.program();
        group.bench_function(game.name, |b| {
            b.iter_batched(|| program.clone(), Image::load, BatchSize::SmallInput);
        });
    }
}

fn starting(c: &mut Criterion) {
    let mut group = own::group(c, "start");
    for game in own::games() {
        let image = game.image();
        let level = &image.program().levels[0];
        group.bench_function(game.name, |b| b.iter(|| image.start(black_box(level), 1)));
    }
}

criterion_group!(benches, decoding, loading, starting);
criterion_main!(benches);
