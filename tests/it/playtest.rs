//! Playtests: what they count, and that the report depends on nothing but what was asked for.

use std::collections::BTreeMap;

use serde_json::Value;
use vgdl::agents::{AgentDef, find};
use vgdl::playtest::{How, Plan, Report, page};
use vgdl::{Options, Source, compile};
use vgdl_vm::Image;

use crate::cli::Place;

/// The avatar wins in its first step to the right, loses in the first to the left, and else waits for tick 4.
const GAME: &str = "BasicGame
    SpriteSet
        gem > Immovable
        pit > Immovable
        ghost > Immovable
        avatar > MovingAvatar
    InteractionSet
        gem avatar > killSprite scoreChange=3
        avatar pit > killSprite scoreChange=-1
        ghost avatar > killSprite   # <never> & \"never\"
    TerminationSet
        SpriteCounter stype=gem limit=0 win=True
        SpriteCounter stype=avatar limit=0 win=False
        Timeout limit=4 win=False
    LevelMapping
        g > gem
        p > pit
        h > ghost
";

const LEVEL: &str = "pAg\n";

fn report(agents: &[&'static AgentDef], runs: u32, seed: i32, ticks: u32) -> Report {
    let source = Source::new("<b>.vgdl", GAME);
    let levels = [Source::new("a&b_lvl0.txt", LEVEL), Source::new("far_lvl1.txt", "A    g\n")];
    let compiled = compile(&source, &levels, &Options::default());
    let image = Image::load(compiled.program.expect("a program")).expect("a sound program");
    let levels = &image.program().levels;
    let text = Some(&source);
    let game = "<b>.vgdl".to_owned();
    let plan = Plan { game, image: &image, text, levels, agents, runs, seed, ticks, budget: 60 };
    plan.play(&|| {}).expect("levels that start")
}

fn agents(names: &[&str]) -> Vec<&'static AgentDef> {
    names.iter().map(|n| find(n).expect("an agent")).collect()
}

#[test]
fn what_is_counted_is_what_happened() {
    let report = report(&agents(&["random", "nil"]), 40, 7, 100);
    let [random, nil] = &report.levels[0].agents[..] else { panic!("two agents") };
    // Nil waits: the game ends by itself in tick 4, the fifth.
    assert_eq!((nil.won.count, nil.ticks.least, nil.ticks.most), (0, 5, 5));
    assert_eq!(nil.ends.len(), 1);
    assert_eq!((nil.ends[0].how, nil.ends[0].runs, nil.ends[0].end.line), (How::Lost, 40, Some(14)));
    assert!(nil.ends[0].end.what.starts_with("Timeout limit=4"), "{}", nil.ends[0].end.what);
    assert_eq!(nil.visits, [[0, 40 * 6, 0]]);
    // Random goes right or left sooner or later, or is too late.
    let mut ended: BTreeMap<&str, u32> = BTreeMap::new();
    for run in &random.runs {
        *ended.entry(run.end.what.split(' ').nth(1).expect("words")).or_default() += 1;
        let score = match run.how {
            How::Won => 3,
            _ if run.end.what.starts_with("Timeout") => 0,
            _ => -1,
        };
        assert_eq!((run.scores[0], run.won[0]), (score, score == 3));
    }
    assert_eq!(ended.values().sum::<u32>(), 40);
    assert_eq!(ended["stype=gem"], random.won.count);
    assert!(random.won.count > 5 && ended["stype=avatar"] > 5, "{ended:?}");
    assert!(random.won.interval[0] < random.won.rate && random.won.rate < random.won.interval[1]);
    // On the second level nobody comes to the gem: five cells in five ticks.
    let far: u32 = report.levels[1].agents.iter().map(|a| a.won.count).sum();
    let fired: Vec<(Option<u32>, u64)> = report.rules.iter().map(|r| (r.line, r.fired)).collect();
    let pits = u64::from(ended["stype=avatar"]);
    assert_eq!(fired, [(Some(8), u64::from(random.won.count + far)), (Some(9), pits), (Some(10), 0)]);
    assert_eq!(report.rules[2].rule, "ghost avatar > killSprite");
    assert_eq!(far, 0, "{:?}", report.levels[1].agents[0].runs);
    let remarks = report.remarks();
    assert_eq!(
        remarks,
        ["no agent won level far_lvl1.txt", "the rule of line 10 never fired: ghost avatar > killSprite"]
    );
}

#[test]
fn runs_that_are_stopped_say_so() {
    let report = report(&agents(&["nil"]), 2, 0, 3);
    let nil = &report.levels[0].agents[0];
    assert_eq!((nil.ends[0].how, nil.ticks.most), (How::Timeout, 3));
    assert_eq!(nil.ends[0].end.describe(), "the playtest's last tick");
}

#[test]
fn a_report_depends_on_the_seed_and_not_on_threads_or_other_agents() {
    let names = ["random", "mcts"];
    let json = |report: &Report| serde_json::to_string(report).expect("JSON");
    let here = json(&report(&agents(&names), 5, 1, 30));
    for threads in [1, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        assert_eq!(pool.install(|| json(&report(&agents(&names), 5, 1, 30))), here);
    }
    assert_ne!(json(&report(&agents(&names), 5, 2, 30)), here);
    let alone = report(&agents(&["mcts"]), 5, 1, 30);
    let both = report(&agents(&names), 5, 1, 30);
    assert_eq!(alone.levels[1].agents[0], both.levels[1].agents[1]);
}

