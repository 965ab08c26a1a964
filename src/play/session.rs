//! A play in progress: what keys do to it.
//!
//! A play goes by *turns*, a tick whenever all players have chosen an action, or by the *clock*, so many ticks a second. By
//! the clock, what a player chose last since the last tick counts; terminals do not tell when a key is let go.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use vgdl_vm::ontology::Action;
use vgdl_vm::program::{Level, TypeId};
use vgdl_vm::{Image, StartError, State, Winner};

use super::keys::{self, Key, Press, Situation};
use super::screen::{self, Help, Scene, Tone};
use super::{counted, faster, slower};
use crate::draw::{Looks, cell_of};
use crate::trace::record::stem;
use crate::trace::show::outcome;

/// Memory for the states that undo goes back to, in bytes, about.
const PAST: usize = 64 << 20;

/// Most states that undo goes back to at once. What is before is played again from the start.
const MOST_PAST: usize = 1000;

/// A level that can be played.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The game.
    pub image: Arc<Image>,
    /// The level.
    pub level: Level,
}

/// Opens a level by its number, or says in one sentence why it cannot be played.
pub type Opener = Box<dyn FnMut(usize) -> Result<Stage, String>>;

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Name of the game.
    pub game: String,
    /// Number of the level; `None` for one that has no number.
    pub number: Option<usize>,
    /// Seed of the random generator.
    pub seed: i32,
    /// Whether a play goes by turns.
    pub turns: bool,
    /// Ticks a second otherwise.
    pub speed: u16,
}

/// What was played of a level.
#[derive(Clone, Debug)]
pub struct Run {
    /// The level.
    pub stage: Arc<Stage>,
    /// Seed of the random generator.
    pub seed: i32,
    /// Actions of each player, by tick.
    pub actions: Vec<Vec<Action>>,
}

impl Run {
    /// Number of ticks.
    #[must_use]
    pub fn ticks(&self) -> usize {
        self.actions.first().map_or(0, Vec::len)
    }
}

/// Whether the clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    /// It starts with the first action.
    Ready,
    Running,
    /// Until it is told to go on. Each action is a tick.
    Paused,
}

/// A play in progress, and those before it.
pub struct Session {
    game: String,
    opener: Opener,
    number: Option<usize>,
    looks: Looks,
    run: Run,
    state: State,
    /// The states before the last ticks, the latest last.
    past: VecDeque<State>,
    /// Plays that were left: levels before, and tries before this one.
    done: Vec<Run>,
    /// What players have chosen for the next tick.
    chosen: Vec<Option<Action>>,
    clock: Clock,
    turns: bool,
    speed: u16,
    message: Option<(Tone, String)>,
    /// The cells of the avatars, where they were seen last.
    focus: Vec<(usize, usize)>,
    /// First line of the help screen, while it is shown.
    help: Option<Cell<usize>>,
    quit: bool,
}

impl Session {
    /// A play at its start.
    ///
    /// # Errors
    /// The level cannot be started.
    pub fn new(stage: Stage, setup: Setup, opener: Opener) -> Result<Self, StartError> {
        let stage = Arc::new(stage);
        let state = stage.image.start(&stage.level, setup.seed)?;
        let mut session = Self {
            game: setup.game,
            opener,
            number: setup.number,
            looks: Looks::of(stage.image.program()),
            run: Run { stage, seed: setup.seed, actions: Vec::new() },
            state,
            past: VecDeque::new(),
            done: Vec::new(),
            chosen: Vec::new(),
            clock: Clock::Ready,
            turns: setup.turns,
            speed: setup.speed,
            message: None,
            focus: Vec::new(),
            help: None,
            quit: false,
        };
        session.begun();
        Ok(session)
    }

    /// What a play needs at its start, besides its state.
    fn begun(&mut self) {
        self.run.actions = vec![Vec::new(); self.state.players()];
        self.past.clear();
        self.focus.clear();
        self.message = None;
        self.stand_by();
    }

    /// Waits for actions.
    fn stand_by(&mut self) {
        self.chosen = vec![None; self.state.players()];
        self.clock = Clock::Ready;
        self.look();
    }

