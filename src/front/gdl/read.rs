//! Text to forms. Pest finds the tokens; lists are built here with a stack, so that nesting costs no recursion.

use pest::Parser as _;
use pest::iterators::Pair;

use super::number::{self, Flaw};
use super::value::{Kind, Place, Text, Value};
use super::{Dialect, Encoding};
use crate::diag::{Diagnostic, Level, Sink, codes};
use crate::source::{Source, Span};

/// The derived parser; its items carry no documentation.
mod grammar {
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "../grammar/gdl.pest"]
    pub struct Grammar;
}
use grammar::{Grammar, Rule};

/// Longer texts are refused.
pub const MAX_BYTES: usize = 4 << 20;

/// Forms nested deeper than this are refused, so that later stages may recurse over values.
pub const MAX_DEPTH: u32 = 200;

/// Strings and symbols are cut behind so many bytes.
pub const MAX_TEXT: usize = 999;

/// Reads all top-level forms of a text. Never fails: a form that cannot be read costs itself alone, and is reported.
/// `index` is that of the source, for the places of values and diagnostics.
#[must_use]
pub fn read(source: &Source, index: u32, dialect: Dialect, encoding: Encoding, sink: &mut Sink) -> Vec<Value> {
    let mut reader = Reader {
        source,
        index,
        dialect,
        encoding,
        sink,
        forms: Vec::new(),
        stack: Vec::new(),
        skip: None,
        hint: None,
        endless: false,
    };
    if source.text.len() > MAX_BYTES {
        let title = format!("module of {} bytes", source.text.len());
        let found = Diagnostic::error(codes::GDL_TOO_LARGE, title).in_source(index as usize);
        reader.sink.push(found.help(format!("at most {MAX_BYTES} bytes are read")));
        return Vec::new();
    }
    let file = if dialect.is_kernel() { Rule::kernel } else { Rule::page };
    match Grammar::parse(file, &source.text) {
        Ok(tokens) => tokens.flat_map(Pair::into_inner).for_each(|token| reader.token(token)),
        // The grammar has an alternative for every character. Should it ever refuse one, the file is lost, loudly.
        Err(e) => {
            let found = Diagnostic::error(codes::GDL_STRAY, "text that the grammar does not know");
            reader.sink.push(found.in_source(index as usize).note(e.variant.message().into_owned()));
        }
    }
    reader.end();
    reader.forms
}

/// What is open.
enum Open {
    List { items: Vec<Value>, at: Span },
    Quote { at: Span },
}

/// What is left out of a form that is too deep.
enum Skip {
    /// So many lists are still open.
    Lists(usize),
    /// What stands behind the quotes.
    Next,
}

struct Reader<'a> {
    source: &'a Source,
    index: u32,
    dialect: Dialect,
    encoding: Encoding,
    sink: &'a mut Sink,
    forms: Vec<Value>,
    stack: Vec<Open>,
    skip: Option<Skip>,
    /// A list inside the form at hand that starts a line: mostly the form before it lacks its end.
    hint: Option<Span>,
    /// A string goes on to the end: what is open there was not meant to be.
    endless: bool,
}

