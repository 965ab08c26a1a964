//! Which dialect a game is written in, told from its words.
//!
//! Every word that some dialects know and others do not is a sign: a class, an effect, a termination, an option of them, how
//! a value is written. What all signs allow is what the game can be; if they allow several dialects, it is GVGAI, or else the
//! original of py-vgdl, unless the text has options that only the rewrite looks at. Words that no dialect knows say nothing.

use vgdl_vm::ontology::{self as gvgai, EFFECT_COMMON, END_COMMON};
use vgdl_vm::py::Engine;
use vgdl_vm::py::ontology as py;

use crate::diag::{Diagnostic, codes};
use crate::source::Span;

/// Whose rules a text follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// GVGAI.
    #[default]
    Gvgai,
    /// py-vgdl, the original or the rewrite.
    Py(Engine),
}

impl Rules {
    /// Every dialect, in the order in which one is taken if several fit.
    pub const ALL: [Rules; 3] = [Rules::Gvgai, Rules::Py(Engine::One), Rules::Py(Engine::Two)];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rules::Gvgai => "gvgai",
            Rules::Py(Engine::One) => "py-vgdl-1",
            Rules::Py(Engine::Two) => "py-vgdl-2",
        }
    }

    fn bit(self) -> u8 {
        match self {
            Rules::Gvgai => GVGAI,
            Rules::Py(Engine::One) => ONE,
            Rules::Py(Engine::Two) => TWO,
        }
    }
}

const GVGAI: u8 = 1;
const ONE: u8 = 2;
const TWO: u8 = 4;
const PY: u8 = ONE | TWO;
const EVERY: u8 = GVGAI | PY;

/// What a text says of its dialect.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The dialect.
    pub rules: Rules,
    /// Why it is no other, if any word says so.
    pub because: Option<Diagnostic>,
}

/// A word that not all dialects know.
struct Sign {
    span: Span,
    what: String,
    known: u8,
}

/// The dialect of a text. `usual` is taken if it fits.
///
/// # Errors
/// There are words that no one dialect knows together: why, naming two of them.
pub fn detect(text: &str, usual: Rules) -> Result<Told, Box<Diagnostic>> {
    let (signs, rewritten) = signs(text);
    let mut allowed = EVERY;
    for (i, sign) in signs.iter().enumerate() {
        if allowed & sign.known == 0 {
            // Mostly it is one sign that excludes this one; if only several do together, the first stands for them.
            let other = signs[..i].iter().find(|other| other.known & sign.known == 0);
            return Err(Box::new(mixed(other.unwrap_or(&signs[0]), sign)));
        }
        allowed &= sign.known;
    }
    // Both engines of py-vgdl read these options, but only one heeds them.
    let hinted = (rewritten && allowed & GVGAI == 0).then_some(Rules::Py(Engine::Two));
    let mut order = hinted.into_iter().chain([usual]).chain(Rules::ALL);
    let rules = order.find(|rules| allowed & rules.bit() != 0).unwrap_or(usual);
    let sign = signs.iter().find(|sign| sign.known & usual.bit() == 0);
    let because = sign.filter(|_| rules != usual).map(|sign| {
        let told = Diagnostic::remark(codes::PY_DIALECT, format!("read as {}, not as {}", rules.name(), usual.name()));
        let told = told.at(sign.span).label(sign.text());
        told.help(format!("`--dialect {}` says it outright", rules.name()))
    });
    Ok(Told { rules, because })
}

fn mixed(first: &Sign, second: &Sign) -> Diagnostic {
    let mixed = Diagnostic::error(codes::PY_MIXED, "words of different dialects in one game");
    let mixed = mixed.at(first.span).label(first.text()).related(second.span, second.text());
    mixed.help("choose one with `--dialect` to be told what does not belong there")
}

impl Sign {
    fn text(&self) -> String {
        format!("{}: only in {}", self.what, names(self.known))
    }
}

fn names(known: u8) -> String {
    let list: Vec<&str> =
        Rules::ALL.iter().filter(|rules| known & rules.bit() != 0).map(|rules| rules.name()).collect();
    list.join(" and ")
}

/// What a line belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Game,
    Sprites,
    Rules,
    Ends,
    Other,
}

/// The words of a text that not all dialects know, in order.
/// Also whether there are options that only the rewrite heeds.
fn signs(text: &str) -> (Vec<Sign>, bool) {
    let mut signs = Vec::new();
    let (mut sprites, mut rewritten) = (false, false);
    let mut block = Block::Game;
    let mut begin = 0;
    for line in text.split('\n') {
        let start = begin;
        begin += line.len() + 1;
        let line = line.split('#').next().unwrap_or_default();
        let content = line.trim();
        if content.is_empty() {
            continue;
        }
        let mut words = Words { text: line, start, signs: &mut signs };
        let first = content.split_whitespace().next().unwrap_or_default();
        match first {
            "SpriteSet" => (block, sprites) = (Block::Sprites, true),
            "InteractionSet" => {
                if !sprites {
                    words.sign(first, "rules above the sprites".to_owned(), PY);
                }
                block = Block::Rules;
            }
            "TerminationSet" => block = Block::Ends,
            "LevelMapping" => block = Block::Other,
            "ParameterSet" | "SelectorSet" => {
                words.sign(first, format!("the block `{first}`"), GVGAI);
                block = Block::Other;
            }
            _ => {
                words.line(block, content);
                rewritten |= content.split_whitespace().any(|piece| match block {
                    Block::Game => piece.starts_with("block_size="),
                    Block::Sprites => HEEDED.iter().any(|key| piece.starts_with(key)),
                    Block::Rules | Block::Ends | Block::Other => false,
                });
            }
        }
    }
    (signs, rewritten)
}

