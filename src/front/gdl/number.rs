//! Numbers as they are written, dice, interpolation, and numbers rounded by chance.

use super::Dialect;
use super::value::Value;

/// What is wrong with a number, though it has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Signs, points or a `d` where none can be: an error in the page dialect.
    Malformed,
    /// More than two digits after the point.
    Decimals,
    /// A sign or a point without any digit.
    Empty,
    /// Dice beyond what is packed; with what is.
    Dice(&'static str),
}

/// Reads a number: its value, and its flaws. The text starts with a digit, a sign or a point and goes on with those and `d`,
/// and may end with `%`.
#[must_use]
pub fn parse(text: &str) -> (i32, Vec<Flaw>) {
    let text = text.trim_end_matches('%');
    let mut flaws = Vec::new();
    let mut flaw = |what: Flaw| {
        if !flaws.contains(&what) {
            flaws.push(what);
        }
    };
    // What each part of `NdM+K` came to; without dice the number is in `last`.
    let (mut count, mut faces) = (None::<i64>, None::<i64>);
    let (mut last, mut factor, mut points, mut digits) = (0i64, 1i64, 0, 0);
    let mut signs = 0;
    let (mut negative, mut minus_addend, mut addend, mut decimals) = (false, false, false, 0);
    for (i, c) in text.chars().enumerate() {
        match c {
            '-' if i == 0 => negative = true,
            '+' if i == 0 => {}
            '0'..='9' => {
                last = (last * 10 + i64::from(c as u8 - b'0')).min(i64::from(i32::MAX));
                digits += 1;
                if points > 0 {
                    decimals += 1;
                    factor = (factor / 10).max(1);
                }
            }
            '.' => {
                if points > 0 || count.is_some() {
                    flaw(Flaw::Malformed);
                }
                points += 1;
                factor = 100;
                decimals = 0;
            }
            'd' => {
                if count.is_some() || points > 0 {
                    flaw(Flaw::Malformed);
                }
                (count, faces, last) = (Some(last), None, 0);
            }
            _ => {
                signs += usize::from(count.is_none());
                if addend && count.is_some() {
                    flaw(Flaw::Malformed);
                }
                addend = true;
                minus_addend = c == '-';
                faces = Some(last);
                last = 0;
            }
        }
    }
    if digits == 0 {
        flaw(Flaw::Empty);
    } else if signs > 0 {
        flaw(Flaw::Malformed);
    }
    if decimals > 2 {
        flaw(Flaw::Decimals);
    }
    let value = match count {
        Some(count) => {
            let (faces, addend) = faces.map_or((last, 0), |faces| (faces, last));
            let dice = Packing { count, faces, addend, negative, minus_addend };
            dice.flaws(&mut flaws);
            dice.pack()
        }
        None => {
            let value = (last * factor).min(i64::from(i32::MAX));
            (if negative { -value } else { value }) as i32
        }
    };
    (value, flaws)
}

/// `NdM+K` as it was written.
struct Packing {
    count: i64,
    faces: i64,
    /// Without its sign.
    addend: i64,
    negative: bool,
    minus_addend: bool,
}

impl Packing {
    fn flaws(&self, flaws: &mut Vec<Flaw>) {
        if self.count == 0 {
            return;
        }
        if !(1..=8).contains(&self.count) {
            flaws.push(Flaw::Dice("there are 1 to 8 dice"));
        }
        if !(2..=17).contains(&self.faces) {
            flaws.push(Flaw::Dice("dice have 2 to 17 faces"));
        }
        let addends = if self.minus_addend { 1..=128 } else { 0..=127 };
        if !addends.contains(&self.addend) {
            flaws.push(Flaw::Dice("what is added is 0 to 127, or -1 to -128"));
        }
        if self.negative && !self.minus_addend && self.addend > 0 {
            flaws.push(Flaw::Dice("what is added to a negative number of dice cannot be positive"));
        }
    }

    /// Excess bits reach the fields above.
    fn pack(&self) -> i32 {
        if self.count == 0 {
            return 0;
        }
        let minus = self.negative || self.minus_addend;
        let addend = self.addend - i64::from(self.minus_addend && !self.negative);
        let top: i64 = if minus { 0x8000 } else { 0x4000 };
        let packed = top | (self.count - 1).wrapping_shl(11) | (self.faces - 2).wrapping_shl(7) | (addend & 0x7f);
        i32::from(packed as i16)
    }
}

/// Dice in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// How many; 0 if the number is a plain one.
    pub count: i32,
    /// How many faces each has; 0 for a plain number.
    pub faces: i32,
    /// What is added; a plain number itself.
    pub addend: i32,
}

