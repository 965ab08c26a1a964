//! "Did you mean": the known name closest to a misspelt one.

/// The candidate that `name` was most likely meant to be, or `None` if nothing is close. A name in another letter case wins;
/// otherwise the fewest edits do, at most one for each three characters. Of equals the first wins.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Nobody means a name this long, and comparing it with every other would take long.
    if name.len() > 100 {
        return None;
    }
    let lower = name.to_lowercase();
    let letters = Letters::of(name);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate == name || candidate.len() > 100 {
            continue;
        }
        // Most candidates are far off, and counting edits is dear.
        let bound = letters.zip(Letters::of(candidate)).map_or(0, |(a, b)| a.apart(b));
        let longest = name.len().max(candidate.len()).div_ceil(3);
        if bound > longest || best.is_some_and(|(least, _)| bound >= least) {
            continue;
        }
        let other = candidate.to_lowercase();
        if other == lower {
            return Some(candidate);
        }
        let edits = strsim::damerau_levenshtein(&lower, &other);
        let longest = lower.chars().count().max(other.chars().count());
        // One edit in a short name (`rat` for `cat`) says nothing unless the names share their beginning or their letters.
        let allowed = if longest <= 3 { usize::from(shares_most(&lower, &other)) } else { longest.div_ceil(3) };
        if edits <= allowed && best.is_none_or(|(least, _)| edits < least) {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many there are of each letter, whatever its case, in a name of at most 100 bytes.
#[derive(Clone, Copy)]
struct Letters([i8; 32]);

impl Letters {
    /// `None` if there are others than those of ASCII.
    fn of(name: &str) -> Option<Self> {
        let mut counts = [0; 32];
        // Lower and upper case differ in the bits that are left out.
        name.bytes().for_each(|b| counts[usize::from(b & 31)] += 1);
        name.is_ascii().then_some(Self(counts))
    }

    /// No more edits than make one name of the other: each adds, takes or changes at most one letter.
    fn apart(self, other: Self) -> usize {
        let differences = || self.0.iter().zip(other.0).map(|(&a, b)| i32::from(a) - i32::from(b));
        let more: i32 = differences().map(|d| d.max(0)).sum();
        let less: i32 = differences().map(|d| (-d).max(0)).sum();
        more.max(less) as usize
    }
}

/// Whether two short words begin alike or are each other's letters in another order.
fn shares_most(a: &str, b: &str) -> bool {
    let sorted = |s: &str| {
        let mut letters: Vec<char> = s.chars().collect();
        letters.sort_unstable();
        letters
    };
    a.chars().next() == b.chars().next() || sorted(a) == sorted(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
        closest(name, candidates.iter().copied())
    }

    #[test]
    fn letter_case_comes_first() {
        assert_eq!(suggest("killsprite", &["killSprites", "killSprite"]), Some("killSprite"));
    }

    #[test]
    fn the_fewest_edits_win() {
        assert_eq!(suggest("Imovable", &["Immovable", "Movable"]), Some("Immovable"));
        assert_eq!(suggest("stepBak", &["stepBack", "undoAll"]), Some("stepBack"));
        assert_eq!(suggest("gaet", &["gate", "goal"]), Some("gate"));
        assert_eq!(suggest("InteractionSett", &["SpriteSet", "InteractionSet"]), Some("InteractionSet"));
    }

    #[test]
    fn the_quick_look_passes_over_nothing() {
        let words = [
            "",
            "a",
            "A",
            "ab",
            "ba",
            "stepBack",
            "STEPBAKC",
            "killSprite",
            "sprite",
            "caf\u{e9}",
            "CAF\u{c9}",
            "k_1=2",
        ];
        for a in words {
            for b in words {
                let bound = Letters::of(a).zip(Letters::of(b)).map_or(0, |(a, b)| a.apart(b));
                assert!(bound <= strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase()), "{a} {b}");
            }
        }
        assert_eq!(suggest("stepBakc", &["step", "stepBack"]), Some("stepBack"));
    }

    #[test]
    fn nothing_is_better_than_something_far() {
        assert_eq!(suggest("rat", &["cat", "dog"]), None);
        assert_eq!(suggest("explode", &["stepBack", "undoAll"]), None);
        assert_eq!(suggest("coin", &["coin"]), None);
    }

    #[test]
    fn hostile_names_cost_nothing() {
        assert_eq!(closest(&"x".repeat(1 << 20), ["xx"].into_iter()), None);
    }
}
