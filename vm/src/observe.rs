//! What agents see of a play: the forward model as researchers know it.
//!
//! A [`State`] *is* the forward model: copy it, `step` the copy, look at what came of it. Unlike in GVGAI a copy carries the
//! random state, so two copies given the same actions stay equal; [`State::reseed`] makes them differ on purpose.

use crate::image::{Image, Kind};
use crate::ontology::Action;
use crate::program::TypeId;
use crate::rng::JavaRandom;
use crate::state::world::{Slot, opt};
use crate::state::{Sprite, State};

/// How observations group sprites. A sprite is in the first category that fits (GVGAI `ForwardModel.getSpriteCategory`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// A sprite of an avatar class.
    Avatar,
    /// A resource: it can be collected.
    Resource,
    /// A portal or a door.
    Portal,
    /// A non-player character.
    Npc,
    /// A sprite that never moves on its own.
    Static,
    /// A sprite that an avatar made.
    FromAvatar,
    /// Anything else.
    Movable,
}

impl Category {
    /// Every category, in the order of GVGAI's numbers (0 to 6).
    pub const ALL: [Category; 7] = [
        Category::Avatar,
        Category::Resource,
        Category::Portal,
        Category::Npc,
        Category::Static,
        Category::FromAvatar,
        Category::Movable,
    ];

    fn of(kind: &Kind, from_avatar: bool) -> Category {
        let t = &kind.traits;
        if t.is_avatar {
            Category::Avatar
        } else if t.is_resource {
            Category::Resource
        } else if t.portal {
            Category::Portal
        } else if t.is_npc {
            Category::Npc
        } else if t.is_static {
            Category::Static
        } else if from_avatar {
            Category::FromAvatar
        } else {
            Category::Movable
        }
    }
}

/// A meeting of an avatar, or of a sprite an avatar made, with another sprite: a rule ran on the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The tick.
    pub tick: i32,
    /// Whether the active sprite is one that an avatar made, not the avatar itself.
    pub from_avatar: bool,
    /// Type of the avatar or of what it made.
    pub active_type: TypeId,
    /// Type of the other sprite.
    pub passive_type: TypeId,
    /// Id of the avatar or of what it made.
    pub active_id: u32,
    /// Id of the other sprite.
    pub passive_id: u32,
    /// Where the active sprite was after the effect: its upper left corner, in pixels.
    pub position: (i32, i32),
}

/// The events of a play, as GVGAI keeps them: by tick, events of sprites that avatars made first, then by type of the other
/// sprite, then by type of the active one; of events that are equal in these only the first is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    events: Vec<Event>,
}

impl History {
    /// No events yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The events so far, in order.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub(crate) fn add(&mut self, event: Event) {
        let key = |e: &Event| (e.tick, !e.from_avatar, e.passive_type, e.active_type);
        if let Err(at) = self.events.binary_search_by_key(&key(&event), key) {
            self.events.insert(at, event);
        }
    }
}

impl Image {
    /// The actions that any avatar of the program has: `Nil` first, then in the order of [`Action::ALL`]. For agents that
    /// number actions once for a whole game, though its avatars may differ; an action that an avatar does not have does
    /// nothing.
    #[must_use]
    pub fn actions(&self) -> Vec<Action> {
        let has = |action: &Action| self.kinds.iter().any(|kind| kind.actions.contains(action));
        Action::ALL.into_iter().filter(|action| *action == Action::Nil || has(action)).collect()
    }
}

impl State {
    /// Continues with the random stream of another seed, as if the play had just been started with it.
    pub fn reseed(&mut self, seed: i32) {
        self.world.rng = JavaRandom::new(seed);
    }

    /// A player's avatar as it stands; `None` when it has none.
    #[must_use]
    pub fn avatar_sprite(&self, player: usize) -> Option<Sprite<'_>> {
        opt(*self.world.players.get(player)?).map(|slot| self.sprite(slot))
    }

    /// Whether a player has an avatar that has not been killed.
    #[must_use]
    pub fn is_alive(&self, player: usize) -> bool {
        self.avatar_sprite(player).is_some_and(|a| !a.disabled)
    }

    /// Most health points a player's avatar had so far, and the number that it cannot reach.
    #[must_use]
    pub fn health_bounds(&self, player: usize) -> Option<(i32, i32)> {
        let slot = opt(*self.world.players.get(player)?)?;
        let kind = self.image.kind(self.world.body[slot.index()].kind);
        Some((self.world.mind[slot.index()].max_health, kind.traits.limit_health_points))
    }

    /// Category of a sprite.
    #[must_use]
    pub fn category(&self, sprite: &Sprite<'_>) -> Category {
        Category::of(self.image.kind(sprite.type_id), sprite.from_avatar)
    }

    /// Whether sprites of a type are hidden from a player: agents are not shown them.
    #[must_use]
    pub fn is_hidden(&self, kind: TypeId, player: usize) -> bool {
        self.image.kind(kind).hidden_from(player)
    }

    /// The sprites of a category that a player sees: by type, then by id.
    pub fn observations(&self, category: Category, player: usize) -> impl Iterator<Item = Sprite<'_>> {
        self.sprites().filter(move |s| self.category(s) == category && !self.is_hidden(s.type_id, player))
    }

    /// The sprites that touch a cell, by type, then by id. Columns and rows are counted from 0.
    pub fn sprites_at(&self, column: usize, row: usize) -> impl Iterator<Item = Sprite<'_>> {
        let block = self.block();
        let cell = crate::Rect {
            x: (column as i32).saturating_mul(block),
            y: (row as i32).saturating_mul(block),
            w: block,
            h: block,
        };
        self.sprites().filter(move |s| s.rect.intersects(cell))
    }
}

/// Notes a meeting, if an avatar has to do with it.
pub(crate) fn note(history: &mut History, vm: &crate::step::Frame<'_>, a: Slot, b: Slot) {
    let is_avatar = |s: Slot| vm.im.kind(vm.w.body[s.index()].kind).traits.is_avatar;
    let from_avatar = |s: Slot| vm.w.has(s, crate::state::world::flag::FROM_AVATAR);
    let (active, passive, made) = if is_avatar(a) {
        (a, b, false)
    } else if from_avatar(a) {
        (a, b, true)
    } else if is_avatar(b) {
        (b, a, false)
    } else if from_avatar(b) {
        (b, a, true)
    } else {
        return;
    };
    let rect = vm.w.body[active.index()].rect;
    history.add(Event {
        tick: vm.w.tick,
        from_avatar: made,
        active_type: vm.w.body[active.index()].kind,
        passive_type: vm.w.body[passive.index()].kind,
        active_id: vm.w.body[active.index()].id,
        passive_id: vm.w.body[passive.index()].id,
        position: (rect.x, rect.y),
    });
}
