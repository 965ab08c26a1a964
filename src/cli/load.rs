//! Loads games, compiled or not, and their levels.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use vgdl::diag::{self, Diagnostic, Policy};
use vgdl::dialect::Rules;
use vgdl::front::gdl::game::Family;
use vgdl::source::Source;
use vgdl::{Compiled, Notation, Options, files};
use vgdl_vm::program::verify::limits;
use vgdl_vm::program::{Level, Program};
use vgdl_vm::py::{Engine, Mode};
use vgdl_vm::{Dialect, Image, State};

use super::py::PyGame;
use super::{Failure, term};

/// How to compile.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct How {
    /// Whose rules the game follows; without it, the text tells.
    #[arg(long, value_name = "DIALECT")]
    dialect: Option<DialectName>,
    /// Of py-vgdl: read values and draw numbers as Python 2.7 does, or as Python 3.
    #[arg(long, value_name = "2|3", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=3))]
    python: u8,
    /// Of several games in a Python source: the name that the game is assigned to.
    #[arg(long = "game", value_name = "NAME")]
    game_name: Option<String>,
    /// Take what the reference engine survives as a warning, and mean what that engine makes of it.
    #[arg(long)]
    compat: bool,
    /// Set a parameter of the game's ParameterSet.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter)]
    params: Vec<(String, String)>,
    /// Give a name of a GDL module a value: its own definition of the name is only the default. `compile` and `convert` take
    /// several values, separated by commas.
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = parameter)]
    pub(crate) defines: Vec<(String, String)>,
    /// Choose a variant of a GDL module.
    #[arg(long = "variant", value_name = "NAME=VALUE", value_parser = parameter)]
    variants: Vec<(String, String)>,
    /// Passes over the program: 0 for none, 1 for all. They change no play.
    #[arg(short = 'O', value_name = "0|1", default_value_t = 1, value_parser = clap::value_parser!(u8).range(0..=1))]
    optimise: u8,
}

/// How large a play may grow and how long it may last: the reference engine's caps, lifted or lowered.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Caps {
    /// No sprite is made while there are more than N; 10,000 if neither this nor the game says otherwise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=i64::from(limits::SPRITES)))]
    max_sprites: Option<i32>,
    /// A play ends after tick N; 2,000 if neither this nor the game says otherwise.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=i64::from(limits::TICKS)))]
    max_ticks: Option<i32>,
}

impl Caps {
    /// Complains if there are any: games of py-vgdl have their own.
    pub(crate) fn none_given(&self) -> Result<(), Failure> {
        if self.max_sprites.is_some() || self.max_ticks.is_some() {
            let title = "--max-sprites and --max-ticks are for games of GVGAI: games of py-vgdl have MAX_SPRITES in their first line";
            return Err(Failure::Usage(title.to_owned()));
        }
        Ok(())
    }

    /// Sets the caps of a program, where they were given.
    pub(crate) fn apply(&self, program: &mut Program) {
        let game = &mut program.game;
        game.max_sprites = self.max_sprites.unwrap_or(game.max_sprites);
        game.max_ticks = self.max_ticks.unwrap_or(game.max_ticks);
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DialectName {
    Gvgai,
    #[value(name = "py-vgdl-1")]
    PyVgdl1,
    #[value(name = "py-vgdl-2")]
    PyVgdl2,
}

impl DialectName {
    /// The dialect of the compiler of programs; none for one that has a machine of its own.
    pub(crate) fn dialect(self) -> Option<Dialect> {
        (self.rules() == Rules::Gvgai).then_some(Dialect::Gvgai)
    }

    fn rules(self) -> Rules {
        match self {
            DialectName::Gvgai => Rules::Gvgai,
            DialectName::PyVgdl1 => Rules::Py(Engine::One),
            DialectName::PyVgdl2 => Rules::Py(Engine::Two),
        }
    }
}

fn parameter(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write NAME=VALUE".into()),
    }
}

impl How {
    /// The same without passes: all rules stay as they were written.
    pub(crate) fn unoptimised(&self) -> Self {
        Self { optimise: 0, ..self.clone() }
    }

