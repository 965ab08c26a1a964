//! `vgdl query`

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use vgdl::diag;
use vgdl::select::sprites::Sprites;
use vgdl::select::{Mistake, parse_spaced, unknown};
use vgdl::source::Source;

use super::agent::{self, Budget, Players};
use super::load::{self, Caps, How};
use super::{Done, Failure, Out, term};

/// List the living sprites that a selection selects, with type, id and position.
#[derive(Args)]
#[command(after_help = "Example: vgdl query game.vgdl 0 'TYPE=enemy,!TYPE=boss' --ticks 20 --agent random")]
pub(crate) struct Query {
    /// The game: a text or a compiled file.
    game: PathBuf,
    /// The level: a number or a file. Number N of a text is the file GAME_lvlN.txt beside it.
    level: String,
    /// What to list: names of sprites and categories, ids such as `#17`, `TYPE=` with tags, categories and classes.
    selection: String,
    /// Play so many ticks first.
    #[arg(long, value_name = "N", default_value_t = 0)]
    ticks: u32,
    /// Seed of the game's random generator, and of the agent's.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    seed: i32,
    #[arg(long, default_value = "nil", value_name = "NAME|FILE", help = agent::help())]
    agent: String,
    #[command(flatten)]
    budget: Budget,
    /// Print a list of JSON objects.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    caps: Caps,
    #[command(flatten)]
    how: How,
}

impl Query {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        // Braces are for game files, but nobody is hurt by them.
        let text = self.selection.trim();
        let text = match text.strip_prefix('{') {
            Some(rest) => rest.strip_suffix('}').ok_or_else(|| Failure::Usage("the `{` is not closed".to_owned()))?,
            None => text,
        };
        let source = Source::new("selection", text);
        let complain = |mistake: &Mistake| {
            term::say(&diag::render::render(&[mistake.diagnostic()], &[&source], term::colour_err()));
        };
        let selection = parse_spaced(text).map_err(|mistake| {
            complain(&mistake);
            Failure::Said
        })?;
        let ready = load::ready(&self.game, Some(&self.level), &self.how, &self.caps, true)?;
        let mut state = ready.start(self.seed)?;
        let mut team = Players::named(&self.agent, self.budget)?.team(state.players(), self.seed);
        let mut actions = Vec::new();
        let mut played = 0;
        while !state.is_over() && played < self.ticks {
            team.choose(&state, &mut actions);
            state.step(&actions);
            played += 1;
        }
        let sprites = Sprites::of(&state);
        for unknown in unknown(&selection, &sprites.objects) {
            let id = unknown.name.strip_prefix('#').is_some_and(|id| id.bytes().all(|b| b.is_ascii_digit()));
            // An id may be that of a sprite of before.
            if id || out.quiet {
                continue;
            }
            let mistake = unknown.mistake(format!("the game has no `{}`", unknown.name));
            let help = match unknown.closest(&sprites.objects) {
                Some(close) => format!("did you mean `{close}`?"),
                None => "name a sprite or category of the game, a tag or a class".to_owned(),
            };
            complain(&mistake.with_help(help));
        }
        let program = ready.image.program();
        let found = sprites.select(&selection);
        if self.json {
            let list: Vec<_> = found
                .iter()
                .map(|sprite| {
                    json!({
                        "type": program.type_name(sprite.type_id), "id": sprite.id,
                        "x": sprite.rect.x, "y": sprite.rect.y, "width": sprite.rect.w, "height": sprite.rect.h,
                    })
                })
                .collect();
            writeln!(out, "{}", json!({ "tick": state.tick(), "sprites": list }))?;
            return Ok(());
        }
        let names: Vec<String> = found.iter().map(|sprite| program.type_name(sprite.type_id)).collect();
        let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        for (name, sprite) in names.iter().zip(&found) {
            writeln!(out, "{name:wide$}  #{:<4}  {}, {}", sprite.id, sprite.rect.x, sprite.rect.y)?;
        }
        Ok(())
    }
}
