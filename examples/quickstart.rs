//! Compiles a game from its text, plays a level, and looks at what is there: `cargo run --example quickstart`

use std::error::Error;

use vgdl::vm::ontology::Action;
use vgdl::vm::{Image, State};
use vgdl::{Options, Source, compile};

const GAME: &str = "
BasicGame square_size=10
    SpriteSet
        floor > Immovable
        gem > Immovable color=GOLD
        bug > RandomNPC cooldown=2
    InteractionSet
        avatar wall > stepBack
        bug wall > stepBack
        gem avatar > killSprite scoreChange=2
        avatar bug > killSprite scoreChange=-1
    TerminationSet
        SpriteCounter stype=gem limit=0 win=True
        SpriteCounter stype=avatar limit=0 win=False
    LevelMapping
        . > floor
        A > floor avatar
        g > floor gem
        b > floor bug
";

const LEVEL: &str = "\
wwwwwwwww
wA.g..g.w
wwwwww..w
wb......w
wwwwwwwww
";

fn main() -> Result<(), Box<dyn Error>> {
    let state = play()?;
    println!("score {:?}, {:?} in tick {}", state.score(0), state.winner(0), state.tick());
    Ok(())
}

fn play() -> Result<State, Box<dyn Error>> {
    // Text to program. Diagnostics are data: here the first one is shown, if there is no program.
    let compiled = compile(&Source::new("gems", GAME), &[Source::new("gems_lvl0", LEVEL)], &Options::default());
    let Some(program) = compiled.program else {
        return Err(compiled.diagnostics[0].message.clone().into());
    };

    // Program to image: the one place where it is verified. All plays share the image.
    let image = Image::load(program)?;
    let level = &image.program().levels[0];

    // A play: the same level, seed and actions always give the same play, on every machine.
    let mut state = image.start(level, 7)?;
    while !state.is_over() && state.tick() < 20 {
        state.step(&[Action::Right]);
    }

    // What is there: every sprite has a number for life and a type with a name.
    for sprite in state.sprites() {
        let name = image.program().type_name(sprite.type_id);
        if name != "wall" && name != "floor" {
            println!("{name} {} at ({}, {})", sprite.id, sprite.rect.x, sprite.rect.y);
        }
    }
    Ok(state)
}

#[test]
fn the_avatar_takes_both_gems() {
    let state = play().unwrap();
    assert_eq!((state.score(0), state.winner(0)), (Some(4), Some(vgdl::vm::Winner::Won)));
}
