//! The fields of an entity with the texts of their values.

use std::fmt;

use ron::value::RawValue;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

use crate::error;
use crate::text_file::Field;
use crate::world::FIELDS;
use crate::world::reader::Fields;

/// Reads the names of an entity's fields; their values are parsed later.
pub(super) fn fields_of(entity: Field<'_>) -> error::Result<Fields<'_>> {
    let RawFields(fields) = entity.parse()?;
    Ok(Fields(fields.into_iter().map(|(name, value)| (name, entity.inner(value))).collect()))
}

struct RawFields<'a>(Vec<(&'static str, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for RawFields<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values;

        impl<'de> Visitor<'de> for Values {
            type Value = RawFields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the fields of an entity in brackets")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<RawFields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(name) = entries.next_key::<String>()? {
                    let known = FIELDS.iter().find(|own| **own == name);
                    let name = *known.ok_or_else(|| A::Error::unknown_field(&name, FIELDS))?;
                    if fields.iter().any(|(own, _)| *own == name) {
                        return Err(A::Error::duplicate_field(name));
                    }
                    if let Some(value) = entries.next_value::<Option<_>>()? {
                        fields.push((name, value));
                    }
                }
                Ok(RawFields(fields))
            }
        }

        deserializer.deserialize_struct("Entity", FIELDS, Values)
    }
}
