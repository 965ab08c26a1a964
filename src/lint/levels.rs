//! What levels say about the rules: characters that no level has, levels that are over at once, goals out of reach.

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::ontology::{Class, Effect, End, SpriteParam, TypeRef, Value};
use vgdl_vm::program::TypeId;

use super::meet::Places;
use super::{LevelSource, Subject};
use crate::diag::{Diagnostic, Sink, codes};
use crate::source::Span;

/// Reports them.
pub(super) fn report(on: &Subject<'_>, places: &Places, levels: &[LevelSource<'_>], sink: &mut Sink) {
    unused(on, levels, sink);
    over_at_once(on, places, levels, sink);
    out_of_reach(on, places, levels, sink);
}

/// Characters of the mapping that occur in none of the levels.
fn unused(on: &Subject<'_>, levels: &[LevelSource<'_>], sink: &mut Sink) {
    if levels.is_empty() {
        return;
    }
    let used: FxHashSet<char> = levels.iter().flat_map(|l| l.text.rows.iter().flatten().copied()).collect();
    for glyph in on.game.mapping.iter().filter(|g| g.span != Span::default() && !used.contains(&g.glyph)) {
        let title = format!("character `{}` in no level", glyph.glyph);
        let found = Diagnostic::remark(codes::UNUSED_CHARACTER, title).at(glyph.span);
        let of = if levels.len() == 1 { "the level that was" } else { "the levels that were" };
        sink.push(found.label(format!("{of} checked with the game has none")));
    }
}

/// Levels in which a termination holds from the start: there are no more sprites than it waits for, and nothing makes any.
fn over_at_once(on: &Subject<'_>, places: &Places, levels: &[LevelSource<'_>], sink: &mut Sink) {
    // A `StopCounter` may hold it off.
    if on.program.ends.iter().any(|e| matches!(e.end, End::StopCounter { .. })) {
        return;
    }
    for level in levels {
        let mut cells: FxHashMap<char, usize> = FxHashMap::default();
        level.text.rows.iter().flatten().for_each(|c| *cells.entry(*c).or_default() += 1);
        let mut placed = vec![0; on.game.types.len()];
        for glyph in &on.game.mapping {
            let n = cells.get(&glyph.glyph).copied().unwrap_or_default();
            glyph.types.iter().filter_map(|t| t.0).for_each(|t| placed[t.index()] += n);
        }
        let holds = on.program.ends.iter().zip(&on.game.ends).find_map(|(ending, line)| {
            let End::SpriteCounter { stype } = ending.end else { return None };
            let family = on.family(stype);
            // Of what can never be there is told for all levels.
            let known = !on.mapped || on.reach.may_meet(TypeRef(Some(stype)));
            let count: usize = family.iter().map(|t| placed[t.index()]).sum();
            let few = usize::try_from(ending.limit).is_ok_and(|limit| count <= limit);
            (known && few && !family.iter().any(|t| places.made[t.index()])).then_some((stype, count, line))
        });
        if let Some((stype, count, line)) = holds {
            let title = "level that is over after one tick";
            let found = Diagnostic::warning(codes::OVER_AT_ONCE, title).in_source(level.index);
            let name = on.name(stype);
            let found = found.at(level.text.span(level.source, 0, 0)).label(match count {
                0 => format!("there is no `{name}`, and nothing makes one"),
                n => format!("there are {n} `{name}`, and nothing makes more"),
            });
            sink.push(found.help(format!("the termination on line {} of the game holds from the start", line.line)));
        }
    }
}

