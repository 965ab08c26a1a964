//! Sprite classes, effects and terminations of py-vgdl: a row each.

use serde::{Deserialize, Serialize};

use super::game::NameId;

/// How sprites of a class move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Physics {
    /// Steps of cells.
    #[default]
    Grid,
    /// Forces; a fiftieth of the speed is lost in each tick.
    Continuous,
    /// Forces, and nothing is lost.
    NoFriction,
    /// Forces, and sprites fall.
    Gravity,
}

impl Physics {
    /// The physics of a class name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "GridPhysics" => Physics::Grid,
            "ContinuousPhysics" => Physics::Continuous,
            "NoFrictionPhysics" => Physics::NoFriction,
            "GravityPhysics" => Physics::Gravity,
            _ => return None,
        })
    }

    /// Share of the speed that is lost in a tick.
    #[must_use]
    pub fn friction(self) -> f64 {
        if matches!(self, Physics::Continuous | Physics::Gravity) { 0.02 } else { 0.0 }
    }

    /// Downward force on a unit of mass.
    #[must_use]
    pub fn gravity(self) -> f64 {
        if self == Physics::Gravity { 0.5 } else { 0.0 }
    }
}

macro_rules! attrs {
    ($($(#[doc = $doc:literal])+ $var:ident = $name:literal;)+) => {
        /// An option of a sprite that the rules look at.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Attr {
            $($(#[doc = $doc])+ $var,)+
        }

        impl Attr {
            /// Every option, with its name and what it is.
            pub const ALL: &[(Attr, &str, &str)] = &[$((Attr::$var, $name, concat!($($doc),+)),)+];

            /// The option of a name.
            #[must_use]
            pub fn named(name: &str) -> Option<Attr> {
                Attr::ALL.iter().find(|(_, n, _)| *n == name).map(|(attr, ..)| *attr)
            }
        }
    };
}

attrs! {
    /// Cells a tick (grid physics) or pixels a tick (continuous physics).
    Speed = "speed";
    /// Ticks from one move to the next; for producers also the ticks between two products.
    Cooldown = "cooldown";
    /// How it moves: `GridPhysics`, `ContinuousPhysics`, `NoFrictionPhysics`, `GravityPhysics`.
    PhysicsType = "physicstype";
    /// Where it faces.
    Orientation = "orientation";
    /// Divides forces under continuous physics.
    Mass = "mass";
    /// Cells a tick that it pushes (conveyors, wind), or the force of a jump.
    Strength = "strength";
    /// The sprite it makes, chases or leads to.
    Stype = "stype";
    /// Flicker: updates before it goes. Resource: the most a sprite can hold.
    Limit = "limit";
    /// Amount that collecting it gives.
    Amount = "value";
    /// Probability, in [0, 1].
    Prob = "prob";
    /// Products after which it goes.
    Total = "total";
    /// Probability, in [0, 1], of spreading to each of the four sides.
    SpreadProb = "spreadprob";
    /// A quarter of the probability, in [0, 1], that a key means another.
    NoiseLevel = "noiseLevel";
    /// Radians it turns a tick.
    AngleDiff = "angle_diff";
    /// Resource that shooting takes.
    Ammo = "ammo";
    /// Whether it may turn in the air.
    AirSteering = "airsteering";
    /// Whether it listens to W, A, S, D instead of the arrows.
    AlternateKeys = "alternate_keys";
    /// Whether it never moves on its own.
    IsStatic = "is_static";
    /// Whether it moves only when told to.
    OnlyActive = "only_active";
    /// Whether it moves away instead.
    Fleeing = "fleeing";
    /// What it is called as a resource.
    ResType = "res_type";
    /// Upward force of a jump.
    JumpStrength = "jump_strength";
}

/// What a class is and starts with.
#[derive(Clone, Copy, Debug)]
pub struct ClassDef {
    /// The class.
    pub class: Class,
    /// Name as written in game files.
    pub name: &'static str,
    /// What its sprites do.
    pub doc: &'static str,
    /// Whether the original engine has it.
    pub one: bool,
    /// Whether the rewrite has it.
    pub two: bool,
    /// What it is, in words: `oriented`, `static`, `active` (moves only when told to), `producer`, `resource`, `avatar`.
    pub is: &'static str,
    /// Speed; `None` if it has none of its own.
    pub speed: Option<f64>,
    /// Whether its sprites have a colour without being given one.
    pub coloured: bool,
    /// How its sprites move.
    pub physics: Physics,
}

impl ClassDef {
    /// Whether a word is one of what it is.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        self.is.split(' ').any(|w| w == word)
    }
}

macro_rules! classes {
    ($($(#[doc = $doc:literal])+ $var:ident [$($version:ident)+] $is:literal speed $speed:expr, $coloured:ident $physics:ident;)+) => {
        /// A sprite class. Codes are appended, never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Class {
            $($(#[doc = $doc])+ $var,)+
        }

        /// The classes, at the place of their code.
        pub const CLASSES: &[ClassDef] = &[$(ClassDef {
            class: Class::$var,
            name: stringify!($var),
            doc: concat!($($doc),+),
            one: $(has!(one $version) ||)+ false,
            two: $(has!(two $version) ||)+ false,
            is: $is,
            speed: $speed,
            coloured: has!(coloured $coloured),
            physics: Physics::$physics,
        },)+];
    };
}

macro_rules! has {
    (one one) => {
        true
    };
    (two two) => {
        true
    };
    (coloured coloured) => {
        true
    };
    ($a:ident $b:ident) => {
        false
    };
}

classes! {
    /// Stays where it is.
    Immovable [one two] "static" speed None, coloured Grid;
    /// Moves only when something moves it.
    Passive [one two] "" speed None, coloured Grid;
    /// Can be collected.
    Resource [one two] "resource" speed None, plain Grid;
    /// Can be collected, and stays where it is.
    ResourcePack [one two] "resource static" speed None, plain Grid;
    /// Goes after `limit` updates.
    Flicker [one two] "" speed None, coloured Grid;
    /// Spreads to the cells around it, once.
    Spreader [one two] "" speed None, coloured Grid;
    /// Makes sprites; what all producers have in common.
    SpriteProducer [one two] "producer" speed None, plain Grid;
    /// Leads to the sprites of another type.
    Portal [one two] "producer static" speed None, coloured Grid;
    /// Makes a sprite now and then.
    SpawnPoint [one two] "producer static" speed None, coloured Grid;
    /// Walks about at random.
    RandomNPC [one two] "" speed Some(1.0), plain Grid;
    /// Faces somewhere.
    OrientedSprite [one two] "oriented" speed None, plain Grid;
    /// Pushes others where it faces.
    Conveyor [one two] "oriented static" speed None, coloured Grid;
    /// Moves where it faces.
    Missile [one two] "oriented" speed Some(1.0), plain Grid;
    /// Faces somewhere, and goes after `limit` updates.
    OrientedFlicker [one two] "oriented" speed Some(0.0), coloured Grid;
    /// Walks to and fro under gravity.
    Walker [one two] "oriented" speed Some(1.0), plain Grid;
    /// Walks and jumps under gravity.
    WalkJumper [one two] "oriented" speed Some(1.0), plain Grid;
    /// Is pushed about at random.
    RandomInertial [one two] "oriented" speed Some(1.0), plain Continuous;
    /// A missile with a random direction and speed.
    RandomMissile [one two] "oriented" speed Some(1.0), plain Grid;
    /// A missile that turns at random.
    ErraticMissile [one two] "oriented" speed Some(1.0), plain Grid;
    /// A missile that makes sprites.
    Bomber [one two] "oriented producer" speed Some(1.0), coloured Grid;
    /// Runs towards the nearest sprite of a type, or from it.
    Chaser [one two] "" speed Some(1.0), plain Grid;
    /// Runs from the nearest sprite of a type.
    Fleeing [one two] "" speed Some(1.0), plain Grid;
    /// Follows the shortest way to `pacman`.
    AStarChaser [one two] "" speed Some(1.0), plain Grid;
    /// Moves in four directions.
    MovingAvatar [one two] "avatar" speed Some(1.0), coloured Grid;
    /// Moves to the left and to the right.
    HorizontalAvatar [one two] "avatar" speed Some(1.0), coloured Grid;
    /// Moves up and down.
    VerticalAvatar [one two] "avatar" speed Some(1.0), coloured Grid;
    /// Moves to the left and to the right, and shoots.
    FlakAvatar [one two] "avatar producer" speed Some(1.0), coloured Grid;
    /// Moves, and faces where it moved.
    OrientedAvatar [one two] "avatar oriented" speed Some(1.0), coloured Grid;
    /// Turns, and moves forwards and backwards.
    RotatingAvatar [one two] "avatar oriented" speed Some(0.0), coloured Grid;
    /// Turns, turns round, and moves forwards.
    RotatingFlippingAvatar [one two] "avatar oriented" speed Some(0.0), coloured Grid;
    /// The same, but its keys mean another now and then.
    NoisyRotatingFlippingAvatar [one two] "avatar oriented" speed Some(0.0), coloured Grid;
    /// Moves, faces where it moved, and shoots there.
    ShootAvatar [one two] "avatar oriented producer" speed Some(1.0), coloured Grid;
    /// Moves, and shoots in all four directions.
    ShootEverywhereAvatar [two two] "avatar oriented producer" speed Some(1.0), coloured Grid;
    /// Aims and shoots.
    AimedAvatar [one two] "avatar oriented producer" speed Some(0.0), coloured Grid;
    /// Aims, shoots, and moves to the left and to the right.
    AimedFlakAvatar [one two] "avatar oriented producer active" speed None, coloured Grid;
    /// Is pushed by its keys.
    InertialAvatar [one two] "avatar oriented" speed Some(1.0), coloured Continuous;
    /// Runs and jumps under gravity.
    MarioAvatar [one two] "avatar oriented" speed Some(1.0), coloured Gravity;
    /// Stays where it is, and nothing can move it.
    Immutable [two two] "static" speed None, plain Grid;
}

impl Class {
    /// Its row.
    #[must_use]
    pub fn def(self) -> &'static ClassDef {
        &CLASSES[self as usize]
    }

    /// The class of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Class> {
        CLASSES.iter().find(|def| def.name == name).map(|def| def.class)
    }
}

/// An argument that an effect takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A number.
    Number,
    /// A name of sprites.
    Sprite,
    /// A name of a resource.
    Resource,
}

/// A row of the effect table.
#[derive(Clone, Copy, Debug)]
pub struct EffectDef {
    /// Name as written in game files.
    pub name: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// What it takes: name, kind, and whether it must be given.
    pub params: &'static [(&'static str, Takes, bool)],
}

