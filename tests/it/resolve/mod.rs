//! From trees to programs: the traps of the reference engine's reading, one test each.

mod classes;
mod cost;
mod ends;
mod examples;
mod hostile;
mod levels;
mod mapping;
mod params;
mod rules;
mod values;

use vgdl::diag::{Diagnostic, Level, codes};
use vgdl::{Compiled, Options, Policy, Program, Source, compile};
use vgdl_vm::program::TypeId;

/// Compiles a text under a policy.
fn compiled(text: &str, policy: Policy) -> Compiled {
    compile(&Source::new("game", text), &[], &Options { policy, ..Options::default() })
}

/// The program of a text that the reference engine survives.
fn program(text: &str) -> Program {
    let compiled = compiled(text, Policy::Compat);
    compiled.program.unwrap_or_else(|| panic!("no program: {:?}", compiled.diagnostics))
}

/// The game of a text that the reference engine survives, whether or not the virtual machine runs it.
fn game(text: &str) -> vgdl::game::Game {
    let options = Options { policy: Policy::Compat, ..Options::default() };
    vgdl::check(&Source::new("game", text), &[], &options).game.expect("a game")
}

/// What is found in a text by default: code, line, column. These games are sketches without an end.
fn found(text: &str) -> Vec<(&'static str, u32, u32)> {
    let source = Source::new("game", text);
    let place = |d: &Diagnostic| d.span.map_or((0, 0), |s| source.line_column(s.start));
    let list = compile(&source, &[], &Options::default()).diagnostics;
    let told = list.iter().filter(|d| d.code != codes::NO_END);
    told.map(|d| (d.code, place(d).0, place(d).1)).collect()
}

/// The one diagnostic that a text gives by default.
fn only(text: &str) -> Diagnostic {
    let list = compiled(text, Policy::Default).diagnostics;
    assert_eq!(list.len(), 1, "{list:?}");
    list.into_iter().next().expect("one")
}

fn is_error(text: &str, policy: Policy) -> bool {
    compiled(text, policy).diagnostics.iter().any(|d| d.level == Level::Error)
}

/// The type of a name.
fn id(program: &Program, name: &str) -> TypeId {
    let names = &program.debug.as_ref().expect("names").types;
    TypeId(names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no {name}")) as u16)
}

/// Names of types.
fn names(program: &Program, ids: &[TypeId]) -> Vec<String> {
    ids.iter().map(|&id| program.type_name(id)).collect()
}

/// A game with these sprites.
fn with_sprites(lines: &str) -> String {
    format!("BasicGame\n    SpriteSet\n{}", indented(lines))
}

/// A game with the sprites `gem`, `rat` and `avatar`, and these rules.
fn with_rules(lines: &str) -> String {
    let sprites = "gem > Resource\nrat > RandomNPC\navatar > MovingAvatar\n";
    format!("{}    InteractionSet\n{}", with_sprites(sprites), indented(lines))
}

/// The same with these terminations.
fn with_ends(lines: &str) -> String {
    format!("{}    TerminationSet\n{}", with_rules("gem avatar > killSprite\n"), indented(lines))
}

fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("        {line}\n")).collect()
}
