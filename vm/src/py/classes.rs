//! What sprites do in their turn, by class.

use super::avatar;
use super::game::TypeId;
use super::image::{Kind, Named};
use super::ontology::Class;
use super::physics::{BASE, Force};
use super::play::{Body, Crash, Keys, May, Slot, State};

/// What a class adds to the making of a sprite.
pub(super) fn construct(state: &mut State, class: Class, kind: &Kind, body: &mut Body) -> May {
    match class {
        Class::RandomMissile | Class::ErraticMissile if state.is_two() => {
            return Crash::new("NameError", "`game` is not known there");
        }
        Class::RandomMissile => {
            body.orientation = Some(BASE[state.rng.choose(4)]);
            body.speed = Some([0.1, 0.2, 0.4][state.rng.choose(3)]);
        }
        Class::ErraticMissile => body.orientation = Some(BASE[state.rng.choose(4)]),
        _ => {}
    }
    if kind.clashes {
        return Crash::new("TypeError", "an option is given twice: by the game and by the class");
    }
    Ok(())
}

/// A sprite's turn.
#[inline]
pub(super) fn update(state: &mut State, slot: Slot, class: Class, keys: Keys) -> May {
    use Class::*;
    match class {
        Immutable | Immovable | Passive | Resource | ResourcePack | SpriteProducer | Portal | OrientedSprite
        | Conveyor | Missile | RandomMissile => state.base_update(slot),
        Flicker | OrientedFlicker => flicker(state, slot),
        Spreader => spread(state, slot),
        SpawnPoint => spawn(state, slot),
        Bomber => {
            state.base_update(slot)?;
            spawn(state, slot)
        }
        RandomNPC | RandomInertial => {
            state.base_update(slot)?;
            let direction = BASE[state.rng.choose(4)];
            state.active(slot, direction, Force::Own)
        }
        Walker => walk(state, slot),
        WalkJumper => {
            if state.lastdirection(slot).0 == 0.0 {
                let prob = state.kind(slot).prob.unwrap_or(0.0);
                if prob < state.rng.random() {
                    let strength = state.kind(slot).strength;
                    state.active(slot, (0.0, -strength), Force::Own)?;
                }
            }
            walk(state, slot)
        }
        ErraticMissile => {
            state.base_update(slot)?;
            if state.rng.random() < state.kind(slot).prob.unwrap_or(0.0) {
                state.sprites[slot].orientation = Some(BASE[state.rng.choose(4)]);
            }
            Ok(())
        }
        Chaser | Fleeing => chase(state, slot),
        AStarChaser => seek(state, slot),
        _ => avatar::update(state, slot, class, keys),
    }
}

fn flicker(state: &mut State, slot: Slot) -> May {
    state.base_update(slot)?;
    if state.sprites[slot].count > state.kind(slot).limit {
        state.kill(slot)?;
    }
    state.sprites[slot].count += 1.0;
    Ok(())
}

fn spread(state: &mut State, slot: Slot) -> May {
    flicker(state, slot)?;
    if state.sprites[slot].count != 2.0 {
        return Ok(());
    }
    let name = state.kind(slot).lineage.last().copied();
    for (dx, dy) in BASE {
        if state.rng.random() < state.kind(slot).spreadprob {
            let last = state.sprites[slot].last;
            let (x, y) = (f64::from(last.x) + dx * f64::from(last.w), f64::from(last.y) + dy * f64::from(last.h));
            state.create(name, x, y)?;
        }
    }
    Ok(())
}

/// Makes a sprite where a producer is, if it is time.
fn spawn(state: &mut State, slot: Slot) -> May {
    let kind = state.kind(slot);
    let (cooldown, prob, total, stype) = (kind.cooldown, kind.prob, kind.total, kind.stype);
    if f64::from(state.time) % cooldown == 0.0 {
        let drawn = state.rng.random();
        let Some(prob) = prob else {
            return match state.mode.choice {
                // None is smaller than every number there.
                crate::rng::Choice::Python27 => gone(state, slot, total),
                crate::rng::Choice::Python3 => Crash::new("TypeError", "a probability is None"),
            };
        };
        if drawn < prob {
            let rect = state.sprites[slot].rect;
            let name = match stype {
                Named::Name(name) => Some(name),
                Named::Nothing | Named::Foreign => None,
            };
            state.create(name, f64::from(rect.x), f64::from(rect.y))?;
            state.sprites[slot].count += 1.0;
        }
    }
    gone(state, slot, total)
}

