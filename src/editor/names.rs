//! Where the names of a game stand: its sprites and its parameters, with every mention of each.

use rustc_hash::{FxHashMap, FxHashSet};
use vgdl_vm::ontology::SpriteParam;

use super::lines::{Line, Lines, argument, pieces};
use super::owner::{Owner, effect, end};
use crate::front::vgdl::tree::Block;
use crate::resolve;
use crate::source::{Source, Span};

/// What a name names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    Sprite,
    /// A parameter of a `GameSpace`.
    Parameter,
}

/// A place where a name stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention {
    pub(super) span: Span,
    pub(super) what: What,
    /// Whether it is declared here.
    pub(super) declares: bool,
    /// The number of its name.
    name: usize,
}

/// All mentions, in file order.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    list: Vec<Mention>,
    /// Number of each name.
    numbers: FxHashMap<String, usize>,
    /// By name: places in `list`.
    places: Vec<Vec<usize>>,
    /// Declared sprites and parameters, each once, in file order: places in `list`.
    declared: Vec<usize>,
}

/// Whether a word is this name of the language, in any letter case.
pub(super) fn is(word: &str, name: &str) -> bool {
    word.eq_ignore_ascii_case(name)
}

/// The places in rules that are no sprites, with what they are.
pub(super) const PLACES: [(&str, &str); 2] = [
    ("EOS", "The edge of the screen: the rule runs on sprites of the other type that leave it."),
    ("TIME", "No meeting: the rule runs at set times, for sprites of the other type."),
];

impl Names {
    pub(super) fn new(lines: &Lines, source: &Source) -> Self {
        let is_space = lines.root().and_then(|(_, l)| l.words.first()).is_some_and(|&w| source.slice(w) == "GameSpace");
        let mut declared = FxHashMap::default();
        for (_, line) in lines.iter().filter(|(_, l)| !l.header) {
            let Some(&first) = line.words.first() else { continue };
            let what = match line.block {
                Block::Sprites => What::Sprite,
                Block::Parameters if is_space => What::Parameter,
                _ => continue,
            };
            // Where both have a name, a sprite's is declared, and in values the parameter counts.
            if line.arrow(source).is_some() || what == What::Parameter {
                declared.insert((source.slice(first), what), first);
            }
        }
        let mut reader = Reader { source, declared, names: Self::default() };
        let root = lines.root().map(|(i, _)| i);
        for (i, line) in lines.iter().filter(|(_, l)| !l.header) {
            reader.line(line, Some(i) == root);
        }
        let mut names = reader.names;
        let mut seen = FxHashSet::default();
        let first =
            |&i: &usize| names.list.get(i).is_some_and(|m| m.declares && seen.insert((m.name, m.what == What::Sprite)));
        names.declared = (0..names.list.len()).filter(first).collect();
        names
    }

    /// The mention that a place touches.
    pub(super) fn at(&self, offset: usize) -> Option<&Mention> {
        let at = self.list.partition_point(|m| (m.span.end as usize) < offset);
        // Two may touch the place, one on each side; the one behind it is meant.
        let mut touching = self.list.iter().skip(at).take(2).filter(|m| m.span.start as usize <= offset);
        let first = touching.next()?;
        Some(touching.next().unwrap_or(first))
    }

    /// All mentions of what is mentioned there, in file order.
    pub(super) fn same(&self, as_this: &Mention) -> impl Iterator<Item = &Mention> {
        let places = self.places.get(as_this.name).map_or(&[][..], Vec::as_slice);
        let what = as_this.what;
        places.iter().filter_map(|&i| self.list.get(i)).filter(move |m| m.what == what)
    }

    /// All mentions of a name, whatever it names.
    pub(super) fn of(&self, name: &str) -> impl Iterator<Item = &Mention> {
        let number = self.numbers.get(name).copied();
        let places = number.and_then(|n| self.places.get(n)).map_or(&[][..], Vec::as_slice);
        places.iter().filter_map(|&i| self.list.get(i))
    }

    /// Where it is declared: the last place, which counts.
    pub(super) fn declaration(&self, of: &Mention) -> Option<&Mention> {
        self.same(of).filter(|m| m.declares).last()
    }

    /// What is declared, each name once, in file order.
    pub(super) fn declared(&self, what: What) -> impl Iterator<Item = &Mention> {
        self.declared.iter().filter_map(|&i| self.list.get(i)).filter(move |m| m.what == what)
    }
}

/// Reads the lines of a text.
struct Reader<'s> {
    source: &'s Source,
    declared: FxHashMap<(&'s str, What), Span>,
    names: Names,
}

impl<'s> Reader<'s> {
    fn is_declared(&self, span: Span, what: What) -> bool {
        self.declared.contains_key(&(self.source.slice(span), what))
    }

    fn mention(&mut self, span: Span, what: What, declares: bool) {
        let fresh = self.names.places.len();
        let name = match self.names.numbers.get(self.source.slice(span)) {
            Some(&number) => number,
            None => {
                self.names.numbers.insert(self.source.slice(span).to_owned(), fresh);
                self.names.places.push(Vec::new());
                fresh
            }
        };
        if let Some(places) = self.names.places.get_mut(name) {
            places.push(self.names.list.len());
        }
        self.names.list.push(Mention { span, what, declares, name });
    }

