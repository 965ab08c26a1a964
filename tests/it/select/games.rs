//! Selections in games: what they stand for, conditions in play, and mistakes.

use proptest::prelude::*;
use vgdl::diag::codes;
use vgdl::list::list;
use vgdl::{Options, Program, Source, compile};
use vgdl_vm::ontology::Action;
use vgdl_vm::selector::{Bits, Selector};
use vgdl_vm::{Image, State};

use crate::own;

const SPRITES: &str = "BasicGame no_players=PLAYERS square_size=10
    SpriteSet
        enemy > tags=foe
            rat > Immovable
            owl > Immovable tags=foe.flies
            boss > Immovable
        key > Resource limit=9
        door > Immovable requires=key:2
        avatar > MovingAvatar
    LevelMapping
        r > rat
        o > owl
        b > boss
        k > key
        d > door
";

fn source(more: &str, players: usize) -> Source {
    Source::new("game", SPRITES.replace("PLAYERS", &players.to_string()) + more)
}

fn program(more: &str) -> Program {
    let compiled = compile(&source(more, 1), &[], &Options::default());
    compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics))
}

fn codes_of(more: &str) -> Vec<&'static str> {
    compile(&source(more, 1), &[], &Options::default()).diagnostics.iter().map(|d| d.code).collect()
}

/// The pairs of a program with rules, by name.
fn pairs(program: &Program) -> Vec<String> {
    let name = |id| program.type_name(id);
    program.pairs.iter().map(|p| format!("{} {} {}", name(p.first), name(p.second), p.rules.len())).collect()
}

/// A level played with these actions, from the program as it is and from its bytes, optimised and not.
fn play(more: &str, players: usize, level: &str, actions: &[Action]) -> State {
    let mut faces = Vec::new();
    let mut last = None;
    for optimise in [false, true] {
        let options = Options { optimise, ..Options::default() };
        let compiled = compile(&source(more, players), &[Source::new("level", level)], &options);
        let program = compiled.program.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
        let bytes = program.to_bytes();
        assert_eq!(Program::from_bytes(&bytes).as_ref(), Ok(&program));
        let level = program.levels[0].clone();
        let mut state =
            Image::load(Program::from_bytes(&bytes).expect("bytes")).expect("sound").start(&level, 1).expect("a level");
        for &action in actions {
            state.step(&vec![action; players]);
        }
        faces.push(own::face(&state));
        last = Some(state);
    }
    assert_eq!(faces[0], faces[1]);
    last.expect("two plays")
}

fn alive(state: &State, name: &str) -> usize {
    let program = state.image().program();
    state.sprites().filter(|s| program.type_name(s.type_id) == name).count()
}

#[test]
fn a_rule_stands_for_each_pair_of_types_that_its_sides_select() {
    let more = "    InteractionSet\n        {TYPE=enemy,!TYPE=boss|door} {key|avatar} > killSprite\n        foes avatar wall > killSprite\n    \
                SelectorSet\n        foes > TYPE=enemy, !TYPE=flies\n";
    let found = program(more);
    let wanted = [
        "rat avatar 2",
        "rat key 1",
        "owl avatar 1",
        "owl key 1",
        "door avatar 1",
        "door key 1",
        "rat wall 1",
        "boss avatar 1",
        "boss wall 1",
    ];
    let found = pairs(&found);
    assert_eq!(found.len(), wanted.len(), "{found:?}");
    wanted.iter().for_each(|pair| assert!(found.iter().any(|p| p == pair), "{pair}: {found:?}"));
    assert_eq!(found[0], "rat avatar 2");
}

#[test]
fn the_written_out_game_is_the_same_program() {
    let short = "    InteractionSet\n        {TYPE=enemy,!TYPE=flies} {avatar|wall} > killSprite\n";
    let long = "    InteractionSet\n        rat wall avatar > killSprite\n        boss wall avatar > killSprite\n";
    assert_eq!(pairs(&program(short)), pairs(&program(long)));
}

