//! What Python makes of the text of an option: numbers, texts, truth values, names of the ontology, and simple expressions of
//! these. What it cannot evaluate is a text, as it stands.

use vgdl_vm::py::ontology::{CLASSES, EFFECTS, Physics};

/// Deeper expressions are taken for texts.
const DEEPEST: u32 = 50;

/// A value of Python.
#[derive(Clone, Debug, PartialEq)]
pub enum Py {
    /// `None`
    None,
    /// `True`, `False`
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A text.
    Text(String),
    /// A tuple or a list.
    Sequence(Vec<Py>),
    /// A class of physics.
    Physics(Physics),
    /// Anything else: a class, a function, a module.
    Object(String),
}

/// Names of colours, with red, green and blue.
pub const COLOURS: &[(&str, [i64; 3])] = &[
    ("GREEN", [0, 200, 0]),
    ("BLUE", [0, 0, 200]),
    ("RED", [200, 0, 0]),
    ("GRAY", [90, 90, 90]),
    ("WHITE", [250, 250, 250]),
    ("BROWN", [140, 120, 100]),
    ("BLACK", [0, 0, 0]),
    ("ORANGE", [250, 160, 0]),
    ("YELLOW", [250, 250, 0]),
    ("PINK", [250, 200, 200]),
    ("GOLD", [250, 212, 0]),
    ("LIGHTRED", [250, 50, 50]),
    ("LIGHTORANGE", [250, 200, 100]),
    ("LIGHTBLUE", [50, 100, 250]),
    ("LIGHTGREEN", [50, 250, 50]),
    ("LIGHTGRAY", [150, 150, 150]),
    ("DARKGRAY", [30, 30, 30]),
    ("DARKBLUE", [20, 20, 100]),
];

/// Names that mean something to Python though not to games: builtins, and what the engine's modules import or define.
const OTHERS: &str = "ArithmeticError AssertionError AttributeError BaseException BufferError BytesWarning \
    DeprecationWarning EOFError Ellipsis EnvironmentError Exception FloatingPointError FutureWarning GeneratorExit IOError \
    ImportError ImportWarning IndentationError IndexError KeyError KeyboardInterrupt LookupError MemoryError NameError \
    NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning ReferenceError RuntimeError \
    RuntimeWarning StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TypeError UnboundLocalError \
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning \
    ZeroDivisionError abs all any bin bool bytearray bytes callable chr classmethod compile complex copyright credits delattr \
    dict dir divmod enumerate eval exit filter float format frozenset getattr globals hasattr hash help hex id input int \
    isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow property quit range \
    repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip \
    choice random sqrt pygame triPoints unitVector vectNorm oncePerStep AStarWorld Node defaultdict os glob uuid subprocess \
    VGDLParser BasicGame VGDLSprite Avatar Termination Timeout SpriteCounter MultiSpriteCounter EOS self estr ccopy";

/// What a name means.
fn named(name: &str) -> Option<Py> {
    let pair = |x, y| Py::Sequence(vec![Py::Int(x), Py::Int(y)]);
    Some(match name {
        "None" => Py::None,
        "True" => Py::Bool(true),
        "False" => Py::Bool(false),
        "UP" => pair(0, -1),
        "DOWN" => pair(0, 1),
        "LEFT" => pair(-1, 0),
        "RIGHT" => pair(1, 0),
        "BASEDIRS" => Py::Sequence(vec![pair(0, -1), pair(-1, 0), pair(0, 1), pair(1, 0)]),
        _ => {
            if let Some((_, rgb)) = COLOURS.iter().find(|(n, _)| *n == name) {
                return Some(Py::Sequence(rgb.iter().map(|&c| Py::Int(c)).collect()));
            }
            if let Some(physics) = Physics::named(name) {
                return Some(Py::Physics(physics));
            }
            let known = CLASSES.iter().any(|c| c.name == name)
                || EFFECTS.iter().any(|e| e.name == name)
                || OTHERS.split_ascii_whitespace().any(|n| n == name);
            return known.then(|| Py::Object(name.to_owned()));
        }
    })
}

/// The value of a text. `old` is whether whole numbers divide to whole numbers, as in Python 2.
#[must_use]
pub fn evaluate(text: &str, old: bool) -> Py {
    let mut reader = Reader { rest: text, old, depth: 0 };
    match reader.sum() {
        Some(value) if reader.rest.trim_start().is_empty() => value,
        _ => Py::Text(text.to_owned()),
    }
}

struct Reader<'t> {
    rest: &'t str,
    old: bool,
    depth: u32,
}

