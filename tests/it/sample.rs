//! Programs to test with: one written by hand that has some of everything, and random ones that pass the verifier.

use vgdl_vm::Dialect;
use vgdl_vm::ontology::{
    Arg, BuildError, CLASSES, COLOURS, Class, Colour, Dir, EFFECTS, ENDS, Effect, EffectName, End, Kind, ParamDef,
    Score, SpriteParam, TypeRef, Value,
};
use vgdl_vm::program::{
    Debug, Edge, Ending, GameLine, Level, MAX_SPRITES, MAX_TICKS, Mapping, Pair, Program, Rule, RuleId, Timer,
    TypeDecl, TypeId, Unmakeable,
};
use vgdl_vm::selector::{Bits, Selector};

/// The effect of this name with these arguments.
pub(crate) fn effect(name: &str, args: &[(&'static str, Value)]) -> Effect {
    let args: Vec<Arg> = args.iter().map(|(name, value)| Arg { name, value: value.clone() }).collect();
    let code = (0..).zip(EFFECTS).find(|(_, e)| e.name == name).map(|(code, _)| code);
    Effect::build(code.expect("a known effect"), &args).expect("its arguments").expect("its row")
}

/// The termination of this name with these arguments.
pub(crate) fn end(name: &str, args: &[(&'static str, Value)]) -> End {
    let args: Vec<Arg> = args.iter().map(|(name, value)| Arg { name, value: value.clone() }).collect();
    let code = (0..).zip(ENDS).find(|(_, e)| e.name == name).map(|(code, _)| code);
    End::build(code.expect("a known termination"), &args).expect("its arguments").expect("its row")
}

/// The value that names a type.
pub(crate) fn ty(id: u16) -> Value {
    Value::Type(TypeRef(Some(TypeId(id))))
}

fn decl(class: Class, lineage: &[u16], family: &[u16], params: Vec<(SpriteParam, Value)>) -> TypeDecl {
    let ids = |list: &[u16]| list.iter().copied().map(TypeId).collect::<Vec<_>>();
    TypeDecl {
        class: Ok(class),
        lineage: ids(lineage).into(),
        family: ids(family).into(),
        singleton: false,
        resource_limit: 0,
        params,
        messages: 0,
    }
}

/// A small game with some of everything.
pub(crate) fn program() -> Program {
    let mut coin = decl(
        Class::Resource,
        &[4],
        &[4],
        vec![(SpriteParam::Limit, Value::Int(8)), (SpriteParam::Value, Value::Int(2))],
    );
    coin.resource_limit = 8;
    let mut ghost = decl(Class::Passive, &[5], &[5], vec![]);
    ghost.class = Err(Unmakeable::UnknownClass);
    ghost.messages = 1;
    let mut spark = decl(
        Class::Missile,
        &[2, 3],
        &[2, 3],
        vec![
            (SpriteParam::Speed, Value::Double(0.5)),
            (SpriteParam::Orientation, Value::Dir(Dir::Left)),
            (SpriteParam::Color, Value::Colour(Colour(2))),
            (SpriteParam::Img, Value::Text("fire spark".into())),
        ],
    );
    spark.singleton = true;
    let mut paid = Rule::new(effect("killIfHasMore", &[("resource", ty(4)), ("limit", Value::Int(3))]));
    paid.score = Score([Some(5), Some(-1)].into());
    paid.counter = Score([Some(1), None].into());
    Program {
        dialect: Dialect::Gvgai,
        game: GameLine {
            square_size: Some(20),
            players: 2,
            counters: 2,
            obstacles: Some(vec![TypeRef(Some(TypeId(0))), TypeRef(None)]),
            max_sprites: MAX_SPRITES,
            max_ticks: MAX_TICKS,
        },
        types: vec![
            decl(Class::Immovable, &[0], &[0], vec![(SpriteParam::Solid, Value::Bool(true))]),
            decl(
                Class::ShootAvatar,
                &[1],
                &[1],
                vec![(SpriteParam::ShotTypes, Value::Types(Box::new([TypeRef(Some(TypeId(3)))])))],
            ),
            decl(Class::Missile, &[2], &[2, 3], vec![]),
            spark,
            coin,
            ghost,
        ],
        order: [0, 3, 4, 5, 1].map(TypeId).to_vec(),
        mapping: vec![
            Mapping { glyph: 'w', types: vec![TypeRef(Some(TypeId(0)))] },
            Mapping { glyph: 'A', types: vec![TypeRef(Some(TypeId(4))), TypeRef(Some(TypeId(1)))] },
            Mapping { glyph: '?', types: vec![TypeRef(None)] },
        ],
        rules: vec![
            Rule::new(effect("stepBack", &[])),
            Rule::new(effect("collectResource", &[])),
            paid,
            Rule::new(effect("transformToAll", &[("stype", ty(2)), ("stypeTo", ty(4))])),
            Rule::new(effect(
                "addTimer",
                &[("timer", Value::Int(5)), ("repeating", Value::Bool(true)), ("ftype", Value::Rule(RuleId(3)))],
            )),
            Rule::new(effect("shieldFrom", &[("stype", ty(2)), ("ftype", Value::Effect(EffectName(Some(0))))])),
        ],
        pairs: vec![
            Pair { first: TypeId(1), second: TypeId(0), rules: vec![RuleId(0)] },
            Pair { first: TypeId(4), second: TypeId(1), rules: vec![RuleId(1), RuleId(1), RuleId(4)] },
            Pair { first: TypeId(1), second: TypeId(2), rules: vec![RuleId(5)] },
        ],
        edges: vec![Edge { on: TypeRef(Some(TypeId(2))), rules: vec![RuleId(0)] }],
        timers: vec![Timer { rule: RuleId(2), on: TypeRef(Some(TypeId(1))), timer: 10, first: 0, repeating: true }],
        ends: vec![
            Ending {
                end: end("SpriteCounter", &[("stype", ty(4))]),
                limit: 0,
                win: vec![true, false],
                count_score: false,
            },
            Ending { end: end("Timeout", &[]), limit: 500, win: vec![], count_score: true },
        ],
        messages: 1,
        message_limit: true,
        levels: vec![Level { name: "small".into(), rows: vec!["wwww".into(), "wA w".into(), "www".into()] }],
        debug: Some(Debug {
            source: "sparks.txt".into(),
            types: ["wall", "avatar", "fire", "spark", "coin", "ghost"].map(str::to_owned).to_vec(),
            type_lines: vec![0, 3, 4, 5, 6, 7],
            rule_lines: vec![10, 11, 12, 13, 13, 14],
            end_lines: vec![17, 18],
        }),
        requires: Vec::new(),
    }
}

/// A stream of numbers (SplitMix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// The next number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn flag(&mut self) -> bool {
        self.next() & 1 == 0
    }

    fn int(&mut self) -> i32 {
        let n = self.next() as i32;
        n >> self.below(32)
    }

    fn id(&mut self, types: usize) -> TypeId {
        TypeId(self.below(types) as u16)
    }

    fn type_ref(&mut self, types: usize) -> TypeRef {
        TypeRef((self.below(8) > 0).then(|| self.id(types)))
    }

    fn score(&mut self) -> Score {
        let n = self.below(4);
        Score((0..n).map(|_| self.flag().then(|| self.int())).collect())
    }

    fn text(&mut self) -> String {
        let n = self.below(6);
        (0..n).filter_map(|_| char::from_u32(self.next() as u32 >> self.below(32))).collect()
    }

    /// A value of a kind. `rules` is the number of rules there are so far.
    fn value(&mut self, kind: Kind, types: usize) -> Value {
        match kind {
            Kind::Int | Kind::Float => Value::Int(self.int() >> 8),
            Kind::Double => Value::Double(f64::from(self.int()) / 64.0),
            Kind::Bool => Value::Bool(self.flag()),
            Kind::Direction => Value::Dir(Dir::BASE[self.below(4)]),
            Kind::Colour => Value::Colour(Colour(self.below(COLOURS.len()) as u8)),
            Kind::Text => Value::Text(self.text()),
            Kind::Type => Value::Type(TypeRef(Some(self.id(types)))),
            Kind::OptType | Kind::LooseType => Value::Type(self.type_ref(types)),
            Kind::Types => {
                let n = 1 + self.below(4);
                Value::Types((0..n).map(|_| self.type_ref(types)).collect())
            }
            Kind::EffectName => Value::Effect(EffectName(self.flag().then(|| self.below(EFFECTS.len()) as u8))),
            Kind::Ints => Value::Ints(self.score()),
            Kind::Bools => Value::Bools((0..self.below(3)).map(|_| self.flag()).collect()),
        }
    }

    fn args(&mut self, params: &[ParamDef], types: usize) -> Vec<Arg> {
        let mut args = Vec::new();
        for param in params {
            if param.default.is_none() || self.flag() {
                args.push(Arg { name: param.name, value: self.value(param.kind, types) });
            }
        }
        args
    }

    fn effect(&mut self, types: usize, plain: &[RuleId]) -> Effect {
        let code = self.below(EFFECTS.len());
        let mut args = self.args(EFFECTS[code].params, types);
        if let Some(timer) = args.iter_mut().find(|a| a.name == "timer") {
            timer.value = Value::Int(1 + self.below(50) as i32);
        }
        match Effect::build(code as u8, &args) {
            Ok(effect) if effect_is_safe(effect.as_ref()) => effect.expect("a row"),
            // An effect that is named by a rule, not by its code: addTimer.
            Err(BuildError { param, .. }) if !plain.is_empty() => {
                args.retain(|a| a.name != param && a.name != "repeating");
                args.push(Arg { name: param, value: Value::Rule(plain[self.below(plain.len())]) });
                Effect::build(code as u8, &args).expect("its arguments").expect("a row")
            }
            _ => effect("killSprite", &[]),
        }
    }

    /// A program that passes the verifier.
    pub(crate) fn program(&mut self) -> Program {
        let types = 1 + self.below(12);
        let mut rules: Vec<Rule> = Vec::new();
        let mut plain = Vec::new();
        for i in 0..self.below(30) {
            let mut rule = Rule::new(self.effect(types, &plain));
            rule.score = self.score();
            rule.counter = self.score();
            rule.enabled = self.flag();
            rule.in_batch = self.flag();
            if !matches!(rule.effect, Effect::AddTimer(_)) {
                plain.push(RuleId(i as u16));
            }
            rules.push(rule);
        }
        let mentions = |numbers: &mut Self| -> Vec<RuleId> {
            let n = if rules.is_empty() { 0 } else { numbers.below(4) };
            (0..n).map(|_| RuleId(numbers.below(rules.len()) as u16)).collect()
        };
        let mut pairs: Vec<Pair> = Vec::new();
        for _ in 0..self.below(20) {
            let pair = Pair { first: self.id(types), second: self.id(types), rules: mentions(self) };
            if !pairs.iter().any(|p| (p.first, p.second) == (pair.first, pair.second)) {
                pairs.push(pair);
            }
        }
        let edges = (0..self.below(4)).map(|_| Edge { on: self.type_ref(types), rules: mentions(self) }).collect();
        let timers = mentions(self)
            .into_iter()
            .map(|rule| Timer {
                rule,
                on: self.type_ref(types),
                timer: 1 + self.below(100) as i32,
                first: self.int(),
                repeating: self.flag(),
            })
            .collect();
        let ends: Vec<Ending> = (0..self.below(5))
            .map(|_| {
                let code = self.below(ENDS.len());
                let args = self.args(ENDS[code].params, types);
                let end = End::build(code as u8, &args).expect("its arguments").expect("its row");
                let win = (0..self.below(3)).map(|_| self.flag()).collect();
                Ending { end, limit: self.int(), win, count_score: self.flag() }
            })
            .collect();
        let mut glyphs: Vec<char> = self.text().chars().chain(['A', 'w']).collect();
        glyphs.sort_unstable();
        glyphs.dedup();
        let mapping = glyphs
            .into_iter()
            .map(|glyph| Mapping { glyph, types: (0..self.below(3)).map(|_| self.type_ref(types)).collect() })
            .collect();
        let types: Vec<TypeDecl> = (0..types).map(|i| self.type_decl(i, types)).collect();
        let debug = self.flag().then(|| Debug {
            source: self.text(),
            types: types.iter().map(|_| self.text()).collect(),
            type_lines: types.iter().map(|_| self.next() as u32).collect(),
            rule_lines: rules.iter().map(|_| self.next() as u32).collect(),
            end_lines: ends.iter().map(|_| self.next() as u32).collect(),
        });
        let mut made = Program {
            dialect: Dialect::Gvgai,
            game: GameLine {
                square_size: self.flag().then(|| 1 + self.below(99) as i32),
                players: 1 + self.below(2) as u8,
                counters: self.below(5) as u16,
                obstacles: self.flag().then(|| vec![self.type_ref(types.len())]),
                max_sprites: MAX_SPRITES,
                max_ticks: MAX_TICKS,
            },
            order: (0..types.len() as u16).rev().map(TypeId).collect(),
            types,
            mapping,
            rules,
            pairs,
            edges,
            timers,
            ends,
            messages: self.next() as u32,
            message_limit: self.flag(),
            levels: (0..self.below(3))
                .map(|_| Level { name: self.text(), rows: vec![format!("w{}", self.text()), self.text()] })
                .collect(),
            debug,
            requires: Vec::new(),
        };
        self.conditions(&mut made);
        made
    }

    /// Gives conditions to some of the rules.
    fn conditions(&mut self, program: &mut Program) {
        let types = program.types.len();
        let set = |all: &mut Self| {
            let mut set = Bits::none(types);
            (0..types).filter(|_| all.flag()).for_each(|i| set.insert(i));
            set
        };
        for rule in &mut program.rules {
            rule.condition = match self.below(12) {
                0 => Some(Box::new(Selector::Fixed(set(self)))),
                1 => Some(Box::new(Selector::ByHolder([(); 4].map(|()| set(self))))),
                _ => None,
            };
        }
        for _ in 0..self.below(3) {
            let [of, what] = [(); 2].map(|()| TypeId(self.below(types) as u16));
            program.requires.push((of, what, self.below(3) as i32));
        }
    }

    fn type_decl(&mut self, i: usize, types: usize) -> TypeDecl {
        let class = CLASSES[self.below(CLASSES.len())].class;
        let required: Vec<_> = class.required().collect();
        let mut params: Vec<(SpriteParam, Value)> = Vec::new();
        for param in class.params() {
            let wanted = required.contains(&param) || self.below(8) == 0;
            if wanted && params.iter().all(|(p, _)| *p != param) {
                let value = match param {
                    SpriteParam::WMult | SpriteParam::HMult => Value::Double(self.below(9) as f64 / 4.0),
                    _ => self.value(param.def().kind, types),
                };
                params.push((param, value));
            }
        }
        let own = TypeId(i as u16);
        let above = self.id(types);
        let lineage = if above == own { vec![own] } else { vec![above, own] };
        let family = lineage.iter().copied().chain((0..types as u16).map(TypeId).filter(|t| !lineage.contains(t)));
        TypeDecl {
            class: if self.below(8) == 0 { Err(Unmakeable::BrokenClass) } else { Ok(class) },
            family: family.collect(),
            lineage: lineage.into(),
            singleton: self.flag(),
            resource_limit: 0,
            params,
            messages: self.next() as u16,
        }
    }
}

fn effect_is_safe(effect: Option<&Effect>) -> bool {
    !matches!(effect, None | Some(Effect::AddTimer(_)))
}
