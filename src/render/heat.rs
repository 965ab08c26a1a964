//! Heat maps: how often cells were visited, as colours over a picture of the level.

use super::{Picture, Pixels};
use crate::visits::Visits;

/// How counts become colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Each doubling is the same step of colour.
    #[default]
    Log,
    /// Each visit is the same step of colour.
    Linear,
}

/// From few visits to many: ever lighter, so that it reads without colours too.
const RAMP: [[u8; 3]; 6] =
    [[48, 18, 92], [62, 62, 150], [36, 118, 152], [38, 160, 120], [136, 202, 70], [252, 232, 64]];

/// Steps between two colours of the ramp.
const STEPS: u64 = 51;

/// A colour of the ramp, 0 for the darkest and 255 for the lightest.
#[must_use]
pub fn colour(heat: u8) -> [u8; 3] {
    let (at, part) = (usize::from(heat) / STEPS as usize, u64::from(heat) % STEPS);
    let next = (at + 1).min(RAMP.len() - 1);
    std::array::from_fn(|i| ((u64::from(RAMP[at][i]) * (STEPS - part) + u64::from(RAMP[next][i]) * part) / STEPS) as u8)
}

/// The heat of a cell with `count` visits, where `most` is the highest count: from 0 for one visit to 255.
#[must_use]
pub fn heat(count: u64, most: u64, scale: Scale) -> u8 {
    let most = most.max(count).max(2);
    // Whole numbers alone, that the picture is the same everywhere: the logarithm is straight between powers of two.
    let size = |n: u64| match scale {
        Scale::Linear => u128::from(n.max(1)) - 1,
        Scale::Log => {
            let n = u128::from(n.max(1));
            let power = n.ilog2();
            (u128::from(power) << 32) + (((n - (1 << power)) << 32) >> power)
        }
    };
    (size(count) * 255 / size(most)) as u8
}

/// Lays the colours of visited cells over a picture of the level, in greys, that shows through by a quarter.
#[must_use]
pub fn over(level: &Picture, visits: &Visits, scale: Scale) -> Picture {
    let (columns, rows) = visits.grid();
    let (width, height) = (level.width as usize, level.height as usize);
    let most = visits.most();
    let mut pixels = level.rgb();
    for (i, pixel) in pixels.iter_mut().enumerate() {
        *pixel = [grey(*pixel); 3];
        let (x, y) = (i % width, i / width);
        let count = visits.at(x * columns / width, y * rows / height);
        if count > 0 {
            let hot = colour(heat(count, most, scale));
            *pixel = std::array::from_fn(|i| ((u32::from(hot[i]) * 3 + u32::from(pixel[i])) / 4) as u8);
        }
    }
    Picture { width: level.width, height: level.height, pixels: Pixels::True(pixels) }
}

/// The grey that is as light as a colour.
#[must_use]
pub fn grey([r, g, b]: [u8; 3]) -> u8 {
    ((2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b)) / 10_000) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_visits_are_lighter() {
        let light = |[r, g, b]: [u8; 3]| 2126 * u32::from(r) + 7152 * u32::from(g) + 722 * u32::from(b);
        // Colours are whole numbers: one step alone may round down.
        assert!((0..=251).all(|heat| light(colour(heat)) < light(colour(heat + 4))));
        assert_eq!((colour(0), colour(255)), (RAMP[0], RAMP[5]));
    }

    #[test]
    fn doublings_are_steps() {
        assert_eq!([1, 2, 4, 8, 16].map(|n| heat(n, 16, Scale::Log)), [0, 63, 127, 191, 255]);
        assert_eq!([1, 6, 11].map(|n| heat(n, 11, Scale::Linear)), [0, 127, 255]);
        for scale in [Scale::Log, Scale::Linear] {
            assert!((1..2000).all(|n| heat(n, 2000, scale) <= heat(n + 1, 2000, scale)));
            assert_eq!((heat(1, 1, scale), heat(u64::MAX, u64::MAX, scale), heat(9, 3, scale)), (0, 255, 255));
        }
    }
}
