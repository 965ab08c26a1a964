//! Modules that load others.

use std::fs;
use std::path::Path;

use vgdl::diag::Level;
use vgdl::front::gdl::{Dialect, Encoding, Find, Machine, Xconq};
use vgdl::{Source, files};

/// Finds modules in a folder.
fn find(folder: &Path) -> Find {
    let folder = folder.to_owned();
    Box::new(move |name| {
        let path = folder.join(format!("{name}.g"));
        Some((path.display().to_string(), files::read(&path).ok()?))
    })
}

/// A machine that has loaded a module of a folder; `None` if it is not there.
pub(crate) fn loaded(folder: &Path, name: &str, dialect: Dialect) -> Option<Machine> {
    let mut machine = Machine::new(dialect, Source::new(name, ""), Encoding::Utf8);
    machine.set_library(find(folder));
    machine.load(name, &mut Xconq).then_some(machine)
}

/// The dump of a module.
pub(crate) fn dumped(folder: &Path, name: &str, dialect: Dialect) -> Option<String> {
    Some(loaded(folder, name, dialect)?.dump(name, &[]))
}

/// A folder with modules.
fn folder(modules: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in modules {
        fs::write(folder.path().join(format!("{name}.g")), text).expect("a module");
    }
    folder
}

fn probe(machine: &mut Machine, probe: &str) -> String {
    machine.probe(probe).expect("a probe")
}

#[test]
fn the_base_comes_before_the_rest_and_includes_where_they_stand() {
    let folder = folder(&[
        ("top", "(game-module \"top\" (base-module \"base\"))\n(unit-type b)\n(include \"more\")\n(define after more)"),
        ("base", "(unit-type a)"),
        ("more", "(unit-type c)\n(define more (a b c))"),
    ]);
    let mut machine = loaded(folder.path(), "top", Dialect::Kernel).expect("a module");
    assert_eq!(probe(&mut machine, "sym u*"), "[{\"u\":\"a\"},{\"u\":\"b\"},{\"u\":\"c\"}]");
    assert_eq!(probe(&mut machine, "sym after"), "[{\"u\":\"a\"},{\"u\":\"b\"},{\"u\":\"c\"}]");
    assert_eq!(machine.sink.as_slice(), []);
}

#[test]
fn modules_that_include_each_other_are_loaded_once() {
    let folder = folder(&[
        ("a", "(unit-type a)\n(include \"b\")\n(include \"a\")"),
        ("b", "(unit-type b)\n(include \"a\")\n(include \"b\")"),
    ]);
    for dialect in super::BOTH {
        let mut machine = loaded(folder.path(), "a", dialect).expect("a module");
        assert_eq!(probe(&mut machine, "sym u*"), "[{\"u\":\"a\"},{\"u\":\"b\"}]");
        assert!(!machine.sink.has_errors());
    }
}

#[test]
fn a_long_chain_of_modules_is_an_error_and_not_a_crash() {
    let modules: Vec<(String, String)> =
        (0..200).map(|i| (format!("m{i}"), format!("(unit-type u{i})\n(include \"m{}\")", i + 1))).collect();
    let modules: Vec<(&str, &str)> = modules.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = folder(&modules);
    let machine = loaded(folder.path(), "m0", Dialect::Kernel).expect("a module");
    let errors: Vec<_> = machine.sink.as_slice().iter().filter(|d| d.level == Level::Error).map(|d| d.code).collect();
    assert_eq!(errors, ["E0840"]);
}

#[test]
fn default_bases_that_name_each_other_end() {
    let folder = folder(&[
        ("a", "(game-module \"a\" (default-base-module \"b\"))"),
        ("b", "(game-module \"b\" (default-base-module \"a\"))\n(spark 1 2)"),
    ]);
    let machine = loaded(folder.path(), "a", Dialect::Kernel).expect("a module");
    assert!(machine.sink.warnings() > 0);
}

#[test]
fn variants_of_an_included_module_are_set_or_have_their_defaults() {
    let more = "(game-module \"more\" (variants (\"Big\" big \"A big world.\" 2 (1 (define size 10)) (2 (define size 20)))\n  \
                (see-all true) (real-time 60)))\n(unit-type a)";
    for (include, size, all) in [
        ("(include \"more\")", "20", "1"),
        ("(include \"more\" (big 1) (see-all false))", "10", "0"),
        ("(include \"more\" (big 3))", "{\"unbound\":1}", "1"),
    ] {
        let folder = folder(&[("top", include), ("more", more)]);
        let mut machine = loaded(folder.path(), "top", Dialect::Kernel).expect("a module");
        assert_eq!(probe(&mut machine, "sym size"), size, "{include}");
        assert_eq!(probe(&mut machine, "gvar see-all"), all, "{include}");
        assert_eq!(probe(&mut machine, "gvar real-time-for-game"), "60", "{include}");
        assert_eq!(machine.sink.as_slice(), [], "{include}");
    }
}

#[test]
fn a_module_that_is_not_there_is_told_on_the_page_and_left_out_in_the_kernel() {
    let folder = folder(&[("top", "(unit-type a)\n(include \"nowhere\")\n(unit-type b)")]);
    for (dialect, codes) in [(Dialect::Page, vec!["W0842"]), (Dialect::Kernel, vec![])] {
        let mut machine = loaded(folder.path(), "top", dialect).expect("a module");
        assert_eq!(probe(&mut machine, "sym u*"), "[{\"u\":\"a\"},{\"u\":\"b\"}]");
        assert_eq!(machine.sink.as_slice().iter().map(|d| d.code).collect::<Vec<_>>(), codes);
    }
    assert!(loaded(folder.path(), "nowhere", Dialect::Page).is_none());
}

#[test]
fn a_module_without_types_that_needs_some_gets_those_of_the_standard_game() {
    let folder = folder(&[
        ("standard", "(game-module \"standard\")\n(unit-type tank)\n(terrain-type plain)"),
        ("other", "(unit-type jeep)"),
        ("top", "(tank 1 2)"),
        ("map", "(area 60 30 (terrain \"60a\"))"),
        ("own", "(game-module \"own\" (default-base-module \"other\"))\n(jeep 1 2)"),
    ]);
    for (name, units) in [("top", "[{\"u\":\"tank\"}]"), ("map", "[{\"u\":\"tank\"}]"), ("own", "[{\"u\":\"jeep\"}]")] {
        let mut machine = loaded(folder.path(), name, Dialect::Kernel).expect("a module");
        assert_eq!(probe(&mut machine, "sym u*"), units, "{name}");
    }
}
