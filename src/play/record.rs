//! What was played, as a trace.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::session::Run;
use crate::trace::record::{Plan, RecordError, Recorder};

/// How a trace says that its actions were made.
const STYLE: &str = "played";

/// Writes plays as a trace of a game of a set. Each is played once more to be written.
///
/// # Errors
/// The output cannot be written.
pub fn write<'r, W: Write>(
    to: W,
    set: &str,
    game: &str,
    runs: impl IntoIterator<Item = &'r Run>,
) -> Result<W, RecordError> {
    let mut runs = runs.into_iter().peekable();
    let Some(first) = runs.peek() else { return Ok(to) };
    let mut recorder = Recorder::new(to, set, game, first.stage.image.program())?;
    for (script, run) in (0..).zip(runs) {
        let plan = Plan {
            script,
            style: STYLE.to_owned(),
            seed: run.seed,
            actions: run.actions.clone(),
            max_ticks: u32::try_from(run.ticks()).unwrap_or(u32::MAX),
        };
        recorder.run(&run.stage.image, &run.stage.level, &plan)?;
    }
    Ok(recorder.finish()?)
}

/// Writes plays to a file, packed if its name ends in `.gz`. The file is there as a whole or not at all: what it held before
/// stays until then.
///
/// # Errors
/// The file cannot be written.
pub fn save<'r>(
    path: &Path,
    set: &str,
    game: &str,
    runs: impl IntoIterator<Item = &'r Run>,
) -> Result<(), RecordError> {
    let draft = Draft::new(path)?;
    let to = BufWriter::new(draft.file.try_clone()?);
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gz")) {
        write(GzEncoder::new(to, Compression::default()), set, game, runs)?.finish()?.flush()?;
    } else {
        write(to, set, game, runs)?;
    }
    Ok(draft.publish()?)
}

/// Whether a file could be saved: tried, and nothing is left behind.
///
/// # Errors
/// It cannot.
pub fn can_save(path: &Path) -> io::Result<()> {
    Draft::new(path).map(drop)
}

/// A file that takes the place of another once it is whole. It is removed if that does not come to pass.
struct Draft {
    file: File,
    /// Where it is now.
    at: PathBuf,
    /// Where it will be.
    to: PathBuf,
}

impl Draft {
    fn new(path: &Path) -> io::Result<Self> {
        // What a link leads to is replaced, not the link.
        let to = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if to.exists() && !to.is_file() {
            return Err(io::Error::other("it is not a file"));
        }
        let name = to.file_name().ok_or_else(|| io::Error::other("it is not the name of a file"))?;
        let mut draft = std::ffi::OsString::from(".");
        draft.push(name);
        draft.push(format!(".{}.draft", std::process::id()));
        let at = to.with_file_name(draft);
        // One of this name can only be left of a process that was killed.
        let _ = fs::remove_file(&at);
        let file = OpenOptions::new().write(true).create_new(true).open(&at)?;
        Ok(Self { file, at, to })
    }

    fn publish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.at, &self.to)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After it has been published there is nothing of this name.
        let _ = fs::remove_file(&self.at);
    }
}
