//! From text to program: `parse/<game>` to the tree, `compile/<game>` to the program with its first level; `gdl/read` and
//! `gdl/run` a module of the Game Design Language, to its forms and through the machine.

mod own;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use vgdl::diag::Sink;
use vgdl::front::gdl;
use vgdl::front::vgdl::layout::Tabs;
use vgdl::front::vgdl::parse;
use vgdl::{Options, Source, compile};

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

fn modules(c: &mut Criterion) {
    let module = Source::new("fleet.gdl", include_str!("../examples/gdl/fleet.gdl"));
    let mut group = own::group(c, "gdl");
    group.throughput(Throughput::Bytes(module.text.len() as u64));
    group.bench_function("read", |b| {
        b.iter(|| gdl::read(black_box(&module), 0, gdl::Dialect::Page, gdl::Encoding::Utf8, &mut Sink::default()));
    });
    group.bench_function("run", |b| {
        b.iter(|| {
            let mut machine = gdl::Machine::new(gdl::Dialect::Page, module.clone(), gdl::Encoding::Utf8);
            machine.run(&mut gdl::Xconq);
            machine
        });
    });
}

criterion_group!(benches, parsing, compiling, modules);
criterion_main!(benches);
