//! The screen of a terminal while somebody plays: keys in, scenes out, and the terminal as it was at the end.
//!
//! Keys are read by a thread of their own: a read that never returns, as of a terminal that is gone, must not keep the play
//! from ending.

use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::Rect as Area;
use signal_hook::consts::{SIGINT, SIGTERM};
use vgdl::play::keys::Key;
use vgdl::play::screen::{Colours, Face, Scene, draw};
use vgdl::play::{SPEEDS, USUAL_SPEED};

use super::{Done, Failure, term};

/// How often signals are looked for.
const PATIENCE: Duration = Duration::from_millis(50);

/// How often a terminal on which nothing changes is asked whether it is still there.
const HEART: Duration = Duration::from_secs(1);

/// Keys that are read ahead. What is typed beyond waits in the terminal.
const AHEAD: usize = 64;

/// How a play looks and how fast it goes.
#[derive(Args)]
pub(crate) struct Looks {
    /// Ticks a second.
    #[arg(long, value_name = "N", default_value_t = USUAL_SPEED,
        value_parser = clap::value_parser!(u16).range(i64::from(SPEEDS[0])..=i64::from(SPEEDS[SPEEDS.len() - 1])))]
    pub(crate) speed: u16,
    /// Show ASCII characters only.
    #[arg(long)]
    ascii: bool,
    /// The colours of the terminal; `auto` asks NO_COLOR, COLORTERM and TERM.
    #[arg(long, value_name = "auto|full|256|none", default_value = "auto", hide_possible_values = true)]
    colours: Wanted,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Wanted {
    Auto,
    Full,
    #[value(name = "256")]
    Indexed,
    None,
}

impl Looks {
    fn face(&self) -> Face {
        let variable = |name| std::env::var(name).ok();
        let [no_color, colorterm, term] = ["NO_COLOR", "COLORTERM", "TERM"].map(variable);
        let colours = match self.colours {
            Wanted::Auto => Colours::promised(no_color.as_deref(), colorterm.as_deref(), term.as_deref()),
            Wanted::Full => Colours::Full,
            Wanted::Indexed => Colours::Indexed,
            Wanted::None => Colours::None,
        };
        Face { colours, ascii: self.ascii }
    }
}

/// What is shown.
pub(crate) trait Player {
    /// What the screen shows.
    fn scene(&self) -> Scene<'_>;
    /// A key is pressed; whether to go on.
    fn press(&mut self, key: Key) -> bool;
    /// The time to the next tick of the clock; `None` while it stands.
    fn interval(&self) -> Option<Duration>;
    /// The clock ticks.
    fn beat(&mut self);
}

/// Why a screen was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// A key said so.
    Quit,
    /// A signal came.
    Signal(i32),
    /// The terminal is gone.
    Gone,
}

impl Left {
    /// How the command ends then. After a signal the process ends as it would have without us.
    pub(crate) fn end(self) -> Done {
        match self {
            Left::Quit => Ok(()),
            Left::Gone => Err(Failure::Input("the terminal does not answer any more".into())),
            Left::Signal(signal) => Ok(signal_hook::low_level::emulate_default_handler(signal)?),
        }
    }
}

/// Fails where there is no terminal to play at.
pub(crate) fn needs_terminal() -> Result<(), Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let why = "this needs a terminal: neither its input nor its output can be a file or a pipe";
        return Err(Failure::Usage(format!("{why}; `vgdl run` and `vgdl trace show` need none")));
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(Failure::Usage("this needs a terminal with a cursor that moves; TERM=dumb has none".into()));
    }
    Ok(())
}

/// Shows a player until it is left. The terminal is as it was afterwards, whatever happens.
pub(crate) fn show(player: &mut dyn Player, looks: &Looks) -> io::Result<Left> {
    let signal = Arc::new(AtomicUsize::new(0));
    for number in signals() {
        signal_hook::flag::register_usize(number, Arc::clone(&signal), usize::try_from(number).unwrap_or(0))?;
    }
    let (sender, events) = mpsc::sync_channel(AHEAD);
    let _entered = Entered::new()?;
    std::thread::spawn(move || read_keys(&sender));
    let terminal = Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stdout())))?;
    Screen { terminal, events, signal, face: looks.face() }.run(player)
}

fn signals() -> impl Iterator<Item = i32> {
    #[cfg(unix)]
    let hangup = Some(signal_hook::consts::SIGHUP);
    #[cfg(not(unix))]
    let hangup = None;
    [SIGINT, SIGTERM].into_iter().chain(hangup)
}

/// Hands events on until nobody wants them or there are none any more.
fn read_keys(to: &SyncSender<Event>) {
    while let Ok(event) = event::read() {
        if to.send(event).is_err() {
            return;
        }
    }
}

/// Whether the terminal is in our hands.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// The terminal in our hands; given back when this goes.
struct Entered;

