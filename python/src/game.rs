//! Games: compiled, saved, and taken from the package.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vgdl::diag::{Diagnostic, Level as Severity, Policy};
use vgdl::draw::Looks;
use vgdl::render::Painter;
use vgdl::trace::canon;
use vgdl::vm::ontology::Action;
use vgdl::vm::program::Level;
use vgdl::vm::{self, Image};
use vgdl::{Compiled, Notation, Options, Program, Source, files};

use crate::state::State;
use crate::{action, error};

/// A game that comes with the package.
pub(crate) struct OwnGame {
    name: &'static str,
    text: &'static str,
    levels: &'static [&'static str],
}

include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// What a game and its states share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) image: Arc<Image>,
    /// Names of the sprite types.
    pub(crate) types: Vec<String>,
    /// The actions by number.
    pub(crate) actions: Vec<Action>,
    pub(crate) looks: Looks,
}

impl Shared {
    /// Paints states like one of its.
    pub(crate) fn painter(&self, state: &vm::State, cell: u32) -> PyResult<Painter> {
        let (columns, rows) = state.grid();
        let grid = [columns as u64, rows as u64];
        Painter::new(self.looks.clone(), grid, i64::from(state.block()), cell).map_err(error::value)
    }
}

/// A compiled game with its levels.
///
/// Games are values that do not change; states and environments share them. They can be pickled.
#[pyclass(frozen, module = "vgdl")]
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) shared: Arc<Shared>,
    warnings: Vec<String>,
}

impl Game {
    fn new(program: Program, warnings: Vec<String>) -> PyResult<Self> {
        let image = Image::load(program).map_err(error::value)?;
        let types = canon::type_names(image.program());
        let (actions, looks) = (image.actions(), Looks::of(image.program()));
        Ok(Self { shared: Arc::new(Shared { image, types, actions, looks }), warnings })
    }

    fn of_sources(py: Python<'_>, game: &Source, levels: &[Source], options: &Options) -> PyResult<Self> {
        let Compiled { program, diagnostics } = py.detach(|| vgdl::compile(game, levels, options));
        let sources: Vec<&Source> = std::iter::once(game).chain(levels).collect();
        let Some(program) = program else { return Err(error::compile(py, &diagnostics, &sources)) };
        let warning = |d: &&Diagnostic| d.level == Severity::Warning;
        let drawn =
            |d: &Diagnostic| vgdl::diag::render::render(std::slice::from_ref(d), &sources, false).trim_end().to_owned();
        Self::new(program, diagnostics.iter().filter(warning).map(drawn).collect())
    }

    /// A level by number, or the level in a text or a file.
    pub(crate) fn level(&self, py: Python<'_>, level: &Bound<'_, PyAny>) -> PyResult<Level> {
        let levels = &self.shared.image.program().levels;
        if let Ok(number) = level.extract::<i64>() {
            let found = usize::try_from(number).ok().and_then(|n| levels.get(n));
            return found.cloned().ok_or_else(|| {
                let has = match levels.len() {
                    0 => "no levels: give the text of one".to_owned(),
                    1 => "one level: number 0".to_owned(),
                    n => format!("{n} levels: 0 to {}", n - 1),
                };
                PyIndexError::new_err(format!("there is no level {number}; the game has {has}"))
            });
        }
        let source = match (level.extract::<String>(), level.extract::<PathBuf>()) {
            (Ok(text), _) if text.contains('\n') || !Path::new(&text).is_file() => Source::new("level", text),
            (_, Ok(path)) => {
                let text = files::text(&path, read(&path)?, false).map_err(error::value)?;
                Source::new(path.display().to_string(), text)
            }
            _ => {
                let why = format!("a level is a number, a text or the path of a file, not {}", level.repr()?);
                return Err(PyTypeError::new_err(why));
            }
        };
        vgdl::front::level::for_program(&source, Policy::Default)
            .map_err(|found| error::compile(py, &found, &[&source]))
    }

    /// The start of a level.
    pub(crate) fn start(&self, py: Python<'_>, level: &Bound<'_, PyAny>, seed: i32) -> PyResult<vm::State> {
        self.shared.image.start(&self.level(py, level)?, seed).map_err(error::value)
    }
}

