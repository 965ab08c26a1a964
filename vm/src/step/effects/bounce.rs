//! Handlers.
use super::super::{Flow, Frame, Hit};
use crate::ontology::effects::operands as op;
pub(crate) fn wall_stop(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::WallStop,
) -> Flow {
    Ok(())
}
pub(crate) fn wall_bounce(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::WallBounce,
) -> Flow {
    Ok(())
}
pub(crate) fn wall_reverse(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::WallReverse,
) -> Flow {
    Ok(())
}
pub(crate) fn bounce_direction(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::BounceDirection,
) -> Flow {
    Ok(())
}
