//! Games of py-vgdl on the command line: how they are loaded, played and measured.

use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use vgdl::agents::{self, Script, SplitMix64};
use vgdl::diag::{self, Diagnostic, Level as Severity};
use vgdl::dialect::{self, Rules};
use vgdl::draw::Looks;
use vgdl::files;
use vgdl::front::py::{self, embedded};
use vgdl::source::Source;
use vgdl::trace::py::hash_text;
use vgdl_vm::ontology::Action;
use vgdl_vm::program::Level;
use vgdl_vm::program::container;
use vgdl_vm::py::{Engine, Game, Image, Keys, Mode, State};
use vgdl_vm::rng::Choice;

use super::load::{self, How};
use super::{Done, Failure, Out, term};

/// A game of py-vgdl.
pub(crate) struct PyGame {
    path: PathBuf,
    form: Form,
}

enum Form {
    Text(Box<Text>),
    Compiled(Arc<Image>),
}

/// A text with its levels.
struct Text {
    /// What is read: the game.
    game: Source,
    engine: Engine,
    /// What the text says of its dialect, where that is worth telling.
    told: Option<Diagnostic>,
    /// The Python source that holds it.
    file: Option<File>,
}

struct File {
    source: Source,
    game: embedded::Embedded,
    levels: Vec<embedded::Embedded>,
}

/// A level of a text: one of the Python source that holds the game, or a file.
enum Given {
    Own(usize),
    File(Source),
}

/// A game that was read, with what is to be said of it.
pub(crate) struct Read {
    pub(crate) image: Option<Arc<Image>>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) sources: Vec<Source>,
}

impl PyGame {
    /// The game in a compiled file; `None` if that holds none of this dialect.
    pub(crate) fn compiled(path: &Path, bytes: &[u8]) -> Result<Option<Self>, Failure> {
        if !container::is_py(bytes) {
            return Ok(None);
        }
        let wrong = |why: String| Failure::Input(format!("{}: {why}", path.display()));
        let game = Game::from_bytes(bytes).map_err(|e| wrong(e.to_string()))?;
        let image = Image::load(game).map_err(|e| wrong(e.to_string()))?;
        Ok(Some(Self { path: path.to_owned(), form: Form::Compiled(image) }))
    }

