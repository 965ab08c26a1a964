//! Virtual machine.
