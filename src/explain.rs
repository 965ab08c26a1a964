//! What every word of the language means, read from the tables of the ontology and of the diagnostics.

use std::fmt::Write as _;

use vgdl_vm::Dialect;
use vgdl_vm::ontology::effects::TIME_PARAMS;
use vgdl_vm::ontology::sprites::BASE_PARAMS;
use vgdl_vm::ontology::words::{Constant, constant};
use vgdl_vm::ontology::{
    Action, CLASSES, COLOURS, Class, ClassDef, Dir, EFFECT_COMMON, EFFECTS, END_COMMON, ENDS, EffectDef, EndDef, Needs,
    ParamDef, Role, SpriteParam, TypeRef, Value,
};
use vgdl_vm::py::ontology as py;

use crate::diag::{codes, suggest};

/// Something that can be explained.
#[derive(Clone, Copy, Debug)]
pub enum Topic {
    /// A sprite class.
    Class(&'static ClassDef),
    /// An effect.
    Effect(&'static EffectDef),
    /// A termination.
    End(&'static EndDef),
    /// A parameter of sprites, by its code.
    Param(SpriteParam),
    /// A parameter that all effects or all terminations take, or rules with TIME; and whose it is.
    Common(&'static ParamDef, &'static str),
    /// A colour with its red, green and blue.
    Colour(&'static str, [u8; 3]),
    /// A direction.
    Direction(Dir),
    /// An action of a player.
    Action(Action),
    /// A diagnostic code.
    Code(&'static codes::Code),
    /// A sprite class of py-vgdl.
    PyClass(&'static py::ClassDef),
    /// An effect of py-vgdl.
    PyEffect(&'static py::EffectDef),
    /// An option of sprites of py-vgdl, and what it is.
    PyOption(&'static str, &'static str),
}

impl Topic {
    /// Every topic, by kind.
    pub fn all() -> impl Iterator<Item = Topic> {
        let codes = (0..=u8::MAX).map_while(SpriteParam::from_code).map(Topic::Param);
        let common = |list: &'static [ParamDef], whose| list.iter().map(move |p| Topic::Common(p, whose));
        let dirs = [Dir::Up, Dir::Down, Dir::Left, Dir::Right, Dir::None, Dir::Nil];
        let classes = |avatar| CLASSES.iter().filter(move |c| c.class.is_avatar() == avatar).map(Topic::Class);
        classes(false)
            .chain(classes(true))
            .chain(EFFECTS.iter().map(Topic::Effect))
            .chain(ENDS.iter().map(Topic::End))
            .chain(codes)
            .chain(common(EFFECT_COMMON, "of every effect"))
            .chain(common(TIME_PARAMS, "of rules with TIME"))
            .chain(common(END_COMMON, "of every termination"))
            .chain(COLOURS.iter().map(|&(name, rgb)| Topic::Colour(name, rgb)))
            .chain(dirs.into_iter().map(Topic::Direction))
            .chain(Action::ALL.into_iter().map(Topic::Action))
            .chain(codes::ALL.iter().map(Topic::Code))
            .chain(py::CLASSES.iter().map(Topic::PyClass))
            .chain(py::EFFECTS.iter().map(Topic::PyEffect))
            .chain(py::Attr::ALL.iter().map(|&(_, name, doc)| Topic::PyOption(name, doc)))
    }

    /// The name it is looked up by.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Topic::Class(c) => c.name,
            Topic::Effect(e) => e.name,
            Topic::End(e) => e.name,
            Topic::Param(p) => p.def().name,
            Topic::Common(p, _) => p.name,
            Topic::Colour(name, _) => name,
            Topic::Direction(d) => d.name(),
            Topic::Action(a) => a.name(),
            Topic::Code(c) => c.code,
            Topic::PyClass(c) => c.name,
            Topic::PyEffect(e) => e.name,
            Topic::PyOption(name, _) => name,
        }
    }

    /// What kind of thing it is.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Topic::Class(c) if c.class.is_avatar() => "avatar class",
            Topic::Class(_) => "sprite class",
            Topic::Effect(_) => "effect",
            Topic::End(_) => "termination",
            Topic::Param(_) => "sprite parameter",
            Topic::Common(..) => "parameter",
            Topic::Colour(..) => "colour",
            Topic::Direction(_) => "direction",
            Topic::Action(_) => "action",
            Topic::Code(_) => "diagnostic",
            Topic::PyClass(_) => "sprite class of py-vgdl",
            Topic::PyEffect(_) => "effect of py-vgdl",
            Topic::PyOption(..) => "sprite option of py-vgdl",
        }
    }

    /// One line about it.
    #[must_use]
    pub fn summary(&self) -> String {
        match self {
            Topic::Class(c) => first_sentence(c.doc),
            Topic::Effect(e) => first_sentence(e.doc),
            Topic::End(e) => first_sentence(e.doc),
            Topic::Param(p) => first_sentence(p.def().doc),
            Topic::Common(p, _) => first_sentence(p.doc),
            Topic::Colour(_, [r, g, b]) => format!("Red {r}, green {g}, blue {b}."),
            Topic::Direction(d) => format!("The vector {:?}; y grows downwards.", d.vector()),
            Topic::Action(a) => format!("Letter `{}` in traces.", a.letter()),
            Topic::Code(c) => format!("{}: {}.", c.level.name(), c.title),
            Topic::PyClass(c) => first_sentence(c.doc),
            Topic::PyEffect(e) => first_sentence(e.doc),
            Topic::PyOption(_, doc) => first_sentence(doc),
        }
    }

    /// All there is to say about it, with a line feed at the end.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = format!("{} — {}\n\n", self.name(), self.kind());
        match self {
            Topic::Class(c) => class(&mut out, c),
            Topic::Effect(e) => effect(&mut out, e),
            Topic::End(e) => {
                paragraph(&mut out, e.doc);
                params(&mut out, "parameters", e.params.iter().map(Row::of));
                params(&mut out, "parameters of every termination", END_COMMON.iter().map(Row::of));
            }
            Topic::Param(p) => param(&mut out, *p),
            Topic::Common(p, whose) => {
                paragraph(&mut out, p.doc);
                let _ = writeln!(out, "A parameter {whose}: {}.", Row::of(p).values());
            }
            Topic::Colour(..) | Topic::Direction(_) | Topic::Action(_) => paragraph(&mut out, &self.summary()),
            Topic::Code(c) => code(&mut out, c),
            Topic::PyClass(c) => py_class(&mut out, c),
            Topic::PyEffect(e) => py_effect(&mut out, e),
            Topic::PyOption(_, doc) => paragraph(&mut out, doc),
        }
        out
    }
}

/// The topics of a name: those spelled so, else those spelled so in another letter case.
#[must_use]
pub fn find(name: &str) -> Vec<Topic> {
    let exact: Vec<Topic> = Topic::all().filter(|t| t.name() == name).collect();
    if !exact.is_empty() {
        return exact;
    }
    // Other names of directions, such as DUP.
    if let Some(Constant::Dir(dir)) = constant(name) {
        return vec![Topic::Direction(dir)];
    }
    Topic::all().filter(|t| t.name().eq_ignore_ascii_case(name)).collect()
}

/// The name that was most likely meant.
#[must_use]
pub fn suggestion(name: &str) -> Option<&'static str> {
    suggest::closest(name, Topic::all().map(|t| t.name()))
}

/// Names of classes, effects and terminations that a dialect has but that do nothing here yet.
///
/// A row cannot be in the tables without what it does: an effect names its function, and classes and terminations are
/// matched without a default case. So a name is missing only if no row has it, and GVGAI has no such name.
pub fn missing(dialect: Dialect) -> impl Iterator<Item = &'static str> {
    match dialect {
        Dialect::Gvgai => std::iter::empty(),
    }
}

