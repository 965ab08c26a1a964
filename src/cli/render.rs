//! `vgdl render`

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use vgdl::draw::Looks;
use vgdl::files;
use vgdl::render::{Gif, Painter, Picture, Replayed, Visit, of_trace, png};
use vgdl::trace::read::Reader;

use super::agent::{self, Budget, Players};
use super::load::{self, Caps, How};
use super::{Done, Failure, Out};

/// Draw a trace or a play: one tick as PNG, all of it as GIF.
#[derive(Args)]
#[command(after_help = "Example: vgdl render game.vgdl --agent random --ticks 100 -o game.gif")]
pub(crate) struct Render {
    /// A trace (.jsonl or .jsonl.gz), or a game: a text or a compiled file.
    file: PathBuf,
    /// Where to write: a name that ends in .png or .gif.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Which tick a PNG shows; -1 for the start. Without it: the last.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    tick: Option<i32>,
    /// Pixels per cell.
    #[arg(long, default_value_t = 24, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    cell: u32,
    /// Ticks a second of a GIF.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=50))]
    fps: u16,
    /// Of a trace: which run, from 0.
    #[arg(long, default_value_t = 0, value_name = "N")]
    run: usize,
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

/// What is made of the ticks.
enum Film {
    /// The picture of a tick, or of the last one.
    Png(Option<i32>, Option<Picture>),
    /// All pictures, written as they come.
    Gif(Option<Gif<BufWriter<File>>>),
}

impl Render {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let ending = self.output.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let mut film = match &*ending {
            "png" => Film::Png(self.tick, None),
            "gif" if self.tick.is_some() => {
                return Err(Failure::Usage("a GIF shows all ticks: leave out --tick, or write to a .png".into()));
            }
            "gif" => Film::Gif(None),
            _ => return Err(Failure::Usage("name a file to write that ends in .png or .gif".into())),
        };
        let mut failed = None;
        let mut visit = |tick: Option<i32>, picture: &dyn Fn() -> Picture| match film.see(tick, picture, &self) {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(e) => {
                failed = Some(e);
                ControlFlow::Break(())
            }
        };
        let name = self.file.to_string_lossy();
        if name.ends_with(".jsonl") || name.ends_with(".jsonl.gz") {
            let wrong = |why: String| Failure::Input(format!("{}: {why}", self.file.display()));
            let mut reader = Reader::open(&self.file).map_err(|e| wrong(e.to_string()))?;
            match of_trace(&mut reader, self.run, self.cell, &mut visit).map_err(|e| wrong(e.to_string()))? {
                Replayed::Done => {}
                Replayed::Absent(why) => return Err(wrong(why)),
            }
        } else {
            self.play(out.quiet, &mut visit)?;
        }
        if let Some(e) = failed {
            return Err(e);
        }
        film.finish(&self)?;
        if !out.quiet {
            writeln!(out, "wrote {}", self.output.display())?;
        }
        Ok(())
    }

    /// Plays a game, and shows its ticks.
    fn play(&self, quiet: bool, visit: &mut Visit<'_>) -> Done {
        let ready = load::ready(&self.file, self.level.as_deref(), &self.how, &Caps::default(), quiet)?;
        let mut state = ready.start(self.seed)?;
        let mut team = Players::named(&self.agent, self.budget)?.team(state.players(), self.seed);
        let (w, h) = state.grid();
        let painter =
            Painter::new(Looks::of(ready.image.program()), [w as u64, h as u64], i64::from(state.block()), self.cell)
                .map_err(Failure::Input)?;
        let mut actions = Vec::new();
        let mut played = 0;
        while visit(Some(state.tick()), &|| painter.paint_state(&state)).is_continue() {
            if state.is_over() || played == self.ticks {
                let _ = visit(None, &|| painter.paint_state(&state));
                break;
            }
            team.choose(&state, &mut actions);
            state.step(&actions);
            played += 1;
        }
        Ok(())
    }
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
            Film::Gif(film) if tick.is_some() => {
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
            Film::Png(..) | Film::Gif(_) => {}
        }
        Ok(true)
    }

    fn finish(self, how: &Render) -> Done {
        match self {
            Film::Png(_, Some(picture)) => {
                let mut bytes = Vec::new();
                png(&picture, &mut bytes).map_err(|e| cannot(&how.output, &e))?;
                files::write(&how.output, &bytes).map_err(Failure::Input)
            }
            Film::Png(Some(tick), None) => Err(Failure::Input(format!("{} has no tick {tick}", how.file.display()))),
            Film::Gif(Some(film)) => film.finish().map_err(|e| cannot(&how.output, &e)),
            Film::Png(None, None) | Film::Gif(None) => {
                Err(Failure::Input(format!("{} has no tick to draw", how.file.display())))
            }
        }
    }
}

fn cannot(path: &Path, e: &std::io::Error) -> Failure {
    Failure::Input(format!("cannot write {}: {}", path.display(), files::reason(e)))
}
