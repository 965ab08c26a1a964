//! Many plays at once, as a vector environment sees them.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use vgdl::vm::batch::{AutoReset, Batch as Plays, Buffers};
use vgdl::vm::ontology::Action;

use crate::eye::{Eye, Lent, Wish};
use crate::game::{self, Game, Shared};
use crate::state::{State, winner};
use crate::{action, error};

/// Many plays of a level for one player, stepped together without the interpreter's lock.
#[pyclass(module = "vgdl")]
pub(crate) struct Batch {
    shared: Arc<Shared>,
    plays: Plays,
    eye: Eye,
    lent: Lent,
    /// Threads of its own; without them those of the process.
    pool: Option<rayon::ThreadPool>,
    actions: Vec<Action>,
    rewards: Vec<f32>,
}

/// Observations, rewards, terminated, truncated.
type Step<'py> = (Bound<'py, PyAny>, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

/// Scores, how they stand, ticks.
type Standings<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i64>>);

#[pymethods]
impl Batch {
    /// Gets plays ready, one for each seed.
    ///
    /// :param autoreset: whether a play that is over begins anew in the next step
    /// :param threads: how many threads step them; without it as many as there are cores
    #[new]
    #[pyo3(signature = (game: "Game", level: "int | str | os.PathLike[str]", seeds: "typing.Sequence[int]", observation: "str",
                        pad: "typing.Sequence[int] | None", cell: "int", max_ticks: "int | None", autoreset: "bool",
                        threads: "int | None"))]
    #[allow(clippy::too_many_arguments, reason = "arguments of one Python call")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        level: &Bound<'_, PyAny>,
        seeds: Vec<i64>,
        observation: &str,
        pad: Option<Vec<usize>>,
        cell: u32,
        max_ticks: Option<u32>,
        autoreset: bool,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let game = game.get();
        let first = game.start(py, level, 0)?;
        if first.players() != 1 {
            return Err(error::value("vector environments are for games with one player"));
        }
        if seeds.is_empty() || max_ticks == Some(0) {
            return Err(error::value("a vector environment has at least one play, of at least one tick"));
        }
        let eye = Eye::new(&game.shared, &first, Wish { kind: observation, pad, cell, player: None })?;
        let seeds = seeds.into_iter().map(game::seed).collect::<PyResult<Vec<i32>>>()?;
        let mut plays = Plays::new(&first, &seeds);
        plays.set_max_ticks(max_ticks);
        plays.set_auto_reset(if autoreset { AutoReset::NextStep } else { AutoReset::Never });
        plays.set_viewer(eye.viewer());
        let pool = |n: usize| rayon::ThreadPoolBuilder::new().num_threads(n.clamp(1, 1024)).build();
        let pool = threads.map(pool).transpose().map_err(error::value)?;
        let n = seeds.len();
        let (actions, rewards) = (vec![Action::Nil; n], vec![0.0; n]);
        Ok(Self { shared: Arc::clone(&game.shared), plays, eye, lent: Lent::default(), pool, actions, rewards })
    }

    fn __len__(&self) -> usize {
        self.plays.len()
    }

    /// Shape of one observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.eye.shape().to_vec()
    }

    /// Begins plays anew, each with its seed.
    #[pyo3(signature = (plays: "typing.Sequence[int]", seeds: "typing.Sequence[int]") -> "None")]
    fn reset(&mut self, plays: Vec<usize>, seeds: Vec<i64>) -> PyResult<()> {
        let seeds = seeds.into_iter().map(game::seed).collect::<PyResult<Vec<i32>>>()?;
        if seeds.len() != plays.len() {
            return Err(error::value("one seed for each play"));
        }
        if let Some(play) = plays.iter().find(|&&play| play >= self.plays.len()) {
            return Err(error::value(format!("there is no play {play}")));
        }
        for (play, seed) in plays.into_iter().zip(seeds) {
            self.plays.reset(play, seed);
        }
        Ok(())
    }

    /// Observations of all plays, `[n, …]`.
    #[pyo3(signature = () -> "numpy.ndarray")]
    fn observe<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let room = self.lent.room(py, &self.eye, self.plays.len())?;
        let mut out = room.open();
        let views = self.eye.views(self.plays.len(), &mut out)?;
        self.plays.observe(views).map_err(error::value)?;
        self.eye.complete(&self.plays, &mut out)?;
        drop(out);
        Ok(room.into_any())
    }

    /// Plays a tick of every play: observations `[n, …]`, rewards, terminated and truncated, `[n]` each.
    ///
    /// :param actions: `[n]`, int64
    #[pyo3(signature = (actions: "numpy.ndarray") -> "tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray, numpy.ndarray]")]
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArray1<'py, i64>) -> PyResult<Step<'py>> {
        let n = self.plays.len();
        let given = actions.as_slice()?;
        if given.len() != n {
            return Err(error::value(format!("there are {n} plays, but {} actions", given.len())));
        }
        for (to, &number) in self.actions.iter_mut().zip(given) {
            *to = action::numbered(&self.shared.actions, number)?;
        }
        let room = self.lent.room(py, &self.eye, n)?;
        let rewards = PyArray1::<f64>::zeros(py, [n], false);
        let (ended, cut) = (PyArray1::<bool>::zeros(py, [n], false), PyArray1::<bool>::zeros(py, [n], false));
        {
            let mut out = room.open();
            let (mut ended, mut cut) = (ended.readwrite(), cut.readwrite());
            let (terminated, truncated) = (ended.as_slice_mut()?, cut.as_slice_mut()?);
            let views = self.eye.views(n, &mut out)?;
            let buffers = Buffers { rewards: &mut self.rewards, terminated, truncated, views };
            let (plays, actions, pool) = (&mut self.plays, &self.actions, &self.pool);
            let step = || plays.step(actions, buffers);
            let stepped = py.detach(|| match pool {
                Some(pool) => pool.install(step),
                None => step(),
            });
            stepped.map_err(error::value)?;
            self.eye.complete(&self.plays, &mut out)?;
        }
        for (to, &from) in rewards.readwrite().as_slice_mut()?.iter_mut().zip(&self.rewards) {
            *to = f64::from(from);
        }
        Ok((room.into_any(), rewards, ended, cut))
    }

    /// Scores (int64), how they stand (int8: -1 undecided, 0 lost, 1 won) and ticks played (int64) of all plays, `[n]` each.
    #[pyo3(signature = () -> "tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]")]
    fn standings<'py>(&self, py: Python<'py>) -> Standings<'py> {
        let states = || self.plays.states();
        (
            PyArray1::from_iter(py, states().map(|s| s.score(0).unwrap_or(0))),
            PyArray1::from_iter(py, states().map(|s| winner(s, 0))),
            PyArray1::from_iter(py, states().map(|s| i64::from(s.tick()) + 1)),
        )
    }

    /// A copy of the state of a play.
    #[pyo3(signature = (play: "int") -> "State")]
    fn state(&self, play: usize) -> PyResult<State> {
        let state = self.plays.state(play).ok_or_else(|| error::value(format!("there is no play {play}")))?;
        Ok(State::new(Arc::clone(&self.shared), state.clone()))
    }
}