impl Reader<'_> {
    fn take(&mut self, token: &str) -> bool {
        match self.rest.trim_start().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<Py> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let mut left = self.product()?;
        loop {
            if self.take("+") {
                left = add(left, self.product()?)?;
            } else if self.take("-") {
                left = arithmetic(left, self.product()?, i64::checked_sub, |a, b| a - b)?;
            } else {
                self.depth -= 1;
                return Some(left);
            }
        }
    }

    fn product(&mut self) -> Option<Py> {
        let mut left = self.sign()?;
        loop {
            if self.take("//") {
                let right = self.sign()?;
                left = arithmetic(left, right, floor_divide, |a, b| (a / b).floor())?;
            } else if self.rest.trim_start().starts_with("**") {
                return None;
            } else if self.take("*") {
                left = arithmetic(left, self.sign()?, i64::checked_mul, |a, b| a * b)?;
            } else if self.take("/") {
                let right = self.sign()?;
                if number(&right)? == 0.0 {
                    return None;
                }
                left = match (&left, &right) {
                    (Py::Int(a), Py::Int(b)) if self.old => Py::Int(floor_divide(*a, *b)?),
                    _ => Py::Float(number(&left)? / number(&right)?),
                };
            } else if self.take("%") {
                let right = self.sign()?;
                left = arithmetic(left, right, floor_modulo, |a, b| a - b * (a / b).floor())?;
            } else {
                return Some(left);
            }
        }
    }

    fn sign(&mut self) -> Option<Py> {
        if self.take("-") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return None;
            }
            let value = self.sign()?;
            self.depth -= 1;
            return Some(match value {
                Py::Int(n) => Py::Int(n.checked_neg()?),
                Py::Bool(b) => Py::Int(-i64::from(b)),
                other => Py::Float(-number(&other)?),
            });
        }
        if self.take("+") {
            return self.sign().filter(|v| number(v).is_some());
        }
        let value = self.power()?;
        Some(value)
    }

    /// An atom with what follows it: an index, a call, a power.
    fn power(&mut self) -> Option<Py> {
        let mut value = self.atom()?;
        loop {
            if self.take("[") {
                let index = self.sum()?;
                if !self.take("]") {
                    return None;
                }
                value = at(&value, &index)?;
            } else if self.rest.starts_with('(') {
                self.take("(");
                let arguments = self.list(")")?.0;
                value = call(&value, &arguments)?;
            } else if self.take("**") {
                let exponent = self.sign()?;
                return match (&value, &exponent) {
                    (Py::Int(a), Py::Int(b)) if *b >= 0 => Some(Py::Int(a.checked_pow(u32::try_from(*b).ok()?)?)),
                    _ => Some(Py::Float(number(&value)?.powf(number(&exponent)?)))
                        .filter(|v| number(v).is_some_and(f64::is_finite)),
                };
            } else {
                return Some(value);
            }
        }
    }

    /// Values up to a bracket, and whether there was a comma.
    fn list(&mut self, end: &str) -> Option<(Vec<Py>, bool)> {
        let (mut values, mut comma) = (Vec::new(), false);
        loop {
            if self.take(end) {
                return Some((values, comma));
            }
            values.push(self.sum()?);
            if self.take(end) {
                return Some((values, comma));
            }
            if !self.take(",") {
                return None;
            }
            comma = true;
        }
    }

    fn atom(&mut self) -> Option<Py> {
        let rest = self.rest.trim_start();
        let first = rest.chars().next()?;
        self.rest = rest;
        if self.take("(") {
            let (mut values, comma) = self.list(")")?;
            return if values.len() == 1 && !comma { values.pop() } else { Some(Py::Sequence(values)) };
        }
        if self.take("[") {
            return Some(Py::Sequence(self.list("]")?.0));
        }
        if first == '\'' || first == '"' {
            let end = rest[1..].find(first)? + 1;
            let text = &rest[1..end];
            self.rest = &rest[end + 1..];
            return (!text.contains('\\')).then(|| Py::Text(text.to_owned()));
        }
        if first.is_ascii_digit() || first == '.' {
            return self.literal();
        }
        if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            self.rest = &rest[end..];
            return named(&rest[..end]);
        }
        None
    }

    fn literal(&mut self) -> Option<Py> {
        let rest = self.rest;
        let digits = |from: usize| rest[from..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| n + from);
        let mut end = digits(0);
        let mut whole = true;
        if rest[end..].starts_with('.') {
            whole = false;
            end = digits(end + 1);
        }
        if end == 1 && !whole {
            return None;
        }
        if let Some(sign) = rest[end..].strip_prefix(['e', 'E']) {
            let skip = usize::from(sign.starts_with(['+', '-']));
            let to = digits(end + 1 + skip);
            if to > end + 1 + skip {
                (end, whole) = (to, false);
            }
        }
        let text = &rest[..end];
        self.rest = &rest[end..];
        // `3x` is no number, and neither is `010` in Python 3; in Python 2 that is octal.
        if self.rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return None;
        }
        if !whole {
            return text.parse().ok().map(Py::Float);
        }
        if text.len() > 1 && text.starts_with('0') {
            return match self.old {
                true => i64::from_str_radix(text, 8).ok().map(Py::Int),
                false => text.bytes().all(|b| b == b'0').then_some(Py::Int(0)),
            };
        }
        text.parse().ok().map(Py::Int)
    }
}

