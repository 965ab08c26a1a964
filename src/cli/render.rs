//! `vgdl render`

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use vgdl::draw::Looks;
use vgdl::files;
use vgdl::render::images::Images;
use vgdl::render::{Gif, Hire, Painter, Picture, Replayed, Visit, heat, of_trace, png, seen};
use vgdl::trace::read::Reader;
use vgdl::visits::{self, Visits};

use super::agent::{self, Budget, Players};
use super::load::{self, Caps, How};
use super::{Done, Failure, Out, term};

/// Draw a trace or a play: one tick as PNG, all of it as GIF or as a PNG a tick, or where avatars were as a heat map.
#[derive(Args)]
#[command(after_help = "Example: vgdl render game.vgdl --agent random --ticks 100 -o game.gif")]
pub(crate) struct Render {
    /// A trace (.jsonl or .jsonl.gz), or a game: a text or a compiled file.
    file: PathBuf,
    /// Where to write: a name that ends in .png or .gif. A .png whose name holds %d or, say, %04d is a file for each tick,
    /// numbered from 0.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Which tick a PNG shows; -1 for the start. Without it: the last.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    tick: Option<i32>,
    /// Of a film: the first tick that is shown; -1 for the start.
    #[arg(long, default_value_t = -1, value_name = "N", allow_negative_numbers = true)]
    from: i32,
    /// Of a film: the last tick that is shown.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    to: Option<i32>,
    /// Of a film: show the first of every N ticks.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(i32).range(1..))]
    every: i32,
    /// Pixels per cell.
    #[arg(long, default_value_t = 24, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    cell: u32,
    /// Draw sprites with the images that the game names, from this folder.
    #[arg(long, value_name = "DIR")]
    images: Option<PathBuf>,
    /// Ticks a second of a GIF.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=50))]
    fps: u16,
    /// Draw how often avatars were in each cell, over the level at the start.
    #[arg(long, conflicts_with_all = ["tick", "from", "to", "every"])]
    heat: bool,
    /// Of a heat map: what is one step of colour, a doubling of visits or a visit.
    #[arg(long, default_value = "log", value_name = "log|linear", requires = "heat", hide_possible_values = true)]
    scale: ScaleName,
    /// Of a heat map of a game: number of plays, each with the next seed.
    #[arg(long, default_value_t = 1, value_name = "N", requires = "heat", value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Of a trace: which run, from 0. Without it: the first; a heat map shows all.
    #[arg(long, value_name = "N")]
    run: Option<usize>,
    /// Of a game: the level, a number or a file.
    #[arg(long, value_name = "N|FILE")]
    level: Option<String>,
    /// Of a game: the seed of its random generator, and of the agent's.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    #[arg(long, default_value = "nil", value_name = "NAME|FILE", help = agent::help())]
    agent: String,
    #[command(flatten)]
    budget: Budget,
    /// Of a game: how many ticks are played at most.
    #[arg(long, default_value_t = 300, value_name = "N")]
    ticks: u32,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScaleName {
    Log,
    Linear,
}

/// What is made of the ticks.
enum Film {
    /// The picture of a tick, or of the last one.
    Png(Option<i32>, Option<Picture>),
    /// All pictures, written as they come.
    Gif(Option<Gif<BufWriter<File>>>),
    /// A file for each picture: what stands before the number, its digits, what stands behind it, and how many there are.
    Frames(String, usize, String, u64),
}

impl Render {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let ending = self.output.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let numbered = numbered(&self.output.to_string_lossy());
        let mut film = match (&*ending, numbered) {
            ("png", Some(_)) if self.heat => {
                return Err(Failure::Usage("a heat map is one picture: leave out the %d".into()));
            }
            ("png", Some(_)) if self.tick.is_some() => {
                return Err(Failure::Usage("a file for each tick shows all ticks: leave out --tick, or the %d".into()));
            }
            ("png", Some((before, digits, behind))) => Film::Frames(before, digits, behind, 0),
            ("png", None) => Film::Png(self.tick, None),
            ("gif", _) if self.heat => {
                return Err(Failure::Usage("a heat map is one picture: write to a .png".into()));
            }
            ("gif", _) if self.tick.is_some() => {
                return Err(Failure::Usage("a GIF shows all ticks: leave out --tick, or write to a .png".into()));
            }
            ("gif", _) => Film::Gif(None),
            _ => return Err(Failure::Usage("name a file to write that ends in .png or .gif".into())),
        };
        self.nothing_is_in_vain(&film)?;
        let quiet = out.quiet;
        let mut hire = |looks, grid, block| self.painter(looks, grid, block, quiet);
        if self.heat {
            return self.heat_map(&mut hire, out);
        }
        let mut failed = None;
        let mut visit = |tick: Option<i32>, picture: &dyn Fn() -> Picture| match film.see(tick, picture, &self) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(e) => {
                failed = Some(e);
                ControlFlow::Break(())
            }
        };
        let shown = if self.is_trace() {
            self.replay(self.run.unwrap_or(0), &mut hire, &mut visit)
        } else {
            self.play(&mut hire, quiet, &mut visit)
        };
        if let Err(e) = shown.and(failed.map_or(Ok(()), Err)) {
            film.abandon(&self);
            return Err(e);
        }
        let files = if let Film::Frames(.., count) = &film { format!("{count} files, ") } else { String::new() };
        film.finish(&self)?;
        if !out.quiet {
            writeln!(out, "wrote {files}{}", self.output.display())?;
        }
        Ok(())
    }

    /// Fails if an option is given that says nothing about what is drawn.
    fn nothing_is_in_vain(&self, film: &Film) -> Done {
        let game = [
            ("--level", self.level.is_some()),
            ("--seed", self.seed != 0),
            ("--agent", self.agent != "nil"),
            ("--ticks", self.ticks != 300),
            ("--runs", self.runs != 1),
        ];
        let ticks = [("--from", self.from != -1), ("--to", self.to.is_some()), ("--every", self.every != 1)];
        let given = |options: &[(&'static str, bool)]| options.iter().find(|(_, given)| *given).map(|(name, _)| *name);
        let (is_trace, one) = (self.is_trace(), matches!(film, Film::Png(..)));
        if let Some(name) = given(&game).filter(|_| is_trace) {
            return Err(Failure::Usage(format!(
                "{name} is about plays of a game: leave it out, the trace has its play"
            )));
        }
        if self.run.is_some() && !is_trace {
            return Err(Failure::Usage("--run is about traces: leave it out".into()));
        }
        if let Some(name) = given(&ticks).filter(|_| one) {
            let why = format!("{name} chooses among many pictures: write to a .gif, or to a .png with %d in its name");
            return Err(Failure::Usage(why));
        }
        Ok(())
    }

    fn is_trace(&self) -> bool {
        let name = self.file.to_string_lossy();
        name.ends_with(".jsonl") || name.ends_with(".jsonl.gz")
    }

    /// What paints a level; says which images are missing.
    fn painter(&self, looks: Looks, grid: [u64; 2], block: i64, quiet: bool) -> Result<Painter, String> {
        let images = match &self.images {
            None => None,
            Some(folder) => {
                let (images, problems) = Images::read(folder, &looks, self.cell)?;
                if !quiet {
                    problems.iter().for_each(|why| term::say(&format!("{why}\n")));
                }
                Some(images)
            }
        };
        let painter = Painter::new(looks, grid, block, self.cell)?;
        Ok(match images {
            Some(images) => painter.with_images(images),
            None => painter,
        })
    }

    /// Shows the ticks of a run of a trace.
    fn replay(&self, run: usize, hire: &mut Hire<'_>, visit: &mut Visit<'_>) -> Done {
        let wrong = |why: String| Failure::Input(format!("{}: {why}", self.file.display()));
        let mut reader = Reader::open(&self.file).map_err(|e| wrong(e.to_string()))?;
        match of_trace(&mut reader, run, hire, visit).map_err(|e| wrong(e.to_string()))? {
            Replayed::Done => Ok(()),
            Replayed::Absent(why) => Err(wrong(why)),
        }
    }

    /// Plays a game, and shows its ticks.
    fn play(&self, hire: &mut Hire<'_>, quiet: bool, visit: &mut Visit<'_>) -> Done {
        let ready = load::ready(&self.file, self.level.as_deref(), &self.how, &Caps::default(), quiet)?;
        let mut state = ready.start(self.seed)?;
        let mut team = Players::named(&self.agent, self.budget)?.team(state.players(), self.seed);
        let (w, h) = state.grid();
        let grid = [w as u64, h as u64];
        let mut painter =
            hire(Looks::of(ready.image.program()), grid, i64::from(state.block())).map_err(Failure::Input)?;
        let mut actions = Vec::new();
        let mut played = 0;
        painter.watch(state.tick(), seen(&state));
        while visit(Some(state.tick()), &|| painter.paint_state(&state)).is_continue() {
            if state.is_over() || played == self.ticks {
                let _ = visit(None, &|| painter.paint_state(&state));
                break;
            }
            team.choose(&state, &mut actions);
            state.step(&actions);
            painter.watch(state.tick(), seen(&state));
            played += 1;
        }
        Ok(())
    }

    /// Draws where avatars were.
    fn heat_map(&self, hire: &mut Hire<'_>, out: &mut Out<'_>) -> Done {
        let mut level = None;
        let mut visit = |_: Option<i32>, picture: &dyn Fn() -> Picture| {
            level = Some(picture());
            ControlFlow::Break(())
        };
        let (visits, runs) = if self.is_trace() {
            let wrong = |why: String| Failure::Input(format!("{}: {why}", self.file.display()));
            let mut reader = Reader::open(&self.file).map_err(|e| wrong(e.to_string()))?;
            let found = visits::of_trace(&mut reader, self.run).map_err(|e| wrong(e.to_string()))?.map_err(wrong)?;
            self.replay(found.first, hire, &mut visit)?;
            (found.visits, found.runs)
        } else {
            self.play(hire, out.quiet, &mut visit)?;
            (self.visits(out.quiet)?, self.runs as usize)
        };
        let scale = match self.scale {
            ScaleName::Log => heat::Scale::Log,
            ScaleName::Linear => heat::Scale::Linear,
        };
        let film = Film::Png(None, level.map(|level| heat::over(&level, &visits, scale)));
        film.finish(self)?;
        if !out.quiet {
            let (w, h) = visits.grid();
            let runs = if runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
            let (cells, most) = (visits.visited(), visits.most());
            writeln!(
                out,
                "wrote {}: {runs}, {cells} of {} cells visited, one of them {most} times",
                self.output.display(),
                w * h
            )?;
        }
        Ok(())
    }

    /// Plays the game as often as is wanted, and counts.
    fn visits(&self, quiet: bool) -> Result<Visits, Failure> {
        let ready = load::ready(&self.file, self.level.as_deref(), &self.how, &Caps::default(), true)?;
        let who = Players::named(&self.agent, self.budget)?;
        let mut visits = Visits::of(&ready.start(self.seed)?).map_err(Failure::Input)?;
        let progress = term::Progress::new(u64::from(self.runs), quiet);
        let mut actions = Vec::new();
        for run in 0..self.runs {
            let seed = self.seed.wrapping_add(run.cast_signed());
            let mut state = ready.start(seed)?;
            let mut team = who.team(state.players(), seed);
            visits.add_state(&state);
            for _ in 0..self.ticks {
                if state.is_over() {
                    break;
                }
                team.choose(&state, &mut actions);
                state.step(&actions);
                visits.add_state(&state);
            }
            progress.step();
        }
        progress.end();
        Ok(visits)
    }

    /// Whether a film shows a tick.
    fn shows(&self, tick: i32) -> bool {
        tick >= self.from && (i64::from(tick) - i64::from(self.from)) % i64::from(self.every) == 0
    }
}

/// A name with a place for a number: what stands before it, its digits, and what stands behind it.
fn numbered(name: &str) -> Option<(String, usize, String)> {
    let (before, rest) = name.rsplit_once('%')?;
    let (digits, behind) = rest.split_once('d')?;
    let digits = if digits.is_empty() { 0 } else { digits.parse().ok().filter(|&n| n <= 20)? };
    Some((before.to_owned(), digits, behind.to_owned()))
}

impl Film {
    /// Takes a tick; whether more are wanted.
    fn see(&mut self, tick: Option<i32>, picture: &dyn Fn() -> Picture, how: &Render) -> Result<bool, Failure> {
        match self {
            // The last tick comes once more, without a number.
            Film::Png(wanted, found) if tick == *wanted => {
                *found = Some(picture());
                return Ok(false);
            }
            Film::Gif(_) | Film::Frames(..) if tick.is_some_and(|t| how.to.is_some_and(|to| t > to)) => {
                return Ok(false);
            }
            Film::Frames(before, digits, behind, count) if tick.is_some_and(|t| how.shows(t)) => {
                let digits = *digits;
                let path = PathBuf::from(format!("{before}{count:0digits$}{behind}"));
                write(&path, &picture())?;
                *count += 1;
            }
            Film::Gif(film) if tick.is_some_and(|t| how.shows(t)) => {
                let picture = picture();
                let wrong = |e| cannot(&how.output, &e);
                if film.is_none() {
                    let to = BufWriter::new(File::create(&how.output).map_err(wrong)?);
                    *film = Some(Gif::new(to, &picture, how.fps).map_err(wrong)?);
                }
                if let Some(film) = film {
                    film.add(&picture).map_err(wrong)?;
                }
            }
            Film::Png(..) | Film::Gif(_) | Film::Frames(..) => {}
        }
        Ok(true)
    }

    /// Gives up: half a GIF is of no use.
    fn abandon(self, how: &Render) {
        if let Film::Gif(Some(film)) = self {
            drop(film);
            if how.output.is_file() {
                // If it cannot be removed, the failure itself matters more.
                let _ = std::fs::remove_file(&how.output);
            }
        }
    }

    fn finish(self, how: &Render) -> Done {
        match self {
            Film::Png(_, Some(picture)) => write(&how.output, &picture),
            Film::Frames(.., 1..) => Ok(()),
            Film::Png(Some(tick), None) => Err(Failure::Input(format!("{} has no tick {tick}", how.file.display()))),
            Film::Gif(Some(film)) => film.finish().map_err(|e| cannot(&how.output, &e)),
            Film::Png(None, None) | Film::Gif(None) | Film::Frames(.., 0) => {
                Err(Failure::Input(format!("{} has no tick to draw", how.file.display())))
            }
        }
    }
}

/// Writes a picture as PNG.
fn write(path: &Path, picture: &Picture) -> Done {
    let mut bytes = Vec::new();
    png(picture, &mut bytes).map_err(|e| cannot(path, &e))?;
    files::write(path, &bytes).map_err(Failure::Input)
}

fn cannot(path: &Path, e: &std::io::Error) -> Failure {
    Failure::Input(format!("cannot write {}: {}", path.display(), files::reason(e)))
}
