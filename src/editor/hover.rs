//! What a word means: its row of the ontology, the sprite it names, and what is wrong with it.

use std::fmt::Write as _;

use vgdl_vm::ontology::words::{Constant, constant};
use vgdl_vm::ontology::{COLOURS, Class, Kind, TypeRef};

use super::Document;
use super::lines::{Line, argument, pieces};
use super::names::{Mention, PLACES, What, is, rule};
use super::owner::{Owner, Taken, effect, end};
use crate::diag::codes;
use crate::explain::Topic;
use crate::front::vgdl::tree::Block;
use crate::game::SpriteType;
use crate::source::Span;

/// What there is to say about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The words it is about.
    pub span: Span,
    /// The text, in Markdown.
    pub text: String,
}

/// Most names listed of a sprite's family, and findings shown at one place.
const FEW: usize = 12;

impl Document {
    /// What there is to say about a place: what the word there means, and what is wrong with it.
    #[must_use]
    pub fn hover(&self, offset: usize) -> Option<Hover> {
        let mut hover = self.meaning(offset);
        let here = |d: &&crate::Diagnostic| {
            d.source == 0 && d.span.is_some_and(|s| s.start as usize <= offset && offset < s.end as usize)
        };
        for found in self.diagnostics.iter().filter(here).take(FEW) {
            let Some(code) = codes::find(found.code) else { continue };
            let span = found.span.unwrap_or_default();
            let hover = hover.get_or_insert_with(|| Hover { span, text: String::new() });
            if !hover.text.is_empty() {
                hover.text.push_str("\n---\n\n");
            }
            let text = code.text.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = writeln!(hover.text, "**{}[{}]** {}\n\n{text}", found.level.name(), found.code, found.message);
        }
        hover
    }

    fn meaning(&self, offset: usize) -> Option<Hover> {
        if let Some(mention) = self.names.at(offset) {
            let text = match mention.what {
                What::Sprite => self.sprite(mention),
                What::Parameter => self.parameter(mention)?,
            };
            return Some(Hover { span: mention.span, text });
        }
        let (index, line) = self.lines.at(offset)?;
        if let Some(comment) = line.comment.filter(|c| c.start as usize <= offset) {
            return self.code_in(comment, offset);
        }
        let at = line.word_at(offset).ok()?;
        let word = *line.words.get(at)?;
        let text = self.source.slice(word);
        let topic = |topic: Topic| Some(Hover { span: word, text: markdown(&topic) });
        let arrow = line.arrow(&self.source);
        let behind = arrow.is_some_and(|arrow| arrow < at);
        match line.block {
            _ if line.header => None,
            Block::Game if self.is_root(index) => self.argument_at(word, offset, Owner::Game),
            Block::Sprites if behind => match Class::from_name(text) {
                Some(class) => topic(Topic::Class(class.def())),
                None => {
                    let class = self.class_of(index, line.indent, None);
                    self.argument_at(word, offset, Owner::Sprite(class))
                }
            },
            Block::Rules => {
                if let Some(&(name, doc)) = PLACES.iter().find(|(name, _)| !behind && is(text, name)) {
                    return Some(Hover { span: word, text: format!("**{name}**\n\n{doc}\n") });
                }
                match effect(text).filter(|_| behind) {
                    Some(def) => topic(Topic::Effect(def)),
                    None => self.argument_at(word, offset, rule(line, None, &self.source)),
                }
            }
            Block::Ends => {
                let first = line.words.first().map_or("", |&w| self.source.slice(w));
                match end(text).filter(|_| at == 0) {
                    Some(def) => topic(Topic::End(def)),
                    None => self.argument_at(word, offset, Owner::End(end(first))),
                }
            }
            Block::Parameters if at > 0 => self.argument_at(word, offset, Owner::Parameter),
            Block::Mapping if at == 0 => self.glyph(line, word),
            _ => None,
        }
    }

    /// Key or value of an argument.
    fn argument_at(&self, word: Span, offset: usize, owner: Owner) -> Option<Hover> {
        let (key, value) = argument(word, &self.source)?;
        let taken = owner.param(self.source.slice(key))?;
        if offset <= key.end as usize {
            return Some(Hover { span: key, text: parameter(&taken) });
        }
        let piece = pieces(value, &self.source).find(|p| offset <= p.end as usize)?;
        let text = self.source.slice(piece);
        let topic = match taken.def.kind {
            Kind::Colour => COLOURS.iter().find(|(name, _)| *name == text).map(|&(name, rgb)| Topic::Colour(name, rgb)),
            Kind::Direction => match constant(text) {
                Some(Constant::Dir(dir)) => Some(Topic::Direction(dir)),
                _ => None,
            },
            Kind::EffectName => effect(text).map(Topic::Effect),
            _ => None,
        };
        match topic {
            Some(topic) => Some(Hover { span: piece, text: markdown(&topic) }),
            None => Some(Hover { span: word, text: parameter(&taken) }),
        }
    }

