//! Values, which are forms as well, and the places where they were written.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

use crate::source::Span;

/// Where a value was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Index of the source in those of the machine; the module itself is 0.
    pub source: u32,
    /// The range in that source.
    pub span: Span,
}

/// The bytes of a string or of a symbol's name: no encoding is assumed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(Rc<[u8]>);

impl Text {
    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// As UTF-8; what is not becomes U+FFFD.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().into())
    }
}

impl From<Vec<u8>> for Text {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other.as_bytes()
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == *other.as_bytes()
    }
}

/// So that maps by text can be asked with bytes.
impl std::borrow::Borrow<[u8]> for Text {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// The four kinds of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TypeKind {
    /// `unit-type`
    Unit,
    /// `material-type`
    Material,
    /// `terrain-type`
    Terrain,
    /// `advance-type`
    Advance,
}

impl TypeKind {
    /// All, in the order of their declaration.
    pub const ALL: [Self; 4] = [Self::Unit, Self::Material, Self::Terrain, Self::Advance];

    /// `unit`, `material`, `terrain`, `advance`
    #[must_use]
    pub fn name(self) -> &'static str {
        ["unit", "material", "terrain", "advance"][self as usize]
    }

    /// `u`, `m`, `t`, `a`
    #[must_use]
    pub fn letter(self) -> &'static str {
        ["u", "m", "t", "a"][self as usize]
    }

    /// The kind with a letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter().starts_with(letter))
    }
}

/// A type object: the `index`th type of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeRef {
    /// Which kind.
    pub kind: TypeKind,
    /// In order of definition, from 0.
    pub index: u32,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number, a truth value, packed dice.
    Number(i32),
    /// A text.
    Str(Text),
    /// A name.
    Symbol(Text),
    /// A list; the empty one is nil.
    List(List),
    /// A type object.
    Type(TypeRef),
    /// The end of the input, which the kernel's reader quotes as if it were a form.
    End,
}

/// A value or form, with the place where it was written. What is worked out has the place of the form that did it; the
/// elements of a list keep their own.
#[derive(Clone, Debug)]
pub struct Value {
    /// What it is.
    pub kind: Kind,
    /// Where it was written.
    pub at: Place,
}

/// A list, shared between the values that hold it. It knows its depth and size, so that both can be bounded: lists within
/// lists share their elements, and a few forms could make one that no memory holds when written out.
#[derive(Clone, Debug, Default)]
pub struct List(Option<Rc<Node>>);

#[derive(Debug)]
struct Node {
    items: Box<[Value]>,
    depth: u32,
    size: u32,
}

impl List {
    /// A list of values.
    #[must_use]
    pub fn new(items: Vec<Value>) -> Self {
        if items.is_empty() {
            return Self(None);
        }
        let (mut depth, mut size) = (1u32, items.len() as u32);
        for item in &items {
            if let Kind::List(list) = &item.kind {
                depth = depth.max(list.depth().saturating_add(1));
                size = size.saturating_add(list.size());
            }
        }
        Self(Some(Rc::new(Node { items: items.into(), depth, size })))
    }

    /// How many lists are in each other at the most; 0 for nil.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.depth)
    }

    /// How many values it holds when written out, those of inner lists included.
    #[must_use]
    pub fn size(&self) -> u32 {
        self.0.as_ref().map_or(0, |node| node.size)
    }
}

impl Deref for List {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        self.0.as_ref().map_or(&[], |node| &node.items)
    }
}

impl Value {
    /// The empty list.
    #[must_use]
    pub fn nil(at: Place) -> Self {
        Self { kind: Kind::List(List::default()), at }
    }

    /// A number.
    #[must_use]
    pub fn number(n: i32, at: Place) -> Self {
        Self { kind: Kind::Number(n), at }
    }

    /// A string.
    #[must_use]
    pub fn string(text: impl Into<Text>, at: Place) -> Self {
        Self { kind: Kind::Str(text.into()), at }
    }

    /// A symbol.
    #[must_use]
    pub fn symbol(name: impl Into<Text>, at: Place) -> Self {
        Self { kind: Kind::Symbol(name.into()), at }
    }

    /// A list. Whoever makes lists of lists in a loop has to mind their depth: see [`List::depth`].
    #[must_use]
    pub fn list(items: Vec<Value>, at: Place) -> Self {
        Self { kind: Kind::List(List::new(items)), at }
    }