/// What a parameter takes and its default: `sprite, must be given`.
#[must_use]
pub fn takes(param: &'static ParamDef) -> String {
    Row::of(param).values()
}

/// What a parameter of sprites takes, and its default in a class.
#[must_use]
pub fn takes_in(param: SpriteParam, class: Class) -> String {
    Row::in_class(param, class.def()).values()
}

/// A parameter as it is listed.
struct Row {
    name: &'static str,
    kind: &'static str,
    default: Option<String>,
    doc: &'static str,
    role: Role,
}

impl Row {
    fn of(p: &'static ParamDef) -> Self {
        Self { name: p.name, kind: p.kind.name(), default: p.default.map(default_word), doc: p.doc, role: p.role }
    }

    /// A sprite parameter as a class sets it.
    fn in_class(p: SpriteParam, class: &ClassDef) -> Self {
        let required = class.class.required().any(|r| r == p);
        let default = (!required).then(|| value_word(&class.class.traits().get(p)));
        Self { default, ..Self::of(p.def()) }
    }

    fn values(&self) -> String {
        let default = match &self.default {
            Some(word) => format!("{word} if not given"),
            None => "must be given".into(),
        };
        let role = match self.role {
            Role::Rules => "",
            Role::Looks => "; changes looks alone",
            Role::Inert => "; accepted, but does nothing",
        };
        format!("{}, {default}{role}", self.kind)
    }
}

