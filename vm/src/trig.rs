//! Sine, cosine and arc tangent, with the same bits on every machine.
//!
//! Java's `StrictMath` follows fdlibm (Sun Microsystems, 1993), and so does the flavour of the reference engine that this
//! dialect matches. Sine and cosine are rebuilt here: the ports at hand evaluate the polynomials in another order, which
//! changes last bits. Arguments are reduced by multiples of π/2 held in parts of 33 bits.

// Constants are written with all the digits that their source gives.
#![allow(clippy::excessive_precision, clippy::approx_constant)]

/// One degree, in radians, as Java 17 has it.
pub(crate) const DEGREE: f64 = 0.017_453_292_519_943_295;

/// Half a turn, in radians.
pub(crate) const HALF_TURN: f64 = 180.0 * DEGREE;

/// π/2 in parts: each constant and what remains after it.
const PIO2_1: f64 = 1.570_796_326_734_125_614_17;
const PIO2_1T: f64 = 6.077_100_506_506_192_249_32e-11;
const PIO2_2: f64 = 6.077_100_506_303_965_976_60e-11;
const PIO2_2T: f64 = 2.022_266_248_795_950_631_54e-21;
const PIO2_3: f64 = 2.022_266_248_711_166_455_80e-21;
const PIO2_3T: f64 = 8.478_427_660_368_899_569_97e-32;

/// Coefficients of the sine on [−π/4, π/4].
const S: [f64; 6] = [
    -1.666_666_666_666_663_243_48e-1,
    8.333_333_333_322_489_461_24e-3,
    -1.984_126_982_985_794_931_34e-4,
    2.755_731_370_707_006_767_89e-6,
    -2.505_076_025_340_686_341_95e-8,
    1.589_690_995_211_550_102_21e-10,
];

/// Coefficients of the cosine on [−π/4, π/4].
const C: [f64; 6] = [
    4.166_666_666_666_660_190_37e-2,
    -1.388_888_888_887_410_957_49e-3,
    2.480_158_728_947_672_941_78e-5,
    -2.755_731_435_139_066_330_35e-7,
    2.087_572_321_298_174_827_90e-9,
    -1.135_964_755_778_819_482_65e-11,
];

/// Upper 32 bits without the sign.
fn high(x: f64) -> u32 {
    ((x.to_bits() >> 32) as u32) & 0x7fff_ffff
}

/// Where the reduction in three steps ends: 2¹⁹ · π/2.
const LARGE: u32 = 0x4139_21fb;

/// Sine of an angle in radians.
pub(crate) fn sin(x: f64) -> f64 {
    if high(x) > LARGE {
        return libm::sin(x);
    }
    let (n, y) = reduce(x);
    match n & 3 {
        0 => sine(y),
        1 => cosine(y),
        2 => -sine(y),
        _ => -cosine(y),
    }
}

/// Cosine of an angle in radians.
pub(crate) fn cos(x: f64) -> f64 {
    if high(x) > LARGE {
        return libm::cos(x);
    }
    let (n, y) = reduce(x);
    match n & 3 {
        0 => cosine(y),
        1 => -sine(y),
        2 => -cosine(y),
        _ => sine(y),
    }
}

/// Angle of a vector, in [−π, π].
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    /// What π lacks as a double.
    const PI_LO: f64 = 1.224_646_799_147_353_177_2e-16;
    if x.is_nan() || y.is_nan() {
        return x + y;
    }
    if x == 1.0 {
        return atan(y);
    }
    let (left, below) = (x.is_sign_negative(), y.is_sign_negative());
    let signed = |angle: f64| if below { -angle } else { angle };
    if y == 0.0 {
        return if left { signed(PI) } else { y };
    }
    if x == 0.0 {
        return signed(FRAC_PI_2);
    }
    if x.is_infinite() {
        let angle = match (y.is_infinite(), left) {
            (true, false) => FRAC_PI_4,
            (true, true) => 3.0 * FRAC_PI_4,
            (false, false) => 0.0,
            (false, true) => PI,
        };
        return signed(angle);
    }
    if y.is_infinite() {
        return signed(FRAC_PI_2);
    }
    let exponents = (high(y) as i32 - high(x) as i32) >> 20;
    let angle = if exponents > 60 {
        FRAC_PI_2 + 0.5 * PI_LO
    } else if left && exponents < -60 {
        0.0
    } else {
        atan((y / x).abs())
    };
    match (left, below) {
        (false, _) => signed(angle),
        (true, false) => PI - (angle - PI_LO),
        (true, true) => (angle - PI_LO) - PI,
    }
}

/// Arc tangents of 1/2, 1, 3/2 and infinity, in two parts.
const ATAN: [(f64, f64); 4] = [
    (4.636_476_090_008_060_935_15e-1, 2.269_877_745_296_168_709_24e-17),
    (7.853_981_633_974_482_789_99e-1, 3.061_616_997_868_383_017_93e-17),
    (9.827_937_232_473_290_540_82e-1, 1.390_331_103_123_099_845_16e-17),
    (1.570_796_326_794_896_558_00, 6.123_233_995_736_766_035_87e-17),
];

