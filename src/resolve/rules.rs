//! Rules (GVGAI `VGDLParser.parseInteractionSet`, `VGDLFactory.createEffect`).
//!
//! * One effect is built a line, and shared by all its second sprites.
//! * Two sprites: the effect joins the pair's list, `repeat` times.
//! * A sprite and `EOS`: the effect joins the list of the sprite, and the sprite joins the list of edges, each time again.
//! * A sprite and `TIME`: the effect is wrapped in a timer if `TIME` stands first or right behind the first sprite. If more
//!   second sprites follow, the wrapped effect is theirs as well.
//! * `addTimer` builds another effect from the same line.

use vgdl_vm::ontology::{
    Arg, EFFECT_COMMON, EFFECTS, EffectDef, Kind, ParamDef, TypeRef, Value, effects::TIME_PARAMS, find_param,
};
use vgdl_vm::program::{Edge, Pair, RuleId, Timer, TypeId};

use super::args::{Given, unknown_effect};
use super::select::effect_takes_several;
use super::{MAX_IDS, Resolver, Stop};
use crate::diag::{Diagnostic, codes};
use crate::front::vgdl::tree::{Block, Form, Node, Word};
use crate::game::Rule;

/// Fields of the reference engine's effects that are overwritten: setting them does nothing, and logs nothing.
const FIELDS: &[(&str, &[&str])] = &[
    (
        "itype",
        &[
            "killAll",
            "subtractHealthPoints",
            "removeScore",
            "increaseSpeedToAll",
            "decreaseSpeedToAll",
            "setSpeedForAll",
            "spawn",
            "spawnBehind",
            "spawnAbove",
            "spawnBelow",
            "spawnLeft",
            "spawnRight",
            "spawnIfHasMore",
            "spawnIfHasLess",
            "spawnIfCounterSubTypes",
            "transformTo",
            "transformToRandomChild",
            "transformToAll",
            "transformIfCount",
            "transformToSingleton",
            "updateSpawnType",
        ],
    ),
    (
        "resourceId",
        &["killIfHasLess", "killIfHasMore", "killIfOtherHasMore", "spawnIfHasMore", "spawnIfHasLess", "changeResource"],
    ),
    ("heldResourceId", &["collectResourceIfHeld"]),
    ("itypeCount", &["transformIfCount"]),
    ("eitype", &["transformIfCount", "spawnIfCounterSubTypes"]),
    ("citype", &["spawnIfCounterSubTypes"]),
    ("itypeTo", &["transformToAll"]),
    ("itype_other", &["transformToSingleton"]),
    ("istype", &["shieldFrom"]),
    ("iftype", &["shieldFrom"]),
    ("ispawn", &["updateSpawnType"]),
];

/// The one effect that holds another.
pub(crate) const TIMER: &str = "addTimer";

/// The argument that is a condition.
const CONDITION: &str = "if";

/// The one effect whose arguments the reference engine reads twice.
const READ_TWICE: &str = "transformIfCount";

/// What a line of rules says.
struct Line<'t> {
    node: &'t Node,
    first: &'t Word,
    seconds: &'t [Word],
    effect: &'t Word,
    args: Vec<Given<'t>>,
}

impl Line<'_> {
    /// Whether the reference engine wraps the effect in a timer.
    fn timed(&self) -> bool {
        is(self.first, "TIME") || self.seconds.first().is_some_and(|w| is(w, "TIME"))
    }

    /// Whether it logs nothing about arguments that it does not know.
    fn lenient(&self) -> bool {
        self.timed() || self.node.words.iter().any(|w| w.text.contains(TIMER))
    }
}

/// Whether a word is this name of the language, in any letter case.
fn is(word: &Word, name: &str) -> bool {
    word.text.eq_ignore_ascii_case(name)
}

