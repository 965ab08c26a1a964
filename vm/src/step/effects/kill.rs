//! Handlers.
use super::super::{Flow, Frame, Hit};
use crate::ontology::effects::operands as op;
pub(crate) fn kill_sprite(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::KillSprite) -> Flow {
    Ok(())
}
pub(crate) fn kill_both(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::KillBoth,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_all(_vm: &mut Frame<'_>, _hit: Hit, _op: &op::KillAll) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_alive(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::KillIfAlive,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_from_above(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::KillIfFromAbove,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_frontal(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::KillIfFrontal,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_not_frontal(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::KillIfNotFrontal,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_has_less(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::KillIfHasLess,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_has_more(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::KillIfHasMore,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_other_has_more(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::KillIfOtherHasMore,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_fast(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::KillIfFast,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_slow(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::KillIfSlow,
) -> Flow {
    Ok(())
}
pub(crate) fn kill_if_not_upright(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::KillIfNotUpright,
) -> Flow {
    Ok(())
}
pub(crate) fn subtract_health_points(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::SubtractHealthPoints,
) -> Flow {
    Ok(())
}
pub(crate) fn add_health_points(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::AddHealthPoints,
) -> Flow {
    Ok(())
}
pub(crate) fn add_health_points_to_max(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::AddHealthPointsToMax,
) -> Flow {
    Ok(())
}
pub(crate) fn remove_score(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::RemoveScore) -> Flow {
    Ok(())
}
