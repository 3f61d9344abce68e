//! Writes TRA4 texts: every channel of every bone, in the order of the vendor's document.

use super::Tra;
use crate::text::ChunkWriter;
use alloc::string::String;

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
