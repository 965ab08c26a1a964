//! Effects: what happens when two sprites meet (or one leaves the screen, or its time has come).
//!
//! In docs, `a` is the first sprite and `b` the second; `a.pos` is the sprite's rectangle, `a.prev` the rectangle it had
//! when its own turn of this tick began, `a.dir` its orientation, `R[a, r]` what it holds of resource `r`, and `:=` sets.

use serde::{Deserialize, Serialize};

use super::value::operand;
use super::{Arg, BuildError, EffectName, Kind, Operand, ParamDef, Role, Score, TypeList, TypeRef, Value};
use crate::program::{RuleId, TypeId};
use crate::step::effects as run;
use crate::step::{Flow, Frame, Hit};

/// Which sprites an effect needs; without them it does nothing but log a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// It works without sprites.
    Nothing,
    /// It works on the first sprite.
    First,
    /// It works on both.
    Both,
    /// It does not check, and fails without a first sprite.
    Unchecked,
}

/// A row of the effect table.
#[derive(Clone, Debug)]
pub struct EffectDef {
    /// Name as written in game files.
    pub name: &'static str,
    /// Which sprites it needs.
    pub needs: Needs,
    /// Parameters of its own; [`EFFECT_COMMON`] has those of all.
    pub params: &'static [ParamDef],
    /// What it does. Ends in an equation.
    pub doc: &'static str,
    /// Whether it decides itself, each time, whether its score counts.
    pub sets_score: bool,
    /// Whether it is given all second sprites at once, unless a rule says otherwise.
    pub batch: bool,
    /// Which sprites it may move, change, kill or remove: words of `a` (the first; `a*` if it may move it), `b` (the
    /// second), `b?` (the second if `killSecond` or `killResource` is set) and names of parameters (every sprite of the
    /// family of that type). Sprites that were moved may be put back by any effect; that is not counted.
    pub alters: &'static str,
}

/// Which sprites an effect may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alters {
    /// The first.
    pub first: bool,
    /// The first, and it may move it.
    pub moves_first: bool,
    /// The second.
    pub second: bool,
    /// All of these types' families.
    pub types: Vec<TypeId>,
}

macro_rules! decides {
    () => {
        false
    };
    (score) => {
        true
    };
}

macro_rules! batch {
    () => {
        false
    };
    (batch) => {
        true
    };
}

macro_rules! call {
    (Nothing, $run:path, $vm:ident, $hit:ident, $ops:ident) => {
        $run($vm, $hit, $ops)
    };
    (First, $run:path, $vm:ident, $hit:ident, $ops:ident) => {
        match $hit.a {
            Some(a) => $run($vm, $hit, a, $ops),
            None => $vm.misuse(),
        }
    };
    (Both, $run:path, $vm:ident, $hit:ident, $ops:ident) => {
        match ($hit.a, $hit.b) {
            (Some(a), Some(b)) => $run($vm, $hit, a, b, $ops),
            _ => $vm.misuse(),
        }
    };
    (Unchecked, $run:path, $vm:ident, $hit:ident, $ops:ident) => {
        match $hit.a {
            Some(a) => $run($vm, $hit, a, $ops),
            None => $vm.without_sprite(),
        }
    };
}

