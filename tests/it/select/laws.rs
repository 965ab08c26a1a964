//! Random selections over random catalogues: the compiled form, a plain evaluator over sets and the form for single objects
//! agree, and the laws of the language hold.

use std::collections::BTreeSet;

use proptest::prelude::*;
use vgdl::select::objects::Objects;
use vgdl::select::{AllOf, Quality, Selection, Term, What, compile, equivalent, parse};
use vgdl::source::Span;
use vgdl::vm::selector::Bits;

/// Objects with keys and types, and which of them the holder has and qualifies for.
#[derive(Clone, Debug)]
struct Shelf {
    objects: Vec<(String, Vec<String>)>,
    held: BTreeSet<usize>,
    qualified: BTreeSet<usize>,
}

impl Shelf {
    /// What a selection means, word for word.
    fn meaning(&self, selection: &Selection) -> BTreeSet<usize> {
        let all = |all: &AllOf| {
            let sets = all.terms.iter().map(|term| self.term(term));
            sets.reduce(|a, b| a.intersection(&b).copied().collect()).unwrap_or_default()
        };
        selection.any_of.iter().flat_map(all).collect()
    }

    fn term(&self, term: &Term) -> BTreeSet<usize> {
        let which = |good: &dyn Fn(&str, &[String]) -> bool| {
            let with = self.objects.iter().enumerate().filter(|(_, (key, types))| good(key, types));
            with.map(|(i, _)| i).collect::<BTreeSet<_>>()
        };
        match &term.what {
            What::All => which(&|_, _| true),
            What::Key(key) => which(&|other, _| other == key),
            What::Prefix(prefix) => which(&|other, _| other.starts_with(prefix.as_str())),
            What::Types { not, types } => which(&|_, has| types.iter().all(|name| has.contains(name)) != *not),
            What::Qualified { not, quality, inside } => {
                let inside = inside.as_ref().map_or_else(|| which(&|_, _| true), |inside| self.meaning(inside));
                let good = |i: &usize| match quality {
                    Quality::Any => true,
                    Quality::Held => self.held.contains(i),
                    Quality::Qualified => self.qualified.contains(i),
                };
                inside.into_iter().filter(|i| good(i) != *not).collect()
            }
        }
    }

    /// The same by the compiled selection, as a set and object by object.
    fn compiled(&self, selection: &Selection) -> [BTreeSet<usize>; 2] {
        let objects = Objects::new(self.objects.iter().cloned());
        let bits = |set: &BTreeSet<usize>| {
            let mut bits = Bits::none(objects.len());
            set.iter().for_each(|&i| bits.insert(i));
            bits
        };
        let (held, qualified) = (bits(&self.held), bits(&self.qualified));
        let selector = compile(selection, &objects);
        assert!(selector.is_sound(objects.len()));
        let mut out = Bits::default();
        selector.select(&held, &qualified, &mut out);
        assert_eq!(selector.any(&held, &qualified), !out.is_empty());
        let single = (0..objects.len()).filter(|&i| selector.selects(i, &held, &qualified));
        [out.iter().collect(), single.collect()]
    }
}

fn shelf() -> impl Strategy<Value = Shelf> {
    let object = ("[ab]{1,3}", prop::collection::vec("[xyz]", 0..3));
    // More than a word of them, now and then.
    let objects = prop::collection::vec(object, 0..140);
    let numbers = || prop::collection::btree_set(0..140_usize, 0..70);
    (objects, numbers(), numbers()).prop_map(|(objects, mut held, mut qualified)| {
        held.retain(|&i| i < objects.len());
        qualified.retain(|&i| i < objects.len());
        Shelf { objects, held, qualified }
    })
}

