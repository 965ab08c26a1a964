//! Handlers.
pub(crate) mod bounce;
pub(crate) mod change;
pub(crate) mod kill;
pub(crate) mod motion;
pub(crate) mod resource;
pub(crate) mod spawn;
