//! What the language does that no example of the corpus shows.

use vgdl::Source;
use vgdl::diag::Level;
use vgdl::front::gdl::number::{Dice, Interpolated, interpolate, stochastic};
use vgdl::front::gdl::{Dialect, Encoding, Kind, Machine, TypeKind, Unbound, Value, Vocabulary, Xconq, is_reserved};

use super::{BOTH, found, run, value};

fn machine(text: &str) -> Machine {
    Machine::new(Dialect::Page, Source::new("module.gdl", text), Encoding::Utf8)
}

/// The text that a value was written as.
fn written<'a>(machine: &'a Machine, value: &Value) -> &'a str {
    machine.sources()[value.at.source as usize].slice(value.at.span)
}

#[test]
fn values_know_where_they_were_written() {
    let mut machine = machine(
        "(unit-type rat)\n(unit-type owl)\n(define pests (rat owl))\n(define all (append pests (list 5 \"x\")))",
    );
    machine.run(&mut Xconq);
    let all = machine.value_of("all").cloned().expect("a value");
    assert_eq!(written(&machine, &all), "(append pests (list 5 \"x\"))");
    let places: Vec<&str> = all.as_list().unwrap().iter().map(|item| written(&machine, item)).collect();
    assert_eq!(places, ["rat", "owl", "5", "\"x\""]);
}

#[test]
fn a_symbol_has_the_place_of_its_use_and_its_elements_have_theirs() {
    let mut machine = machine("(define pests (1 2))\n(define x pests)");
    machine.run(&mut Xconq);
    let x = machine.value_of("x").cloned().expect("a value");
    assert_eq!((x.at.span.start, written(&machine, &x)), (31, "pests"));
    assert_eq!(written(&machine, &x.as_list().unwrap()[1]), "2");
}

#[test]
fn definitions_from_outside_come_first_and_leave_a_note() {
    let mut machine = machine("(define lives 3)\n(define doubled (* 2 lives))");
    machine.define_outside("lives", "5").expect("a definition");
    machine.run(&mut Xconq);
    assert_eq!(machine.probe("sym doubled").unwrap(), "10");
    let found = machine.sink.into_vec();
    assert_eq!(found.iter().map(|d| (d.code, d.level)).collect::<Vec<_>>(), [("N0816", Level::Note)]);
    assert_eq!(found[0].source, 0);
}

#[test]
fn a_definition_from_outside_is_one_value() {
    let mut machine = machine("");
    for (name, value) in [("x", "2%"), ("x", "(1 2)"), ("x", "\"text\""), ("x", "3d6"), ("x", "(+ 1 1)")] {
        assert_eq!(machine.define_outside(name, value), Ok(()), "{value}");
    }
    for (name, value) in
        [("x", ""), ("x", "1 2"), ("x", "(1"), ("x", "\"a"), ("true", "1"), ("nil", "1"), ("", "1"), ("+", "1")]
    {
        assert!(machine.define_outside(name, value).is_err(), "{name}={value}");
    }
}

#[test]
fn structures_keep_their_names_and_evaluate_their_values() {
    let mut machine = machine("(define n 4)\n(define x (effect kill (n (* 2 n)) (limit n)))");
    machine.structure("effect");
    machine.run(&mut Xconq);
    let x = machine.value_of("x").cloned().expect("a value");
    assert_eq!(machine.show(&x), "(effect kill (n 8) (limit 4))");
    assert_eq!(machine.sink.as_slice(), []);
}

#[test]
fn a_vocabulary_sees_every_form_first() {
    struct Words(Vec<String>);
    impl Vocabulary for Words {
        fn form(&mut self, machine: &mut Machine, head: &str, form: &Value) -> bool {
            self.0.push(head.to_owned());
            if head == "rule" {
                let part = form.as_list().unwrap()[1].clone();
                let value = machine.eval(&part);
                machine.bind("ruled", value);
            }
            head == "rule"
        }
    }
    let mut machine = machine("(define x 2)\n(rule (* x x))\n(if 0)\n(rule 7)\n(else)\n(define y 1)\n(end-if)");
    let mut words = Words(Vec::new());
    machine.unbound = Unbound::Keep;
    machine.run(&mut words);
    assert_eq!(words.0, ["define", "rule", "define"]);
    assert_eq!(machine.probe("sym ruled").unwrap(), "4");
    assert_eq!(machine.probe("sym y").unwrap(), "1");
    assert!(machine.value_of("unheard-of").is_none());
    assert_eq!(machine.sink.as_slice(), []);
}