/// A producer goes when it has made as many as it may.
fn gone(state: &mut State, slot: Slot, total: Option<f64>) -> May {
    if total.is_some_and(|total| state.sprites[slot].count >= total) {
        state.kill(slot)?;
    }
    Ok(())
}

fn walk(state: &mut State, slot: Slot) -> May {
    if state.kind(slot).airsteering || state.lastdirection(slot).0 == 0.0 {
        let horizontal = state.sprites[slot].orientation.map_or(0.0, |o| o.0);
        let direction = if horizontal > 0.0 {
            1.0
        } else if horizontal < 0.0 {
            -1.0
        } else {
            [-1.0, 1.0][state.rng.choose(2)]
        };
        state.active(slot, (direction, 0.0), Force::Own)?;
    }
    state.base_update(slot)
}

fn chase(state: &mut State, slot: Slot) -> May {
    state.base_update(slot)?;
    let (stype, physics, fleeing) = {
        let kind = state.kind(slot);
        (kind.stype, kind.physics, kind.fleeing)
    };
    let own = state.sprites[slot].rect;
    let (mut targets, mut options) =
        (std::mem::take(&mut state.scratch.targets), std::mem::take(&mut state.scratch.options));
    targets.clear();
    options.clear();
    if let Named::Name(name) = stype {
        state.each_of(name, |target| targets.push(target));
    }
    state.work(targets.len())?;
    // Of the nearest, all.
    let mut best = f64::INFINITY;
    let mut nearest = 0;
    for i in 0..targets.len() {
        let target = targets[i];
        if state.sprites[target].dead > 0 {
            continue;
        }
        let distance = state.distance(physics, own, state.sprites[target].rect);
        if distance < best {
            (best, nearest) = (distance, 0);
        }
        if distance <= best {
            targets[nearest] = target;
            nearest += 1;
        }
    }
    for &target in &targets[..nearest] {
        let target = state.sprites[target].rect;
        let before = best;
        for (dx, dy) in BASE {
            let mut moved = own;
            moved.x = moved.x.wrapping_add(dx as i32);
            moved.y = moved.y.wrapping_add(dy as i32);
            let after = state.distance(physics, moved, target);
            if if fleeing { before < after } else { before > after } {
                options.push((dx, dy));
            }
        }
    }
    if options.is_empty() {
        options.extend(BASE);
    }
    let direction = options[state.rng.choose(options.len())];
    (state.scratch.targets, state.scratch.options) = (targets, options);
    state.active(slot, direction, Force::Own)
}

/// One step on the shortest way to the first sprite of `pacman`.
fn seek(state: &mut State, slot: Slot) -> May {
    state.base_update(slot)?;
    let [food, nest, moving, pacman] = state.image.maze;
    // What can be walked on: tile by tile, the x of the sprite that makes it so. Later ones replace earlier ones.
    let (columns, rows) = state.grid;
    let block = state.block;
    state.work((columns * rows) as usize + state.sprites.len())?;
    let tile = |x: i32, y: i32| (x.div_euclid(block), y.div_euclid(block));
    let inside = |(x, y): (i32, i32)| x >= 0 && y >= 0 && x < columns && y < rows;
    let index = |(x, y): (i32, i32)| (y * columns + x) as usize;
    let mut floor: Vec<Option<i32>> = vec![None; (columns * rows) as usize];
    for name in [food, nest, moving].into_iter().flatten() {
        for s in state.sprites_of(name) {
            let body = &state.sprites[s];
            let at = tile(body.rect.x, body.rect.y);
            if body.dead == 0 && inside(at) {
                floor[index(at)] = Some(body.rect.x);
            }
        }
    }
    for (x, y) in state.free_cells() {
        state.draw_colour();
        floor[index(tile(x, y))] = Some(x);
    }
    let goal = pacman.and_then(|name| state.sprites_of(name).into_iter().find(|&s| state.sprites[s].dead == 0));
    let Some(goal) = goal else { return Crash::new("IndexError", "there is no `pacman` to go to") };
    let (own, goal) = (state.sprites[slot].rect, state.sprites[goal].rect);
    let (start, goal) = (tile(own.x, own.y), tile(goal.x, goal.y));
    let mut steps = 0;
    let most = usize::try_from(state.work_left).unwrap_or(usize::MAX);
    let found = path(start, goal, |at| inside(at) && floor[index(at)].is_some(), index, floor.len(), &mut |n| {
        steps += n;
        steps < most
    });
    state.work(steps)?;
    let Some(path) = found else {
        return Crash::new("TypeError", "there is no way to `pacman`");
    };
    let Some(&next) = path.get(1) else {
        return Crash::new("UnboundLocalError", "it is where `pacman` is");
    };
    let next_x = floor[index(next)].unwrap_or(next.0 * block);
    let direction = if tile(next_x, 0).0 == start.0 {
        if next.1 > start.1 { BASE[2] } else { BASE[0] }
    } else if next.0 > start.0 {
        BASE[3]
    } else {
        BASE[1]
    };
    state.active(slot, direction, Force::Own)
}

