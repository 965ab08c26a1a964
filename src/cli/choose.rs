//! `vgdl choose`

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use vgdl::diag::{self, Diagnostic, Level, Sink};
use vgdl::select::catalogue::Catalogue;
use vgdl::select::{self, Kind, Mistake, convert, list_file, rules, token};
use vgdl::source::{Source, Span};

use super::load::How;
use super::{Done, Failure, Out, term};

/// Selections of their own: the CHOOSE tokens of list files.
#[derive(Subcommand)]
#[command(after_help = "Example: vgdl choose check 'CHOOSE:FEAT|TYPE=Fighter,!PC'")]
pub(crate) enum Choose {
    Check(Check),
    Eval(Eval),
    Convert(Convert),
}

impl Choose {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        match self {
            Choose::Check(c) => c.run(out),
            Choose::Eval(c) => c.run(out),
            Choose::Convert(c) => c.run(out),
        }
    }
}

/// Read every CHOOSE token of a list file, or one token, and say what is wrong.
#[derive(Args)]
pub(crate) struct Check {
    /// A list file, or a token.
    #[arg(value_name = "FILE.lst|TOKEN")]
    input: String,
    /// Take what PCGen forbids as an error, too.
    #[arg(long)]
    strict: bool,
    /// Print each token in its plainest form: `TYPE.` as `TYPE=`, no `[ALL]`, no `ANY[…]` around the whole.
    #[arg(long)]
    simplify: bool,
    /// Print what is wrong as JSON.
    #[arg(long, conflicts_with = "simplify")]
    json: bool,
}

/// Print what a token selects from a catalogue.
#[derive(Args)]
pub(crate) struct Eval {
    /// The catalogue: JSON, or a list file whose objects are chosen among.
    catalogue: PathBuf,
    /// The token.
    token: String,
    /// Take what PCGen forbids as an error, too.
    #[arg(long)]
    strict: bool,
    /// Print `{"select": [...]}` or `{"error": NAME}`.
    #[arg(long)]
    json: bool,
}

/// Rewrite tokens of old names.
#[derive(Args)]
pub(crate) struct Convert {
    /// A token, or a list file. The text goes to the standard output, what was rewritten in a file to the standard error.
    #[arg(value_name = "TOKEN|FILE.lst")]
    input: String,
}

/// The text of an argument that names a file or is a token itself.
fn input(text: &str) -> Result<(Source, bool), Failure> {
    let path = Path::new(text);
    if text.starts_with(token::START) || (text.contains('|') && !path.is_file()) {
        return Ok((Source::new("token", text), false));
    }
    list(path).map(|source| (source, true))
}

fn list(path: &Path) -> Result<Source, Failure> {
    How::default().source(path)
}

impl Check {
    fn run(self, out: &mut Out<'_>) -> Done {
        let (source, is_file) = input(&self.input)?;
        let text = source.text.as_str();
        let tokens: Vec<list_file::Found<'_>> = match is_file {
            true => list_file::tokens(text).collect(),
            false => vec![list_file::Found { token: text, at: 0 }],
        };
        // The places of all are counted in one text, and shown as such.
        let mut sink = Sink::default();
        for list_file::Found { token, at } in &tokens {
            let mistakes = token::check(token, self.strict);
            mistakes.into_iter().for_each(|mistake| sink.push(mistake.later(*at).diagnostic()));
            if self.simplify
                && let Ok(read) = token::read(token)
            {
                writeln!(out, "{}", read.simplified())?;
            }
        }
        let wrong = sink.has_errors();
        let mut found = sink.into_vec();
        if out.quiet {
            found.retain(|d| d.level == Level::Error);
        }
        if self.json {
            writeln!(out, "{}", report(&found, &source))?;
        } else if self.simplify {
            term::say(&diag::render::render(&found, &[&source], term::colour_err()));
        } else {
            write!(out, "{}", diag::render::render(&found, &[&source], term::colour_out()))?;
            let summary = diag::render::summary(&found);
            let count = tokens.len();
            let tokens = if count == 1 { "1 token".to_owned() } else { format!("{count} tokens") };
            match summary.as_str() {
                "" if !out.quiet => writeln!(out, "{}: {tokens}, nothing wrong", source.name)?,
                "" => {}
                _ => writeln!(out, "\n{}: {tokens}, {summary}", source.name)?,
            }
        }
        if wrong { Err(Failure::Said) } else { Ok(()) }
    }
}