#[test]
fn objects_are_types_or_what_is_none_is_told() {
    let mut machine = machine("(unit-type a)\n(unit-type b)");
    machine.unbound = Unbound::Keep;
    machine.run(&mut Xconq);
    let forms = machine.read_source(Source::new("more", "a (a b) (append a (b)) () (a 5 c) 7"), Encoding::Utf8);
    let counts: Vec<Result<usize, usize>> = forms
        .iter()
        .map(|form| machine.eval_objects(form).map(|types| types.len()).map_err(|others| others.len()))
        .collect();
    assert_eq!(counts, [Ok(1), Ok(2), Ok(2), Err(1), Err(2), Err(1)]);
}

#[test]
fn reserved_names_are_those_with_a_meaning() {
    for name in ["nil", "true", "win", "usual", "+", ">=", "quote", "append", "u*", "t*", "and"] {
        assert!(is_reserved(name), "{name}");
    }
    for name in ["rat", "x", "nile", "u", "unit-type", "*u"] {
        assert!(!is_reserved(name), "{name}");
    }
}

#[test]
fn conditional_forms_count_when_the_test_is_exactly_one() {
    for (test, a, b) in [
        ("1", "1", "{\"unbound\":1}"),
        ("2", "{\"unbound\":1}", "2"),
        ("(= 1 1)", "1", "{\"unbound\":1}"),
        ("nil", "{\"unbound\":1}", "2"),
    ] {
        for dialect in BOTH {
            let mut machine =
                run(&format!("(if {test})\n(define a 1)\n(else)\n(define b 2)\n(end-if)\n(define c 3)"), dialect);
            assert_eq!(machine.probe("sym a").unwrap(), a, "{test}");
            assert_eq!(machine.probe("sym b").unwrap(), b, "{test}");
            assert_eq!(machine.probe("sym c").unwrap(), "3");
            assert_eq!(machine.sink.as_slice(), []);
        }
    }
}

#[test]
fn overflow_is_an_error_on_the_page_and_wraps_in_the_kernel() {
    let text = "(define x (* 99999 99999))";
    assert_eq!(found(text, Dialect::Page)[0].code, "E0824");
    assert_eq!(
        run(text, Dialect::Kernel).probe("sym x").unwrap(),
        (99999i64 * 99999).wrapping_rem(1 << 32).to_string().parse::<i64>().map(|n| (n as i32).to_string()).unwrap()
    );
    assert_eq!(value("(/ -2147483647 -1)", Dialect::Page), "2147483647");
    assert_eq!(value("(/ (- -2147483647 1) -1)", Dialect::Kernel), "-2147483648");
    assert_eq!(found("(define x (/ (- -2147483647 1) -1))", Dialect::Page)[0].code, "E0824");
}

#[test]
fn a_condition_has_its_own_rules() {
    let mut machine = machine("(define yes 3)\n(define no 0)");
    machine.run(&mut Xconq);
    let mut judge = |text: &str, default: bool| {
        let forms = machine.read_source(Source::new("condition", text), Encoding::Utf8);
        machine.condition(&forms[0], default, &mut |m, value| m.is_true(value))
    };
    for (text, holds) in [
        ("(and (or false (not false)) true)", true),
        ("1", true),
        ("0", false),
        ("yes", true),
        ("no", false),
        ("unbound", false),
        ("(not 1)", false),
        ("(not 0)", true),
        // Only the first two operands count, and one that is missing has the default.
        ("(and 1 1 0)", true),
        ("(or 0 0 1)", false),
        ("\"text\"", false),
        ("(1 2)", false),
    ] {
        assert_eq!(judge(text, false), holds, "{text}");
    }
    for default in [true, false] {
        assert_eq!(judge("nil", default), default);
        assert_eq!(judge("(and 1)", default), default);
        assert_eq!(judge("(not)", default), !default);
    }
}

