//! Playing: `step/<game>/random`, 200 ticks of level 0 with a fixed seed and a fixed list of actions. A play that is over
//! sooner counts the ticks it has.

mod own;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn stepping(c: &mut Criterion) {
    let mut group = own::group(c, "step");
    for game in own::games() {
        let start = game.image().start(&game.program().levels[0], own::SEED).expect("the level starts");
        let script = own::script(&start, own::TICKS);
        group.throughput(Throughput::Elements(script.len() as u64));
        group.bench_function(BenchmarkId::new(game.name, "random"), |b| {
            b.iter_batched_ref(
                || start.clone(),
                |state| script.iter().for_each(|actions| state.step(actions)),
                BatchSize::SmallInput,
            );
        });
    }
}

criterion_group!(benches, stepping);
criterion_main!(benches);
