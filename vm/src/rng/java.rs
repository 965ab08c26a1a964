//! `java.util.Random`: a linear congruential generator of 48 bits.

/// The generator of the GVGAI dialect. Counts its draws, so that two engines can be compared draw by draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JavaRandom {
    state: u64,
    calls: u64,
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const ADDEND: u64 = 0xB;
const MASK: u64 = (1 << 48) - 1;

impl JavaRandom {
    /// `new Random(seed)`.
    #[must_use]
    pub fn new(seed: i32) -> Self {
        Self { state: (i64::from(seed) as u64 ^ MULTIPLIER) & MASK, calls: 0 }
    }

    /// The 48 bits.
    #[must_use]
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Draws so far: calls of `next`.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    #[inline]
    fn next(&mut self, bits: u32) -> i32 {
        self.calls += 1;
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(ADDEND) & MASK;
        (self.state >> (48 - bits)) as i32
    }

    /// `nextInt(bound)`: uniform in `0..bound`. One draw, seldom more. `bound` must be positive.
    #[inline]
    pub fn next_int(&mut self, bound: i32) -> i32 {
        debug_assert!(bound > 0);
        let mut bits = self.next(31);
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(bits)) >> 31) as i32;
        }
        loop {
            let value = bits % bound;
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
            bits = self.next(31);
        }
    }

    /// `nextFloat()`: uniform in [0, 1). One draw.
    #[inline]
    pub fn next_float(&mut self) -> f32 {
        self.next(24) as f32 / (1 << 24) as f32
    }

    /// `nextDouble()`: uniform in [0, 1). Two draws.
    #[inline]
    pub fn next_double(&mut self) -> f64 {
        self.next_53() as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// `nextDouble()` × 2⁵³, a whole number. Both draws are worked out from the same state, so that neither waits for the
    /// other.
    #[inline]
    pub(crate) fn next_53(&mut self) -> u64 {
        const SQUARED: u64 = MULTIPLIER.wrapping_mul(MULTIPLIER) & MASK;
        const ADDED: u64 = MULTIPLIER.wrapping_mul(ADDEND).wrapping_add(ADDEND) & MASK;
        let first = self.state.wrapping_mul(MULTIPLIER).wrapping_add(ADDEND) & MASK;
        self.state = self.state.wrapping_mul(SQUARED).wrapping_add(ADDED) & MASK;
        self.calls += 2;
        ((first >> 22) << 27) + (self.state >> 21)
    }
}

/// What [`JavaRandom::next_53`] has to be below, so that `nextDouble()` is below a probability.
#[must_use]
pub(crate) fn threshold(prob: f64) -> u64 {
    // Exact: powers of two only shift it, and what is below a number that is not whole is below the next whole one.
    (prob * (1u64 << 53) as f64).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_says_what_a_comparison_does() {
        let odd = [0.0, -1.0, f64::NAN, 1.0, 2.0, f64::MIN_POSITIVE, 1.0 - f64::EPSILON / 2.0, f64::INFINITY];
        for prob in odd.into_iter().chain((0..200).map(|i| f64::from(i) / 199.0)) {
            let (mut one, mut two) = (JavaRandom::new(3), JavaRandom::new(3));
            for _ in 0..200 {
                assert_eq!(one.next_double() < prob, two.next_53() < threshold(prob), "{prob}");
                assert_eq!(one, two);
            }
            // Next to a value that comes up.
            let x = two.next_double();
            for near in [x, x.next_up(), x.next_down()] {
                assert_eq!(x < near, ((x * (1u64 << 53) as f64) as u64) < threshold(near));
            }
        }
    }

    struct Known {
        seed: i32,
        of4: [i32; 12],
        of3: [i32; 12],
        floats: [u32; 4],
        doubles: [u64; 3],
        mixed: [i32; 9],
    }

    /// Measured on Java 17.
    const KNOWN: [Known; 3] = [
        Known {
            seed: 0,
            of4: [2, 3, 0, 2, 2, 1, 2, 0, 2, 3, 1, 1],
            of3: [0, 1, 1, 2, 2, 2, 2, 0, 0, 2, 2, 2],
            floats: [0x3f3b_20b4, 0x3f54_d951, 0x3e76_4f2c, 0x3f1b_3970],
            doubles: [0x3fe7_6416_8ea6_ca89, 0x3fce_c9e5_b367_2e14, 0x3fe4_65b9_3a78_ef81],
            mixed: [0, 3, 4, 0, 2, 3, 0, 0, 4],
        },
        Known {
            seed: 42,
            of4: [2, 0, 2, 0, 1, 3, 1, 2, 2, 0, 3, 1],
            of3: [2, 0, 0, 2, 0, 1, 2, 2, 1, 2, 2, 2],
            floats: [0x3f3a_419d, 0x3d5f_e8a0, 0x3f2e_e7bb, 0x3d44_5c00],
            doubles: [0x3fe7_4833_a06f_f457, 0x3fe5_dcf7_7862_2e01, 0x3fd3_c20f_3f12_bbb4],
            mixed: [0, 0, 3, 0, 1, 0, 0, 2, 4],
        },
        Known {
            seed: -1,
            of4: [1, 1, 0, 2, 2, 2, 1, 1, 3, 0, 3, 1],
            of3: [2, 2, 0, 2, 2, 0, 0, 0, 1, 1, 0, 2],
            floats: [0x3e89_b2d8, 0x3ee1_0e44, 0x3c49_0800, 0x3f0c_4bff],
            doubles: [0x3fd1_365b_2708_722c, 0x3f89_2101_1897_ff00, 0x3fe5_2fcb_ccce_6dda],
            mixed: [0, 1, 4, 0, 2, 3, 0, 1, 0],
        },
    ];

    #[test]
    fn numbers_are_those_of_java() {
        for known in &KNOWN {
            let draw = |bound: i32| {
                let mut rng = JavaRandom::new(known.seed);
                std::array::from_fn::<i32, 12, _>(|_| rng.next_int(bound))
            };
            assert_eq!(draw(4), known.of4, "nextInt(4), seed {}", known.seed);
            assert_eq!(draw(3), known.of3, "nextInt(3), seed {}", known.seed);
            let mut rng = JavaRandom::new(known.seed);
            assert_eq!(std::array::from_fn(|_| rng.next_float().to_bits()), known.floats);
            assert_eq!(rng.calls(), 4);
            let mut rng = JavaRandom::new(known.seed);
            assert_eq!(std::array::from_fn(|_| rng.next_double().to_bits()), known.doubles);
            assert_eq!(rng.calls(), 6);
            let mut rng = JavaRandom::new(known.seed);
            assert_eq!(std::array::from_fn(|i| rng.next_int([1, 4, 5][i % 3])), known.mixed);
        }
    }
}