    /// Notes where the avatars are.
    fn look(&mut self) {
        let (grid, block) = (self.state.grid(), i64::from(self.state.block()));
        self.focus.resize(self.state.players(), (0, 0));
        for (player, cell) in self.focus.iter_mut().enumerate() {
            if let Some(avatar) = self.state.avatar_sprite(player) {
                *cell = cell_of(avatar.rect, grid, block);
            }
        }
    }

    /// The state of the play.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether the player wants to quit.
    #[must_use]
    pub fn wants_to_quit(&self) -> bool {
        self.quit
    }

    /// Every play with at least one tick, in order; of a play with undone ticks those that remain.
    pub fn runs(&self) -> impl Iterator<Item = &Run> {
        self.done.iter().chain([&self.run]).filter(|run| run.ticks() > 0)
    }

    /// One line about the play: what came of it.
    #[must_use]
    pub fn summary(&self) -> String {
        let scores: Vec<String> = (0..self.state.players()).map(|p| score(&self.state, p)).collect();
        let played = counted(self.run.ticks(), "tick");
        let how = if self.state.is_over() { outcome(&self.state) } else { "left".to_owned() };
        format!("{}, seed {}: {how} after {played}, score {}", self.level_name(), self.run.seed, scores.join(", "))
    }

    fn level_name(&self) -> String {
        stem(&self.run.stage.level.name)
    }

    /// The time between two ticks, while the clock runs.
    #[must_use]
    pub fn interval(&self) -> Option<Duration> {
        let runs = !self.turns && self.clock == Clock::Running && self.help.is_none() && !self.state.is_over();
        runs.then(|| Duration::from_secs(1) / u32::from(self.speed.max(1)))
    }

    /// The clock ticks.
    pub fn beat(&mut self) {
        if self.interval().is_some() {
            self.tick();
        }
    }

    /// A key is pressed. Returns whether it has a meaning.
    pub fn press(&mut self, key: Key) -> bool {
        let press = keys::meaning(keys::PLAY, self.situation(), key);
        if self.help.is_some() && press != Some(Press::Quit) {
            screen::scroll(&mut self.help, key);
            return true;
        }
        let Some(press) = press else { return false };
        match press {
            Press::Act(player, action) => self.choose(player, action),
            Press::Wait => self.wait(),
            Press::Undo(ticks) => self.undo(ticks),
            Press::Restart => self.restart(0),
            Press::Reseed => self.restart(1),
            Press::Next => self.go(1),
            Press::Previous => self.go(-1),
            Press::Pause => self.pause(),
            Press::Turns => {
                self.turns = !self.turns;
                self.message = None;
                self.stand_by();
            }
            Press::Faster => self.speed = faster(self.speed),
            Press::Slower => self.speed = slower(self.speed),
            Press::Help => self.help = Some(Cell::new(0)),
            Press::Quit => self.quit = true,
        }
        true
    }

    fn situation(&self) -> Situation {
        let diagonals = Action::DIAGONALS.iter().all(|action| self.state.actions(0).contains(action));
        Situation { players: self.state.players(), diagonals }
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some((Tone::Plain, text.into()));
    }

    /// Whether each action is a tick of its own.
    fn step_by_step(&self) -> bool {
        self.turns || self.clock == Clock::Paused
    }

    fn choose(&mut self, player: usize, action: Action) {
        if self.state.is_over() {
            return;
        }
        self.message = None;
        if self.alive().next().is_none() {
            return self.wait();
        }
        if !self.state.is_alive(player) {
            return self.say("this player is out of the game");
        }
        if !self.state.actions(player).contains(&action) {
            return self.say(format!("this avatar has no {}", word(action)));
        }
        if let Some(chosen) = self.chosen.get_mut(player) {
            *chosen = Some(action);
        }
        if !self.step_by_step() {
            self.clock = Clock::Running;
        } else if self.alive().all(|player| self.chosen.get(player).is_some_and(Option::is_some)) {
            self.tick();
        }
    }

    /// The players who are in the game.
    fn alive(&self) -> impl Iterator<Item = usize> {
        (0..self.state.players()).filter(|&player| self.state.is_alive(player))
    }

    fn wait(&mut self) {
        if self.state.is_over() {
            return;
        }
        self.message = None;
        if self.step_by_step() {
            self.tick();
        } else {
            self.chosen.fill(None);
            self.clock = Clock::Running;
        }
    }

