//! What pictures remember of sprites from tick to tick: animations begin with the sprite, and tiles are chosen by the
//! neighbours at the start.

use std::collections::{BTreeMap, BTreeSet};

use super::Seen;
use crate::draw::{Art, Looks};

/// What was seen so far.
#[derive(Clone, Debug)]
pub(super) struct Cast {
    tick: i32,
    known: BTreeMap<u32, Known>,
}

/// What is remembered of a sprite.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The tick after which it was first seen.
    born: i32,
    /// Which of its neighbours were of its type at the start: 1 left, 2 right, 4 above, 8 below.
    tile: usize,
}

impl Default for Cast {
    fn default() -> Self {
        Self { tick: -1, known: BTreeMap::new() }
    }
}

impl Cast {
    /// Sees the sprites after a tick; −1 is the start. `block` is pixels per cell.
    pub(super) fn watch(&mut self, looks: &Looks, tick: i32, block: i64, sprites: impl Iterator<Item = Seen>) {
        self.tick = tick;
        let remembered = |kind| looks.art(kind).is_some_and(|art: &Art| art.autotiling || art.frame_rate > 0.0);
        let sprites: Vec<Seen> = sprites.filter(|s| remembered(s.kind)).collect();
        let before = std::mem::take(&mut self.known);
        // Tiles never change: those made later have no neighbours.
        let tiled = tick < 0 && sprites.iter().any(|s| looks.art(s.kind).is_some_and(|art| art.autotiling));
        let places: BTreeSet<(usize, i64, i64)> = if tiled {
            sprites.iter().map(|s| (s.kind, i64::from(s.rect.x), i64::from(s.rect.y))).collect()
        } else {
            BTreeSet::new()
        };
        for sprite in sprites {
            let (x, y) = (i64::from(sprite.rect.x), i64::from(sprite.rect.y));
            let sides = [(x - block, y), (x + block, y), (x, y - block), (x, y + block)];
            let bit = |(i, &(x, y)): (usize, &(i64, i64))| usize::from(places.contains(&(sprite.kind, x, y))) << i;
            let tile = sides.iter().enumerate().map(bit).sum();
            let known = before.get(&sprite.id).copied().unwrap_or(Known { born: tick, tile });
            self.known.insert(sprite.id, known);
        }
    }

    /// Which image of a series of so many shows a sprite.
    pub(super) fn place(&self, art: &Art, id: u32, length: usize) -> usize {
        let known = self.known.get(&id).copied().unwrap_or(Known { born: self.tick, tile: 0 });
        if art.frame_rate > 0.0 {
            let shown = i64::from(self.tick) - i64::from(known.born) - 1;
            let each = art.frame_rate.ceil().clamp(1.0, f64::from(i32::MAX)) as u64;
            (shown.max(0) as u64 / each) as usize % length.max(1)
        } else if art.autotiling {
            known.tile
        } else if art.randomtiling >= 0.0 {
            // By the sprite's number: whoever draws the play, and whenever, chooses the same.
            let [chance, choice] = [mixed(u64::from(id)), mixed(!u64::from(id))];
            let varied = (chance >> 11) as f64 / (1_u64 << 53) as f64 > art.randomtiling;
            if varied { (choice % length.max(1) as u64) as usize } else { 0 }
        } else {
            0
        }
    }
}

/// A number whose bits depend on all bits of another (the end of SplitMix64).
fn mixed(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
