//! `vgdl play` and `vgdl trace replay`

use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use vgdl::files;
use vgdl::play::film::{Film, Wish};
use vgdl::play::keys::Key;
use vgdl::play::record;
use vgdl::play::screen::Scene;
use vgdl::play::session::{Run, Session, Setup, Stage};
use vgdl::trace::folder::set_of;
use vgdl::trace::read::Reader;

use super::load::{self, Caps, How};
use super::screen::{self, Left, Looks, Player};
use super::{Done, Failure, Out, term};

/// Play a level in the terminal.
///
/// `?` shows the keys. Without `--turns` the clock starts with the first move.
#[derive(Args)]
#[command(after_help = "Example: vgdl play game.vgdl --level 1 --turns --record game.jsonl.gz")]
pub(crate) struct Play {
    /// The game: a text or a compiled file.
    game: PathBuf,
    /// The level: a number or a file. Number N of a text is the file GAME_lvlN.txt beside it.
    #[arg(long, value_name = "N|FILE")]
    level: Option<String>,
    /// Seed of the game's random generator.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    /// Play by turns: a tick whenever a key chooses an action.
    #[arg(long)]
    turns: bool,
    /// Write what was played as a trace, without what was undone; packed if the name ends in `.gz`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["max_sprites", "max_ticks"])]
    record: Option<PathBuf>,
    #[command(flatten)]
    looks: Looks,
    #[command(flatten)]
    caps: Caps,
    #[command(flatten)]
    how: How,
}

impl Player for Session {
    fn scene(&self) -> Scene<'_> {
        Session::scene(self)
    }
    fn press(&mut self, key: Key) -> bool {
        Session::press(self, key);
        !self.wants_to_quit()
    }
    fn interval(&self) -> Option<Duration> {
        Session::interval(self)
    }
    fn beat(&mut self) {
        Session::beat(self);
    }
}

impl Play {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let mut session = self.session(out.quiet)?;
        screen::needs_terminal()?;
        if let Some(path) = &self.record {
            // Better told before the play than after it.
            record::can_save(path).map_err(|e| cannot(path, &e))?;
        }
        let shown = catch_unwind(AssertUnwindSafe(|| screen::show(&mut session, &self.looks)));
        let recorded = self.save(&session);
        let left = shown.unwrap_or_else(|panic| {
            if let Ok(Some(wrote)) = &recorded {
                term::say(&format!("{wrote}\n"));
            }
            resume_unwind(panic)
        })?;
        let done = recorded.and_then(|wrote| tell(&session, wrote, out));
        if let (Left::Signal(_), Err(Failure::Input(why))) = (left, &done) {
            term::complain(why, 1);
        }
        done.and(left.end())
    }

    fn session(&self, quiet: bool) -> Result<Session, Failure> {
        let ready = load::ready(&self.game, self.level.as_deref(), &self.how, &self.caps, quiet)?;
        let setup = Setup {
            game: self.name(),
            number: self.level.as_deref().map_or(Some(0), |level| level.parse().ok()),
            seed: self.seed,
            turns: self.turns,
            speed: self.looks.speed,
        };
        let (game, how, caps) = (self.game.clone(), self.how.clone(), self.caps.clone());
        let opener = move |number: usize| match load::ready(&game, Some(&number.to_string()), &how, &caps, true) {
            Ok(ready) => Ok(Stage { image: ready.image, level: ready.level }),
            Err(Failure::Input(why) | Failure::Usage(why)) => Err(why),
            Err(Failure::Said) => Err(format!("level {number} has mistakes, which are told when you quit")),
            Err(Failure::Output(e)) => Err(files::reason(&e)),
        };
        let name = ready.level.name.clone();
        let stage = Stage { image: ready.image, level: ready.level };
        Session::new(stage, setup, Box::new(opener))
            .map_err(|e| Failure::Input(format!("level {name} cannot start: {e}")))
    }

    fn name(&self) -> String {
        self.game.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Writes the recording, if one is wanted; what to say about it.
    fn save(&self, session: &Session) -> Result<Option<String>, Failure> {
        let Some(path) = &self.record else { return Ok(None) };
        let (runs, ticks) = session.runs().fold((0, 0), |(runs, ticks), run| (runs + 1, ticks + Run::ticks(run)));
        if runs == 0 {
            return Ok(Some(format!("no tick was played: {} is not written", path.display())));
        }
        record::save(path, &set_of(&self.game), &self.name(), session.runs())
            .map_err(|e| Failure::Input(format!("cannot write {}: {e}", path.display())))?;
        let s = if runs == 1 { "" } else { "s" };
        Ok(Some(format!("wrote {}: {runs} run{s}, {ticks} ticks", path.display())))
    }
}

/// Says what came of a play and of its recording.
fn tell(session: &Session, wrote: Option<String>, out: &mut Out<'_>) -> Done {
    if !out.quiet {
        for line in [Some(session.summary()), wrote].into_iter().flatten() {
            writeln!(out, "{line}")?;
        }
    }
    Ok(out.flush()?)
}

fn cannot(path: &Path, e: &io::Error) -> Failure {
    Failure::Input(format!("cannot write {}: {}", path.display(), files::reason(e)))
}

/// Step through a recorded run in the terminal, forwards and backwards.
///
/// `?` shows the keys. All that is shown comes from the trace: the game is not needed.
#[derive(Args)]
#[command(after_help = "Example: vgdl trace replay traces/game.jsonl.gz --run 2")]
pub(crate) struct Replay {
    /// The trace: .jsonl or .jsonl.gz.
    file: PathBuf,
    /// Which run, from 0.
    #[arg(long, default_value_t = 0, value_name = "N")]
    run: usize,
    #[command(flatten)]
    looks: Looks,
}

/// A film, and the file that has others.
struct Reel<'f> {
    film: Film,
    file: &'f Path,
}

fn open(file: &Path, run: usize, speed: u16) -> Result<Film, String> {
    let mut reader = Reader::open(file).map_err(|e| e.to_string())?;
    Film::read(&mut reader, run, speed).map_err(|e| e.to_string())
}

impl Player for Reel<'_> {
    fn scene(&self) -> Scene<'_> {
        self.film.scene()
    }
    fn press(&mut self, key: Key) -> bool {
        match self.film.press(key) {
            Wish::None => {}
            Wish::Quit => return false,
            Wish::Run(by) => match self.film.number().checked_add_signed(by) {
                None => self.film.say("this is the first run".to_owned()),
                Some(run) => match open(self.file, run, self.film.speed()) {
                    Ok(film) => self.film = film,
                    Err(why) => self.film.say(format!("run {run}: {why}")),
                },
            },
        }
        true
    }
    fn interval(&self) -> Option<Duration> {
        self.film.interval()
    }
    fn beat(&mut self) {
        self.film.beat();
    }
}

impl Replay {
    pub(crate) fn run(self) -> Done {
        let film = open(&self.file, self.run, self.looks.speed)
            .map_err(|why| Failure::Input(format!("{}: {why}", self.file.display())))?;
        screen::needs_terminal()?;
        screen::show(&mut Reel { film, file: &self.file }, &self.looks)?.end()
    }
}
