//! Observations: states as arrays.

use numpy::ndarray::IxDyn;
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use vgdl::render::Painter;
use vgdl::vm::batch::{Batch, Views};
use vgdl::vm::{State, Viewer};

use crate::error;
use crate::game::Shared;

/// The most numbers of an observation.
const MOST: usize = 1 << 28;

/// What a state is observed as.
#[derive(Clone, Debug)]
enum Kind {
    /// `[rows, columns, types]` bytes of 0 and 1.
    Planes,
    /// `[k]` floats.
    Features,
    /// `[height, width, 3]` bytes: red, green, blue.
    Pixels(Painter),
}

/// Looks at the states of one level.
#[derive(Clone, Debug)]
pub(crate) struct Eye {
    kind: Kind,
    viewer: Viewer,
    /// Planes as the machine writes them.
    own: [usize; 3],
    /// An observation as it is given.
    shape: Vec<usize>,
    /// Planes before they are padded.
    scratch: Vec<u8>,
}

/// What Python asks for.
pub(crate) struct Wish<'w> {
    /// `planes`, `features` or `pixels`.
    pub(crate) kind: &'w str,
    /// Least rows, columns and types of planes.
    pub(crate) pad: Option<Vec<usize>>,
    /// Pixels a cell.
    pub(crate) cell: u32,
    /// From whose eyes.
    pub(crate) player: Option<usize>,
}

impl Eye {
    /// Looks at states like the first.
    pub(crate) fn new(game: &Shared, first: &State, wish: Wish<'_>) -> PyResult<Self> {
        let (columns, rows) = first.grid();
        let own = [rows, columns, game.types.len()];
        if let Some(player) = wish.player.filter(|&p| p >= first.players()) {
            return Err(error::value(format!("there is no player {player}; the game has {}", first.players())));
        }
        let kind = match wish.kind {
            "planes" => Kind::Planes,
            "features" => Kind::Features,
            "pixels" => Kind::Pixels(game.painter(first, wish.cell)?),
            other => {
                let close = vgdl::diag::suggest::closest(other, ["planes", "features", "pixels"].into_iter());
                let close = close.map_or(String::new(), |c| format!("; did you mean `{c}`?"));
                return Err(error::value(format!(
                    "`{other}` is no kind of observation: there are `planes`, `features` and `pixels`{close}"
                )));
            }
        };
        let shape = match (&kind, wish.pad) {
            (Kind::Planes, pad) => padded(own, pad.as_deref())?,
            (Kind::Features | Kind::Pixels(_), Some(_)) => {
                return Err(error::value("only planes can be padded"));
            }
            (Kind::Features, None) => vec![first.image().features_len()],
            (Kind::Pixels(_), None) => vec![rows * wish.cell as usize, columns * wish.cell as usize, 3],
        };
        let viewer = wish.player.map_or(Viewer::All, Viewer::Player);
        Ok(Self { kind, viewer, own, shape, scratch: Vec::new() })
    }

    /// Its shape.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// From whose eyes it looks.
    pub(crate) fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn is_padded(&self) -> bool {
        self.shape != self.own
    }

