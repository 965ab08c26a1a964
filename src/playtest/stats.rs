//! Numbers that sum up many plays.

use serde::Serialize;

/// Some numbers, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The mean.
    pub mean: f64,
    /// The least.
    pub least: i64,
    /// A quarter of the numbers is less.
    pub lower: f64,
    /// Half of the numbers are less.
    pub median: f64,
    /// A quarter of the numbers is more.
    pub upper: f64,
    /// The most.
    pub most: i64,
}

impl Summary {
    /// Sums up; `None` if there are no numbers.
    #[must_use]
    pub fn of(numbers: &[i64]) -> Option<Self> {
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        let (&least, &most) = (sorted.first()?, sorted.last()?);
        let mean = sorted.iter().map(|&n| n as f64).sum::<f64>() / sorted.len() as f64;
        // Between two numbers, the place decides how much of each.
        let at = |share: f64| {
            let place = share * (sorted.len() - 1) as f64;
            let (below, above) = (sorted[place.floor() as usize] as f64, sorted[place.ceil() as usize] as f64);
            below + (above - below) * place.fract()
        };
        Some(Self { mean, least, lower: at(0.25), median: at(0.5), upper: at(0.75), most })
    }
}

/// How often something happened, of so many times, and how often it may be expected to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// How often.
    pub count: u32,
    /// Share, from 0 to 1.
    pub rate: f64,
    /// Interval that holds the true share with a confidence of 95 % (Wilson's).
    pub interval: [f64; 2],
}

impl Rate {
    /// The rate of `count` in `of`.
    #[must_use]
    pub fn of(count: u32, of: u32) -> Self {
        if of == 0 {
            return Self { count, rate: 0.0, interval: [0.0, 1.0] };
        }
        let (n, p) = (f64::from(of), f64::from(count) / f64::from(of));
        let z = 1.959_963_984_540_054_f64;
        let (zz, scale) = (z * z, 1.0 + z * z / n);
        let middle = (p + zz / (2.0 * n)) / scale;
        let half = z * (p * (1.0 - p) / n + zz / (4.0 * n * n)).sqrt() / scale;
        let low = if count == 0 { 0.0 } else { middle - half };
        let high = if count == of { 1.0 } else { middle + half };
        Self { count, rate: p, interval: [low.max(0.0), high.min(1.0)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_those_of_a_textbook() {
        let s = Summary::of(&[4, 1, 3, 2]).expect("numbers");
        assert_eq!((s.least, s.lower, s.median, s.upper, s.most, s.mean), (1, 1.75, 2.5, 3.25, 4, 2.5));
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[-7]).expect("a number").median, -7.0);
    }

    #[test]
    fn intervals_are_wilsons() {
        // Known from tables: 2 of 10 and 0 of 10.
        let [low, high] = Rate::of(2, 10).interval;
        assert!((low - 0.0567).abs() < 5e-4 && (high - 0.5098).abs() < 5e-4, "{low} {high}");
        let [low, high] = Rate::of(0, 10).interval;
        assert!(low == 0.0 && (high - 0.2775).abs() < 5e-4, "{low} {high}");
        assert_eq!(Rate::of(5, 5).interval[1], 1.0);
        assert_eq!(Rate::of(0, 0).interval, [0.0, 1.0]);
    }
}
