//! `vgdl convert`

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use vgdl::convert::{Converted, To};
use vgdl::diag::Level;
use vgdl::files;
use vgdl::source::Source;

use super::load::{self, GameFile, How};
use super::sweep::{self, Member};
use super::{Done, Failure, Out};

/// Write a game in another notation: VGDL, GDL, or JSON for programs.
#[derive(Args)]
#[command(after_help = "Example: vgdl convert game.vgdl game_lvl0.txt --to gdl -o game.gdl")]
pub(crate) struct Convert {
    /// The game file.
    game: PathBuf,
    /// Level files to put in.
    levels: Vec<PathBuf>,
    /// The notation.
    #[arg(long, value_enum)]
    to: Notation,
    /// Where to write. To VGDL, levels go beside it, as FILE_lvlN.txt. The standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Notation {
    Vgdl,
    Gdl,
    Json,
}

impl Convert {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let members = sweep::members(&self.how)?;
        if members.len() > 1 && self.output.is_none() {
            return Err(Failure::Usage("several games are written to files: name one with --output".to_owned()));
        }
        members.iter().try_for_each(|member| self.convert(member, out))
    }

    /// Converts one game.
    fn convert(&self, member: &Member, out: &mut Out<'_>) -> Done {
        let how = &member.how;
        let game = match load::game_file(&self.game, how)? {
            GameFile::Source(game) => game,
            GameFile::Compiled(_) => {
                return Err(Failure::Input(format!("{} is compiled: its text is gone", self.game.display())));
            }
            GameFile::Py(game) => return Err(game.not_yet()),
        };
        let levels: Vec<Source> = self.levels.iter().map(|p| how.source(p)).collect::<Result<_, _>>()?;
        let to = match self.to {
            Notation::Vgdl => To::Vgdl,
            Notation::Gdl => To::Gdl,
            Notation::Json => To::Json,
        };
        let name = self.game.file_stem().unwrap_or_default().to_string_lossy();
        let Converted { text, levels: written, unsayable, mut diagnostics } =
            vgdl::convert(&game, &levels, &how.options(false), to, &name);
        // Warnings are what `check` is for.
        diagnostics.retain(|d| d.level == Level::Error);
        load::report(&diagnostics, &game, &levels);
        if let Some(why) = unsayable {
            return Err(Failure::Input(format!("{}: {why}", game.name)));
        }
        let Some(text) = text else { return Err(Failure::Said) };
        let Some(path) = &self.output else {
            out.write_all(text.as_bytes())?;
            return Ok(());
        };
        let path = member.path(path);
        save(&path, &text, out)?;
        for (i, text) in written.iter().enumerate() {
            save(&load::numbered(&path, i), text, out)?;
        }
        Ok(())
    }
}

fn save(path: &Path, text: &str, out: &mut Out<'_>) -> Done {
    files::write(path, text.as_bytes()).map_err(Failure::Input)?;
    if !out.quiet {
        writeln!(out, "wrote {}", path.display())?;
    }
    Ok(())
}