/// The bytes of a file.
fn read(path: &Path) -> PyResult<Vec<u8>> {
    std::fs::metadata(path).map_err(|e| error::system(&e, path))?;
    files::read(path).map_err(PyOSError::new_err)
}

fn options(compat: bool, params: Option<Vec<(String, String)>>) -> Options {
    Options {
        policy: if compat { Policy::Compat } else { Policy::Default },
        params: params.unwrap_or_default(),
        optimise: true,
        ..Options::default()
    }
}

#[pymethods]
impl Game {
    /// Compiles a game and its levels.
    ///
    /// :param text: the game: a page of VGDL, or a module of GDL if `name` ends in `.gdl`
    /// :param levels: texts of levels, a line a row
    /// :param name: what the game is called in error messages
    /// :param compat: take what the reference engine survives as a warning instead of an error
    /// :param params: values of parameters of the game's ParameterSet
    /// :raises CompileError: with every mistake at its line and column
    #[staticmethod]
    #[pyo3(signature = (text: "str", levels: "typing.Sequence[str]" = Vec::new(), *, name: "str" = "game.vgdl",
                        compat: "bool" = false, params: "dict[str, str] | None" = None) -> "Game")]
    fn compile(
        py: Python<'_>,
        text: String,
        levels: Vec<String>,
        name: &str,
        compat: bool,
        params: Option<std::collections::BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let levels = levels.into_iter().enumerate().map(|(i, text)| Source::new(format!("level {i}"), text));
        let levels: Vec<Source> = levels.collect();
        let options = options(compat, params.map(|p| p.into_iter().collect()));
        Self::of_sources(py, &Source::new(name, text), &levels, &options)
    }

    /// Reads a game file: a text, or a compiled file (`.vgdlc`).
    ///
    /// :param path: the file
    /// :param levels: level files; without them those beside the game, `NAME_lvl0.txt`, `NAME_lvl1.txt` and so on
    /// :param compat: as for `compile`
    /// :raises OSError: a file cannot be read
    /// :raises CompileError: a text does not compile
    /// :raises ValueError: a compiled file is damaged
    #[staticmethod]
    #[pyo3(signature = (path: "str | os.PathLike[str]", levels: "typing.Sequence[str | os.PathLike[str]] | None" = None,
                        *, compat: "bool" = false) -> "Game")]
    fn load(py: Python<'_>, path: PathBuf, levels: Option<Vec<PathBuf>>, compat: bool) -> PyResult<Self> {
        let bytes = read(&path)?;
        if bytes.starts_with(b"VGDL\x1a") || path.extension().is_some_and(|e| e.eq_ignore_ascii_case("vgdlc")) {
            return Self::from_bytes(&bytes);
        }
        let source = |path: &PathBuf, bytes| -> PyResult<Source> {
            let text = files::text(path, bytes, compat).map_err(error::value)?;
            Ok(Source::new(path.display().to_string(), text))
        };
        let game = source(&path, bytes)?;
        let levels = match levels {
            Some(levels) => levels,
            None if Notation::ByName.is_gdl(&game) => Vec::new(),
            None => {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                let beside = (0..).map(|n| path.with_file_name(format!("{stem}_lvl{n}.txt")));
                beside.take_while(|level| level.is_file()).collect()
            }
        };
        let mut texts = Vec::with_capacity(levels.len());
        for level in &levels {
            texts.push(source(level, read(level)?)?);
        }
        Self::of_sources(py, &game, &texts, &options(compat, None))
    }

    /// A game that comes with the package; `vgdl.games()` lists them.
    #[staticmethod]
    #[pyo3(signature = (name: "str") -> "Game")]
    fn own(py: Python<'_>, name: &str) -> PyResult<Self> {
        let Some(game) = GAMES.iter().find(|game| game.name == name) else {
            let close = vgdl::diag::suggest::closest(name, GAMES.iter().map(|g| g.name));
            let close = close.map_or(String::new(), |c| format!("; did you mean `{c}`?"));
            return Err(error::value(format!("no game `{name}` comes with the package{close}")));
        };
        let source = |(i, text): (usize, &&str)| Source::new(format!("{name}_lvl{i}.txt"), *text);
        let levels: Vec<Source> = game.levels.iter().enumerate().map(source).collect();
        Self::of_sources(py, &Source::new(format!("{name}.vgdl"), game.text), &levels, &options(false, None))
    }

    /// Reads a compiled game from bytes.
    ///
    /// :raises ValueError: the bytes are no sound program
    #[staticmethod]
    #[pyo3(signature = (data: "bytes") -> "Game")]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        Self::new(Program::from_bytes(data).map_err(error::value)?, Vec::new())
    }

    /// The compiled game as bytes, as in a `.vgdlc` file.
    #[pyo3(signature = () -> "bytes")]
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.shared.image.program().to_bytes())
    }

    /// Writes the compiled game to a file.
    #[pyo3(signature = (path: "str | os.PathLike[str]") -> "None")]
    fn save(&self, path: PathBuf) -> PyResult<()> {
        files::write(&path, &self.shared.image.program().to_bytes()).map_err(PyOSError::new_err)
    }

    /// The start of a level.
    ///
    /// :param level: number of a level, or the text of one, or the path of a file
    /// :param seed: seed of the game's random generator, 32 bits; the same as `--seed` of the command line
    #[pyo3(signature = (level: "int | str | os.PathLike[str] | None" = None, seed: "int" = 0) -> "State")]
    fn state(slf: &Bound<'_, Self>, level: Option<&Bound<'_, PyAny>>, seed: i64) -> PyResult<State> {
        let game = slf.get();
        let zero = 0_i64.into_pyobject(slf.py())?.into_any();
        let state = game.start(slf.py(), level.unwrap_or(&zero), self::seed(seed)?)?;
        Ok(State::new(Arc::clone(&game.shared), state))
    }

    /// Names of the levels.
    #[getter]
    fn levels(&self) -> Vec<String> {
        self.shared.image.program().levels.iter().map(|l| l.name.clone()).collect()
    }

    /// Number of players: 1 or 2.
    #[getter]
    fn players(&self) -> usize {
        usize::from(self.shared.image.program().game.players)
    }

    /// Names of the sprite types. The place of a name is the number of the type in observations: it depends on the text of
    /// the game alone.
    #[getter]
    fn types(&self) -> Vec<String> {
        self.shared.types.clone()
    }

    /// Names of the actions. The place of a name is its number: `NIL` is 0.
    #[getter]
    fn actions(&self) -> Vec<&'static str> {
        self.shared.actions.iter().map(|a| action::name(*a)).collect()
    }

    /// Names of the features, in the order of feature observations.
    #[getter]
    fn feature_names(&self) -> Vec<String> {
        self.shared.image.feature_names()
    }

    /// What the compiler warned of, as text, one entry a warning.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// A readable listing of the compiled game.
    #[pyo3(signature = () -> "str")]
    fn listing(&self) -> String {
        vgdl::list::list(self.shared.image.program())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }

    fn __repr__(&self) -> String {
        let program = self.shared.image.program();
        let (types, levels) = (self.shared.types.len(), program.levels.len());
        format!("<vgdl.Game: {} player(s), {types} sprite types, {levels} level(s)>", program.game.players)
    }
}