impl<'t> Resolver<'t, '_> {
    /// An `InteractionSet`.
    pub(super) fn rules_of(&mut self, top: &'t Node) -> Result<(), Stop> {
        let tree = self.tree;
        for node in tree.children(top) {
            if self.line_of(Block::Rules, node)? {
                self.rule(node)?;
            }
        }
        Ok(())
    }

    /// A line.
    fn rule(&mut self, node: &'t Node) -> Result<(), Stop> {
        let Some((first, rest)) = node.words.split_first() else {
            return Ok(());
        };
        let Some(arrow) = rest.iter().position(|w| w.form == Form::Arrow) else {
            // The front has reported it.
            return self.quiet_stop();
        };
        let (seconds, behind) = (&rest[..arrow], &rest[arrow..]);
        let mut bare = behind.iter().filter(|w| w.form == Form::Bare).rev();
        let Some(effect) = bare.next() else {
            return Ok(());
        };
        for extra in bare {
            self.extra_word(extra.span, "a rule has one effect, the last word without `=`");
        }
        if seconds.is_empty() {
            return self.quiet_stop();
        }
        let mut args = self.given(behind);
        let line = Line { node, first, seconds, effect, args: Vec::new() };
        let raw = args.clone();
        args.iter_mut().for_each(|given| self.substitute(given));
        let line = Line { args, ..line };
        match self.effect_of(&line, raw)? {
            Some(rule) => self.register_rule(&line, rule),
            // By default reading goes on: report the names as well.
            None => {
                self.check_names(&line);
                Ok(())
            }
        }
    }

    /// Reports sprites of a line that nobody declared.
    fn check_names(&mut self, line: &Line<'t>) {
        for word in std::iter::once(line.first).chain(line.seconds) {
            if self.is_selection(&word.text) {
                let _ = self.chosen(word);
            } else if self.lookup(&word.text) == TypeRef(None) && !is(word, "EOS") && !is(word, "TIME") {
                self.undeclared(&word.text, word.span);
            }
        }
    }

    /// A stop that has been reported.
    fn quiet_stop(&mut self) -> Result<(), Stop> {
        match self.sink.policy() {
            crate::diag::Policy::Default => Ok(()),
            crate::diag::Policy::Compat => {
                self.log(1);
                Err(Stop)
            }
        }
    }

    /// Builds the effect of a line. `None`: it cannot be built, and the line is skipped. `raw` is the line's arguments without
    /// values of parameters, as the effect inside a timer sees them.
    fn effect_of(&mut self, line: &Line<'t>, raw: Vec<Given<'t>>) -> Result<Option<RuleId>, Stop> {
        let Some(code) = EffectDef::code(&line.effect.text) else {
            self.stop(unknown_effect(&line.effect.text, line.effect.span))?;
            return Ok(None);
        };
        let def = &EFFECTS[usize::from(code)];
        if def.name != TIMER {
            return self.build(line, code, &line.args, None);
        }
        let inner = line.args.iter().find(|g| g.key == "ftype");
        let inner_code = inner.and_then(|g| EffectDef::code(&g.value));
        let Some(inner_code) = inner_code.filter(|&c| c != code) else {
            let found = match inner {
                None => Diagnostic::error(codes::MISSING_PARAM, "effect `addTimer` without `ftype`")
                    .at(line.effect.span)
                    .label("`addTimer` needs the effect that it runs")
                    .help("write `ftype=` and the name of an effect"),
                Some(given) if inner_code.is_some() => {
                    Diagnostic::error(codes::UNKNOWN_EFFECT, "timer that starts itself")
                        .at(given.value_span)
                        .label("`addTimer` cannot run `addTimer`")
                        .help("name another effect")
                }
                Some(given) => unknown_effect(&given.value, given.value_span),
            };
            self.stop(found)?;
            return Ok(None);
        };
        match self.build(line, inner_code, &raw, None)? {
            Some(inner) => self.build(line, code, &line.args, Some(inner)),
            None => Ok(None),
        }
    }

    /// Builds a rule from an effect and arguments. `inner` is the rule inside a timer.
    fn build(
        &mut self,
        line: &Line<'t>,
        code: u8,
        given: &[Given<'t>],
        inner: Option<RuleId>,
    ) -> Result<Option<RuleId>, Stop> {
        let def = &EFFECTS[usize::from(code)];
        let mut args = Vec::new();
        let mut unknown = 0;
        let mut undeclared = None;
        let mut condition = None;
        for given in given {
            let Some(param) = self.param(line, def, given.key, inner.is_some()) else {
                if !overwritten(def, given.key) {
                    unknown += 1;
                }
                if !self.known_elsewhere(line, given.key, inner) {
                    let own = def.params.iter().chain(EFFECT_COMMON).map(|p| p.name);
                    let time = if line.lenient() { TIME_PARAMS } else { &[] };
                    self.unknown_param(given, def.name, own.chain(time.iter().map(|p| p.name)));
                }
                continue;
            };
            // The rule inside stands for the effect's name.
            if let (Some(rule), "ftype") = (inner, param.name) {
                args.push(Arg { name: param.name, value: Value::Rule(rule) });
                continue;
            }
            if param.name == CONDITION {
                // The effect inside a timer runs later, whatever is held then.
                condition = Some(given).filter(|_| inner.is_some() || line.effect.text != TIMER);
                continue;
            }
            if matches!(param.kind, Kind::Type | Kind::OptType)
                && !self.is_selection(&given.value)
                && let Some(name) = self.missing_name(given)
            {
                undeclared = undeclared.or(Some((name, given.value_span)));
                continue;
            }
            if matches!(param.kind, Kind::Type | Kind::OptType | Kind::LooseType)
                && !effect_takes_several(def.name, param.name)
            {
                self.one_type(given, param.name);
            }
            let value = match param.kind {
                // Reported where reading stops.
                Kind::OptType if given.value.is_empty() => None,
                _ => self.convert(param, given),
            };
            if let Some(value) = value {
                args.push(Arg { name: param.name, value });
            }
        }
        let missing = def.params.iter().find(|p| p.default.is_none() && !args.iter().any(|a| a.name == p.name));
        if !line.lenient() {
            // A class that refines another reads its arguments after it.
            let refined = ["stype"];
            let base_done = !(undeclared.is_some() || missing.is_some_and(|m| refined.contains(&m.name)));
            self.log(if def.name == READ_TWICE && base_done { 2 * unknown } else { unknown });
        }
        if let Some((name, span)) = undeclared {
            let found = self.undeclared_sprite(&name, span);
            self.reported.insert(span.start);
            self.stop(found)?;
            return Ok(None);
        }
        if let Some(param) = missing {
            let found =
                Diagnostic::error(codes::MISSING_PARAM, format!("effect `{}` without `{}`", def.name, param.name));
            let found = found.at(line.effect.span).label(format!("`{}` needs `{}`", def.name, param.name));
            self.stop(found.help(format!("write `{}=` and a {}", param.name, param.kind.name())))?;
            return Ok(None);
        }
        if self.game.rules.len() >= MAX_IDS {
            self.too_large(line.node.span, "more than 65535 rules");
            return Ok(None);
        }
        let is_timer = line.timed() || inner.is_some();
        let arg = |name| args.iter().find(|a: &&Arg| a.name == name).map(|a| &a.value);
        let repeating = matches!(arg("repeating"), Some(Value::Bool(true)));
        if is_timer && repeating && !matches!(arg("timer"), Some(Value::Int(1..))) {
            let found = Diagnostic::error(codes::ENDLESS_TIMER, "timer that never lets time pass");
            let found = found.at(line.effect.span).label("due again as soon as it has run");
            self.sink.push(found.help("write `timer=` and a number of ticks").note("GVGAI never finishes the tick"));
        }
        let id = RuleId(self.game.rules.len() as u16);
        self.game.rules.push(Rule {
            effect: code,
            args,
            timed: line.timed(),
            line: line.node.line,
            span: line.node.span,
            effect_span: line.effect.span,
            condition: None,
        });
        if let Some(given) = condition {
            self.condition(given, id);
        }
        Ok(Some(id))
    }

    /// The parameter of this name: of the effect, of all effects, or of timers.
    fn param(&self, line: &Line<'_>, def: &'static EffectDef, key: &str, timer: bool) -> Option<&'static ParamDef> {
        let time = if timer || line.timed() { TIME_PARAMS } else { &[] };
        find_param(def.params, key).or_else(|| find_param(EFFECT_COMMON, key)).or_else(|| find_param(time, key))
    }

    /// Whether the other effect of an `addTimer` line takes an argument.
    fn known_elsewhere(&self, line: &Line<'_>, key: &str, inner: Option<RuleId>) -> bool {
        if line.effect.text != TIMER {
            return false;
        }
        let other = match inner.and_then(|id| self.game.rules.get(usize::from(id.0))) {
            Some(rule) => EFFECTS.get(usize::from(rule.effect)),
            None => EffectDef::code(TIMER).and_then(|c| EFFECTS.get(usize::from(c))),
        };
        find_param(TIME_PARAMS, key).is_some() || other.is_some_and(|def| find_param(def.params, key).is_some())
    }

    /// The name in an argument, if it is a text that nobody declared.
    fn missing_name(&self, given: &Given<'_>) -> Option<String> {
        let value = super::args::take(Kind::LooseType, given.key, &given.value, |name| self.lookup(name))?;
        (value == Value::Type(TypeRef(None)) && !given.value.is_empty()).then(|| given.value.clone().into_owned())
    }

    /// Enters a rule for each of its second sprites.
    fn register_rule(&mut self, line: &Line<'t>, rule: RuleId) -> Result<(), Stop> {
        let Some(firsts) = self.chosen(line.first) else { return Ok(()) };
        let repeat = match self.int_arg(rule, "repeat") {
            Some(n) => usize::try_from(n).unwrap_or(0),
            None => 1,
        };
        let mut timer_entered = false;
        for (at, word) in line.seconds.iter().enumerate() {
            if self.full && self.is_selection(&word.text) {
                return Ok(());
            }
            let Some(seconds) = self.chosen(word) else { continue };
            if !self.few_pairs(firsts.len(), seconds.len(), line.node.span) {
                return Ok(());
            }
            let (first, second) = (firsts.first().and_then(|t| t.0), seconds.first().and_then(|t| t.0));
            match (first, second) {
                (Some(_), Some(_)) => {
                    for a in firsts.iter().filter_map(|t| t.0) {
                        for b in seconds.iter().filter_map(|t| t.0) {
                            self.pair(line, rule, (a, b), repeat)?;
                        }
                    }
                }
                _ if is(word, "EOS") => {
                    for &first in &firsts {
                        self.edge(line, line.first, first, rule)?;
                    }
                }
                _ if is(line.first, "EOS") => {
                    for &second in &seconds {
                        self.edge(line, word, second, rule)?;
                    }
                }
                _ if is(word, "TIME") || is(line.first, "TIME") => {
                    if !line.timed() && line.effect.text != TIMER {
                        let found = Diagnostic::error(codes::TIME_PLACE, "`TIME` in the wrong place").at(word.span);
                        let found = found.label("too late: the effect is not timed");
                        self.stop(found.help(format!("write `TIME` right behind `{}`", line.first.text)))?;
                    } else if !timer_entered {
                        timer_entered = true;
                        self.timer(line, at, rule);
                    }
                }
                (None, _) => {
                    let found = self.unknown_in_rule(line.first);
                    self.stop(found)?;
                    // By default the line is reported once.
                    return Ok(());
                }
                (_, None) => {
                    let found = self.unknown_in_rule(word);
                    self.stop(found)?;
                }
            }
        }
        Ok(())
    }

    /// Enters a rule for two types.
    fn pair(&mut self, line: &Line<'t>, rule: RuleId, (a, b): (TypeId, TypeId), repeat: usize) -> Result<(), Stop> {
        let place = *self.pair_places.entry((a, b)).or_insert(self.game.pairs.len());
        if place == self.game.pairs.len() {
            self.game.pairs.push(Pair { first: a, second: b, rules: Vec::new() });
        }
        if !self.sprites_read {
            self.too_early(line)?;
        }
        if self.spend(repeat.saturating_add(1), line.node.span)
            && let Some(pair) = self.game.pairs.get_mut(place)
        {
            pair.rules.extend(std::iter::repeat_n(rule, repeat));
        }
        Ok(())
    }

    /// A sprite in a rule that nobody declared.
    fn unknown_in_rule(&mut self, word: &Word) -> Diagnostic {
        let found = self.undeclared_sprite(&word.text, word.span);
        self.reported.insert(word.span.start);
        found
    }

    /// A rule for sprites that are not known yet.
    fn too_early(&mut self, line: &Line<'_>) -> Result<(), Stop> {
        let found = Diagnostic::error(codes::RULES_FIRST, "rule before the sprites").at(line.node.span);
        let found = found.label("SpriteSet has not been read yet");
        self.stop(found.help("write SpriteSet above InteractionSet"))
    }

    /// A rule for sprites that leave the screen.
    fn edge(&mut self, line: &Line<'_>, word: &Word, on: TypeRef, rule: RuleId) -> Result<(), Stop> {
        self.game.edges.push(Edge { on, rules: Vec::new() });
        let Some(id) = on.0 else {
            let found = self.unknown_in_rule(word);
            return self.stop(found);
        };
        if !self.sprites_read {
            self.too_early(line)?;
        }
        self.edge_rules.entry(id).or_default().push(rule);
        Ok(())
    }

    /// A rule that runs at set times.
    fn timer(&mut self, line: &Line<'_>, at: usize, rule: RuleId) {
        let timer = self.int_arg(rule, "timer").unwrap_or(-1);
        let next = self.int_arg(rule, "nextExecution").unwrap_or(-1);
        let repeating = matches!(self.arg(rule, "repeating"), Some(Value::Bool(true)));
        let on = if !line.timed() {
            // `addTimer` is a timer by itself. Its type is the first, as nobody sets it.
            TypeRef(Some(TypeId(0)))
        } else if is(line.first, "TIME") {
            line.seconds.first().map_or(TypeRef(None), |w| self.one(w))
        } else {
            self.one(line.first)
        };
        if on == TypeRef(None)
            && let Some(word) = if is(line.first, "TIME") { line.seconds.get(at) } else { Some(line.first) }
        {
            let title = format!("timer for the unknown sprite `{}`", word.text);
            let found = Diagnostic::warning(codes::TIMER_WITHOUT_SPRITE, title).at(word.span);
            let found = found.label("the effect runs once each time, without sprites");
            let close = self.closest_sprite(&word.text);
            self.sink.push(match close {
                Some(close) => found.help(format!("did you mean `{close}`?")),
                None => found.help("name a sprite of SpriteSet"),
            });
        }
        let first = if next == -1 || !line.timed() { next } else { timer };
        self.game.timers.push(Timer { rule, on, timer, first, repeating });
    }

    fn arg(&self, rule: RuleId, name: &str) -> Option<&Value> {
        self.game.rules.get(usize::from(rule.0))?.args.iter().find(|a| a.name == name).map(|a| &a.value)
    }

    fn int_arg(&self, rule: RuleId, name: &str) -> Option<i32> {
        match self.arg(rule, name) {
            Some(&Value::Int(n)) => Some(n),
            _ => None,
        }
    }

    /// Gives every edge all the rules of its type.
    pub(super) fn finish_edges(&mut self) {
        let mut edges = std::mem::take(&mut self.game.edges);
        let span = self.game.header.span;
        for edge in &mut edges {
            let rules = edge.on.0.and_then(|id| self.edge_rules.get(&id));
            if !self.spend(rules.map_or(0, Vec::len) + 1, span) {
                break;
            }
            let rules = edge.on.0.and_then(|id| self.edge_rules.get(&id));
            edge.rules = rules.cloned().unwrap_or_default();
        }
        self.game.edges = edges;
    }
}

/// Whether the reference engine overwrites a field of this name, so that it logs nothing about it.
fn overwritten(def: &EffectDef, key: &str) -> bool {
    FIELDS.iter().any(|(field, effects)| *field == key && effects.contains(&def.name))
}