    pub(crate) fn options(&self, strip: bool) -> Options {
        Options {
            policy: if self.compat { Policy::Compat } else { Policy::Default },
            dialect: self.dialect.and_then(DialectName::dialect),
            params: self.params.clone(),
            strip,
            strict: false,
            optimise: self.optimise > 0,
            notation: Notation::ByName,
            family: Family { defines: self.defines.clone(), variants: self.variants.clone() },
        }
    }

    /// The dialect that was asked for.
    pub(crate) fn rules(&self) -> Option<Rules> {
        self.dialect.map(DialectName::rules)
    }

    /// Whether values are those of Python 2.
    pub(crate) fn old(&self) -> bool {
        self.python == 2
    }

    /// How plays of py-vgdl are run.
    pub(crate) fn mode(&self) -> Mode {
        super::py::mode(self.old())
    }

    /// The game of a Python source that was asked for.
    pub(crate) fn game_name(&self) -> Option<&str> {
        self.game_name.as_deref()
    }

    /// Reads a text.
    pub(crate) fn source(&self, path: &Path) -> Result<Source, Failure> {
        let bytes = files::read(path).map_err(Failure::Input)?;
        self.decode(path, bytes)
    }

    fn decode(&self, path: &Path, bytes: Vec<u8>) -> Result<Source, Failure> {
        let text = files::text(path, bytes, self.compat).map_err(Failure::Input)?;
        Ok(Source::new(path.display().to_string(), text))
    }
}

/// A game file by what is in it.
pub(crate) enum GameFile {
    /// A text.
    Source(Source),
    /// A compiled program.
    Compiled(Vec<u8>),
    /// A game of py-vgdl, a text or compiled.
    Py(PyGame),
}

/// Reads a game file. Compiled ones are known by their first bytes, or by their name: a damaged one is not a text.
pub(crate) fn game_file(path: &Path, how: &How) -> Result<GameFile, Failure> {
    let bytes = files::read(path).map_err(Failure::Input)?;
    let named = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("vgdlc"));
    if named || bytes.starts_with(b"VGDL\x1a") {
        let py = PyGame::compiled(path, &bytes)?;
        return Ok(py.map_or(GameFile::Compiled(bytes), GameFile::Py));
    }
    let source = how.decode(path, bytes)?;
    if !how.options(false).family.is_empty() && !Notation::ByName.is_gdl(&source) {
        let title = format!("{} is no module of GDL: -D and --variant are for such", path.display());
        return Err(Failure::Usage(title + "; --param sets parameters of a ParameterSet"));
    }
    if super::sweep::is_sweep(how) {
        let title = "several values given with -D stand for several games: `compile` and `convert` make them all";
        return Err(Failure::Usage(title.to_owned()));
    }
    if !Notation::ByName.is_gdl(&source)
        && let Some(game) = PyGame::text(path, &source, how)?
    {
        return Ok(GameFile::Py(game));
    }
    Ok(GameFile::Source(source))
}

/// The program in bytes.
pub(crate) fn decode(path: &Path, bytes: &[u8]) -> Result<Program, Failure> {
    Program::from_bytes(bytes).map_err(|e| Failure::Input(format!("{}: {e}", path.display())))
}

/// Verifies a program.
pub(crate) fn image(path: &Path, program: Program) -> Result<Arc<Image>, Failure> {
    Image::load(program).map_err(|e| Failure::Input(format!("{}: {e}", path.display())))
}

/// Compiles; says what is wrong on the standard error.
pub(crate) fn compile(game: &Source, levels: &[Source], options: &Options, quiet: bool) -> Result<Program, Failure> {
    let Compiled { program, mut diagnostics } = vgdl::compile(game, levels, options);
    let failed = program.is_none();
    diagnostics.retain(|d| d.level == diag::Level::Error || (d.level == diag::Level::Warning && !quiet));
    report(&diagnostics, game, levels);
    match program {
        Some(program) => Ok(program),
        None if failed && !diagnostics.is_empty() => Err(Failure::Said),
        None => Err(Failure::Input(format!("{} does not compile", game.name))),
    }
}