fn params(out: &mut String, title: &str, rows: impl Iterator<Item = Row>) {
    let rows: Vec<Row> = rows.collect();
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{title}:");
    for row in rows {
        let _ = writeln!(out, "  {} ({})\n      {}", row.name, row.values(), row.doc.trim());
    }
}

fn class(out: &mut String, c: &'static ClassDef) {
    paragraph(out, c.doc);
    let chain: Vec<&str> = c.class.lineage().skip(1).map(|p| p.name).collect();
    if !chain.is_empty() {
        let _ = writeln!(out, "refines: {}", chain.join(", which refines "));
    }
    let below: Vec<&str> = CLASSES.iter().filter(|d| d.parent == Some(c.class)).map(|d| d.name).collect();
    if !below.is_empty() {
        let _ = writeln!(out, "refined by: {}", below.join(", "));
    }
    let actions = c.class.actions();
    if !actions.is_empty() {
        let names: Vec<&str> = actions.iter().map(|a| a.name()).collect();
        let _ = writeln!(out, "actions: {}", names.join(", "));
    }
    for ancestor in c.class.lineage() {
        let title =
            if ancestor.class == c.class { "parameters".into() } else { format!("parameters of {}", ancestor.name) };
        params(out, &title, ancestor.params.iter().map(|&p| Row::in_class(p, c)));
    }
    let base: Vec<&str> = BASE_PARAMS.iter().map(|p| p.def().name).collect();
    let _ = writeln!(out, "\nand the parameters of every sprite:\n  {}", base.join(", "));
    let plain = vgdl_vm::ontology::Traits::base();
    let own = c.class.traits();
    let set: Vec<String> = BASE_PARAMS
        .iter()
        .filter(|&&p| plain.get(p) != own.get(p))
        .map(|&p| format!("{}={}", p.def().name, value_word(&own.get(p))))
        .collect();
    if !set.is_empty() {
        let _ = writeln!(out, "of which this class sets {}", set.join(", "));
    }
}

fn effect(out: &mut String, e: &'static EffectDef) {
    paragraph(out, e.doc);
    let needs = match e.needs {
        Needs::Nothing => "It works without sprites.",
        Needs::First => "It works on the first sprite.",
        Needs::Both => "It needs both sprites.",
        Needs::Unchecked => "It fails without a first sprite.",
    };
    let score = if e.sets_score { " It decides itself, each time, whether its score counts." } else { "" };
    paragraph(out, &format!("{needs}{score}"));
    params(out, "parameters", e.params.iter().map(Row::of));
    params(out, "parameters of every effect", EFFECT_COMMON.iter().map(Row::of));
}

fn param(out: &mut String, p: SpriteParam) {
    let row = Row::of(p.def());
    paragraph(out, row.doc);
    let _ = writeln!(out, "{}.", row.values());
    if BASE_PARAMS.contains(&p) {
        out.push_str("Every sprite takes it.\n");
    }
    let takers: Vec<&str> = CLASSES.iter().filter(|c| c.params.contains(&p)).map(|c| c.name).collect();
    if !takers.is_empty() {
        let _ = writeln!(out, "taken by: {}, and the classes that refine them", takers.join(", "));
    }
    let plain = vgdl_vm::ontology::Traits::base().get(p);
    let setters: Vec<String> = CLASSES
        .iter()
        .map(|c| (c, c.class.traits().get(p)))
        .filter(|(_, value)| *value != plain)
        .map(|(c, value)| format!("{} {}", c.name, value_word(&value)))
        .collect();
    if !setters.is_empty() {
        let _ = writeln!(out, "other defaults: {}", setters.join(", "));
    }
}

fn py_class(out: &mut String, c: &py::ClassDef) {
    paragraph(out, c.doc);
    let is: Vec<&str> = c.is.split_whitespace().collect();
    let is = if is.is_empty() { "nothing special".to_owned() } else { is.join(", ") };
    let speed = c.speed.map_or("none".to_owned(), |speed| speed.to_string());
    let _ =
        writeln!(out, "dialects: {}\nis: {is}\nspeed: {speed}\nphysics: {:?}", py_dialects(c.one, c.two), c.physics);
}

