//! `-D NAME=V1,V2`: one game for each combination of values.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::Failure;
use super::load::How;

/// More games than this are not made at once.
const MOST: usize = 10_000;

/// A member of a family: what was chosen, and what its files are called by.
pub(crate) struct Member {
    pub(crate) how: How,
    /// `lives=3_rat-prob=2%`; empty if there is one member only.
    label: String,
}

impl Member {
    /// A path with the label behind its stem: `hard.vgdlc` is `hard_lives=3.vgdlc`.
    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        if self.label.is_empty() {
            return path.to_owned();
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let end = path.extension().map_or(String::new(), |end| format!(".{}", end.to_string_lossy()));
        path.with_file_name(format!("{stem}_{}{end}", self.label))
    }
}

/// The members that the definitions of a call stand for: one, unless some name has several values.
pub(crate) fn members(how: &How) -> Result<Vec<Member>, Failure> {
    let lists: Vec<(&str, Vec<&str>)> = how.defines.iter().map(|(name, text)| (name.as_str(), values(text))).collect();
    let count = lists.iter().try_fold(1_usize, |n, (_, list)| n.checked_mul(list.len()).filter(|&n| n <= MOST));
    let Some(count) = count else {
        return Err(Failure::Usage(format!("the values given with -D make more than {MOST} games")));
    };
    let member = |mut number: usize| {
        let mut how = how.clone();
        let mut label = Vec::new();
        // The last name changes fastest.
        for ((name, list), define) in lists.iter().zip(&mut how.defines).rev() {
            let value = list.get(number % list.len()).copied().unwrap_or_default();
            number /= list.len();
            define.1 = value.to_owned();
            if list.len() > 1 {
                label.push(format!("{}={}", plain(name), plain(value)));
            }
        }
        label.reverse();
        Member { how, label: label.join("_") }
    };
    let members: Vec<Member> = (0..count).map(member).collect();
    // Some file systems take two letter cases of a name for one file.
    let mut labels = HashSet::new();
    match members.iter().find(|m| !labels.insert(m.label.to_lowercase())) {
        Some(twice) => {
            let label = &twice.label;
            Err(Failure::Usage(format!("two of the games given with -D would have one name: {label}")))
        }
        None => Ok(members),
    }
}

/// Whether the definitions stand for several games.
pub(crate) fn is_sweep(how: &How) -> bool {
    how.defines.iter().any(|(_, text)| values(text).len() > 1)
}

/// The values between commas; those in lists and strings separate nothing.
fn values(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut escaped, mut from) = (0_usize, false, false, 0);
    let mut list = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                list.extend(text.get(from..at));
                from = at + 1;
            }
            _ => {}
        }
    }
    list.extend(text.get(from..));
    list
}

/// A value as a part of a file name.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_alphanumeric() || matches!(c, '.' | '%' | '+' | '-') { c } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn how(defines: &[(&str, &str)]) -> How {
        let mut how = How::default();
        how.defines.extend(defines.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())));
        how
    }

    #[test]
    fn every_combination_has_a_name_with_its_values() {
        let members = members(&how(&[("lives", "3,5"), ("one", "1"), ("rat-prob", "2%,10%")])).ok().unwrap();
        let names: Vec<String> = members.iter().map(|m| m.path(Path::new("a/g.vgdlc")).display().to_string()).collect();
        let expected = [
            "a/g_lives=3_rat-prob=2%.vgdlc",
            "a/g_lives=3_rat-prob=10%.vgdlc",
            "a/g_lives=5_rat-prob=2%.vgdlc",
            "a/g_lives=5_rat-prob=10%.vgdlc",
        ];
        assert_eq!(names, expected);
        assert_eq!(members[2].how.defines[0].1, "5");
        assert_eq!(members[2].how.defines[1].1, "1");
    }

    #[test]
    fn one_value_is_one_game_with_its_own_name() {
        let members = members(&how(&[("pests", "(rat, crow)"), ("title", "\"a,b\"")])).ok().unwrap();
        assert_eq!(members.len(), 1);
        assert_eq!(members[0].path(Path::new("g.vgdlc")), Path::new("g.vgdlc"));
    }

    #[test]
    fn games_that_would_share_a_file_are_refused() {
        for values in ["3,3", "(1),\"1\"", "a,A"] {
            assert!(members(&how(&[("a", values)])).is_err(), "{values}");
        }
        assert!(members(&how(&[("a", "3,+3")])).is_ok());
    }

    #[test]
    fn too_many_games_are_refused() {
        let many = "1,".repeat(200) + "1";
        assert!(members(&how(&[("a", &many), ("b", &many)])).is_err());
    }
}
