//! The bodies of the fuzz targets: what must hold for any bytes. `fuzz/` runs them on inputs a fuzzer makes up, the tests
//! beside this file on seeds, findings and changes of them.

use std::io::BufRead;
use std::sync::{Arc, LazyLock};

use vgdl::diag::{Level as Severity, Policy, Sink, github, json, render, sarif};
use vgdl::editor::Document;
use vgdl::front::gdl::{Dialect, Encoding, Machine, Xconq};
use vgdl::front::vgdl::layout::Tabs;
use vgdl::front::vgdl::{parse, print};
use vgdl::source::Span;
use vgdl::trace::read::{Reader, Record, Sprites};
use vgdl::trace::verify::{Games, Opened, Refusal};
use vgdl::trace::{canon, show, verify};
use vgdl::vm::ontology::Action;
use vgdl::vm::program::container::FORMAT_VERSION;
use vgdl::vm::program::{Level, Program};
use vgdl::vm::{Image, State};
use vgdl::{Options, Source, check, compile, list};

/// A play with more sprites than this takes too long.
const CROWD: usize = 400;
/// Inputs longer than this take too long. What long inputs cost is measured by other tests.
const LONG: usize = 1 << 16;
/// Ticks that are played.
const TICKS: i32 = 50;
/// Bytes of a program before its payload.
pub(crate) const HEADER: usize = 19;

/// A game with many classes and effects, for levels.
const RICH: &str = include_str!("rich.vgdl");

/// The games that traces may name.
pub(crate) const GAMES: &[(&str, &str, &str)] = &[
    ("rich", RICH, include_str!("rich_lvl0.txt")),
    ("duel", include_str!("../../stages/in/duel.vgdl"), include_str!("../../stages/in/duel_lvl0.txt")),
    ("push", include_str!("../../stages/in/push.vgdl"), include_str!("../../stages/in/push_lvl0.txt")),
];

/// A module of the Game Design Language. Whatever it is: no panic in either dialect; what is shown reads back the same; what
/// is printed for programs is JSON; and taken as a game it compiles or has errors.
pub(crate) fn module(data: &[u8]) {
    let (text, encoding) = Encoding::decode(data[..data.len().min(LONG)].to_vec());
    for dialect in [Dialect::Page, Dialect::Kernel] {
        let mut machine = Machine::new(dialect, Source::new("module", text.as_str()), encoding);
        let forms = machine.forms();
        for form in &forms {
            assert!(machine.sources()[0].text.get(form.at.span.range()).is_some(), "a place in the text");
            let shown = machine.show(form);
            let again = machine.read_source(Source::new("shown", shown.as_str()), Encoding::Utf8);
            // What is no UTF-8 is shown as well as can be, and what the end quotes is nothing that can be written.
            if encoding == Encoding::Utf8 && !shown.contains(['\u{FFFD}', '\0']) && !shown.contains("|end of file|") {
                assert!(matches!(again.as_slice(), [one] if one.same(form)), "{shown}");
            }
        }
        let mut machine = Machine::new(dialect, Source::new("module", text.as_str()), encoding);
        machine.run(&mut Xconq);
        let _ = machine.listing();
        serde_json::from_str::<serde_json::Value>(&machine.dump("module", &[])).expect("JSON");
        let found = machine.sink.as_slice();
        let sources: Vec<&Source> = machine.sources().iter().collect();
        let _ = render::render(found, &sources, false);
    }
    let game = Source::new("module.gdl", text);
    let compiled = compile(&game, &[], &Options::default());
    assert_eq!(compiled.program.is_none(), compiled.diagnostics.iter().any(|d| d.level == Severity::Error));
}

