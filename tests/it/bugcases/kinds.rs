//! The kinds of fault behind the cases, in all their forms.

use std::collections::BTreeSet;

use vgdl::diag::{Diagnostic, Level};
use vgdl::{Options, Policy, Program, Source, check, compile};
use vgdl_vm::ontology::{CLASSES, EFFECTS, ENDS, Kind, ParamDef};
use vgdl_vm::program::RuleId;

use super::{family, id, play, start};
use crate::own::Dice;

/// A game with every block.
const WHOLE: &str = "\
GameSpace square_size=20
    SpriteSet
        gem > Immovable color=YELLOW
        moving > Missile
            rock > speed=FAST
            leaf > orientation=DOWN
        avatar > MovingAvatar
    LevelMapping
        A > avatar
        g > gem
        r > rock leaf
    InteractionSet
        avatar wall EOS > stepBack
        gem avatar > killSprite scoreChange=1
        moving wall > reverseDirection
    ParameterSet
        FAST > values=0.5:0.5:1 value=1 string=Speed
    TerminationSet
        SpriteCounter stype=gem limit=0 win=True
        Timeout limit=40 win=False
";

/// The program of a text without names and lines; `None` with errors.
fn bare(text: &str) -> Option<Program> {
    let mut program = compile(&Source::new("game", text), &[], &Options::default()).program?;
    program.debug = None;
    Some(program)
}

fn told(text: &str) -> Vec<Diagnostic> {
    check(&Source::new("game", text), &[], &Options::default()).diagnostics
}

#[test]
fn lines_of_nothing_but_a_comment_change_nothing_anywhere() {
    let whole = bare(WHOLE).expect("a program");
    let lines: Vec<&str> = WHOLE.lines().collect();
    let comments = ["#", "##", "#####", "# words", "#\t", "# a > b c=d", "#>", "# SpriteSet", "# x=", "#\u{e9}"];
    for at in 0..=lines.len() {
        for (i, indent) in ["", " ", "   ", "        ", "              ", "\t", "    \t", "\t\t\t"].iter().enumerate() {
            // Not each with each: a few of them, others on each line.
            for comment in comments.iter().skip((at + i) % 4).step_by(4) {
                let line = format!("{indent}{comment}");
                let text = [&lines[..at], &[line.as_str()], &lines[at..]].concat().join("\n");
                assert!(bare(&text).as_ref() == Some(&whole), "{line:?} before line {}", at + 1);
            }
        }
    }
    assert!(told(WHOLE).iter().all(|d| d.level != Level::Error));
}

#[test]
fn comments_behind_words_change_nothing_either() {
    let whole = bare(WHOLE).expect("a program");
    for comment in [" #", " # words > a=b", "#", "\t#", " ####", " #="] {
        let text: String = WHOLE.lines().map(|l| format!("{l}{comment}\n")).collect();
        assert!(bare(&text).as_ref() == Some(&whole), "{comment:?}");
    }
}

/// White space with its tabs as spaces.
fn expanded(space: &str, stops: usize) -> String {
    let mut spaces = String::new();
    for c in space.chars() {
        let more = if c == '\t' { stops - spaces.len() % stops } else { 1 };
        spaces += &" ".repeat(more);
    }
    spaces
}

