//! Compiler of the Video Game Description Language.
//!
//! The pipeline, one named type a stage: a text ([`Source`]), a [`Tree`] (what was written), a
//! [`Game`] (what was meant), a [`Program`] (what will run). [`compile`] goes all the way, [`check`] to the game. The virtual
//! machine that runs programs is the crate `vgdl-vm`, here under the name [`vm`].
//!
//! * [`diag`]: diagnostics as data, their codes, and how they are drawn
//! * [`front`], [`game`]: texts, trees and resolved games, for tools
//! * [`editor`]: what editors ask about a text: completion, documentation, names and their uses
//! * [`opt`]: passes that make programs smaller
//! * [`select`]: selections such as `TYPE=enemy,!TYPE=boss`, in games and in CHOOSE tokens
//! * [`list`](mod@list), [`explain`], [`draw`]: listings, explanations, levels as text
//! * [`caves`]: levels of caves, and views of large worlds
//! * [`convert`](mod@convert): games from one notation to another
//! * [`agents`]: who plays: random, scripted, and planning ones; [`playtest`]: what comes of many plays
//! * `render` (a feature): pictures of states and traces, as PNG and GIF
//! * `play` (a feature): plays and replays for people at a terminal, but for the terminal
//! * [`trace`]: plays recorded tick by tick, and their comparison
//!
//! Feature `cli` (on by default) is the program `vgdl` with its argument parser and progress bars; turn it off to embed the
//! library alone.
//!
//! ```
//! use vgdl::{Options, Source, compile};
//!
//! let game = "BasicGame
//!     SpriteSet
//!         gem > Resource color=GOLD limit=5
//!         avatar > MovingAvatar
//!     InteractionSet
//!         avatar wall > stepBack
//!         gem avatar > collectResource scoreChange=1
//!     TerminationSet
//!         SpriteCounter stype=gem limit=0 win=True
//!     LevelMapping
//!         g > gem
//! ";
//! let game = Source::new("gems.vgdl", game);
//! let level = Source::new("gems_lvl0.txt", "wwwww\nwA.gw\nwwwww\n");
//!
//! let compiled = compile(&game, &[level], &Options::default());
//!
//! // `.` stands for nothing: a warning, so there is a program all the same.
//! assert_eq!(compiled.diagnostics.len(), 1);
//! assert_eq!(compiled.diagnostics[0].code, "W0604");
//! let program = compiled.program.unwrap();
//! assert_eq!(program.types.len(), 3); // wall, avatar, gem
//! assert_eq!(program.levels[0].rows[1], "wA.gw");
//! ```
pub mod agents;
pub mod caves;
pub mod convert;
pub mod diag;
pub mod dialect;
pub mod draw;
pub mod editor;
pub mod explain;
pub mod files;
pub mod front;
pub mod game;
mod lint;
pub mod list;
mod lower;
pub mod ontology_doc;
pub mod opt;
#[cfg(feature = "play")]
pub mod play;
pub mod playtest;
#[cfg(feature = "render")]
pub mod render;
mod resolve;
pub mod select;
pub mod source;
pub mod trace;
pub mod visits;

pub use diag::{Diagnostic, Policy};
pub use source::Source;
pub use vgdl_vm::program::Program;
pub use vgdl_vm::{self as vm, Dialect};

use convert::{Converted, To};
use diag::Sink;
use front::gdl::game::{Family, Module};
use front::level::LevelText;
use front::vgdl::layout::Tabs;
use front::vgdl::tree::Tree;
use game::Game;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// How to read a game.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What is made of lines that the reference engine survives but that are surely mistakes.
    pub policy: Policy,
    /// Whose rules the game follows; `None` to tell from the text.
    pub dialect: Option<Dialect>,
    /// Values of parameters of a `GameSpace`, by name. They come before those in the file.
    pub params: Vec<(String, String)>,
    /// Whether names and lines are left out of the program.
    pub strip: bool,
    /// Whether every departure from the published grammar is an error. It says nothing about games in GDL.
    pub strict: bool,
    /// What the game is written in.
    pub notation: Notation,
    /// What is chosen of a family of games, if the game is a module of GDL.
    pub family: Family,
    /// Whether the passes of [`opt`] run. They change no play, only what it costs.
    pub optimise: bool,
}

/// What a game is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// A source whose name ends in `.gdl` is a module of GDL, any other is VGDL.
    #[default]
    ByName,
    /// VGDL.
    Vgdl,
    /// GDL.
    Gdl,
}

impl Notation {
    /// Whether a game is a module of GDL.
    #[must_use]
    pub fn is_gdl(self, game: &Source) -> bool {
        let end = game.name.len().checked_sub(4).and_then(|at| game.name.get(at..));
        match self {
            Notation::ByName => end.is_some_and(|end| end.eq_ignore_ascii_case(".gdl")),
            Notation::Vgdl => false,
            Notation::Gdl => true,
        }
    }
}

/// What [`compile`] returns.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program; `None` if there was an error.
    pub program: Option<Program>,
    /// What was found, by source and place. Source 0 is the game, source `i + 1` is level `i`.
    pub diagnostics: Vec<Diagnostic>,
}