    /// Plays a tick with what was chosen.
    fn tick(&mut self) {
        if self.state.is_over() {
            return;
        }
        let actions: Vec<Action> = self.chosen.iter().map(|chosen| chosen.unwrap_or_default()).collect();
        self.chosen.fill(None);
        self.remember();
        self.state.step(&actions);
        for (list, action) in self.run.actions.iter_mut().zip(actions) {
            list.push(action);
        }
        self.look();
        if self.state.is_over() {
            self.message = Some(self.ending());
        }
    }

    /// Keeps the state for undo. States that grow are fewer. The memory of one that is let go is used again.
    fn remember(&mut self) {
        let mut oldest = None;
        while self.past.len() >= room(&self.state) {
            oldest = self.past.pop_front();
        }
        match oldest {
            Some(mut oldest) => {
                oldest.clone_from(&self.state);
                self.past.push_back(oldest);
            }
            None => self.past.push_back(self.state.clone()),
        }
    }

    fn undo(&mut self, ticks: usize) {
        let played = self.run.ticks();
        let back = ticks.min(played);
        if back == 0 {
            return self.say("this is the start");
        }
        self.run.actions.iter_mut().for_each(|list| list.truncate(played - back));
        if back <= self.past.len() {
            self.past.truncate(self.past.len() - (back - 1));
            if let Some(state) = self.past.pop_back() {
                self.state = state;
            }
        } else {
            self.play_again();
        }
        self.say(format!("{} undone", counted(back, "tick")));
        self.stand_by();
    }

    /// Plays the actions that remain from the start.
    fn play_again(&mut self) {
        // It has been started with this seed before.
        let Ok(start) = self.run.stage.image.start(&self.run.stage.level, self.run.seed) else { return };
        self.state = start;
        self.past.clear();
        let mut actions = Vec::new();
        for tick in 0..self.run.ticks() {
            actions.clear();
            actions.extend(self.run.actions.iter().map(|list| list.get(tick).copied().unwrap_or_default()));
            self.remember();
            self.state.step(&actions);
        }
    }

    /// The level from its start, with the seed so many further.
    fn restart(&mut self, seeds: i32) {
        self.enter(Arc::clone(&self.run.stage), self.run.seed.wrapping_add(seeds));
    }

    /// Leaves the play for another, if that can start.
    fn enter(&mut self, stage: Arc<Stage>, seed: i32) -> bool {
        match stage.image.start(&stage.level, seed) {
            Ok(state) => self.state = state,
            Err(e) => {
                self.say(format!("level {} cannot start: {e}", stem(&stage.level.name)));
                return false;
            }
        }
        if !Arc::ptr_eq(&stage, &self.run.stage) {
            self.looks = Looks::of(stage.image.program());
        }
        let left = std::mem::replace(&mut self.run, Run { stage, seed, actions: Vec::new() });
        if left.ticks() > 0 {
            self.done.push(left);
        }
        self.begun();
        true
    }

    /// To another level, so many further.
    fn go(&mut self, by: isize) {
        let Some(number) = self.number else {
            return self.say("this level has no number, so there is none next to it");
        };
        let Some(number) = number.checked_add_signed(by) else {
            return self.say("this is the first level");
        };
        match (self.opener)(number) {
            Ok(stage) => {
                if self.enter(Arc::new(stage), self.run.seed) {
                    self.number = Some(number);
                }
            }
            Err(why) => self.say(why),
        }
    }

    fn pause(&mut self) {
        if self.turns {
            return self.say("nothing to pause: time goes on with the keys (t for the clock)");
        }
        self.message = None;
        self.clock = if self.clock == Clock::Running { Clock::Paused } else { Clock::Running };
    }

    /// What to say at the end of a play.
    fn ending(&self) -> (Tone, String) {
        let what_now = "r again, n next level, z undo, q quit";
        if let Some(fault) = self.state.fault() {
            let why = fault.describe(self.state.image().program());
            return (Tone::Bad, format!("the game stopped in {why} - {what_now}"));
        }
        let tone = match self.state.winner(0) {
            Some(Winner::Won) => Tone::Good,
            Some(Winner::Lost) if self.state.players() == 1 => Tone::Bad,
            _ => Tone::Plain,
        };
        let after = counted(self.run.ticks(), "tick");
        (tone, format!("{} after {after} - {what_now}", outcome(&self.state)))
    }

