//! One play as an environment sees it: begun, stepped and observed in single calls.

use std::sync::Arc;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use pyo3::{IntoPyObjectExt, intern};
use vgdl::vm;
use vgdl::vm::ontology::Action;

use crate::error;
use crate::eye::{Eye, Wish};
use crate::game::{self, Game, Shared};
use crate::state::{State, winner};
use crate::{action, eye};

/// What an environment steps. Used by `vgdl.envs`; `State` is what programs of other kinds want.
#[pyclass(module = "vgdl")]
pub(crate) struct Play {
    shared: Arc<Shared>,
    first: vm::State,
    state: vm::State,
    /// An eye for each player.
    eyes: Vec<Eye>,
    /// What a player's score was when last looked at: players that have none keep it.
    scores: [i64; 2],
    max_ticks: Option<i64>,
    names: Py<PyList>,
    /// Whether it has begun and is not over.
    open: bool,
}

impl Play {
    fn scores(&self) -> [i64; 2] {
        [0, 1].map(|p| self.state.score(p).unwrap_or(self.scores[p]))
    }

    fn truncated(&self) -> bool {
        let age = i64::from(self.state.tick()) - i64::from(self.first.tick());
        !self.state.is_over() && self.max_ticks.is_some_and(|most| age >= most)
    }

    /// Plays a tick; what each player's score changed by.
    fn tick(&mut self, actions: &[Action]) -> PyResult<[i64; 2]> {
        if !self.open {
            return Err(PyRuntimeError::new_err("the episode is over, or has not begun: call reset()"));
        }
        let before = self.scores;
        self.state.step(actions);
        self.scores = self.scores();
        self.open = !(self.state.is_over() || self.truncated());
        Ok([0, 1].map(|p| self.scores[p].wrapping_sub(before[p])))
    }

    fn info<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "score"), self.scores[player])?;
        info.set_item(intern!(py, "winner"), winner(&self.state, player))?;
        info.set_item(intern!(py, "tick"), self.state.tick() + 1)?;
        info.set_item(intern!(py, "types"), &self.names)?;
        if let Some(fault) = self.state.fault() {
            info.set_item(intern!(py, "fault"), fault.describe(self.shared.image.program()))?;
        }
        Ok(info)
    }
}

/// Observation, reward, terminated, truncated, info.
type Step<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

#[pymethods]
impl Play {
    /// Gets a level ready to be played.
    ///
    /// With one player everything is observed. With two, each is shown what is not hidden from it.
    #[new]
    #[pyo3(signature = (game: "Game", level: "int | str | os.PathLike[str]", observation: "str", pad: "typing.Sequence[int] | None",
                        cell: "int", max_ticks: "int | None"))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        level: &Bound<'_, PyAny>,
        observation: &str,
        pad: Option<Vec<usize>>,
        cell: u32,
        max_ticks: Option<i64>,
    ) -> PyResult<Self> {
        if max_ticks.is_some_and(|n| n < 1) {
            return Err(error::value("max_ticks is at least 1"));
        }
        let game = game.get();
        let first = game.start(py, level, 0)?;
        let players = first.players();
        let eye = |p: usize| {
            let wish = Wish { kind: observation, pad: pad.clone(), cell, player: (players > 1).then_some(p) };
            Eye::new(&game.shared, &first, wish)
        };
        let eyes = (0..players).map(eye).collect::<PyResult<Vec<_>>>()?;
        Ok(Self {
            shared: Arc::clone(&game.shared),
            state: first.clone(),
            eyes,
            scores: [0; 2],
            max_ticks,
            names: PyList::new(py, &game.shared.types)?.unbind(),
            open: false,
            first,
        })
    }

    /// Shape of an observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.eyes.first().map_or_else(Vec::new, |eye| eye.shape().to_vec())
    }

    /// Begins anew with a seed.
    #[pyo3(signature = (seed: "int") -> "None")]
    fn reset(&mut self, seed: i64) -> PyResult<()> {
        let seed = game::seed(seed)?;
        self.state.clone_from(&self.first);
        self.state.reseed(seed);
        self.scores = [0; 2];
        self.scores = self.scores();
        self.open = !self.state.is_over();
        Ok(())
    }

    /// Observation and info of a player.
    #[pyo3(signature = (player: "int" = 0) -> "tuple[numpy.ndarray, dict[str, typing.Any]]")]
    fn look<'py>(&mut self, py: Python<'py>, player: usize) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let Self { eyes, state, .. } = self;
        let Some(eye) = eyes.get_mut(player) else { return Err(error::value(format!("there is no player {player}"))) };
        Ok((eye.look(py, state)?, self.info(py, player)?))
    }

    /// Plays a tick of a game for one: observation, reward, terminated, truncated, info.
    #[pyo3(signature = (action: "int | str") -> "tuple[numpy.ndarray, float, bool, bool, dict[str, typing.Any]]")]
    fn step<'py>(&mut self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let action = action::one(&self.shared.actions, action)?;
        let [reward, _] = self.tick(&[action])?;
        let (observation, info) = self.look(py, 0)?;
        Ok((observation, reward as f64, self.state.is_over(), self.truncated(), info))
    }

    /// Plays a tick for all players: rewards, terminated, truncated.
    #[pyo3(signature = (actions: "typing.Sequence[int]") -> "tuple[list[float], bool, bool]")]
    fn step_all(&mut self, actions: &Bound<'_, PyAny>) -> PyResult<(Vec<f64>, bool, bool)> {
        let players = self.state.players();
        let actions = action::all(&self.shared.actions, players, actions)?;
        let rewards = self.tick(&actions[..players])?;
        Ok((rewards[..players].iter().map(|&r| r as f64).collect(), self.state.is_over(), self.truncated()))
    }

    /// A copy of the state.
    #[pyo3(signature = () -> "State")]
    fn state(&self) -> State {
        State::new(Arc::clone(&self.shared), self.state.clone())
    }

    /// Goes on from a state of the same game and a level of the same size.
    #[pyo3(signature = (state: "State") -> "None")]
    fn restore(&mut self, state: &State) -> PyResult<()> {
        if !Arc::ptr_eq(&self.shared, &state.shared) {
            return Err(error::value("the state is one of another game"));
        }
        if state.state.grid() != self.first.grid() {
            return Err(error::value("the state is one of a level of another size"));
        }
        self.state.clone_from(&state.state);
        self.scores = self.scores();
        self.open = !(self.state.is_over() || self.truncated());
        Ok(())
    }

    /// The state as a picture: `[rows * cell, columns * cell, 3]`, uint8.
    #[pyo3(signature = (cell: "int") -> "numpy.ndarray")]
    fn render<'py>(&self, py: Python<'py>, cell: u32) -> PyResult<Bound<'py, PyAny>> {
        eye::picture(py, &self.shared.painter(&self.state, cell)?, &self.state, cell)
    }

    /// The level as text.
    #[pyo3(signature = (*, legend: "bool" = false, colour: "bool" = false) -> "str")]
    fn text(&self, legend: bool, colour: bool) -> String {
        let picture = self.shared.looks.draw_state(&self.state, None, colour);
        if legend { format!("{}{}\n", picture.text, picture.legend) } else { picture.text }
    }

    /// Whether a step can be made.
    #[getter]
    fn open(&self) -> bool {
        self.open
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.state().into_py_any(py)?.bind(py).repr().map(|r| r.to_string())
    }
}