    /// A state as a new array.
    pub(crate) fn look<'py>(&mut self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyAny>> {
        if let Kind::Features = self.kind {
            let array = PyArray1::<f32>::zeros(py, [self.shape[0]], false);
            state.write_features(self.viewer, array.readwrite().as_slice_mut()?).map_err(error::value)?;
            return Ok(array.into_any());
        }
        let array = PyArrayDyn::<u8>::zeros(py, IxDyn(&self.shape), false);
        let mut out = array.readwrite();
        match &self.kind {
            Kind::Planes if self.is_padded() => {
                self.scratch.resize(self.own.iter().product(), 0);
                state.write_planes(self.viewer, &mut self.scratch).map_err(error::value)?;
                pad(&self.scratch, self.own, &self.shape, out.as_slice_mut()?);
            }
            Kind::Planes => state.write_planes(self.viewer, out.as_slice_mut()?).map_err(error::value)?,
            Kind::Pixels(painter) => paint(painter, state, out.as_slice_mut()?),
            Kind::Features => {}
        }
        drop(out);
        Ok(array.into_any())
    }

    /// A new array of a shape. There may be no memory for it, which numpy itself tells.
    fn room<'py>(&self, py: Python<'py>, shape: &[usize]) -> PyResult<Room<'py>> {
        let zeros = |kind| py.import("numpy")?.call_method1("zeros", (PyTuple::new(py, shape)?, kind));
        Ok(match self.kind {
            Kind::Features => Room::Floats(zeros("float32")?.cast_into()?),
            Kind::Planes | Kind::Pixels(_) => Room::Bytes(zeros("uint8")?.cast_into()?),
        })
    }

    /// Where a batch writes while it steps.
    pub(crate) fn views<'v>(&'v mut self, plays: usize, out: &'v mut Open<'_>) -> PyResult<Views<'v>> {
        Ok(match (&self.kind, out) {
            (Kind::Planes, _) if self.is_padded() => {
                self.scratch.resize(plays * self.own.iter().product::<usize>(), 0);
                Views { planes: &mut self.scratch, ..Views::default() }
            }
            (Kind::Planes, Open::Bytes(out)) => Views { planes: out.as_slice_mut()?, ..Views::default() },
            (Kind::Features, Open::Floats(out)) => Views { features: out.as_slice_mut()?, ..Views::default() },
            _ => Views::default(),
        })
    }

    /// Writes what a batch does not write itself: padded planes and pictures.
    pub(crate) fn complete(&self, batch: &Batch, out: &mut Open<'_>) -> PyResult<()> {
        let Open::Bytes(out) = out else { return Ok(()) };
        let one: usize = self.shape.iter().product();
        let plays = out.as_slice_mut()?.chunks_exact_mut(one.max(1));
        match &self.kind {
            Kind::Planes if self.is_padded() => {
                let own: usize = self.own.iter().product();
                for (out, planes) in plays.zip(self.scratch.chunks_exact(own.max(1))) {
                    pad(planes, self.own, &self.shape, out);
                }
            }
            Kind::Pixels(painter) => {
                for (out, state) in plays.zip(batch.states()) {
                    paint(painter, state, out);
                }
            }
            Kind::Planes | Kind::Features => {}
        }
        Ok(())
    }
}

/// Memory of Python for the observations of many states.
pub(crate) enum Room<'py> {
    Bytes(Bound<'py, PyArrayDyn<u8>>),
    Floats(Bound<'py, PyArrayDyn<f32>>),
}

/// Arrays that were given away: one that nobody has any more is written to again. The memory of a new one costs as much as a
/// step.
#[derive(Default)]
pub(crate) struct Lent(Vec<Py<PyAny>>);

impl Lent {
    /// More than this are not kept in mind: who keeps so many keeps them all.
    const MOST: usize = 4;

    /// An array for the observations of so many states. What it holds is left of an earlier one.
    pub(crate) fn room<'py>(&mut self, py: Python<'py>, eye: &Eye, plays: usize) -> PyResult<Room<'py>> {
        let shape: Vec<usize> = std::iter::once(plays).chain(eye.shape.iter().copied()).collect();
        while let Some(place) = self.0.iter().position(|array| is_ours(py, array)) {
            match Room::again(self.0[place].bind(py), &shape) {
                Some(room) => return Ok(room),
                None => drop(self.0.swap_remove(place)),
            }
        }
        let room = eye.room(py, &shape)?;
        if self.0.len() < Self::MOST {
            self.0.push(room.as_any().clone().unbind());
        }
        Ok(room)
    }
}

/// Whether nobody else holds an object.
#[allow(unsafe_code)]
fn is_ours(_attached: Python<'_>, object: &Py<PyAny>) -> bool {
    // SAFETY: the object is alive, since we hold it, and whoever is attached to the interpreter may read its count.
    unsafe { pyo3::ffi::Py_REFCNT(object.as_ptr()) == 1 }
}

