//! Sprite parameters and sprite classes.

use serde::{Deserialize, Serialize};

use super::words::Action::{self, Down, Left, Nil, Right, Up, Use};
use super::{Colour, Dir, Kind, Operand, ParamDef, Role, TypeList, TypeRef, Value};

macro_rules! sprite_params {
    ($($(#[doc = $doc:literal])+ $op:literal $var:ident = $name:literal $field:ident: $ty:ty = $default:expr, $role:ident;)+) => {
        /// A sprite parameter. The number is its code in compiled programs: codes are appended, never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum SpriteParam {
            $($(#[doc = $doc])+ $var = $op,)+
        }

        /// Every sprite parameter with a value: what a class and the parameters of a type add up to.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Traits {
            $($(#[doc = $doc])+ pub $field: $ty,)+
        }

        impl Traits {
            /// The values that every sprite has before its class and its line change them.
            #[must_use]
            pub fn base() -> Self {
                Self { $($field: $default,)+ }
            }

            /// Sets one; `false` if the value is of another kind.
            pub fn set(&mut self, param: SpriteParam, value: &Value) -> bool {
                match param {
                    $(SpriteParam::$var => match <$ty as Operand>::from_value(value) {
                        Some(v) => self.$field = v,
                        None => return false,
                    },)+
                }
                true
            }

            /// Reads one.
            #[must_use]
            pub fn get(&self, param: SpriteParam) -> Value {
                match param {
                    $(SpriteParam::$var => self.$field.to_value(),)+
                }
            }
        }

        impl SpriteParam {
            /// Whether a value is of the parameter's kind.
            #[must_use]
            pub fn fits(self, value: &Value) -> bool {
                match self {
                    $(SpriteParam::$var => <$ty as Operand>::fits(value),)+
                }
            }
        }

        /// The parameters, at the place of their code.
        pub const SPRITE_PARAMS: &[ParamDef] = &[
            $(ParamDef {
                name: $name,
                kind: <$ty as Operand>::KIND,
                default: Some(stringify!($default)),
                doc: concat!($($doc),+),
                role: Role::$role,
            },)+
        ];

        const ALL_PARAMS: &[SpriteParam] = &[$(SpriteParam::$var),+];
        const _: () = {
            let mut i = 0;
            while i < ALL_PARAMS.len() {
                assert!(ALL_PARAMS[i] as usize == i, "codes of sprite parameters are contiguous");
                i += 1;
            }
        };
    };
}

sprite_params! {
    /// Cells per tick under grid physics (fractions are cut to whole pixels), pixels per tick under continuous physics.
    0 Speed = "speed" speed: f64 = 0.0, Rules;
    /// Ticks from one move to the next (at least 1); for producers also the ticks between two products.
    1 Cooldown = "cooldown" cooldown: i32 = 0, Rules;
    /// Where the sprite faces. Any direction but `NONE` also makes it oriented.
    2 Orientation = "orientation" orientation: Dir = Dir::None, Rules;
    /// Whether the sprite has an orientation: it may move on its own, and effects may turn it.
    3 IsOriented = "is_oriented" is_oriented: bool = false, Rules;
    /// `GRID` or `CONT` (continuous).
    4 PhysicsType = "physicstype" physicstype: i32 = 0, Rules;
    /// Mass under continuous physics; divides forces.
    5 Mass = "mass" mass: f64 = 1.0, Rules;
    /// Downward force per tick and unit of mass under continuous physics.
    6 Gravity = "gravity" gravity: f64 = 0.0, Rules;
    /// Share of the speed lost per tick under continuous physics, in [0, 1].
    7 Friction = "friction" friction: f64 = 0.0, Rules;
    /// Highest speed under continuous physics, in pixels per tick; −1 for none.
    8 MaxSpeed = "max_speed" max_speed: f64 = -1.0, Rules;
    /// Upward force of a jump.
    9 JumpStrength = "jump_strength" jump_strength: f64 = 0.0, Rules;
    /// Whether the sprite never moves on its own.
    10 IsStatic = "is_static" is_static: bool = false, Rules;
    /// Whether the sprite moves only when told to.
    11 OnlyActive = "only_active" only_active: bool = false, Rules;
    /// Whether the sprite cannot move when told to, under grid physics.
    12 Stationary = "stationary" stationary: bool = false, Rules;
    /// Whether turning takes a move of its own.
    13 RotateInPlace = "rotateInPlace" rotate_in_place: bool = false, Rules;
    /// Whether there may be one sprite of the type (and of the types below it) at a time.
    14 Singleton = "singleton" singleton: bool = false, Rules;
    /// Whether it counts as ground for platformers.
    15 Solid = "solid" solid: bool = false, Rules;
    /// Health points at the start.
    16 HealthPoints = "healthPoints" health_points: i32 = 0, Rules;
    /// Most health points so far; 0 for as many as at the start.
    17 MaxHealthPoints = "maxHealthPoints" max_health_points: i32 = 0, Rules;
    /// Health points that cannot be reached.
    18 LimitHealthPoints = "limitHealthPoints" limit_health_points: i32 = 1000, Rules;
    /// Ticks to live; −1 for ever.
    19 TimeToLive = "timeToLive" time_to_live: i32 = -1, Rules;
    /// Width as a multiple of the cell.
    20 WMult = "wMult" w_mult: f64 = 1.0, Rules;
    /// Height as a multiple of the cell.
    21 HMult = "hMult" h_mult: f64 = 1.0, Rules;
    /// Whether observations list it as a portal.
    22 Portal = "portal" portal: bool = false, Rules;
    /// Whether observations list it as a non-player character.
    23 IsNpc = "is_npc" is_npc: bool = false, Rules;
    /// Whether it can be collected.
    24 IsResource = "is_resource" is_resource: bool = false, Rules;
    /// Whether a player may be bound to it.
    25 IsAvatar = "is_avatar" is_avatar: bool = false, Rules;
    /// Whether an avatar made it.
    26 IsFromAvatar = "is_from_avatar" is_from_avatar: bool = false, Rules;
    /// Whether it makes the game a stochastic one (a remark only).
    27 IsStochastic = "is_stochastic" is_stochastic: bool = false, Inert;
    /// Whom it is hidden from: `True` or `False` for each player, separated by commas. Observations leave it out.
    28 Hidden = "hidden" hidden: String = String::new(), Looks;
    /// Who does not see it drawn: `True` or `False` for each player, separated by commas.
    29 Invisible = "invisible" invisible: String = String::new(), Looks;
    /// Ticks since its last move, at the start.
    30 LastMove = "lastmove" lastmove: i32 = 0, Rules;
    /// Angle in radians at the start.
    31 Rotation = "rotation" rotation: f64 = 0.0, Rules;
    /// Whether its first update is spent without a move.
    32 IsFirstTick = "isFirstTick" is_first_tick: bool = true, Rules;
    /// Whether it stands on the ground at the start.
    33 OnGround = "on_ground" on_ground: bool = false, Rules;
    /// A number the engine overwrites.
    34 SpriteId = "spriteID" sprite_id: i32 = 0, Inert;
    /// A number the engine overwrites.
    35 Bucket = "bucket" bucket: i32 = 0, Inert;
    /// A flag the engine overwrites.
    36 BucketSharp = "bucketSharp" bucket_sharp: bool = false, Inert;
    /// Colour.
    37 Color = "color" color: Option<Colour> = None, Looks;
    /// Name of the picture.
    38 Img = "img" img: String = String::new(), Looks;
    /// Name of a picture that turns with the sprite.
    39 OrientedImg = "orientedImg" oriented_img: String = String::new(), Looks;
    /// Size of the picture as a share of the cell; collisions use the whole cell.
    40 ShrinkFactor = "shrinkfactor" shrinkfactor: f64 = 1.0, Looks;
    /// Whether its orientation is drawn as an arrow.
    41 DrawArrow = "draw_arrow" draw_arrow: bool = false, Looks;
    /// Whether the picture depends on its neighbours.
    42 AutoTiling = "autotiling" autotiling: bool = false, Looks;
    /// Probability, in [0, 1], of another picture of the series.
    43 RandomTiling = "randomtiling" randomtiling: f64 = -1.0, Looks;
    /// Ticks per picture of an animation.
    44 FrameRate = "frameRate" frame_rate: f64 = -1.0, Looks;
    /// Ticks left of the picture shown first.
    45 FrameRemaining = "frameRemaining" frame_remaining: f64 = 0.0, Looks;
    /// Picture shown first.
    46 CurrentFrame = "currentFrame" current_frame: i32 = -1, Looks;
    /// A name the engine overwrites.
    47 Name = "name" name: String = String::new(), Inert;
    /// Flicker: updates before it goes. Resource: the most a sprite can hold.
    48 Limit = "limit" limit: i32 = 0, Rules;
    /// Updates already lived.
    49 Age = "age" age: i32 = 0, Rules;
    /// Probability, in [0, 1], of spreading to each of the four sides.
    50 SpreadProb = "spreadprob" spreadprob: f64 = 1.0, Rules;
    /// The sprite it makes, chases or leads to.
    51 Stype = "stype" stype: TypeRef = TypeRef(None), Rules;
    /// Amount that collecting it gives.
    52 Value = "value" value: i32 = 1, Rules;
    /// Probability, in [0, 1], of a product whenever the cooldown has passed.
    53 Prob = "prob" prob: f64 = 1.0, Rules;
    /// Number of products after which it goes; 0 for no end.
    54 Total = "total" total: i32 = 0, Rules;
    /// A number the engine overwrites.
    55 Counter = "counter" counter: i32 = 0, Inert;
    /// Where its products face.
    56 SpawnOrientation = "spawnorientation" spawnorientation: Dir = Dir::None, Rules;
    /// Sprites it makes, all of them each time.
    57 Stypes = "stypes" stypes: TypeList = Box::new([]), Rules;
    /// Sprites it makes, one of them each time.
    58 StypeMissile = "stypeMissile" stype_missile: TypeList = Box::new([]), Rules;
    /// Sprites it shoots.
    59 ShotTypes = "stype" shots: TypeList = Box::new([]), Rules;
    /// Resource that shooting takes.
    60 Ammo = "ammo" ammo: Option<TypeRef> = None, Rules;
    /// Resources that shooting takes, one for each sprite it shoots.
    61 AmmoTypes = "ammo" ammos: TypeList = Box::new([]), Rules;
    /// Shoots only with more ammunition than this; −1 for any.
    62 MinAmmo = "minAmmo" min_ammo: i32 = -1, Rules;
    /// Ammunition one shot takes.
    63 AmmoCost = "ammoCost" ammo_cost: i32 = 1, Rules;
    /// Radians it turns per tick.
    64 AngleDiff = "angle_diff" angle_diff: f64 = 0.0, Rules;
    /// 0 forwards, 1 backwards.
    65 Facing = "facing" facing: f64 = 0.0, Rules;
    /// The sprite it leaves behind.
    66 SpawnBehind = "spawnBehind" spawn_behind: TypeRef = TypeRef(None), Rules;
    /// Factor of acceleration on the ground.
    67 GroundSpeedup = "ground_speedup_factor" ground_speedup_factor: f64 = 1.0, Rules;
    /// Divisor of acceleration in the air.
    68 AirSlowdown = "air_slowdown_factor" air_slowdown_factor: f64 = 2.0, Rules;
    /// Moves for which a random direction is kept.
    69 Cons = "cons" cons: i32 = 0, Rules;
    /// Whether it moves away instead.
    70 Fleeing = "fleeing" fleeing: bool = false, Rules;
    /// Farthest it notices, in pixels; −1 for any distance.
    71 MaxDistance = "maxDistance" max_distance: f32 = -1.0, Rules;
    /// Sprites it chases.
    72 Stype1 = "stype1" stype1: TypeList = Box::new([]), Rules;
    /// Sprites it is meant to flee from; the reference engine never looks at them.
    73 Stype2 = "stype2" stype2: TypeList = Box::new([]), Inert;
    /// Probability, in [0, 1], of a random step.
    74 Epsilon = "epsilon" epsilon: f64 = 0.0, Rules;
    /// Whether any of its targets is chosen, not the closest.
    75 RandomTarget = "randomTarget" random_target: bool = false, Rules;
    /// Whether it may turn in the air.
    76 AirSteering = "airsteering" airsteering: bool = false, Rules;
    /// Probability, in [0, 1], of a jump when on the ground.
    77 Probability = "probability" probability: f64 = 0.1, Rules;
    /// A number the engine overwrites.
    78 Itype = "itype" itype: i32 = 0, Inert;
    /// A number the engine overwrites.
    79 AmmoId = "ammoId" ammo_id: i32 = 0, Inert;
    /// The last tick in which it placed a block, at the start.
    80 LastBlockTime = "last_block_time" last_block_time: i32 = 0, Rules;
    /// Where it faces at the start.
    81 FacingDir = "facing_dir" facing_dir: Dir = Dir::Right, Rules;
    /// A name the engine overwrites.
    82 ResourceName = "resource_name" resource_name: String = String::new(), Inert;
    /// A number the engine overwrites.
    83 ResourceType = "resource_type" resource_type: i32 = 0, Inert;
    /// Ways an avatar can move: 4, or 8 for the diagonals as well.
    84 Directions = "directions" directions: i32 = 4, Rules;
    /// Cells around it that it grows into: 4, or 8 for the diagonal ones as well.
    85 Neighbours = "neighbours" neighbours: i32 = 4, Rules;
    /// Sprites that it grows over: a cell with no others is free.
    86 Over = "over" over: TypeList = Box::new([]), Rules;
    /// Number of sprites it makes at most; 0 for no end.
    87 Births = "total" births: i32 = 0, Rules;
    /// Words that selections find it by, with dots between (an extension): `tags=enemy.boss` for `{TYPE=boss}`.
    88 Tags = "tags" tags: String = String::new(), Looks;
    /// What the avatar must hold to qualify for it in conditions, with dots between (an extension): `requires=key:1.torch:2`.
    89 Requires = "requires" requires: String = String::new(), Rules;
}

impl Operand for Option<TypeRef> {
    const KIND: Kind = Kind::LooseType;
    fn from_value(value: &Value) -> Option<Self> {
        TypeRef::from_value(value).map(Some)
    }
    fn to_value(&self) -> Value {
        Value::Type(self.unwrap_or_default())
    }
}

impl SpriteParam {
    /// The parameter of a code.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        ALL_PARAMS.get(code as usize).copied()
    }

    /// Its row.
    #[must_use]
    pub fn def(self) -> &'static ParamDef {
        &SPRITE_PARAMS[self as usize]
    }

    /// Whether it names resources that shooting takes.
    #[must_use]
    pub fn is_ammunition(self) -> bool {
        matches!(self, SpriteParam::Ammo | SpriteParam::AmmoTypes)
    }

    /// The only numbers that mean anything, if there are few; with others it counts as the first.
    #[must_use]
    pub fn choices(self) -> &'static [i32] {
        if matches!(self, SpriteParam::Directions | SpriteParam::Neighbours) { &[4, 8] } else { &[] }
    }
}

/// The parameters that every class takes.
pub const BASE_PARAMS: &[SpriteParam] = {
    use SpriteParam::*;
    &[
        Speed,
        Cooldown,
        Orientation,
        IsOriented,
        PhysicsType,
        Mass,
        Gravity,
        Friction,
        MaxSpeed,
        JumpStrength,
        IsStatic,
        OnlyActive,
        Stationary,
        RotateInPlace,
        Singleton,
        Solid,
        HealthPoints,
        MaxHealthPoints,
        LimitHealthPoints,
        TimeToLive,
        WMult,
        HMult,
        Portal,
        IsNpc,
        IsResource,
        IsAvatar,
        IsFromAvatar,
        IsStochastic,
        Hidden,
        Invisible,
        LastMove,
        Rotation,
        IsFirstTick,
        OnGround,
        SpriteId,
        Bucket,
        BucketSharp,
        Color,
        Img,
        OrientedImg,
        ShrinkFactor,
        DrawArrow,
        AutoTiling,
        RandomTiling,
        FrameRate,
        FrameRemaining,
        CurrentFrame,
        Name,
        Tags,
        Requires,
    ]
};

/// A row of the class table.
#[derive(Clone, Copy, Debug)]
pub struct ClassDef {
    /// The class.
    pub class: Class,
    /// Name as written in game files.
    pub name: &'static str,
    /// The class it refines: its parameters and defaults hold here too.
    pub parent: Option<Class>,
    /// Parameters of its own.
    pub params: &'static [SpriteParam],
    /// Parameters that must be given, else the sprite cannot be made.
    pub required: &'static [SpriteParam],
    /// Sets the defaults of its own.
    defaults: fn(&mut Traits),
    /// Actions of an avatar, in the order agents see them, `Nil` left out; `None` for its parent's.
    pub actions: Option<&'static [Action]>,
    /// Text: what it does.
    pub doc: &'static str,
}

macro_rules! sprite_classes {
    ($($(#[doc = $doc:literal])+
       $op:literal $var:ident : $parent:ident { $($field:ident = $value:expr),* } ($($param:ident),*) requires ($($req:ident),*) $([$($action:ident),*])?;)+) => {
        /// A sprite class. The number is its code in compiled programs: codes are appended, never reused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Class {
            $($(#[doc = $doc])+ $var = $op,)+
        }

        /// The classes, at the place of their code.
        pub const CLASSES: &[ClassDef] = &[
            $(ClassDef {
                class: Class::$var,
                name: stringify!($var),
                parent: parent!($parent),
                params: &[$(SpriteParam::$param),*],
                required: &[$(SpriteParam::$req),*],
                defaults: |_t| { $(_t.$field = $value;)* },
                actions: actions!($([$($action),*])?),
                doc: concat!($($doc),+),
            },)+
        ];

        const _: () = {
            let mut i = 0;
            while i < CLASSES.len() {
                assert!(CLASSES[i].class as usize == i, "codes of sprite classes are contiguous");
                i += 1;
            }
        };
    };
}

macro_rules! parent {
    (Sprite) => {
        None
    };
    ($class:ident) => {
        Some(Class::$class)
    };
}

macro_rules! actions {
    () => {
        None
    };
    ([$($action:ident),*]) => {
        Some(&[$($action),*])
    };
}

sprite_classes! {
    /// Stays where it is.
    0 Immovable: Sprite { is_static = true } () requires ();
    /// Does nothing of its own, but can be pushed; moves if it is given a speed and an orientation.
    1 Passive: Sprite {} () requires ();
    /// An immovable sprite that observations list as a portal.
    2 Door: Immovable { portal = true } () requires ();
    /// An immovable sprite with an orientation, for effects that look at it.
    3 Conveyor: Sprite { is_static = true, is_oriented = true, jump_strength = 1.0 } () requires ();
    /// Goes away by itself: it is killed in its (`limit` + 2)nd update.
    4 Flicker: Sprite { limit = 1 } (Limit, Age) requires ();
    /// A flicker with an orientation, such as a sword's blow.
    5 OrientedFlicker: Flicker { is_oriented = true } () requires ();
    /// A flicker that spreads in its second update: to each side with probability `spreadprob`.
    6 Spreader: Flicker {} (SpreadProb, Stype, Itype) requires ();
    /// Can be collected and held; the type's name is the resource's.
    7 Resource: Passive { is_resource = true, limit = 2, value = 1 } (Value, Limit, ResourceName, ResourceType) requires ();
    /// A pack of a resource; the reference engine cannot make one.
    8 ResourcePack: Resource { is_static = true } () requires ();
    /// Parent of all that makes sprites; makes none itself.
    9 SpriteProducer: Sprite {} () requires ();
    /// Leads to a sprite of type `stype` (see `teleportToExit`).
    10 Portal: SpriteProducer { is_static = true, portal = true } (Stype, Itype) requires (Stype);
    /// Flies in its orientation.
    11 Missile: Sprite { speed = 1.0, is_oriented = true } () requires ();
    /// A missile by another name.
    12 ErraticMissile: Missile {} () requires ();
    /// A missile that starts in a random direction.
    13 RandomMissile: Missile { orientation = Dir::Nil } () requires ();
    /// Makes sprites of type `stype` where it stands, every `cooldown` ticks with probability `prob`.
    14 SpawnPoint: SpriteProducer { is_static = true, cooldown = 1 } (Prob, Total, Counter, Stype, Itype, SpawnOrientation) requires ();
    /// A spawn point that flies.
    15 Bomber: SpawnPoint { is_static = false, is_oriented = true, orientation = Dir::Right, is_npc = true } () requires ();
    /// A bomber that flies in random directions.
    16 RandomBomber: SpawnPoint { is_static = false, is_oriented = true, orientation = Dir::Right, is_npc = true, speed = 1.0 } () requires ();
    /// A bomber whose product is drawn from `stypeMissile` each time.
    17 BomberRandomMissile: SpawnPoint { is_static = false, is_oriented = true, orientation = Dir::Right, is_npc = true } (StypeMissile) requires ();
    /// Makes one sprite of each of `stypes` at a time.
    18 SpawnPointMultiSprite: SpriteProducer { is_static = true, cooldown = 1, is_oriented = true, orientation = Dir::Right, is_npc = true } (Prob, Total, Counter, Stypes, SpawnOrientation) requires ();
    /// Moves in four directions, or in eight (`directions=8`, an extension; only this class has it).
    19 MovingAvatar: Sprite { speed = 1.0, is_avatar = true } (Directions) requires () [Left, Right, Down, Up];
    /// Moves left and right.
    20 HorizontalAvatar: MovingAvatar {} () requires () [Left, Right];
    /// Moves up and down.
    21 VerticalAvatar: MovingAvatar {} () requires () [Up, Down];
    /// Does nothing.
    22 NullAvatar: HorizontalAvatar {} () requires () [Nil];
    /// Moves left and right and makes a `stype` where it stands.
    23 FlakAvatar: HorizontalAvatar {} (Stype, Itype, Ammo, AmmoId, MinAmmo, AmmoCost) requires (Stype) [Use, Left, Right];
    /// Moves in four directions and faces where it moved; turning takes a tick.
    24 OrientedAvatar: MovingAvatar { orientation = Dir::Right, is_oriented = true, rotate_in_place = true } () requires ();
    /// Flies in its orientation, out of the player's control.
    25 MissileAvatar: OrientedAvatar {} () requires ();
    /// Always moves; the player turns it.
    26 OngoingAvatar: OrientedAvatar {} () requires ();
    /// Always moves, turns by right angles, and leaves `spawnBehind` where it was.
    27 OngoingTurningAvatar: OrientedAvatar {} (SpawnBehind) requires ();
    /// Shoots `stype` where it faces.
    28 ShootAvatar: OrientedAvatar {} (ShotTypes, AmmoTypes) requires (ShotTypes) [Use, Left, Right, Down, Up];
    /// Always moves and shoots.
    29 OngoingShootAvatar: ShootAvatar {} () requires ();
    /// Stays and shoots; each key shoots another sprite.
    30 ShootOnlyAvatar: ShootAvatar {} () requires () [Left, Up, Right, Down, Use];
    /// Stays, aims by an angle and shoots.
    31 AimedAvatar: ShootAvatar { speed = 0.0, stationary = true, angle_diff = 0.15 } (AngleDiff) requires () [Use, Down, Up];
    /// Turns, thrusts and shoots.
    32 SpaceshipAvatar: ShootAvatar { speed = 5.0, orientation = Dir::None, angle_diff = 0.3 } (AngleDiff) requires ();
    /// Drives forwards or backwards and steers.
    33 CarAvatar: OrientedAvatar { speed = 0.0, angle_diff = 0.15 } (AngleDiff, Facing) requires ();
    /// Turns and thrusts.
    34 LanderAvatar: OrientedAvatar { speed = 5.0, orientation = Dir::None, angle_diff = 0.3 } (AngleDiff) requires ();
    /// Flies to the right and flaps.
    35 BirdAvatar: OrientedAvatar { jump_strength = 10.0 } () requires () [Use];
    /// Runs and jumps.
    36 PlatformerAvatar: MovingAvatar { jump_strength = 10.0, max_speed = 30.0 } (GroundSpeedup, AirSlowdown) requires () [Left, Right, Use];
    /// Runs, jumps and places blocks.
    37 WizardAvatar: MovingAvatar { jump_strength = 10.0, max_speed = 30.0, speed = 0.0 } (GroundSpeedup, AirSlowdown, ShotTypes, LastBlockTime, FacingDir) requires (ShotTypes) [Left, Right, Use, Up];
    /// Moves at random; keeps a direction for `cons` moves.
    38 RandomNPC: Sprite { speed = 1.0, is_npc = true } (Cons) requires ();
    /// Moves at random under continuous physics.
    39 RandomInertial: RandomNPC { physicstype = 1, is_oriented = true } () requires ();
    /// Moves towards the closest `stype`.
    40 Chaser: RandomNPC {} (Stype, Itype, Fleeing, MaxDistance) requires (Stype);
    /// Moves away from the closest `stype`.
    41 Fleeing: Chaser { fleeing = true } () requires ();
    /// A chaser that only notices what it looks at.
    42 LOSChaser: Chaser {} () requires ();
    /// Finds its way to the closest `stype`; needs `obs` on the game line.
    43 PathChaser: RandomNPC {} (Stype, Itype, Fleeing, MaxDistance) requires (Stype);
    /// Chases any of the types `stype1`.
    44 AlternateChaser: RandomNPC {} (Stype1, Stype2, Fleeing) requires (Stype1);
    /// An alternate chaser that makes random steps with probability `epsilon`.
    45 RandomAltChaser: AlternateChaser {} (Epsilon) requires ();
    /// An alternate chaser that finds its way; needs `obs` on the game line.
    46 PathAltChaser: AlternateChaser {} (RandomTarget) requires ();
    /// A path-finding alternate chaser that makes random steps with probability `epsilon`.
    47 RandomPathAltChaser: PathAltChaser {} (Epsilon) requires ();
    /// Walks to one side and turns at walls.
    48 Walker: Sprite { speed = 5.0, max_speed = 5.0, is_oriented = true } (AirSteering) requires ();
    /// A walker that jumps.
    49 WalkerJumper: Walker { jump_strength = 1.0 } (Probability) requires ();
    /// Stays, and grows into the free cells around it (an extension): at the end of each tick it makes, with probability
    /// `prob`, a `stype` (without one, its own type) in one of those cells that hold no sprite but those of `over`. Growers take
    /// turns in order of creation; those made in a tick wait for the next. Draws one number a tick, and one more when it grows.
    50 Grower: Sprite { is_static = true } (Stype, Prob, Neighbours, Over, Births) requires ();
}

/// A parameter in a set of parameters.
const fn bit(param: SpriteParam) -> u128 {
    1 << param as u8
}

const fn bits(params: &[SpriteParam]) -> u128 {
    let (mut all, mut i) = (0, 0);
    while i < params.len() {
        all |= bit(params[i]);
        i += 1;
    }
    all
}

/// By class: the parameters that its sprites take.
const TAKES: [u128; CLASSES.len()] = {
    let mut takes = [0; CLASSES.len()];
    let mut i = 0;
    while i < takes.len() {
        takes[i] = bits(BASE_PARAMS) | bits(CLASSES[i].params);
        let mut parent = CLASSES[i].parent;
        while let Some(class) = parent {
            takes[i] |= bits(CLASSES[class as usize].params);
            parent = CLASSES[class as usize].parent;
        }
        i += 1;
    }
    takes
};
const _: () = assert!(ALL_PARAMS.len() <= 128, "a set of parameters has 128 bits");

impl Class {
    /// Its row.
    #[must_use]
    pub fn def(self) -> &'static ClassDef {
        &CLASSES[self as usize]
    }

    /// The class of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Class> {
        CLASSES.iter().find(|c| c.name == name).map(|c| c.class)
    }

    /// The class and those it refines, itself first.
    pub fn lineage(self) -> impl Iterator<Item = &'static ClassDef> {
        std::iter::successors(Some(self.def()), |c| c.parent.map(Class::def))
    }

    /// Whether it is `other` or refines it.
    #[must_use]
    pub fn is_a(self, other: Class) -> bool {
        self.lineage().any(|c| c.class == other)
    }

    /// Actions of an avatar, in the order agents see them, `Nil` left out; empty for other sprites.
    #[must_use]
    pub fn actions(self) -> &'static [Action] {
        self.lineage().find_map(|c| c.actions).unwrap_or(&[])
    }

    /// Whether sprites of this class make sprites of their own type if `stype` does not say otherwise.
    #[must_use]
    pub fn makes_its_own(self) -> bool {
        matches!(self, Class::Spreader | Class::Grower)
    }

    /// Whether its avatars may move in eight directions.
    #[must_use]
    pub fn may_move_diagonally(self) -> bool {
        self == Class::MovingAvatar
    }

    /// Whether it is one of the avatar classes.
    #[must_use]
    pub fn is_avatar(self) -> bool {
        self.is_a(Class::MovingAvatar)
    }

    /// What a sprite of this class has before its line changes it.
    #[must_use]
    pub fn traits(self) -> Traits {
        let mut traits = Traits::base();
        self.set_defaults(&mut traits);
        traits
    }

    /// Sets its parents' defaults, then its own. The table is a few rows deep.
    fn set_defaults(self, traits: &mut Traits) {
        let def = self.def();
        if let Some(parent) = def.parent {
            parent.set_defaults(traits);
        }
        (def.defaults)(traits);
    }

    /// Whether sprites of this class take a parameter.
    #[must_use]
    pub fn takes(self, param: SpriteParam) -> bool {
        TAKES[self as usize] & bit(param) != 0
    }

    /// The parameter of this name that sprites of this class take.
    #[must_use]
    pub fn param(self, name: &str) -> Option<SpriteParam> {
        self.params().find(|p| p.def().name == name)
    }

    /// The parameters that sprites of this class take: its own, its parents', and those of every sprite.
    pub fn params(self) -> impl Iterator<Item = SpriteParam> {
        self.lineage().flat_map(|c| c.params).chain(BASE_PARAMS).copied()
    }

    /// Parameters that must be given, else the sprite cannot be made.
    pub fn required(self) -> impl Iterator<Item = SpriteParam> {
        self.lineage().flat_map(|c| c.required).copied()
    }
}
