//! The games that the bench `limit` has written by hand play as the virtual machine does.

#[path = "../../benches/limit/hand/mod.rs"]
mod hand;

use hand::proof::{LONG, RANDOM, SEEDS, STEADY, prove};
use hand::{chase, pusher, rocks, shooter};

/// Ticks that a game with so many levels, and so many for trial, is compared for.
fn all(levels: usize, trials: usize) -> usize {
    SEEDS as usize * (levels * (RANDOM.ticks + STEADY.ticks) + trials * LONG.ticks)
}

#[test]
fn a_shooter_written_by_hand_plays_the_same() {
    assert_eq!(prove::<shooter::Shooter>(), all(3, 0));
}

#[test]
fn a_box_pusher_written_by_hand_plays_the_same() {
    assert_eq!(prove::<pusher::Pusher>(), all(3, 1));
}

#[test]
fn falling_rocks_written_by_hand_play_the_same() {
    assert_eq!(prove::<rocks::Rocks>(), all(3, 2));
}

#[test]
fn a_chase_written_by_hand_plays_the_same() {
    assert_eq!(prove::<chase::Chase>(), all(2, 2));
}
