//! Bytes of a program: the `.vgdlc` file.
//!
//! All numbers of the header are little-endian:
//!
//! | offset | bytes | what |
//! |---|---|---|
//! | 0 | 4 | `VGDL` |
//! | 4 | 3 | guard `1A 0D 0A`: shows whether the file passed for text on its way |
//! | 7 | 2 | [`FORMAT_VERSION`] |
//! | 9 | 2 | flags: bit 0 is set when the program has its names and source lines, bit 1 when it has conditions, bit 2 alone when it is a game of py-vgdl; the others are 0 |
//! | 11 | 4 | length of the payload |
//! | 15 | 4 | CRC-32 (IEEE) of the payload |
//! | 19 | | payload: the [`Program`], and behind it the conditions, if there are any; or the game of py-vgdl |
//!
//! The payload is encoded by bincode, which is named in this file alone, so that another encoding is a change of this file
//! and a new format version.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Program, RuleId, TypeId};
use crate::py;
use crate::selector::Selector;

/// Version of the format. It grows whenever bytes written by one version would be read differently, or not at all, by the
/// next: a changed operand, a changed order of fields, another encoding. Rows appended to the ontology do not change it.
pub const FORMAT_VERSION: u16 = 3;

/// Largest payload, in bytes. The verifier refuses programs that would need more.
pub const MAX_PAYLOAD: usize = 8 << 20;

/// Most that a payload may decode to. A number takes at least an eighth of its size when encoded, so every payload of
/// [`MAX_PAYLOAD`] stays below, and a damaged length can never ask for more.
const MAX_DECODED: usize = 8 * MAX_PAYLOAD;

const MAGIC: &[u8; 4] = b"VGDL";
const GUARD: &[u8; 3] = &[0x1A, 0x0D, 0x0A];
const HEADER: usize = 19;
const HAS_DEBUG: u16 = 1;
const HAS_CONDITIONS: u16 = 2;
const IS_PY: u16 = 4;

/// What few programs have, so that the others have the bytes that they always had.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Conditions {
    /// [`Program::requires`].
    requires: Vec<(TypeId, TypeId, i32)>,
    /// Rules with a condition, in order, and their conditions.
    rules: Vec<(RuleId, Selector)>,
}

impl Conditions {
    /// Those of a program; `None` if it has none.
    fn of(program: &Program) -> Option<Self> {
        let condition = |(i, rule): (usize, &super::Rule)| {
            Some((RuleId(u16::try_from(i).ok()?), Selector::clone(rule.condition.as_ref()?)))
        };
        let rules = program.rules.iter().enumerate().filter_map(condition).collect();
        Some(Self { requires: program.requires.clone(), rules }).filter(|found| *found != Self::default())
    }

    /// Puts them in their places; `None` if they have no such places.
    fn give(self, program: &mut Program) -> Option<()> {
        program.requires = self.requires;
        for (id, condition) in self.rules {
            let place = &mut program.rules.get_mut(id.index())?.condition;
            if place.replace(Box::new(condition)).is_some() {
                return None;
            }
        }
        Some(())
    }
}

const CONFIG: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Varint,
    bincode::config::Limit<MAX_DECODED>,
> = bincode::config::standard().with_limit::<MAX_DECODED>();

/// Why bytes are not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContainerError {
    /// There are no bytes.
    Empty,
    /// The bytes are a text.
    Text,
    /// The bytes do not start as a program does.
    Foreign,
    /// The guard bytes were changed.
    Guard,
    /// The format version is another one.
    Version(u16),
    /// A flag is set that this version does not know, or one that does not fit the payload.
    Flags(u16),
    /// The file holds a game of py-vgdl, and a program was wanted, or the other way round.
    Kind,
    /// The length is beyond [`MAX_PAYLOAD`].
    TooLarge(u32),
    /// Bytes are missing at the end: how many there are, and how many there should be.
    Truncated(usize, usize),
    /// Bytes follow the end: how many.
    TooLong(usize),
    /// The checksum differs.
    Checksum,
    /// The payload is not an encoded program.
    Undecodable,
}

impl fmt::Display for ContainerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty; compile the game again"),
            Self::Text => f.write_str("the file is a text, not a compiled program; compile it first"),
            Self::Foreign => f.write_str("the file is not a compiled program: it does not start with `VGDL`"),
            Self::Guard => f.write_str(
                "the file was changed as if it were a text (line ends were rewritten); copy it again in binary mode",
            ),
            Self::Version(found) if *found < FORMAT_VERSION => write!(
                f,
                "the file has format version {found}, older than version {FORMAT_VERSION} of this program; compile the game again"
            ),
            Self::Version(found) => write!(
                f,
                "the file has format version {found}, newer than version {FORMAT_VERSION} of this program; update, or compile the game again"
            ),
            Self::Flags(found) => {
                write!(f, "the flags {found:#06x} in the file's header do not fit it; compile the game again")
            }
            Self::Kind => f.write_str("the file holds a game of another dialect than is read here"),
            Self::TooLarge(length) => {
                write!(
                    f,
                    "the file claims {length} bytes of program, more than the {MAX_PAYLOAD} there may be; compile the game again"
                )
            }
            Self::Truncated(found, wanted) => {
                write!(f, "the file is cut short: it has {found} of its {wanted} bytes; copy it again")
            }
            Self::TooLong(more) => {
                write!(f, "{more} bytes too many stand at the end of the file; copy it again")
            }
            Self::Checksum => {
                f.write_str("the file is damaged: its checksum is wrong; copy it again or compile the game again")
            }
            Self::Undecodable => {
                f.write_str("the file's content is not a program of this version; compile the game again")
            }
        }
    }
}