    /// A type object.
    #[must_use]
    pub fn of_type(of: TypeRef, at: Place) -> Self {
        Self { kind: Kind::Type(of), at }
    }

    /// The same at another place.
    #[must_use]
    pub fn placed(&self, at: Place) -> Self {
        Self { kind: self.kind.clone(), at }
    }

    /// Whether it is the empty list.
    #[must_use]
    pub fn is_nil(&self) -> bool {
        matches!(&self.kind, Kind::List(list) if list.is_empty())
    }

    /// The number.
    #[must_use]
    pub fn as_number(&self) -> Option<i32> {
        match self.kind {
            Kind::Number(n) => Some(n),
            Kind::Str(_) | Kind::Symbol(_) | Kind::List(_) | Kind::Type(_) | Kind::End => None,
        }
    }

    /// The name of a symbol.
    #[must_use]
    pub fn as_symbol(&self) -> Option<&Text> {
        match &self.kind {
            Kind::Symbol(name) => Some(name),
            Kind::Number(_) | Kind::Str(_) | Kind::List(_) | Kind::Type(_) | Kind::End => None,
        }
    }

    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&Text> {
        match &self.kind {
            Kind::Str(text) => Some(text),
            Kind::Number(_) | Kind::Symbol(_) | Kind::List(_) | Kind::Type(_) | Kind::End => None,
        }
    }

    /// The elements of a list, none for nil.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        match &self.kind {
            Kind::List(list) => Some(list),
            Kind::Number(_) | Kind::Str(_) | Kind::Symbol(_) | Kind::Type(_) | Kind::End => None,
        }
    }

    /// The type.
    #[must_use]
    pub fn as_type(&self) -> Option<TypeRef> {
        match self.kind {
            Kind::Type(of) => Some(of),
            Kind::Number(_) | Kind::Str(_) | Kind::Symbol(_) | Kind::List(_) | Kind::End => None,
        }
    }

    /// The symbol in front of a list.
    #[must_use]
    pub fn head(&self) -> Option<&Text> {
        self.as_list()?.first()?.as_symbol()
    }

    /// Whether both are of one kind with one content, wherever they were written.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Number(a), Kind::Number(b)) => a == b,
            (Kind::Str(a), Kind::Str(b)) | (Kind::Symbol(a), Kind::Symbol(b)) => a == b,
            (Kind::Type(a), Kind::Type(b)) => a == b,
            (Kind::End, Kind::End) => true,
            (Kind::List(a), Kind::List(b)) => {
                a.len() == b.len() && a.size() == b.size() && a.iter().zip(b.iter()).all(|(a, b)| a.same(b))
            }
            _ => false,
        }
    }

    /// The value as it is written. `type_name` names the types.
    pub fn write(&self, out: &mut String, type_name: &dyn Fn(TypeRef) -> Text) {
        match &self.kind {
            Kind::Number(n) => *out += &n.to_string(),
            Kind::Str(text) => {
                out.push('"');
                for c in text.text().chars() {
                    if matches!(c, '"' | '\\') {
                        out.push('\\');
                    }
                    out.push(c);
                }
                out.push('"');
            }
            Kind::Symbol(name) => write_symbol(out, &name.text()),
            Kind::Type(of) => write_symbol(out, &type_name(*of).text()),
            Kind::End => *out += "|end of file|",
            Kind::List(list) if list.is_empty() => *out += "nil",
            Kind::List(list) => {
                for (i, item) in list.iter().enumerate() {
                    out.push(if i == 0 { '(' } else { ' ' });
                    item.write(out, type_name);
                }
                out.push(')');
            }
        }
    }
}

/// A symbol, between bars where it would not read back without.
fn write_symbol(out: &mut String, name: &str) {
    let odd = |c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | '#' | '"' | ';' | '|' | '\'' | '`' | '\\');
    let number =
        name.starts_with(|c: char| c.is_ascii_digit() || c == '.') || (name.starts_with(['+', '-']) && name.len() > 1);
    if name.is_empty() || number || name == "nil" || name.contains(odd) {
        out.push('|');
        for c in name.chars() {
            if matches!(c, '|' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
        out.push('|');
    } else {
        *out += name;
    }
}
