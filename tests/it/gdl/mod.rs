//! The Game Design Language: reader, evaluator, modules.

mod codes;
mod conformance;
mod hostile;
mod language;
mod library;
mod messages;

use vgdl::Source;
use vgdl::diag::Diagnostic;
use vgdl::front::gdl::{Dialect, Encoding, Machine, Xconq};

pub(crate) const BOTH: [Dialect; 2] = [Dialect::Page, Dialect::Kernel];

/// A machine that has run a text.
pub(crate) fn run(text: &str, dialect: Dialect) -> Machine {
    let mut machine = Machine::new(dialect, Source::new("module.gdl", text), Encoding::Utf8);
    machine.run(&mut Xconq);
    machine
}

/// The diagnostics of a text.
pub(crate) fn found(text: &str, dialect: Dialect) -> Vec<Diagnostic> {
    run(text, dialect).sink.into_vec()
}

/// What a text's last form is worth, the forms before it interpreted; and the machine.
pub(crate) fn eval(text: &str, dialect: Dialect) -> (String, Machine) {
    let mut machine = Machine::new(dialect, Source::new("module.gdl", text), Encoding::Utf8);
    let mut forms = machine.forms();
    let last = forms.pop();
    for form in &forms {
        machine.interpret(form, &mut Xconq);
    }
    let value = last.map_or_else(String::new, |form| {
        let value = machine.eval(&form);
        machine.json(&value)
    });
    (value, machine)
}

/// The value of an expression, as JSON.
pub(crate) fn value(text: &str, dialect: Dialect) -> String {
    eval(text, dialect).0
}
