//! Games from one notation to another: VGDL, GDL, and JSON for programs.
//!
//! VGDL and GDL are written from the *tree*, so that names, categories and order stay as they are; a game that has errors is
//! not written. What was written is read again: if it is not the same game, there is no text, but a sentence that says so.

mod gdl;
mod json;
pub(crate) mod kinds;
mod vgdl;
pub(crate) mod words;

use crate::diag::Diagnostic;
use crate::front::gdl::game::Family;
use crate::front::level::LevelText;
use crate::front::vgdl::tree::Tree;
use crate::game::Game;
use crate::source::Source;
use crate::{Checked, Notation, Options, Policy, check};

/// What a game is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// A game file, and level files.
    Vgdl,
    /// A module, its levels included.
    Gdl,
    /// What was meant, for programs.
    Json,
}

/// What [`crate::convert()`] returns.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The text; `None` if there was an error, or if the notation has no way to say the game.
    pub text: Option<String>,
    /// The texts of the levels, where the notation has files of their own for them.
    pub levels: Vec<String>,
    /// Why there is no text although the game is sound, in a sentence.
    pub unsayable: Option<String>,
    /// What was found in the game, as [`crate::check`] finds it.
    pub diagnostics: Vec<Diagnostic>,
}

/// What was read of a game.
pub(crate) struct Subject<'s> {
    pub(crate) source: &'s Source,
    pub(crate) tree: Tree,
    pub(crate) game: Game,
    pub(crate) levels: Vec<LevelText>,
}

/// Writes a game; without one there is nothing to write.
pub(crate) fn write(
    subject: Option<Subject<'_>>,
    name: &str,
    to: To,
    options: &Options,
    diagnostics: Vec<Diagnostic>,
) -> Converted {
    let none = Converted { text: None, levels: Vec::new(), unsayable: None, diagnostics };
    let Some(subject) = subject else { return none };
    // By default, messages change nothing.
    let messages = if options.policy == Policy::Compat { subject.tree.messages() } else { 0 };
    let written = match to {
        To::Json => Ok((json::write(&subject.game, name), Vec::new())),
        To::Vgdl => vgdl::write(&subject.tree, messages).and_then(|text| {
            let levels: Vec<String> = subject.levels.iter().map(LevelText::text).collect();
            let same = is_same(&subject.game, &Source::new("game.vgdl", text.as_str()), &levels, options);
            if same { Ok((text, levels)) } else { Err("VGDL cannot say this game".to_owned()) }
        }),
        To::Gdl => {
            let gdl = options.notation.is_gdl(subject.source);
            let (comments, levels) = (Some(subject.source).filter(|_| !gdl), &subject.levels);
            let written = gdl::Written { tree: &subject.tree, comments, name, messages, levels };
            let sure = |text: &String| is_same(&subject.game, &Source::new("game.gdl", text.as_str()), &[], options);
            // What has no form of its own is put into the module as text.
            let text = gdl::module(&written).filter(sure);
            let text =
                text.or_else(|| Some(gdl::embedded(subject.source, name, levels)).filter(|text| !gdl && sure(text)));
            text.map(|text| (text, Vec::new())).ok_or_else(|| "GDL cannot say this game".to_owned())
        }
    };
    match written {
        Ok((text, levels)) => Converted { text: Some(text), levels, ..none },
        Err(why) => Converted { unsayable: Some(why), ..none },
    }
}

/// Whether a text and levels are this game.
fn is_same(game: &Game, text: &Source, levels: &[String], options: &Options) -> bool {
    let levels: Vec<Source> = levels.iter().map(|text| Source::new("level", text.as_str())).collect();
    // The text is a game by itself, whatever was chosen to get it.
    let options = &Options { notation: Notation::ByName, family: Family::default(), ..options.clone() };
    let Checked { game: Some(again), .. } = check(text, &levels, options) else { return false };
    let plain = |game: &Game| {
        let mut game = game.without_places();
        if options.policy == Policy::Default {
            game.messages = 0;
        }
        game
    };
    plain(game) == plain(&again)
}