/// Options of sprites that the rewrite heeds and the original does not.
const HEEDED: [&str; 5] = ["img=", "hidden=", "autotiling=", "randomtiling=", "frameRate="];

/// The words of a line.
struct Words<'t, 's> {
    text: &'t str,
    start: usize,
    signs: &'s mut Vec<Sign>,
}

impl<'t> Words<'t, '_> {
    /// Keeps a sign. `word` is a part of the line.
    fn sign(&mut self, word: &str, what: String, known: u8) {
        if known != 0 && known != EVERY {
            let at = self.start + (word.as_ptr() as usize - self.text.as_ptr() as usize);
            self.signs.push(Sign { span: Span::new(at, at + word.len()), what, known });
        }
    }

    fn line(&mut self, block: Block, content: &'t str) {
        let (left, right) = content.split_once('>').unwrap_or(("", content));
        let mut pieces = right.split_whitespace().peekable();
        let name = pieces.next_if(|piece| !piece.contains('='));
        let options = pieces.filter_map(|piece| Some((piece, piece.split_once('=')?)));
        match block {
            Block::Game => {
                let game = name.filter(|name| *name == "GameSpace");
                game.iter().for_each(|name| self.sign(name, format!("`{name}`"), GVGAI));
                for (piece, (key, _)) in options {
                    let known = match key {
                        "block_size" | "frame_rate" | "load_save_enabled" | "default_mapping" => PY,
                        "square_size" | "key_handler" | "no_players" => GVGAI,
                        _ => EVERY,
                    };
                    self.sign(piece, format!("the option `{key}` of the game"), known);
                }
            }
            Block::Sprites => {
                if let Some(name) = name {
                    let one = py::CLASSES.iter().any(|c| c.name == name && c.one);
                    let two = py::CLASSES.iter().any(|c| c.name == name && c.two);
                    let known = bits(gvgai::CLASSES.iter().any(|c| c.name == name), one, two);
                    self.sign(name, format!("the class `{name}`"), known);
                }
                for (piece, (key, value)) in options {
                    self.value(piece, key, value);
                }
            }
            Block::Rules => {
                if content.contains('>') && !content.split_whitespace().any(|word| word == ">") {
                    self.sign(content, "a `>` without a space on either side".to_owned(), PY);
                }
                let partners = left.split_whitespace().count();
                if partners > 2 {
                    self.sign(left.trim(), format!("a rule of {partners} sprites"), GVGAI | TWO);
                }
                let Some(name) = name else { return };
                let ours = py::EFFECTS.iter().find(|e| e.name == name);
                let theirs = gvgai::EFFECTS.iter().find(|e| e.name == name);
                let original = ours.is_some_and(|e| e.in_original());
                self.sign(name, format!("the effect `{name}`"), bits(theirs.is_some(), original, ours.is_some()));
                for (piece, (key, value)) in options {
                    let takes = |ours: &py::EffectDef| {
                        key == "scoreChange" || ours.params.iter().any(|(name, ..)| *name == key)
                    };
                    let common = EFFECT_COMMON.iter().chain(gvgai::effects::TIME_PARAMS);
                    let theirs = theirs.is_some_and(|e| e.params.iter().chain(common).any(|p| p.name == key));
                    let takes = ours.is_some_and(takes);
                    let known = bits(theirs, takes && original, takes);
                    self.sign(piece, format!("the option `{key}` of `{name}`"), known);
                    self.value(piece, key, value);
                }
            }
            Block::Ends => {
                let Some(name) = name else { return };
                let ours = ["Timeout", "SpriteCounter", "MultiSpriteCounter"].contains(&name);
                let theirs = gvgai::ENDS.iter().find(|e| e.name == name);
                self.sign(
                    name,
                    format!("the termination `{name}`"),
                    bits(theirs.is_some(), ours, ours || name == "ResourceCounter"),
                );
                for (piece, (key, value)) in options {
                    if ours && name != "MultiSpriteCounter" {
                        let takes = matches!(key, "limit" | "win") || (key == "stype" && name == "SpriteCounter");
                        let theirs = theirs.is_some_and(|e| e.params.iter().chain(END_COMMON).any(|p| p.name == key));
                        self.sign(
                            piece,
                            format!("the option `{key}` of `{name}`"),
                            bits(theirs, takes, takes || key == "scoreChange"),
                        );
                    }
                    self.value(piece, key, value);
                }
            }
            Block::Other => {}
        }
    }

    /// What the value of an option tells.
    fn value(&mut self, piece: &str, key: &str, value: &str) {
        let physics = key == "physicstype" && py::Physics::named(value).is_some();
        let sequence = value.starts_with(['(', '[']);
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let sum = value.char_indices().any(|(i, c)| {
            matches!(c, '*' | '+' | '/')
                && digit(value[..i].chars().next_back())
                && digit(value[i + 1..].chars().next())
        });
        let selection = value.starts_with('{');
        let (what, known) = match () {
            () if physics => ("a class of physics", PY),
            () if sequence => ("a tuple or list", PY),
            () if sum => ("a sum or product", PY),
            () if selection => ("a selection", GVGAI),
            () => return,
        };
        self.sign(piece, format!("{what} as a value"), known);
    }
}

fn bits(gvgai: bool, one: bool, two: bool) -> u8 {
    u8::from(gvgai) * GVGAI + u8::from(one) * ONE + u8::from(two) * TWO
}
