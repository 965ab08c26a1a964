//! `vgdl check`

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use vgdl::diag::{self, Diagnostic, Level, codes};
use vgdl::source::Source;

use super::load::{self, GameFile, How};
use super::{Done, Failure, Out, term};

/// Find what is wrong with a game and its levels.
#[derive(Args)]
#[command(after_help = "Example: vgdl check game.vgdl --level game_lvl0.txt --format json")]
pub(crate) struct Check {
    /// The game file.
    game: PathBuf,
    /// A level file; may be given several times.
    #[arg(long = "level", value_name = "FILE")]
    levels: Vec<PathBuf>,
    /// For people, or one JSON object for programs.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Human,
    Json,
}

impl Check {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        match (self.check(out), self.format) {
            // Programs are told in their own language that a file cannot be read.
            (Err(Failure::Input(why)), Format::Json) => {
                let unread = Diagnostic::error(codes::UNREAD, why);
                let source = Source::new(self.game.display().to_string(), "");
                writeln!(out, "{}", diag::json::report(&[unread], &[&source]))?;
                Err(Failure::Said)
            }
            (done, _) => done,
        }
    }

    fn check(&self, out: &mut Out<'_>) -> Done {
        let game = match load::game_file(&self.game, &self.how)? {
            GameFile::Source(game) => game,
            GameFile::Compiled(bytes) => {
                load::image(&self.game, load::decode(&self.game, &bytes)?)?;
                match self.format {
                    Format::Human => writeln!(out, "{}: a sound compiled program", self.game.display())?,
                    Format::Json => writeln!(out, "{}", diag::json::report(&[], &[]))?,
                }
                return Ok(());
            }
        };
        let levels: Vec<Source> = self.levels.iter().map(|p| self.how.source(p)).collect::<Result<_, _>>()?;
        let compiled = vgdl::compile(&game, &levels, &self.how.options(false));
        let mut diagnostics = compiled.diagnostics;
        if out.quiet {
            diagnostics.retain(|d| d.level == Level::Error);
        }
        let sources: Vec<&Source> = std::iter::once(&game).chain(&levels).collect();
        match self.format {
            Format::Json => writeln!(out, "{}", diag::json::report(&diagnostics, &sources))?,
            Format::Human => {
                write!(out, "{}", diag::render::render(&diagnostics, &sources, term::colour_out()))?;
                let summary = diag::render::summary(&diagnostics);
                match summary.as_str() {
                    "" if !out.quiet => writeln!(out, "{}: nothing wrong", game.name)?,
                    "" => {}
                    _ => writeln!(out, "\n{}: {summary}", game.name)?,
                }
            }
        }
        if diagnostics.iter().any(|d| d.level == Level::Error) { Err(Failure::Said) } else { Ok(()) }
    }
}