    /// What the screen shows.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        let state = &self.state;
        let clock = match (self.turns, self.clock) {
            (true, _) => "turns".to_owned(),
            (false, Clock::Running) => format!("{} ticks/s", self.speed),
            (false, Clock::Paused) => format!("{} ticks/s, paused", self.speed),
            (false, Clock::Ready) => format!("{} ticks/s, a move begins", self.speed),
        };
        let (tone, message) = self.message.clone().unwrap_or_default();
        Scene {
            title: format!("{}  {}  seed {}", self.game, self.level_name(), self.run.seed),
            clock,
            status: (0..state.players()).map(|player| self.status(player)).collect(),
            looks: &self.looks,
            grid: state.grid(),
            block: i64::from(state.block()),
            sprites: Box::new(state.sprites().filter(|s| !s.disabled).map(|s| (s.type_id.index(), s.rect))),
            focus: self.focus.clone(),
            tone,
            message,
            hint: "? keys  z undo  r again  q quit",
            help: self.help.as_ref().map(|first| Help { first, keys: keys::help(keys::PLAY, self.situation()) }),
        }
    }

    /// The line of a player.
    fn status(&self, player: usize) -> String {
        let state = &self.state;
        let mut parts = Vec::new();
        if state.players() > 1 {
            parts.push(format!("player {player}"));
        }
        if player == 0 {
            parts.push(format!("tick {}", self.run.ticks()));
        }
        parts.push(format!("score {}", score(state, player)));
        if let (Some(avatar), Some((most, _))) = (state.avatar_sprite(player), state.health_bounds(player)) {
            if most > 0 {
                parts.push(format!("health {}/{most}", avatar.health));
            }
            let name = |kind: TypeId| self.looks.glyph(kind.index()).map_or("?", |(_, name)| name);
            parts.extend(avatar.resources().map(|(kind, amount)| format!("{} {amount}", name(kind))));
        }
        if !state.is_over() && !state.is_alive(player) {
            parts.push("out".to_owned());
        }
        if state.players() > 1
            && self.step_by_step()
            && let Some(action) = self.chosen.get(player).copied().flatten()
        {
            parts.push(format!("chose {}", word(action)));
        }
        parts.join("  ")
    }
}

/// How many states like this one undo keeps.
fn room(state: &State) -> usize {
    let (w, h) = state.grid();
    // A cell and a sprite take about so many bytes.
    let size = w.saturating_mul(h).saturating_mul(32).saturating_add(state.sprite_count().saturating_mul(160));
    (PAST / size.max(1)).clamp(1, MOST_PAST)
}

fn score(state: &State, player: usize) -> String {
    state.score(player).map_or_else(|| "gone".to_owned(), |score| score.to_string())
}

/// An action in a word.
fn word(action: Action) -> &'static str {
    match action {
        Action::Nil => "wait",
        Action::Up => "up",
        Action::Left => "left",
        Action::Down => "down",
        Action::Right => "right",
        Action::Use => "use",
        Action::Escape => "escape",
        Action::UpLeft => "up left",
        Action::UpRight => "up right",
        Action::DownLeft => "down left",
        Action::DownRight => "down right",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Source, compile};

    #[test]
    fn fewer_states_are_kept_as_they_grow() {
        let game = "BasicGame
    SpriteSet
        hive > SpawnPoint stype=bee cooldown=1
        bee > Immovable
        avatar > MovingAvatar
    LevelMapping
        h > hive
    InteractionSet
        avatar wall > stepBack
    TerminationSet
        Timeout limit=1000 win=True
";
        let level = format!("A{}\n", "h".repeat(99));
        let compiled = compile(&Source::new("game", game), &[Source::new("level", level)], &Options::default());
        let image = Image::load(compiled.program.expect("a game")).expect("a sound program");
        let level = image.program().levels[0].clone();
        let setup = Setup { game: String::new(), number: None, seed: 0, turns: true, speed: 8 };
        let opener = Box::new(|_| Err(String::new()));
        let mut session = Session::new(Stage { image, level }, setup, opener).expect("the level starts");
        for _ in 0..110 {
            session.press(Key::Char('.'));
        }
        assert_eq!(session.run.ticks(), 110);
        assert!(room(&session.state) < 50, "{} sprites", session.state.sprite_count());
        assert!(session.past.len() <= room(&session.state) + 1, "{}", session.past.len());
    }
}
