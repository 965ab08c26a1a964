//! `vgdl check`

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use vgdl::diag::{self, Diagnostic, Level, codes};
use vgdl::game::{Parameter, Range};
use vgdl::source::Source;

use super::load::{self, GameFile, How};
use super::py::PyGame;
use super::{Done, Failure, Out, term};

/// Find what is wrong with a game and its levels.
#[derive(Args)]
#[command(after_help = "Example: vgdl check game.vgdl --level game_lvl0.txt --format json")]
pub(crate) struct Check {
    /// The game file.
    game: PathBuf,
    /// A level file; may be given several times.
    #[arg(long = "level", value_name = "FILE")]
    levels: Vec<PathBuf>,
    /// How to write it: for people, as one JSON object, as SARIF, or as annotations of a GitHub workflow.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Take every departure from the published grammar as an error.
    #[arg(long, conflicts_with = "compat")]
    strict: bool,
    /// Take warnings as errors: `warnings` for all, or a code; may be given several times.
    #[arg(long, value_name = "warnings|CODE", value_parser = deniable)]
    deny: Vec<Deny>,
    /// Leave out warnings and notes of a code; may be given several times.
    #[arg(long, value_name = "CODE", value_parser = known)]
    allow: Vec<&'static str>,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Human,
    Json,
    Sarif,
    Github,
}

/// What `--deny` names.
#[derive(Clone, Copy, Debug)]
enum Deny {
    Warnings,
    Code(&'static str),
}

fn deniable(text: &str) -> Result<Deny, String> {
    if text == "warnings" { Ok(Deny::Warnings) } else { known(text).map(Deny::Code) }
}

fn known(code: &str) -> Result<&'static str, String> {
    match codes::find(code) {
        Some(known) => Ok(known.code),
        None => Err(match diag::suggest::closest(code, codes::ALL.iter().map(|c| c.code)) {
            Some(close) => format!("no diagnostic has this code; did you mean {close}?"),
            None => "no diagnostic has this code; `vgdl explain --list` lists them".to_owned(),
        }),
    }
}

impl Check {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        match self.check(out) {
            Err(Failure::Input(why)) => {
                // Programs are told in their own language that a file cannot be read.
                let source = Source::new(self.game.display().to_string(), "");
                let unread = [Diagnostic::error(codes::UNREAD, &why)];
                match self.format.report(&unread, &[&source], &[]) {
                    Some(report) => {
                        write!(out, "{report}")?;
                        Err(Failure::Said)
                    }
                    None => Err(Failure::Input(why)),
                }
            }
            done => done,
        }
    }

    fn check(&self, out: &mut Out<'_>) -> Done {
        let game = match load::game_file(&self.game, &self.how)? {
            GameFile::Source(game) => game,
            GameFile::Py(game) if !game.is_compiled() => return self.check_py(&game, out),
            GameFile::Py(_) => return self.sound(out),
            GameFile::Compiled(bytes) => {
                load::image(&self.game, load::decode(&self.game, &bytes)?)?;
                return self.sound(out);
            }
        };
        if self.strict && vgdl::Notation::ByName.is_gdl(&game) {
            let title = "--strict compares with the published grammar of VGDL, which says nothing about GDL";
            return Err(Failure::Usage(title.to_owned()));
        }
        let levels: Vec<Source> = self.levels.iter().map(|p| self.how.source(p)).collect::<Result<_, _>>()?;
        let options = vgdl::Options { strict: self.strict, ..self.how.options(false) };
        let checked = vgdl::check(&game, &levels, &options);
        let parameters = checked.game.map_or_else(Vec::new, |game| game.parameters);
        let sources: Vec<&Source> = std::iter::once(&game).chain(&levels).collect();
        self.tell(checked.diagnostics, &sources, &parameters, out)
    }

    /// What is said of a compiled game.
    fn sound(&self, out: &mut Out<'_>) -> Done {
        match self.format.report(&[], &[], &[]) {
            Some(report) => write!(out, "{report}")?,
            None => writeln!(out, "{}: a sound compiled program", self.game.display())?,
        }
        Ok(())
    }

    fn check_py(&self, game: &PyGame, out: &mut Out<'_>) -> Done {
        if self.strict {
            let title = "--strict compares with the published grammar of VGDL, which says nothing about py-vgdl";
            return Err(Failure::Usage(title.to_owned()));
        }
        let levels = self.levels.iter().map(|p| self.how.source(p)).collect::<Result<_, _>>()?;
        let read = game.read(levels, &self.how)?;
        self.tell(read.diagnostics, &read.sources.iter().collect::<Vec<_>>(), &[], out)
    }

    /// Tells what was found; the first source is the game.
    fn tell(
        &self,
        mut diagnostics: Vec<Diagnostic>,
        sources: &[&Source],
        parameters: &[Parameter],
        out: &mut Out<'_>,
    ) -> Done {
        let name = sources.first().map_or("", |source| source.name.as_str());
        diagnostics.retain(|d| d.level == Level::Error || !self.allow.contains(&d.code));
        for d in &mut diagnostics {
            let denied = |deny: &Deny| match deny {
                Deny::Warnings => d.level == Level::Warning,
                Deny::Code(code) => *code == d.code,
            };
            if self.deny.iter().any(denied) {
                d.level = Level::Error;
            }
        }
        if out.quiet {
            diagnostics.retain(|d| d.level == Level::Error);
        }
        match self.format.report(&diagnostics, sources, parameters) {
            Some(report) => write!(out, "{report}")?,
            None => {
                write!(out, "{}", diag::render::render(&diagnostics, sources, term::colour_out()))?;
                if !out.quiet && !parameters.is_empty() {
                    let gap = if diagnostics.is_empty() { "" } else { "\n" };
                    write!(out, "{gap}{}", table(parameters))?;
                }
                let summary = diag::render::summary(&diagnostics);
                match summary.as_str() {
                    "" if !out.quiet => writeln!(out, "{name}: nothing wrong")?,
                    "" => {}
                    _ => writeln!(out, "\n{name}: {summary}")?,
                }
            }
        }
        if diagnostics.iter().any(|d| d.level == Level::Error) { Err(Failure::Said) } else { Ok(()) }
    }
}

impl Format {
    /// What programs are told; `None` for people.
    fn report(self, diagnostics: &[Diagnostic], sources: &[&Source], parameters: &[Parameter]) -> Option<String> {
        Some(match self {
            Format::Human => return None,
            Format::Json => diag::json::report(diagnostics, sources, parameters) + "\n",
            Format::Sarif => diag::sarif::report(diagnostics, sources) + "\n",
            Format::Github => diag::github::report(diagnostics, sources),
        })
    }
}

/// The parameters of a game family, a line each: name, value, what it takes, and what it is for.
fn table(parameters: &[Parameter]) -> String {
    let value = |p: &Parameter| match (p.range, &p.text) {
        (Range::Nothing, _) => String::new(),
        (_, Some(text)) if p.given => format!("= {text}"),
        _ => "not set".to_owned(),
    };
    let wide = |cell: &dyn Fn(&Parameter) -> usize| parameters.iter().map(cell).max().unwrap_or(0);
    let names = wide(&|p| p.name.chars().count());
    let values = wide(&|p| value(p).chars().count());
    let mut out = "parameters, set with --param NAME=VALUE:\n".to_owned();
    for p in parameters {
        let title = if p.title.is_empty() { String::new() } else { format!("  ({})", p.title) };
        let line = format!("  {:names$}  {:values$}  takes {}{title}", p.name, value(p), p.range);
        out += line.trim_end();
        out.push('\n');
    }
    out
}
