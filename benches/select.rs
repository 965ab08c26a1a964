//! Selections: `compile` ten terms over 10,000 objects, `select` all of them, `selects` one object.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use vgdl::select::objects::Objects;
use vgdl::select::{compile, parse};
use vgdl_vm::selector::Bits;

const OBJECTS: usize = 10_000;

/// Ten terms, with both questions about the holder, in brackets and without.
const TERMS: &str = "TYPE=t1,!TYPE=t2.t3,PC|PC[TYPE=t4,!QUALIFIED]|!PC,QUALIFIED,TYPE=t5|k77|k9%";

fn benches(c: &mut Criterion) {
    let types = |i: usize| (1..6).filter(|t| i.is_multiple_of(t + 1)).map(|t| format!("t{t}")).collect();
    let objects = Objects::new((0..OBJECTS).map(|i| (format!("k{i}"), types(i))));
    let selection = parse(TERMS).expect("a selection");
    let selector = compile(&selection, &objects);
    let every = |n: usize| {
        let mut set = Bits::none(OBJECTS);
        (0..OBJECTS).step_by(n).for_each(|i| set.insert(i));
        set
    };
    let (held, qualified) = (every(3), every(5));
    let mut out = Bits::none(OBJECTS);
    let mut group = c.benchmark_group("selection");
    group.bench_function("parse", |b| b.iter(|| parse(black_box(TERMS))));
    group.bench_function("compile", |b| b.iter(|| compile(black_box(&selection), &objects)));
    group.bench_function("select", |b| {
        b.iter(|| selector.select(black_box(&held), black_box(&qualified), black_box(&mut out)));
    });
    group.bench_function("any", |b| b.iter(|| selector.any(black_box(&held), black_box(&qualified))));
    group.bench_function("selects", |b| b.iter(|| selector.selects(black_box(4321), &held, &qualified)));
}

criterion_group!(all, benches);
criterion_main!(all);