impl std::error::Error for ContainerError {}

impl Program {
    /// The bytes of its `.vgdlc` file. The same program always gives the same bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        // Neither the encoding (no maps, no sequences of unknown length) nor the writer can fail.
        if bincode::serde::encode_into_std_write(self, &mut bytes, CONFIG).is_err() {
            return Vec::new();
        }
        let conditions = Conditions::of(self);
        if let Some(conditions) = &conditions
            && bincode::serde::encode_into_std_write(conditions, &mut bytes, CONFIG).is_err()
        {
            return Vec::new();
        }
        let flags = if self.debug.is_some() { HAS_DEBUG } else { 0 };
        seal(bytes, if conditions.is_some() { flags | HAS_CONDITIONS } else { flags })
    }

    /// Reads the bytes of a `.vgdlc` file. What they say is not looked at: [`super::verify::verify`] does that.
    ///
    /// # Errors
    /// The first check that fails, in the order of the header.
    pub fn from_bytes(bytes: &[u8]) -> Result<Program, ContainerError> {
        let (flags, payload) = open(bytes)?;
        if flags & IS_PY != 0 {
            return Err(ContainerError::Kind);
        }
        let (mut program, mut used) = bincode::serde::decode_from_slice::<Program, _>(payload, CONFIG)
            .map_err(|_| ContainerError::Undecodable)?;
        if flags & HAS_CONDITIONS != 0 {
            let rest = payload.get(used..).unwrap_or_default();
            if rest.is_empty() {
                return Err(ContainerError::Flags(flags));
            }
            let (conditions, more) = bincode::serde::decode_from_slice::<Conditions, _>(rest, CONFIG)
                .map_err(|_| ContainerError::Undecodable)?;
            used += more;
            // What is written without any has no flag.
            let empty = conditions == Conditions::default();
            if empty || conditions.give(&mut program).is_none() {
                return Err(ContainerError::Undecodable);
            }
        }
        if used != payload.len() {
            return Err(ContainerError::Undecodable);
        }
        if program.debug.is_some() != (flags & HAS_DEBUG != 0) {
            return Err(ContainerError::Flags(flags));
        }
        Ok(program)
    }

    /// A number of bytes that its payload does not exceed, given one for all values of parameters and operands; far too
    /// large, but soon counted.
    pub(super) fn payload_bound(&self, values: usize) -> usize {
        // A number takes at most 10 bytes, and no entry of these lists has more than 16 numbers besides lists and values.
        const ENTRY: usize = 160;
        const NUMBER: usize = 10;
        let entries = 2
            + self.types.iter().map(|t| 1 + t.params.len()).sum::<usize>()
            + [self.mapping.len(), self.rules.len(), self.pairs.len(), self.edges.len()].iter().sum::<usize>()
            + [self.timers.len(), self.ends.len(), self.levels.len()].iter().sum::<usize>();
        // A type that may be missing is two numbers.
        let mut numbers = self.order.len() + 2 * self.game.obstacles.as_ref().map_or(0, Vec::len);
        numbers += self.types.iter().map(|t| t.lineage.len() + t.family.len()).sum::<usize>();
        numbers += self.mapping.iter().map(|m| 2 * m.types.len()).sum::<usize>();
        numbers += self.pairs.iter().map(|p| p.rules.len()).sum::<usize>();
        numbers += self.edges.iter().map(|e| e.rules.len()).sum::<usize>();
        numbers += self.ends.iter().map(|e| e.win.len()).sum::<usize>();
        numbers += self.levels.iter().map(|l| l.rows.len()).sum::<usize>();
        let mut text = self.levels.iter().flat_map(|l| l.rows.iter().chain([&l.name])).map(String::len).sum::<usize>();
        if let Some(debug) = &self.debug {
            numbers += debug.types.len() + debug.type_lines.len() + debug.rule_lines.len() + debug.end_lines.len();
            text += debug.types.iter().chain([&debug.source]).map(String::len).sum::<usize>();
        }
        numbers += 3 * self.requires.len();
        let conditions = self.rules.iter().filter(|rule| rule.condition.is_some()).count();
        // Four sets of all types at most, a number for each 64.
        numbers += conditions * 4 * (3 + self.types.len().div_ceil(64));
        entries * ENTRY + numbers * NUMBER + text + values
    }

    /// Number of bytes its payload takes, without building it.
    pub(super) fn payload_len(&self) -> usize {
        let mut size = bincode::enc::write::SizeWriter::default();
        let written = bincode::serde::encode_into_writer(self, &mut size, CONFIG);
        let conditions = Conditions::of(self)
            .map_or(Ok(()), |conditions| bincode::serde::encode_into_writer(conditions, &mut size, CONFIG));
        match written.and(conditions) {
            Ok(()) => size.bytes_written,
            Err(_) => usize::MAX,
        }
    }
}

