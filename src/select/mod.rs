//! Selections: which of many objects are meant, such as `TYPE=enemy,!TYPE=boss|gate`.
//!
//! The language is that of the CHOOSE tokens of PCGen's list files. In games the objects are sprite types.
//!
//! ```text
//! selection = all-of { "|" all-of }      any of these
//! all-of    = term { "," term }          all of these; binds tighter
//! term      = "ALL" | key | prefix% | ["!"] TYPE=a.b | ["!"] ( ANY | PC | QUALIFIED ) [ "[" selection "]" ]
//! ```
//!
//! * [`parse`](parse()), [`parse_spaced`]: text to [`Selection`]; [`Mistake`] says what is wrong and where
//! * [`Selection`] prints itself; [`Selection::simplified`] leaves out what says nothing
//! * [`objects`]: numbered objects by key, prefix and type; [`compile`](compile()) makes a
//!   [`Selector`](crate::vm::selector::Selector) for them; [`unknown`] lists names that nothing has
//! * [`sprites`]: the sprites of a play as objects
//! * [`rules`]: what PCGen forbids, and what is hardly meant
//! * [`equivalent`](equivalent()): whether two selections always select the same
//! * [`token`], [`convert`], [`list_file`], [`catalogue`]: CHOOSE tokens, old ones rewritten, and the files they are about

pub mod catalogue;
mod compile;
pub mod convert;
mod equivalent;
pub mod list_file;
mod mistake;
pub mod objects;
mod parse;
pub mod rules;
pub mod sprites;
pub mod token;
mod tree;

pub use compile::{Unknown, compile, cost, unknown};
pub use equivalent::{TooLarge, equivalent};
pub use mistake::{Kind, Mistake};
pub use parse::{MAX_BYTES, MAX_DEPTH, parse, parse_spaced};
pub use tree::{AllOf, Quality, Selection, Term, What};