impl Dice {
    /// Unpacks under the first convention: bit 15 is the sign of what is added.
    #[must_use]
    pub fn decode(n: i32) -> Self {
        let (count, faces, low) = match Self::fields(n) {
            Some(fields) => fields,
            None => return Self { count: 0, faces: 0, addend: n },
        };
        Self { count, faces, addend: if n & 0x8000 != 0 { -low - 1 } else { low } }
    }

    /// Unpacks under the second convention: bit 15 negates the dice and what is added.
    #[must_use]
    pub fn decode_second(n: i32) -> Self {
        let (count, faces, low) = match Self::fields(n) {
            Some(fields) => fields,
            None => return Self { count: 0, faces: 0, addend: n },
        };
        let sign = if n & 0x8000 != 0 { -1 } else { 1 };
        Self { count: sign * count, faces, addend: sign * low }
    }

    fn fields(n: i32) -> Option<(i32, i32, i32)> {
        let top = (n >> 14) & 3;
        (top == 1 || top == 2).then_some((((n >> 11) & 7) + 1, ((n >> 7) & 15) + 2, n & 0x7f))
    }

    /// Throws the dice. `below(n)` draws a number from 0 to `n - 1`. The kernel counts faces from 1, the page from 0.
    pub fn roll(self, dialect: Dialect, below: &mut dyn FnMut(u32) -> u32) -> i32 {
        let first = i32::from(dialect.is_kernel());
        let faces = self.faces.max(1).unsigned_abs();
        let thrown: i32 = (0..self.count.abs().min(8)).map(|_| below(faces) as i32 + first).sum();
        self.addend.saturating_add(if self.count < 0 { -thrown } else { thrown })
    }
}

/// A number in hundredths, rounded by chance: 425 is 4 three times in four, else 5. `below(n)` draws from 0 to `n - 1`; nothing
/// is drawn where there is nothing to choose.
pub fn stochastic(n: i32, below: &mut dyn FnMut(u32) -> u32) -> i32 {
    let (whole, part) = (n / 100, n % 100);
    if part > 0 && (below(100) as i32) < part { whole + 1 } else { whole }
}

/// What an interpolation list answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolated {
    /// The input is below the first key, or there is no key.
    Below,
    /// The value.
    Inside(i32),
    /// The input is above the last key.
    Above,
}

/// Looks an input up in `((K1 V1) (K2 V2) ...)`, keys non-decreasing. What is not a pair of numbers is passed over.
#[must_use]
pub fn interpolate(input: i32, list: &Value, dialect: Dialect) -> Interpolated {
    let pair = |v: &Value| match v.as_list() {
        Some([key, value, ..]) => Some((i128::from(key.as_number()?), i128::from(value.as_number()?))),
        _ => None,
    };
    let x = i128::from(input);
    let mut before: Option<(i128, i128)> = None;
    for (key, value) in list.as_list().unwrap_or_default().iter().filter_map(pair) {
        if x == key {
            return Interpolated::Inside(value as i32);
        }
        match before {
            None if x < key => return Interpolated::Below,
            Some((k, v)) if x < key => {
                let (rise, run) = ((value - v) * (x - k), key - k);
                let step = if dialect.is_kernel() { rise / run } else { rise.div_euclid(run) };
                return Interpolated::Inside((v + step) as i32);
            }
            _ => before = Some((key, value)),
        }
    }
    if before.is_some() { Interpolated::Above } else { Interpolated::Below }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_packed_and_unpacked() {
        for (text, n) in [("3d6", 20992), ("3d6+3", 20995), ("1d2", 16384), ("8d17+127", 32767), ("3d6-1", -28160)] {
            assert_eq!(parse(text), (n, vec![]), "{text}");
        }
        assert_eq!(Dice::decode(20995), Dice { count: 3, faces: 6, addend: 3 });
        assert_eq!(Dice::decode(-28160), Dice { count: 3, faces: 6, addend: -1 });
        assert_eq!(Dice::decode_second(-28158), Dice { count: -3, faces: 6, addend: -2 });
        assert_eq!(Dice::decode(99), Dice { count: 0, faces: 0, addend: 99 });
    }

    #[test]
    fn dice_start_at_zero_on_the_page_and_at_one_in_the_kernel() {
        let dice = Dice::decode(20992);
        assert_eq!(dice.roll(Dialect::Page, &mut |_| 0), 0);
        assert_eq!(dice.roll(Dialect::Page, &mut |n| n - 1), 15);
        assert_eq!(dice.roll(Dialect::Kernel, &mut |_| 0), 3);
        assert_eq!(dice.roll(Dialect::Kernel, &mut |n| n - 1), 18);
    }

    #[test]
    fn a_stochastic_number_is_rounded_up_as_often_as_its_hundredths_say() {
        let up = (0..100).filter(|&draw| stochastic(425, &mut |_| draw) == 5).count();
        assert_eq!(up, 25);
        assert_eq!(stochastic(400, &mut |_| panic!("nothing to draw")), 4);
    }
}
