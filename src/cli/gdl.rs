//! `vgdl gdl`

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use vgdl::diag::{self, Diagnostic, Policy, Sink};
use vgdl::files;
use vgdl::front::gdl::{self, Dialect, Encoding, json};
use vgdl::source::Source;

use super::{Done, Failure, Out, term};

/// Read and evaluate modules of the Game Design Language.
#[derive(Subcommand)]
#[command(after_help = "Example: vgdl gdl read module.gdl")]
pub(crate) enum Gdl {
    Read(Read),
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum DialectName {
    /// The manual page of the language: what games are written in.
    #[default]
    Page,
    /// The kernel of Xconq: what its published modules are written in.
    Kernel,
}

impl DialectName {
    fn dialect(self) -> Dialect {
        match self {
            DialectName::Page => Dialect::Page,
            DialectName::Kernel => Dialect::Kernel,
        }
    }
}

impl Gdl {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        match self {
            Gdl::Read(c) => c.run(out),
        }
    }
}

/// Read a module and show its forms, nothing evaluated.
#[derive(Args)]
pub(crate) struct Read {
    /// The module.
    file: PathBuf,
    /// Whose reading of the language counts.
    #[arg(long, value_name = "DIALECT", default_value = "page")]
    dialect: DialectName,
    /// For programs: one JSON object.
    #[arg(long)]
    json: bool,
}

impl Read {
    fn run(self, out: &mut Out<'_>) -> Done {
        let (source, encoding) = source(&self.file)?;
        let mut sink = Sink::new(Policy::Default);
        let forms = gdl::read(&source, 0, self.dialect.dialect(), encoding, &mut sink);
        let found = sink.into_vec();
        let sources = [&source];
        let named = |_| gdl::Text::from("");
        if self.json {
            let object = json::answer(&[("forms", json::list(&forms, &named))], &found, &sources);
            writeln!(out, "{object}")?;
        } else {
            report(&found, &sources, out.quiet);
            for form in &forms {
                let mut text = String::new();
                form.write(&mut text, &named);
                writeln!(out, "{text}")?;
            }
        }
        ended(&found)
    }
}

/// Reads a module; its bytes may be anything.
fn source(path: &Path) -> Result<(Source, Encoding), Failure> {
    let bytes = files::read(path).map_err(Failure::Input)?;
    let (text, encoding) = Encoding::decode(bytes);
    Ok((Source::new(path.display().to_string(), text), encoding))
}

/// Draws diagnostics on the standard error.
fn report(found: &[Diagnostic], sources: &[&Source], quiet: bool) {
    let shown: Vec<Diagnostic> =
        found.iter().filter(|d| !quiet || d.level == diag::Level::Error).cloned().collect();
    if shown.is_empty() {
        return;
    }
    term::say(&diag::render::render(&shown, sources, term::colour_err()));
    let summary = diag::render::summary(&shown);
    if let (Some(source), false) = (sources.first(), summary.is_empty()) {
        term::say(&format!("\n{}: {summary}\n", source.name));
    }
}

fn ended(found: &[Diagnostic]) -> Done {
    if found.iter().any(|d| d.level == diag::Level::Error) { Err(Failure::Said) } else { Ok(()) }
}