/// A number, truth values included.
pub(super) fn number(value: &Py) -> Option<f64> {
    match value {
        Py::Int(n) => Some(*n as f64),
        Py::Float(x) => Some(*x),
        Py::Bool(b) => Some(f64::from(u8::from(*b))),
        _ => None,
    }
}

fn whole(value: &Py) -> Option<i64> {
    match value {
        Py::Int(n) => Some(*n),
        Py::Bool(b) => Some(i64::from(*b)),
        _ => None,
    }
}

fn arithmetic(a: Py, b: Py, ints: fn(i64, i64) -> Option<i64>, floats: fn(f64, f64) -> f64) -> Option<Py> {
    if let (Some(a), Some(b)) = (whole(&a), whole(&b)) {
        return ints(a, b).map(Py::Int);
    }
    let result = floats(number(&a)?, number(&b)?);
    (!result.is_nan()).then_some(Py::Float(result))
}

fn add(a: Py, b: Py) -> Option<Py> {
    match (a, b) {
        (Py::Text(a), Py::Text(b)) => Some(Py::Text(a + &b)),
        (Py::Sequence(mut a), Py::Sequence(b)) => {
            a.extend(b);
            Some(Py::Sequence(a))
        }
        (a, b) => arithmetic(a, b, i64::checked_add, |a, b| a + b),
    }
}

fn floor_divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn floor_modulo(a: i64, b: i64) -> Option<i64> {
    let rest = a.checked_rem(b)?;
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

fn at(value: &Py, index: &Py) -> Option<Py> {
    let (Py::Sequence(values), index) = (value, whole(index)?) else { return None };
    let index = if index < 0 { index + values.len() as i64 } else { index };
    values.get(usize::try_from(index).ok()?).cloned()
}

/// A call of one of the builtins that are of use in a game.
fn call(function: &Py, arguments: &[Py]) -> Option<Py> {
    let Py::Object(name) = function else { return None };
    let numbers = || match arguments {
        [Py::Sequence(values)] => Some(values.clone()),
        [] | [_] => None,
        many => Some(many.to_vec()),
    };
    match (name.as_str(), arguments) {
        ("sum", [Py::Sequence(values)]) => values.iter().cloned().try_fold(Py::Int(0), add),
        ("abs", [Py::Int(n)]) => n.checked_abs().map(Py::Int),
        ("abs", [x]) => number(x).map(|x| Py::Float(x.abs())),
        ("int", [Py::Float(x)]) => (x.abs() < 9e15).then_some(Py::Int(*x as i64)),
        ("int", [x]) => whole(x).map(Py::Int),
        ("float", [x]) => number(x).map(Py::Float),
        ("len", [Py::Sequence(values)]) => Some(Py::Int(values.len() as i64)),
        ("sqrt", [x]) => number(x).filter(|x| *x >= 0.0).map(|x| Py::Float(x.sqrt())),
        ("min" | "max", _) => {
            let mut best: Option<Py> = None;
            for value in numbers()? {
                let better = match &best {
                    None => true,
                    Some(b) if name == "min" => number(&value)? < number(b)?,
                    Some(b) => number(&value)? > number(b)?,
                };
                if better {
                    number(&value)?;
                    best = Some(value);
                }
            }
            best
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(text: &str) -> Py {
        evaluate(text, false)
    }

    #[test]
    fn expressions_are_evaluated_as_python_does() {
        assert_eq!(new("2*30+9"), Py::Int(69));
        assert_eq!(new("1/2"), Py::Float(0.5));
        assert_eq!(evaluate("1/2", true), Py::Int(0));
        assert_eq!(new("-7//2"), Py::Int(-4));
        assert_eq!(new("-7%3"), Py::Int(2));
        assert_eq!(new("2**3"), Py::Int(8));
        assert_eq!(new("-2**2"), Py::Int(-4));
        assert_eq!(new(".25"), Py::Float(0.25));
        assert_eq!(new("1e-3"), Py::Float(0.001));
        assert_eq!(new("[4,5][0]"), Py::Int(4));
        assert_eq!(new("sum([1,2])"), Py::Int(3));
        assert_eq!(new("(1,)"), Py::Sequence(vec![Py::Int(1)]));
        assert_eq!(new("(3)"), Py::Int(3));
        assert_eq!(new("'a'+'b'"), Py::Text("ab".into()));
        assert_eq!(new("LEFT"), Py::Sequence(vec![Py::Int(-1), Py::Int(0)]));
        assert_eq!(new("GravityPhysics"), Py::Physics(Physics::Gravity));
        assert_eq!(new("exit"), Py::Object("exit".into()));
    }

    #[test]
    fn what_cannot_be_evaluated_is_a_text() {
        for text in ["wall", "true", "1+", "010", "5O", "a.b", "1/0", "(1", "x[0]", "'it", "UP+1", "", "--", "lambda:0"]
        {
            assert_eq!(new(text), Py::Text(text.into()), "{text}");
        }
        assert_eq!(evaluate("010", true), Py::Int(8));
        let deep = "(".repeat(10_000) + &")".repeat(10_000);
        assert_eq!(new(&deep), Py::Text(deep.clone()));
    }
}
