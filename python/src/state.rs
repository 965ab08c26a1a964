//! States: one play each.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use vgdl::trace::canon;
use vgdl::vm::{self, Winner};

use crate::eye::{self, Eye, Wish};
use crate::game::{self, Shared};
use crate::{action, error};

/// One play of a level: the forward model.
///
/// Copies are cheap and independent, and carry the random generator: a copy that is given the same actions stays equal.
#[pyclass(module = "vgdl")]
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) shared: Arc<Shared>,
    pub(crate) state: vm::State,
}

impl State {
    pub(crate) fn new(shared: Arc<Shared>, state: vm::State) -> Self {
        Self { shared, state }
    }
}

/// How a play stands for a player, as a number: -1 undecided, 0 lost, 1 won.
pub(crate) fn winner(state: &vm::State, player: usize) -> i8 {
    state.winner(player).map_or(Winner::None.code(), Winner::code)
}

#[pymethods]
impl State {
    /// Plays one tick. Does nothing once the play is over.
    ///
    /// :param action: number or name of an action; with two players a sequence of two
    /// :raises ValueError: there is no such action
    #[pyo3(signature = (action: "int | str | typing.Sequence[int | str]") -> "None")]
    fn advance(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let players = self.state.players();
        let actions = action::all(&self.shared.actions, players, action)?;
        self.state.step(&actions[..players]);
        Ok(())
    }

    /// A copy.
    #[pyo3(signature = () -> "State")]
    fn copy(&self) -> Self {
        Self::new(Arc::clone(&self.shared), self.state.clone())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// Becomes a copy of another state of the same game, into memory that is there already.
    #[pyo3(signature = (other: "State") -> "None")]
    fn assign(&mut self, other: &Self) -> PyResult<()> {
        if !Arc::ptr_eq(&self.shared, &other.shared) {
            return Err(error::value("the other state is one of another game"));
        }
        self.state.clone_from(&other.state);
        Ok(())
    }

    /// Goes on with the random numbers of another seed.
    #[pyo3(signature = (seed: "int") -> "None")]
    fn reseed(&mut self, seed: i64) -> PyResult<()> {
        self.state.reseed(game::seed(seed)?);
        Ok(())
    }

    /// The state as an array.
    ///
    /// :param kind: `planes`: `[rows, columns, types]`, uint8, 1 where a sprite of the type touches the cell; `features`:
    ///     `[k]`, float32, named by `Game.feature_names`; `pixels`: `[rows * cell, columns * cell, 3]`, uint8
    /// :param pad: of planes: `(rows, columns)` or `(rows, columns, types)` to fill up to with zeros
    /// :param cell: of pixels: how many a cell is wide and high
    /// :param player: from whose eyes: what is hidden from the player is left out
    #[pyo3(signature = (kind: "str" = "planes", *, pad: "typing.Sequence[int] | None" = None, cell: "int" = 8,
                        player: "int | None" = None) -> "numpy.ndarray")]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        kind: &str,
        pad: Option<Vec<usize>>,
        cell: u32,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Eye::new(&self.shared, &self.state, Wish { kind, pad, cell, player })?.look(py, &self.state)
    }

    /// The state as a picture: `[rows * cell, columns * cell, 3]`, uint8.
    #[pyo3(signature = (cell: "int" = 24) -> "numpy.ndarray")]
    fn render<'py>(&self, py: Python<'py>, cell: u32) -> PyResult<Bound<'py, PyAny>> {
        eye::picture(py, &self.shared.painter(&self.state, cell)?, &self.state, cell)
    }

    /// The level as text, a character a cell; with a legend, and coloured for terminals on request.
    #[pyo3(signature = (*, legend: "bool" = false, colour: "bool" = false) -> "str")]
    fn text(&self, legend: bool, colour: bool) -> String {
        let picture = self.shared.looks.draw_state(&self.state, None, colour);
        if legend { format!("{}{}\n", picture.text, picture.legend) } else { picture.text }
    }

    fn __str__(&self) -> String {
        self.text(false, false)
    }

    /// A hash of everything that counts, as 16 hexadecimal digits: equal in equal states on every machine.
    #[pyo3(signature = () -> "str")]
    fn digest(&self) -> String {
        canon::hash_text(canon::hash(&self.state, &self.shared.types))
    }

    /// Score of the first player.
    #[getter]
    fn score(&self) -> Option<i64> {
        self.state.score(0)
    }

    /// Scores of all players; `None` for one whose avatar is gone for good.
    #[getter]
    fn scores(&self) -> Vec<Option<i64>> {
        (0..self.state.players()).map(|p| self.state.score(p)).collect()
    }

    /// Ticks played.
    #[getter]
    fn tick(&self) -> i64 {
        i64::from(self.state.tick()) + 1
    }

    /// Whether the play is over.
    #[getter]
    fn over(&self) -> bool {
        self.state.is_over()
    }

    /// How the play stands for the first player: -1 undecided, 0 lost, 1 won.
    #[getter]
    fn winner(&self) -> i8 {
        winner(&self.state, 0)
    }

    /// How the play stands for each player.
    #[getter]
    fn winners(&self) -> Vec<i8> {
        (0..self.state.players()).map(|p| winner(&self.state, p)).collect()
    }

    /// Why the play ended in the middle of a tick, if it did.
    #[getter]
    fn fault(&self) -> Option<String> {
        self.state.fault().map(|f| f.describe(self.shared.image.program()))
    }

    /// Names of the game's actions; those that the avatar does not have at the moment do nothing.
    #[getter]
    fn actions(&self) -> Vec<&'static str> {
        self.shared.actions.iter().map(|a| action::name(*a)).collect()
    }

    /// Columns and rows.
    #[getter]
    fn grid(&self) -> (usize, usize) {
        self.state.grid()
    }

    /// Pixels of the play a cell is wide and high.
    #[getter]
    fn block(&self) -> i32 {
        self.state.block()
    }

    /// The sprites, by type, then by id.
    ///
    /// :param kind: name of a type: only sprites that are directly of it
    /// :raises KeyError: there is no such type
    #[pyo3(signature = (kind: "str | None" = None) -> "list[Sprite]")]
    fn sprites(&self, kind: Option<&str>) -> PyResult<Vec<Sprite>> {
        let number = match kind {
            None => None,
            Some(name) => Some(self.shared.types.iter().position(|t| t == name).ok_or_else(|| {
                let close = vgdl::diag::suggest::closest(name, self.shared.types.iter().map(String::as_str));
                let close = close.map_or(String::new(), |c| format!("; did you mean `{c}`?"));
                pyo3::exceptions::PyKeyError::new_err(format!("there is no sprite type `{name}`{close}"))
            })?),
        };
        let wanted = |s: &vm::Sprite<'_>| number.is_none_or(|n| s.type_id.index() == n);
        Ok(self.state.sprites().filter(wanted).map(|s| Sprite::of(&self.shared, &s)).collect())
    }

    /// A player's avatar; `None` when it has none.
    #[pyo3(signature = (player: "int" = 0) -> "Sprite | None")]
    fn avatar(&self, player: usize) -> Option<Sprite> {
        self.state.avatar_sprite(player).map(|s| Sprite::of(&self.shared, &s))
    }

    #[pyo3(signature = () -> "typing.NoReturn")]
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a state cannot be pickled: pickle the game, the seed and the actions, and play them again",
        ))
    }

    fn __repr__(&self) -> String {
        let (tick, scores) = (self.tick(), self.scores());
        let scores: Vec<String> = scores.iter().map(|s| s.map_or("gone".to_owned(), |s| s.to_string())).collect();
        let over = if self.over() { ", over" } else { "" };
        format!("<vgdl.State: tick {tick}, score {}{over}>", scores.join(", "))
    }
}

