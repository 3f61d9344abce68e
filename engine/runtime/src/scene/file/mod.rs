//! The fields of a scene file. All are optional and only their types are checked.
//!
//! Lengths are model units; whole factors and movements per tick have 4096 = 1.0, whole angles 4096 per turn, whole frames
//! of speeds 65536 = one frame. [`number`](crate::ron_text::number) has the rules for decimals and degrees. `scenes/README.md`
//! lists every field with its unit and default; a test keeps the list complete.

mod menu;
mod path;
mod sound;
mod text;
mod view;

use std::collections::BTreeMap;
use std::fmt;

use keitai_formats::Blend;
use keitai_render::{Angle, Compat, ScreenColours};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};

pub(super) use self::menu::{CursorFile, ItemFile, MenuFile};
pub(super) use self::path::{AlongFile, PathFile, PathPointFile, StripFile};
pub(super) use self::sound::{CueFile, MusicFile, SoundFile};
pub(super) use self::text::{CellsFile, FontFile, GaugeFile, NumberFile, TextFile};
pub(super) use self::view::{CameraFile, EffectFile, LightFile, RigFile, TintFile};
use crate::ron_text::number::{Factor, Factors, Frame, Frames, Length, Number, Turn};
use crate::ron_text::unique::{Unique, unique};
use crate::ron_text::words::{self, Area, LoopWord};

pub(super) type Triple = (i32, i32, i32);
/// Turns about x, y and z.
pub(super) type Turns = (Turn, Turn, Turn);
/// A point on the ground, x and z.
pub(super) type Pair = (i32, i32);

/// A scene, or a file of prefabs.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SceneFile {
    pub(super) size: Option<(i64, i64)>,
    pub(super) background: Option<u32>,
    pub(super) seed: Option<u64>,
    pub(super) compat: Option<Compat>,
    pub(super) screen: Option<ScreenColours>,
    pub(super) include: Vec<String>,
    #[serde(deserialize_with = "unique")]
    pub(super) prefabs: BTreeMap<String, EntityFile>,
    pub(super) entities: Vec<EntityFile>,
    pub(super) ready: Vec<String>,
    #[serde(deserialize_with = "unique")]
    pub(super) fonts: BTreeMap<String, CellsFile>,
    #[serde(deserialize_with = "unique")]
    pub(super) sounds: BTreeMap<String, CueFile>,
    pub(super) music: Option<MusicFile>,
    #[serde(deserialize_with = "unique")]
    pub(super) paths: BTreeMap<String, PathFile>,
    pub(super) texts: Option<String>,
}

/// Declares a struct of optional fields whose gaps another value can fill.
macro_rules! layered {
    ($(#[$meta:meta])* $name:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub(super) struct $name { $(pub(super) $field: Option<$type>,)* }

        impl $name {
            /// Takes the fields from `prefab` that are not set here.
            pub(super) fn over(self, prefab: &Self) -> Self {
                Self { $($field: self.$field.or_else(|| prefab.$field.clone()),)* }
            }
        }
    };
}

layered!(
    /// An entity, or a prefab.
    EntityFile {
        name: String,
        prefab: String,
        children: Vec<EntityFile>,
        tags: Vec<String>,
        at: (Length, Length, Length),
        turn: Turns,
        scale: Factor,
        parent: String,
        bone: usize,
        repeat: RepeatFile,
        figure: String,
        strips: Vec<StripFile>,
        textures: Vec<String>,
        texture: usize,
        actions: Vec<String>,
        action_names: Unique<String, usize>,
        play: PlayFile,
        events: Vec<EventFile>,
        pattern: u32,
        layer: i16,
        hidden: bool,
        effect: EffectFile,
        tint: TintFile,
        sprite: SpriteFile,
        image: ImageFile,
        rectangle: RectangleFile,
        text: TextFile,
        number: NumberFile,
        gauge: GaugeFile,
        menu: MenuFile,
        light: LightFile,
        camera: CameraFile,
        velocity: VelocityFile,
        along: AlongFile,
        steer: SteerFile,
        solid: SolidFile,
        meets: Vec<String>,
        walls: Vec<(Pair, Pair)>,
        heights: HeightsFile,
        grounded: bool,
        sound: SoundFile,
        lifetime: i64,
    }
);

/// Copies in a grid along x and z.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RepeatFile {
    pub(super) count: (u32, u32),
    pub(super) spacing: (i32, i32),
    #[serde(default = "still")]
    pub(super) stagger: Frames,
}

