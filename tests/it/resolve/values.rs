//! Values that fit, and those that are ignored.

use vgdl::diag::Level;
use vgdl_vm::ontology::{Dir, SpriteParam, Value};

use super::{found, only, program, with_rules, with_sprites};

fn params(args: &str) -> Vec<(SpriteParam, Value)> {
    program(&with_sprites(&format!("a > Missile {args}\n"))).types[2].params.clone()
}

#[test]
fn values_that_do_not_fit_leave_the_default() {
    assert_eq!(params("cooldown=1.5 is_static=1 orientation=up color=GREN img=7 speed=fast"), []);
}

#[test]
fn values_take_every_form_of_java() {
    let given = params("cooldown=+2 speed=5e-1d orientation=DUP is_static=TRUE physicstype=CONT mass=0x1p1");
    assert_eq!(
        given,
        [
            (SpriteParam::Cooldown, Value::Int(2)),
            (SpriteParam::Speed, Value::Double(0.5)),
            (SpriteParam::Orientation, Value::Dir(Dir::Up)),
            (SpriteParam::IsStatic, Value::Bool(true)),
            (SpriteParam::PhysicsType, Value::Int(1)),
            (SpriteParam::Mass, Value::Double(2.0)),
        ]
    );
}

#[test]
fn the_last_of_two_arguments_counts() {
    assert_eq!(params("speed=2 speed=3"), [(SpriteParam::Speed, Value::Double(3.0))]);
    let twice = only(&with_sprites("a > Missile speed=2 speed=3\n"));
    assert_eq!((twice.code, twice.level), ("W0121", Level::Warning));
}

#[test]
fn what_follows_a_second_equals_sign_is_lost() {
    assert_eq!(params("cooldown=2=3"), [(SpriteParam::Cooldown, Value::Int(2))]);
    assert_eq!(found(&with_sprites("a > Missile cooldown=2=3\n")), [("E0122", 3, 31)]);
}

#[test]
fn a_fraction_is_a_warning_and_a_word_an_error() {
    assert_eq!(only(&with_sprites("a > Missile cooldown=1.5\n")).level, Level::Warning);
    assert_eq!(only(&with_sprites("a > Missile cooldown=5O\n")).level, Level::Error);
}

#[test]
fn looks_are_never_errors() {
    for args in ["img=7", "shrinkfactor=big", "color=7", "autotiling=1"] {
        assert_eq!(only(&with_sprites(&format!("a > Missile {args}\n"))).level, Level::Warning, "{args}");
    }
}

#[test]
fn a_sprite_named_like_a_constant_or_a_number_cannot_be_a_value() {
    for name in ["RED", "UP", "5", "true"] {
        let text = with_sprites(&format!("{name} > Passive\na > SpawnPoint stype={name}\n"));
        assert_eq!(only(&text).code, "E0209", "{name}");
    }
}

#[test]
fn each_wrong_piece_of_a_list_is_underlined() {
    let text = with_rules("rat avatar > killSprite scoreChange=1,x,2,y\n");
    assert_eq!(found(&text), [("E0209", 7, 47), ("E0209", 7, 51)]);
}

#[test]
fn a_single_number_is_no_counter() {
    assert_eq!(only(&with_rules("rat avatar > killSprite counter=1\n")).code, "W0210");
    assert_eq!(found(&with_rules("rat avatar > killSprite counter=1,0\n")), []);
}

#[test]
fn words_that_were_meant_are_suggested() {
    let help = |line: &str| only(&with_sprites(line)).help;
    assert_eq!(help("a > Missile orientation=Up\n").as_deref(), Some("did you mean `UP`?"));
    assert_eq!(help("a > Missile is_static=Ture\n").as_deref(), Some("did you mean `True`?"));
    assert_eq!(help("a > Missile color=GREN\n").as_deref(), Some("did you mean `GREEN`?"));
    assert_eq!(help("a > Missile cooldwn=2\n").as_deref(), Some("did you mean `cooldown`?"));
    assert_eq!(help("coin > Passive\na > SpawnPoint stype=coinn\n").as_deref(), Some("did you mean `coin`?"));
}

#[test]
fn unknown_arguments_of_the_game_line_are_logged_twice() {
    let text = with_sprites("a > Passive\n").replace("BasicGame", "BasicGame foo=1 wi=2 square_size=10.5");
    let program = program(&text);
    assert_eq!((program.messages, program.game.square_size), (2, None));
}
