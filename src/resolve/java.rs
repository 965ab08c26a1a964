//! Numbers as Java reads and prints them. The reference engine decides by them what a value is.

/// `Integer.parseInt`: an optional sign and digits, within 32 bits.
#[must_use]
pub(crate) fn parse_int(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

/// `Double.parseDouble`: decimal or hexadecimal, with an optional `f` or `d` behind it; `NaN` and `Infinity`.
#[must_use]
pub(crate) fn parse_double(text: &str) -> Option<f64> {
    let (negative, rest) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let magnitude = match rest {
        "NaN" => f64::NAN,
        "Infinity" => f64::INFINITY,
        _ => {
            let hex = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
            let number = hex.unwrap_or(rest);
            // In hexadecimal the exponent separates the digits from the suffix, so the cut is safe there too.
            let number = number.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(number);
            match hex {
                Some(_) => hexadecimal(number)?,
                None => decimal(number)?,
            }
        }
    };
    Some(if negative { -magnitude } else { magnitude })
}

/// Digits with at most one point, and an optional exponent.
fn decimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((m, e)) => (m, Some(e)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !digits(whole) || !digits(fraction) {
        return None;
    }
    if let Some(exponent) = exponent {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if exponent.is_empty() || !digits(exponent) {
            return None;
        }
    }
    text.parse().ok()
}

/// Hexadecimal digits with at most one point, `p`, and a binary exponent; what is before is cut off.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() == 0 {
        return None;
    }
    let (sign, digits) = match exponent.as_bytes().first()? {
        b'-' => (-1, &exponent[1..]),
        b'+' => (1, &exponent[1..]),
        _ => (1, exponent),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    // Far beyond any double, and far from overflow here.
    const FAR: i64 = 1 << 40;
    let mut power = digits.bytes().fold(0_i64, |n, b| (n * 10 + i64::from(b - b'0')).min(FAR)) * sign;
    // The first 60 bits are kept; the lowest also stands for all that is cut off.
    let mut bits = 0_u64;
    for (place, c) in whole.chars().map(|c| (0, c)).chain(fraction.chars().map(|c| (1, c))) {
        let digit = u64::from(c.to_digit(16)?);
        if bits >> 56 == 0 {
            bits = bits << 4 | digit;
            power -= 4 * place;
        } else {
            bits |= u64::from(digit != 0);
            power += 4 * (1 - place);
        }
    }
    Some(scale(bits, power))
}

/// `bits * 2^power`, rounded to the nearest double, ties to even.
fn scale(bits: u64, power: i64) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let length = i64::from(64 - bits.leading_zeros());
    let top = length - 1 + power;
    if top > 1023 {
        return f64::INFINITY;
    }
    // Subnormal numbers have fewer bits.
    let precision = if top >= -1022 { 53 } else { 53 + (top + 1022) };
    if precision < 0 {
        return 0.0;
    }
    let cut = length - precision;
    let (kept, power) = if cut <= 0 {
        (bits, power)
    } else {
        let kept = if cut >= 64 { 0 } else { bits >> cut };
        let rest = if cut >= 64 { bits } else { bits & ((1 << cut) - 1) };
        let half = 1_u64 << (cut - 1).min(63);
        let up = rest > half || (rest == half && kept & 1 == 1);
        (kept + u64::from(up), power + cut)
    };
    // Exact: `kept` has at most 54 bits, and the product is a double. Two steps, as 2^power alone may be none.
    let step = power.clamp(-1000, 1000) as i32;
    let rest = (power - i64::from(step)).clamp(-1000, 1000) as i32;
    kept as f64 * 2_f64.powi(step) * 2_f64.powi(rest)
}

/// `Double.toString`: with a point between 10⁻³ and 10⁷, else with an exponent.
#[must_use]
pub(crate) fn print_double(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let size = value.abs();
    if size == 0.0 || (1e-3..1e7).contains(&size) {
        let text = format!("{value}");
        return if text.contains('.') { text } else { format!("{text}.0") };
    }
    let text = format!("{value:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}E{exponent}")
}