impl Reader<'_> {
    fn place(&self, span: Span) -> Place {
        Place { source: self.index, span }
    }

    fn push(&mut self, found: Diagnostic, span: Span) {
        self.sink.push(found.in_source(self.index as usize).at(span));
    }

    fn token(&mut self, token: Pair<'_, Rule>) {
        let span = Span::new(token.as_span().start(), token.as_span().end());
        let rule = token.as_rule();
        if rule == Rule::comment {
            self.comment(token, span);
            return;
        }
        if let Some(skip) = &mut self.skip {
            let done = match (skip, rule) {
                (Skip::Lists(n), Rule::open) => {
                    *n += 1;
                    false
                }
                (Skip::Lists(n), Rule::close) => {
                    *n -= 1;
                    *n == 0
                }
                (Skip::Lists(_), _) | (Skip::Next, Rule::quote) => false,
                (next, Rule::open) => {
                    *next = Skip::Lists(1);
                    false
                }
                (Skip::Next, _) => true,
            };
            if done {
                self.skip = None;
            }
            return;
        }
        match rule {
            Rule::open => self.open(Open::List { items: Vec::new(), at: span }, span),
            Rule::quote => self.open(Open::Quote { at: span }, span),
            Rule::close => self.close(span),
            Rule::string => self.string(token, span),
            Rule::number => self.number(token.as_str(), span),
            Rule::sign | Rule::hash => self.symbol(token.as_str().as_bytes().to_vec(), span, true),
            Rule::barred | Rule::open_barred => {
                let text = token.into_inner().next().map_or("", |inner| inner.as_str());
                let name = self.unescape(text, false);
                self.symbol(name, span, true);
            }
            Rule::kernel_symbol | Rule::page_symbol => {
                let name = self.unescape(token.as_str(), false);
                self.symbol(name, span, false);
            }
            Rule::stray => {
                let found = Diagnostic::error(codes::GDL_STRAY, "character that no module may have");
                self.push(found.label("a NUL byte"), span);
            }
            _ => {}
        }
    }

    /// A block comment. The kernel takes one that is directly followed by the end or by `#` as a symbol without a name.
    fn comment(&mut self, token: Pair<'_, Rule>, span: Span) {
        let unclosed = token.into_inner().any(|part| part.as_rule() == Rule::unclosed);
        if unclosed {
            let found = Diagnostic::warning(codes::OPEN_COMMENT, "comment without an end");
            let start = Span::new(span.start as usize, span.start as usize + 2);
            self.push(found.label("nothing behind this is read").help("end it with `|#`"), start);
        }
        let next = self.source.text.as_bytes().get(span.end as usize);
        if self.dialect.is_kernel() && self.skip.is_none() && matches!(next, None | Some(b'#')) {
            self.symbol(Vec::new(), span, true);
        }
    }

    fn open(&mut self, what: Open, span: Span) {
        if self.stack.len() as u32 >= MAX_DEPTH {
            let title = "form that is nested too deep";
            let found = Diagnostic::error(codes::GDL_TOO_DEEP, title);
            let help = format!("lists and quotes are read {MAX_DEPTH} deep; this form is left out");
            let found = found.label("this list is deeper").help(help);
            self.push(found, span);
            let lists = self.stack.iter().filter_map(Open::list).count();
            let lists = lists + usize::from(matches!(what, Open::List { .. }));
            self.skip = Some(if lists > 0 { Skip::Lists(lists) } else { Skip::Next });
            self.stack.clear();
            return;
        }
        if self.stack.is_empty() {
            self.hint = None;
        } else if self.hint.is_none() && matches!(what, Open::List { .. }) {
            let before = (span.start as usize).checked_sub(1).and_then(|i| self.source.text.as_bytes().get(i));
            self.hint = matches!(before, Some(b'\n' | b'\r')).then_some(span);
        }
        self.stack.push(what);
    }

    fn close(&mut self, span: Span) {
        while let Some(Open::Quote { at }) = self.stack.last() {
            self.empty_quote(*at);
            if self.dialect.is_kernel() {
                // The parenthesis is what is quoted, and the list goes on.
                let value = Value::nil(self.place(span));
                self.datum(value);
                return;
            }
            self.stack.pop();
        }
        match self.stack.pop() {
            Some(Open::List { items, at }) => {
                let value = Value::list(items, self.place(at.to(span)));
                self.datum(value);
            }
            Some(Open::Quote { .. }) | None => {
                let found = Diagnostic::warning(codes::EXTRA_CLOSE, "`)` without a list");
                self.push(found.label("nothing is open here; this reads as nil"), span);
                let value = Value::nil(self.place(span));
                self.datum(value);
            }
        }
    }

    /// A complete value: closes the quotes before it and goes where it belongs.
    fn datum(&mut self, mut value: Value) {
        while let Some(Open::Quote { at }) = self.stack.last() {
            let at = *at;
            let quote = Value::symbol("quote", self.place(at));
            let whole = self.place(at.to(value.at.span));
            value = Value::list(vec![quote, value], whole);
            self.stack.pop();
        }
        match self.stack.last_mut() {
            Some(Open::List { items, .. }) => items.push(value),
            Some(Open::Quote { .. }) | None => self.forms.push(value),
        }
    }

    fn string(&mut self, token: Pair<'_, Rule>, span: Span) {
        let mut text = "";
        let mut endless = false;
        for part in token.into_inner() {
            match part.as_rule() {
                Rule::string_text => text = part.as_str(),
                _ => endless = true,
            }
        }
        if endless && !self.dialect.is_kernel() {
            self.endless = true;
            let found = Diagnostic::error(codes::ENDLESS_STRING, "string without an end");
            let start = Span::new(span.start as usize, span.start as usize + 1);
            self.push(found.label("the string goes on to the end of the module").help("end it with `\"`"), start);
        }
        let bytes = self.unescape(text, true);
        let bytes = self.cut(bytes, span, "string");
        let value = Value::string(bytes, self.place(span));
        self.datum(value);
    }

    fn number(&mut self, text: &str, span: Span) {
        let (value, flaws) = number::parse(text);
        for flaw in flaws {
            let found = match flaw {
                Flaw::Malformed if self.dialect.is_kernel() => continue,
                Flaw::Decimals | Flaw::Empty if self.dialect.is_kernel() => continue,
                Flaw::Malformed => Diagnostic::error(codes::BAD_NUMBER, format!("malformed number `{text}`"))
                    .label("neither a number nor dice")
                    .help("numbers look like `5`, `-2`, `0.25`, `30%`; dice like `3d6+2`"),
                Flaw::Decimals => Diagnostic::warning(codes::NUMBER_FORM, format!("`{text}` has too many decimals"))
                    .label(format!("this reads as {value}"))
                    .help("write at most two digits behind the point: numbers are kept in hundredths"),
                Flaw::Empty => Diagnostic::warning(codes::NUMBER_FORM, format!("`{text}` is a number without digits"))
                    .label("this reads as 0")
                    .help("write spaces between symbols, and `|` around one that starts like a number"),
                Flaw::Dice(limit) => {
                    Diagnostic::warning(codes::DICE_LIMIT, format!("dice `{text}` beyond their limits"))
                        .label(format!("this reads as {value}"))
                        .help(limit)
                }
            };
            self.push(found, span);
        }
        let value = Value::number(value, self.place(span));
        self.datum(value);
    }

    /// `exact`: written between bars, or one that cannot be `nil`.
    fn symbol(&mut self, name: Vec<u8>, span: Span, exact: bool) {
        let name = self.cut(name, span, "symbol");
        let place = self.place(span);
        let nil = !exact && name == "nil";
        self.datum(if nil { Value::nil(place) } else { Value::symbol(name, place) });
    }

    fn cut(&mut self, mut bytes: Vec<u8>, span: Span, what: &str) -> Text {
        if bytes.len() > MAX_TEXT {
            let found = Diagnostic::warning(codes::LONG_TEXT, format!("{what} of {} bytes", bytes.len()));
            self.push(found.label(format!("only the first {MAX_TEXT} are kept")), span);
            bytes.truncate(MAX_TEXT);
        }
        bytes.into()
    }

    /// The bytes of a text with its escapes resolved.
    fn unescape(&self, text: &str, string: bool) -> Vec<u8> {
        // The kernel reads symbols as it reads strings.
        let string = string || self.dialect.is_kernel();
        let raw = self.encoding.bytes(text);
        let mut out = Vec::with_capacity(raw.len());
        let mut i = 0;
        let digit =
            |i: usize, last: u8| raw.get(i).copied().filter(|b| (b'0'..=last).contains(b)).map(|b| u32::from(b - b'0'));
        while let Some(&b) = raw.get(i) {
            i += 1;
            if b != b'\\' {
                out.push(b);
                continue;
            }
            let octal = [digit(i, b'7'), digit(i + 1, b'7'), digit(i + 2, b'7')];
            match (raw.get(i), octal) {
                (Some(b'0'), _) if string => {
                    let mut code = 0u32;
                    while let Some(d) = digit(i, b'9') {
                        code = code.wrapping_mul(8).wrapping_add(d);
                        i += 1;
                    }
                    out.push(code as u8);
                }
                (_, [Some(a), Some(b), Some(c)]) if string && !self.dialect.is_kernel() => {
                    out.push((a * 64 + b * 8 + c) as u8);
                    i += 3;
                }
                (Some(&next), _) => {
                    out.push(next);
                    i += 1;
                }
                // The kernel takes the end of the input for a character.
                (None, _) if self.dialect.is_kernel() => out.push(0xff),
                (None, _) => {}
            }
        }
        if string && let Some(end) = out.iter().position(|&b| b == 0) {
            out.truncate(end);
        }
        out
    }

    /// The kernel quotes whatever comes.
    fn empty_quote(&mut self, at: Span) {
        let level = if self.dialect.is_kernel() { Level::Note } else { Level::Error };
        let found = Diagnostic::new(level, codes::EMPTY_QUOTE, "quote without a form");
        self.push(found.label("nothing is quoted").help("write the form behind the quote"), at);
    }

    /// What is still open at the end of the text.
    fn end(&mut self) {
        if self.endless {
            return;
        }
        let lists: Vec<Span> = self.stack.iter().filter_map(Open::list).collect();
        let (hint, kernel) = (self.hint, self.dialect.is_kernel());
        for (i, &at) in lists.iter().enumerate() {
            let mut found = Diagnostic::warning(codes::OPEN_LIST, "list without an end");
            if i == 0 {
                if let Some(hint) = hint {
                    found = found.related(hint, "a list starts a line here: perhaps a `)` is missing before it");
                }
                found = found.label("this form and all behind it are left out").help("end it with `)`");
            } else if !kernel {
                // The kernel warns of each.
                break;
            }
            self.push(found, at);
        }
        if let (true, Some(Open::Quote { at })) = (lists.is_empty(), self.stack.last()) {
            let at = *at;
            self.empty_quote(at);
            if kernel {
                let value = Value { kind: Kind::End, at: self.place(Span::new(at.end as usize, at.end as usize)) };
                self.datum(value);
            }
        }
    }
}

impl Open {
    fn list(&self) -> Option<Span> {
        match self {
            Open::List { at, .. } => Some(*at),
            Open::Quote { .. } => None,
        }
    }
}
