//! `vgdl disasm`

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use vgdl::list::list;
use vgdl::opt;
use vgdl_vm::program::Program;

use super::load::{self, GameFile, How};
use super::{Done, Failure, Out};

/// List a compiled game: types, rules and endings as the virtual machine sees them.
#[derive(Args)]
#[command(after_help = "Example: vgdl disasm game.vgdlc")]
pub(crate) struct Disasm {
    /// The game: a text or a compiled file.
    game: PathBuf,
    /// Show what each pass of the optimiser changes, before and after.
    #[arg(long)]
    passes: bool,
    #[command(flatten)]
    how: How,
}

impl Disasm {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let mut options = self.how.options(false);
        options.optimise &= !self.passes;
        let program = match load::game_file(&self.game, &self.how)? {
            GameFile::Source(game) => load::compile(&game, &[], &options, out.quiet)?,
            GameFile::Compiled(bytes) => load::decode(&self.game, &bytes)?,
            GameFile::Py(game) => {
                if self.passes {
                    return Err(Failure::Usage("--passes is for games of GVGAI".to_owned()));
                }
                let image = game.image(Vec::new(), &self.how, out.quiet)?;
                out.write_all(vgdl::front::py::list(image.game()).as_bytes())?;
                return Ok(());
            }
        };
        let image = load::image(&self.game, program)?;
        if self.passes {
            return passes(image.program().clone(), out);
        }
        out.write_all(list(image.program()).as_bytes())?;
        Ok(())
    }
}

/// What each pass of the optimiser changes.
fn passes(program: Program, out: &mut Out<'_>) -> Done {
    let changes = opt::changes(program);
    for change in &changes {
        write!(out, "{}", change.listing())?;
    }
    if changes.is_empty() {
        writeln!(out, "no pass changes anything")?;
    }
    Ok(())
}