#[test]
fn one_type_as_an_argument_is_itself_and_several_are_a_set() {
    let end = |choice: &str| format!("    TerminationSet\n        SpriteCounter stype={choice} limit=0 win=True\n");
    let plain = program(&end("owl"));
    let mut one = program(&end("{TYPE=flies}"));
    one.debug.clone_from(&plain.debug);
    assert_eq!(one, plain);
    let set = program(&end("{TYPE=enemy,!TYPE=flies}"));
    assert_eq!(set.types.len(), plain.types.len() + 1);
    let names: Vec<String> = set.types.last().expect("a set").family.iter().map(|&t| set.type_name(t)).collect();
    assert_eq!(names, ["{TYPE=enemy,!TYPE=flies}", "rat", "boss"]);
    // The same set twice is one.
    let twice =
        program(&(end("{TYPE=enemy,!TYPE=flies}") + "        SpriteCounter stype={rat|boss} limit=1 win=True\n"));
    assert_eq!(twice.types.len(), set.types.len());
}

#[test]
fn a_set_is_counted_as_its_types_together() {
    let more = "    InteractionSet\n        {TYPE=enemy} avatar > killSprite\n    TerminationSet\n        \
                SpriteCounter stype={TYPE=enemy,!TYPE=flies} limit=0 win=True\n";
    let level = "Arobbo";
    for (steps, over) in [(2, false), (3, false), (4, true)] {
        let state = play(more, 1, level, &vec![Action::Right; steps]);
        assert_eq!(state.is_over(), over, "{steps}");
    }
}

#[test]
fn a_condition_on_what_is_held_lets_a_rule_act_from_then_on() {
    let more = "    InteractionSet\n        key avatar > collectResource\n        rat avatar > killSprite scoreChange=3 if={PC[key]}\n        \
                owl avatar > killSprite if={!PC[key]}\n        door avatar > killSprite if={QUALIFIED[door]}\n        \
                boss avatar > killSprite if={ALL}\n";
    let state = play(more, 1, "Arokrodkdb", &[Action::Right; 9]);
    // The first rat is met with no key, the first owl as well; then it is the other way round.
    assert_eq!((alive(&state, "rat"), alive(&state, "owl"), alive(&state, "boss")), (1, 1, 0));
    // One key is not enough for the first door, two are for the second.
    assert_eq!(alive(&state, "door"), 1);
    assert_eq!(state.score(0), Some(3));
}

#[test]
fn a_step_back_with_a_condition_stops_only_while_it_holds() {
    let more = "    InteractionSet\n        avatar door > stepBack if={!QUALIFIED[door]}\n        key avatar > collectResource\n";
    let at = |level: &str| play(more, 1, level, &[Action::Right; 5]).avatar_sprite(0).expect("an avatar").rect.x;
    assert_eq!(at("A  d   "), 20);
    assert_eq!(at("Akkd   "), 50);
    assert_eq!(at("Ak d   "), 20);
}

#[test]
fn the_avatar_that_meets_is_asked_else_the_first_players() {
    let more = "    InteractionSet\n        key avatar > collectResource\n        rat avatar > killSprite if={PC[key]}\n        \
                wall wall > nullEffect\n";
    let more = more.replace("        wall wall > nullEffect\n", "");
    // Both step right; the second player alone finds a key.
    let state = play(&more, 2, "A r  \nAkr  ", &[Action::Right; 2]);
    assert_eq!(alive(&state, "rat"), 1);
}

#[test]
fn the_condition_of_a_timer_is_asked_when_it_starts() {
    let more = "    InteractionSet\n        rat avatar > addTimer timer=2 ftype=killAll stype=owl if={PC[key]}\n        key avatar > collectResource\n";
    assert_eq!(alive(&play(more, 1, "Akr  o", &[Action::Right; 5]), "owl"), 0);
    assert_eq!(alive(&play(more, 1, "A r  o", &[Action::Right; 5]), "owl"), 1);
}

