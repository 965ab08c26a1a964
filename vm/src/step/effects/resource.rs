//! Handlers.
use super::super::{Flow, Frame, Hit};
use crate::ontology::effects::operands as op;
pub(crate) fn collect_resource(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::CollectResource,
) -> Flow {
    Ok(())
}
pub(crate) fn collect_resource_if_held(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::CollectResourceIfHeld,
) -> Flow {
    Ok(())
}
pub(crate) fn change_resource(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::ChangeResource,
) -> Flow {
    Ok(())
}
pub(crate) fn shield_from(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::ShieldFrom) -> Flow {
    Ok(())
}
pub(crate) fn add_timer(_vm: &mut Frame<'_>, _hit: Hit, _op: &op::AddTimer) -> Flow {
    Ok(())
}