/// What [`check`] returns.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The game as it was meant; `None` if there is none to speak of. It may be incomplete where there was an error.
    pub game: Option<Game>,
    /// What was found, as in [`Compiled`].
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether there was an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.level == diag::Level::Error)
    }
}

/// Compiles a game with its levels.
///
/// The program means exactly what the reference engine makes of the same text. By default, what is surely a mistake is an
/// error, and tabs count as they look; under [`Policy::Compat`] it is a warning, and tabs count as for that engine. What it
/// cannot load is an error under both.
#[must_use]
pub fn compile(game: &Source, levels: &[Source], options: &Options) -> Compiled {
    let read = read(game, levels, options);
    Compiled { program: read.program, diagnostics: finish(read.sink, game, read.module.as_ref()) }
}

/// Reads a game with its levels and reports what is wrong with them.
#[must_use]
pub fn check(game: &Source, levels: &[Source], options: &Options) -> Checked {
    let read = read(game, levels, options);
    Checked { game: read.game, diagnostics: finish(read.sink, game, read.module.as_ref()) }
}

/// Writes a game with its levels in a notation. `name` is what it is called there.
///
/// What was written is read again and compared, so that a text is the same game or is not given.
#[must_use]
pub fn convert(game: &Source, levels: &[Source], options: &Options, to: To, name: &str) -> Converted {
    let options = Options { strict: false, optimise: false, ..options.clone() };
    let Read { tree, game: meant, levels, module, sink, .. } = read(game, levels, &options);
    let subject =
        meant.filter(|_| !sink.has_errors()).map(|meant| convert::Subject { source: game, tree, game: meant, levels });
    let diagnostics = finish(sink, game, module.as_ref());
    convert::write(subject, name, to, &options, diagnostics)
}

/// What was found, but for what the text itself allows. `module` is what the game was read from, if it is in GDL.
fn finish(sink: Sink, game: &Source, module: Option<&Module>) -> Vec<Diagnostic> {
    let mut found = sink.into_vec();
    if let Some(module) = module {
        module.translate(game, &mut found);
    }
    diag::allow::apply(game, if module.is_some() { ';' } else { '#' }, &mut found);
    found
}

/// What came of a text.
struct Read {
    tree: Tree,
    game: Option<Game>,
    program: Option<Program>,
    /// The levels that could be read.
    levels: Vec<LevelText>,
    /// The module it was read from, if it is in GDL; with its levels, unless others were given.
    module: Option<Module>,
    sink: Sink,
}

/// Text to program.
fn read(game: &Source, levels: &[Source], options: &Options) -> Read {
    let mut sink = Sink::new(options.policy);
    // There is one dialect so far, so there is nothing to tell.
    let Dialect::Gvgai = options.dialect.unwrap_or_default();
    let (tree, mut module) = if options.notation.is_gdl(game) {
        let mut module = front::gdl::game::read(game, &options.family, &mut sink);
        (std::mem::take(&mut module.tree), Some(module))
    } else {
        if options.strict {
            sink.lift(&front::vgdl::strict::LIFTED);
        }
        let tree = front::vgdl::parse::parse(game, Tabs::from(options.policy), &mut sink);
        if options.strict {
            front::vgdl::strict::report(&tree, &mut sink);
        }
        (tree, None)
    };
    // Only of texts in VGDL are single lines looked at.
    let none = Source::new("", "");
    let text = if module.is_some() { &none } else { game };
    let mut resolved = resolve::resolve(&tree, text, &options.params, &mut sink);
    // The levels of a module are its own, unless others are given.
    if !levels.is_empty() {
        module.iter_mut().for_each(|module| module.areas.clear());
    }
    let own: Vec<Source> = module.iter().flat_map(|m| &m.areas).map(|area| area.source.clone()).collect();
    let levels = if own.is_empty() { levels } else { &own };
    let mut played = Vec::new();
    for (i, source) in levels.iter().enumerate() {
        let text = front::level::read(source, i + 1, &mut sink);
        if let (Some(game), Some(text)) = (&mut resolved, text) {
            let level = resolve::check_level(game, &text, source, i + 1, &mut sink);
            game.levels.push(level);
            played.push(lint::LevelSource { index: i + 1, source, text });
        }
    }
    if let Some(game) = &resolved {
        resolve::check_messages(game, &mut sink);
    }
    let debug = (!options.strip).then_some(game.name.as_str());
    let message_limit = options.policy == Policy::Compat;
    let mut program = None;
    if let Some(resolved) = resolved.as_ref().filter(|_| !sink.has_errors()) {
        program = lower::lower(resolved, message_limit, debug);
        // The one door, tried here: what does not pass is told now and not when the game is to be played.
        let refused = match &program {
            Some(program) => vgdl_vm::program::verify::verify(program).err().map(|e| e.0),
            None => Some("an argument does not fit its effect or termination".to_owned()),
        };
        if let Some(why) = refused {
            let found = Diagnostic::error(diag::codes::REFUSED, "game that the virtual machine does not run");
            sink.push(found.note(why));
            program = None;
        }
        if let Some(program) = &program {
            lint::report(resolved, program, &tree, &played, &mut sink);
        }
        if options.optimise {
            program.iter_mut().for_each(opt::run);
        }
    }
    let levels = played.into_iter().map(|level| level.text).collect();
    Read { tree, game: resolved, program, levels, module, sink }
}