/// Effects that only the rewrite has.
const REWRITE: [&str; 8] = [
    "killBoth",
    "SpendResource",
    "SpendAvatarResource",
    "KillOthers",
    "KillIfAvatarWithoutResource",
    "AvatarCollectResource",
    "TransformOthersTo",
    "NullEffect",
];

impl EffectDef {
    /// Whether the original engine has it; the rewrite has all.
    #[must_use]
    pub fn in_original(&self) -> bool {
        !REWRITE.contains(&self.name)
    }
}

macro_rules! operand {
    (number $args:ident $name:literal required) => {
        $args.number($name)?
    };
    (number $args:ident $name:literal $default:literal) => {
        $args.number_or($name, $default)?
    };
    (sprite $args:ident $name:literal required) => {
        $args.name($name)?
    };
    (sprite $args:ident $name:literal $default:literal) => {
        $args.name_or($name, $default)?
    };
    (resource $args:ident $name:literal required) => {
        $args.name($name)?
    };
}
macro_rules! operand_type {
    (number) => { f64 };
    (sprite) => { Option<NameId> };
    (resource) => { Option<NameId> };
}
macro_rules! takes {
    (number) => {
        Takes::Number
    };
    (sprite) => {
        Takes::Sprite
    };
    (resource) => {
        Takes::Resource
    };
}
macro_rules! is_required {
    (required) => {
        true
    };
    ($default:literal) => {
        false
    };
}