    /// The game of a text; `None` if that is one of GVGAI.
    pub(crate) fn text(path: &Path, source: &Source, how: &How) -> Result<Option<Self>, Failure> {
        let python = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("py"));
        let (game, file) = match python {
            false => (source.clone(), None),
            true => {
                let file = File::of(path, source, how.game_name())?;
                (Source::new(source.name.as_str(), file.game.text.as_str()), Some(file))
            }
        };
        if file.is_none() && how.game_name().is_some() {
            let title = format!("{} is no Python source: --game chooses one of several games of such", path.display());
            return Err(Failure::Usage(title));
        }
        // What stands in Python source is meant for an engine in Python, if nothing says otherwise.
        let usual = if python { Rules::Py(Engine::One) } else { Rules::Gvgai };
        let (rules, told) = match how.rules() {
            Some(rules) => (rules, None),
            None => match dialect::detect(&game.text, usual) {
                Ok(told) => (told.rules, told.because),
                Err(mixed) => (Rules::Py(Engine::One), Some(*mixed)),
            },
        };
        match rules {
            Rules::Gvgai if python => Err(Failure::Usage(format!(
                "{} holds a game of GVGAI: such games stand in files of their own; with --dialect py-vgdl-1 it is read as one of py-vgdl",
                path.display()
            ))),
            Rules::Gvgai => Ok(None),
            Rules::Py(engine) => {
                Ok(Some(Self { path: path.to_owned(), form: Form::Text(Box::new(Text { game, engine, told, file })) }))
            }
        }
    }

    /// What a command says that does not take such games.
    pub(crate) fn not_yet(&self) -> Failure {
        let title = format!("{} is a game of py-vgdl, which this command does not take yet", self.path.display());
        Failure::Usage(title + ": `check`, `compile`, `run`, `bench` and `disasm` do")
    }

    /// Reads it with levels: those in files, or else those that the Python source holds.
    pub(crate) fn read(&self, levels: Vec<Source>, how: &How) -> Result<Read, Failure> {
        let given = match &self.form {
            Form::Text(text) if levels.is_empty() => (0..text.own_levels()).map(Given::Own).collect(),
            _ => levels.into_iter().map(Given::File).collect(),
        };
        self.read_with(given, how)
    }

    fn read_with(&self, levels: Vec<Given>, how: &How) -> Result<Read, Failure> {
        match &self.form {
            Form::Text(text) => Ok(text.read(levels, how)),
            Form::Compiled(image) => {
                Ok(Read { image: Some(Arc::clone(image)), diagnostics: Vec::new(), sources: Vec::new() })
            }
        }
    }

    /// Whether it was compiled before.
    pub(crate) fn is_compiled(&self) -> bool {
        matches!(self.form, Form::Compiled(_))
    }

    /// The game, ready to run, with the levels; says what is wrong on the standard error.
    pub(crate) fn image(&self, levels: Vec<Source>, how: &How, quiet: bool) -> Result<Arc<Image>, Failure> {
        self.read(levels, how)?.sound(quiet, &self.path)
    }

    /// The game with the level to play, as [`load::ready`] finds it.
    pub(crate) fn ready(&self, level: Option<&str>, how: &How, quiet: bool) -> Result<Stage, Failure> {
        let number = match level {
            None => Some(0),
            Some(text) if text.bytes().all(|b| b.is_ascii_digit()) => text.parse::<usize>().ok(),
            Some(_) => None,
        };
        let mode = how.mode();
        let file = level.filter(|_| number.is_none()).map(Path::new);
        let own = |image: &Image| {
            let levels = &image.game().levels;
            number.and_then(|n| levels.get(n)).cloned().ok_or_else(|| self.no_level(levels.len()))
        };
        match (&self.form, file, number) {
            (Form::Compiled(image), Some(file), _) => {
                let source = how.source(file)?;
                let mut sink = diag::Sink::default();
                let level = py::level(image.game(), &source, 0, &mut sink);
                let found: Vec<_> = sink.into_vec().into_iter().filter(|d| d.level == Severity::Error).collect();
                load::report(&found, &source, &[]);
                Ok(Stage { image: Arc::clone(image), level: level.ok_or(Failure::Said)?, mode })
            }
            (Form::Compiled(image), None, _) => Ok(Stage { image: Arc::clone(image), level: own(image)?, mode }),
            (Form::Text(text), None, Some(n)) if text.file.is_some() => {
                if n >= text.own_levels() {
                    return Err(self.no_level(text.own_levels()));
                }
                let image = self.read_with(vec![Given::Own(n)], how)?.sound(quiet, &self.path)?;
                self.stage(image, mode)
            }
            (Form::Text(_), file, n) => {
                let place = file.map_or_else(|| load::numbered(&self.path, n.unwrap_or(0)), Path::to_owned);
                if level.is_none() && !place.is_file() {
                    let title = format!("there is no {} to play: name a level with --level", place.display());
                    return Err(Failure::Usage(title));
                }
                let image = self.image(vec![how.source(&place)?], how, quiet)?;
                self.stage(image, mode)
            }
        }
    }

    fn stage(&self, image: Arc<Image>, mode: Mode) -> Result<Stage, Failure> {
        let level = image.game().levels.first().cloned();
        Ok(Stage { level: level.ok_or_else(|| self.no_level(0))?, image, mode })
    }

    fn no_level(&self, levels: usize) -> Failure {
        let has = match levels {
            0 => "no levels: name a level file with --level".to_owned(),
            1 => "one level: number 0".to_owned(),
            n => format!("{n} levels: 0 to {}", n - 1),
        };
        Failure::Input(format!("{} has {has}", self.path.display()))
    }
}

