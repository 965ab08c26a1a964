//! Texts: what is read, what is printed, where mistakes are.

use vgdl::diag::codes;
use vgdl::select::{Kind, What, equivalent, parse, parse_spaced, token};

fn mistake(text: &str) -> (Kind, &str) {
    let mistake = parse(text).expect_err(text);
    (mistake.kind, &text[mistake.span.range()])
}

#[test]
fn printing_gives_the_text_back() {
    for text in ["a", "a|b,c", "PC[TYPE=x]|!QUALIFIED", "!ANY[ALL]", "Skill%", " a b (c) ", "PC[PC[a|b],!TYPE=x.y]"] {
        assert_eq!(parse(text).expect(text).to_string(), text);
    }
    assert_eq!(parse("TYPE.x|!TYPE.a.b").expect("read").to_string(), "TYPE=x|!TYPE=a.b");
}

#[test]
fn words_of_the_language_are_keys_unless_they_match_exactly() {
    for text in ["all", "Pc", "PCs", "ALLY", "PC ", "type=x", "TYPES", "TYPE", "a=b"] {
        assert_eq!(parse(text).expect(text).only().map(|term| &term.what), Some(&What::Key(text.to_owned())));
    }
}

#[test]
fn simplifying_leaves_out_what_says_nothing() {
    for (text, plain) in [
        ("ANY[a|b]", "a|b"),
        ("ANY[ANY[PC[ALL]]]", "PC"),
        ("ANY[a],b", "ANY[a],b"),
        ("!ANY[a]", "!ANY[a]"),
        ("PC[ANY[a]]|!QUALIFIED[ALL]", "PC[a]|!QUALIFIED"),
        ("ALL", "ALL"),
    ] {
        let [text, plain] = [text, plain].map(|text| parse(text).expect(text));
        assert_eq!(text.clone().simplified().to_string(), plain.to_string());
        assert_eq!(equivalent(&text, &plain), Ok(true));
    }
}

#[test]
fn a_mistake_names_its_place() {
    for (text, kind, place) in [
        ("a|FOO[x]", Kind::UnknownQualifier, "FOO"),
        ("a,,b", Kind::EmptyTerm, ","),
        ("PC[a", Kind::UnbalancedBracket, "["),
        ("a|b]", Kind::UnbalancedBracket, "]"),
        ("a|PC[]", Kind::EmptyBrackets, "[]"),
        ("PC[a]b", Kind::TextAfterBracket, "b"),
        ("a|PC=b", Kind::QualifierTakesNoValue, "PC=b"),
        ("a|!b|c", Kind::NegatedKey, "!b"),
        ("TYPE=a..b", Kind::BadTypeDots, "TYPE=a..b"),
        ("TYPE=a%", Kind::BadPattern, "TYPE=a%"),
        ("a%b", Kind::BadPattern, "a%b"),
        ("", Kind::Empty, ""),
        ("a|", Kind::EmptyAlternative, ""),
        ("é|ü||x", Kind::EmptyAlternative, "|"),
    ] {
        assert_eq!(mistake(text), (kind, place), "{text}");
    }
}

#[test]
fn space_around_the_marks_says_nothing_where_it_is_skipped() {
    let text = " é b | PC [ TYPE=x , a ] ";
    let read = parse_spaced(text).expect("read");
    assert_eq!(read.to_string(), "é b|PC[TYPE=x,a]");
    let places: Vec<&str> = read.terms().iter().map(|term| &text[term.span.range()]).collect();
    assert_eq!(places, ["é b", "PC [ TYPE=x , a ]", "TYPE=x", "a"]);
    let wrong = parse_spaced("a | ,b").expect_err("no term");
    assert_eq!((wrong.kind, wrong.span.start, wrong.span.end), (Kind::EmptyTerm, 4, 5));
    assert_eq!(parse_spaced("  ").expect_err("nothing").kind, Kind::Empty);
}

#[test]
fn the_parts_of_a_token_are_told_apart() {
    let read =
        token::read("CHOOSE:NUMCHOICES=max(1,2)|ABILITY|Special Ability|PC[a]|TITLE=\"Pick, one]\"").expect("read");
    assert_eq!(read.number.as_deref(), Some("max(1,2)"));
    assert_eq!(read.class(), "ABILITY|Special Ability");
    assert_eq!(read.selection.to_string(), "PC[a]");
    assert_eq!(read.title(), Some("Pick, one]"));
    // In brackets, or not last, it is a key.
    let read = token::read("CHOOSE:FEAT|TITLE=x|PC[a|TITLE=y]").expect("read");
    assert_eq!((read.title(), read.selection.terms().len()), (None, 4));
}

#[test]
fn the_examples_of_the_codes_hold() {
    let mut shown = 0;
    for code in codes::ALL.iter().filter(|code| code.wrong.starts_with("CHOOSE:") || code.wrong == "FEAT|ALL") {
        let has = |text: &str| {
            let found = token::check(text, true).into_iter().chain(token::check(text, false));
            found.filter(|mistake| mistake.kind.code() == code.code).count() > 0
        };
        assert!(has(code.wrong), "{}: {}", code.code, code.wrong);
        assert_eq!(token::check(code.right, true), [], "{}: {}", code.code, code.right);
        shown += 1;
    }
    assert_eq!(shown, 23);
}

#[test]
fn every_kind_of_mistake_has_a_row_of_its_own() {
    for kind in Kind::ALL {
        assert!(codes::find(kind.code()).is_some_and(|code| code.code[1..].starts_with("09")), "{}", kind.name());
        assert!(
            Kind::ALL.iter().filter(|other| other.name() == kind.name() || other.code() == kind.code()).count() == 1
        );
    }
}

#[test]
fn selections_are_compared_for_every_catalogue() {
    let same = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| parse(text).expect(text));
        equivalent(&a, &b).expect("small")
    };
    assert!(same("PC|!PC", "ALL"));
    assert!(same("Sk%|Skill%|Skill Focus", "Sk%"));
    assert!(same("a,b", "!ANY"));
    assert!(same("a,a%", "a"));
    assert!(same("TYPE=x,!TYPE=x.y", "TYPE=x,!TYPE=y"));
    assert!(same("PC[QUALIFIED[a|TYPE=x]]", "PC,QUALIFIED,a|PC,QUALIFIED,TYPE=x"));
    assert!(!same("!TYPE=a.b", "!TYPE=a,!TYPE=b"));
    assert!(!same("a%", "a"));
    assert!(!same("%", "!ANY"));
    assert!(!same("!PC[TYPE=x]", "!TYPE=x|!PC"));
}