/// `String.split(",")`: empty pieces at the end are dropped, and a text without a comma is one piece.
#[must_use]
pub(crate) fn split_commas(text: &str) -> Vec<&str> {
    let mut pieces: Vec<&str> = text.split(',').collect();
    if pieces.len() > 1 {
        while pieces.last().is_some_and(|p| p.is_empty()) {
            pieces.pop();
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_signs_and_digits() {
        for (text, value) in
            [("0", 0), ("+5", 5), ("-7", -7), ("007", 7), ("2147483647", i32::MAX), ("-2147483648", i32::MIN)]
        {
            assert_eq!(parse_int(text), Some(value), "{text}");
        }
        for text in ["", "+", "-", "1.0", "1e3", "2147483648", "0x10", "5O", "--1", "+-1", "١"] {
            assert_eq!(parse_int(text), None, "{text}");
        }
    }

    #[test]
    fn doubles_take_every_java_form() {
        for (text, value) in [
            ("1.5", 1.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("1e3", 1000.0),
            ("5e-1", 0.5),
            ("1f", 1.0),
            (".5d", 0.5),
            ("-2D", -2.0),
            ("1e3F", 1000.0),
            ("Infinity", f64::INFINITY),
            ("-Infinity", f64::NEG_INFINITY),
            ("0x1p3", 8.0),
            ("0x1.8p1", 3.0),
            ("0x.8p0", 0.5),
            ("0xFp-4f", 0.9375),
            ("-0X1P-1d", -0.5),
            ("1e999", f64::INFINITY),
        ] {
            assert_eq!(parse_double(text), Some(value), "{text}");
        }
        assert!(parse_double("NaN").is_some_and(f64::is_nan));
        for text in [
            "",
            ".",
            "-",
            "e3",
            "1e",
            "1e+",
            "inf",
            "infinity",
            "nan",
            "NaNf",
            "Infinityd",
            "1ff",
            "0x1",
            "0xp1",
            "0x1.p",
            "1_0",
            "0x1p1.0",
        ] {
            assert_eq!(parse_double(text), None, "{text}");
        }
    }

    #[test]
    fn hexadecimal_numbers_are_rounded_once() {
        assert_eq!(parse_double("0x1.fffffffffffff8p0"), Some(2.0));
        assert_eq!(parse_double("0x1.00000000000008p0"), Some(1.0));
        assert_eq!(parse_double("0x1.000000000000080000000000001p0"), Some(1.0 + f64::EPSILON));
        assert_eq!(parse_double("0x0.0000000000001p-1022"), Some(f64::from_bits(1)));
        assert_eq!(parse_double("0x1p-1075"), Some(0.0));
        assert_eq!(parse_double("0x1.8p-1075"), Some(f64::from_bits(1)));
        assert_eq!(parse_double("0x1p-1076"), Some(0.0));
        assert_eq!(parse_double("0x1.fffffffffffffp1023"), Some(f64::MAX));
        assert_eq!(parse_double("0x1p1024"), Some(f64::INFINITY));
        assert_eq!(parse_double("0x1p99999999999999999999"), Some(f64::INFINITY));
        assert_eq!(parse_double("0x1p-99999999999999999999"), Some(0.0));
        assert_eq!(parse_double(&format!("0x{}p-4000", "8".repeat(1000))), Some(scale(0x888_8888_8888_8889, -60)));
    }

    #[test]
    fn doubles_are_printed_as_java_does() {
        for (value, text) in [
            (1.0, "1.0"),
            (0.1 + 2.0 * 0.1, "0.30000000000000004"),
            (-0.0, "-0.0"),
            (0.001, "0.001"),
            (0.0001, "1.0E-4"),
            (1e7, "1.0E7"),
            (9_999_999.0, "9999999.0"),
            (1.25e-5, "1.25E-5"),
            (f64::INFINITY, "Infinity"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(print_double(value), text);
        }
    }

    #[test]
    fn commas_split_as_in_java() {
        assert_eq!(split_commas("a,b"), ["a", "b"]);
        assert_eq!(split_commas("a,,b,,"), ["a", "", "b"]);
        assert_eq!(split_commas(""), [""]);
        assert!(split_commas(",").is_empty());
    }
}
