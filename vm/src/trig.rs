//! Sine, cosine and arc tangent, with the same bits on every machine.

/// Half a turn, in radians.
pub(crate) const HALF_TURN: f64 = 180.0 * DEGREE;

/// One degree, in radians, as Java 17 has it.
pub(crate) const DEGREE: f64 = 0.017_453_292_519_943_295;

pub(crate) fn sin(x: f64) -> f64 {
    libm::sin(x)
}

pub(crate) fn cos(x: f64) -> f64 {
    libm::cos(x)
}

pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}