/// `{"diagnostics": [...]}` as `vgdl check --format json` has them, with the short name of each.
fn report(found: &[Diagnostic], source: &Source) -> Value {
    let mut report: Value = serde_json::from_str(&diag::json::report(found, &[source], &[])).unwrap_or_default();
    if let Some(map) = report.as_object_mut() {
        map.remove("parameters");
    }
    if let Some(list) = report.get_mut("diagnostics").and_then(Value::as_array_mut) {
        for (entry, diagnostic) in list.iter_mut().zip(found) {
            let kind = Kind::ALL.iter().find(|kind| kind.code() == diagnostic.code);
            if let (Some(entry), Some(kind)) = (entry.as_object_mut(), kind) {
                entry.insert("name".to_owned(), kind.name().into());
            }
        }
    }
    report
}

impl Eval {
    fn run(self, out: &mut Out<'_>) -> Done {
        let text = list(&self.catalogue)?.text;
        let json = text.trim_start().starts_with('{');
        let catalogue = match json {
            true => Catalogue::from_json(&text),
            false => Ok(Catalogue::from_lists(list_file::objects(&text))),
        };
        let catalogue = catalogue.map_err(|why| Failure::Input(format!("{}: {why}", self.catalogue.display())))?;
        let (chosen, mistakes) = self.select(&catalogue);
        let source = Source::new("token", self.token.as_str());
        if self.json {
            let answer = match (&chosen, mistakes.first()) {
                (None, Some(first)) => told(first),
                _ => {
                    json!({ "select": chosen.unwrap_or_default(), "warnings": mistakes.iter().map(told).collect::<Vec<_>>() })
                }
            };
            writeln!(out, "{answer}")?;
            return if answer.get("error").is_some() { Err(Failure::Said) } else { Ok(()) };
        }
        let mut found: Vec<Diagnostic> = mistakes.iter().map(Mistake::diagnostic).collect();
        if out.quiet {
            found.retain(|d| d.level == Level::Error);
        }
        term::say(&diag::render::render(&found, &[&source], term::colour_err()));
        for key in chosen.iter().flatten() {
            writeln!(out, "{key}")?;
        }
        if chosen.is_some() { Ok(()) } else { Err(Failure::Said) }
    }

    /// What is selected, with warnings, or nothing, with an error.
    fn select<'c>(&self, catalogue: &'c Catalogue) -> (Option<Vec<&'c str>>, Vec<Mistake>) {
        let read = token::read(&self.token).and_then(|token| catalogue.class(&token).map(|class| (token, class)));
        let (token, class) = match read {
            Ok(read) => read,
            Err(mistake) => return (None, vec![mistake]),
        };
        if self.strict
            && let forbidden = rules::strict(&token.selection)
            && !forbidden.is_empty()
        {
            return (None, forbidden);
        }
        let mut found = rules::lints(&token.selection);
        let Some(class) = class else { return (Some(Vec::new()), found) };
        for unknown in select::unknown(&token.selection, &class.objects) {
            let word = if unknown.is_type { "has the type" } else { "is called" };
            let mistake = unknown.mistake(format!("nothing {word} `{}`", unknown.name));
            found.push(match unknown.closest(&class.objects) {
                Some(close) => mistake.with_help(format!("did you mean `{close}`?")),
                None => mistake,
            });
        }
        (Some(class.select(&token.selection)), found)
    }
}

/// A mistake for programs.
fn told(mistake: &Mistake) -> Value {
    let Span { start, end } = mistake.span;
    json!({
        "error": mistake.kind.name(), "code": mistake.kind.code(), "start": start, "end": end,
        "message": mistake.title(), "label": mistake.label,
    })
}

impl Convert {
    fn run(self, out: &mut Out<'_>) -> Done {
        let (source, is_file) = input(&self.input)?;
        let wrong = |at: usize, mistake: Mistake| {
            let found = [mistake.later(at).diagnostic()];
            term::say(&diag::render::render(&found, &[&source], term::colour_err()));
        };
        if !is_file {
            return match convert::convert(&source.text) {
                Ok(new) => writeln!(out, "{}", new.as_deref().unwrap_or(&source.text)).map_err(Failure::from),
                Err(mistake) => {
                    wrong(0, mistake);
                    Err(Failure::Said)
                }
            };
        }
        let made = list_file::convert_all(&source);
        write!(out, "{}", made.text)?;
        if !out.quiet {
            for (at, new) in &made.changed {
                let (line, _) = source.line_column(*at as u32);
                term::say(&format!("{}:{line}: {}\n", source.name, new.replace('\t', " and ")));
            }
        }
        let failed = !made.failed.is_empty();
        made.failed.into_iter().for_each(|(at, mistake)| wrong(at, mistake));
        if failed { Err(Failure::Said) } else { Ok(()) }
    }
}