    fn line(&mut self, line: &Line, root: bool) {
        let Some((&first, rest)) = line.words.split_first() else { return };
        match line.block {
            Block::Game if root => self.args(rest, Owner::Game),
            Block::Game => {}
            Block::Sprites => {
                self.mention(first, What::Sprite, line.arrow(self.source).is_some());
                self.args(rest, Owner::Sprite(None));
            }
            Block::Mapping => {
                for &name in rest.iter().skip(1).filter(|&&w| self.source.slice(w) != ">").collect::<Vec<_>>() {
                    self.mention(name, What::Sprite, false);
                }
            }
            Block::Rules => self.rule(line),
            Block::Ends => self.args(rest, Owner::End(end(self.source.slice(first)))),
            Block::Parameters => {
                if self.is_declared(first, What::Parameter) {
                    self.mention(first, What::Parameter, true);
                }
            }
            Block::Selectors => {
                let choice = rest.iter().copied().skip(1).reduce(Span::to);
                choice.into_iter().for_each(|choice| self.selection(choice));
            }
        }
    }

    /// The sprites of `key:1.torch:2`.
    fn requirements(&mut self, span: Span) {
        let mut at = span.start as usize;
        for piece in self.source.slice(span).split('.') {
            let name = piece.split(':').next().unwrap_or_default();
            let place = Span::new(at, at + name.len());
            at += piece.len() + 1;
            if self.is_declared(place, What::Sprite) {
                self.mention(place, What::Sprite, false);
            }
        }
    }

    /// The sprites that a selection names.
    fn selection(&mut self, span: Span) {
        let text = self.source.slice(span).to_owned();
        let is_mark = |c: char| matches!(c, '|' | ',' | '[' | ']' | '{' | '}');
        let mut at = span.start as usize;
        for term in text.split_inclusive(is_mark) {
            let start = at;
            at += term.len();
            let term = term.trim_end_matches(is_mark);
            let name = term.trim_start();
            let mut from = start + term.len() - name.len();
            let plain = name.strip_prefix('!').unwrap_or(name);
            let types = plain.strip_prefix("TYPE=").or_else(|| plain.strip_prefix("TYPE.")).map(str::trim_end);
            from += types.map_or(0, |_| name.len() - plain.len() + "TYPE=".len());
            for part in types.map_or_else(|| vec![name.trim_end()], |types| types.split('.').collect()) {
                let place = Span::new(from, from + part.len());
                from += part.len() + 1;
                if self.is_declared(place, What::Sprite) {
                    self.mention(place, What::Sprite, false);
                }
            }
        }
    }

    fn rule(&mut self, line: &Line) {
        let arrow = line.arrow(self.source);
        let (pair, behind) = line.words.split_at(arrow.unwrap_or(line.words.len()));
        for &word in pair {
            let text = self.source.slice(word);
            if text.starts_with('{') {
                self.selection(word);
                continue;
            }
            let declared = self.is_declared(word, What::Sprite);
            // Without `>` any of the words may have been meant as an effect.
            if declared || (arrow.is_some() && !PLACES.iter().any(|(place, _)| is(text, place))) {
                self.mention(word, What::Sprite, false);
            }
        }
        let owner = rule(line, None, self.source);
        self.args(behind, owner);
    }

    /// The names in the arguments of a line.
    fn args(&mut self, words: &[Span], owner: Owner) {
        for &word in words {
            let Some((key, value)) = argument(word, self.source) else { continue };
            let (key, text) = (self.source.slice(key), self.source.slice(value));
            if text.starts_with('{') {
                self.selection(value);
                continue;
            }
            if key == SpriteParam::Requires.def().name {
                self.requirements(value);
                continue;
            }
            let replaced = !matches!(owner, Owner::Game | Owner::Parameter);
            let sprites = owner.key_names_sprites(key) && resolve::is_text(key, text);
            if sprites
                && self.is_declared(value, What::Sprite)
                && !(replaced && self.is_declared(value, What::Parameter))
            {
                self.mention(value, What::Sprite, false);
                continue;
            }
            for piece in pieces(value, self.source).collect::<Vec<_>>() {
                if replaced && self.is_declared(piece, What::Parameter) {
                    self.mention(piece, What::Parameter, false);
                } else if sprites {
                    self.mention(piece, What::Sprite, false);
                }
            }
        }
    }
}

/// What a rule is about. The word `but` is not looked at: it is being typed.
pub(super) fn rule(line: &Line, but: Option<usize>, source: &Source) -> Owner {
    let word = |i: usize| line.words.get(i).map_or("", |&w| source.slice(w));
    let name = line.arrow(source).and_then(|arrow| line.last_bare(arrow, but, source)).map(word);
    let effect = name.and_then(effect);
    let inner = effect.filter(|e| e.name == resolve::TIMER).and_then(|_| {
        let mut args = line.words.iter().rev().filter_map(|&w| argument(w, source));
        let named = args.find(|(key, _)| source.slice(*key) == "ftype");
        named.and_then(|(_, value)| super::owner::effect(source.slice(value)))
    });
    let timed = is(word(0), "TIME") || is(word(1), "TIME");
    Owner::Rule { effect, inner, timed }
}