/// Goals that walls keep the avatar from: those whose last sprite must go for a win, which only the avatar can remove by
/// touching them, and which stay in their places.
fn out_of_reach(on: &Subject<'_>, places: &Places, levels: &[LevelSource<'_>], sink: &mut Sink) {
    let program = on.program;
    let walks = |id: TypeId| {
        on.ty(id).is_some_and(|t| {
            let odd = |p: SpriteParam| {
                matches!(p, SpriteParam::Speed | SpriteParam::PhysicsType | SpriteParam::WMult | SpriteParam::HMult)
            };
            t.class.is_ok_and(|c| c.is_avatar() && c.traits().physicstype == 0 && c.traits().speed == 1.0)
                && !t.params.iter().any(|p| odd(p.param))
        })
    };
    let fixed = |id: TypeId| places.fixed.get(id.index()) == Some(&true);
    let avatars: Vec<TypeId> = (0..program.types.len())
        .map(|i| TypeId(i as u16))
        .filter(|&id| on.populated(id) && program.types[id.index()].class.is_ok_and(Class::is_avatar))
        .collect();
    // Nothing but its own steps may take an avatar anywhere.
    let own = |id: &TypeId| walks(*id) && places.own_steps.get(id.index()) == Some(&true);
    if levels.is_empty() || avatars.is_empty() || program.game.players != 1 || !avatars.iter().all(own) {
        return;
    }
    let mut is_avatar = vec![false; program.types.len()];
    avatars.iter().for_each(|t| is_avatar[t.index()] = true);
    let touches = |id: TypeId| on.family(id).iter().any(|t| is_avatar[t.index()]);
    let all_avatars = |id: TypeId| on.family(id).iter().filter(|t| is_avatar[t.index()]).count() == avatars.len();
    // What may remove or change sprites of each type, but for the touch of an avatar.
    let mut changed = vec![false; program.types.len()];
    let mut blocks = vec![false; program.types.len()];
    let mut taken = vec![false; program.types.len()];
    let mark = |list: &mut Vec<bool>, id: TypeId| on.family(id).iter().for_each(|t| list[t.index()] = true);
    // A timer's rule runs without sprites of its own; these are all there are for it.
    let everywhere = program.rules.iter().flat_map(|r| r.effect.alters().types);
    everywhere.for_each(|t| mark(&mut changed, t));
    for pair in &program.pairs {
        for (_, rule) in on.rules(pair) {
            let alters = rule.effect.alters();
            if on.puts_back(rule) && all_avatars(pair.first) {
                mark(&mut blocks, pair.second);
            }
            if alters.first && !matches!(rule.effect, Effect::StepBack(_)) {
                mark(if touches(pair.second) { &mut taken } else { &mut changed }, pair.first);
            }
            if alters.second {
                mark(if touches(pair.first) { &mut taken } else { &mut changed }, pair.second);
            }
        }
    }
    program.edges.iter().filter_map(|e| e.on.0).for_each(|t| mark(&mut changed, t));
    program.timers.iter().filter_map(|t| t.on.0).for_each(|t| mark(&mut changed, t));
    let wall = |id: TypeId| fixed(id) && blocks[id.index()] && !taken[id.index()] && !changed[id.index()];
    let mut goals: Vec<TypeId> = Vec::new();
    for ending in program.ends.iter().filter(|e| e.limit == 0 && e.win.first() == Some(&true)) {
        if let End::SpriteCounter { stype } = ending.end {
            goals.extend(
                on.members(stype)
                    .filter(|&t| fixed(t) && taken[t.index()] && !changed[t.index()] && !blocks[t.index()]),
            );
        }
    }
    if goals.is_empty() {
        return;
    }
    let mut is_goal = vec![false; program.types.len()];
    goals.iter().for_each(|t| is_goal[t.index()] = true);
    let diagonal = |t: &TypeId| {
        let eight = |p: &crate::game::Param| p.param == SpriteParam::Directions && p.value == Value::Int(8);
        on.ty(*t).is_some_and(|t| t.params.iter().any(eight))
    };
    let diagonals = avatars.iter().any(diagonal);
    for level in levels {
        flood(on, level, &is_avatar, &wall, &is_goal, diagonals, sink);
    }
}

/// Reports goals of a level that an avatar cannot walk to.
fn flood(
    on: &Subject<'_>,
    level: &LevelSource<'_>,
    is_avatar: &[bool],
    wall: &dyn Fn(TypeId) -> bool,
    is_goal: &[bool],
    diagonals: bool,
    sink: &mut Sink,
) {
    // A rim around the level: the edge of the screen stops nobody by itself.
    let (width, height) = (level.text.width + 2, level.text.height() + 2);
    let mut open = vec![true; width * height];
    let mut reached = vec![false; width * height];
    let mut next = Vec::new();
    let mut aims: Vec<(usize, usize, TypeId)> = Vec::new();
    let meaning: FxHashMap<char, &[TypeRef]> = on.game.mapping.iter().map(|g| (g.glyph, &g.types[..])).collect();
    for (y, row) in level.text.rows.iter().enumerate() {
        for (x, glyph) in row.iter().enumerate() {
            for id in meaning.get(glyph).copied().unwrap_or_default().iter().filter_map(|t| t.0) {
                let at = (y + 1) * width + x + 1;
                if wall(id) {
                    open[at] = false;
                }
                if is_avatar[id.index()] {
                    next.push(at);
                }
                if is_goal[id.index()] {
                    aims.push((y, x, id));
                }
            }
        }
    }
    if next.is_empty() {
        return;
    }
    while let Some(at) = next.pop() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let (x, y) = (at % width, at / width);
        for (ny, nx) in
            (y.saturating_sub(1)..=y + 1).flat_map(|ny| (x.saturating_sub(1)..=x + 1).map(move |nx| (ny, nx)))
        {
            let at = ny * width + nx;
            if ny < height && nx < width && (diagonals || ny == y || nx == x) && open[at] && !reached[at] {
                next.push(at);
            }
        }
    }
    let mut lost = aims.iter().filter(|(y, x, _)| !reached[(y + 1) * width + x + 1]);
    if let Some(&(y, x, id)) = lost.next() {
        let name = on.name(id);
        let all = aims.len();
        let title = format!("`{name}` that the avatar cannot walk to");
        let found = Diagnostic::remark(codes::OUT_OF_REACH, title).in_source(level.index);
        let found = found.at(level.text.span(level.source, y, x)).label("walls all around");
        let found = found.help("open a way, or move it");
        let n = 1 + lost.count();
        sink.push(found.note(format!("{n} of {all} sprites that must go for a win are out of reach")));
    }
}