fn selection() -> impl Strategy<Value = Selection> {
    let plain = prop_oneof![
        Just(What::All),
        "[ab]{1,3}".prop_map(What::Key),
        "[ab]{0,2}".prop_map(What::Prefix),
        (any::<bool>(), prop::collection::vec("[xyz]", 1..3)).prop_map(|(not, types)| What::Types { not, types }),
    ];
    let join = |what: BoxedStrategy<What>| {
        let term = what.prop_map(|what| Term { span: Span::default(), what });
        let all = prop::collection::vec(term, 1..4).prop_map(|terms| AllOf { terms });
        prop::collection::vec(all, 1..4).prop_map(|any_of| Selection { any_of }).boxed()
    };
    let what = plain.prop_recursive(4, 40, 4, move |what| {
        let quality = prop::sample::select(Quality::ALL.map(|(_, quality)| quality).to_vec());
        (any::<bool>(), quality, prop::option::of(join(what.boxed())))
            .prop_map(|(not, quality, inside)| What::Qualified { not, quality, inside })
    });
    join(what.boxed())
}

/// A text with `1` and `2` replaced by selections in brackets of their own.
fn with(text: &str, s: &Selection, t: &Selection) -> Selection {
    parse(&text.replace('1', &format!("ANY[{s}]")).replace('2', &format!("ANY[{t}]"))).expect("a selection")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn the_compiled_form_means_what_the_words_say(shelf in shelf(), selection in selection()) {
        let wanted = shelf.meaning(&selection);
        prop_assert_eq!(shelf.compiled(&selection), [wanted.clone(), wanted], "{}", selection);
    }

    #[test]
    fn a_printed_selection_is_read_as_the_same(selection in selection()) {
        let text = selection.to_string();
        prop_assert_eq!(parse(&text).expect("a selection").to_string(), text);
    }

    #[test]
    fn the_laws_hold(shelf in shelf(), s in selection(), t in selection()) {
        for (left, right) in [
            ("1", "ANY[1]"), ("PC", "PC[ALL]"), ("1,PC", "PC[1]"), ("1,QUALIFIED", "QUALIFIED[1]"), ("!PC,1", "!PC[1]"),
            ("1|2", "2|1"), ("1,2", "2,1"), ("1|1", "1"), ("1,1", "1"), ("1|2,1", "1"), ("PC[1]|!PC[1]", "1"),
            ("1|2,PC", "1|PC[2]"), ("1,ALL", "1"), ("1|ALL", "ALL"), ("1|!ANY", "1"), ("1,!ANY", "!ANY"),
        ] {
            let (left, right) = (with(left, &s, &t), with(right, &s, &t));
            prop_assert_eq!(shelf.compiled(&left), shelf.compiled(&right));
            prop_assert_eq!(equivalent(&left, &right), Ok(true), "{} and {}", left, right);
        }
    }

    #[test]
    fn what_is_equivalent_selects_the_same_and_simplifying_is(shelf in shelf(), s in selection(), t in selection()) {
        if equivalent(&s, &t).expect("small") {
            prop_assert_eq!(shelf.meaning(&s), shelf.meaning(&t));
        } else {
            // All keys, sets of types and answers of the holder that the two could tell apart.
            let keys = ["a", "b", "c", "ac", "bc", "aac", "abc", "bac", "bbc"].map(str::to_owned);
            let long = (0..27).map(|i| [i % 3, i / 3 % 3, i / 9].map(|c| ["", "a", "b"][c]).concat());
            let keys: BTreeSet<String> = keys.into_iter().chain(long).filter(|key| !key.is_empty()).collect();
            let mut all = Shelf { objects: Vec::new(), held: BTreeSet::new(), qualified: BTreeSet::new() };
            for (key, bits) in keys.iter().flat_map(|key| (0..32).map(move |bits| (key, bits))) {
                let types = ["x", "y", "z"].iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0);
                let types = types.map(|(_, name)| (*name).to_owned()).collect();
                for (bit, set) in [(3, &mut all.held), (4, &mut all.qualified)] {
                    if bits >> bit & 1 != 0 {
                        set.insert(all.objects.len());
                    }
                }
                all.objects.push((key.clone(), types));
            }
            prop_assert_ne!(all.meaning(&s), all.meaning(&t), "{} and {}", s, t);
        }
        prop_assert_eq!(equivalent(&s, &s.clone().simplified()), Ok(true));
    }
}