impl File {
    /// The game of a Python source that is named, or the only one.
    fn of(path: &Path, source: &Source, name: Option<&str>) -> Result<Self, Failure> {
        let embedded::Strings { mut games, levels, composed } = embedded::find(&source.text);
        let names =
            |games: &[embedded::Embedded]| games.iter().map(|g| format!("`{}`", g.name)).collect::<Vec<_>>().join(", ");
        let path = path.display();
        let index = match name {
            _ if games.is_empty() && !composed.is_empty() => {
                let title = format!(
                    "{path} puts its games together from parts ({}), which is not done here",
                    composed.join(", ")
                );
                return Err(Failure::Input(title + ": print them with Python, to a file of their own"));
            }
            _ if games.is_empty() => {
                let title = format!("{path} holds no game: no string with a line `SpriteSet` is assigned to a name");
                return Err(Failure::Input(title));
            }
            Some(name) => games.iter().position(|g| g.name == name).ok_or_else(|| {
                Failure::Input(format!("{path} holds no game `{}`; it holds {}", name.escape_debug(), names(&games)))
            })?,
            None if games.len() > 1 => {
                return Err(Failure::Usage(format!("{path} holds {}: choose one with --game", names(&games))));
            }
            None => 0,
        };
        Ok(Self { source: source.clone(), game: games.swap_remove(index), levels })
    }
}

impl Text {
    fn own_levels(&self) -> usize {
        self.file.as_ref().map_or(0, |file| file.levels.len())
    }

    fn read(&self, levels: Vec<Given>, how: &How) -> Read {
        let level = |given: &Given| match given {
            Given::File(source) => source.clone(),
            Given::Own(i) => {
                let own = self.file.as_ref().and_then(|file| file.levels.get(*i));
                own.map_or_else(|| Source::new("", ""), |own| Source::new(own.name.as_str(), own.text.as_str()))
            }
        };
        let texts: Vec<Source> = levels.iter().map(level).collect();
        let mixed = self.told.as_ref().is_some_and(|d| d.level == Severity::Error);
        let py::Compiled { image, mut diagnostics } = match mixed {
            true => py::Compiled { image: None, diagnostics: Vec::new() },
            false => py::compile(&self.game, &texts, self.engine, how.old()),
        };
        diagnostics.splice(0..0, self.told.clone());
        let mut sources = vec![self.file.as_ref().map_or(&self.game, |file| &file.source).clone()];
        // Where each source of the reading is among these, and how its places are found there.
        let mut places = vec![(0, self.file.as_ref().map(|file| &file.game))];
        for given in levels {
            match given {
                Given::Own(i) => places.push((0, self.file.as_ref().and_then(|file| file.levels.get(i)))),
                Given::File(source) => {
                    places.push((sources.len(), None));
                    sources.push(source);
                }
            }
        }
        for d in &mut diagnostics {
            let Some((source, embedded)) = places.get(d.source) else { continue };
            d.source = *source;
            if let Some(embedded) = embedded {
                d.span = d.span.map(|span| embedded.in_file(span));
                d.related.iter_mut().for_each(|(span, _)| *span = embedded.in_file(*span));
                if d.span.is_none() {
                    d.message = format!("{} (`{}`)", d.message, embedded.name);
                }
            }
        }
        Read { image, diagnostics, sources }
    }
}

impl Read {
    /// The game; says what is wrong with it on the standard error.
    fn sound(mut self, quiet: bool, path: &Path) -> Result<Arc<Image>, Failure> {
        self.diagnostics.retain(|d| d.level == Severity::Error || (d.level == Severity::Warning && !quiet));
        if let Some((game, levels)) = self.sources.split_first() {
            load::report(&self.diagnostics, game, levels);
        }
        match self.image {
            Some(image) => Ok(image),
            None if !self.diagnostics.is_empty() => Err(Failure::Said),
            None => Err(Failure::Input(format!("{} does not compile", path.display()))),
        }
    }
}

/// A game with the level to play.
pub(crate) struct Stage {
    pub(crate) image: Arc<Image>,
    pub(crate) level: Level,
    mode: Mode,
}

impl Stage {
    pub(crate) fn start(&self, seed: i32) -> Result<State, Failure> {
        let start = State::start(&self.image, &self.level, i64::from(seed), self.mode);
        start.map_err(|e| Failure::Input(format!("level {} cannot start: {e}", self.level.name)))
    }
}

/// How values are read and numbers drawn.
pub(crate) fn mode(old: bool) -> Mode {
    let choice = if old { Choice::Python27 } else { Choice::Python3 };
    Mode { choice, hash_order: old, ..Mode::default() }
}

