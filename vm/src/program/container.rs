//! Bytes of a program.
