//! The shared cases: examples with results, old tokens with new ones, and every token of PCGen's data.

use std::io::Read as _;

use flate2::read::GzDecoder;
use serde_json::Value;
use vgdl::select::catalogue::Catalogue;
use vgdl::select::{Kind, convert, equivalent, rules, token};

use crate::corpus;

fn text(name: &str) -> Option<String> {
    let bytes = std::fs::read(corpus::shared()?.join("conformance/pcgen-choose").join(name)).expect("a readable file");
    let mut text = String::new();
    match name.ends_with(".gz") {
        true => GzDecoder::new(&bytes[..]).read_to_string(&mut text).map(drop).expect("a sound archive"),
        false => text = String::from_utf8(bytes).expect("a text"),
    }
    Some(text)
}

fn rows(name: &str) -> Option<Vec<Value>> {
    Some(text(name)?.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

/// What is selected, or the name of what is wrong.
fn eval(catalogue: &Catalogue, text: &str) -> Result<Vec<String>, &'static str> {
    let token = token::read(text).map_err(|mistake| mistake.kind.name())?;
    let class = catalogue.class(&token).map_err(|mistake| mistake.kind.name())?;
    Ok(class.map_or_else(Vec::new, |class| class.select(&token.selection).into_iter().map(str::to_owned).collect()))
}

#[test]
fn every_example_selects_what_it_should() {
    let (Some(rows), Some(catalogue)) = (rows("examples.jsonl"), text("catalogue.json")) else { return };
    let catalogue = Catalogue::from_json(&catalogue).expect("a catalogue");
    for row in &rows {
        let token = row["token"].as_str().expect("a token");
        let found = eval(&catalogue, token);
        match row["error"].as_str() {
            Some(error) => assert_eq!(found, Err(error), "{token}"),
            None => {
                let wanted: Vec<String> = serde_json::from_value(row["select"].clone()).expect("a list");
                assert_eq!(found, Ok(wanted), "{token}");
            }
        }
        if let Some(same) = row["same_as"].as_str() {
            assert_eq!(found, eval(&catalogue, same), "{token}");
            let [a, b] = [token, same].map(|text| token::read(text).expect("a token").selection);
            assert_eq!(equivalent(&a, &b), Ok(true), "{token}");
        }
        if let Some(accepts) = row["pcgen_accepts"].as_bool() {
            let strict = token::read(token)
                .is_ok_and(|token| catalogue.class(&token).is_ok() && rules::strict(&token.selection).is_empty());
            assert_eq!(strict, accepts, "{token}, strictly");
        }
    }
    assert_eq!(rows.len(), 176);
}

#[test]
fn every_old_token_is_rewritten() {
    let Some(rows) = rows("conversions.jsonl") else { return };
    for row in &rows {
        let old = row["deprecated"].as_str().expect("a token");
        let new = convert::convert(old).expect("a token that can be read");
        assert_eq!(new.as_deref().unwrap_or(old), row["converted"].as_str().expect("a token"));
    }
    assert_eq!(rows.len(), 11);
}

#[test]
fn the_tokens_of_pcgen_are_read_printed_and_read_again() {
    let Some(text) = text("corpus.txt.gz") else { return };
    let (mut read, mut refused) = (0, 0);
    for token in text.lines().map(|line| line.split_once('\t').expect("a count and a token").1) {
        match token::read(token) {
            Ok(once) => {
                assert_eq!(once.to_string(), token);
                assert_eq!(rules::strict(&once.selection), [], "{token}");
                let plain = once.clone().simplified();
                assert_eq!(equivalent(&once.selection, &plain.selection), Ok(true), "{token}");
                read += 1;
            }
            Err(mistake) => {
                assert_eq!(mistake.kind, Kind::UnknownQualifier, "{token}");
                assert!(token[mistake.span.range()].starts_with("ABILITY="), "{token}: {mistake}");
                refused += 1;
            }
        }
    }
    assert_eq!((read, refused), (221, 2));
}
