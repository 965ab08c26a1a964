//! Games of traces in a folder.

use std::path::{Path, PathBuf};

use vgdl_vm::Image;

use super::py;
use super::read::{ReadError, Reader};
use super::verify::{Games, Opened, Outcome, Refusal, Report, verify};
use crate::diag::{self, Policy};
use crate::source::Source;
use crate::{Options, compile, files};

/// Sets whose games lie in the folder of another: the same games, recorded otherwise.
const SAME_GAMES: &[(&str, &str)] = &[("contphysics_strict", "contphysics")];

/// Endings of game and level files.
const ENDINGS: [&str; 2] = ["txt", "vgdl"];

/// Finds the game of a run at `ROOT/<set>/<game>.txt`, else at `ROOT/<game>.txt`, and its level beside it. Games are
/// compiled as the reference engine reads them ([`Policy::Compat`]).
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    optimise: bool,
    /// What was opened last: the runs of a level follow each other.
    last: Option<([String; 3], Opened)>,
}

impl Folder {
    /// The games below a folder, as they are written or optimised ([`crate::opt`]).
    #[must_use]
    pub fn new(root: &Path, optimise: bool) -> Self {
        Self { root: root.to_owned(), optimise, last: None }
    }

    fn find(&self, set: &str, game: &str) -> Result<PathBuf, Refusal> {
        for name in [set, game] {
            plain_name(name)?;
        }
        let set = SAME_GAMES.iter().find(|(from, _)| *from == set).map_or(set, |(_, to)| to);
        let mut folders = vec![self.root.clone()];
        if !set.is_empty() {
            folders.insert(0, self.root.join(set));
        }
        let candidates = folders.iter().flat_map(|f| ENDINGS.map(|e| f.join(format!("{game}.{e}"))));
        candidates.into_iter().find(|path| path.is_file()).ok_or_else(|| {
            let place = folders.iter().map(|f| f.display().to_string()).collect::<Vec<_>>().join(" or ");
            Refusal::Missing(format!("no game {game}.txt in {place}"))
        })
    }

    fn load(&self, set: &str, game: &str, level: &str) -> Opened {
        let game = self.find(set, game)?;
        plain_name(level)?;
        let read = |path: &Path| {
            let text = files::read(path).and_then(|bytes| files::text(path, bytes, true)).map_err(Refusal::Missing)?;
            Ok(Source::new(path.display().to_string(), text))
        };
        let beside = ENDINGS.map(|e| game.with_file_name(format!("{level}.{e}")));
        let level = beside.iter().find(|path| path.is_file()).unwrap_or(&beside[0]);
        let (game, level) = (read(&game)?, read(level)?);
        let options = Options { policy: Policy::Compat, optimise: self.optimise, ..Options::default() };
        let levels = [level];
        let compiled = compile(&game, &levels, &options);
        let Some(program) = compiled.program else {
            let first = compiled.diagnostics.iter().find(|d| d.level == diag::Level::Error);
            let why = first.map_or("it does not compile".to_owned(), |d| match d.span {
                Some(span) => {
                    let source = if d.source == 0 { &game } else { &levels[0] };
                    format!("{}:{}: {}", source.name, source.line_column(span.start).0, d.message)
                }
                None => d.message.clone(),
            });
            return Err(Refusal::Faulty(why));
        };
        let image = Image::load(program).map_err(|e| Refusal::Faulty(e.to_string()))?;
        let level = image.program().levels.first().cloned();
        level.map(|level| (image, level)).ok_or_else(|| Refusal::Faulty("the level is empty".into()))
    }
}

impl Games for Folder {
    fn open(&mut self, set: &str, game: &str, level: &str) -> Opened {
        let key = [set, game, level].map(str::to_owned);
        if let Some((last, opened)) = &self.last
            && *last == key
        {
            return opened.clone();
        }
        let opened = self.load(set, game, level);
        self.last = Some((key, opened.clone()));
        opened
    }
}

/// The set that traces of a game name: the folder it lies in, so that it is found again below the folder of that folder; empty
/// where that has no plain name.
#[must_use]
pub fn set_of(game: &Path) -> String {
    let folder = game.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    folder.filter(|name| plain_name(name).is_ok()).unwrap_or_default()
}

/// Names in traces become parts of paths: they must not lead elsewhere.
pub(super) fn plain_name(name: &str) -> Result<(), Refusal> {
    let plain = !name.starts_with('.') && !name.contains(['/', '\\', ':', '\0']);
    if plain { Ok(()) } else { Err(Refusal::Missing(format!("`{}` is no name of a file", name.escape_debug()))) }
}

/// Replays every run of a trace file with the games of a folder.
#[must_use]
pub fn verify_file(path: &Path, games: &Path, optimise: bool) -> Vec<Report> {
    let mut reports = Vec::new();
    let unread = |error: ReadError| Report { run: String::new(), outcome: Outcome::Failed(vec![error.to_string()]) };
    let mut reader = match Reader::open(path) {
        Ok(reader) => reader,
        Err(error) => return vec![unread(error)],
    };
    let report = &mut |report| reports.push(report);
    match reader.peek_line() {
        Err(error) => return vec![unread(error)],
        Ok(Some(line)) if py::is_header(line) => py::verify(&mut reader, games, report),
        Ok(_) => verify(&mut reader, &mut Folder::new(games, optimise), report),
    }
    reports
}