#[test]
fn the_json_is_the_committed_one() {
    let report = report(&agents(&["random"]), 2, 1, 100);
    insta::assert_snapshot!(serde_json::to_string_pretty(&report).expect("JSON"));
}

#[test]
fn the_page_stands_alone_and_escapes_texts() {
    let page = page(&report(&agents(&["random", "nil"]), 3, 1, 100));
    assert!(page.contains("<svg") && page.contains("prefers-color-scheme: dark"));
    for absent in ["http:", "https:", "<script", "src=", "href=", "url(", "<b>", "a&b"] {
        assert!(!page.contains(absent), "{absent}");
    }
    for present in ["&lt;b&gt;.vgdl", "a&amp;b_lvl0.txt", "ghost avatar &gt; killSprite", "no agent won level far"] {
        assert!(page.contains(present), "{present}");
    }
    // Every element that is opened is closed.
    for element in
        ["svg", "figure", "table", "tr", "td", "th", "ul", "li", "text", "title", "p", "code", "body", "html"]
    {
        let opened = page.matches(&format!("<{element}>")).count() + page.matches(&format!("<{element} ")).count();
        assert_eq!(opened, page.matches(&format!("</{element}>")).count(), "{element}");
    }
}

#[test]
fn the_program_tells_the_same_as_the_library() {
    let place = Place::new();
    let one = place.run("playtest gems.txt --agents random,bfs --runs 3 --seed 4 --ticks 30 --json").fine();
    let two =
        place.run("playtest gems.txt gems_lvl0.txt --agents random,bfs,random --runs 3 --seed 4 --ticks 30 --json");
    assert_eq!(one, two.fine());
    let report: Value = serde_json::from_str(&one).expect("JSON");
    let run = &report["levels"][0]["agents"][0]["runs"][1];
    // Each run can be played again by itself.
    let again = place.run(&format!("run gems.txt --agent random --seed {} --ticks 30 --json", run["seed"])).json();
    assert_eq!((&again["ticks"], &again["score"]), (&run["ticks"], &run["scores"][0]));
    let text = place.run("playtest gems.txt --agents bfs --runs 2 --html p.html").fine();
    assert!(text.contains("bfs") && text.contains("fired  rule"), "{text}");
    assert!(std::fs::read_to_string(place.path("p.html")).expect("a page").contains("<svg"));
}

#[test]
fn compiled_games_and_modules_bring_their_levels() {
    let place = Place::new();
    place.run("compile gems.txt gems_lvl0.txt -o gems.vgdlc").fine();
    let report = place.run("playtest gems.vgdlc --agents nil --runs 1 --json").json();
    assert_eq!(report["levels"].as_array().expect("levels").len(), 1);
    place.run("playtest gems.vgdlc gems_lvl0.txt 0 --agents nil --runs 1 --json").fine();
    let field = std::fs::read_to_string(crate::own::folder().join("rat-field.gdl")).expect("a file");
    place.write("field.gdl", field);
    let report = place.run("playtest field.gdl --agents random --runs 1 --ticks 20 --json").json();
    assert_eq!(report["levels"].as_array().expect("levels").len(), 2);
    let report = place.run("playtest field.gdl 1 --agents random --runs 1 --ticks 20 --json").json();
    assert_eq!(report["levels"][0]["columns"], 16);
}

#[test]
fn what_cannot_be_played_is_told() {
    let place = Place::new();
    for (arguments, code, told) in [
        ("gems.txt --agents mcst", 2, "did you mean `mcts`?"),
        ("gems.txt --runs 0", 2, "--runs"),
        ("gems.txt --ticks 0", 2, "--ticks"),
        ("gems.txt --budget 0", 2, "--budget"),
        ("gems.txt absent.txt", 1, "absent.txt"),
        ("gems.txt 7", 1, "gems_lvl7.txt"),
        ("absent.txt", 1, "absent.txt"),
        ("gems.txt --html absent/p.html --runs 1 --ticks 1", 1, "absent/p.html"),
    ] {
        let ran = place.run(&format!("playtest {arguments}"));
        assert!(ran.code == Some(code) && ran.err.contains(told), "{arguments}: {ran:?}");
    }
    let ran = place.run("run gems.txt --agent rnadom");
    assert!(ran.code == Some(2) && ran.err.contains("did you mean `random`?"), "{ran:?}");
}

#[test]
fn every_field_of_the_json_is_documented() {
    fn keys(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(key, value)| {
                found.push(key.clone());
                keys(value, found);
            }),
            Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
            _ => {}
        }
    }
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/playtest.md")).expect("the page");
    let mut found = Vec::new();
    keys(&serde_json::to_value(report(&agents(&["nil"]), 1, 1, 9)).expect("JSON"), &mut found);
    for key in found {
        assert!(page.contains(&format!("`{key}`")), "docs/playtest.md says nothing of `{key}`");
    }
}