/// Draws diagnostics on the standard error.
pub(crate) fn report(diagnostics: &[Diagnostic], game: &Source, levels: &[Source]) {
    if diagnostics.is_empty() {
        return;
    }
    let sources: Vec<&Source> = std::iter::once(game).chain(levels).collect();
    term::say(&diag::render::render(diagnostics, &sources, term::colour_err()));
    term::say(&format!("\n{}: {}\n", game.name, diag::render::summary(diagnostics)));
}

/// A game with the level to play.
pub(crate) struct Ready {
    pub(crate) image: Arc<Image>,
    pub(crate) level: Level,
    /// The texts it was compiled from; none for a compiled file.
    pub(crate) sources: Option<(Source, Source)>,
}

impl Ready {
    /// The play at its start.
    pub(crate) fn start(&self, seed: i32) -> Result<State, Failure> {
        let start = self.image.start(&self.level, seed);
        start.map_err(|e| Failure::Input(format!("level {} cannot start: {e}", self.level.name)))
    }
}

/// Loads a game and the level that is named: by number (a file's own level, or the file `GAME_lvlN.txt` beside a game), or
/// by path. Without a name: number 0.
pub(crate) fn ready(path: &Path, level: Option<&str>, how: &How, caps: &Caps, quiet: bool) -> Result<Ready, Failure> {
    ready_of(game_file(path, how)?, path, level, how, caps, quiet)
}

/// The same with a file that was read.
pub(crate) fn ready_of(
    file: GameFile,
    path: &Path,
    level: Option<&str>,
    how: &How,
    caps: &Caps,
    quiet: bool,
) -> Result<Ready, Failure> {
    let number = match level {
        None => Some(0),
        Some(text) if text.bytes().all(|b| b.is_ascii_digit()) => text.parse::<usize>().ok(),
        Some(_) => None,
    };
    match file {
        GameFile::Py(game) => Err(game.not_yet()),
        GameFile::Source(game) if number.is_some() && Notation::ByName.is_gdl(&game) => {
            let mut program = compile(&game, &[], &how.options(false), quiet)?;
            caps.apply(&mut program);
            let image = image(path, program)?;
            let level = numbered_level(path, &image, number)?;
            Ok(Ready { image, level, sources: None })
        }
        GameFile::Source(game) => {
            let place = match (level, number) {
                (_, Some(n)) => numbered(path, n),
                (Some(file), None) => PathBuf::from(file),
                (None, None) => numbered(path, 0),
            };
            if level.is_none() && !place.is_file() {
                return Err(Failure::Usage(format!(
                    "there is no {} to play: name a level with --level",
                    place.display()
                )));
            }
            let text = how.source(&place)?;
            let levels = [text];
            let mut program = compile(&game, &levels, &how.options(false), quiet)?;
            caps.apply(&mut program);
            let image = image(path, program)?;
            let level = image.program().levels.first().cloned();
            let level = level.ok_or_else(|| Failure::Input(format!("{} is empty", place.display())))?;
            let [text] = levels;
            Ok(Ready { image, level, sources: Some((game, text)) })
        }
        GameFile::Compiled(bytes) => {
            let mut program = decode(path, &bytes)?;
            caps.apply(&mut program);
            let image = image(path, program)?;
            let level = match (level, number) {
                (Some(file), None) => level_of(Path::new(file), how)?,
                (_, number) => numbered_level(path, &image, number)?,
            };
            Ok(Ready { image, level, sources: None })
        }
    }
}

/// A game with levels to play.
pub(crate) struct Loaded {
    pub(crate) image: Arc<Image>,
    pub(crate) levels: Vec<Level>,
    /// Its text, if that is VGDL.
    pub(crate) text: Option<Source>,
}

