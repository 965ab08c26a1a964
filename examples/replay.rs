//! Records a play as a trace in memory, replays it and compares every tick: `cargo run --example replay`

use std::error::Error;
use std::sync::Arc;

use vgdl::trace::read::Reader;
use vgdl::trace::record::{Plan, Recorder};
use vgdl::trace::verify::{Games, Refusal, Report, verify};
use vgdl::vm::Image;
use vgdl::vm::ontology::Action;
use vgdl::vm::program::Level;
use vgdl::{Options, Source, compile};

const GAME: &str = include_str!("games/rootcellar.vgdl");
const LEVEL: &str = include_str!("games/rootcellar_lvl0.txt");

fn main() -> Result<(), Box<dyn Error>> {
    let trace = record(&image()?)?;
    println!("{} bytes of trace", trace.len());
    for report in replay(&trace)? {
        println!("{report}");
    }
    Ok(())
}

fn image() -> Result<Arc<Image>, Box<dyn Error>> {
    let compiled =
        compile(&Source::new("rootcellar", GAME), &[Source::new("rootcellar_lvl0", LEVEL)], &Options::default());
    Ok(Image::load(compiled.program.ok_or("the game has errors")?)?)
}

/// A trace is JSON, one record a line: the game, the run with its actions, and what every tick changed.
fn record(image: &Arc<Image>) -> Result<Vec<u8>, Box<dyn Error>> {
    let script = "RRDDDLLDDRRRRUURRD";
    let plan = Plan {
        seed: 3,
        style: "hand".into(),
        actions: vec![script.chars().filter_map(Action::from_letter).collect()],
        max_ticks: 60,
        ..Plan::default()
    };
    let mut recorder = Recorder::new(Vec::new(), "", "rootcellar", image.program())?;
    recorder.run(image, &image.program().levels[0], &plan)?;
    Ok(recorder.finish()?)
}

/// The verifier asks for games by name; here there is one.
struct One(Arc<Image>);

impl Games for One {
    fn open(&mut self, _set: &str, game: &str, _level: &str) -> Result<(Arc<Image>, Level), Refusal> {
        match game {
            "rootcellar" => Ok((Arc::clone(&self.0), self.0.program().levels[0].clone())),
            _ => Err(Refusal::Missing(format!("there is no game {game}"))),
        }
    }
}

fn replay(trace: &[u8]) -> Result<Vec<Report>, Box<dyn Error>> {
    let mut reports = Vec::new();
    verify(&mut Reader::new(trace), &mut One(image()?), &mut |report| reports.push(report));
    Ok(reports)
}

#[test]
fn the_recording_verifies() {
    use vgdl::trace::verify::Outcome::Passed;

    let trace = record(&image().unwrap()).unwrap();
    let reports = replay(&trace).unwrap();
    assert_eq!(reports.len(), 1);
    assert!(matches!(reports[0].outcome, Passed { ticks: 60, .. }), "{}", reports[0]);
}

#[test]
fn an_altered_recording_does_not() {
    use vgdl::trace::verify::Outcome::Failed;

    let trace = String::from_utf8(record(&image().unwrap()).unwrap()).unwrap();
    let altered = trace.replacen("\"seed\":3", "\"seed\":4", 1);
    assert_ne!(trace, altered);
    let reports = replay(altered.as_bytes()).unwrap();
    assert!(matches!(reports[0].outcome, Failed(_)), "{}", reports[0]);
}