macro_rules! effects {
    ($($(#[doc = $doc:literal])+
       $op:literal $var:ident = $name:literal needs $needs:ident alters $alters:literal $(decides $score:ident)? $(in $batch:ident)? (
           $($(#[doc = $pdoc:literal])+ $field:ident $pname:literal: $ty:ty = $default:tt,)*
       ) => $run:path;)+) => {
        /// Operands of effects, one structure each.
        pub mod operands {
            use super::*;
            $($(#[doc = $doc])+
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            pub struct $var {
                $($(#[doc = $pdoc])+ pub $field: $ty,)*
            })+
        }

        /// An instruction: an effect with its operands. Variants are in the order of their codes; codes are appended,
        /// never reused.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Effect {
            $($(#[doc = $doc])+ $var(operands::$var),)+
        }

        /// The effects, at the place of their code.
        pub const EFFECTS: &[EffectDef] = &[
            $(EffectDef {
                name: $name,
                needs: Needs::$needs,
                params: &[$(ParamDef {
                    name: $pname,
                    kind: <$ty as Operand>::KIND,
                    default: default_text!($default),
                    doc: concat!($($pdoc),+),
                    role: Role::Rules,
                },)*],
                doc: concat!($($doc),+),
                sets_score: decides!($($score)?),
                alters: $alters,
                batch: batch!($($batch)?),
            },)+
        ];

        const CODES: &[u8] = &[$($op),+];
        const _: () = {
            let mut i = 0;
            while i < CODES.len() {
                assert!(CODES[i] as usize == i, "codes of effects are contiguous");
                i += 1;
            }
        };

        impl Effect {
            /// Builds the effect of a code from its arguments.
            ///
            /// # Errors
            /// An argument of the wrong kind, or one missing that must be given.
            pub fn build(code: u8, args: &[Arg]) -> Result<Option<Effect>, BuildError> {
                Ok(Some(match code {
                    $($op => Effect::$var(operands::$var {
                        $($field: operand::<$ty>(args, $pname, default!($default))?,)*
                    }),)+
                    _ => return Ok(None),
                }))
            }

            /// Its code: the place of its row in [`EFFECTS`].
            #[must_use]
            pub fn code(&self) -> u8 {
                match self {
                    $(Effect::$var(_) => $op,)+
                }
            }

            /// Its arguments, all of them, with their names.
            #[must_use]
            pub fn args(&self) -> Vec<Arg> {
                match self {
                    $(Effect::$var(_ops) => vec![$(Arg { name: $pname, value: _ops.$field.to_value() }),*],)+
                }
            }

            /// Calls `visit` with the name and value of each argument, until it fails.
            ///
            /// # Errors
            /// What `visit` failed with.
            pub fn each_arg<E>(&self, mut visit: impl FnMut(&'static str, Value) -> Result<(), E>) -> Result<(), E> {
                match self {
                    $(Effect::$var(_ops) => {
                        $(visit($pname, _ops.$field.to_value())?;)*
                    })+
                }
                Ok(())
            }

            /// Runs it.
            #[inline]
            pub(crate) fn run(&self, vm: &mut Frame<'_>, hit: Hit) -> Flow {
                match self {
                    $(Effect::$var(ops) => call!($needs, $run, vm, hit, ops),)+
                }
            }
        }
    };
}

/// Operands of effects that name a resource: what they ask for or change is held, not met.
pub const RESOURCE_ARGS: [&str; 2] = ["resource", "heldResource"];

/// Parameters that every effect takes.
pub const EFFECT_COMMON: &[ParamDef] = &[
    common(
        "scoreChange",
        Kind::Ints,
        "0",
        "Points added each time it runs: one number for all players, or one for each.",
        Role::Rules,
    ),
    common(
        "applyScore",
        Kind::Bool,
        "true",
        "Whether its points count; many effects decide that themselves each time.",
        Role::Rules,
    ),
    common(
        "prob",
        Kind::Double,
        "1.0",
        "Probability in [0, 1]; looked at by the spawning effects and attractGaze alone.",
        Role::Rules,
    ),
    common(
        "repeat",
        Kind::Int,
        "1",
        "How many times the rule stands in its pair's list (not for EOS and TIME).",
        Role::Rules,
    ),
    common("enabled", Kind::Bool, "true", "Whether it runs at all.", Role::Rules),
    common("count", Kind::Bool, "true", "Whether `counter` is added to the counters.", Role::Rules),
    common("countElse", Kind::Bool, "true", "Whether `counterElse` is added to the counters.", Role::Rules),
    common(
        "if",
        Kind::Text,
        "none",
        "A selection in braces (an extension): the rule acts only while it selects a type, as in `if={PC[TYPE=key]}`.",
        Role::Rules,
    ),
    common("counter", Kind::Ints, "0", "Added to the counters: a list, one number for each.", Role::Rules),
    common("counterElse", Kind::Ints, "0", "Added to the counters as well: a list, one number for each.", Role::Rules),
    common(
        "inBatch",
        Kind::Bool,
        "false",
        "Whether all second sprites are given to it at once (wallBounce and wallReverse: true).",
        Role::Rules,
    ),
    common("sequential", Kind::Bool, "false", "Nothing.", Role::Inert),
    common("is_kill_effect", Kind::Bool, "false", "A remark.", Role::Inert),
    common("is_stochastic", Kind::Bool, "false", "A remark.", Role::Inert),
    common("hashCode", Kind::Int, "0", "A number the engine overwrites.", Role::Inert),
];

/// Parameters of rules with `TIME`, and of `addTimer`.
pub const TIME_PARAMS: &[ParamDef] = &[
    common("timer", Kind::Int, "-1", "Ticks until it runs, and from one run to the next.", Role::Rules),
    common(
        "nextExecution",
        Kind::Int,
        "-1",
        "Anything but −1: it first runs at tick `timer`, not at tick 0.",
        Role::Rules,
    ),
    common("repeating", Kind::Bool, "false", "Whether it runs again and again.", Role::Rules),
];

const fn common(name: &'static str, kind: Kind, default: &'static str, doc: &'static str, role: Role) -> ParamDef {
    ParamDef { name, kind, default: Some(default), doc, role }
}

effects! {
    /// Kills the first sprite. `kill a`
    0 KillSprite = "killSprite" needs First alters "a" () => run::kill::kill_sprite;
    /// Kills both sprites. `kill a; kill b`
    1 KillBoth = "killBoth" needs Both alters "a b" () => run::kill::kill_both;
    /// Kills every sprite that is directly of type `stype`. `kill all of stype`
    2 KillAll = "killAll" needs Nothing alters "stype" (
        /// Type of the sprites; types below it do not count.
        stype "stype": TypeId = required,
    ) => run::kill::kill_all;
    /// Kills the first sprite unless the second has been killed this tick. `if b alive: kill a`
    3 KillIfAlive = "killIfAlive" needs Both alters "a" () => run::kill::kill_if_alive;
    /// Kills the first sprite if the second came down on it. `if a.prev.y > b.prev.y + b.h/2 and b.y > b.prev.y: kill a`
    4 KillIfFromAbove = "killIfFromAbove" needs Both alters "a" decides score () => run::kill::kill_if_from_above;
    /// Kills the first sprite if the two met head-on. `if a.move = 0 or a.move + b.move = 0: kill a`
    5 KillIfFrontal = "killIfFrontal" needs Both alters "a" decides score () => run::kill::kill_if_frontal;
    /// Kills the first sprite unless the two met head-on. `if a.move = 0 or a.move + b.move ≠ 0: kill a`
    6 KillIfNotFrontal = "killIfNotFrontal" needs Both alters "a" decides score () => run::kill::kill_if_not_frontal;
    /// Kills the first sprite if it holds at most `limit`. `if R[a, resource] <= limit: kill a`
    7 KillIfHasLess = "killIfHasLess" needs First alters "a" decides score (
        /// The resource.
        resource "resource": TypeId = required,
        /// The amount.
        limit "limit": i32 = 0,
    ) => run::kill::kill_if_has_less;
    /// Kills the first sprite if it holds at least `limit`. `if R[a, resource] >= limit: kill a`
    8 KillIfHasMore = "killIfHasMore" needs First alters "a" decides score (
        /// The resource.
        resource "resource": TypeId = required,
        /// The amount.
        limit "limit": i32 = 0,
    ) => run::kill::kill_if_has_more;
    /// Kills the first sprite if the second holds at least `limit`. `if R[b, resource] >= limit: kill a`
    9 KillIfOtherHasMore = "killIfOtherHasMore" needs Both alters "a b" decides score (
        /// The resource.
        resource "resource": TypeRef = required,
        /// The amount.
        limit "limit": i32 = 0,
        /// Whether the second sprite pays `limit`.
        subtract "subtract": bool = false,
    ) => run::kill::kill_if_other_has_more;
    /// Kills the first sprite if the two meet faster than `limspeed`. `if |speed of a against b| > limspeed: kill a`
    10 KillIfFast = "killIfFast" needs Both alters "a" (
        /// The speed, in cells or pixels per tick.
        limspeed "limspeed": f64 = 1.0,
    ) => run::kill::kill_if_fast;
    /// Kills the first sprite if the two meet slower than `limspeed`. `if |speed of a against b| < limspeed: kill a`
    11 KillIfSlow = "killIfSlow" needs Both alters "a" (
        /// The speed, in cells or pixels per tick.
        limspeed "limspeed": f64 = 1.0,
    ) => run::kill::kill_if_slow;
    /// Kills the first sprite unless it points upwards. `if a.rotation not in (4.4, 5.0): kill a`
    12 KillIfNotUpright = "killIfNotUpright" needs Unchecked alters "a" () => run::kill::kill_if_not_upright;
    /// Takes health points, and kills whoever falls to `limit`. `a.hp -= value; if a.hp <= limit: kill a`
    13 SubtractHealthPoints = "subtractHealthPoints" needs First alters "a stype" (
        /// Points taken.
        value "value": i32 = 1,
        /// Points at which it is killed.
        limit "limit": i32 = 0,
        /// Takes them from the first sprite of this type instead.
        stype "stype": Option<TypeId> = None,
        /// Points added instead of `scoreChange` when it kills: one number for all players, or one for each.
        score_if_killed "scoreChangeIfKilled": Score = (Score::zero()),
    ) => run::kill::subtract_health_points;
    /// Gives health points if the limit is not reached. `if a.hp + value < a.limitHealthPoints: a.hp += value`
    14 AddHealthPoints = "addHealthPoints" needs First alters "a b?" decides score (
        /// Points given.
        value "value": i32 = 1,
        /// Whether the second sprite is killed.
        kill_second "killSecond": bool = false,
    ) => run::kill::add_health_points;
    /// Gives health points up to the limit. `a.hp := min(a.hp + value, a.limitHealthPoints)`
    15 AddHealthPointsToMax = "addHealthPointsToMax" needs First alters "a b?" decides score (
        /// Points given.
        value "value": i32 = 1,
        /// Whether the second sprite is killed.
        kill_second "killSecond": bool = false,
    ) => run::kill::add_health_points_to_max;
    /// Sets a player's score to zero. `a.score := 0`
    16 RemoveScore = "removeScore" needs First alters "a stype b?" (
        /// Avatars of this type lose their score instead of the first sprite.
        stype "stype": TypeRef = (TypeRef(None)),
        /// Whether the second sprite is removed.
        kill_second "killSecond": bool = false,
    ) => run::kill::remove_score;
    /// Puts the first sprite back. `a.pos := a.prev`
    17 StepBack = "stepBack" needs First alters "a*" (
        /// Whether it is put against the second sprite, on the side it came from.
        pixel_perfect "pixelPerfect": bool = false,
    ) => run::motion::step_back;
    /// Puts every sprite back. `x.pos := x.prev for all x`
    18 UndoAll = "undoAll" needs Nothing alters "" (
        /// Types that stay where they are.
        not_stype "notStype": TypeList = (Box::new([])),
    ) => run::motion::undo_all;
    /// Turns the first sprite round. `a.dir := -a.dir`
    19 ReverseDirection = "reverseDirection" needs First alters "a" () => run::motion::reverse_direction;
    /// Turns the first sprite to a random side. `a.dir := random`
    20 FlipDirection = "flipDirection" needs First alters "a" () => run::motion::flip_direction;
    /// Puts the first sprite back, moves it down two steps and turns it round. `a.pos := a.prev + 2 down; a.dir := -a.dir`
    21 TurnAround = "turnAround" needs First alters "a*" () => run::motion::turn_around;
    /// Moves the first sprite to the opposite edge, along its orientation. `a.pos := opposite edge`
    22 WrapAround = "wrapAround" needs First alters "a*" (
        /// Distance from the edge, in widths of the sprite.
        offset "offset": f64 = 0.0,
    ) => run::motion::wrap_around;
    /// Gives the first sprite the second's orientation. `a.dir := b.dir`
    23 AttractGaze = "attractGaze" needs Both alters "a*" (
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
        /// Whether it is also aligned with the second across that orientation.
        align "align": bool = false,
    ) => run::motion::attract_gaze;
    /// Puts the first sprite on the second. `a.pos := b.pos; a.dir := b.dir`
    24 Align = "align" needs Both alters "a*" (
        /// Whether it takes the orientation too.
        orient "orient": bool = true,
    ) => run::motion::align;
    /// Pushes the first sprite the way the second moved. `a.pos += b.move`
    25 BounceForward = "bounceForward" needs Both alters "a*" () => run::motion::bounce_forward;
    /// Carries the first sprite along with the second, once a tick. `a.pos += b.move`
    26 PullWithIt = "pullWithIt" needs Both alters "a*" (
        /// Whether it is put on the second sprite.
        pixel_perfect "pixelPerfect": bool = false,
    ) => run::motion::pull_with_it;
    /// Stops the first sprite against the second; it keeps its motion along the wall. `a.pos against b; a.dir along b`
    27 WallStop = "wallStop" needs Both alters "a*" () => run::bounce::wall_stop;
    /// Lets the first sprite bounce off the second. `a.dir := mirrored`
    28 WallBounce = "wallBounce" needs Both alters "a*" in batch () => run::bounce::wall_bounce;
    /// Turns the first sprite round at the second. `a.dir := -a.dir along b`
    29 WallReverse = "wallReverse" needs Both alters "a*" in batch () => run::bounce::wall_reverse;
    /// Lets the first sprite bounce off the second like off a paddle. `a.dir := angle of impact`
    30 BounceDirection = "bounceDirection" needs Both alters "a" (
        /// Largest angle, in degrees.
        max_angle "maxBounceAngleDeg": f64 = 60.0,
    ) => run::bounce::bounce_direction;
    /// Moves the first sprite to a random sprite of the type the second leads to. `a.pos := random exit`
    31 TeleportToExit = "teleportToExit" needs Both alters "a*" () => run::motion::teleport_to_exit;
    /// Halves the speed. `a.speed *= 0.5`
    32 HalfSpeed = "halfSpeed" needs First alters "a" () => run::motion::half_speed;
    /// Makes the first sprite sink slowly. `a.gravity := 0.2`
    33 WaterPhysics = "waterPhysics" needs Unchecked alters "a" () => run::motion::water_physics;
    /// Makes all sprites of a type faster. `x.speed += value for x of stype`
    34 IncreaseSpeedToAll = "increaseSpeedToAll" needs Nothing alters "stype" (
        /// The type.
        stype "stype": TypeId = required,
        /// Added speed, in cells or pixels per tick.
        value "value": f64 = 0.1,
    ) => run::motion::increase_speed_to_all;
    /// Makes all sprites of a type slower. `x.speed := max(0, x.speed - value) for x of stype`
    35 DecreaseSpeedToAll = "decreaseSpeedToAll" needs Nothing alters "stype" (
        /// The type.
        stype "stype": TypeId = required,
        /// Taken speed, in cells or pixels per tick.
        value "value": f64 = 0.1,
    ) => run::motion::decrease_speed_to_all;
    /// Sets the speed of all sprites of a type. `x.speed := value for x of stype`
    36 SetSpeedForAll = "setSpeedForAll" needs Nothing alters "stype" (
        /// The type.
        stype "stype": TypeId = required,
        /// The speed, in cells or pixels per tick.
        value "value": f64 = 0.0,
    ) => run::motion::set_speed_for_all;
    /// Makes another sprite like the first. `new(type of a) at a.pos`
    37 CloneSprite = "cloneSprite" needs First alters "" () => run::spawn::clone_sprite;
    /// Makes a sprite at the first. `new(stype) at a.pos`
    38 Spawn = "spawn" needs First alters "" (
        /// Type of the new sprite.
        stype "stype": TypeId = required,
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
    ) => run::spawn::spawn;
    /// Makes a sprite where the second sprite was, if it has left that place. `new(stype) at b.prev`
    39 SpawnBehind = "spawnBehind" needs Both alters "" (
        /// Type of the new sprite.
        stype "stype": TypeId = required,
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
    ) => run::spawn::spawn_behind;
    /// Makes a sprite one cell above the second. `new(stype) at b.pos + up`
    40 SpawnAbove = "spawnAbove" needs Both alters "" (
        /// Type of the new sprite.
        stype "stype": TypeRef = required,
        /// Whether the second sprite's last place is meant.
        step_back "stepBack": bool = false,
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
    ) => run::spawn::spawn_above;
    /// Makes a sprite one cell below the second. `new(stype) at b.pos + down`
    41 SpawnBelow = "spawnBelow" needs Both alters "" (
        /// Type of the new sprite.
        stype "stype": TypeRef = required,
        /// Whether the second sprite's last place is meant.
        step_back "stepBack": bool = false,
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
    ) => run::spawn::spawn_below;
    /// Makes a sprite one cell to the left of the second. `new(stype) at b.pos + left`
    42 SpawnLeft = "spawnLeft" needs Both alters "" (
        /// Type of the new sprite.
        stype "stype": TypeRef = required,
        /// Whether the second sprite's last place is meant.
        step_back "stepBack": bool = false,
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
    ) => run::spawn::spawn_left;
    /// Makes a sprite one cell to the right of the second. `new(stype) at b.pos + right`
    43 SpawnRight = "spawnRight" needs Both alters "" (
        /// Type of the new sprite.
        stype "stype": TypeRef = required,
        /// Whether the second sprite's last place is meant.
        step_back "stepBack": bool = false,
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
    ) => run::spawn::spawn_right;
    /// Makes a sprite at the first if that holds enough. `if R[a, resource] >= limit: new(stype) at a.pos; R[a, resource] -= spend`
    44 SpawnIfHasMore = "spawnIfHasMore" needs First alters "a" decides score (
        /// The resource.
        resource "resource": TypeId = required,
        /// Type of the new sprite.
        stype "stype": TypeId = required,
        /// The amount.
        limit "limit": i32 = 0,
        /// The amount paid.
        spend "spend": i32 = 0,
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
    ) => run::spawn::spawn_if_has_more;
    /// Makes a sprite at the first if that holds little. `if R[a, resource] <= limit: new(stype) at a.pos`
    45 SpawnIfHasLess = "spawnIfHasLess" needs First alters "" decides score (
        /// The resource.
        resource "resource": TypeId = required,
        /// Type of the new sprite.
        stype "stype": TypeId = required,
        /// The amount.
        limit "limit": i32 = 0,
        /// Probability, in [0, 1].
        prob "prob": f64 = 1.0,
    ) => run::spawn::spawn_if_has_less;
    /// Makes one of two sprites at the first, by the number of living sprites and of living types. `new(stype or estype) at a.pos`
    46 SpawnIfCounterSubTypes = "spawnIfCounterSubTypes" needs First alters "" decides score (
        /// Made when both numbers are met.
        stype "stype": TypeId = required,
        /// Made otherwise.
        estype "estype": TypeId = required,
        /// The type counted.
        stype_count "stypeCount": TypeId = required,
        /// The number of its sprites.
        limit "limit": i32 = 0,
        /// Half the number of its types.
        sub_types "subTypesNum": i32 = (-1),
    ) => run::spawn::spawn_if_counter_sub_types;
    /// Turns the first sprite into another. `a := new(stype) at a.pos`
    47 TransformTo = "transformTo" needs First alters "a b?" (
        /// Type it becomes.
        stype "stype": TypeId = required,
        /// Whether the second sprite is removed.
        kill_second "killSecond": bool = false,
        /// Whether it keeps its orientation in any case.
        force_orientation "forceOrientation": bool = false,
    ) => run::change::transform_to;
    /// Turns the first sprite into a random one of the types below `stype`. `a := new(random child of stype) at a.pos`
    48 TransformToRandomChild = "transformToRandomChild" needs First alters "a b?" (
        /// The parent of the types it may become.
        stype "stype": TypeId = required,
        /// Whether the second sprite is removed.
        kill_second "killSecond": bool = false,
        /// Whether it keeps its orientation in any case.
        force_orientation "forceOrientation": bool = false,
    ) => run::change::transform_to_random_child;
    /// Turns every sprite of one type into another. `x := new(stypeTo) at x.pos for x directly of stype`
    49 TransformToAll = "transformToAll" needs Nothing alters "stype b?" (
        /// Type that changes; types below it do not.
        stype "stype": TypeId = required,
        /// Type they become.
        stype_to "stypeTo": TypeId = required,
        /// Whether the second sprite is removed.
        kill_second "killSecond": bool = false,
        /// Whether they keep their orientation in any case.
        force_orientation "forceOrientation": bool = false,
    ) => run::change::transform_to_all;
    /// Turns the first sprite into another, by the number of sprites of a type. `if geq <= count(stypeCount) <= leq: a := new(stype), else new(estype)`
    50 TransformIfCount = "transformIfCount" needs Both alters "a b?" decides score (
        /// Type it becomes when the number is met.
        stype "stype": TypeId = required,
        /// The type counted.
        stype_count "stypeCount": TypeRef = required,
        /// Least number.
        geq "geq": i32 = 0,
        /// Largest number.
        leq "leq": i32 = 10000,
        /// Type it becomes otherwise.
        estype "estype": Option<TypeRef> = None,
        /// Whether the second sprite is removed.
        kill_second "killSecond": bool = false,
        /// Whether it keeps its orientation in any case.
        force_orientation "forceOrientation": bool = false,
    ) => run::change::transform_if_count;
    /// Turns the first sprite into `stype`, and whatever was that into `stype_other`. `x := new(stype_other) for x of stype; a := new(stype)`
    51 TransformToSingleton = "transformToSingleton" needs Both alters "a stype" (
        /// Type it becomes.
        stype "stype": TypeId = required,
        /// Type that earlier ones become.
        stype_other "stype_other": TypeId = required,
        /// Whether it faces against the second sprite.
        take_orientation "takeOrientation": bool = false,
    ) => run::change::transform_to_singleton;
    /// Changes what spawn points make: from the second sprite's type to `stype`. `x.stype := stype for x of spawnPoint`
    52 UpdateSpawnType = "updateSpawnType" needs Unchecked alters "spawnPoint" (
        /// What they make from now on.
        stype "stype": TypeId = required,
        /// Type of the spawn points.
        spawn_point "spawnPoint": TypeId = required,
    ) => run::change::update_spawn_type;
    /// Lets the second sprite collect the first, up to the limit. `R[b, a] := min(R[b, a] + a.value, limit of a); remove a`
    53 CollectResource = "collectResource" needs Both alters "a b" (
        /// Whether the first sprite is removed.
        kill_resource "killResource": bool = true,
    ) => run::resource::collect_resource;
    /// Lets the second sprite collect the first if it holds enough of another resource. `if R[b, held] >= value: R[b, a] += a.value; kill a`
    54 CollectResourceIfHeld = "collectResourceIfHeld" needs Both alters "a b" (
        /// The other resource.
        held "heldResource": TypeRef = required,
        /// The amount of it.
        value "value": i32 = 1,
        /// Whether the first sprite is killed.
        kill_resource "killResource": bool = true,
    ) => run::resource::collect_resource_if_held;
    /// Changes what the first sprite holds, unless that passes the limit. `if R[a, resource] + value <= limit: R[a, resource] += value`
    55 ChangeResource = "changeResource" needs Both alters "a b?" decides score (
        /// The resource.
        resource "resource": TypeRef = required,
        /// The amount; may be negative.
        value "value": i32 = 1,
        /// Whether the second sprite is removed.
        kill_resource "killResource": bool = false,
    ) => run::resource::change_resource;
    /// Shields the first sprite's type from an effect until the end of the tick. `no ftype of (type of a, stype) this tick`
    56 ShieldFrom = "shieldFrom" needs First alters "" (
        /// Second type of the rules it shields from.
        stype "stype": TypeId = required,
        /// The effect it shields from.
        ftype "ftype": EffectName = required,
    ) => run::resource::shield_from;
    /// Runs another effect after some ticks. `in timer ticks: ftype`
    57 AddTimer = "addTimer" needs Nothing alters "" (
        /// Ticks until it runs.
        timer "timer": i32 = (-1),
        /// Whether it runs again and again.
        repeating "repeating": bool = false,
        /// The effect; it takes its parameters from the same line.
        rule "ftype": RuleId = required,
    ) => run::resource::add_timer;
    /// Takes health points by chance, as dice fall; an extension. `if rnd < prob: a.hp -= value + dice; if a.hp <= limit: kill a`
    /// It draws one number unless `prob` is 1 or more, and when it hits one for each of the dice.
    58 Strike = "strike" needs First alters "a" decides score (
        /// Points taken, whatever the dice say.
        value "value": i32 = 0,
        /// How many dice are thrown: 0 to 8.
        dice "dice": i32 = 0,
        /// Faces of each, numbered from 0: 1 to 17.
        faces "faces": i32 = 6,
        /// Probability that it hits, in [0, 1].
        prob "prob": f64 = 1.0,
        /// Points at which the sprite is killed.
        limit "limit": i32 = 0,
    ) => run::kill::strike;
}

impl Effect {
    /// Which sprites it may change.
    #[must_use]
    pub fn alters(&self) -> Alters {
        // Only some effects have arguments that matter.
        let mut all = None;
        let mut alters = Alters::default();
        for word in self.def().alters.split_whitespace() {
            match word {
                "a" => alters.first = true,
                "a*" => (alters.first, alters.moves_first) = (true, true),
                "b" => alters.second = true,
                "b?" => {
                    let args = all.get_or_insert_with(|| self.args());
                    alters.second |= args
                        .iter()
                        .any(|a| matches!(a.name, "killSecond" | "killResource") && a.value == Value::Bool(true));
                }
                name => alters.types.extend(
                    all.get_or_insert_with(|| self.args()).iter().filter(|a| a.name == name).filter_map(|a| {
                        match a.value {
                            Value::Type(TypeRef(t)) => t,
                            _ => None,
                        }
                    }),
                ),
            }
        }
        alters
    }

    /// Its row.
    #[must_use]
    pub fn def(&self) -> &'static EffectDef {
        &EFFECTS[self.code() as usize]
    }
}

impl EffectDef {
    /// The code of the effect of this name.
    #[must_use]
    pub fn code(name: &str) -> Option<u8> {
        EFFECTS.iter().position(|e| e.name == name).map(|i| i as u8)
    }
}
