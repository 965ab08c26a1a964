//! The `vgdl` program: compiles, runs and examines games. See `vgdl --help`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