/// What [`Effect::build`] reads its operands from; `None` for an operand of the wrong kind, or one that is missing.
pub trait Arguments {
    /// A number that must be given.
    fn number(&mut self, name: &'static str) -> Option<f64>;
    /// A number with a default.
    fn number_or(&mut self, name: &'static str, default: f64) -> Option<f64>;
    /// A name that must be given; none within for a value that names nothing.
    fn name(&mut self, name: &'static str) -> Option<Option<NameId>>;
    /// A name with a default.
    fn name_or(&mut self, name: &'static str, default: &'static str) -> Option<Option<NameId>>;
}

macro_rules! effects {
    ($($(#[doc = $doc:literal])+ $var:ident = $name:literal ($($field:ident $pname:literal: $kind:ident = $default:tt),*);)+) => {
        /// What happens to the first sprite, `s`, when it meets the second, `p`. Codes are appended, never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Effect {
            $($(#[doc = $doc])+ $var {
                $(#[doc = $pname] $field: operand_type!($kind),)*
            },)+
        }

        /// The effects, at the place of their code.
        pub const EFFECTS: &[EffectDef] = &[$(EffectDef {
            name: $name,
            doc: concat!($($doc),+),
            params: &[$(($pname, takes!($kind), is_required!($default)),)*],
        },)+];

        impl Effect {
            /// The effect of a name with its operands; the outer `None` for a name that no effect has, the inner one for
            /// operands that do not fit.
            #[allow(unused_variables, reason = "effects without operands")]
            pub fn build(name: &str, args: &mut impl Arguments) -> Option<Option<Effect>> {
                let of = |args: &mut dyn FnMut() -> Option<Effect>| args();
                match name {
                    $($name => Some(of(&mut || Some(Effect::$var { $($field: operand!($kind args $pname $default),)* }))),)+
                    _ => None,
                }
            }
        }
    };
}

effects! {
    /// Kills `s`.
    KillSprite = "killSprite" ();
    /// Makes another sprite of the type of `s` where `s` is.
    CloneSprite = "cloneSprite" ();
    /// Makes a sprite of a type where `s` is, and kills `s`.
    TransformTo = "transformTo" (stype "stype": sprite = "wall");
    /// Puts `s` back where it was.
    StepBack = "stepBack" ();
    /// Puts every sprite back where it was.
    UndoAll = "undoAll" ();
    /// Moves `s` on where `p` has moved.
    BounceForward = "bounceForward" ();
    /// Moves `s` where `p` faces, by the strength of `p`.
    ConveySprite = "conveySprite" ();
    /// The same, by about the strength of `p`.
    WindGust = "windGust" ();
    /// Moves `s` a cell where it faces, now and then.
    SlipForward = "slipForward" (prob "prob": number = 0.5);
    /// Makes `s` face where `p` does, now and then.
    AttractGaze = "attractGaze" (prob "prob": number = 0.5);
    /// Puts `s` back, moves it down twice and turns it round.
    TurnAround = "turnAround" ();
    /// Turns `s` round.
    ReverseDirection = "reverseDirection" ();
    /// Makes `s` face anywhere.
    FlipDirection = "flipDirection" ();
    /// Kills both.
    KillBoth = "killBoth" ();
    /// Reflects `s` from the middle of `p`.
    BounceDirection = "bounceDirection" (friction "friction": number = 0.0);
    /// Reflects `s` from the nearest side of `p`.
    WallBounce = "wallBounce" (friction "friction": number = 0.0);
    /// Stops `s` at the nearest side of `p`.
    WallStop = "wallStop" (friction "friction": number = 0.0);
    /// Kills `s` if the two are not fast enough.
    KillIfSlow = "killIfSlow" (limitspeed "limitspeed": number = 1.0);
    /// Kills `s` if `p` fell on it.
    KillIfFromAbove = "killIfFromAbove" ();
    /// Kills `s` if `p` lives.
    KillIfAlive = "killIfAlive" ();
    /// Gives `p` the amount of `s`, which is a resource.
    CollectResource = "collectResource" ();
    /// Changes what `s` holds of a resource.
    ChangeResource = "changeResource" (resource "resource": resource = required, value "value": number = 1.0);
    /// Makes a sprite where `s` is if `s` holds as much of a resource.
    SpawnIfHasMore = "spawnIfHasMore" (resource "resource": resource = required, stype "stype": sprite = required, limit "limit": number = 1.0);
    /// Kills `s` if it holds as much of a resource.
    KillIfHasMore = "killIfHasMore" (resource "resource": resource = required, limit "limit": number = 1.0);
    /// Kills `s` if `p` holds as much of a resource.
    KillIfOtherHasMore = "killIfOtherHasMore" (resource "resource": resource = required, limit "limit": number = 1.0);
    /// Kills `s` if it holds no more of a resource.
    KillIfHasLess = "killIfHasLess" (resource "resource": resource = required, limit "limit": number = 1.0);
    /// Kills `s` if `p` holds no more of a resource.
    KillIfOtherHasLess = "killIfOtherHasLess" (resource "resource": resource = required, limit "limit": number = 1.0);
    /// Puts `s` on the other side of the screen.
    WrapAround = "wrapAround" (offset "offset": number = 0.0);
    /// Moves `s` with `p`.
    PullWithIt = "pullWithIt" ();
    /// Puts `s` at an exit of `p`.
    TeleportToExit = "teleportToExit" ();
    /// Takes an amount of a resource from `s`.
    SpendResource = "SpendResource" (target "target": resource = required, amount "amount": number = 1.0);
    /// Takes an amount of a resource from the avatar.
    SpendAvatarResource = "SpendAvatarResource" (target "target": resource = required, amount "amount": number = 1.0);
    /// Kills all sprites of a name.
    KillOthers = "KillOthers" (target "target": sprite = required);
    /// Kills `s` if the avatar holds none of a resource.
    KillIfAvatarWithoutResource = "KillIfAvatarWithoutResource" (target "target": resource = required);
    /// Gives the avatar the amount of `s`, which is a resource.
    AvatarCollectResource = "AvatarCollectResource" ();
    /// Makes sprites of a type where all sprites of a name are, and kills these.
    TransformOthersTo = "TransformOthersTo" (target "target": sprite = required, stype "stype": sprite = required);
    /// Does nothing.
    NullEffect = "NullEffect" ();
}

/// When a game is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum End {
    /// So many ticks have been played.
    Timeout {
        /// Number of the tick.
        limit: f64,
    },
    /// There are no more sprites of a name than so many.
    SpriteCounter {
        /// The name; none for a value that names nothing.
        stype: Option<NameId>,
        /// The number.
        limit: f64,
    },
    /// There are as many sprites of some names together.
    MultiSpriteCounter {
        /// The names.
        stypes: Vec<Option<NameId>>,
        /// The number.
        limit: f64,
    },
    /// The avatar holds as much of a resource.
    ResourceCounter {
        /// The resource.
        stype: Option<NameId>,
        /// How much.
        limit: f64,
    },
}
