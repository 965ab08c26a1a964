//! The listing.

use proptest::prelude::*;
use vgdl::list::list;

use crate::sample::{self, Numbers};

#[test]
fn listing_shows_everything() {
    insta::assert_snapshot!(list(&sample::program()));
}

#[test]
fn listing_of_a_stripped_program_uses_numbers() {
    let mut program = sample::program();
    program.debug = None;
    let text = list(&program);
    assert!(text.contains("\n  p2  #1 #2\n      r5   shieldFrom stype=#2 ftype=killSprite\n"), "{text}");
    assert!(!text.contains(';'), "{text}");
}

proptest! {
    #[test]
    fn every_program_has_a_listing_of_whole_lines(seed: u64) {
        let program = Numbers(seed).program();
        let text = list(&program);
        prop_assert!(text.ends_with('\n'));
        prop_assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{}", text);
        for i in 0..program.rules.len() {
            let address = format!("      r{i} ");
            prop_assert!(text.contains(&address), "{} is missing in\n{}", address, text);
        }
    }

    #[test]
    fn damaged_programs_are_listed_too(seed: u64) {
        let mut program = Numbers(seed).program();
        program.types.truncate(1);
        program.rules.truncate(1);
        program.debug = None;
        prop_assert!(list(&program).starts_with("program\n"));
    }
}