/// Coefficients of the arc tangent on [0, 7/16].
const A: [f64; 11] = [
    3.333_333_333_333_293_180_27e-1,
    -1.999_999_999_987_648_324_76e-1,
    1.428_571_427_250_346_637_11e-1,
    -1.111_111_040_546_235_578_80e-1,
    9.090_887_133_436_506_561_96e-2,
    -7.691_876_205_044_829_994_95e-2,
    6.661_073_137_387_531_206_69e-2,
    -5.833_570_133_790_573_486_45e-2,
    4.976_877_994_615_932_360_17e-2,
    -3.653_157_274_421_691_552_70e-2,
    1.628_582_011_536_578_236_23e-2,
];

fn atan(x: f64) -> f64 {
    let ix = high(x);
    let signed = |angle: f64| if x.is_sign_negative() { -angle } else { angle };
    if ix >= 0x4410_0000 {
        return signed(ATAN[3].0 + ATAN[3].1);
    }
    if ix < 0x3e20_0000 {
        return x;
    }
    let t = x.abs();
    let (base, x) = if ix < 0x3fdc_0000 {
        (None, x)
    } else if ix < 0x3fe6_0000 {
        (Some(0), (2.0 * t - 1.0) / (2.0 + t))
    } else if ix < 0x3ff3_0000 {
        (Some(1), (t - 1.0) / (t + 1.0))
    } else if ix < 0x4003_8000 {
        (Some(2), (t - 1.5) / (1.0 + 1.5 * t))
    } else {
        (Some(3), -1.0 / t)
    };
    let z = x * x;
    let w = z * z;
    let even = z * (A[0] + w * (A[2] + w * (A[4] + w * (A[6] + w * (A[8] + w * A[10])))));
    let odd = w * (A[1] + w * (A[3] + w * (A[5] + w * (A[7] + w * A[9]))));
    match base {
        None => x - x * (even + odd),
        Some(k) => signed(ATAN[k].0 - ((x * (even + odd) - ATAN[k].1) - x)),
    }
}

/// `x = n · π/2 + y`, with `y` in two parts.
fn reduce(x: f64) -> (i32, (f64, f64)) {
    let ix = high(x);
    if ix <= 0x3fe9_21fb {
        return (0, (x, 0.0));
    }
    let t = x.abs();
    let n = if ix < 0x4002_d97c { 1 } else { (t * std::f64::consts::FRAC_2_PI + 0.5) as i32 };
    let k = f64::from(n);
    let mut r = t - k * PIO2_1;
    let mut w = k * PIO2_1T;
    let mut y = r - w;
    if ix < 0x4002_d97c {
        // Once around the corner: a second step only right at it.
        if ix == 0x3ff9_21fb {
            r -= PIO2_2;
            w = PIO2_2T;
            y = r - w;
        }
    } else if n >= 32 || ix == high(k * std::f64::consts::FRAC_PI_2) {
        // Near a multiple, bits cancel: take more of π/2.
        let lost = |y: f64| (ix >> 20) as i32 - (high(y) >> 20) as i32;
        for (part, tail, most) in [(PIO2_2, PIO2_2T, 16), (PIO2_3, PIO2_3T, 49)] {
            if lost(y) <= most {
                break;
            }
            let t = r;
            w = k * part;
            r = t - w;
            w = k * tail - ((t - r) - w);
            y = r - w;
        }
    }
    let tail = (r - y) - w;
    if x.is_sign_negative() { (-n, (-y, -tail)) } else { (n, (y, tail)) }
}

/// Sine on [−π/4, π/4].
fn sine((x, tail): (f64, f64)) -> f64 {
    if high(x) < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    if tail == 0.0 { x + v * (S[0] + z * r) } else { x - ((z * (0.5 * tail - v * r) - tail) - v * S[0]) }
}

/// Cosine on [−π/4, π/4].
fn cosine((x, tail): (f64, f64)) -> f64 {
    let ix = high(x);
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if ix < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * tail));
    }
    // About x/4, in few bits, so that both differences are exact.
    let q = if ix > 0x3fe9_0000 { 0.28125 } else { f64::from_bits(u64::from(ix - 0x0020_0000) << 32) };
    let h = 0.5 * z - q;
    let a = 1.0 - q;
    a - (h - (z * r - x * tail))
}

#[cfg(test)]
mod tests {
    use super::*;

    include!("trig_known.rs");

    #[test]
    fn bits_are_those_of_java() {
        for &(x, s, c) in KNOWN {
            let x = f64::from_bits(x);
            assert_eq!(sin(x).to_bits(), s, "sin {x:e}");
            assert_eq!(cos(x).to_bits(), c, "cos {x:e}");
        }
        for &(y, x, a) in KNOWN_ATAN2 {
            let (y, x) = (f64::from_bits(y), f64::from_bits(x));
            assert_eq!(atan2(y, x).to_bits(), a, "atan2 {y:e} {x:e}");
        }
    }
}
