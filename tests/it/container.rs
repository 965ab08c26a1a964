//! Bytes of programs: what is written is read back, and nothing else is read.

use proptest::prelude::*;
use vgdl_vm::program::Program;
use vgdl_vm::program::container::{ContainerError, MAX_PAYLOAD};
use vgdl_vm::program::verify::verify;

pub(crate) use crate::fuzz::bodies::{HEADER, file};
use crate::sample::{self, Numbers};

#[test]
fn header_is_as_documented() {
    let mut program = sample::program();
    let bytes = program.to_bytes();
    assert_eq!(bytes, file(1, &bytes[19..]));
    program.debug = None;
    let stripped = program.to_bytes();
    assert_eq!(stripped, file(0, &stripped[19..]));
    assert!(stripped.len() < bytes.len());
}

#[test]
fn program_is_read_as_it_was_written() {
    let program = sample::program();
    assert_eq!(Program::from_bytes(&program.to_bytes()), Ok(program));
}

#[test]
fn each_damage_has_its_sentence() {
    let good = sample::program().to_bytes();
    let change = |at: usize, to: u8| {
        let mut bytes = good.clone();
        bytes[at] = to;
        bytes
    };
    let huge = (MAX_PAYLOAD as u32 + 1).to_le_bytes();
    let mut too_large = good.clone();
    too_large[11..15].copy_from_slice(&huge);
    let as_text = String::from_utf8_lossy(&good).replace("\r\n", "\n").into_bytes();
    let half = good.len() / 2;
    let cases: Vec<(Vec<u8>, ContainerError, &str)> = vec![
        (vec![], ContainerError::Empty, "empty"),
        (b"BasicGame\n\tSpriteSet\n".to_vec(), ContainerError::Text, "text"),
        (b"VGDL is a language for games\n".to_vec(), ContainerError::Text, "text"),
        (b"VGDL game".to_vec(), ContainerError::Text, "text"),
        ("\u{fc}".repeat(300).into_bytes(), ContainerError::Text, "text"),
        (change(0, b'v' ^ 0x80), ContainerError::Foreign, "does not start"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec(), ContainerError::Foreign, "does not start"),
        (as_text, ContainerError::Guard, "binary mode"),
        (change(7, 0), ContainerError::Version(0), "older"),
        (change(7, 254), ContainerError::Version(254), "newer"),
        (change(9, 3), ContainerError::Flags(3), "flags"),
        (change(9, 0), ContainerError::Flags(0), "flags"),
        (too_large, ContainerError::TooLarge(MAX_PAYLOAD as u32 + 1), "more than"),
        (good[..3].to_vec(), ContainerError::Truncated(3, 19), "cut short"),
        (good[..12].to_vec(), ContainerError::Truncated(12, 19), "cut short"),
        (good[..half].to_vec(), ContainerError::Truncated(half, good.len()), "cut short"),
        ([&good[..], &[0]].concat(), ContainerError::TooLong(1), "too many"),
        (change(half, good[half] ^ 4), ContainerError::Checksum, "checksum"),
        (file(1, b"nothing"), ContainerError::Undecodable, "content"),
        (file(0, b""), ContainerError::Undecodable, "content"),
        (file(1, &[&good[19..], &[0]].concat()), ContainerError::Undecodable, "content"),
    ];
    for (bytes, error, word) in cases {
        assert_eq!(Program::from_bytes(&bytes), Err(error.clone()), "{}", String::from_utf8_lossy(&bytes));
        let sentence = error.to_string();
        assert!(sentence.contains(word) && !sentence.contains('\n'), "{sentence}");
    }
}

#[test]
fn every_flipped_bit_and_every_cut_is_noticed() {
    let good = sample::program().to_bytes();
    for i in 0..good.len() {
        for bit in 0..8 {
            let mut bytes = good.clone();
            bytes[i] ^= 1 << bit;
            assert!(Program::from_bytes(&bytes).is_err(), "bit {bit} of byte {i}");
        }
        assert!(Program::from_bytes(&good[..i]).is_err(), "cut at {i}");
    }
}

#[test]
fn hostile_lengths_allocate_little() {
    // A dialect, then the game line, then a number of types near the largest there is.
    let payload = [&[0u8, 0, 1, 0, 0][..], &[253], &(u64::MAX / 64).to_le_bytes()[..]].concat();
    assert_eq!(Program::from_bytes(&file(0, &payload)), Err(ContainerError::Undecodable));
}

proptest! {
    #[test]
    fn any_program_is_verified_and_read_as_it_was_written(seed: u64) {
        let program = Numbers(seed).program();
        prop_assert_eq!(verify(&program), Ok(()));
        let bytes = program.to_bytes();
        prop_assert_eq!(Program::from_bytes(&bytes), Ok(program));
    }

    #[test]
    fn any_bytes_are_refused_or_read(bytes: Vec<u8>, flags in 0u16..2) {
        let _ = Program::from_bytes(&bytes);
        if let Ok(program) = Program::from_bytes(&file(flags, &bytes)) {
            let _ = verify(&program);
        }
    }

    #[test]
    fn changed_payload_with_a_right_checksum_never_panics(seed: u64, changes in 1usize..6) {
        let mut numbers = Numbers(seed);
        let mut payload = numbers.program().to_bytes().split_off(19);
        for _ in 0..changes {
            let at = numbers.below(payload.len());
            payload[at] = numbers.next() as u8;
        }
        for flags in 0..2 {
            if let Ok(program) = Program::from_bytes(&file(flags, &payload)) {
                let _ = verify(&program);
                let again = Program::from_bytes(&program.to_bytes());
                prop_assert_eq!(format!("{again:?}"), format!("{:?}", Ok::<_, ContainerError>(program)));
            }
        }
    }
}
