//! Building a level and binding avatars to players (GVGAI `BasicGame.buildStringLevel`, `Game.createAvatars`).

use std::collections::BinaryHeap;
use std::sync::Arc;

use super::State;
use super::board::Board;
use super::column::{ByType, Column, SCENERY};
use super::world::{Body, Cell, Group, IN_TIME, Links, NONE, RuleState, Scratch, Slot, Waiting, World, flag, opt};
use crate::image::{Image, Memory, StartError};
use crate::ontology::Effect;
use crate::program::Level;
use crate::program::verify::{self, limits};
use crate::rng::JavaRandom;
use crate::step::path::Paths;
use crate::step::{Frame, timers};

impl State {
    pub(crate) fn start(image: &Arc<Image>, level: &Level, seed: i32) -> Result<State, StartError> {
        let game = &image.program.game;
        verify::verify_level(level, game.square_size).map_err(|e| StartError(e.0))?;
        let mut board = Board::new(level, game)?;
        let mut world = empty_world(image, &board);
        let mut vm = Frame::new(image, &board, &mut world, None);
        build(&mut vm, level)?;
        set_scenery_apart(image, &mut board, &mut world);
        let mut vm = Frame::new(image, &board, &mut world, None);
        // The reference engine binds avatars when a level is built and again when it is started; each time it finds none it
        // logs a message.
        for _ in 0..2 {
            bind(&mut vm)?;
        }
        for slot in 0..vm.w.body.lens().1 as u32 {
            if vm.may_meet(Slot(slot)) {
                vm.touch(Slot(slot));
            }
        }
        plan_timers(&mut vm);
        if let Some(obstacles) = &image.program.game.obstacles {
            board.paths = Some(paths(image, &world, &board, obstacles)?);
        }
        world.rng = JavaRandom::new(seed);
        Ok(State { image: Arc::clone(image), board: Arc::new(board), world })
    }
}

fn empty_world(image: &Image, board: &Board) -> World {
    let types = image.kinds.len();
    let program = &image.program;
    World {
        tick: -1,
        cursor: -1,
        over: false,
        ended_by: None,
        can_end: true,
        messages: program.messages,
        rng: JavaRandom::new(0),
        next_id: 0,
        num_sprites: 0,
        census: true,
        outside: 0,
        outside_types: 0,
        misfits: 0,
        asleep: 0,
        present: 0,
        max_size: (board.block, board.block),
        players: [NONE; 2],
        fault: None,
        body: Column::default(),
        mind: ByType::default(),
        links: Column::default(),
        held: Column::default(),
        lists: Column::default(),
        stops: Vec::new(),
        groups: vec![Group::EMPTY; types],
        made: vec![false; types],
        cells: vec![Cell::EMPTY; board.cells()],
        kills: Vec::new(),
        killed_again: 0,
        moved: Vec::new(),
        touched: Vec::new(),
        free: Vec::new(),
        shields: Vec::new(),
        waiting: BinaryHeap::new(),
        planned: 0,
        rules: program
            .rules
            .iter()
            .map(|r| RuleState {
                apply_score: r.apply_score,
                count: r.count,
                count_else: r.count_else,
                killing: false,
                postponed: IN_TIME,
                last_tick: -1,
            })
            .collect(),
        pulled: Vec::new(),
        counters: vec![0; usize::from(program.game.counters)],
        pilots: Vec::new(),
        trackers: Vec::new(),
        growers: (!image.growers.is_empty()).then(Box::default),
        scratch: Scratch::default(),
    }
}

