//! Sprites that never appear, and sprites that never move.

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::ontology::effects::RESOURCE_ARGS;
use vgdl_vm::ontology::{Class, Effect, SpriteParam, Traits};
use vgdl_vm::program::TypeId;

use super::{LevelSource, Subject, ammunition, mentioned};
use crate::diag::{Diagnostic, Sink, codes};
use crate::game::SpriteType;
use crate::opt::reach::makes;

/// Reports them.
pub(super) fn report(on: &Subject<'_>, levels: &[LevelSource<'_>], sink: &mut Sink) {
    if on.mapped {
        never_made(on, sink);
    }
    never_moves(on, levels, sink);
}

/// Types that no character stands for and nothing makes.
fn never_made(on: &Subject<'_>, sink: &mut Sink) {
    // Resources are held, and need no sprite for that.
    let mut counted = FxHashSet::default();
    for rule in &on.program.rules {
        let args = rule.effect.args();
        args.iter().filter(|a| RESOURCE_ARGS.contains(&a.name)).for_each(|a| counted.extend(mentioned(&a.value)));
    }
    counted.extend(on.program.types.iter().flat_map(ammunition).map(|(_, resource)| resource));
    let makers = makers(on);
    for (i, ty) in on.game.types.iter().enumerate() {
        let id = TypeId(i as u16);
        // A line with others below it is a category.
        if ty.line == 0 || ty.inner || ty.class.is_err() || on.populated(id) || counted.contains(&id) {
            continue;
        }
        let found = Diagnostic::warning(codes::NEVER_MADE, format!("sprite `{}` that never appears", ty.name));
        let found = found.at(ty.span).label("no character of LevelMapping stands for it, and nothing makes one");
        sink.push(found.help(match makers.get(&id) {
            Some(&by) => format!("`{}` would make it, but never appears itself", on.name(by)),
            None => format!("map a character to it, as in `x > {}`, or remove it", ty.name),
        }));
    }
}

/// For each type the first that would make sprites of it.
fn makers(on: &Subject<'_>) -> FxHashMap<TypeId, TypeId> {
    let mut makers = FxHashMap::default();
    for (i, ty) in on.program.types.iter().enumerate() {
        let Ok(class) = ty.class else { continue };
        for made in ty.params.iter().filter(|(p, _)| makes(class, *p)).flat_map(|(_, value)| mentioned(value)) {
            makers.entry(made).or_insert(TypeId(i as u16));
        }
    }
    makers
}

/// Types whose class moves, but whose speed or cooldown forbids it for good.
fn never_moves(on: &Subject<'_>, levels: &[LevelSource<'_>], sink: &mut Sink) {
    // The most pixels per cell that are known of: the smallest level has the largest cells. A single cell has 800.
    let of = |l: &LevelSource<'_>| on.program.game.cell_size(l.text.width, l.text.height());
    let cell = levels.iter().map(of).max().unwrap_or_else(|| on.program.game.cell_size(1, 1));
    let mut hurried: FxHashSet<TypeId> = FxHashSet::default();
    for rule in &on.program.rules {
        match &rule.effect {
            Effect::SetSpeedForAll(p) => hurried.extend(on.family(p.stype)),
            Effect::IncreaseSpeedToAll(p) => hurried.extend(on.family(p.stype)),
            _ => {}
        }
    }
    for (i, ty) in on.game.types.iter().enumerate() {
        let id = TypeId(i as u16);
        let Ok(class) = ty.class else { continue };
        let defaults = class.traits();
        if ty.line == 0 || ty.inner || class.is_avatar() || defaults.is_static || defaults.speed == 0.0 {
            continue;
        }
        let mut traits = defaults;
        ty.params.iter().for_each(|p| {
            traits.set(p.param, &p.value);
        });
        if traits.is_static || traits.physicstype != 0 {
            continue;
        }
        let slow = (!hurried.contains(&id)).then(|| too_slow(class, &traits, cell)).flatten();
        if let Some((param, label, help)) =
            slow.map(|(label, help)| (SpriteParam::Speed, label, help)).or_else(|| too_long(on, &traits))
            && let Some(span) = given(ty, param)
        {
            let found =
                Diagnostic::warning(codes::NEVER_MOVES, format!("sprite `{}` that never moves by itself", ty.name));
            sink.push(found.at(span).label(label).help(help));
        }
    }
}

fn given(ty: &SpriteType, param: SpriteParam) -> Option<crate::source::Span> {
    ty.params.iter().find(|p| p.param == param).map(|p| p.span)
}

/// Why a speed moves nobody, and what to write.
fn too_slow(class: Class, traits: &Traits, cell: i32) -> Option<(String, String)> {
    let pixels = traits.speed * f64::from(cell);
    if traits.speed == 0.0 && class.is_a(Class::Missile) {
        return Some(("it keeps its place at speed 0".to_owned(), "give it a speed, or make it Immovable".to_owned()));
    }
    (traits.speed != 0.0 && pixels.abs() < 1.0).then(|| {
        let label = format!("less than a pixel a tick with cells of {cell} pixels, and cut to 0");
        (label, format!("move a whole cell less often, as in `speed=1 cooldown={}`", every(traits.speed)))
    })
}

/// Ticks in which a speed makes a cell.
fn every(speed: f64) -> i64 {
    (1.0 / speed.abs()).round().min(1e6) as i64
}

/// Why a cooldown lets nobody move.
fn too_long(on: &Subject<'_>, traits: &Traits) -> Option<(SpriteParam, String, String)> {
    let most = on.program.game.max_ticks;
    (traits.cooldown >= most && traits.lastmove == 0).then(|| {
        let label = format!("a play ends at tick {most} at the latest");
        (SpriteParam::Cooldown, label, "give it a shorter cooldown".to_owned())
    })
}