#[test]
fn a_tab_is_harmless_or_told_of_with_its_line() {
    let whole = bare(WHOLE).expect("a program");
    let lines: Vec<&str> = WHOLE.lines().collect();
    let (mut harmless, mut named) = (0, 0);
    for (at, line) in lines.iter().enumerate() {
        let words = line.trim_start();
        let width = line.len() - words.len();
        let half = " ".repeat(width / 2);
        let tabs = ["\t".repeat(width / 4), "\t".repeat(width / 8), "\t".to_owned(), format!("{half}\t")];
        let more = [format!("\t{half}"), format!("{}\t", " ".repeat(width)), format!("\t{}", " ".repeat(width))];
        for indent in tabs.iter().chain(&more).filter(|i| i.contains('\t')) {
            let changed = format!("{indent}{words}");
            let text = [&lines[..at], &[changed.as_str()], &lines[at + 1..]].concat().join("\n");
            // It changes nothing, or means what it looks like in any editor.
            let program = bare(&text);
            let shown = |stops| {
                let shown = expanded(indent, stops) + words;
                bare(&[&lines[..at], &[shown.as_str()], &lines[at + 1..]].concat().join("\n"))
            };
            if program.as_ref() == Some(&whole) || (program == shown(8) && program == shown(4)) {
                harmless += 1;
                continue;
            }
            let source = Source::new("game", text.as_str());
            // The line may be told of at a later one that hangs below it by mistake.
            let here = |d: &Diagnostic| {
                let mut spans = d.span.iter().chain(d.related.iter().map(|(span, _)| span));
                spans.any(|s| source.line_column(s.start).0 == at as u32 + 1)
            };
            let told = told(&text);
            assert!(told.iter().any(here), "line {}, {indent:?}: {told:#?}", at + 1);
            named += 1;
        }
    }
    assert!(harmless > 20 && named > 40, "{harmless} harmless, {named} told of");
}

/// Whether a text has a finding at its word `gme` that suggests `gem`.
fn suggests(text: &str) -> bool {
    let at = text.find("gme").expect("a name that nobody declared") as u32;
    told(text).iter().any(|d| {
        let here = d.span.is_some_and(|s| (s.start..=s.end).contains(&at));
        here && d.level >= Level::Warning && d.help.as_ref().is_some_and(|h| h.contains("`gem`"))
    })
}

/// A game with these lines at the ends of its blocks.
fn with(game: &str, sprites: &str, mapping: &str, rules: &str, ends: &str) -> String {
    format!(
        "BasicGame {game}\n SpriteSet\n  gem > Resource\n  rat > RandomNPC\n  avatar > MovingAvatar\n{sprites}\n \
         LevelMapping\n  A > avatar\n  g > gem\n  r > rat\n{mapping}\n InteractionSet\n  gem avatar > collectResource\n\
         {rules}\n TerminationSet\n{ends}\n  Timeout limit=9 win=True\n"
    )
}

fn names_sprites(param: &ParamDef) -> bool {
    matches!(param.kind, Kind::Type | Kind::OptType | Kind::LooseType | Kind::Types)
}

/// What is to be given beside a parameter.
fn others(params: &[&ParamDef], but: &ParamDef) -> String {
    let needed = params.iter().filter(|p| p.default.is_none() && p.name != but.name);
    needed.map(|p| format!(" {}={}", p.name, if names_sprites(p) { "gem" } else { "1" })).collect()
}

#[test]
fn a_name_that_nobody_declared_is_told_of_wherever_it_stands() {
    let mut texts = vec![
        with("", "", "  x > gme", "", ""),
        with("", "", "  x > rat gme", "", ""),
        with("", "", "", "  gme avatar > killSprite", ""),
        with("", "", "", "  avatar gme > killSprite", ""),
        with("", "", "", "  avatar rat gme EOS > killSprite", ""),
        with("", "", "", "  gme EOS > killSprite", ""),
        with("", "", "", "  EOS gme > killSprite", ""),
        with("", "", "", "  gme TIME > killSprite timer=2", ""),
        with("", "", "", "  TIME gme > killSprite timer=2", ""),
        with("key_handler=Pulse obs=gme", "", "", "", ""),
    ];
    for effect in EFFECTS {
        let params: Vec<&ParamDef> = effect.params.iter().collect();
        for param in params.iter().filter(|p| names_sprites(p)) {
            let rule = format!("  rat avatar > {} {}=gme{}", effect.name, param.name, others(&params, param));
            texts.push(with("", "", "", &rule, ""));
        }
    }
    for class in CLASSES {
        let required: Vec<&ParamDef> = class.class.required().map(|p| p.def()).collect();
        for param in class.class.params().map(|p| p.def()).filter(|p| names_sprites(p)) {
            let needed = required.iter().filter(|p| p.name != param.name);
            let needed: String = needed.map(|p| format!(" {}=gem", p.name)).collect();
            let sprite = format!("  it > {} {}=gme{needed}", class.name, param.name);
            texts.push(with("", &sprite, "  i > it", "", ""));
        }
    }
    for end in ENDS {
        let params: Vec<&ParamDef> = end.params.iter().collect();
        for param in params.iter().filter(|p| names_sprites(p)) {
            let line = format!("  {} {}=gme{} limit=3 win=True", end.name, param.name, others(&params, param));
            texts.push(with("", "", "", "", &line));
        }
    }
    let silent: Vec<&str> =
        texts.iter().filter(|t| !suggests(t)).flat_map(|t| t.lines().filter(|l| l.contains("gme"))).collect();
    assert_eq!(silent, [""; 0]);
    assert!(texts.len() >= 90, "{} places", texts.len());
}

