//! Long and deep texts: a clear answer, soon.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use vgdl::select::objects::Objects;
use vgdl::select::{Kind, MAX_BYTES, MAX_DEPTH, compile, equivalent, parse, parse_spaced, rules, token, unknown};

#[test]
fn a_megabyte_of_anything_is_answered_soon() {
    let objects = Objects::new((0..1000).map(|i| (format!("k{i}"), vec![format!("t{}", i % 7)])));
    for part in
        ["[", "]", "|", ",", "!", "%", "PC[", "!PC[", "a|", "a,", "TYPE=x|", "TYPE=x,", "x.", "TYPE=.", "é ", "PC|"]
    {
        let text = part.repeat((1 << 20) / part.len()) + "a";
        let start = Instant::now();
        let read = parse(&text);
        if let Ok(selection) = &read {
            let compiled = compile(selection, &objects);
            assert!(compiled.is_sound(1000));
            assert!(rules::strict(selection).len() <= 1000 && unknown(selection, &objects).len() <= 1000);
            assert_eq!(equivalent(selection, selection), Ok(true));
        }
        let _ = parse_spaced(&text);
        let _ = token::check(&format!("CHOOSE:FEAT|{text}"), true);
        assert!(start.elapsed() < Duration::from_secs(20), "{part}: {:?}", start.elapsed());
    }
}

#[test]
fn brackets_are_bounded() {
    let nested = |depth: usize| format!("{}a{}", "PC[".repeat(depth), "]".repeat(depth));
    assert!(parse(&nested(MAX_DEPTH)).is_ok());
    assert_eq!(parse(&nested(MAX_DEPTH + 1)).expect_err("deep").kind, Kind::TooDeep);
    assert_eq!(parse(&"a".repeat(MAX_BYTES + 1)).expect_err("long").kind, Kind::TooLong);
}

#[test]
fn comparing_gives_up_rather_than_taking_long() {
    let many: Vec<String> = (0..300).map(|i| format!("TYPE=t{i}")).collect();
    let many = parse(&many.join("|")).expect("a selection");
    assert!(equivalent(&many, &many).is_err());
    // The worst order of questions: pairs of types that are far from each other.
    let half = 60;
    let pairs = |a: &dyn Fn(usize) -> (usize, usize)| {
        let firsts: Vec<String> = (0..2 * half).map(|i| format!("TYPE=t{i}")).collect();
        let pairs: Vec<String> = (0..half).map(|i| format!("TYPE=t{}.t{}", a(i).0, a(i).1)).collect();
        parse(&format!("{},!ANY|{}", firsts.join(","), pairs.join("|"))).expect("a selection")
    };
    let far = pairs(&|i| (i, i + half));
    assert!(equivalent(&far, &far).is_err());
    let near = pairs(&|i| (2 * i, 2 * i + 1));
    assert_eq!(equivalent(&near, &near), Ok(true));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(text in "(CHOOSE:|FEAT\\||ABILITY\\||NUMCHOICES=|TITLE=|TYPE[=.]|PC|ALL|[|,\\[\\]!%. aé=]){0,14}") {
        for mistake in token::check(&text, true).into_iter().chain(parse_spaced(&text).err()) {
            prop_assert!(text.get(mistake.span.range()).is_some(), "{:?} in {}", mistake, text);
        }
        if let Ok(token) = token::read(&text) {
            prop_assert_eq!(token::read(&token.to_string()).map(|token| token.to_string()), Ok(token.to_string()));
        }
    }
}
