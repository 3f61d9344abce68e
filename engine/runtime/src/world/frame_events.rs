//! Events and sounds at frames of a figure's actions.

use std::sync::Arc;

use keitai_formats::counted;
use serde::Deserialize;

use super::actions::{ActionId, ActionRef, Actions};
use super::components::SceneComponent;
use super::reader::Reader;
use super::sound_cue::{CueFile, SoundCue};
use crate::error::Result;
use crate::ron_text::number::within;
use crate::text_file::Field;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FrameEvent {
    pub(crate) action: ActionId,
    /// The frame, whole.
    pub(crate) frame: u16,
    /// The event's name for the game; `None` for a sound alone.
    pub(crate) name: Option<Arc<str>>,
    pub(crate) sound: Option<SoundCue>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct FrameEvents(pub(crate) Vec<FrameEvent>);

impl SceneComponent for FrameEvents {
    fn line(&self) -> String {
        counted(self.0.len(), "event")
    }
}

/// An event or a sound at a frame of an action.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFile<'a> {
    #[serde(borrow)]
    action: ActionRef<'a>,
    #[serde(deserialize_with = "within::<0, { u16::MAX as i64 }, _, _>")]
    frame: u16,
    name: Option<String>,
    #[serde(borrow)]
    sound: Option<CueFile<'a>>,
}

impl FrameEvents {
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        reader.needs(field, "events", &["figure"], "figure")?;
        let Some(actions) = reader.template.components.get::<&Actions>() else { return Ok(None) };
        let event = |EventFile { action, frame, name, sound }: EventFile| {
            let action = action.find(field, actions)?;
            let last = actions.get(action).map_or(0, |action| action.last_frame);
            if frame > last {
                return Err(field.error(format!("frame: expected 0..={last}, found {frame}")));
            }
            if name.is_none() && sound.is_none() {
                return Err(field.error("an event has no effect without `name` or `sound`"));
            }
            let sound = sound.map(|sound| sound.cue(field, reader.loader.assets)).transpose()?;
            Ok(FrameEvent { action, frame, name: name.map(Arc::from), sound })
        };
        let events: Vec<EventFile> = field.parse()?;
        Ok(Some(Self(events.into_iter().map(event).collect::<Result<_>>()?)))
    }
}