/// Such memory while it is written to.
pub(crate) enum Open<'py> {
    Bytes(PyReadwriteArrayDyn<'py, u8>),
    Floats(PyReadwriteArrayDyn<'py, f32>),
}

impl<'py> Room<'py> {
    /// An array that was given away and came back. Whoever had it may have given it another shape or type, or locked it:
    /// `None`.
    fn again(array: &Bound<'py, PyAny>, shape: &[usize]) -> Option<Self> {
        fn sound<'py, T: Element>(array: &Bound<'py, PyAny>, shape: &[usize]) -> Option<Bound<'py, PyArrayDyn<T>>> {
            let array = array.cast::<PyArrayDyn<T>>().ok()?;
            let same = array.shape() == shape && array.is_c_contiguous() && array.try_readwrite().is_ok();
            same.then(|| array.clone())
        }
        sound(array, shape).map(Room::Bytes).or_else(|| sound(array, shape).map(Room::Floats))
    }

    pub(crate) fn open(&self) -> Open<'py> {
        match self {
            Room::Bytes(array) => Open::Bytes(array.readwrite()),
            Room::Floats(array) => Open::Floats(array.readwrite()),
        }
    }

    fn as_any(&self) -> &Bound<'py, PyAny> {
        match self {
            Room::Bytes(array) => array.as_any(),
            Room::Floats(array) => array.as_any(),
        }
    }

    pub(crate) fn into_any(self) -> Bound<'py, PyAny> {
        match self {
            Room::Bytes(array) => array.into_any(),
            Room::Floats(array) => array.into_any(),
        }
    }
}

/// The shape of planes, padded.
fn padded(own: [usize; 3], pad: Option<&[usize]>) -> PyResult<Vec<usize>> {
    let mut shape = own.to_vec();
    let Some(pad) = pad else { return Ok(shape) };
    if !(2..=3).contains(&pad.len()) {
        return Err(error::value("pad is (rows, columns) or (rows, columns, types)"));
    }
    for ((side, &least), what) in shape.iter_mut().zip(pad).zip(["rows", "columns", "types"]) {
        if least < *side {
            return Err(error::value(format!("there are {side} {what}: they cannot be padded to {least}")));
        }
        *side = least;
    }
    match shape.iter().try_fold(1_usize, |n, &side| n.checked_mul(side)).filter(|&n| n <= MOST) {
        Some(_) => Ok(shape),
        None => Err(error::value(format!("an observation of more than {MOST} numbers is too large"))),
    }
}

/// Copies planes into the upper left of larger ones, which are 0 beyond.
fn pad(planes: &[u8], own: [usize; 3], shape: &[usize], out: &mut [u8]) {
    let [_, columns, types] = own;
    out.fill(0);
    let (Some(&wide), Some(&deep)) = (shape.get(1), shape.get(2)) else { return };
    for (row, out) in planes.chunks_exact((columns * types).max(1)).zip(out.chunks_exact_mut((wide * deep).max(1))) {
        for (cell, out) in row.chunks_exact(types.max(1)).zip(out.chunks_exact_mut(deep.max(1))) {
            out[..types].copy_from_slice(cell);
        }
    }
}

/// Paints a state: red, green and blue of each pixel.
pub(crate) fn paint(painter: &Painter, state: &State, out: &mut [u8]) {
    let picture = painter.paint_state(state).rgb();
    for (out, rgb) in out.chunks_exact_mut(3).zip(picture) {
        out.copy_from_slice(&rgb);
    }
}

/// A state as a new picture.
pub(crate) fn picture<'py>(
    py: Python<'py>,
    painter: &Painter,
    state: &State,
    cell: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let ((columns, rows), cell) = (state.grid(), cell as usize);
    let array = PyArrayDyn::<u8>::zeros(py, IxDyn(&[rows * cell, columns * cell, 3]), false);
    paint(painter, state, array.readwrite().as_slice_mut()?);
    Ok(array.into_any())
}
