//! Actions as Python gives them: a number, a name, or one of these for each player.

use std::fmt::Display;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use vgdl::vm::ontology::Action;

use crate::error;

/// The name of an action: `NIL`, `UP` and so on.
pub(crate) fn name(action: Action) -> &'static str {
    action.name().trim_start_matches("ACTION_")
}

/// The action of a number.
pub(crate) fn numbered(known: &[Action], number: i64) -> PyResult<Action> {
    let found = usize::try_from(number).ok().and_then(|n| known.get(n)).copied();
    found.ok_or_else(|| no_number(known, number))
}

fn no_number(known: &[Action], number: impl Display) -> PyErr {
    let names: Vec<String> = known.iter().enumerate().map(|(i, a)| format!("{i} {}", name(*a))).collect();
    error::value(format!("there is no action {number}; the actions of this game are {}", names.join(", ")))
}

/// The action of a number or a name.
pub(crate) fn one(known: &[Action], given: &Bound<'_, PyAny>) -> PyResult<Action> {
    let wrong = match given.extract::<i64>() {
        Ok(number) => return numbered(known, number),
        Err(e) => e,
    };
    if wrong.is_instance_of::<PyOverflowError>(given.py()) {
        return Err(no_number(known, given.str()?));
    }
    let Ok(text) = given.extract::<String>() else {
        return Err(PyTypeError::new_err(format!("an action is a number or a name, not {}", given.repr()?)));
    };
    let wanted = text.to_ascii_uppercase();
    let found = known.iter().copied().find(|a| name(*a) == wanted.trim_start_matches("ACTION_"));
    found.ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|a| name(*a)).collect();
        error::value(format!("there is no action `{text}`; the actions of this game are {}", names.join(", ")))
    })
}

/// The actions of all players.
pub(crate) fn all(known: &[Action], players: usize, given: &Bound<'_, PyAny>) -> PyResult<[Action; 2]> {
    let mut actions = [Action::Nil; 2];
    if players == 1
        && let Ok(number) = given.extract::<i64>()
    {
        actions[0] = numbered(known, number)?;
        return Ok(actions);
    }
    // A name is no sequence of its letters.
    let each = if given.is_instance_of::<PyString>() { None } else { given.try_iter().ok() };
    if each.is_none() && players == 1 {
        actions[0] = one(known, given)?;
        return Ok(actions);
    }
    let each = each.map_or_else(|| Ok(Vec::new()), |each| each.take(3).collect::<PyResult<Vec<_>>>())?;
    if each.len() != players {
        let s = if players == 1 { "" } else { "s" };
        return Err(error::value(format!("the game has {players} player{s}: give one action for each")));
    }
    for (to, given) in actions.iter_mut().zip(&each) {
        *to = one(known, given)?;
    }
    Ok(actions)
}
