//! Compiler of the Video Game Description Language.
pub mod diag;
pub mod draw;
pub mod explain;
pub mod files;
pub mod front;
pub mod list;
pub mod ontology_doc;
pub mod source;
pub mod trace;

// Stand-in until the resolver is there.
pub use standin::*;
#[allow(missing_docs)]
mod standin {
    use crate::diag::{Diagnostic, Policy};
    use crate::source::Source;
    #[derive(Clone, Debug, Default)]
    pub struct Options {
        pub policy: Policy,
        pub dialect: Option<vgdl_vm::Dialect>,
        pub params: Vec<(String, String)>,
        pub strip: bool,
    }
    #[derive(Clone, Debug, Default)]
    pub struct Compiled {
        pub program: Option<vgdl_vm::program::Program>,
        pub diagnostics: Vec<Diagnostic>,
    }
    #[must_use]
    pub fn compile(_: &Source, _: &[Source], _: &Options) -> Compiled {
        Compiled::default()
    }
}
