//! The living sprites of a play as objects: `TYPE=enemy,!PC`, `#17`.
//!
//! A sprite has its id as key. The names of its type and of the categories that it is in select it, and are types of it, as
//! are its tags and its classes. The holder is the first player's avatar: it has the sprites of whose type it holds any.

use rustc_hash::FxHashMap;
use vgdl_vm::ontology::{CLASSES, Class, SpriteParam, Value};
use vgdl_vm::program::TypeId;
use vgdl_vm::selector::Bits;
use vgdl_vm::{Sprite, State};

use super::objects::Objects;
use super::{Selection, compile};

/// All sprites of a play, as they stand.
#[derive(Debug)]
pub struct Sprites<'s> {
    list: Vec<Sprite<'s>>,
    /// The sprites, numbered as in the list.
    pub objects: Objects,
    held: Bits,
    qualified: Bits,
}

impl<'s> Sprites<'s> {
    /// The sprites of a play, in order of their ids.
    #[must_use]
    pub fn of(state: &'s State) -> Self {
        let program = state.image().program();
        let mut list: Vec<Sprite<'s>> = state.sprites().filter(|sprite| !sprite.disabled).collect();
        list.sort_unstable_by_key(|sprite| sprite.id);
        let mut objects = Objects::new(list.iter().map(|sprite| (format!("#{}", sprite.id), Vec::<String>::new())));
        // What the game has is known, even if there is no sprite of it.
        let mut found: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let mut names = Vec::with_capacity(program.types.len());
        let mut words = Vec::with_capacity(program.types.len());
        for (i, decl) in program.types.iter().enumerate() {
            let name = program.type_name(TypeId(i as u16));
            let tags = decl.params.iter().find_map(|(param, value)| match (param, value) {
                (SpriteParam::Tags, Value::Text(tags)) => Some(tags.split('.').map(str::to_owned)),
                _ => None,
            });
            let classes = CLASSES.iter().filter(|def| {
                let of = Class::from_name(def.name);
                of.zip(decl.class.ok()).is_some_and(|(of, class)| class.is_a(of))
            });
            let all: Vec<String> = tags.into_iter().flatten().chain(classes.map(|def| def.name.to_owned())).collect();
            for word in all.iter().chain([&name]) {
                found.entry(word.clone()).or_default();
            }
            names.push(name);
            words.push(all);
        }
        for def in CLASSES {
            found.entry(def.name.to_owned()).or_default();
        }
        let mut by_name: FxHashMap<TypeId, Vec<u32>> = FxHashMap::default();
        for (i, sprite) in list.iter().enumerate() {
            let id = sprite.type_id;
            for &above in program.types.get(id.index()).map_or(&[][..], |decl| &decl.lineage) {
                by_name.entry(above).or_default().push(i as u32);
            }
            for word in words.get(id.index()).into_iter().flatten() {
                found.entry(word.clone()).or_default().push(i as u32);
            }
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_unstable();
        for (word, sprites) in found {
            objects.extend_type(&word, &sprites);
        }
        for (i, name) in names.iter().enumerate() {
            let sprites = by_name.remove(&TypeId(i as u16)).unwrap_or_default();
            objects.extend_type(name, &sprites);
            objects.add_name(name, sprites);
        }
        let avatar = state.avatar_sprite(0).filter(|avatar| !avatar.disabled);
        let amount = |t: TypeId| {
            avatar.as_ref().and_then(|avatar| avatar.resources().find(|(of, _)| *of == t)).map_or(0, |(_, n)| n)
        };
        let lacks = |t: TypeId| program.requires.iter().any(|&(of, what, least)| of == t && amount(what) < least);
        let (mut held, mut qualified) = (Bits::none(list.len()), Bits::none(list.len()));
        let mut known: FxHashMap<TypeId, (bool, bool)> = FxHashMap::default();
        for (i, sprite) in list.iter().enumerate() {
            let t = sprite.type_id;
            let &mut (has, fits) = known.entry(t).or_insert_with(|| (amount(t) > 0, !lacks(t)));
            if has {
                held.insert(i);
            }
            if fits {
                qualified.insert(i);
            }
        }
        Self { list, objects, held, qualified }
    }

    /// Those that a selection selects, in order of their ids.
    #[must_use]
    pub fn select(&self, selection: &Selection) -> Vec<&Sprite<'s>> {
        let mut chosen = Bits::default();
        compile(selection, &self.objects).select(&self.held, &self.qualified, &mut chosen);
        chosen.iter().filter_map(|i| self.list.get(i)).collect()
    }
}