impl py::Game {
    /// The bytes of its `.vgdlc` file. The same game always gives the same bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        if bincode::serde::encode_into_std_write(self, &mut bytes, CONFIG).is_err() {
            return Vec::new();
        }
        seal(bytes, IS_PY)
    }

    /// Reads the bytes of a `.vgdlc` file. What they say is not looked at: [`py::Image::load`] does that.
    ///
    /// # Errors
    /// The first check that fails, in the order of the header.
    pub fn from_bytes(bytes: &[u8]) -> Result<py::Game, ContainerError> {
        let (flags, payload) = open(bytes)?;
        if flags != IS_PY {
            return Err(ContainerError::Kind);
        }
        match bincode::serde::decode_from_slice(payload, CONFIG) {
            Ok((game, used)) if used == payload.len() => Ok(game),
            Ok(_) | Err(_) => Err(ContainerError::Undecodable),
        }
    }
}

/// Whether the bytes are those of a game of py-vgdl, as far as their header says.
#[must_use]
pub fn is_py(bytes: &[u8]) -> bool {
    matches!(open(bytes), Ok((IS_PY, _)))
}

/// Fills in the header of a payload that begins behind it.
fn seal(mut bytes: Vec<u8>, flags: u16) -> Vec<u8> {
    let payload = &bytes[HEADER..];
    // A payload beyond 4 GiB has no header that fits; readers refuse such lengths long before.
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let checksum = crc32fast::hash(payload);
    bytes[..4].copy_from_slice(MAGIC);
    bytes[4..7].copy_from_slice(GUARD);
    bytes[7..9].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
    bytes[9..11].copy_from_slice(&flags.to_le_bytes());
    bytes[11..15].copy_from_slice(&length.to_le_bytes());
    bytes[15..19].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// The flags and the payload of a file whose header is sound.
fn open(bytes: &[u8]) -> Result<(u16, &[u8]), ContainerError> {
    if bytes.is_empty() {
        return Err(ContainerError::Empty);
    }
    let start = &bytes[..bytes.len().min(MAGIC.len())];
    if start != &MAGIC[..start.len()] {
        return Err(if is_text(bytes) { ContainerError::Text } else { ContainerError::Foreign });
    }
    let Some((header, payload)) = bytes.split_first_chunk::<HEADER>() else {
        let text = bytes.len() > MAGIC.len() && is_text(bytes);
        return Err(if text { ContainerError::Text } else { ContainerError::Truncated(bytes.len(), HEADER) });
    };
    let [_, _, _, _, g0, g1, g2, v0, v1, f0, f1, l0, l1, l2, l3, c0, c1, c2, c3] = *header;
    if [g0, g1, g2] != *GUARD {
        return Err(if is_text(bytes) { ContainerError::Text } else { ContainerError::Guard });
    }
    let version = u16::from_le_bytes([v0, v1]);
    if version != FORMAT_VERSION {
        return Err(ContainerError::Version(version));
    }
    let flags = u16::from_le_bytes([f0, f1]);
    if flags & !(HAS_DEBUG | HAS_CONDITIONS) != 0 && flags != IS_PY {
        return Err(ContainerError::Flags(flags));
    }
    let length = u32::from_le_bytes([l0, l1, l2, l3]);
    let wanted = length as usize;
    if wanted > MAX_PAYLOAD {
        return Err(ContainerError::TooLarge(length));
    }
    if payload.len() < wanted {
        return Err(ContainerError::Truncated(bytes.len(), HEADER + wanted));
    }
    if payload.len() > wanted {
        return Err(ContainerError::TooLong(payload.len() - wanted));
    }
    if crc32fast::hash(payload) != u32::from_le_bytes([c0, c1, c2, c3]) {
        return Err(ContainerError::Checksum);
    }
    Ok((flags, payload))
}

/// Whether the beginning of the bytes reads as text: UTF-8 without control characters but white space.
fn is_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(512)];
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // The cut may have split a character.
        Err(e) if e.error_len().is_none() => match head.get(..e.valid_up_to()).map(std::str::from_utf8) {
            Some(Ok(text)) => text,
            _ => return false,
        },
        Err(_) => return false,
    };
    text.chars().all(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r'))
}
