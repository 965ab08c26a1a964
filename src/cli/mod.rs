//! The command line: one file a command, no logic of its own.
//!
//! Exit codes: 0 all is well, 1 the input is wrong, 2 the usage is wrong.

mod agent;
mod bench;
mod check;
mod choose;
mod compile;
mod convert;
mod disasm;
mod explain;
mod fmt;
mod gdl;
mod level;
mod load;
mod lsp;
mod play;
mod playtest;
mod py;
mod query;
mod render;
mod run;
mod screen;
mod sweep;
mod term;
mod trace;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Compiler and virtual machine for the Video Game Description Language.
#[derive(Parser)]
#[command(name = "vgdl", version, after_help = "Example: vgdl run game.vgdl --seed 5 --agent random")]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Say only what was asked for: no warnings, no progress.
    #[arg(long, short, global = true)]
    quiet: bool,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Compile(compile::Compile),
    Convert(convert::Convert),
    Run(run::Run),
    Play(play::Play),
    Playtest(playtest::Playtest),
    Render(render::Render),
    #[command(subcommand)]
    Trace(trace::Trace),
    Disasm(disasm::Disasm),
    Explain(explain::Explain),
    Fmt(fmt::Fmt),
    #[command(subcommand)]
    Gdl(gdl::Gdl),
    #[command(subcommand)]
    Level(level::Level),
    Lsp(lsp::Lsp),
    Bench(bench::Bench),
    #[command(subcommand)]
    Choose(choose::Choose),
    Query(query::Query),
}

/// Why a command stopped.
enum Failure {
    /// The input is wrong: one sentence.
    Input(String),
    /// The usage is wrong in a way that clap cannot know: one sentence.
    Usage(String),
    /// The input is wrong, and all that is to be said has been said.
    Said,
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Self {
        Failure::Output(e)
    }
}

/// What commands write to, and how.
struct Out<'o> {
    to: &'o mut dyn Write,
    quiet: bool,
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

type Done = Result<(), Failure>;

/// Runs the command that the arguments of the process name.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut stdout = BufWriter::new(io::stdout().lock());
    let mut out = Out { to: &mut stdout, quiet: cli.quiet };
    let done = match cli.command {
        Command::Check(c) => c.run(&mut out),
        Command::Compile(c) => c.run(&mut out),
        Command::Convert(c) => c.run(&mut out),
        Command::Run(c) => c.run(&mut out),
        Command::Play(c) => c.run(&mut out),
        Command::Playtest(c) => c.run(&mut out),
        Command::Render(c) => c.run(&mut out),
        Command::Trace(c) => c.run(&mut out),
        Command::Disasm(c) => c.run(&mut out),
        Command::Explain(c) => c.run(&mut out),
        Command::Fmt(c) => c.run(&mut out),
        Command::Gdl(c) => c.run(&mut out),
        Command::Level(c) => c.run(&mut out),
        Command::Lsp(c) => c.run(&mut out),
        Command::Bench(c) => c.run(&mut out),
        Command::Choose(c) => c.run(&mut out),
        Command::Query(c) => c.run(&mut out),
    };
    // What was written before a failure is wanted, too.
    let flushed = stdout.flush().map_err(Failure::Output);
    match done.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Said) => ExitCode::from(1),
        // Whoever reads our output has seen enough.
        Err(Failure::Output(e)) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(e)) => term::complain(&format!("cannot write: {}", vgdl::files::reason(&e)), 1),
        Err(Failure::Input(why)) => term::complain(&why, 1),
        Err(Failure::Usage(why)) => term::complain(&why, 2),
    }
}
