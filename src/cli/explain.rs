//! `vgdl explain`

use std::io::Write as _;

use clap::{ArgGroup, Args};
use vgdl::explain::{self, Topic};

use super::load::DialectName;
use super::{Done, Failure, Out};

/// Explain a class, effect, termination, parameter, colour, direction, action or diagnostic code.
#[derive(Args)]
#[command(
    group(ArgGroup::new("what").required(true).args(["name", "list", "missing"])),
    after_help = "Example: vgdl explain Missile"
)]
pub(crate) struct Explain {
    /// The name.
    name: Option<String>,
    /// List every name with one line about it.
    #[arg(long)]
    list: bool,
    /// List the names whose behaviour is missing in a dialect.
    #[arg(long)]
    missing: bool,
    /// The dialect meant by --missing.
    #[arg(long, value_name = "DIALECT", default_value = "gvgai")]
    dialect: DialectName,
}

impl Explain {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        if self.list {
            return list(out);
        }
        if self.missing {
            for name in self.dialect.dialect().into_iter().flat_map(explain::missing) {
                writeln!(out, "{name}")?;
            }
            return Ok(());
        }
        let name = self.name.unwrap_or_default();
        let topics = explain::find(&name);
        if topics.is_empty() {
            let name = name.escape_debug();
            let hint = match explain::suggestion(&name.to_string()) {
                Some(close) => format!("did you mean `{close}`?"),
                None => "`vgdl explain --list` lists all names".into(),
            };
            return Err(Failure::Input(format!("nothing is called `{name}`; {hint}")));
        }
        for (i, topic) in topics.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            out.write_all(topic.text().as_bytes())?;
        }
        Ok(())
    }
}

fn list(out: &mut Out<'_>) -> Done {
    let mut kind = "";
    for topic in Topic::all() {
        if topic.kind() != kind {
            if !kind.is_empty() {
                writeln!(out)?;
            }
            kind = topic.kind();
            writeln!(out, "{kind}")?;
        }
        writeln!(out, "  {:<28} {}", topic.name(), topic.summary())?;
    }
    Ok(())
}
