//! Python binding of vgdl: games, states, and what the environments of the package are made of.
//!
//! Nothing is decided here: every class is a thin face of the library. Environments themselves are Python
//! (`vgdl/envs.py`), since they derive from classes of Gymnasium and PettingZoo; what they do in a step is one call of
//! `Play` or `Batch`.

mod action;
mod batch;
mod error;
mod eye;
mod game;
mod play;
mod state;

/// Compiler and virtual machine of the Video Game Description Language.
#[pyo3::pymodule]
mod _vgdl {
    #[pymodule_export]
    use super::batch::Batch;
    #[pymodule_export]
    use super::game::{Game, explain, games};
    #[pymodule_export]
    use super::play::Play;
    #[pymodule_export]
    use super::state::{Sprite, State};
}
