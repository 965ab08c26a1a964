//! Virtual machine of vgdl: runs compiled games of the Video Game Description Language.
//!
//! A [`Program`](program::Program) is tables: sprite types, rules for pairs of types, terminations, levels. The compiler (the
//! crate `vgdl`) makes one from a text, [`Program::from_bytes`](program::Program::from_bytes) reads one from the bytes of a
//! `.vgdlc` file. An [`Image`] is a verified program, ready to run and shared by all plays; a [`State`] is one play. The
//! machine is pure: no files, no clock, no threads, and no randomness but the generator inside the state.
//!
//! * [`program`]: what a program is, its bytes, and what is checked before it runs
//! * [`ontology`]: sprite classes, effects, terminations and their parameters, each a row of a table
//! * [`encode`]: plays as numbers, for programs that learn
//! * `batch` (feature `batch`): many plays at once, on all cores, observed as planes and features
//! * [`selector`]: sets as bits, and selections compiled to them
//! * [`rng`]: the random generator of the reference engine, as a value
//!
//! The smallest program with a point to it, written by hand: an avatar that wins when it takes the gem.
//!
//! ```
//! use vgdl_vm::ontology::effects::operands::KillSprite;
//! use vgdl_vm::ontology::{Action, Class, Effect, End, Score, TypeRef};
//! use vgdl_vm::program::{Ending, GameLine, Level, MAX_SPRITES, MAX_TICKS, Mapping, Pair, Program};
//! use vgdl_vm::program::{Rule, RuleId, TypeDecl, TypeId};
//! use vgdl_vm::{Dialect, Image, Winner};
//!
//! let [avatar, gem] = [TypeId(0), TypeId(1)];
//! let sprite_type = |id, class| TypeDecl {
//!     class: Ok(class),
//!     lineage: vec![id].into(),
//!     family: vec![id].into(),
//!     singleton: false,
//!     resource_limit: 0,
//!     params: vec![],
//!     messages: 0,
//! };
//! let glyph = |glyph, id| Mapping { glyph, types: vec![TypeRef(Some(id))] };
//! let program = Program {
//!     dialect: Dialect::Gvgai,
//!     game: GameLine {
//!         square_size: Some(10),
//!         players: 1,
//!         counters: 0,
//!         obstacles: None,
//!         max_sprites: MAX_SPRITES,
//!         max_ticks: MAX_TICKS,
//!     },
//!     types: vec![sprite_type(avatar, Class::MovingAvatar), sprite_type(gem, Class::Immovable)],
//!     order: vec![gem, avatar],
//!     mapping: vec![glyph('A', avatar), glyph('g', gem)],
//!     rules: vec![Rule {
//!         effect: Effect::KillSprite(KillSprite {}),
//!         score: Score::same(5),
//!         apply_score: true,
//!         enabled: true,
//!         in_batch: false,
//!         count: true,
//!         count_else: true,
//!         counter: Score::zero(),
//!         counter_else: Score::zero(),
//!         condition: None,
//!     }],
//!     pairs: vec![Pair { first: gem, second: avatar, rules: vec![RuleId(0)] }],
//!     edges: vec![],
//!     timers: vec![],
//!     ends: vec![Ending {
//!         end: End::SpriteCounter { stype: gem },
//!         limit: 0,
//!         win: vec![true],
//!         count_score: false,
//!     }],
//!     messages: 0,
//!     message_limit: false,
//!     levels: vec![Level { name: "corridor".into(), rows: vec!["A  g".into()] }],
//!     debug: None,
//!     requires: vec![],
//! };
//! assert_eq!(Program::from_bytes(&program.to_bytes()).as_ref(), Ok(&program));
//!
//! let image = Image::load(program)?;
//! let mut state = image.start(&image.program().levels[0], 0)?;
//! for _ in 0..3 {
//!     assert!(!state.is_over());
//!     state.step(&[Action::Right]);
//! }
//! assert_eq!((state.score(0), state.winner(0), state.tick()), (Some(5), Some(Winner::Won), 2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "batch")]
pub mod batch;
mod dialect;
pub mod encode;
mod image;
mod observe;
pub mod ontology;
mod probe;
pub mod program;
pub mod py;
pub mod rng;
pub mod selector;
mod state;
pub(crate) mod step;
mod trig;

pub use dialect::Dialect;
pub use encode::{SizeError, Viewer};
pub use image::{Image, StartError};
pub use observe::{Category, Event, History};
pub use probe::{Cost, Part, Profile};
pub use program::verify::VerifyError;
pub use state::{Cause, Fault, Rect, Sprite, State, Winner};
pub use step::MAX_MESSAGES;
