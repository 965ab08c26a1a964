//! `vgdl disasm`

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use vgdl::list::list;

use super::load::{self, GameFile, How};
use super::{Done, Out};

/// List a compiled game: types, rules and endings as the virtual machine sees them.
#[derive(Args)]
#[command(after_help = "Example: vgdl disasm game.vgdlc")]
pub(crate) struct Disasm {
    /// The game: a text or a compiled file.
    game: PathBuf,
    #[command(flatten)]
    how: How,
}

impl Disasm {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let program = match load::game_file(&self.game, &self.how)? {
            GameFile::Source(game) => load::compile(&game, &[], &self.how.options(false), out.quiet)?,
            GameFile::Compiled(bytes) => load::decode(&self.game, &bytes)?,
        };
        let image = load::image(&self.game, program)?;
        out.write_all(list(image.program()).as_bytes())?;
        Ok(())
    }
}
