//! Sprites that never appear, and sprites that never move.

use rustc_hash::FxHashSet;
use vgdl_vm::ontology::{Class, Effect, SpriteParam, Traits};
use vgdl_vm::program::TypeId;

use super::{LevelSource, Subject, mentioned};
use crate::diag::{Diagnostic, Sink, codes};
use crate::game::SpriteType;

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
        let held = args.iter().filter(|a| matches!(a.name, "resource" | "heldResource"));
        held.for_each(|a| counted.extend(mentioned(&a.value)));
    }
    for ty in &on.program.types {
        let ammo = ty.params.iter().filter(|(p, _)| matches!(p, SpriteParam::Ammo | SpriteParam::AmmoTypes));
        ammo.for_each(|(_, value)| counted.extend(mentioned(value)));
    }
    for (i, ty) in on.game.types.iter().enumerate() {
        let id = TypeId(i as u16);
        // A line with others below it is a category.
        if ty.line == 0 || ty.inner || ty.class.is_err() || on.populated(id) || counted.contains(&id) {
            continue;
        }
        let found = Diagnostic::warning(codes::NEVER_MADE, format!("sprite `{}` that never appears", ty.name));
        let found = found.at(ty.span).label("no character of LevelMapping stands for it, and nothing makes one");
        sink.push(found.help(match wanted_by(on, id) {
            Some(by) => format!("`{by}` would make it, but never appears or runs itself"),
            None => format!("map a character to it, as in `x > {}`, or remove it", ty.name),
        }));
    }
}

/// A type that would make sprites of this one.
fn wanted_by<'s>(on: &Subject<'s>, id: TypeId) -> Option<&'s str> {
    let makers = on.program.types.iter().enumerate();
    let maker = makers.into_iter().find(|(_, t)| {
        t.params.iter().any(|(p, value)| {
            t.class.is_ok_and(|c| crate::opt::reach::makes(c, *p)) && mentioned(value).any(|t| t == id)
        })
    });
    maker.map(|(i, _)| on.name(TypeId(i as u16))).filter(|name| !name.is_empty())
}

/// Types whose class moves, but whose speed or cooldown forbids it for good.
fn never_moves(on: &Subject<'_>, levels: &[LevelSource<'_>], sink: &mut Sink) {
    // Pixels per cell, as far as they are known: the most of all levels.
    let derived = |l: &LevelSource<'_>| {
        let longest = l.text.width.max(l.text.height()).max(1);
        (800 / i32::try_from(longest).unwrap_or(i32::MAX)).max(2)
    };
    let cell = match on.program.game.square_size {
        Some(n) => n,
        // The smallest level has the largest cells.
        None => levels.iter().map(derived).max().unwrap_or(400),
    };
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
