//! The Game Design Language: modules of forms, read and evaluated.
//!
//! A text becomes forms ([`read`]); a [`Machine`] interprets them one after the other. A form *is* a [`Value`], as in Lisp, and
//! every value knows the place where it was written. What is not of the language itself but of a subject (sprites and rules
//! of a game) is a [`Vocabulary`] that sees every form first.
//!
//! * [`dialect`]: the two readings of the language, and every difference between them
//! * `read`, `number`: text to forms, on the tokens of `grammar/gdl.pest`
//! * `value`: values and the places where they were written
//! * `machine`, `forms`: what symbols are bound to, and the forms that change it
//! * `eval`, `arith`, `kernel`, `compare`: evaluation
//! * `types`, `type_values`, `tables`, `names`: types, their properties, tables and globals
//! * [`game`]: games written in GDL
//! * `modules`, `dump`: modules of a library, and the state that loading one leaves

mod arith;
mod compare;
pub mod dialect;
mod dump;
mod eval;
mod forms;
pub mod game;
pub mod json;
mod kernel;
mod machine;
mod modules;
pub mod names;
pub mod number;
mod read;
mod sha256;
mod tables;
mod type_values;
mod types;
pub mod value;

pub use dialect::{Dialect, Encoding};
pub use machine::{MAX_SIZE, MAX_WORK, Machine, Unbound, Vocabulary, Xconq, is_reserved};
pub use modules::Find;
pub use read::{MAX_BYTES, MAX_DEPTH, MAX_TEXT, read};
pub use tables::{MAX_ENTRIES, Table};
pub use types::{MAX_TYPES, Type, Types};
pub use value::{Kind, List, Place, Text, TypeKind, TypeRef, Value};
