//! From text to program: `parse/<game>` to the tree, `compile/<game>` to the program with its first level.

mod own;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use vgdl::diag::Sink;
use vgdl::front::vgdl::layout::Tabs;
use vgdl::front::vgdl::parse;
use vgdl::{Options, compile};

fn parsing(c: &mut Criterion) {
    let mut group = own::group(c, "parse");
    for game in own::games() {
        group.throughput(Throughput::Bytes(game.source.text.len() as u64));
        group.bench_function(game.name, |b| {
            b.iter(|| parse::parse(black_box(&game.source), Tabs::default(), &mut Sink::default()));
        });
    }
}

fn compiling(c: &mut Criterion) {
    let mut group = own::group(c, "compile");
    for game in own::games() {
        group.bench_function(game.name, |b| {
            b.iter(|| compile(black_box(&game.source), black_box(&game.levels), &Options::default()));
        });
    }
}

criterion_group!(benches, parsing, compiling);
criterion_main!(benches);
