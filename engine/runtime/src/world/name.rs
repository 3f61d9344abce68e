//! Names and tags, by which games find entities.

use std::sync::Arc;

use super::components::SceneComponent;
use super::reader::Reader;
use crate::error::Result;
use crate::text_file::Field;

/// The name of an entity, unique within its scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(pub Arc<str>);

/// Words that a game finds entities by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags(pub Vec<Arc<str>>);

impl Name {
    /// Reads the name, which the template keeps apart: copies have none.
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        reader.refuse_in_child(field, "name")?;
        reader.template.name = Some(field.parse::<String>()?.into());
        Ok(None)
    }
}

impl Tags {
    /// Returns whether `tag` is one of the words.
    pub fn has(&self, tag: &str) -> bool {
        self.0.iter().any(|own| &**own == tag)
    }

    pub(super) fn read(field: Field, _: &mut Reader) -> Result<Option<Self>> {
        let tags: Vec<String> = field.parse()?;
        Ok(Some(Self(tags.into_iter().map(Arc::from).collect())))
    }
}

impl SceneComponent for Name {
    fn line(&self) -> String {
        format!("name {}", self.0)
    }
}

impl SceneComponent for Tags {
    fn line(&self) -> String {
        format!("tags {}", self.0.join(" "))
    }
}