/// Who presses the keys.
pub(crate) enum Agent {
    Nil,
    Random(SplitMix64),
    Script(Option<Script>),
}

impl Agent {
    /// The agent that is named: `nil`, `random`, or a file of action letters.
    pub(crate) fn named(name: &str, seed: i32) -> Result<Self, Failure> {
        Ok(match name {
            "nil" => Agent::Nil,
            "random" => Agent::random(seed),
            other if agents::find(other).is_ok() => {
                let title = format!(
                    "the agent `{other}` plays games of GVGAI: `nil`, `random` and files of action letters play those of py-vgdl"
                );
                return Err(Failure::Usage(title));
            }
            file => {
                let path = Path::new(file);
                let text =
                    files::read(path).and_then(|bytes| files::text(path, bytes, false)).map_err(Failure::Input)?;
                let scripts = Script::read(&text).map_err(|e| Failure::Input(format!("{}:{e}", path.display())))?;
                Agent::Script(scripts.into_iter().next())
            }
        })
    }

    fn random(seed: i32) -> Self {
        Agent::Random(SplitMix64::new(u64::from(seed.cast_unsigned())))
    }

    /// The keys of the next tick.
    fn choose(&mut self, time: i32) -> Keys {
        let action = match self {
            Agent::Nil => Action::Nil,
            Agent::Random(generator) => {
                let choices = [Action::Nil, Action::Up, Action::Down, Action::Left, Action::Right, Action::Use];
                choices[(generator.next() >> 16) as usize % choices.len()]
            }
            Agent::Script(None) => Action::Nil,
            Agent::Script(Some(script)) => script.action(usize::try_from(time).unwrap_or(0)),
        };
        let names: &[&str] = match action {
            Action::Nil => &[],
            Action::Up => &["UP"],
            Action::Down => &["DOWN"],
            Action::Left => &["LEFT"],
            Action::Right => &["RIGHT"],
            Action::UpLeft => &["UP", "LEFT"],
            Action::UpRight => &["UP", "RIGHT"],
            Action::DownLeft => &["DOWN", "LEFT"],
            Action::DownRight => &["DOWN", "RIGHT"],
            Action::Use => &["SPACE"],
            Action::Escape => &["ESCAPE"],
        };
        names.iter().filter_map(|name| Keys::named(name)).fold(Keys::default(), Keys::and)
    }
}

fn over(state: &State) -> bool {
    state.end().is_some() || state.crash().is_some()
}

/// How a play is run and shown.
pub(crate) struct Plan<'p> {
    pub(crate) seed: i32,
    pub(crate) agent: &'p str,
    pub(crate) ticks: Option<u32>,
    pub(crate) json: bool,
    pub(crate) draw: bool,
}

/// `vgdl run`
pub(crate) fn run(path: &Path, stage: &Stage, plan: &Plan<'_>, out: &mut Out<'_>) -> Done {
    let mut state = stage.start(plan.seed)?;
    let mut agent = Agent::named(plan.agent, plan.seed)?;
    let looks = Looks::of_py(stage.image.game());
    let picture = |state: &State| {
        let (columns, rows) = state.grid();
        let sprites = state.sprites().map(|s| (s.type_id.index(), s.rect));
        let grid = [columns, rows].map(|n| u64::try_from(n).unwrap_or(0));
        looks.draw(grid, i64::from(state.block()), sprites, term::colour_out())
    };
    let mut played = 0;
    // Nothing ends a game that no one ends: a crash or an ending does, or the number of ticks.
    while !over(&state) && played < plan.ticks.unwrap_or(MOST_TICKS) {
        let keys = agent.choose(state.time());
        state.step(keys);
        played += 1;
        if plan.draw {
            writeln!(out, "tick {}  score {}\n{}", state.time(), state.score(), picture(&state).text)?;
        }
    }
    if plan.json {
        let crash = state.crash().map(|c| json!({ "class": c.class, "message": c.why, "tick": state.time() }));
        let (randoms, bits) = state.rng_calls();
        let object = json!({
            "game": path.display().to_string(),
            "dialect": Rules::Py(stage.image.game().engine).name(),
            "level": stage.level.name,
            "seed": plan.seed,
            "ticks": played,
            "score": state.final_score(),
            "winner": state.end().map_or(-1, i32::from),
            "over": over(&state),
            "rng_calls": [randoms, bits],
            "hash": hash_text(&state),
            "crash": crash,
        });
        writeln!(out, "{object}")?;
    } else {
        let picture = picture(&state);
        if !plan.draw {
            write!(out, "{}", picture.text)?;
        }
        writeln!(out, "{}", picture.legend)?;
        let outcome = match (state.crash(), state.end()) {
            (Some(_), _) => "stopped",
            (None, Some(true)) => "won",
            (None, Some(false)) => "lost",
            (None, None) => "not over",
        };
        let s = if played == 1 { "" } else { "s" };
        writeln!(out, "score {}: {outcome} after {played} tick{s}", state.final_score())?;
    }
    match state.crash() {
        None => Ok(()),
        Some(crash) => Err(Failure::Input(format!(
            "the game stopped in tick {}, as it does in the reference engine with {}: {}",
            state.time(),
            crash.class,
            crash.why
        ))),
    }
}