/// A sprite as it stood when it was asked for.
#[pyclass(frozen, get_all, module = "vgdl")]
#[derive(Debug)]
pub(crate) struct Sprite {
    /// Running number in the play; stable for the sprite's life.
    id: u32,
    /// Name of its type.
    kind: String,
    /// Number of its type.
    number: usize,
    /// Left edge, in pixels of the play (`State.block` a cell).
    x: i32,
    /// Upper edge, in pixels.
    y: i32,
    /// Width, in pixels.
    width: i32,
    /// Height, in pixels.
    height: i32,
    /// Where it looks, if it is oriented: a vector, y downwards.
    orientation: Option<(f64, f64)>,
    /// Cells (grid physics) or pixels (continuous physics) a tick.
    speed: f64,
    /// Health points.
    health: i32,
    /// Whether it is an avatar that was killed.
    disabled: bool,
    /// What it holds: amount by name of the resource.
    resources: std::collections::BTreeMap<String, i32>,
}

impl Sprite {
    fn of(shared: &Shared, s: &vm::Sprite<'_>) -> Self {
        let name = |t: usize| shared.types.get(t).cloned().unwrap_or_default();
        Self {
            id: s.id,
            kind: name(s.type_id.index()),
            number: s.type_id.index(),
            x: s.rect.x,
            y: s.rect.y,
            width: s.rect.w,
            height: s.rect.h,
            orientation: s.orientation,
            speed: s.speed,
            health: s.health,
            disabled: s.disabled,
            resources: s.resources().map(|(t, n)| (name(t.index()), n)).collect(),
        }
    }
}

#[pymethods]
impl Sprite {
    fn __repr__(&self) -> String {
        format!("<vgdl.Sprite: {} {} at ({}, {})>", self.kind, self.id, self.x, self.y)
    }
}
