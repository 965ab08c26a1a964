//! `vgdl fmt`

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use vgdl::diag::Policy;
use vgdl::files;
use vgdl::front::vgdl::print;

use super::load::How;
use super::{Done, Failure, Out};

/// Lay a game file out anew: four spaces a level, single spaces between words.
#[derive(Args)]
#[command(after_help = "Example: vgdl fmt --check game.vgdl")]
pub(crate) struct Fmt {
    /// The game file. It is rewritten unless --check or --stdout is given.
    game: PathBuf,
    /// Change nothing; exit with 1 if the file would change.
    #[arg(long, conflicts_with = "stdout")]
    check: bool,
    /// Print the text instead of rewriting the file.
    #[arg(long)]
    stdout: bool,
    /// Count tabs as the reference engine does: one column each.
    #[arg(long)]
    compat: bool,
}

impl Fmt {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let source = How::default().source(&self.game)?;
        if vgdl::Notation::ByName.is_gdl(&source) {
            return Err(Failure::Usage(format!("{} is a module of GDL: `fmt` lays out VGDL", source.name)));
        }
        if super::py::PyGame::text(&self.game, &source, &How::default())?.is_some() {
            return Err(Failure::Usage(format!(
                "{} is a game of py-vgdl: `fmt` does not lay out such yet",
                source.name
            )));
        }
        let policy = if self.compat { Policy::Compat } else { Policy::Default };
        let text = print::format(&source, policy.into()).map_err(|e| Failure::Input(e.to_string()))?;
        if self.stdout {
            out.write_all(text.as_bytes())?;
        } else if text != source.text {
            if self.check {
                writeln!(out, "{} would change", source.name)?;
                return Err(Failure::Said);
            }
            std::fs::write(&self.game, &text)
                .map_err(|e| Failure::Input(format!("cannot write {}: {}", source.name, files::reason(&e))))?;
            if !out.quiet {
                writeln!(out, "rewrote {}", source.name)?;
            }
        }
        Ok(())
    }
}
