//! The canonical text of a state and its hash.
//!
//! ```text
//! T <tick> <over 0|1>
//! P <player> <score> <winner>        (`P <player> null` when its avatar is gone for good)
//! <type> <x> <y> <w> <h> <ox> <oy> <speed> <hp> <flag> <resources>      one line a sprite, by type, then by id
//! ```
//!
//! Every line ends in a line feed. The hash is FNV-1a of 64 bits over the UTF-8 bytes; it is computed line by line, so the
//! text never exists as a whole.

use vgdl_vm::program::Program;
use vgdl_vm::{Sprite, State, Winner};

/// FNV-1a of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds bytes.
    #[inline]
    pub fn write(&mut self, bytes: &[u8]) {
        let mut h = self.0;
        for &b in bytes {
            h = (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self.0 = h;
    }

    /// The hash so far.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }
}

/// The names of a program's types, by type.
#[must_use]
pub fn type_names(program: &Program) -> Vec<String> {
    (0..program.types.len()).map(|i| program.type_name(vgdl_vm::program::TypeId(i as u16))).collect()
}

/// Appends a whole number in decimal.
#[inline]
pub fn integer(out: &mut Vec<u8>, n: i64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut rest = n.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if n < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends a number: integral values below 9e15 as decimal integers (−0.0 as `0`), any other as `x` and the 16 hexadecimal
/// digits of its IEEE-754 bits.
#[inline]
pub fn number(out: &mut Vec<u8>, x: f64) {
    if x.abs() < 9e15 && x.trunc() == x {
        integer(out, x as i64);
    } else {
        out.push(b'x');
        let bits = x.to_bits();
        for shift in (0..16).rev() {
            out.push(b"0123456789abcdef"[(bits >> (shift * 4)) as usize & 15]);
        }
    }
}

/// A number as text.
#[must_use]
pub fn number_text(x: f64) -> String {
    let mut out = Vec::new();
    number(&mut out, x);
    String::from_utf8_lossy(&out).into_owned()
}

/// The number that [`number`] wrote.
#[must_use]
pub fn number_of(text: &str) -> Option<f64> {
    match text.strip_prefix('x') {
        Some(bits) if bits.len() == 16 => u64::from_str_radix(bits, 16).ok().map(f64::from_bits),
        Some(_) => None,
        None => text.parse::<i64>().ok().map(|n| n as f64),
    }
}

/// The number of the winner field: −1 not decided, 0 lost, 1 won.
#[must_use]
pub fn winner_number(winner: Winner) -> i8 {
    match winner {
        Winner::None => -1,
        Winner::Lost => 0,
        Winner::Won => 1,
    }
}

/// Appends the line of a sprite, without line feed.
pub fn sprite_line(out: &mut Vec<u8>, names: &[String], sprite: &Sprite<'_>) {
    let name = |out: &mut Vec<u8>, index: usize| match names.get(index) {
        Some(name) => out.extend_from_slice(name.as_bytes()),
        None => out.push(b'?'),
    };
    name(out, sprite.type_id.index());
    for n in [sprite.rect.x, sprite.rect.y, sprite.rect.w, sprite.rect.h] {
        out.push(b' ');
        integer(out, i64::from(n));
    }
    match sprite.orientation {
        Some((x, y)) => {
            out.push(b' ');
            number(out, x);
            out.push(b' ');
            number(out, y);
        }
        None => out.extend_from_slice(b" _ _"),
    }
    out.push(b' ');
    number(out, sprite.speed);
    out.push(b' ');
    integer(out, i64::from(sprite.health));
    out.extend_from_slice(if sprite.disabled { b" D " } else { b" - " });
    let mut any = false;
    for (resource, amount) in sprite.resources() {
        if any {
            out.push(b',');
        }
        any = true;
        name(out, resource.index());
        out.push(b':');
        integer(out, i64::from(amount));
    }
    if !any {
        out.push(b'-');
    }
}

/// Appends the lines before the sprites. `players` holds score and winner of each player.
pub fn head(out: &mut Vec<u8>, tick: i32, over: bool, players: impl Iterator<Item = Option<(i64, Winner)>>) {
    out.extend_from_slice(b"T ");
    integer(out, i64::from(tick));
    out.extend_from_slice(if over { b" 1\n" } else { b" 0\n" });
    for (i, player) in players.enumerate() {
        out.extend_from_slice(b"P ");
        integer(out, i as i64);
        match player {
            Some((score, winner)) => {
                out.push(b' ');
                // Scores are doubles in the reference engine.
                number(out, score as f64);
                out.push(b' ');
                integer(out, i64::from(winner_number(winner)));
            }
            None => out.extend_from_slice(b" null"),
        }
        out.push(b'\n');
    }
}

/// Appends the lines before the sprites of a state.
pub fn head_of(out: &mut Vec<u8>, state: &State) {
    let players = (0..state.players()).map(|p| state.score(p).zip(state.winner(p)));
    head(out, state.tick(), state.is_over(), players);
}

/// The hash of a state. `names` are those of its program's types ([`type_names`]).
#[must_use]
pub fn hash(state: &State, names: &[String]) -> u64 {
    let mut hash = Fnv::default();
    let mut line = Vec::with_capacity(128);
    head_of(&mut line, state);
    hash.write(&line);
    for sprite in state.sprites() {
        line.clear();
        sprite_line(&mut line, names, &sprite);
        line.push(b'\n');
        hash.write(&line);
    }
    hash.value()
}

/// A hash as the 16 digits of traces.
#[must_use]
pub fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Scores at the end: a winner has at least 1, a player whose avatar is gone for good has −1000.
#[must_use]
pub fn final_scores(state: &State) -> Vec<i64> {
    (0..state.players()).map(|p| state.final_score(p).unwrap_or(-1000)).collect()
}
