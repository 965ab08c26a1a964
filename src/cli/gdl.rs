//! `vgdl gdl`

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use vgdl::diag::{self, Diagnostic, Policy, Sink};
use vgdl::files;
use vgdl::front::gdl::{self, Dialect, Encoding, Machine, Xconq, json};
use vgdl::source::Source;

use super::{Done, Failure, Out, term};

/// Read and evaluate modules of the Game Design Language.
#[derive(Subcommand)]
#[command(after_help = "Example: vgdl gdl read module.gdl")]
pub(crate) enum Gdl {
    Read(Read),
    Eval(Eval),
    Dump(Dump),
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
            Gdl::Eval(c) => c.run(out),
            Gdl::Dump(c) => c.run(out),
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
            let object = json::reading(&[("forms", json::list(&forms, &named))], &found, &sources);
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

/// Interpret a module and show what its symbols are bound to.
#[derive(Args)]
pub(crate) struct Eval {
    /// The module.
    file: PathBuf,
    /// Whose reading of the language counts.
    #[arg(long, value_name = "DIALECT", default_value = "page")]
    dialect: DialectName,
    /// Define a symbol before the module is read; its own definition is then left out.
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = definition)]
    define: Vec<(String, String)>,
    /// A folder of modules, for those that this one includes.
    #[arg(long, value_name = "DIR")]
    lib: Option<PathBuf>,
    /// Answer a question about the end state: "sym NAME", "table NAME", "uprop TYPE PROPERTY" (mprop, tprop, aprop), "gvar
    /// NAME", "interp INPUT NAME", "dice1 N", "dice2 N".
    #[arg(long, value_name = "PROBE")]
    probe: Vec<String>,
    /// For programs: one JSON object with the value of the last form, or with the answers to the probes.
    #[arg(long)]
    json: bool,
}

impl Eval {
    fn run(self, out: &mut Out<'_>) -> Done {
        let (source, encoding) = source(&self.file)?;
        let mut machine = Machine::new(self.dialect.dialect(), source, encoding);
        for (name, value) in &self.define {
            machine.define_outside(name, value).map_err(Failure::Usage)?;
        }
        if let Some(dir) = &self.lib {
            machine.set_library(library(dir)?);
        }
        let mut forms = machine.forms();
        // The last form is an expression if its value is asked for.
        let last = if self.json && self.probe.is_empty() { forms.pop() } else { None };
        for form in &forms {
            machine.interpret(form, &mut Xconq);
        }
        let value = last.map(|form| machine.eval(&form));
        let mut answers = Vec::new();
        for probe in &self.probe {
            answers.push(machine.probe(probe).map_err(Failure::Usage)?);
        }
        let value = value.map_or_else(|| "null".to_owned(), |value| machine.json(&value));
        let found = std::mem::take(&mut machine.sink).into_vec();
        let sources: Vec<&Source> = machine.sources().iter().collect();
        if self.json {
            let parts = [("value", value), ("probes", format!("[{}]", answers.join(",")))];
            writeln!(out, "{}", json::answer(&parts, &found, &sources))?;
        } else {
            report(&found, &sources, out.quiet);
            if self.probe.is_empty() {
                write!(out, "{}", machine.listing())?;
            }
            for (probe, answer) in self.probe.iter().zip(&answers) {
                writeln!(out, "{probe}: {answer}")?;
            }
        }
        ended(&found)
    }
}

/// Load a module of a library, with all it is based on, and show the state that leaves.
#[derive(Args)]
pub(crate) struct Dump {
    /// The module, by its name in the library.
    module: String,
    /// Whose reading of the language counts.
    #[arg(long, value_name = "DIALECT", default_value = "kernel")]
    dialect: DialectName,
    /// The folder of modules.
    #[arg(long, value_name = "DIR")]
    lib: PathBuf,
    /// For programs: one JSON object.
    #[arg(long)]
    json: bool,
}

impl Dump {
    fn run(self, out: &mut Out<'_>) -> Done {
        let find = library(&self.lib)?;
        let mut machine = Machine::new(self.dialect.dialect(), Source::new(self.module.as_str(), ""), Encoding::Utf8);
        machine.set_library(find);
        if !machine.load(&self.module, &mut Xconq) {
            let why = format!("no module `{}` in {}", self.module, self.lib.display());
            return Err(Failure::Input(why));
        }
        let found = machine.sink.as_slice().to_vec();
        let sources: Vec<&Source> = machine.sources().iter().collect();
        if self.json {
            match json::failed(&found, &sources) {
                Some(error) => writeln!(out, "{error}")?,
                None => writeln!(out, "{}", machine.dump(&self.module, &json::warnings(&found, &sources)))?,
            }
        } else {
            report(&found, &sources, out.quiet);
            write!(out, "{}", machine.listing())?;
        }
        ended(&found)
    }
}

/// Looks modules up in a folder. A name leads nowhere else.
fn library(dir: &Path) -> Result<gdl::Find, Failure> {
    if !dir.is_dir() {
        return Err(Failure::Input(format!("{} is not a folder", dir.display())));
    }
    let dir = dir.to_owned();
    Ok(Box::new(move |name| {
        if name.is_empty() || name.contains(['/', '\\', ':', '\0']) || name.starts_with('.') {
            return None;
        }
        [format!("{name}.g"), name.to_owned()].into_iter().find_map(|file| {
            let path = dir.join(file);
            let bytes = path.is_file().then(|| files::read(&path).ok())??;
            Some((path.display().to_string(), bytes))
        })
    }))
}

fn definition(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write NAME=VALUE".into()),
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
    let shown: Vec<Diagnostic> = found.iter().filter(|d| !quiet || d.level == diag::Level::Error).cloned().collect();
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