/// A* from tile to tile; of equals the one that was opened first.
fn path(
    start: (i32, i32),
    goal: (i32, i32),
    walkable: impl Fn((i32, i32)) -> bool,
    index: impl Fn((i32, i32)) -> usize,
    tiles: usize,
    may: &mut dyn FnMut(usize) -> bool,
) -> Option<Vec<(i32, i32)>> {
    #[derive(Clone, Copy)]
    struct Node {
        at: (i32, i32),
        g: i32,
        f: i32,
        parent: usize,
    }
    let one = |a: i32, b: i32| a.saturating_sub(b).saturating_abs();
    let far = |at: (i32, i32)| one(at.0, goal.0).saturating_add(one(at.1, goal.1));
    let mut nodes = vec![Node { at: start, g: 0, f: far(start), parent: usize::MAX }];
    let mut known: Vec<Option<usize>> = vec![None; tiles];
    let mut closed = vec![false; tiles];
    if let Some(place) = known.get_mut(index(start)) {
        *place = Some(0);
    }
    let mut open: Vec<usize> = vec![0];
    while !open.is_empty() && may(5 * open.len()) {
        let mut best = (9999, None);
        for (place, &node) in open.iter().enumerate() {
            if nodes[node].f < best.0 {
                best = (nodes[node].f, Some(place));
            }
        }
        let current = open.remove(best.1?);
        let node = nodes[current];
        if node.at == goal {
            let mut path = vec![node.at];
            let mut at = node.parent;
            while let Some(node) = nodes.get(at) {
                path.push(node.at);
                at = node.parent;
            }
            path.reverse();
            return Some(path);
        }
        if let Some(place) = closed.get_mut(index(node.at)) {
            *place = true;
        }
        for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            let at = (node.at.0.saturating_add(dx), node.at.1.saturating_add(dy));
            if !walkable(at) {
                continue;
            }
            let (g, place) = (node.g + 1, index(at));
            let found = known[place];
            if closed[place] && found.is_some_and(|n| g >= nodes[n].g) {
                continue;
            }
            let is_open = found.is_some_and(|n| open.contains(&n));
            if !is_open || found.is_some_and(|n| g < nodes[n].g) {
                let id = match found {
                    Some(id) => id,
                    None => {
                        nodes.push(Node { at, g, f: 0, parent: current });
                        known[place] = Some(nodes.len() - 1);
                        nodes.len() - 1
                    }
                };
                nodes[id] = Node { at, g, f: far(at).saturating_add(g), parent: current };
                if !is_open {
                    open.push(id);
                }
            }
        }
    }
    None
}

impl State {
    /// Every sprite of a name, those that were killed in this tick included: the list of a type, else those of all types that
    /// are in the name, type by type.
    pub(super) fn sprites_of(&self, name: super::NameId) -> Vec<Slot> {
        let mut found = Vec::new();
        self.each_of(name, |slot| found.push(slot));
        found
    }

    /// Visits every sprite of a name, as [`State::sprites_of`] lists them.
    fn each_of(&self, name: super::NameId, visit: impl FnMut(Slot)) {
        let of = |kind: &TypeId| self.groups[kind.index()].iter().copied();
        match self.image.types[name.index()].filter(|t| self.was_made[t.index()]) {
            Some(kind) => of(&kind).for_each(visit),
            None => self.image.families[name.index()].iter().flat_map(of).for_each(visit),
        }
    }
}