    /// A diagnostic code in a comment.
    fn code_in(&self, comment: Span, offset: usize) -> Option<Hover> {
        let text = self.source.slice(comment);
        let at = offset - comment.start as usize;
        let other = |c: char| !c.is_ascii_alphanumeric();
        let start = text.get(..at)?.rfind(other).map_or(0, |i| i + 1);
        let end = text.get(at..)?.find(other).map_or(text.len(), |i| at + i);
        let code = codes::find(text.get(start..end)?)?;
        let from = comment.start as usize;
        Some(Hover { span: Span::new(from + start, from + end), text: markdown(&Topic::Code(code)) })
    }

    /// A game parameter.
    fn parameter(&self, mention: &Mention) -> Option<String> {
        let name = self.source.slice(mention.span);
        let parameter = self.game.as_ref()?.parameters.iter().find(|p| p.name == name)?;
        let mut out = format!("**{name}** — game parameter\n\n");
        if !parameter.title.is_empty() {
            let _ = writeln!(out, "{}\n", parameter.title);
        }
        let value = match &parameter.text {
            Some(text) if parameter.given => format!("`{text}`"),
            _ => "not set".to_owned(),
        };
        let _ = writeln!(out, "Takes {}; {value}. Declared in line {}.", parameter.range, parameter.line);
        Some(out)
    }

    /// What a level character stands for.
    fn glyph(&self, line: &Line, word: Span) -> Option<Hover> {
        let glyph = self.source.slice(word).chars().next()?;
        let names: Vec<String> = line.words.iter().skip(2).map(|&w| format!("`{}`", self.source.slice(w))).collect();
        let text = format!("**{glyph}** — level character\n\nStands for {}.\n", names.join(", "));
        (!names.is_empty()).then_some(Hover { span: word, text })
    }

    /// A sprite.
    fn sprite(&self, mention: &Mention) -> String {
        let name = self.source.slice(mention.span);
        let Some(ty) = self.ty(name) else {
            return format!("**{name}** — a sprite that SpriteSet does not declare\n");
        };
        let number = self.types.get(name).copied().unwrap_or_default();
        let class = ty.class_name.as_deref();
        let mut out = format!("**{name}** — sprite {number}, {}\n\n", class.map_or("without a class", |c| c));
        if let Some(class) = class.and_then(Class::from_name) {
            let _ = writeln!(out, "{}\n", class.def().doc.trim());
        }
        let _ = match ty.line {
            0 => writeln!(out, "Every game has it. It is not declared here."),
            line => writeln!(out, "Declared in line {line}."),
        };
        self.kin(&mut out, ty);
        self.glyphs(&mut out, number);
        self.given(&mut out, ty);
        out
    }

    /// What is above and below a sprite.
    fn kin(&self, out: &mut String, ty: &SpriteType) {
        let Some(game) = &self.game else { return };
        let mut list = |what: &str, ids: &[vgdl_vm::program::TypeId]| {
            let names: Vec<String> =
                ids.iter().take(FEW).filter_map(|&id| Some(format!("`{}`", game.ty(id)?.name))).collect();
            let more = if ids.len() > FEW { ", …" } else { "" };
            if !names.is_empty() {
                let _ = writeln!(out, "\n{what} {}{more}.", names.join(", "));
            }
        };
        let above = ty.lineage.split_last().map_or(&[][..], |(_, above)| above);
        list("Below", above);
        list("Above", ty.family.get(ty.lineage.len()..).unwrap_or_default());
    }

    /// The level characters that stand for a sprite.
    fn glyphs(&self, out: &mut String, number: usize) {
        let of =
            |g: &&crate::game::Glyph| g.types.iter().any(|t| matches!(t, TypeRef(Some(id)) if id.index() == number));
        let mapping = self.game.iter().flat_map(|g| &g.mapping);
        let glyphs: Vec<String> = mapping.filter(of).take(FEW).map(|g| format!("`{}`", g.glyph)).collect();
        if !glyphs.is_empty() {
            let _ = writeln!(out, "\nIn levels: {}.", glyphs.join(", "));
        }
    }

    /// The parameters of a sprite, with those it inherits.
    fn given(&self, out: &mut String, ty: &SpriteType) {
        if ty.params.is_empty() {
            return;
        }
        out.push_str("\n| parameter | value | line |\n|---|---|--:|\n");
        for param in &ty.params {
            let line = self.source.line_column(param.span.start).0;
            let from = if line == ty.line { "" } else { ", inherited" };
            let value = self.source.slice(param.span).replace('|', "\\|");
            let _ = writeln!(out, "| `{}` | `{value}` | {line}{from} |", param.param.def().name);
        }
    }
}

/// A parameter that a line takes.
fn parameter(taken: &Taken) -> String {
    format!("**{}** — parameter of {}: {}\n\n{}\n", taken.def.name, taken.whose, taken.values(), taken.def.doc.trim())
}

/// What `vgdl explain` says, with its first line in bold and the rest as it stands.
pub(super) fn markdown(topic: &Topic) -> String {
    let text = topic.text();
    match text.split_once("\n\n") {
        Some((head, rest)) => {
            let (name, kind) = head.split_once(" — ").unwrap_or((head, ""));
            format!("**{name}** — {kind}\n\n```text\n{}\n```\n", rest.trim_end())
        }
        None => text,
    }
}