/// Loads a game and the levels that are named as for [`ready`]; without names all its own, or all files `GAME_lvlN.txt` beside
/// it.
pub(crate) fn all(path: &Path, names: &[String], how: &How, caps: &Caps, quiet: bool) -> Result<Loaded, Failure> {
    let number = |name: &String| name.bytes().all(|b| b.is_ascii_digit()).then(|| name.parse::<usize>().ok()).flatten();
    let numbers: Vec<Option<usize>> = names.iter().map(number).collect();
    // Some of a file's own levels, in the order named; all of them without names.
    let own = |image: Arc<Image>| {
        let all = (0..image.program().levels.len()).map(Some).collect();
        let wanted = if names.is_empty() { &all } else { &numbers };
        let levels = names.iter().map(Some).chain(std::iter::repeat(None)).zip(wanted).map(|(name, &number)| {
            match (name, number) {
                (Some(file), None) => level_of(Path::new(file), how),
                _ => numbered_level(path, &image, number),
            }
        });
        let levels = levels.collect::<Result<Vec<_>, _>>()?;
        if levels.is_empty() {
            // Says what is missing.
            numbered_level(path, &image, Some(0))?;
        }
        Ok(Loaded { image, levels, text: None })
    };
    let load = |mut program: Program| {
        caps.apply(&mut program);
        image(path, program)
    };
    match game_file(path, how)? {
        GameFile::Py(game) => Err(game.not_yet()),
        GameFile::Source(game) if Notation::ByName.is_gdl(&game) && numbers.iter().all(Option::is_some) => {
            own(load(compile(&game, &[], &how.options(false), quiet)?)?)
        }
        GameFile::Source(game) => {
            let mut places: Vec<PathBuf> = names
                .iter()
                .zip(&numbers)
                .map(|(name, &n)| match n {
                    Some(n) => numbered(path, n),
                    None => PathBuf::from(name),
                })
                .collect();
            if names.is_empty() {
                places.extend((0..).map(|n| numbered(path, n)).take_while(|place| place.is_file()));
            }
            if places.is_empty() {
                let first = numbered(path, 0);
                return Err(Failure::Usage(format!("there is no {} to play: name levels", first.display())));
            }
            let texts = places.iter().map(|place| how.source(place)).collect::<Result<Vec<_>, _>>()?;
            let image = load(compile(&game, &texts, &how.options(false), quiet)?)?;
            let levels = image.program().levels.clone();
            if let Some((_, place)) = (levels.len() < places.len()).then_some(()).zip(places.first()) {
                return Err(Failure::Input(format!("a level of {} is empty", place.display())));
            }
            let text = (!Notation::ByName.is_gdl(&game)).then_some(game);
            Ok(Loaded { image, levels, text })
        }
        GameFile::Compiled(bytes) => own(load(decode(path, &bytes)?)?),
    }
}

/// A level that is part of a game.
fn numbered_level(path: &Path, image: &Image, number: Option<usize>) -> Result<Level, Failure> {
    let levels = &image.program().levels;
    number.and_then(|n| levels.get(n)).cloned().ok_or_else(|| {
        let has = match levels.len() {
            0 => "no levels: name a level file with --level".to_owned(),
            1 => "one level: number 0".to_owned(),
            n => format!("{n} levels: 0 to {}", n - 1),
        };
        Failure::Input(format!("{} has {has}", path.display()))
    })
}

/// `dir/x.vgdl` and 3 → `dir/x_lvl3.txt`.
pub(crate) fn numbered(game: &Path, n: usize) -> PathBuf {
    let stem = game.file_stem().unwrap_or_default().to_string_lossy();
    game.with_file_name(format!("{stem}_lvl{n}.txt"))
}

/// A level file for a compiled game.
fn level_of(path: &Path, how: &How) -> Result<Level, Failure> {
    let source = how.source(path)?;
    vgdl::front::level::for_program(&source, how.options(false).policy).map_err(|found| {
        report(&found, &source, &[]);
        Failure::Said
    })
}
