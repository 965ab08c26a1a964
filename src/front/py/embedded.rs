//! Games and levels that are strings of Python source: found without running it.
//!
//! What is assigned to a name as a string, or as several strings side by side, is looked at. What Python would put together
//! from parts (`+`, `%`, a call, an f-string) is passed over.

use crate::source::Span;

/// A string of the source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embedded {
    /// The name it is assigned to.
    pub name: String,
    /// Its text, escapes resolved.
    pub text: String,
    /// Where a stretch of it begins, here and in the source.
    places: Vec<(u32, u32)>,
}

impl Embedded {
    /// A place of the text as a place of the source.
    #[must_use]
    pub fn in_file(&self, span: Span) -> Span {
        let place = |at: u32| {
            let index = self.places.partition_point(|(here, _)| *here <= at).saturating_sub(1);
            self.places.get(index).map_or(at, |(here, there)| there + at.saturating_sub(*here))
        };
        let start = place(span.start);
        // The last character, and what is behind it: the next stretch may begin elsewhere.
        let end = if span.end > span.start { place(span.end - 1) + 1 } else { start };
        Span { start, end: end.max(start) }
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|line| !line.trim().is_empty())
    }

    /// Whether it has a line that begins a block of a game.
    fn is_game(&self) -> bool {
        let blocks = ["SpriteSet", "LevelMapping", "InteractionSet", "TerminationSet"];
        self.lines().any(|line| blocks.contains(&line.split('#').next().unwrap_or_default().trim()))
    }

    /// Whether it looks like a level: by its name, or by lines that are equally long.
    fn is_level(&self) -> bool {
        let name = self.name.to_lowercase();
        let lengths: Vec<usize> = self.lines().map(|line| line.chars().count()).collect();
        let named = ["level", "lvl", "map"].iter().any(|part| name.contains(part));
        lengths.len() > 1 && (named || lengths.iter().all(|length| *length == lengths[0]))
    }
}

/// The strings of a source that are of use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strings {
    /// Games, in order.
    pub games: Vec<Embedded>,
    /// Levels, in order.
    pub levels: Vec<Embedded>,
    /// Names of games that Python puts together from parts: they cannot be read.
    pub composed: Vec<String>,
}

/// The strings of a source.
#[must_use]
pub fn find(source: &str) -> Strings {
    let mut found = Strings::default();
    let tokens = tokens(source);
    let mut i = 0;
    while i < tokens.len() {
        let [Token::Name(name), Token::Sign('='), ..] = &tokens[i..] else {
            i += 1;
            continue;
        };
        i += 2;
        let mut brackets = 0;
        while let Some(Token::Sign('(')) = tokens.get(i) {
            (i, brackets) = (i + 1, brackets + 1);
        }
        let mut whole = Embedded { name: (*name).to_owned(), ..Embedded::default() };
        let (mut strings, mut formatted) = (0, false);
        loop {
            match tokens.get(i) {
                Some(Token::String(string)) => {
                    string.add_to(source, &mut whole);
                    (strings, formatted) = (strings + 1, formatted || string.formatted);
                }
                Some(Token::End) if brackets > 0 => {}
                _ => break,
            }
            i += 1;
        }
        if strings == 0 {
            continue;
        }
        while brackets > 0 && matches!(tokens.get(i), Some(Token::Sign(')') | Token::End)) {
            brackets -= u32::from(matches!(tokens[i], Token::Sign(_)));
            i += 1;
        }
        let alone = matches!(tokens.get(i), None | Some(Token::End | Token::Sign(';' | ',' | ')')));
        match (alone && !formatted, whole.is_game()) {
            (true, true) => found.games.push(whole),
            (true, false) if whole.is_level() => found.levels.push(whole),
            (false, true) => found.composed.push(whole.name),
            _ => {}
        }
    }
    found
}

/// A string as it is written.
#[derive(Clone, Debug, PartialEq)]
struct Literal {
    /// What stands between the quotes.
    start: usize,
    end: usize,
    raw: bool,
    formatted: bool,
}

impl Literal {
    /// Adds its text to that of the strings before it.
    fn add_to(&self, source: &str, to: &mut Embedded) {
        let body = &source[self.start..self.end];
        let mut at = 0;
        to.places.push((to.text.len() as u32, self.start as u32));
        while let Some(slash) = body[at..].find('\\').filter(|_| !self.raw) {
            to.text.push_str(&body[at..at + slash]);
            let (length, means) = escape(&body[at + slash..]);
            to.places.push((to.text.len() as u32, (self.start + at + slash) as u32));
            to.text.extend(means);
            at += slash + length;
            to.places.push((to.text.len() as u32, (self.start + at) as u32));
        }
        to.text.push_str(&body[at..]);
    }
}

