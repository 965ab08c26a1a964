//! `vgdl level`

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use vgdl::caves::{Cave, Terrain};
use vgdl::files;

use super::{Done, Failure, Out};

/// Make levels.
#[derive(Subcommand)]
pub(crate) enum Level {
    Cave(Caves),
    Smooth(Smooth),
}

/// Make a level of caves: noise, smoothed, with sprites on random floor cells.
#[derive(Args)]
#[command(after_help = "Example: vgdl level cave --width 60 --height 20 --lichen 5 --seed 7 -o caves_lvl3.txt")]
pub(crate) struct Caves {
    /// Columns.
    #[arg(long, default_value_t = 160, value_name = "N")]
    width: usize,
    /// Rows.
    #[arg(long, default_value_t = 50, value_name = "N")]
    height: usize,
    /// Probability that a cell is wall before smoothing.
    #[arg(long, default_value_t = 0.5, value_name = "P", value_parser = probability)]
    fill: f64,
    /// Number of smoothing passes.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    passes: u32,
    /// A cell becomes floor if so many of the nine around it are floor.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=10))]
    threshold: u8,
    /// Number of avatars, written `@`.
    #[arg(long, default_value_t = 1, value_name = "N")]
    avatar: usize,
    /// Number of lichens, written `F`.
    #[arg(long, default_value_t = 30, value_name = "N")]
    lichen: usize,
    /// Put N of another character on the floor.
    #[arg(long = "put", value_name = "C=N", value_parser = things)]
    put: Vec<(char, usize)>,
    /// The character of walls.
    #[arg(long, default_value_t = 'w', value_name = "C")]
    wall: char,
    /// The character of floor.
    #[arg(long, default_value_t = ' ', value_name = "C")]
    floor: char,
    /// The same seed makes the same level.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    /// Where to write it, instead of the standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Smooth a grid of `.` (floor) and `#` (wall), and print it.
#[derive(Args)]
#[command(after_help = "Example: vgdl level smooth grid.txt --passes 3")]
pub(crate) struct Smooth {
    /// The grid.
    file: PathBuf,
    /// Number of passes.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    passes: u32,
    /// A cell becomes floor if so many of the nine around it are floor.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=10))]
    threshold: u8,
}

fn probability(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(p),
        Ok(_) | Err(_) => Err("write a number from 0 to 1".into()),
    }
}

fn things(text: &str) -> Result<(char, usize), String> {
    let mut chars = text.chars();
    let glyph = chars.next().filter(|c| !c.is_control());
    match (glyph, chars.as_str().strip_prefix('=').and_then(|n| n.parse().ok())) {
        (Some(glyph), Some(n)) => Ok((glyph, n)),
        _ => Err("write a character and a number, as in F=30".into()),
    }
}

impl Level {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        match self {
            Level::Cave(cave) => cave.run(out),
            Level::Smooth(smooth) => smooth.run(out),
        }
    }
}

impl Caves {
    fn run(self, out: &mut Out<'_>) -> Done {
        let mut put = vec![('@', self.avatar), ('F', self.lichen)];
        put.extend(self.put);
        let cave = Cave {
            width: self.width,
            height: self.height,
            fill: self.fill,
            passes: self.passes,
            threshold: self.threshold,
            wall: self.wall,
            floor: self.floor,
            put,
        };
        let level = cave.level(self.seed).map_err(|e| Failure::Usage(e.to_string()))?;
        match self.output {
            Some(path) => files::write(&path, level.as_bytes()).map_err(Failure::Input),
            None => Ok(write!(out, "{level}")?),
        }
    }
}

impl Smooth {
    fn run(self, out: &mut Out<'_>) -> Done {
        let bytes = files::read(&self.file).map_err(Failure::Input)?;
        let text = files::text(&self.file, bytes, false).map_err(Failure::Input)?;
        let terrain = Terrain::parse(&text).map_err(|e| Failure::Input(format!("{}: {e}", self.file.display())))?;
        Ok(write!(out, "{}", terrain.smoothed(self.passes, self.threshold))?)
    }
}