/// A game text, and after a zero byte a level. Whatever they are: no panic under either policy; errors or a program that
/// loads; passes change no play; what can be laid out anew reads the same, and laid out again stays as it is.
pub(crate) fn text(data: &[u8]) {
    let data = &data[..data.len().min(LONG)];
    let text = String::from_utf8_lossy(data);
    let (game, level) = text.split_once('\0').unwrap_or((&text, ""));
    let (game, level) = (Source::new("game", game), Source::new("level", level));
    for policy in [Policy::Default, Policy::Compat] {
        let options = Options { policy, ..Options::default() };
        let levels: &[Source] = if level.text.is_empty() { &[] } else { std::slice::from_ref(&level) };
        let compiled = compile(&game, levels, &options);
        let errors = compiled.diagnostics.iter().any(|d| d.level == Severity::Error);
        assert_eq!(compiled.program.is_none(), errors, "a program, or errors");
        if policy == Policy::Compat {
            let checked = check(&game, levels, &options);
            assert_eq!(checked.diagnostics, compiled.diagnostics, "`check` says what `compile` says");
        }
        if policy == Policy::Default {
            let strict = check(&game, levels, &Options { strict: true, ..options.clone() });
            assert!(strict.has_errors() || !errors, "what is an error stays one under the strict grammar");
        }
        let sources = [&game, &level];
        let shown = compiled.diagnostics.len().min(20);
        let _ = render::render(&compiled.diagnostics[..shown], &sources, true);
        let _ = json::report(&compiled.diagnostics, &sources, &[]);
        let _ = sarif::report(&compiled.diagnostics, &sources);
        let _ = github::report(&compiled.diagnostics, &sources);
        let Some(program) = compiled.program else { continue };
        let _ = list::list(&program);
        let optimised = compile(&game, levels, &Options { optimise: true, ..options }).program;
        let optimised = optimised.expect("passes leave a program");
        assert_eq!(play(program, 7), play(optimised, 7), "passes change no play");
    }
    for tabs in [Tabs::OneColumn, Tabs::Stops8] {
        if tabs == Tabs::Stops8 && !game.text.contains('\t') {
            continue;
        }
        let tree = parse::parse(&game, tabs, &mut Sink::default());
        let Ok(printed) = print::print(&tree, &game) else { continue };
        let again = Source::new("game", printed.as_str());
        let tree_again = parse::parse(&again, tabs, &mut Sink::default());
        assert!(tree.same_shape(&tree_again), "laid out anew it reads otherwise:\n{printed}");
        assert_eq!(print::print(&tree_again, &again).as_deref(), Ok(printed.as_str()), "laid out twice it changes");
    }
    ask(game, vec![level]);
}

/// What an editor may ask about a few places of a text: every answer lies within it.
fn ask(game: Source, levels: Vec<Source>) {
    let document = Document::new(game, levels, &Options::default());
    let text = document.source().text.clone();
    let inside = |span: Span| text.get(span.range()).is_some();
    for step in 0..6 {
        // From both ends and the middle, and one place outside.
        let offset = [0, text.len() / 3, text.len() / 2, text.len() * 2 / 3, text.len(), text.len() + 9][step];
        assert!(document.hover(offset).is_none_or(|hover| inside(hover.span)));
        let _ = document.complete(offset);
        assert!(document.definition(offset).is_none_or(inside));
        assert!(document.references(offset, true).into_iter().all(inside));
        assert!(document.rename(offset, "snark").map_or(true, |spans| spans.into_iter().all(inside)));
    }
    assert!(document.symbols().iter().all(|symbol| inside(symbol.span) && inside(symbol.name_span)));
}

/// A level of a fixed game: it is refused, or starts and plays the same on two copies.
pub(crate) fn level(data: &[u8]) {
    static GAME: LazyLock<Source> = LazyLock::new(|| Source::new("rich", RICH));
    let text = String::from_utf8_lossy(&data[..data.len().min(4096)]);
    let source = Source::new("level", text);
    let compiled = compile(&GAME, &[source], &Options { policy: Policy::Compat, ..Options::default() });
    let _ = compiled.program.map(|program| play(program, data.len() as i32));
}

/// The bytes of a compiled program, as they are and with their header put right: they are refused with a sentence, or read,
/// written and read again the same, and if they load, they play.
pub(crate) fn container(data: &[u8]) {
    let data = &data[..data.len().min(LONG)];
    read_program(data);
    if let (Some(payload), Some(flags)) = (data.get(HEADER..), data.get(9)) {
        read_program(&file(u16::from(flags & 1), payload));
    }
}

fn read_program(bytes: &[u8]) {
    let program = match Program::from_bytes(bytes) {
        Ok(program) => program,
        Err(e) => return assert!(!e.to_string().is_empty()),
    };
    let again = Program::from_bytes(&program.to_bytes());
    assert_eq!(format!("{again:?}"), format!("{:?}", Ok::<_, ()>(&program)), "what was written is read");
    let mut capped = program.clone();
    // A play may have millions of sprites; here it has to be over soon.
    capped.game.max_sprites = capped.game.max_sprites.min(50);
    if let Err(e) = Image::load(program) {
        return assert!(!e.to_string().is_empty());
    }
    let _ = list::list(&capped);
    let _ = play(capped, 1);
}