#[test]
fn programs_without_conditions_have_no_flag_and_stripped_ones_keep_theirs() {
    let condition = "    InteractionSet\n        rat avatar > killSprite if={PC[key]}\n";
    let plain = program("    InteractionSet\n        rat avatar > killSprite\n    SelectorSet\n        all > ALL\n");
    let with = program(condition);
    let flags = |program: &Program| program.to_bytes()[9];
    // Door requires keys, whatever rules say.
    assert_eq!((flags(&plain), flags(&with)), (3, 3));
    let none =
        compile(&Source::new("g", "BasicGame\n    SpriteSet\n        gem > Immovable\n"), &[], &Options::default());
    assert_eq!(flags(&none.program.expect("a game")), 1);
    let stripped =
        compile(&source(condition, 1), &[], &Options { strip: true, ..Options::default() }).program.expect("a game");
    assert_eq!(flags(&stripped), 2);
    assert_eq!(Program::from_bytes(&stripped.to_bytes()), Ok(stripped.clone()));
    assert!(stripped.rules[0].condition.is_some());
    assert!(list(&with).contains("if held {key}"), "{}", list(&with));
}

#[test]
fn conditions_of_another_size_are_refused() {
    for wrong in [Selector::Fixed(Bits::all(3)), Selector::ByHolder([0, 0, 0, 1].map(|more| Bits::all(9 + more)))] {
        let mut program = program("    InteractionSet\n        rat avatar > killSprite if={PC[key]}\n");
        program.rules[0].condition = Some(Box::new(wrong));
        let why = Image::load(program).expect_err("refused").0;
        assert!(why.contains("condition"), "{why}");
    }
    let mut bad = program("");
    bad.requires.push((vgdl_vm::program::TypeId(99), vgdl_vm::program::TypeId(0), 1));
    assert!(Image::load(bad).is_err());
}

#[test]
fn the_examples_of_the_codes_hold_in_games() {
    let mut shown = 0;
    for code in codes::ALL.iter().filter(|code| code.code[1..].starts_with("09") && code.wrong.starts_with("BasicGame"))
    {
        let has = |text: &str| {
            let found = compile(&Source::new("game", text), &[], &Options::default()).diagnostics;
            found.iter().any(|d| d.code == code.code)
        };
        assert!(has(code.wrong), "{}: {}", code.code, code.wrong);
        assert!(!has(code.right), "{}: {}", code.code, code.right);
        shown += 1;
    }
    assert_eq!(shown, 10);
}

#[test]
fn a_mistake_in_a_selection_is_underlined_there_and_told_once() {
    let more = "    InteractionSet\n        {TYPE=enmy} avatar wall door > killSprite\n        rat avatar > killSprite if={PC[}\n        \
                {TYPE=enemy} {PC[boss]} > killSprite\n";
    let source = source(more, 1);
    let found = compile(&source, &[], &Options::default()).diagnostics;
    let told: Vec<(&str, &str)> = found.iter().map(|d| (d.code, source.slice(d.span.expect("a place")))).collect();
    assert_eq!(told, [("E0929", "TYPE=enmy"), ("E0910", "["), ("E0930", "PC[boss]")]);
    assert_eq!(found[0].help.as_deref(), Some("did you mean `enemy`?"));
    assert_eq!(codes_of("    TerminationSet\n        SpriteCounter stype={TYPE=nix} limit=0 win=True\n"), ["E0929"]);
    assert_eq!(codes_of("    SelectorSet\n        foes > TYPE=nix\n"), ["E0929"]);
}