#[test]
fn interpolation_is_linear_between_its_keys() {
    let mut machine = machine(
        "(define up ((0 0) (10 100)))\n(define down ((0 10) (10 5)))\n(define wide ((-2147483647 -2147483647) (2147483647 2147483647)))",
    );
    machine.run(&mut Xconq);
    let ask = |input: i32, name: &str, dialect| interpolate(input, machine.value_of(name).unwrap(), dialect);
    assert_eq!(ask(3, "up", Dialect::Page), Interpolated::Inside(30));
    assert_eq!(ask(3, "down", Dialect::Page), Interpolated::Inside(8));
    assert_eq!(ask(3, "down", Dialect::Kernel), Interpolated::Inside(9));
    assert_eq!(ask(12345, "wide", Dialect::Page), Interpolated::Inside(12345));
    assert_eq!(ask(-1, "up", Dialect::Page), Interpolated::Below);
    assert_eq!(ask(11, "up", Dialect::Page), Interpolated::Above);
}

#[test]
fn chance_is_drawn_from_a_generator_of_the_caller() {
    let mut draws = 0;
    let mut next = |n: u32| {
        draws += 1;
        n / 2
    };
    assert_eq!(stochastic(425, &mut next), 4);
    assert_eq!(stochastic(475, &mut next), 5);
    assert_eq!(Dice::decode(20995).roll(Dialect::Page, &mut next), 3 * 3 + 3);
    assert_eq!(draws, 2 + 3);
    assert_eq!(Dice::decode(7).roll(Dialect::Page, &mut |_| panic!("nothing to throw")), 7);
}

#[test]
fn forms_that_are_written_read_back() {
    let text = "(a |b c| \"d \\\"e\\\" \\\\\" -5 nil () |nil| |5x| |x\\|y| + - |-x| 'q (1 (2 3)) || |a#b|)";
    for dialect in BOTH {
        let mut machine = Machine::new(dialect, Source::new("a", text), Encoding::Utf8);
        let forms = machine.forms();
        let shown = machine.show(&forms[0]);
        let again = machine.read_source(Source::new("b", shown.as_str()), Encoding::Utf8);
        assert!(forms[0].same(&again[0]) && again.len() == 1, "{shown}");
    }
}

#[test]
fn bytes_that_are_no_text_go_through_unchanged() {
    let (text, encoding) = Encoding::decode(b"(define x \"caf\xe9\")\n(define |\xe9| 1)".to_vec());
    let mut machine = Machine::new(Dialect::Kernel, Source::new("latin", text), encoding);
    machine.run(&mut Xconq);
    let Some(Kind::Str(x)) = machine.value_of("x").map(|x| x.kind.clone()) else { panic!("a string") };
    assert_eq!(x.bytes(), b"caf\xe9");
    assert_eq!(machine.probe("sym x").unwrap(), "{\"s\":\"café\"}");
}

#[test]
fn a_list_of_values_gives_each_type_its_own() {
    let mut machine = machine("(unit-type a)\n(unit-type b)\n(unit-type c)\n(unit-type d)\n(define n 7)");
    machine.run(&mut Xconq);
    let mut ask = |text: &str| {
        let forms = machine.read_source(Source::new("values", text), Encoding::Utf8);
        let values = machine.type_values(TypeKind::Unit, &forms[0]);
        values.into_iter().map(|n| n.map_or("-".to_owned(), |n| n.to_string())).collect::<Vec<_>>().join(" ")
    };
    for (text, values) in [
        ("(1 2)", "1 2 - -"),
        ("((a 1) ((c d) 2))", "1 - 2 2"),
        ("((u* 0) ((a c) (5 n)))", "5 0 7 0"),
        // A number goes on behind the last type that was set.
        ("(1 (c 3) 4)", "1 - 3 4"),
        ("((b 2) 3 (a 1) 9)", "1 9 3 -"),
        ("nil", "- - - -"),
        // What does not fit is left out, with a warning.
        ("(1 2 3 4 5)", "1 2 3 4"),
        ("(((a b) (1 2 3)) (5 6) (c \"x\"))", "- - - -"),
    ] {
        assert_eq!(ask(text), values, "{text}");
    }
    assert_eq!(machine.sink.warnings(), 4);
}
