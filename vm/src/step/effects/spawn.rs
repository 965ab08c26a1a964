//! Handlers.
use super::super::{Flow, Frame, Hit};
use crate::ontology::effects::operands as op;
pub(crate) fn clone_sprite(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::CloneSprite) -> Flow {
    Ok(())
}
pub(crate) fn spawn(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::Spawn) -> Flow {
    Ok(())
}
pub(crate) fn spawn_behind(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::SpawnBehind,
) -> Flow {
    Ok(())
}
pub(crate) fn spawn_above(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::SpawnAbove,
) -> Flow {
    Ok(())
}
pub(crate) fn spawn_below(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::SpawnBelow,
) -> Flow {
    Ok(())
}
pub(crate) fn spawn_left(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::SpawnLeft,
) -> Flow {
    Ok(())
}
pub(crate) fn spawn_right(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::SpawnRight,
) -> Flow {
    Ok(())
}
pub(crate) fn spawn_if_has_more(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::SpawnIfHasMore,
) -> Flow {
    Ok(())
}
pub(crate) fn spawn_if_has_less(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::SpawnIfHasLess,
) -> Flow {
    Ok(())
}
pub(crate) fn spawn_if_counter_sub_types(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::SpawnIfCounterSubTypes,
) -> Flow {
    Ok(())
}