impl Entered {
    fn new() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            // What a panic says must not go to a screen that is left at once.
            std::panic::set_hook(Box::new(move |info| {
                leave();
                before(info);
            }));
        });
        enter()?;
        Ok(Self)
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    ENTERED.store(true, Ordering::SeqCst);
    term::hold(true);
    let entered = enable_raw_mode().and_then(|()| execute!(io::stdout(), EnterAlternateScreen, Hide));
    if entered.is_err() {
        leave();
    }
    entered
}

fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        // If the terminal is gone there is nothing to put right.
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        term::hold(false);
    }
}

struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    events: Receiver<Event>,
    signal: Arc<AtomicUsize>,
    face: Face,
}

impl Screen {
    fn run(&mut self, player: &mut dyn Player) -> io::Result<Left> {
        let (mut changed, mut due) = (true, None);
        let mut heart = Instant::now();
        loop {
            if changed && self.draw(player).is_err() {
                return Ok(self.gone());
            }
            changed = false;
            let now = Instant::now();
            due = player.interval().map(|interval| due.unwrap_or(now + interval));
            let until = due.map_or(now + PATIENCE, |due| due.min(now + PATIENCE));
            match self.events.recv_timeout(until.saturating_duration_since(now)) {
                Ok(event) => {
                    // What has come is taken before the next drawing; but whoever floods the terminal gets a drawing, too.
                    let later = std::iter::from_fn(|| self.events.try_recv().ok()).take(AHEAD);
                    for event in std::iter::once(event).chain(later.collect::<Vec<_>>()) {
                        if let Event::Key(key) = event
                            && !self.key(key, player)?
                        {
                            return Ok(Left::Quit);
                        }
                    }
                    changed = true;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(self.gone()),
            }
            if let Some(left) = self.signalled() {
                return Ok(left);
            }
            let now = Instant::now();
            if due.is_some_and(|due| due <= now) {
                player.beat();
                // A tick that comes late does not hurry the next.
                due = player
                    .interval()
                    .zip(due)
                    .map(|(interval, due)| if due + interval > now { due + interval } else { now + interval });
                changed = true;
            }
            if now.duration_since(heart) >= HEART {
                heart = now;
                if queue!(io::stdout(), Hide).and_then(|()| io::stdout().flush()).is_err() {
                    return Ok(self.gone());
                }
            }
        }
    }

    fn draw(&mut self, player: &dyn Player) -> io::Result<()> {
        let face = self.face;
        self.terminal.draw(|frame| draw(player.scene(), face, frame.area(), frame.buffer_mut()))?;
        Ok(())
    }

    /// Draws all of the screen the next time. (`Terminal::clear` would ask where the cursor is, and the thread that reads keys
    /// would get the answer.)
    fn anew(&mut self) -> io::Result<()> {
        let size = self.terminal.size()?;
        self.terminal.resize(Area::new(0, 0, size.width, size.height))
    }

    /// The signal that came, if any.
    fn signalled(&self) -> Option<Left> {
        match self.signal.load(Ordering::SeqCst) {
            0 => None,
            number => Some(Left::Signal(i32::try_from(number).unwrap_or(SIGTERM))),
        }
    }

    /// The terminal does not answer. Mostly a signal tells why.
    fn gone(&self) -> Left {
        self.signalled().unwrap_or(Left::Gone)
    }

    /// Takes a key; whether to go on.
    fn key(&mut self, key: KeyEvent, player: &mut dyn Player) -> io::Result<bool> {
        if key.kind == KeyEventKind::Release {
            return Ok(true);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let key = match key.code {
            KeyCode::Char('c') if control => Key::Interrupt,
            KeyCode::Char('l') if control => {
                self.anew()?;
                return Ok(true);
            }
            KeyCode::Char('z') if control => {
                self.suspend()?;
                return Ok(true);
            }
            _ if control || key.modifiers.contains(KeyModifiers::ALT) => return Ok(true),
            KeyCode::Char(c) => Key::Char(c),
            KeyCode::Up => Key::Up,
            KeyCode::Left => Key::Left,
            KeyCode::Down => Key::Down,
            KeyCode::Right => Key::Right,
            KeyCode::Enter => Key::Enter,
            KeyCode::Esc => Key::Escape,
            KeyCode::Backspace => Key::Backspace,
            KeyCode::Tab => Key::Tab,
            KeyCode::Home => Key::Home,
            KeyCode::End => Key::End,
            KeyCode::PageUp => Key::PageUp,
            KeyCode::PageDown => Key::PageDown,
            _ => return Ok(true),
        };
        Ok(player.press(key))
    }

    /// Ctrl-Z: the terminal is the shell's until the process is told to go on.
    fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            leave();
            // Not SIGSTOP: this one does nothing where no shell could let the process go on.
            signal_hook::low_level::raise(signal_hook::consts::SIGTSTP)?;
            enter()?;
            self.anew()?;
        }
        Ok(())
    }
}
