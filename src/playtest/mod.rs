//! Playtests.
