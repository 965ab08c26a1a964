//! Handlers.
use super::super::{Flow, Frame, Hit};
use crate::ontology::effects::operands as op;
pub(crate) fn transform_to(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::TransformTo) -> Flow {
    Ok(())
}
pub(crate) fn transform_to_random_child(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::TransformToRandomChild,
) -> Flow {
    Ok(())
}
pub(crate) fn transform_to_all(_vm: &mut Frame<'_>, _hit: Hit, _op: &op::TransformToAll) -> Flow {
    Ok(())
}
pub(crate) fn transform_if_count(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::TransformIfCount,
) -> Flow {
    Ok(())
}
pub(crate) fn transform_to_singleton(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::TransformToSingleton,
) -> Flow {
    Ok(())
}
pub(crate) fn update_spawn_type(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::UpdateSpawnType,
) -> Flow {
    Ok(())
}
