//! `vgdl compile`

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use vgdl::files;
use vgdl::source::Source;

use super::load::{self, Caps, GameFile, How};
use super::sweep::{self, Member};
use super::{Done, Failure, Out};

/// Compile a game, with levels or without, to a file that runs without its sources.
#[derive(Args)]
#[command(after_help = "Example: vgdl compile game.vgdl game_lvl0.txt game_lvl1.txt -o game.vgdlc")]
pub(crate) struct Compile {
    /// The game file.
    game: PathBuf,
    /// Level files to put in.
    levels: Vec<PathBuf>,
    /// Where to write; the game's name with the ending `.vgdlc` if not given. With several values for a name (-D NAME=V1,V2)
    /// there is a file for each combination, and its name has the values in it.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Leave names and source lines out.
    #[arg(long)]
    strip: bool,
    #[command(flatten)]
    caps: Caps,
    #[command(flatten)]
    how: How,
}

impl Compile {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let members = sweep::members(&self.how)?;
        members.iter().try_for_each(|member| self.compile(member, out))
    }

    fn already(&self) -> Failure {
        Failure::Input(format!("{} is compiled already", self.game.display()))
    }

    /// Compiles one game.
    fn compile(&self, member: &Member, out: &mut Out<'_>) -> Done {
        let how = &member.how;
        let file = load::game_file(&self.game, how)?;
        if let GameFile::Py(game) = &file {
            self.caps.none_given()?;
            if game.is_compiled() {
                return Err(self.already());
            }
            let levels = self.levels.iter().map(|p| how.source(p)).collect::<Result<_, _>>()?;
            let image = game.image(levels, how, out.quiet)?;
            let path = self.output.clone().unwrap_or_else(|| self.game.with_extension("vgdlc"));
            return super::py::compile(&path, &image, out);
        }
        let GameFile::Source(game) = file else { return Err(self.already()) };
        let levels: Vec<Source> = self.levels.iter().map(|p| how.source(p)).collect::<Result<_, _>>()?;
        let mut program = load::compile(&game, &levels, &how.options(self.strip), out.quiet)?;
        self.caps.apply(&mut program);
        let counts = [
            (program.types.len(), "type"),
            (program.rules.len(), "rule"),
            (program.ends.len(), "ending"),
            (program.levels.len(), "level"),
        ];
        let bytes = program.to_bytes();
        // What cannot be run is not written.
        load::image(&self.game, program)?;
        let path = self.output.clone().unwrap_or_else(|| self.game.with_extension("vgdlc"));
        let path = member.path(&path);
        files::write(&path, &bytes).map_err(Failure::Input)?;
        if !out.quiet {
            write!(out, "wrote {}: {} bytes", path.display(), bytes.len())?;
            for (n, what) in counts {
                write!(out, ", {n} {what}{}", if n == 1 { "" } else { "s" })?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
