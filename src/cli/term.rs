//! Terminals: colours, complaints and progress. A play's screen is in `screen`.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done sooner shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);

fn colours_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
}

/// Whether to colour what goes to the standard output.
pub(crate) fn colour_out() -> bool {
    colours_wanted() && std::io::stdout().is_terminal()
}

/// Whether to colour what goes to the standard error.
pub(crate) fn colour_err() -> bool {
    colours_wanted() && std::io::stderr().is_terminal()
}

/// What was said while a play had the screen. `None` while nothing has.
static HELD: Mutex<Option<String>> = Mutex::new(None);

/// Most bytes that are held back; the rest is lost.
const MOST_HELD: usize = 1 << 16;

/// Holds back what is said, or says what was held back.
pub(crate) fn hold(wanted: bool) {
    let next = wanted.then(String::new);
    let held = HELD.lock().ok().and_then(|mut held| std::mem::replace(&mut *held, next));
    if let Some(text) = held {
        say(&text);
    }
}

/// Writes to the standard error; nobody can be told if that fails.
pub(crate) fn say(text: &str) {
    if let Ok(mut held) = HELD.lock()
        && let Some(held) = &mut *held
    {
        if held.len() + text.len() <= MOST_HELD {
            held.push_str(text);
        }
        return;
    }
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// Says what is wrong and gives the exit code.
pub(crate) fn complain(why: &str, code: u8) -> ExitCode {
    let (on, off) = if colour_err() { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
    say(&format!("{on}error{off}: {why}\n"));
    ExitCode::from(code)
}

/// A progress bar that appears after a second, on terminals only.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    wanted: bool,
}

impl Progress {
    /// Progress towards `total` steps.
    pub(crate) fn new(total: u64, quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        Self { bar, start: Instant::now(), wanted: !quiet && std::io::stderr().is_terminal() }
    }

    /// A step is done.
    pub(crate) fn step(&self) {
        if self.wanted && self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }

    /// All is done: the bar goes.
    pub(crate) fn end(self) {
        self.bar.finish_and_clear();
    }
}
