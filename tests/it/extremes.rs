//! Numbers at the ends of their range: every number that a sprite or a rule can be given, given so, plays on. Java's integers
//! wrap around, and so do ours; tests are built with overflow checks, so that a plain `+` is found here.

use rayon::prelude::*;
use vgdl::{Options, Policy, Source, compile};
use vgdl_vm::Image;
use vgdl_vm::ontology::effects::TIME_PARAMS;
use vgdl_vm::ontology::{CLASSES, EFFECT_COMMON, EFFECTS, Kind, ParamDef};

const INTS: [&str; 4] = ["-2147483648", "2147483647", "-1", "0"];
const DOUBLES: [&str; 6] = ["-1e308", "1e308", "NaN", "Infinity", "-0.0", "4294967296.5"];

fn values(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Int | Kind::Float | Kind::Ints => &INTS,
        Kind::Double => &DOUBLES,
        _ => &[],
    }
}

/// A required parameter gets a value that fits.
fn needed(params: impl Iterator<Item = &'static ParamDef>) -> String {
    let text = |p: &ParamDef| match p.kind {
        Kind::Types | Kind::Type | Kind::OptType | Kind::LooseType => format!(" {}=gem", p.name),
        Kind::EffectName => format!(" {}=killSprite", p.name),
        _ => format!(" {}=1", p.name),
    };
    params.map(text).collect()
}

/// Plays a game for a while, with every action in turn; whether it could be played.
fn plays(sprite: &str, rule: &str) -> bool {
    let game = format!(
        "BasicGame square_size=10 obs=wall no_counters=1\n    SpriteSet\n        gem > Resource\n        rat > RandomNPC\n        \
         hero > {sprite}\n    InteractionSet\n        hero wall > stepBack\n        {rule}\n    TerminationSet\n        \
         Timeout limit=500\n    LevelMapping\n        h > hero\n        g > gem\n        r > rat\n"
    );
    let avatar = if game.contains("Avatar") { ' ' } else { 'A' };
    let level = format!("wwwwwwww\nw{avatar}h gr w\nw  grg  \nwwwwwwww\n");
    let options = Options { policy: Policy::Compat, ..Options::default() };
    let Some(mut program) = compile(&Source::new(game.clone(), game), &[Source::new("level", level)], &options).program
    else {
        return false;
    };
    program.game.max_sprites = 200;
    let Ok(image) = Image::load(program) else { return false };
    let Ok(mut state) = image.start(&image.program().levels[0], 3) else { return false };
    for tick in 0..25 {
        let able = state.actions(0).to_vec();
        let action = able.get(tick % (able.len() + 1)).copied().unwrap_or_default();
        state.step(&[action]);
        // A copy and every fact of it.
        if tick == 7 {
            let _ = vgdl::trace::canon::hash(&state, &image.program().debug.as_ref().expect("names").types);
        }
    }
    true
}

#[test]
fn every_number_of_every_class() {
    let cases: Vec<String> = CLASSES
        .iter()
        .flat_map(|class| {
            let needed = needed(class.class.required().map(|p| p.def()));
            let params = class.class.params().map(|p| p.def());
            params.flat_map(move |p| {
                let needed = needed.clone();
                values(p.kind).iter().map(move |v| format!("{}{needed} {}={v}", class.name, p.name))
            })
        })
        .collect();
    let played = cases.par_iter().filter(|sprite| plays(sprite, "gem rat > killSprite")).count();
    println!("{played} of {} played", cases.len());
    assert!(played > 4000 && played * 10 > cases.len() * 8, "{played} of {} played", cases.len());
}

#[test]
fn every_number_of_every_effect() {
    let mut cases: Vec<String> = Vec::new();
    for effect in EFFECTS {
        let needed = needed(effect.params.iter().filter(|p| p.default.is_none()));
        for p in effect.params.iter().chain(EFFECT_COMMON) {
            let numbers = values(p.kind).iter();
            cases.extend(numbers.map(|v| format!("hero rat > {}{needed} {}={v}", effect.name, p.name)));
        }
        for p in TIME_PARAMS {
            let numbers = values(p.kind).iter();
            cases.extend(numbers.map(|v| format!("hero TIME > {}{needed} {}={v}", effect.name, p.name)));
        }
    }
    let sprites =
        ["Missile speed=0.5 orientation=RIGHT healthPoints=3", "MissileAvatar", "Chaser stype=rat physicstype=1"];
    let both = cases.par_iter().flat_map(|rule| sprites.par_iter().map(move |sprite| (sprite, rule)));
    let played = both.filter(|(sprite, rule)| plays(sprite, rule)).count();
    let all = cases.len() * sprites.len();
    println!("{played} of {all} played");
    assert!(played > 2000 && played * 10 > all * 8, "{played} of {all} played");
}