/// After how many steps a play with gems in a row ends, with one eaten in each; `None` if it does not end.
fn ends_at(end: &str, gems: usize) -> Option<usize> {
    let game = format!(
        "BasicGame\n SpriteSet\n  gem >\n   red > Immovable\n   blue > Immovable\n  crumb > Immovable\n  avatar > MovingAvatar\n \
         LevelMapping\n  A > avatar\n  r > red\n  b > blue\n InteractionSet\n  gem avatar > transformTo stype=crumb\n \
         TerminationSet\n  {end} win=True\n"
    );
    let row: String = "rb".chars().cycle().take(gems).collect();
    let mut state = start(&Source::new("game", game.as_str()), &Source::new("level", format!("A{row} \n").as_str()));
    let steps = play(&mut state, &"R".repeat(gems), |_, _| ());
    state.is_over().then_some(steps)
}

#[test]
fn limits_above_zero_count_in_every_counting_termination() {
    for limit in 0..=3_usize {
        let left = |limit: usize| Some((5 - limit).max(1));
        assert_eq!(ends_at(&format!("SpriteCounter stype=gem limit={limit}"), 5), left(limit), "at most {limit}");
        let more = format!("SpriteCounterMore stype=crumb limit={limit}");
        assert_eq!(ends_at(&more, 5), Some(limit.max(1)), "at least {limit}");
        let multi = format!("MultiSpriteCounter stype1=red stype2=blue limit={limit}");
        assert_eq!(ends_at(&multi, 5), left(limit), "together {limit}");
        let third = format!("MultiSpriteCounter stype1=red stype2=blue stype3=gem limit={}", 2 * limit);
        assert_eq!(ends_at(&third, 5), left(limit), "all three {limit}");
        // The last one is red: `gem` is alive in one type, then none.
        let subtypes = format!("MultiSpriteCounterSubTypes stype1=gem subTypesNum={} limit={limit}", limit.min(2));
        assert_eq!(ends_at(&subtypes, 5), left(limit), "of {limit} types");
        assert_eq!(ends_at(&format!("Timeout limit={limit}"), 5), Some(limit + 1), "tick {limit}");
    }
}

#[test]
fn several_partners_are_as_many_lines_wherever_eos_stands() {
    for order in ["EOS wall rat", "wall EOS rat", "wall rat EOS", "rat EOS", "EOS rat", "wall rat gem EOS"] {
        let one = format!("  avatar {order} > stepBack scoreChange=1\n");
        let many: String =
            order.split(' ').map(|second| format!("  avatar {second} > stepBack scoreChange=1\n")).collect();
        let [one, many] = [one, many].map(|rules| bare(&with("", "", "", &rules, "")).expect("a program"));
        // A line is one rule, however often it is mentioned.
        let meant = |p: &Program| {
            let rules = |ids: &[RuleId]| ids.iter().map(|id| p.rules[id.index()].clone()).collect::<Vec<_>>();
            let pairs = p.pairs.iter().map(|pair| (pair.first, pair.second, rules(&pair.rules)));
            (pairs.collect::<Vec<_>>(), p.edges.iter().map(|e| (e.on, rules(&e.rules))).collect::<Vec<_>>())
        };
        assert_eq!(meant(&one), meant(&many), "{order}");
        assert_eq!(one.edges.len(), 1, "{order}");
        assert_eq!(one.pairs.len(), order.split(' ').count(), "{order}");
    }
}

