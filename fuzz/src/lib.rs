//! What the fuzz targets do. The bodies are shared with `tests/it`, which replays seeds and findings as ordinary tests.

#[path = "../../tests/it/fuzz/bodies.rs"]
mod bodies;

/// A game text, and after a zero byte a level.
pub fn text(data: &[u8]) {
    bodies::text(data);
}

/// A module of the Game Design Language.
pub fn module(data: &[u8]) {
    bodies::module(data);
}

/// A level of a fixed game.
pub fn level(data: &[u8]) {
    bodies::level(data);
}

/// The bytes of a compiled program.
pub fn container(data: &[u8]) {
    bodies::container(data);
}

/// A trace that is not packed.
pub fn trace(data: &[u8]) {
    bodies::trace(data);
}
