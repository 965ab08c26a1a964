//! Actions as Python gives them: a number, a name, or one of these for each player.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use vgdl::vm::ontology::Action;

use crate::error;

/// The name of an action: `NIL`, `UP` and so on.
pub(crate) fn name(action: Action) -> &'static str {
    action.name().trim_start_matches("ACTION_")
}

/// The action of a number.
pub(crate) fn numbered(known: &[Action], number: i64) -> PyResult<Action> {
    let found = usize::try_from(number).ok().and_then(|n| known.get(n)).copied();
    found.ok_or_else(|| {
        let names: Vec<String> = known.iter().enumerate().map(|(i, a)| format!("{i} {}", name(*a))).collect();
        error::value(format!("there is no action {number}; the actions of this game are {}", names.join(", ")))
    })
}

/// The action of a number or a name.
fn one(known: &[Action], given: &Bound<'_, PyAny>) -> PyResult<Action> {
    if let Ok(number) = given.extract::<i64>() {
        return numbered(known, number);
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
    let single = given.extract::<i64>().is_ok() || given.extract::<String>().is_ok();
    if single && players == 1 {
        actions[0] = one(known, given)?;
        return Ok(actions);
    }
    let given = if single { vec![given.clone()] } else { given.try_iter()?.take(3).collect::<PyResult<Vec<_>>>()? };
    if given.len() != players {
        let s = if players == 1 { "" } else { "s" };
        return Err(error::value(format!("the game has {players} player{s}: give one action for each")));
    }
    for (to, given) in actions.iter_mut().zip(&given) {
        *to = one(known, given)?;
    }
    Ok(actions)
}
