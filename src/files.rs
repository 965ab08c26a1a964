//! Reads and writes files: bounded, and with one sentence about what went wrong.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Largest game, level or program that is read, in bytes.
pub const LARGEST: u64 = 64 << 20;

/// The bytes of a file.
///
/// # Errors
/// A sentence with the path: the file is not there, cannot be read, or has more than [`LARGEST`] bytes.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let wrong = |e: std::io::Error| format!("cannot read {}: {}", path.display(), reason(&e));
    let file = File::open(path).map_err(wrong)?;
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(wrong)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("cannot read {}: it has more than {} MiB", path.display(), LARGEST >> 20));
    }
    Ok(bytes)
}

/// Writes a file.
///
/// # Errors
/// A sentence with the path.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| format!("cannot write {}: {}", path.display(), reason(&e)))
}

/// The text in bytes. What is not UTF-8 is an error, or replaced by U+FFFD if `lossy`.
///
/// # Errors
/// A sentence with the path and the place of the first byte that is wrong.
pub fn text(path: &Path, bytes: Vec<u8>, lossy: bool) -> Result<String, String> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(e) if lossy => Ok(String::from_utf8_lossy(e.as_bytes()).into_owned()),
        Err(e) => {
            let at = e.utf8_error().valid_up_to();
            Err(format!("{} is not a text in UTF-8: byte {at} (counted from 0) is wrong", path.display()))
        }
    }
}

/// An error of the system without its number.
#[must_use]
pub fn reason(e: &std::io::Error) -> String {
    let text = e.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_lowercase(),
        None => text,
    }
}