/// A seed of the game's generator: a number of 32 bits, with a sign or without.
pub(crate) fn seed(seed: i64) -> PyResult<i32> {
    let signed = i32::try_from(seed).ok();
    signed.or_else(|| u32::try_from(seed).ok().map(u32::cast_signed)).ok_or_else(|| {
        error::value(format!("seed {seed} has more than 32 bits: games take seeds from -2147483648 to 4294967295"))
    })
}

/// Names of the games that come with the package.
#[pyfunction]
#[pyo3(signature = () -> "list[str]")]
pub(crate) fn games() -> Vec<&'static str> {
    GAMES.iter().map(|g| g.name).collect()
}

/// What a sprite class, effect, termination, parameter or diagnostic code is.
///
/// :raises KeyError: nothing has this name
#[pyfunction]
#[pyo3(signature = (name: "str") -> "str")]
pub(crate) fn explain(name: &str) -> PyResult<String> {
    let found: Vec<String> = vgdl::explain::find(name).iter().map(vgdl::explain::Topic::text).collect();
    if found.is_empty() {
        let close = vgdl::explain::suggestion(name).map_or(String::new(), |c| format!("; did you mean `{c}`?"));
        return Err(pyo3::exceptions::PyKeyError::new_err(format!("nothing is called `{name}`{close}")));
    }
    Ok(found.join("\n"))
}
