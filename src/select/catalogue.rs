//! Catalogues: the objects of every class, and a holder.
//!
//! ```json
//! {"classes": {"LANG": [{"key": "Druidic", "types": ["Secret"], "pre": [["druid", 1]]}]},
//!  "pc": {"attrs": {"druid": 0}, "possessed": {"LANG": ["Druidic"]}, "qualify": {"LANG": ["Druidic"]}}}
//! ```
//!
//! Classes are called as [`Token::class`](super::token::Token::class) says. A requirement `["druid", 1]` means that the attribute
//! is at least 1; an attribute that is missing is 0.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::mistake::{Kind, Mistake};
use super::objects::Objects;
use super::parse::cut;
use super::token::{Subtoken, Token};
use crate::vm::selector::Bits;

/// An object of a list file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Its key.
    pub key: String,
    /// Its types.
    pub types: Vec<String>,
    /// What it requires, as written. It is not understood: nobody qualifies.
    pub requirements: Vec<String>,
    /// The category, of an ability.
    pub category: Option<String>,
}

/// The objects of one class, which of them the holder has, and which it qualifies for.
#[derive(Clone, Debug, Default)]
pub struct Class {
    /// The objects.
    pub objects: Objects,
    /// What the holder has.
    pub held: Bits,
    /// What the holder qualifies for.
    pub qualified: Bits,
}

/// All classes.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    classes: BTreeMap<String, Class>,
    /// For a file that does not say what its objects are: the class of every token.
    any: Option<Class>,
}

#[derive(Deserialize)]
struct File {
    classes: BTreeMap<String, Vec<Entry>>,
    #[serde(default)]
    pc: Holder,
}

#[derive(Deserialize)]
struct Entry {
    key: String,
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    pre: Vec<(String, f64)>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Holder {
    attrs: BTreeMap<String, f64>,
    possessed: BTreeMap<String, Vec<String>>,
    qualify: BTreeMap<String, Vec<String>>,
}

impl Catalogue {
    /// Reads a catalogue in JSON.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let File { classes, pc } = serde_json::from_str(text).map_err(|e| format!("not a catalogue: {e}"))?;
        let made = classes.into_iter().map(|(name, entries)| {
            let met = |(attribute, least): &(String, f64)| pc.attrs.get(attribute).copied().unwrap_or(0.0) >= *least;
            let mut qualified = Bits::none(entries.len());
            for (i, entry) in entries.iter().enumerate() {
                if entry.pre.iter().all(met) {
                    qualified.insert(i);
                }
            }
            let objects = Objects::new(entries.into_iter().map(|entry| (entry.key, entry.types)));
            let mut held = Bits::none(objects.len());
            for (lists, set) in [(&pc.possessed, &mut held), (&pc.qualify, &mut qualified)] {
                for key in lists.get(&name).into_iter().flatten() {
                    objects.with_key(key).iter().for_each(|&i| set.insert(i as usize));
                }
            }
            (name, Class { objects, held, qualified })
        });
        Ok(Self { classes: made.collect(), any: None })
    }

    /// A catalogue of the objects of list files, whose holder has nothing. Abilities have their category; the others are of
    /// whatever class a token asks for.
    #[must_use]
    pub fn from_lists(objects: Vec<Declared>) -> Self {
        let mut lists: BTreeMap<Option<String>, Vec<Declared>> = BTreeMap::new();
        for object in objects {
            lists.entry(object.category.clone()).or_default().push(object);
        }
        let mut made = Self::default();
        for (category, list) in lists {
            let mut qualified = Bits::none(list.len());
            for (i, _) in list.iter().enumerate().filter(|(_, object)| object.requirements.is_empty()) {
                qualified.insert(i);
            }
            let objects = Objects::new(list.into_iter().map(|object| (object.key, object.types)));
            let class = Class { held: Bits::none(objects.len()), qualified, objects };
            match category {
                Some(category) => drop(made.classes.insert(format!("ABILITY|{category}"), class)),
                None => made.any = Some(class),
            }
        }
        made
    }

    /// The class that a token chooses among; `None` if the catalogue has no object of it.
    ///
    /// # Errors
    /// A category of abilities that the catalogue does not have.
    pub fn class(&self, token: &Token) -> Result<Option<&Class>, Mistake> {
        let class = self.classes.get(&token.class()).or(self.any.as_ref());
        match (class, token.subtoken, &token.category) {
            (None, Subtoken::Ability, Some(name)) => {
                let label = format!("the catalogue has no category `{}`", cut(name));
                let mistake = Mistake::new(Kind::UnknownCategory, token.category_span, label);
                let known = self.classes.keys().filter_map(|name| name.strip_prefix("ABILITY|"));
                Err(match crate::diag::suggest::closest(name, known) {
                    Some(close) => mistake.with_help(format!("did you mean `{close}`?")),
                    None => mistake,
                })
            }
            _ => Ok(class),
        }
    }
}

impl Class {
    /// What the holder of the catalogue may choose, as the compiled selection tells: keys, in order.
    #[must_use]
    pub fn select(&self, selection: &super::Selection) -> Vec<&str> {
        let mut chosen = Bits::default();
        super::compile(selection, &self.objects).select(&self.held, &self.qualified, &mut chosen);
        chosen.iter().map(|i| self.objects.key(i)).collect()
    }
}
