//! Which types can ever have sprites, and which rules can ever run.
//!
//! A play begins with sprites of types that level characters stand for. More come from classes that make sprites, and from
//! effects, if their rules run. What is found here errs on one side only: a type that is said to stay empty does.

use vgdl_vm::ontology::effects::RESOURCE_ARGS;
use vgdl_vm::ontology::{Class, Effect, SpriteParam, TypeRef, Value};
use vgdl_vm::program::{Program, RuleId, TypeId};

/// What can happen in a play.
pub(crate) struct Reach {
    /// By type: whether sprites of it can exist.
    pub(crate) populated: Vec<bool>,
    /// By type: whether sprites of its family can exist.
    pub(crate) met: Vec<bool>,
}

impl Reach {
    /// Finds it out for a verified program, in time linear in its size.
    pub(crate) fn of(program: &Program) -> Reach {
        let mut search = Search::new(program);
        for entry in &program.mapping {
            entry.types.iter().for_each(|&t| search.make(t));
        }
        for timer in program.timers.iter().filter(|t| t.on.0.is_none()) {
            search.run(timer.rule);
        }
        search.finish();
        Reach { populated: search.populated, met: search.met }
    }

    /// Whether a type's family can have sprites. A name that nobody declared is not for this pass to judge.
    pub(crate) fn may_meet(&self, kind: TypeRef) -> bool {
        kind.0.is_none_or(|t| self.met.get(t.index()).copied().unwrap_or(true))
    }
}

struct Search<'p> {
    program: &'p Program,
    populated: Vec<bool>,
    met: Vec<bool>,
    /// By type: whether a rule turns sprites into random members of its family.
    scattered: Vec<bool>,
    /// By rule: whether it can run.
    runs: Vec<bool>,
    /// By type: types whose families it is in.
    in_families: Vec<Vec<TypeId>>,
    /// By type: pairs it stands in.
    pairs: Vec<Vec<usize>>,
    /// By type: edges and timers that wait for its family.
    alone: Vec<Vec<RuleId>>,
    /// By type: rules that turn its sprites into others, once there are any.
    turned: Vec<Vec<TypeId>>,
    open: Vec<TypeId>,
}

impl<'p> Search<'p> {
    fn new(program: &'p Program) -> Self {
        let n = program.types.len();
        let mut search = Search {
            program,
            populated: vec![false; n],
            met: vec![false; n],
            scattered: vec![false; n],
            runs: vec![false; program.rules.len()],
            in_families: vec![Vec::new(); n],
            pairs: vec![Vec::new(); n],
            alone: vec![Vec::new(); n],
            turned: vec![Vec::new(); n],
            open: Vec::new(),
        };
        for (i, decl) in program.types.iter().enumerate() {
            decl.family.iter().for_each(|t| search.in_families[t.index()].push(TypeId(i as u16)));
        }
        for (i, pair) in program.pairs.iter().enumerate() {
            search.pairs[pair.first.index()].push(i);
            search.pairs[pair.second.index()].push(i);
        }
        for edge in &program.edges {
            edge.on.0.into_iter().for_each(|t| search.alone[t.index()].extend(&edge.rules));
        }
        for timer in &program.timers {
            timer.on.0.into_iter().for_each(|t| search.alone[t.index()].push(timer.rule));
        }
        search
    }

    /// A sprite of this type is wanted.
    fn make(&mut self, kind: TypeRef) {
        if let Some(t) = kind.0
            && self.program.types[t.index()].class.is_ok()
            && !std::mem::replace(&mut self.populated[t.index()], true)
        {
            self.open.push(t);
        }
    }

    fn finish(&mut self) {
        while let Some(t) = self.open.pop() {
            self.products(t);
            for kind in std::mem::take(&mut self.turned[t.index()]) {
                self.make(TypeRef(Some(kind)));
            }
            for family in std::mem::take(&mut self.in_families[t.index()]) {
                if !std::mem::replace(&mut self.met[family.index()], true) {
                    self.meet(family);
                }
            }
        }
    }

    /// What sprites of a type make by themselves.
    fn products(&mut self, t: TypeId) {
        let decl = &self.program.types[t.index()];
        let Ok(class) = decl.class else { return };
        if class == Class::OngoingTurningAvatar {
            // Copies of it leave sprites of the first type behind.
            self.make(TypeRef(Some(TypeId(0))));
        }
        for (param, value) in &decl.params {
            if makes(class, *param) {
                self.make_all(value);
            }
        }
    }

    fn make_all(&mut self, value: &Value) {
        match value {
            Value::Type(t) => self.make(*t),
            Value::Types(list) => list.iter().for_each(|&t| self.make(t)),
            _ => {}
        }
    }

    /// The family of a type has its first sprite.
    fn meet(&mut self, family: TypeId) {
        for p in std::mem::take(&mut self.pairs[family.index()]) {
            let pair = &self.program.pairs[p];
            if self.met[pair.first.index()] && self.met[pair.second.index()] {
                pair.rules.iter().for_each(|&r| self.run(r));
            }
        }
        for rule in std::mem::take(&mut self.alone[family.index()]) {
            self.run(rule);
        }
    }

    /// A rule can run, if it is enabled.
    fn run(&mut self, id: RuleId) {
        let rule = &self.program.rules[id.index()];
        if !rule.enabled || std::mem::replace(&mut self.runs[id.index()], true) {
            return;
        }
        match &rule.effect {
            Effect::AddTimer(timer) => {
                // It runs another rule, which runs no other.
                let inner = timer.rule;
                if !matches!(self.program.rules[inner.index()].effect, Effect::AddTimer(_)) {
                    self.run(inner);
                }
            }
            Effect::TransformToAll(p) => match self.populated[p.stype.index()] {
                true => self.make(TypeRef(Some(p.stype_to))),
                false => self.turned[p.stype.index()].push(p.stype_to),
            },
            Effect::TransformToRandomChild(p) => {
                if !std::mem::replace(&mut self.scattered[p.stype.index()], true) {
                    let program = self.program;
                    program.types[p.stype.index()].family.iter().for_each(|&t| self.make(TypeRef(Some(t))));
                }
            }
            effect => made(effect).iter().for_each(|value| self.make_all(value)),
        }
    }
}

/// Whether sprites of a class make those that a parameter names.
pub(crate) fn makes(class: Class, param: SpriteParam) -> bool {
    match param {
        // What it chases, what it leads to, what it shoots with.
        SpriteParam::Stype => !(class.is_a(Class::Chaser) || matches!(class, Class::PathChaser | Class::Portal)),
        SpriteParam::Stype1 | SpriteParam::Stype2 | SpriteParam::Ammo | SpriteParam::AmmoTypes | SpriteParam::Over => {
            false
        }
        _ => true,
    }
}

/// Arguments of an effect that name sprites it may make.
pub(crate) fn made(effect: &Effect) -> Vec<Value> {
    match effect {
        // These name types to look for, not to make.
        Effect::KillAll(_)
        | Effect::SubtractHealthPoints(_)
        | Effect::RemoveScore(_)
        | Effect::IncreaseSpeedToAll(_)
        | Effect::DecreaseSpeedToAll(_)
        | Effect::SetSpeedForAll(_)
        | Effect::ShieldFrom(_) => Vec::new(),
        effect => {
            let looks =
                |name| RESOURCE_ARGS.contains(&name) || matches!(name, "stypeCount" | "spawnPoint" | "notStype");
            effect.args().into_iter().filter(|a| !looks(a.name)).map(|a| a.value).collect()
        }
    }
}
