//! The TRA4 document: the source text of an action.
//!
//! Values are 32-bit floats in the text's units: model units, percent, directions of any length, degrees. Keys are kept
//! as written, sorted or not; conversion checks their frames. [`write()`] writes every channel of every bone, in the order
//! of the vendor's document.

mod read;

use crate::text::{ChunkWriter, SourceSpan, Spanned};
use alloc::string::String;
use alloc::vec::Vec;
pub use read::{read, read_with};

/// The source text of an action.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tra {
    /// Comments for the head of a written text; readers leave the list empty.
    pub remarks: Vec<String>,
    /// Settings of the conversion, name and value, from comments of the form `;keitai name value`.
    pub settings: Vec<(String, String)>,
    /// Version of the text, usually 4.
    pub version: f32,
    /// Name of the action.
    pub name: Option<String>,
    /// Number of frames: the last frame plus one.
    pub total_frame: Option<i32>,
    /// Motions, one per bone.
    pub bones: Vec<BoneMotion>,
    /// Switches of polygon groups; `None` when the chunk is absent.
    pub switches: Option<Vec<Switch>>,
    /// Place of the Figure chunk in the text.
    pub place: SourceSpan,
}

/// The motion of one bone, in the bone's own space.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BoneMotion {
    /// Place in the text.
    pub span: SourceSpan,
    /// Name by which the bone of the figure is found.
    pub name: Option<Spanned<String>>,
    /// Model units, along x, y, z.
    pub translate: [Channel; 3],
    /// Percent, along x, y, z.
    pub scale: [Channel; 3],
    /// Direction of the bone's new Z axis: x, y, z.
    pub rotate: [Channel; 3],
    /// Turn about the new Z axis, in degrees.
    pub roll: Channel,
    /// Track type to write, 0..=6, when the channels alone would give a smaller one. An extension of this project:
    /// `( trackType 5 )`. The vendor's converter stops at it and loses the bone.
    pub track_type: Option<u8>,
}

impl BoneMotion {
    /// Returns the channels with their names, in the order of the format.
    pub fn channels(&self) -> impl Iterator<Item = (&'static str, &Channel)> {
        let channels = self.translate.iter().chain(&self.scale).chain(&self.rotate).chain([&self.roll]);
        CHANNELS.iter().copied().zip(channels)
    }

    /// Returns the channels with their names, to be changed.
    pub fn channels_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut Channel)> {
        let channels = self.translate.iter_mut().chain(&mut self.scale).chain(&mut self.rotate).chain([&mut self.roll]);
        CHANNELS.iter().copied().zip(channels)
    }
}

/// Names of the channels.
pub const CHANNELS: [&str; 10] = [
    "translate.x",
    "translate.y",
    "translate.z",
    "scale.x",
    "scale.y",
    "scale.z",
    "rotate.x",
    "rotate.y",
    "rotate.z",
    "roll",
];

/// Values of the channels of a bone that does not move.
pub const AT_REST: [f32; 10] = [0.0, 0.0, 0.0, 100.0, 100.0, 100.0, 0.0, 0.0, 1.0, 0.0];

/// One value over time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Channel {
    /// Place in the text.
    pub span: SourceSpan,
    /// Keys, as written.
    pub keys: Vec<Key>,
}

/// A value at a frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Key {
    /// Place in the text.
    pub span: SourceSpan,
    /// Whole frame as written, sorted or not.
    pub frame: i32,
    /// The value, in the unit of the channel.
    pub value: f32,
}

/// A switch: from `frame` on, a group is shown or hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Switch {
    /// Place in the text.
    pub span: SourceSpan,
    /// First frame with the new state.
    pub frame: i32,
    /// Index of the group in the figure, from 0.
    pub group: i32,
    /// The group is shown.
    pub shown: bool,
}

/// Writes a document as text.
pub fn write(tra: &Tra) -> String {
    let mut out = ChunkWriter::new("TRA", &tra.remarks);
    out.settings(&tra.settings);
    out.within("Head", |out| out.line("traVersion 4.0"));
    out.within("Figure", |out| {
        out.name(tra.name.as_deref());
        if let Some(total) = tra.total_frame {
            out.line(format!("totalFrame {total}"));
        }
        for (index, bone) in tra.bones.iter().enumerate() {
            out.remark(format!("bone {index}"));
            out.within("bone", |out| {
                out.name(bone.name.as_ref().map(|name| name.value.as_str()));
                if let Some(kind) = bone.track_type {
                    out.remark("an extension: the type of track in the file that this came from");
                    out.line(format!("trackType {kind}"));
                }
                for (name, channel) in bone.channels() {
                    match channel.keys.as_slice() {
                        [key] => out.line(format!("{name} ( kf {} {} )", key.frame, key.value)),
                        keys => out.within(name, |out| {
                            keys.iter().for_each(|key| out.line(format!("kf {} {}", key.frame, key.value)));
                        }),
                    }
                }
            });
        }
        if let Some(switches) = &tra.switches {
            out.within("DynamicPolygons", |out| {
                for switch in switches {
                    out.line(format!("kgf {} {} {}", switch.frame, switch.group, switch.shown));
                }
            });
        }
    });
    out.text
}