/// Sets apart the sprites that nothing in the program can change: they get the first slots and are shared by all copies of
/// the state.
fn set_scenery_apart(image: &Image, board: &mut Board, world: &mut World) {
    let bodies = &world.body;
    let live = (0..bodies.lens().1 as u32).filter(|&i| bodies[i as usize].flags & flag::GONE == 0);
    let (fixed, own): (Vec<u32>, Vec<u32>) = live.partition(|&i| image.kind(bodies[i as usize].kind).fixed);
    // A large level takes much of its memory here: the lists to be made anew go first, and columns one by one.
    world.links = Column::default();
    world.stops = Vec::new();
    world.cells = Vec::new();
    world.mind.split(image.kinds.len(), |slot| bodies[slot as usize].kind.index(), &fixed, &own);
    world.body.split(&fixed, &own);
    world.held.split_rows(image.resources.len(), &fixed, &own);
    world.lists.split_rows(image.list_len, &fixed, &own);
    let n = fixed.len();
    // Lists are made anew. Scenery is linked by hand, since it cannot be changed once it is in place.
    let mut links = vec![Links::NEW; n];
    let mut listed = Vec::new();
    let mut last = vec![NONE; image.kinds.len()];
    for group in &mut world.groups {
        *group = Group { count: 0, head: NONE, tail: NONE, scenery: NONE, ..*group };
    }
    for i in 0..n {
        let slot = i | SCENERY;
        let Body { kind, rect, .. } = world.body[slot];
        let group = &mut world.groups[kind.index()];
        group.count += 1;
        match std::mem::replace(&mut last[kind.index()], slot as u32) {
            NONE => group.scenery = slot as u32,
            before => links[before as usize ^ SCENERY].next = slot as u32,
        }
        if image.kind(kind).partners != 0 {
            links[i].cell = board.cell(rect.x, rect.y);
            listed.push((slot as u32, links[i].cell));
        }
    }
    world.cells = vec![Cell::EMPTY; board.cells()];
    for &(slot, cell) in &listed {
        world.cells[cell as usize].scenery |= image.kind(world.body[slot as usize].kind).bit;
    }
    board.set_scenery(&listed);
    world.links = Column::new(links, vec![Links::NEW; own.len()]);
    world.stops = vec![NONE; own.len()];
    world.misfits = 0;
    world.free.clear();
    world.moved.clear();
    world.touched.clear();
    // Slots have been given in order of creation.
    if let Some(growers) = &mut world.growers {
        growers.list.clear();
        growers.gone = 0;
    }
    for slot in 0..own.len() {
        let Body { kind, rect, flags, .. } = world.body[slot];
        let k = image.kind(kind);
        if k.memory == Memory::Grower {
            world.note_grower(image, Slot(slot as u32), kind);
        }
        world.join_group(Slot(slot as u32), kind);
        if k.partners != 0 {
            world.join_cell(Slot(slot as u32), board.cell(rect.x, rect.y), k.bit, flags & flag::MISFIT != 0);
            world.body[slot].flags &= !flag::TOUCHED;
        }
        if flags & flag::MOVED != 0 {
            world.moved.push(slot as u32);
        }
    }
}

fn build(vm: &mut Frame<'_>, level: &Level) -> Result<(), StartError> {
    let im = vm.im;
    let (columns, block) = (vm.board.columns as usize, vm.board.block);
    let mut avatars = Vec::new();
    // Large levels and long mappings meet.
    let mut glyphs: Vec<_> = im.program.mapping.iter().collect();
    glyphs.sort_unstable_by_key(|m| m.glyph);
    let mut units = Vec::with_capacity(columns);
    for (row, text) in level.rows.iter().enumerate() {
        units.clear();
        units.extend(text.encode_utf16());
        units.resize(columns, u16::from(b' '));
        for (column, &unit) in units.iter().enumerate() {
            let glyph = char::from_u32(u32::from(unit));
            let mapping = glyph.and_then(|g| glyphs.binary_search_by_key(&g, |m| m.glyph).ok());
            let Some(mapping) = mapping.map(|at| glyphs[at]) else {
                if glyph != Some(' ') {
                    vm.message();
                }
                continue;
            };
            for &kind in &mapping.types {
                let (x, y) = (column as i32 * block, row as i32 * block);
                let Ok(slot) = vm.add(kind, x, y, false) else {
                    let cause = vm.w.fault.take().map_or_else(String::new, |f| f.cause.to_string());
                    let glyph = mapping.glyph;
                    return Err(StartError(format!(
                        "row {}, column {}: the character `{glyph}` cannot be placed: {cause}",
                        row + 1,
                        column + 1
                    )));
                };
                if let Some(slot) = slot
                    && im.kind(vm.w.body[slot.index()].kind).traits.is_avatar
                {
                    avatars.push(slot);
                }
            }
        }
    }
    let players = usize::from(im.program.game.players);
    if avatars.len() > players {
        vm.message();
        for &extra in &avatars[players..] {
            vm.delete(extra);
        }
    }
    Ok(())
}