/// An action, by name or number.
#[derive(Debug, Clone)]
pub(super) enum ActionRef {
    Number(usize),
    Name(String),
}

/// The playback that an entity starts with.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayFile {
    pub(super) action: ActionRef,
    #[serde(default = "one")]
    pub(super) speed: Frames,
    pub(super) mode: Option<LoopWord>,
    pub(super) start: Option<Frame>,
    pub(super) then: Option<PartFile>,
}

/// An action and how to play it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartFile {
    pub(super) action: ActionRef,
    #[serde(default = "one")]
    pub(super) speed: Frames,
    pub(super) mode: Option<LoopWord>,
    #[serde(default)]
    pub(super) fade: u16,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventFile {
    pub(super) action: ActionRef,
    pub(super) frame: u16,
    pub(super) name: Option<String>,
    pub(super) sound: Option<CueFile>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpriteFile {
    pub(super) texture: String,
    pub(super) texels: Option<(u16, u16, u16, u16)>,
    pub(super) size: (i32, i32),
    #[serde(default = "straight")]
    pub(super) angle: Turn,
    #[serde(default, with = "words::Blend")]
    pub(super) blend: Blend,
    #[serde(default = "yes")]
    pub(super) key: bool,
    #[serde(default)]
    pub(super) screen: bool,
    #[serde(default)]
    pub(super) pixel_size: bool,
    #[serde(default)]
    pub(super) no_perspective: bool,
    pub(super) frames: Option<SpriteFramesFile>,
}

/// Pictures of a sprite.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SpriteFramesFile {
    pub(super) count: u16,
    pub(super) ticks: u16,
    pub(super) mode: Option<LoopWord>,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImageFile {
    pub(super) texture: String,
    pub(super) texels: Option<(u16, u16, u16, u16)>,
    #[serde(default = "yes")]
    pub(super) key: bool,
    #[serde(default, with = "words::Blend")]
    pub(super) blend: Blend,
    pub(super) clip: Option<Area>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RectangleFile {
    pub(super) size: (u32, u32),
    pub(super) colour: u32,
    #[serde(default, with = "words::Blend")]
    pub(super) blend: Blend,
    pub(super) clip: Option<Area>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) enum SolidFile {
    Circle(i32),
    Box(i32, i32),
}

/// Heights at the points of a grid, row by row.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeightsFile {
    pub(super) origin: Pair,
    pub(super) spacing: i32,
    pub(super) columns: usize,
    pub(super) heights: Vec<i32>,
}

fn one<const BITS: u32>() -> Number<BITS> {
    Number::ONE
}

fn still<const BITS: u32>() -> Number<BITS> {
    Number(0)
}

fn straight() -> Turn {
    Turn(Angle(0))
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct VelocityFile {
    pub(super) linear: Factors,
    pub(super) acceleration: Factors,
    pub(super) spin: Option<Turns>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SteerFile {
    #[serde(default)]
    pub(super) player: i64,
    pub(super) speed: Factor,
    pub(super) turn: Turn,
    pub(super) idle: Option<PartFile>,
    pub(super) moving: Option<PartFile>,
}

impl<'de> Deserialize<'de> for ActionRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NameOrNumber;

        impl Visitor<'_> for NameOrNumber {
            type Value = ActionRef;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an action's name or number")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<ActionRef, E> {
                Ok(ActionRef::Name(name.to_owned()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<ActionRef, E> {
                Ok(ActionRef::Number(usize::try_from(number).unwrap_or(usize::MAX)))
            }
        }

        deserializer.deserialize_any(NameOrNumber)
    }
}
