//! Games of py-vgdl: texts whose option values Python evaluates.
//!
//! * [`layout`]: lines, and which belongs to which
//! * [`value`]: what Python makes of the text of an option
//! * [`read`](mod@read): the game that the lines mean
//! * [`level`](mod@level): levels, and what is wrong with them
//! * [`list`](mod@list): listings
//! * [`embedded`]: games and levels that are strings of Python source

pub mod embedded;
pub mod layout;
pub mod level;
pub mod list;
pub mod read;
pub mod value;

use std::sync::Arc;

pub use level::level;
pub use list::list;
pub use read::read;
use vgdl_vm::py::{Engine, Image, Mode, State};

use crate::diag::{Diagnostic, Policy, Sink, codes};
use crate::source::Source;

/// What came of a game and its levels.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The game, ready to run, with its levels; none if there was an error.
    pub image: Option<Arc<Image>>,
    /// What was found, by source and place. Source 0 is the game, source `i + 1` is level `i`.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a game with its levels. `old` is whether values are read as by Python 2.
#[must_use]
pub fn compile(game: &Source, levels: &[Source], engine: Engine, old: bool) -> Compiled {
    let mut sink = Sink::new(Policy::default());
    let mut image = read(&game.text, engine, old, &mut sink);
    if let Some(game) = &mut image {
        game.levels =
            levels.iter().enumerate().filter_map(|(i, source)| level(game, source, i + 1, &mut sink)).collect();
    }
    let image = image.and_then(|game| match Image::load(game) {
        Ok(image) => Some(image),
        Err(why) => {
            let refused = Diagnostic::error(codes::PY_REFUSED, "game that the virtual machine does not run");
            sink.push(refused.note(why.to_string()));
            None
        }
    });
    if let Some(image) = image.as_ref().filter(|image| image.game().levels.len() == levels.len()) {
        for (i, level) in image.game().levels.iter().enumerate() {
            if let Err(why) = State::start(image, level, 0, Mode::default()) {
                let bad = Diagnostic::error(codes::PY_BAD_START, "level that cannot be built").in_source(i + 1);
                sink.push(bad.note(why.to_string()));
            }
        }
    }
    let failed = sink.has_errors();
    let mut diagnostics = sink.into_vec();
    crate::diag::allow::apply(game, '#', &mut diagnostics);
    Compiled { image: image.filter(|_| !failed), diagnostics }
}