/// Types are searched in reverse drawing order, the first of that order left out, and what is found is reversed again: so
/// several avatars of one type come last first.
fn bind(vm: &mut Frame<'_>) -> Result<(), StartError> {
    let im = vm.im;
    let mut found: Vec<Slot> = Vec::new();
    for &kind in im.program.order.iter().skip(1).rev() {
        if !im.kind(kind).traits.is_avatar {
            continue;
        }
        let mut next = vm.w.first_of(kind);
        while let Some(slot) = next {
            if !im.kind(kind).avatar {
                let name = im.program.type_name(kind);
                return Err(StartError(format!("`{name}` has is_avatar=True but is not of an avatar class")));
            }
            found.push(slot);
            next = vm.w.next_of(slot);
        }
    }
    if found.is_empty() {
        vm.message();
    }
    for (player, &slot) in found.iter().rev().take(usize::from(im.program.game.players)).enumerate() {
        vm.w.players[player] = slot.0;
        let pilot = vm.w.mind[slot.index()].memory[0] as usize;
        vm.w.pilots[pilot].player = player as u8;
    }
    Ok(())
}

fn plan_timers(vm: &mut Frame<'_>) {
    let im = vm.im;
    for timer in &im.program.timers {
        let waiting = Waiting {
            next: timer.first,
            rule: timer.rule.0,
            on: timer.on.0,
            timer: timer.timer,
            repeating: timer.repeating,
            scored_as: timer.rule.0,
            turn: 0,
        };
        if timers::plan(vm, waiting).is_err() {
            // There are fewer timers than may wait.
            break;
        }
    }
}

/// The path finder's map: what stands in the way now, hidden sprites left out.
fn paths(
    image: &Image,
    world: &World,
    board: &Board,
    obstacles: &[crate::ontology::TypeRef],
) -> Result<Paths, StartError> {
    let cells = (board.columns * board.rows) as usize;
    if cells > limits::PATH_CELLS {
        let most = limits::PATH_CELLS;
        return Err(StartError(format!("the path finder takes levels of {most} cells at most; this one has {cells}")));
    }
    let mut blocked = vec![false; cells];
    let cell = |slot: Slot| {
        let rect = world.body[slot.index()].rect;
        (board.row(rect.y) * board.columns + board.column(rect.x)) as usize
    };
    for kind in obstacles.iter().filter_map(|t| t.0) {
        let hidden = image.kind(kind).traits.hidden.split(',').next().is_some_and(|h| h.eq_ignore_ascii_case("true"));
        if hidden {
            continue;
        }
        let mut next = world.first_of(kind);
        while let Some(slot) = next {
            blocked[cell(slot)] = true;
            next = world.next_of(slot);
        }
    }
    let Some(avatar) = opt(world.players[0]) else {
        return Err(StartError("the path finder needs an avatar on the level".into()));
    };
    let actions = image.kind(world.body[avatar.index()].kind).class.map_or(0, |c| c.actions().len());
    Ok(Paths::new(board.columns, board.rows, blocked.into(), actions == 3))
}

impl Image {
    /// The points of a hit that kills, for a rule that has such.
    pub(crate) fn killing_score(&self, rule: crate::program::RuleId) -> &crate::ontology::Score {
        match &self.rule(rule).effect {
            Effect::SubtractHealthPoints(p) => &p.score_if_killed,
            _ => &self.rule(rule).score,
        }
    }
}