/// Ticks after which a play is stopped that nothing else ends.
const MOST_TICKS: u32 = 2000;

/// Ticks after which a measured play is started anew.
const LONGEST: u32 = 1000;

/// `vgdl bench`
pub(crate) fn bench(path: &Path, stage: &Stage, seed: i32, seconds: f64, as_json: bool, out: &mut Out<'_>) -> Done {
    let first = stage.start(seed)?;
    let mut agent = Agent::random(seed);
    let (mut state, mut age) = (first.clone(), 0);
    let (mut ticks, mut plays) = (0u64, 1u64);
    let mut middle = None;
    let length = Duration::from_secs_f64(seconds);
    let begin = Instant::now();
    while begin.elapsed() < length {
        for _ in 0..64 {
            if over(&state) || age == LONGEST {
                // Building a level draws numbers, so it is built with the next seed.
                state = stage.start(seed.wrapping_add(i32::try_from(plays).unwrap_or(0)))?;
                (plays, age) = (plays + 1, 0);
            }
            let keys = agent.choose(state.time());
            state.step(keys);
            (ticks, age) = (ticks + 1, age + 1);
            if ticks == 100 {
                middle = Some(state.clone());
            }
        }
    }
    let time = begin.elapsed().as_secs_f64();
    let middle = middle.unwrap_or(first);
    let copies = 1.0 / super::bench::time_each(Duration::from_secs_f64(seconds / 8.0), || black_box(&middle).clone());
    if as_json {
        let object = json!({
            "game": path.display().to_string(),
            "level": stage.level.name,
            "ticks": ticks,
            "plays": plays,
            "seconds": time,
            "ticks_per_second": ticks as f64 / time,
            "ns_per_tick": time * 1e9 / ticks as f64,
            "copies_per_second": copies,
        });
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "{:>12.0} ticks/s  ({:.0} ns a tick)", ticks as f64 / time, time * 1e9 / ticks as f64)?;
        writeln!(out, "{ticks:>12} ticks in {plays} plays, {time:.2} s")?;
        writeln!(out, "{copies:>12.0} copies/s")?;
    }
    Ok(())
}

/// `vgdl compile`
pub(crate) fn compile(path: &Path, image: &Image, out: &mut Out<'_>) -> Done {
    let bytes = image.game().to_bytes();
    // What cannot be read again is not written.
    if let Err(why) = Game::from_bytes(&bytes) {
        return Err(Failure::Input(format!("{} cannot be written: {why}", path.display())));
    }
    files::write(path, &bytes).map_err(Failure::Input)?;
    if !out.quiet {
        let game = image.game();
        let counts = [
            (game.types.len(), "type"),
            (game.rules.len(), "rule"),
            (game.ends.len(), "ending"),
            (game.levels.len(), "level"),
        ];
        write!(out, "wrote {}: {} bytes", path.display(), bytes.len())?;
        for (n, what) in counts {
            write!(out, ", {n} {what}{}", if n == 1 { "" } else { "s" })?;
        }
        writeln!(out)?;
    }
    Ok(())
}