fn py_effect(out: &mut String, e: &py::EffectDef) {
    paragraph(out, e.doc);
    let _ = writeln!(out, "dialects: {}", py_dialects(e.in_original(), true));
    for (name, takes, must) in e.params {
        let takes = match takes {
            py::Takes::Number => "number",
            py::Takes::Sprite => "sprite",
            py::Takes::Resource => "resource",
        };
        let _ = writeln!(out, "  {name} ({takes}{})", if *must { ", must be given" } else { "" });
    }
}

fn py_dialects(one: bool, two: bool) -> &'static str {
    match (one, two) {
        (true, false) => "py-vgdl-1",
        (false, true) => "py-vgdl-2",
        _ => "py-vgdl-1, py-vgdl-2",
    }
}

fn code(out: &mut String, c: &codes::Code) {
    let _ = writeln!(out, "{}: {}\n", c.level.name(), c.title);
    paragraph(out, c.text);
    for (title, text) in [("wrong", c.wrong), ("right", c.right)] {
        if !text.is_empty() {
            let _ = writeln!(out, "\n{title}:");
            for line in text.lines() {
                let _ = writeln!(out, "    {line}");
            }
        }
    }
}

/// Text in lines of at most 100 characters.
fn paragraph(out: &mut String, text: &str) {
    let mut width = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 100 {
            out.push('\n');
            width = 0;
        }
        if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
}

fn first_sentence(text: &str) -> String {
    let text = text.trim();
    match text.find(". ") {
        Some(end) => text[..=end].to_owned(),
        None => text.to_owned(),
    }
}

/// A default of the tables, which is an expression of Rust, as game files would write it.
fn default_word(text: &str) -> String {
    match text.trim_matches(['(', ')']) {
        "None" | "TypeRef(None" | "String::new" | "Box::new([]" => "nothing".into(),
        "Score::zero" => "0".into(),
        "true" => "True".into(),
        "false" => "False".into(),
        other => other.strip_prefix("Dir::").map_or_else(|| other.to_owned(), str::to_uppercase),
    }
}

fn value_word(value: &Value) -> String {
    let bool_word = |b: bool| if b { "True" } else { "False" }.to_owned();
    match value {
        Value::Int(n) => n.to_string(),
        Value::Double(x) => x.to_string(),
        Value::Bool(b) => bool_word(*b),
        Value::Dir(d) => d.name().to_owned(),
        Value::Colour(c) => COLOURS.get(usize::from(c.0)).map_or("nothing", |(name, _)| name).to_owned(),
        Value::Text(text) if text.is_empty() => "nothing".into(),
        Value::Text(text) => text.clone(),
        Value::Ints(score) => score.of(0).unwrap_or_default().to_string(),
        Value::Bools(list) => list.iter().map(|&b| bool_word(b)).collect::<Vec<_>>().join(","),
        // Defaults never name a type, an effect or a rule.
        Value::Type(TypeRef(_)) | Value::Types(_) | Value::Effect(_) | Value::Rule(_) => "nothing".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgdl_vm::ontology::SPRITE_PARAMS;

    #[test]
    fn every_topic_is_found_by_its_name() {
        for topic in Topic::all() {
            let found = find(topic.name());
            assert!(found.iter().any(|t| t.kind() == topic.kind()), "{} is not found", topic.name());
            assert!(topic.text().lines().count() >= 3, "{} has no text", topic.name());
        }
    }

    #[test]
    fn defaults_read_as_in_game_files() {
        let rust = ["::", "(", "Some", "None", "true", "false"];
        for p in
            SPRITE_PARAMS.iter().chain(EFFECTS.iter().flat_map(|e| e.params)).chain(ENDS.iter().flat_map(|e| e.params))
        {
            if let Some(default) = Row::of(p).default {
                assert!(!rust.iter().any(|r| default.contains(r)), "{}: {default}", p.name);
            }
        }
    }

    #[test]
    fn letter_case_is_forgiven_and_typing_errors_are_guessed() {
        assert_eq!(find("killsprite").first().map(Topic::name), Some("killSprite"));
        assert_eq!(suggestion("Misile"), Some("Missile"));
        assert!(find("Misile").is_empty());
        assert_eq!(find("DUP").first().map(Topic::name), Some("UP"));
    }

    #[test]
    fn a_required_parameter_says_so() {
        let text = find("transformTo").first().map(Topic::text).unwrap_or_default();
        assert!(text.contains("stype (sprite, must be given)"), "{text}");
    }
}
