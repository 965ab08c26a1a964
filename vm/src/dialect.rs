//! Every difference between the dialects, in one place.

use serde::{Deserialize, Serialize};

/// Whose rules a program follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dialect {
    /// GVGAI, the Java framework of the General Video Game AI competition.
    #[default]
    Gvgai,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Dialect; 1] = [Dialect::Gvgai];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Gvgai => "gvgai",
        }
    }
}
