//! Names, by which games find entities.

use std::sync::Arc;

use super::components::SceneComponent;
use super::reader::Reader;
use crate::error::Result;
use crate::text_file::Field;

/// The name of an entity, unique within its scene.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(pub Arc<str>);

impl Name {
    /// Reads the name, which the template keeps apart.
    pub(super) fn read(field: Field, reader: &mut Reader) -> Result<Option<Self>> {
        reader.refuse_in_child(field, "name")?;
        reader.template.name = Some(field.parse::<String>()?.into());
        Ok(None)
    }
}

impl SceneComponent for Name {
    fn line(&self) -> String {
        format!("name {}", self.0)
    }
}
