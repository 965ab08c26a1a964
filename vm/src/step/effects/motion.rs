//! Handlers.
use super::super::{Flow, Frame, Hit};
use crate::ontology::effects::operands as op;
pub(crate) fn step_back(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::StepBack) -> Flow {
    Ok(())
}
pub(crate) fn undo_all(_vm: &mut Frame<'_>, _hit: Hit, _op: &op::UndoAll) -> Flow {
    Ok(())
}
pub(crate) fn reverse_direction(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::ReverseDirection,
) -> Flow {
    Ok(())
}
pub(crate) fn flip_direction(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::FlipDirection,
) -> Flow {
    Ok(())
}
pub(crate) fn turn_around(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::TurnAround) -> Flow {
    Ok(())
}
pub(crate) fn wrap_around(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::WrapAround) -> Flow {
    Ok(())
}
pub(crate) fn attract_gaze(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::AttractGaze,
) -> Flow {
    Ok(())
}
pub(crate) fn align(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _b: u32, _op: &op::Align) -> Flow {
    Ok(())
}
pub(crate) fn bounce_forward(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::BounceForward,
) -> Flow {
    Ok(())
}
pub(crate) fn pull_with_it(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::PullWithIt,
) -> Flow {
    Ok(())
}
pub(crate) fn teleport_to_exit(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _b: u32,
    _op: &op::TeleportToExit,
) -> Flow {
    Ok(())
}
pub(crate) fn half_speed(_vm: &mut Frame<'_>, _hit: Hit, _a: u32, _op: &op::HalfSpeed) -> Flow {
    Ok(())
}
pub(crate) fn water_physics(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _a: u32,
    _op: &op::WaterPhysics,
) -> Flow {
    Ok(())
}
pub(crate) fn increase_speed_to_all(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _op: &op::IncreaseSpeedToAll,
) -> Flow {
    Ok(())
}
pub(crate) fn decrease_speed_to_all(
    _vm: &mut Frame<'_>,
    _hit: Hit,
    _op: &op::DecreaseSpeedToAll,
) -> Flow {
    Ok(())
}
pub(crate) fn set_speed_for_all(_vm: &mut Frame<'_>, _hit: Hit, _op: &op::SetSpeedForAll) -> Flow {
    Ok(())
}