/// A trace that is not packed: it is read to an error or to its end, replayed and shown.
pub(crate) fn trace(data: &[u8]) {
    let data = &data[..data.len().min(LONG)];
    let mut reader = Reader::new(data);
    let mut games = Known;
    verify::verify(&mut reader, &mut games, &mut |report| assert!(!report.to_string().is_empty()));
    states(&mut Reader::new(data));
    for tick in [None, Some(-1), Some(3)] {
        let choice = show::Choice { run: 0, tick, coloured: tick.is_none() };
        let _ = show::show(&mut Reader::new(data), choice, &mut std::io::sink());
    }
}

/// Follows the states of a trace without playing.
fn states<R: BufRead>(reader: &mut Reader<R>) {
    let mut sprites = Sprites::default();
    while let Ok(Some(record)) = reader.next_record() {
        match record {
            Record::Run(run) => sprites = Sprites::new(&run.types),
            Record::Init(init) => drop(init.s.iter().try_for_each(|entry| sprites.put(entry))),
            Record::Tick(tick) => drop(sprites.apply(&tick)),
            Record::Game(_) | Record::End(_) => {}
        }
    }
    assert_eq!(sprites.iter().count(), sprites.len());
}

/// The games that traces may name.
struct Known;

impl Games for Known {
    fn open(&mut self, _set: &str, game: &str, _level: &str) -> Opened {
        static IMAGES: LazyLock<Vec<(&str, Arc<Image>)>> = LazyLock::new(|| {
            let image = |&(name, game, level): &(&'static str, &str, &str)| {
                let options = Options { policy: Policy::Compat, ..Options::default() };
                let compiled = compile(&Source::new(name, game), &[Source::new("level", level)], &options);
                let program = compiled.program.unwrap_or_else(|| panic!("{name}: {:?}", compiled.diagnostics));
                (name, Image::load(program).expect(name))
            };
            GAMES.iter().map(image).collect()
        });
        let (_, image) = IMAGES
            .iter()
            .find(|(name, _)| *name == game)
            .ok_or_else(|| Refusal::Missing(format!("no game {}", game.escape_debug())))?;
        Ok((image.clone(), image.program().levels[0].clone()))
    }
}

/// What can be seen of a play, every few ticks; nothing if it does not start.
type Seen = Vec<(u64, u64, Option<i64>)>;

/// Plays the first level for a while, with actions chosen by a fixed recipe. A copy taken on the way plays on as its original.
pub(crate) fn play(mut program: Program, seed: i32) -> Seen {
    let mut seen = Vec::new();
    // A frame of many sprites that all have to do with each other takes long, and here a play has to be over soon.
    program.game.max_sprites = program.game.max_sprites.min(CROWD as i32);
    let image = Image::load(program).expect("a verified program");
    let Some(level) = image.program().levels.first() else { return seen };
    if cells(level) > 10_000 {
        return seen;
    }
    let Ok(mut state) = image.start(level, seed) else { return seen };
    let names = canon::type_names(image.program());
    let mut luck = seed as u32 | 1;
    let mut copy: Option<State> = None;
    while state.tick() < TICKS && !state.is_over() && state.sprite_count() <= CROWD {
        let actions: [Action; 2] = std::array::from_fn(|player| {
            luck = luck.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let all = state.actions(player);
            all.get((luck >> 8) as usize % all.len().max(1)).copied().unwrap_or_default()
        });
        state.step(&actions);
        if state.tick() % 5 == 0 || state.is_over() {
            seen.push((canon::hash(&state, &names), state.rng_calls(), state.score(0)));
        }
        if let Some(copy) = &mut copy {
            copy.step(&actions);
        } else if state.tick() == TICKS / 2 {
            copy = Some(state.clone());
        }
    }
    if let Some(copy) = &copy {
        assert_eq!(canon::hash(copy, &names), canon::hash(&state, &names), "a copy plays on as its original");
    }
    if let Some(fault) = state.fault() {
        assert!(!fault.describe(image.program()).is_empty());
    }
    seen
}

fn cells(level: &Level) -> usize {
    level.rows.first().map_or(0, String::len) * level.rows.len()
}

/// CRC-32 (IEEE), bit by bit: an independent reading of the format.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

/// The bytes of a program around any payload, with a right header.
pub(crate) fn file(flags: u16, payload: &[u8]) -> Vec<u8> {
    let mut bytes = b"VGDL\x1A\r\n".to_vec();
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend(flags.to_le_bytes());
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}