#[test]
fn the_pairs_of_a_rule_are_bounded() {
    let sprites: String = (0..300).map(|i| format!("        s{i} > Immovable\n")).collect();
    let text = format!("BasicGame\n    SpriteSet\n{sprites}    InteractionSet\n        {{s%}} {{s%}} > killSprite\n");
    let found = compile(&Source::new("game", text), &[], &Options::default()).diagnostics;
    assert!(found.iter().any(|d| d.code == codes::TOO_MANY_CHOSEN), "{:?}", found.first());
}

#[test]
fn layout_and_strictness_know_selections() {
    let text = source("    InteractionSet\n        { rat | owl }   avatar > killSprite\n", 1);
    let laid = vgdl::front::vgdl::print::format(&text, Default::default()).expect("laid out");
    assert!(laid.contains("\n        { rat | owl } avatar > killSprite\n"), "{laid}");
    let strict = Options { strict: true, ..Options::default() };
    let found = compile(&text, &[], &strict).diagnostics;
    // Two lines with tags, one that requires, one with braces.
    assert_eq!(found.iter().filter(|d| d.code == codes::STRICT_SELECTION).count(), 4);
}

#[test]
fn a_sprite_is_renamed_in_selections_too() {
    use vgdl::editor::Document;
    let text = source(
        "    SelectorSet\n        foes > rat|TYPE=enemy.rat\n    InteractionSet\n        {!TYPE=rat,TYPE=enemy|rat} avatar > killSprite if={PC[rat|key]}\n",
        1,
    );
    let at = text.text.find("rat >").expect("declared");
    let document = Document::new(text, Vec::new(), &Options::default());
    let spans = document.rename(at, "mouse").expect("a free name");
    assert_eq!(spans.len(), 7);
    assert!(spans.iter().all(|&span| document.source().slice(span) == "rat"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_in_braces_is_taken_or_told(
        one in "(\\{|\\}|TYPE[=.]|PC|QUALIFIED|ALL|rat|enemy|foe|[|,\\[\\]!%. #é=]){0,9}",
        two in "(\\{|\\}|TYPE[=.]|PC|QUALIFIED|ALL|key|door|[|,\\[\\]!%. é=]){0,9}",
    ) {
        let more = format!(
            "    SelectorSet\n        foes > {two}\n    InteractionSet\n        {{{one}}} avatar > killSprite if={{{two}}}\n        \
             rat {one} > transformTo stype={{{two}}}\n    TerminationSet\n        SpriteCounter stype={{{one}}} limit=0 win=True\n"
        );
        let source = source(&more, 1);
        for diagnostic in compile(&source, &[Source::new("level", "Arobkd")], &Options::default()).diagnostics {
            let span = diagnostic.span.unwrap_or_default();
            prop_assert!(source.text.get(span.range()).is_some() || diagnostic.source > 0, "{:?}", diagnostic);
        }
    }
}

#[test]
fn several_types_where_one_is_made_or_paid_are_an_error() {
    let rule = |effect: &str| codes_of(&format!("    InteractionSet\n        rat avatar > {effect}\n"));
    let several = [
        "transformTo stype={TYPE=foe}",
        "spawn stype={TYPE=foe}",
        "spawnIfHasMore resource=key stype={TYPE=foe}",
        "transformIfCount stype=rat stypeCount=owl estype={owl|rat}",
        "transformToAll stype={owl|rat} stypeTo=boss",
        "killAll stype={owl|rat}",
        "changeResource resource={key|rat}",
        "updateSpawnType spawnPoint=owl stype={owl|rat}",
    ];
    for effect in several {
        assert_eq!(rule(effect), [codes::SEVERAL_FOR_ONE], "{effect}");
    }
    for effect in [
        "transformTo stype={TYPE=flies}",
        "transformIfCount stype=rat stypeCount={owl|rat}",
        "subtractHealthPoints stype={owl|rat}",
        "setSpeedForAll stype={owl|rat} value=1",
        "transformToRandomChild stype={owl|rat}",
    ] {
        assert!(!rule(effect).contains(&codes::SEVERAL_FOR_ONE), "{effect}");
    }
}

#[test]
fn a_class_that_makes_sprites_takes_one_type_and_a_chaser_several() {
    let sprite = |class: &str| {
        let text = format!(
            "BasicGame\n    SpriteSet\n        rat > Immovable\n        owl > Immovable\n        it > {class}\n"
        );
        let compiled = compile(&Source::new("game", text), &[], &Options::default());
        compiled.diagnostics.iter().any(|d| d.code == codes::SEVERAL_FOR_ONE)
    };
    for class in ["SpawnPoint", "Grower", "Portal", "Bomber"] {
        assert!(sprite(&format!("{class} stype={{rat|owl}}")), "{class}");
        assert!(!sprite(&format!("{class} stype={{rat}}")), "{class}");
    }
    assert!(!sprite("Chaser stype={rat|owl}"));
}

/// What the diagnostics of a game with these lines say and advise.
fn said(more: &str) -> String {
    let compiled = compile(&source(more, 1), &[], &Options::default());
    compiled.diagnostics.iter().map(|d| format!("{d:?}\n")).collect()
}

#[test]
fn help_fits_the_mistake() {
    let both = said("    InteractionSet\n        {rat,owl} avatar > killSprite\n");
    assert!(both.contains("join with `|`"), "{both}");
    let braces = said("    InteractionSet\n        rat avatar > killSprite if=PC[key]\n");
    assert!(braces.contains("write `if={PC[key]}`"), "{braces}");
}

#[test]
fn selections_that_grow_by_the_square_of_the_text_are_refused_soon() {
    let many: String = (0..20_000).map(|i| format!("        s{i} > Immovable\n")).collect();
    let start = "BasicGame\n    SpriteSet\n";
    let tags: String = (0..1500).map(|i| format!("t{i:x}.")).collect::<String>() + "z";
    let below: String = (0..20_000).map(|i| format!("            s{i} > Immovable\n")).collect();
    let games = [
        format!("{start}{many}    InteractionSet\n{}", "        {ALL} s0 > killSprite\n".repeat(20_000)),
        format!("{start}{many}    InteractionSet\n{}", "        s1 s0 > killSprite if={PC}\n".repeat(60_000)),
        format!(
            "{start}{many}    InteractionSet\n        {{{}z}} s0 > killSprite\n",
            "TYPE=Immovable|".repeat(100_000)
        ),
        format!(
            "{start}{}    InteractionSet\n        {} > killSprite\n",
            many.lines().take(250).map(|l| format!("{l}\n")).collect::<String>(),
            "{ALL} ".repeat(100_000)
        ),
        format!("{start}        all > tags={tags}\n{below}    InteractionSet\n        {{TYPE=z}} s0 > killSprite\n"),
    ];
    for (i, game) in games.into_iter().enumerate() {
        let start = std::time::Instant::now();
        let compiled = compile(&Source::new("game", game), &[], &Options::default());
        assert!(
            compiled.diagnostics.iter().any(|d| d.code == codes::TOO_LARGE),
            "{i}: {:?}",
            compiled.diagnostics.first()
        );
        assert!(start.elapsed() < std::time::Duration::from_secs(20), "{i}: {:?}", start.elapsed());
    }
}

#[test]
fn what_nobody_can_hold_is_not_required() {
    let game = |class: &str, rules: &str| {
        let text = format!(
            "BasicGame\n    SpriteSet\n        it > {class}\n        door > Immovable requires=it:2\n        avatar > MovingAvatar\n    InteractionSet\n        {rules}\n"
        );
        let compiled = compile(&Source::new("game", text), &[], &Options::default());
        compiled.diagnostics.iter().any(|d| d.code == codes::BAD_REQUIRES)
    };
    assert!(game("Immovable", "door avatar > killSprite"));
    assert!(!game("Resource", "door avatar > killSprite"));
    assert!(!game("Immovable", "avatar door > changeResource resource=it value=1"));
}