#[test]
fn types_are_numbered_as_they_are_written() {
    let mut dice = Dice(5);
    for _ in 0..200 {
        // A random tree of sprites with random names.
        let (mut names, mut lines, mut depth) = (Vec::<String>::new(), String::new(), 0);
        for _ in 0..1 + dice.roll(30) {
            let name = format!("{}{}", ["z", "a", "wall", "m"][dice.roll(4)], dice.roll(1000));
            if names.contains(&name) {
                continue;
            }
            lines += &format!("{}{name} > Immovable\n", " ".repeat(2 + depth));
            names.push(name);
            depth = dice.roll(depth + 2);
        }
        if dice.roll(2) == 0 {
            lines += "  wall > Immovable\n";
        }
        let text = format!("BasicGame\n SpriteSet\n{lines}  avatar > MovingAvatar\n");
        let options = Options { policy: Policy::Compat, ..Options::default() };
        let program = compile(&Source::new("game", text.as_str()), &[], &options).program.expect("a program");
        let found = &program.debug.as_ref().expect("names").types;
        let expected: Vec<String> = ["wall", "avatar"].map(str::to_owned).into_iter().chain(names).collect();
        assert_eq!(*found, expected, "{text}");
        // The listing has them in this order, with their numbers.
        let listing = vgdl::list::list(&program);
        let section = listing.lines().skip_while(|l| *l != "types").skip(1).take_while(|l| !l.is_empty());
        let listed: Vec<(String, String)> = section
            .map(|l| {
                let mut words = l.split_whitespace().map(str::to_owned);
                (words.next().expect("a number"), words.next().expect("a name"))
            })
            .collect();
        let expected: Vec<(String, String)> =
            expected.into_iter().enumerate().map(|(i, name)| (format!("#{i}"), name)).collect();
        assert_eq!(listed, expected);
    }
}

#[test]
fn a_singleton_is_alone_whatever_makes_it() {
    let game = "\
BasicGame
    SpriteSet
        only > Missile singleton=True
            shot > orientation=UP
            spark > orientation=DOWN speed=0.5
        nest > SpawnPoint stype=spark cooldown=3 prob=1
        seed > Immovable
        avatar > ShootAvatar stype=shot
    LevelMapping
        A > avatar
        n > nest
        s > seed
        x > shot
        y > spark
    InteractionSet
        avatar wall > stepBack
        only wall EOS > killSprite
        seed avatar > spawn stype=spark
        seed only > transformTo stype=shot
    TerminationSet
        Timeout limit=300 win=True
";
    let level = "wwwwwwww\nwA.s.x.w\nws..s..w\nw.n..y.w\nwwwwwwww\n";
    let mut made = BTreeSet::new();
    for seed in 0..20 {
        let mut state = start(&Source::new("game", game), &Source::new("level", level));
        let kinds = ["shot", "spark"].map(|name| id(&state, name));
        let mut dice = Dice(seed);
        assert_eq!(family(&state, "only"), 1, "the level has two");
        while !state.is_over() && state.tick() < 120 {
            let actions = dice.actions(&state);
            state.step(&actions);
            assert!(state.fault().is_none(), "{:?}", state.fault());
            assert!(family(&state, "only") <= 1, "seed {seed}, tick {}", state.tick());
            made.extend(state.sprites().filter(|s| kinds.contains(&s.type_id)).map(|s| (seed, s.id)));
        }
    }
    assert!(made.len() > 60, "{} were made one after the other", made.len());
}
