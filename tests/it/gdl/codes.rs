//! The examples of the codes of the language give them, and put right they do not.

use vgdl::diag::codes::{self, Code};
use vgdl::front::gdl::Dialect;

use super::found;

/// The codes of the language itself: those of games written in it come behind.
fn own() -> impl Iterator<Item = &'static Code> {
    codes::ALL.iter().filter(|code| code.code[1..].starts_with("08") && &code.code[1..] < "0850")
}

fn given(text: &str, dialect: Dialect) -> Vec<&'static str> {
    found(text, dialect).into_iter().map(|d| d.code).collect()
}

#[test]
fn each_wrong_example_gives_its_code_and_each_right_one_gives_none() {
    let mut shown = 0;
    for code in own().filter(|code| !code.wrong.is_empty()) {
        assert!(
            given(code.wrong, Dialect::Page).contains(&code.code),
            "{}: {:?}",
            code.code,
            given(code.wrong, Dialect::Page)
        );
        assert_eq!(given(code.right, Dialect::Page), Vec::<&str>::new(), "{} put right", code.code);
        shown += 1;
    }
    assert!(shown > 30, "{shown}");
}

/// Texts for the codes that have no example; those of modules are in `library.rs` and below.
fn text(code: &str) -> Option<(String, Dialect)> {
    let page = |text: &str| Some((text.to_owned(), Dialect::Page));
    match code {
        codes::GDL_TOO_LARGE => page(&" ".repeat((4 << 20) + 1)),
        codes::GDL_TOO_DEEP => page(&"(".repeat(300)),
        codes::GDL_STRAY => page("(define x \0)"),
        codes::LONG_TEXT => page(&format!("(define x \"{}\")", "x".repeat(1000))),
        codes::REMOVE_STOPS => Some(("(define x (remove 1 2))".into(), Dialect::Kernel)),
        // The rest of the list is a call that comes to a number.
        codes::KERNEL_STOPS => Some(("(define x (+ (1 + 2 3) 1))".into(), Dialect::Kernel)),
        codes::GDL_TOO_MUCH => page(&format!("(define x (1 2))\n{}", "(set x (append x x))\n".repeat(60))),
        _ => None,
    }
}

#[test]
fn codes_without_an_example_are_given() {
    // These need more than one module, or a value from outside.
    let elsewhere = [codes::GIVEN, codes::MODULE_MISSING, codes::MODULE_AGAIN, codes::MODULE_NAME, codes::BAD_VARIANT];
    for code in own().filter(|code| code.wrong.is_empty() && !elsewhere.contains(&code.code)) {
        let (text, dialect) = text(code.code).unwrap_or_else(|| panic!("no text gives {}", code.code));
        assert!(given(&text, dialect).contains(&code.code), "{}: {:?}", code.code, given(&text, dialect));
    }
}

#[test]
fn codes_of_modules_are_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a module");
    write(
        "top.g",
        "(game-module \"summit\" (default-base-module \"none\") (variants (5 6)))\n(spark 1 2)\n(spark 1 2)",
    );
    write("standard.g", "(define x 1)");
    write("again.g", "(spark 1 2)\n(spark 1 2)");
    for (module, wanted) in [
        ("top", vec![codes::MODULE_NAME, codes::BAD_VARIANT, codes::MODULE_MISSING]),
        ("again", vec![codes::MODULE_AGAIN]),
    ] {
        let machine = super::library::loaded(folder.path(), module, Dialect::Kernel).expect("a module");
        let given: Vec<&str> = machine.sink.as_slice().iter().map(|d| d.code).collect();
        for code in wanted {
            assert!(given.contains(&code), "{code}: {given:?}");
        }
    }
}
