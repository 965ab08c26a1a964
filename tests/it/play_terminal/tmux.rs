//! The program in a real terminal, which tmux provides.

use std::cell::Cell;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::own;

/// Keys that win level 0 of `geysers`: a crate and ice are pushed onto springs, then a crate onto the last.
pub(super) const WON: &str = "→↓↓↓↓←←↑→↑↑→→→→→↓→→→→↑←↓←↑";

/// How long a screen may take to show what is waited for.
const DEADLINE: Duration = Duration::from_secs(30);

/// A terminal of its own server, which ends with it.
struct Tmux {
    name: String,
    place: TempDir,
    /// How often the terminal was looked at.
    looks: Cell<u32>,
}

impl Tmux {
    /// A shell in a folder with our own games; `None` where there is no tmux.
    fn new(name: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            println!("skipped: tmux not found");
            return None;
        }
        let place = tempfile::tempdir().expect("a folder");
        let tmux = Self { name: format!("vgdl-{name}-{}", std::process::id()), place, looks: Cell::new(0) };
        for file in crate::corpus::files(&own::folder(), &|name| name.starts_with("geysers")) {
            std::fs::copy(&file, tmux.place.path().join(file.file_name().expect("a name"))).expect("a copy");
        }
        let place = tmux.place.path().to_str().expect("a path");
        tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "40", "-c", place, "sh"]);
        // A prompt that is told apart from all else, and the program under a short name.
        let program = Path::new(env!("CARGO_BIN_EXE_vgdl")).display();
        tmux.line(&format!("PS1='ready> '; vgdl() {{ '{program}' \"$@\"; }}; clear"));
        tmux.wait("ready>");
        Some(tmux)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let output = Command::new("tmux").args(["-L", &self.name]).args(arguments).output().expect("tmux runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// Types a line.
    fn line(&self, text: &str) {
        self.run(&["send-keys", "-l", text]);
        self.run(&["send-keys", "Enter"]);
    }

    /// Presses keys: arrows, Backspace as `<`, and characters.
    fn keys(&self, keys: &str) {
        for c in keys.chars() {
            let plain = c.to_string();
            let key = match c {
                '↑' => "Up",
                '↓' => "Down",
                '←' => "Left",
                '→' => "Right",
                '<' => "BSpace",
                _ => &plain,
            };
            self.run(&["send-keys", key]);
        }
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.run(&["capture-pane", "-p"]).stdout).into_owned()
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    fn wait(&self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Waits until the screen is as it should be; `what` says how.
    #[track_caller]
    fn wait_until(&self, what: &str, right: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if right(&screen) {
                return screen;
            }
            assert!(start.elapsed() < DEADLINE, "no `{what}` in\n{screen}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// The process that the shell runs.
    fn child(&self) -> String {
        let shell = self.run(&["display-message", "-p", "#{pane_pid}"]).stdout;
        let shell = String::from_utf8_lossy(&shell).trim().to_owned();
        let child = Command::new("pgrep").args(["-P", &shell]).output().expect("pgrep runs").stdout;
        String::from_utf8_lossy(&child).trim().to_owned()
    }

    /// Whether the terminal is as a shell leaves it: the cursor shown, the usual screen, keys echoed.
    #[track_caller]
    fn is_sane(&self) {
        let flags = self.run(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]).stdout;
        assert_eq!(String::from_utf8_lossy(&flags).trim(), "0 1", "{}", self.screen());
        self.looks.set(self.looks.get() + 1);
        let look = format!("look {}:", self.looks.get());
        self.line(&format!(
            "echo '{look}' $(stty -a | tr ' ;' '\\n\\n' | grep -cx -e echo -e icanon -e isig -e opost)"
        ));
        self.wait(&format!("{look} 4"));
    }

    /// Verifies a trace with the games of the folder.
    #[track_caller]
    fn verify(&self, trace: &str) -> String {
        let program = Command::new(env!("CARGO_BIN_EXE_vgdl"))
            .args(["trace", "verify", trace, "--games", "."])
            .current_dir(self.place.path())
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&program.stdout).into_owned();
        assert!(program.status.success(), "{said}");
        said
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        // The server may have ended by itself.
        let _ = Command::new("tmux").args(["-L", &self.name, "kill-server"]).output();
    }
}

#[test]
fn a_level_is_won_with_an_undo_on_the_way_and_the_recording_verifies() {
    let Some(tmux) = Tmux::new("won") else { return };
    tmux.line("vgdl play geysers.vgdl --turns --seed 7 --record won.jsonl.gz");
    tmux.wait("geysers  geysers_lvl0  seed 7");
    let (before, after) = WON.split_at(WON.char_indices().nth(10).expect("a key").0);
    tmux.keys(before);
    tmux.wait("tick 10 ");
    // Two steps that would spoil it, taken back.
    tmux.keys("→→");
    tmux.wait("tick 12 ");
    tmux.keys("<<");
    tmux.wait("tick 10 ");
    tmux.keys(after);
    tmux.wait("won after 26 ticks - r again, n next level, z undo, q quit");
    // A screen that becomes too small says so, and comes back.
    tmux.run(&["resize-window", "-x", "15", "-y", "5"]);
    tmux.wait("too small");
    tmux.run(&["resize-window", "-x", "100", "-y", "40"]);
    tmux.wait("won after 26 ticks");
    tmux.keys("q");
    let screen = tmux.wait("wrote won.jsonl.gz: 1 run, 26 ticks");
    assert!(screen.contains("geysers_lvl0, seed 7: won after 26 ticks, score 3"), "{screen}");
    tmux.is_sane();
    assert!(tmux.verify("won.jsonl.gz").contains("1 passed, 0 failed"));
    // The replay shows the same end.
    tmux.line("clear; vgdl trace replay won.jsonl.gz");
    tmux.wait("start  of 26 ticks");
    tmux.run(&["send-keys", "End"]);
    tmux.wait("player 0 has won");
    tmux.keys("q");
    tmux.wait("ready>");
    tmux.is_sane();
}

#[test]
fn signals_leave_the_recording_and_a_sane_terminal() {
    for signal in ["TERM", "INT", "HUP"] {
        let Some(tmux) = Tmux::new(signal) else { return };
        tmux.line("vgdl play geysers.vgdl --turns --record left.jsonl");
        tmux.wait("geysers  geysers_lvl0  seed 0");
        tmux.keys("→↓↓");
        tmux.wait("tick 3 ");
        let killed = Command::new("kill").args([&format!("-{signal}"), &tmux.child()]).status().expect("kill runs");
        assert!(killed.success());
        let number = match signal {
            "TERM" => 143,
            "INT" => 130,
            _ => 129,
        };
        tmux.wait("wrote left.jsonl: 1 run, 3 ticks");
        tmux.line("echo status $?");
        tmux.wait(&format!("status {number}"));
        tmux.is_sane();
        assert!(tmux.verify("left.jsonl").contains("1 passed, 0 failed"));
    }
}

#[test]
fn a_terminal_that_goes_away_leaves_the_recording() {
    let Some(tmux) = Tmux::new("gone") else { return };
    tmux.line("vgdl play geysers.vgdl --turns --record gone.jsonl");
    tmux.wait("geysers  geysers_lvl0  seed 0");
    tmux.keys("→↓");
    tmux.wait("tick 2 ");
    tmux.run(&["kill-server"]);
    let start = Instant::now();
    let path = tmux.place.path().join("gone.jsonl");
    while !path.exists() {
        assert!(start.elapsed() < DEADLINE, "no recording");
        std::thread::sleep(Duration::from_millis(30));
    }
    assert!(tmux.verify("gone.jsonl").contains("1 passed, 0 failed"));
}

#[test]
fn the_shell_gets_the_terminal_and_gives_it_back() {
    let Some(tmux) = Tmux::new("shell") else { return };
    // Job control is the shell's; a function cannot be stopped.
    tmux.line(&format!("set -m; '{}' play geysers.vgdl --turns", env!("CARGO_BIN_EXE_vgdl")));
    tmux.wait("geysers  geysers_lvl0  seed 0");
    tmux.keys("→↓");
    tmux.wait("tick 2 ");
    tmux.run(&["send-keys", "C-z"]);
    tmux.wait("ready>");
    tmux.is_sane();
    tmux.line("fg");
    tmux.wait("tick 2 ");
    tmux.run(&["send-keys", "C-l"]);
    tmux.keys("↓q");
    tmux.wait("left after 3 ticks");
    tmux.is_sane();
}

#[test]
fn what_is_said_during_a_play_is_shown_after_it() {
    let Some(tmux) = Tmux::new("said") else { return };
    std::fs::write(tmux.place.path().join("geysers_lvl1.txt"), "wwww\nw..w\nwwww\n").expect("a level");
    tmux.line("vgdl play geysers.vgdl --turns");
    tmux.wait("geysers  geysers_lvl0  seed 0");
    tmux.keys("n");
    let screen = tmux.wait("level 1 has mistakes, which are told when you quit");
    assert!(!screen.contains("E0605"), "{screen}");
    tmux.keys("q");
    tmux.wait("error[E0605]: level without an avatar");
    tmux.is_sane();
}

#[test]
fn by_the_clock_ticks_come_by_themselves() {
    let Some(tmux) = Tmux::new("clock") else { return };
    tmux.line("vgdl play geysers.vgdl --speed 50");
    tmux.wait("50 ticks/s, a move begins");
    tmux.keys("→");
    // Any one tick may be gone before the screen is looked at.
    let tick = |screen: &str| screen.split("tick ").nth(1)?.split(' ').next()?.parse::<u32>().ok();
    tmux.wait_until("tick 20 or later", |screen| tick(screen).is_some_and(|tick| tick >= 20));
    tmux.run(&["send-keys", "Tab"]);
    tmux.wait("50 ticks/s, paused");
    tmux.run(&["send-keys", "C-c"]);
    tmux.wait("left after");
    tmux.is_sane();
}

#[test]
fn without_a_terminal_the_usage_is_wrong() {
    let run = |arguments: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vgdl"));
        let output = command.args(arguments.split(' ')).current_dir(own::folder()).output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = run("play geysers.vgdl --record /dev/null");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("this needs a terminal"), "{said}");
    assert_eq!(run("play geysers.vgdl --record x --max-ticks 5").0, Some(2));
    assert_eq!(run("play geysers.vgdl --speed 0").0, Some(2));
    // What is wrong with files is told first.
    assert_eq!(run("play none.vgdl").0, Some(1));
    assert_eq!(run("trace replay none.jsonl").0, Some(1));
}