/// How long an escape is, and what it means; what is none stands for itself. `text` begins with a backslash.
fn escape(text: &str) -> (usize, Option<char>) {
    let mut rest = text[1..].char_indices();
    let Some((_, letter)) = rest.next() else { return (1, Some('\\')) };
    let digits = |from: usize, most: usize, radix: u32| {
        let digits = text[from..].bytes().take(most).take_while(|b| (*b as char).is_digit(radix)).count();
        let code = u32::from_str_radix(&text[from..from + digits], radix).ok();
        (from + digits, code.and_then(char::from_u32))
    };
    let exact = |many: usize| match digits(2, many, 16) {
        (end, Some(c)) if end == 2 + many => (end, Some(c)),
        _ => (1, Some('\\')),
    };
    match letter {
        // A line that goes on.
        '\n' => (2, None),
        '\r' => (if text[2..].starts_with('\n') { 3 } else { 2 }, None),
        '\\' | '\'' | '"' => (2, Some(letter)),
        'n' => (2, Some('\n')),
        't' => (2, Some('\t')),
        'r' => (2, Some('\r')),
        'a' => (2, Some('\u{7}')),
        'b' => (2, Some('\u{8}')),
        'f' => (2, Some('\u{c}')),
        'v' => (2, Some('\u{b}')),
        '0'..='7' => digits(1, 3, 8),
        'x' => exact(2),
        'u' => exact(4),
        'U' => exact(8),
        _ => (1, Some('\\')),
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token<'s> {
    Name(&'s str),
    String(Literal),
    Sign(char),
    /// The end of a line.
    End,
}

/// The words of a source. Comments and continued lines are left out.
fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        if c == '\n' {
            tokens.push(Token::End);
            at += 1;
        } else if c.is_whitespace() {
            at += c.len_utf8();
        } else if rest.starts_with("\\\n") || rest.starts_with("\\\r\n") {
            at += rest.find('\n').map_or(1, |n| n + 1);
        } else if c == '#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if c == '\'' || c == '"' {
            let (string, end) = literal(source, at, "");
            tokens.push(Token::String(string));
            at = end;
        } else if is_word(c) {
            let end = at + rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let word = &source[at..end];
            let prefix = word.len() <= 2 && word.bytes().all(|b| b"rRbBuUfF".contains(&b));
            if prefix && source[end..].starts_with(['\'', '"']) {
                let (string, end) = literal(source, end, word);
                tokens.push(Token::String(string));
                at = end;
            } else {
                tokens.push(Token::Name(word));
                at = end;
            }
        } else {
            // `==`, `<=` and their like are no assignments.
            let double = rest[c.len_utf8()..].starts_with('=') && c != '(' && c != '[';
            tokens.push(Token::Sign(if double { '≠' } else { c }));
            at += c.len_utf8() + usize::from(double);
        }
    }
    tokens
}

/// The string whose first quote is at a place, and where it ends. One that is not closed ends with its line, or with the source.
fn literal(source: &str, at: usize, prefix: &str) -> (Literal, usize) {
    let rest = &source[at..];
    let quote = &rest[..1];
    let triple = rest.starts_with("'''") || rest.starts_with("\"\"\"");
    let wide = if triple { 3 } else { 1 };
    let start = at + wide;
    let has = |letter: char| prefix.chars().any(|c| c.eq_ignore_ascii_case(&letter));
    let string = |end| Literal { start, end, raw: has('r'), formatted: has('f') };
    let closing = quote.repeat(wide);
    let mut end = start;
    while let Some(c) = source[end..].chars().next() {
        if source[end..].starts_with(&closing) {
            return (string(end), end + wide);
        }
        if c == '\n' && !triple {
            break;
        }
        // Even in a raw string a quote behind a backslash does not end it.
        let skip = if c == '\\' { source[end + 1..].chars().next().map_or(0, char::len_utf8) } else { 0 };
        end += c.len_utf8() + skip;
    }
    (string(end), end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"'''
A game = """BasicGame""" is not one here.
'''
# zelda_game = """nothing"""
box_level = """
wwww
w A\
w
"""
other = "one line"
zelda_game = (u'''
BasicGame
  SpriteSet
'''
  '    g\x65m > Immovable\n')
twice = box_level if x == """
SpriteSet
SpriteSet""" else 1
made_game = """
SpriteSet
""" + zelda_game
"#;

    #[test]
    fn games_and_levels_are_found_and_nothing_is_run() {
        let found = find(SOURCE);
        let names = |list: &[Embedded]| list.iter().map(|e| e.name.clone()).collect::<Vec<_>>();
        assert_eq!((names(&found.games), names(&found.levels)), (vec!["zelda_game".into()], vec!["box_level".into()]));
        assert_eq!(found.composed, ["made_game"]);
        assert_eq!(found.levels[0].text, "\nwwww\nw Aw\n");
        assert_eq!(found.games[0].text, "\nBasicGame\n  SpriteSet\n    gem > Immovable\n");
    }

    #[test]
    fn places_lead_back_into_the_source() {
        let game = &find(SOURCE).games[0];
        let at = |word: &str| {
            let start = game.text.find(word).unwrap();
            &SOURCE[game.in_file(Span::new(start, start + word.len())).range()]
        };
        assert_eq!([at("BasicGame"), at("gem"), at("Immovable")], ["BasicGame", "g\\x65m", "Immovable"]);
        let level = &find(SOURCE).levels[0];
        let start = level.text.find("Aw").unwrap();
        assert_eq!(&SOURCE[level.in_file(Span::new(start, start + 1)).range()], "A");
    }

    #[test]
    fn odd_sources_are_read_without_complaint() {
        for text in [
            "x = '",
            "x = \"\"\"",
            "x = '\\",
            "x=\"\"\"\\",
            "x = r'\\'",
            "x = '\\x",
            "x = '\\u12é'",
            "é = '''\\é\n\n'''",
            "x = (",
        ] {
            let found = find(text);
            assert!(found.games.is_empty(), "{text}");
        }
    }
}
