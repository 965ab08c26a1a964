//! Rules and terminations.

use vgdl_vm::py::ontology::{Arguments, EFFECTS, Effect, EffectDef, End, Takes};
use vgdl_vm::py::{Ending, Engine, NameId, Rule};

use super::super::layout::Node;
use super::super::value::Py;
use super::{MOST_IN_LINE, Options, Reader, TYPE_ERROR, close, first_word, number, option, raised, short, value};
use crate::diag::{Diagnostic, codes};

impl Reader<'_> {
    pub(super) fn rule(&mut self, node: &Node) {
        if !node.text.contains('>') {
            let lost = Diagnostic::warning(codes::PY_LOST_LINE, "line that is not read").at(node.whole());
            return self.found(lost.label("has no `>`").help("write `sprite sprite > effect`"));
        }
        let Some((left, text)) = self.sides(node, &node.text) else { return };
        let names: Vec<&str> = left.split(' ').filter(|n| !n.is_empty()).collect();
        if self.engine == Engine::Two
            && let [first, ref others @ ..] = names[..]
            && !others.is_empty()
        {
            if others.len() > MOST_IN_LINE {
                return self.too_long(node.span(left), "partners");
            }
            // One rule for each partner.
            others.iter().for_each(|second| self.rule_of(node, first, second, text));
            return;
        }
        let [first, second] = names[..] else {
            let wrong = Diagnostic::error(codes::PY_PARTNERS, "rule without two sprites").at(node.span(left));
            let (label, help) = match names.len() {
                0 | 1 => ("a sprite is missing", "name two sprites, or a sprite and `EOS`".to_owned()),
                n => ("more than two", format!("write {} rules, one for each pair", n - 1)),
            };
            let note = "the reference engine raises ValueError when it handles collisions";
            return self.found(wrong.label(label).help(help).note(note));
        };
        self.rule_of(node, first, second, text);
    }

    fn rule_of(&mut self, node: &Node, first: &str, second: &str, text: &str) {
        let Some((Some(effect), options)) = self.definition(node, text, true) else { return };
        // In the original, points for leaving the screen are an option of the effect, which takes none.
        let edge = second == "EOS" && self.engine == Engine::One;
        let mut score = 0.0;
        let mut raises = false;
        let mut rest = Options::new();
        for (key, value) in options {
            match (key.as_str(), &value) {
                ("scoreChange", value) => match number(value) {
                    Some(n) if !edge => score = n,
                    _ => raises = true,
                },
                _ => rest.push((key, value)),
            }
        }
        let has = |e: &&EffectDef| self.engine == Engine::Two || e.in_original();
        let Some(def) = EFFECTS.iter().filter(has).find(|e| e.name == effect) else {
            let unknown = Diagnostic::error(codes::PY_UNKNOWN_EFFECT, format!("unknown effect `{}`", short(&effect)));
            let unknown = unknown.at(first_word(node, text)).label("not in this dialect");
            let help =
                close(&effect, EFFECTS.iter().filter(has).map(|e| e.name), "`vgdl explain --list` lists the effects");
            return self.found(unknown.help(help).note(raised("NameError")));
        };
        if let Some((key, _)) = rest.iter().find(|(key, _)| def.params.iter().all(|(name, ..)| name != key)) {
            let other = Diagnostic::warning(codes::PY_EFFECT_OPTION, format!("`{effect}` takes no `{}`", short(key)));
            let takes: Vec<String> = def.params.iter().map(|(name, ..)| format!("`{name}`")).collect();
            let takes = if takes.is_empty() {
                "it takes no options".to_owned()
            } else {
                format!("it takes {}", takes.join(", "))
            };
            let help = close(key, def.params.iter().map(|(name, ..)| *name).chain(["scoreChange"]), &takes);
            self.found(other.at(option(node, key)).label("not taken").help(help).note(TYPE_ERROR));
            raises = true;
        }
        if edge && raises && rest.is_empty() {
            let points = Diagnostic::warning(codes::PY_EDGE_SCORE, "points for leaving the screen")
                .at(option(node, "scoreChange"));
            let note = "the reference engine raises TypeError when a sprite leaves the screen";
            self.found(points.label("the effect does not take it").help("remove it").note(note));
        }
        let mut arguments = Given { reader: self, options: &rest };
        let built = Effect::build(&effect, &mut arguments).flatten();
        let effect = built.unwrap_or_else(|| {
            // The first that does not fit: what must be given and is not, or a value that is no number.
            let unfit = def.params.iter().find(|(name, kind, must)| match rest.iter().find(|(k, _)| k == name) {
                None => *must,
                Some((_, value)) => *kind == Takes::Number && number(value).is_none(),
            });
            let (name, kind, _) = unfit.copied().unwrap_or(("", Takes::Number, false));
            let given = rest.iter().any(|(k, _)| k == name);
            let title = if given { format!("`{name}` is no number") } else { format!("`{effect}` needs `{name}`") };
            let wrong = Diagnostic::warning(codes::PY_EFFECT_OPERAND, title);
            let wrong = match given {
                true => wrong.at(option(node, name)).label("a number is needed"),
                false => wrong.at(first_word(node, text)).label("not given"),
            };
            let kind = match kind {
                Takes::Number => "a number",
                Takes::Sprite => "a sprite",
                Takes::Resource => "a resource",
            };
            self.found(wrong.help(format!("write `{name}=` and {kind}")).note(TYPE_ERROR));
            raises = true;
            Effect::KillSprite {}
        });
        let (first, second) = (self.named(node, first), self.named(node, second));
        self.rules.push(Rule { first, second, effect, score, raises });
    }

    pub(super) fn ending(&mut self, node: &Node) {
        let Some((Some(class), options)) = self.definition(node, &node.text, true) else { return };
        let given = |key: &str| options.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone());
        let limit = match given("limit") {
            None => Some(0.0),
            Some(value) => number(&value),
        };
        let Some(limit) = limit else {
            let wrong = Diagnostic::error(codes::PY_LIMIT, "limit that is no number").at(option(node, "limit"));
            let note = "the reference engine raises TypeError in the first tick";
            return self.found(wrong.label("compared with a number").help("write `limit=` and a number").note(note));
        };
        if let Some(Py::Text(text)) = given("win").filter(|v| *v != Py::Text(String::new())) {
            let found =
                Diagnostic::warning(codes::PY_TRUE_TEXT, format!("`{}` is a text, and counts as true", short(&text)));
            let help = if text.eq_ignore_ascii_case("false") {
                "write `win=False`"
            } else {
                "write `win=True` or `win=False`"
            };
            // Who means true gets it.
            if !text.eq_ignore_ascii_case("true") {
                self.found(found.at(option(node, "win")).label("the game is won").help(help));
            }
        }
        let win = |usual: bool| given("win").map_or(usual, |value| self::value(&value, |_| NameId(0)).is_true());
        let two = self.engine == Engine::Two;
        if two && class != "MultiSpriteCounter" && given("win").is_none() {
            let wrong =
                Diagnostic::error(codes::PY_NO_WIN, format!("`{}` without `win=`", short(&class))).at(node.whole());
            let wrong = wrong.label("whether the game is won must be said").help("write `win=True` or `win=False`");
            return self.found(wrong.note(raised("TypeError")));
        }
        let score = given("scoreChange").and_then(|v| number(&v)).unwrap_or(0.0);
        let takes: &[&str] = match class.as_str() {
            "Timeout" if two => &["limit", "win", "scoreChange"],
            "SpriteCounter" | "ResourceCounter" if two => &["limit", "win", "stype", "scoreChange"],
            "Timeout" => &["limit", "win"],
            "SpriteCounter" => &["limit", "win", "stype"],
            _ => &[],
        };
        if let Some((key, _)) = options.iter().find(|(k, _)| !takes.is_empty() && !takes.contains(&k.as_str())) {
            let wrong = Diagnostic::error(codes::PY_END_OPTION, format!("`{class}` takes no `{}`", short(key)))
                .at(option(node, key));
            let help = close(key, takes.iter().copied(), &format!("it takes {}", takes.join(", ")));
            return self.found(wrong.label("not taken").help(help).note(raised("TypeError")));
        }
        let ending = match class.as_str() {
            "Timeout" => Ending { end: End::Timeout { limit }, win: win(false), score },
            "SpriteCounter" => {
                let stype = given("stype").and_then(|value| self.sprite_of(&value));
                Ending { end: End::SpriteCounter { stype, limit }, win: win(true), score }
            }
            "MultiSpriteCounter" => {
                let win = win(true);
                let counted = options.iter().filter(|(k, _)| k != "limit" && k != "win");
                let stypes = counted.map(|(_, value)| self.sprite_of(value)).collect();
                Ending { end: End::MultiSpriteCounter { stypes, limit }, win, score: 0.0 }
            }
            "ResourceCounter" if two => {
                let stype = given("stype").and_then(|value| self.sprite_of(&value));
                Ending { end: End::ResourceCounter { stype, limit }, win: win(true), score }
            }
            other => {
                let known = ["Timeout", "SpriteCounter", "MultiSpriteCounter", "ResourceCounter"];
                let unknown =
                    Diagnostic::error(codes::PY_UNKNOWN_END, format!("unknown termination `{}`", short(other)));
                let help = close(
                    other,
                    known.iter().copied().take(if two { 4 } else { 3 }),
                    "there are Timeout, SpriteCounter and MultiSpriteCounter",
                );
                let unknown = unknown.at(first_word(node, &node.text)).label("not in this dialect");
                return self.found(unknown.help(help).note(raised("NameError")));
            }
        };
        self.ends.push(ending);
    }
}

/// The options of a rule, as operands are built from them.
struct Given<'r, 's> {
    reader: &'r mut Reader<'s>,
    options: &'r Options,
}

impl Given<'_, '_> {
    fn get(&self, name: &str) -> Option<Py> {
        self.options.iter().find(|(k, _)| k == name).map(|(_, v)| v.clone())
    }
}

impl Arguments for Given<'_, '_> {
    fn number(&mut self, name: &'static str) -> Option<f64> {
        number(&self.get(name)?)
    }
    fn number_or(&mut self, name: &'static str, default: f64) -> Option<f64> {
        self.get(name).map_or(Some(default), |value| number(&value))
    }
    fn name(&mut self, name: &'static str) -> Option<Option<NameId>> {
        let value = self.get(name)?;
        Some(self.reader.sprite_of(&value))
    }
    fn name_or(&mut self, name: &'static str, default: &'static str) -> Option<Option<NameId>> {
        let value = self.get(name).unwrap_or_else(|| Py::Text(default.to_owned()));
        Some(self.reader.sprite_of(&value))
    }
}
