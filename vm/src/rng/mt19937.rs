//! The Mersenne Twister MT19937 as CPython's `random` module has it.

/// Words of its state.
const N: usize = 624;
const M: usize = 397;

/// How `random.choice` picks: it changed from Python 2.7 to 3.2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Choice {
    /// `getrandbits` of as many bits as the length has, until one is below it.
    #[default]
    Python3,
    /// `int(random() * n)`.
    Python27,
}

/// The generator of the py-vgdl dialects. Counts its draws, so that two engines can be compared draw by draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mt19937 {
    words: [u32; N],
    at: usize,
    choice: Choice,
    randoms: u64,
    bits: u64,
}

impl Mt19937 {
    /// `random.seed(seed)` for a whole number: the 32-bit digits of its absolute value are the key.
    #[must_use]
    pub fn new(seed: i64, choice: Choice) -> Self {
        let n = seed.unsigned_abs();
        let key = [n as u32, (n >> 32) as u32];
        let key = if key[1] == 0 { &key[..1] } else { &key[..] };
        let mut words = [0_u32; N];
        words[0] = 19_650_218;
        for i in 1..N {
            words[i] = 1_812_433_253_u32.wrapping_mul(words[i - 1] ^ (words[i - 1] >> 30)).wrapping_add(i as u32);
        }
        let (mut i, mut j) = (1, 0);
        let mix =
            |words: &[u32; N], i: usize, by: u32| words[i] ^ (words[i - 1] ^ (words[i - 1] >> 30)).wrapping_mul(by);
        for _ in 0..N {
            words[i] = mix(&words, i, 1_664_525).wrapping_add(key[j]).wrapping_add(j as u32);
            i += 1;
            j = (j + 1) % key.len();
            if i == N {
                words[0] = words[N - 1];
                i = 1;
            }
        }
        for _ in 1..N {
            words[i] = mix(&words, i, 1_566_083_941).wrapping_sub(i as u32);
            i += 1;
            if i == N {
                words[0] = words[N - 1];
                i = 1;
            }
        }
        words[0] = 0x8000_0000;
        Self { words, at: N, choice, randoms: 0, bits: 0 }
    }

    /// Calls of `random()` and of `getrandbits()` so far.
    #[must_use]
    pub fn calls(&self) -> (u64, u64) {
        (self.randoms, self.bits)
    }

    #[cold]
    fn refill(&mut self) {
        let w = &mut self.words;
        for i in 0..N {
            let y = (w[i] & 0x8000_0000) | (w[(i + 1) % N] & 0x7fff_ffff);
            let odd = if y & 1 == 0 { 0 } else { 0x9908_b0df };
            w[i] = w[(i + M) % N] ^ (y >> 1) ^ odd;
        }
        self.at = 0;
    }

    #[inline]
    fn next(&mut self) -> u32 {
        if self.at >= N {
            self.refill();
        }
        let mut y = self.words[self.at];
        self.at += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }

    /// `random()`: uniform in [0, 1), 53 bits. Two words.
    #[inline]
    pub fn random(&mut self) -> f64 {
        self.randoms += 1;
        let (a, b) = (self.next() >> 5, self.next() >> 6);
        (f64::from(a) * 67_108_864.0 + f64::from(b)) * (1.0 / 9_007_199_254_740_992.0)
    }

    /// The place that `choice` picks in a list of so many, which is not empty.
    #[inline]
    pub fn choose(&mut self, n: usize) -> usize {
        debug_assert!(n > 0);
        match self.choice {
            Choice::Python27 => (self.random() * n as f64) as usize,
            Choice::Python3 => {
                let bits = usize::BITS - n.leading_zeros();
                loop {
                    self.bits += 1;
                    // Lists are far shorter than 2³²: one word is enough.
                    let x = (self.next() >> (32 - bits.min(32))) as usize;
                    if x < n {
                        return x;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What CPython prints for `random.seed(s)` and three times `random.random()`.
    #[test]
    fn numbers_are_cpythons() {
        let known: [(i64, [f64; 3]); 4] = [
            (0, [0.8444218515250481, 0.7579544029403025, 0.420571580830845]),
            (1, [0.13436424411240122, 0.8474337369372327, 0.763774618976614]),
            (-1, [0.13436424411240122, 0.8474337369372327, 0.763774618976614]),
            (1 << 40, [0.1036394562812375, 0.6705558677439764, 0.4266543913526999]),
        ];
        for (seed, numbers) in known {
            let mut rng = Mt19937::new(seed, Choice::Python3);
            assert_eq!(numbers, [(); 3].map(|()| rng.random()), "seed {seed}");
            assert_eq!(rng.calls(), (3, 0));
        }
    }

    /// What CPython 3 prints for `random.seed(7); [random.choice(range(n)) for n in (1, 2, 3, 4, 5, 1000)]`.
    #[test]
    fn choices_are_cpythons() {
        let mut rng = Mt19937::new(7, Choice::Python3);
        let lengths = [1, 2, 3, 4, 5, 1000];
        assert_eq!(lengths.map(|n| rng.choose(n)), [0, 0, 1, 0, 0, 840]);
        assert_eq!(rng.calls(), (0, 8));
        let mut rng = Mt19937::new(7, Choice::Python27);
        assert_eq!(lengths.map(|n| rng.choose(n)), [0, 0, 1, 0, 2, 365]);
        assert_eq!(rng.calls(), (6, 0));
    }
}
