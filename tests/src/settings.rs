//! Settings by the names of their fields and choices, those to come included.
//!
//! A deserialiser that, instead of reading, asks which of the choices it shall be that the type names.

use keitai_render::Compat;
use serde::Deserialize;
use serde::de::value::Error as Refusal;
use serde::de::value::StrDeserializer;
use serde::de::{Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, VariantAccess, Visitor};

/// A function from a field's name and its choices to one of them.
pub type Choose<'a> = &'a mut dyn FnMut(&'static str, &'static [&'static str]) -> &'static str;

/// Settings with every field as `choose` says; of a field's choices the first is the default.
///
/// # Panics
/// When a field is no plain choice.
pub fn chosen(choose: Choose) -> Compat {
    Compat::deserialize(Pick { field: "", choose }).expect("a struct of enums")
}

/// Returns every field with its choices, the default first.
pub fn fields() -> Vec<(&'static str, &'static [&'static str])> {
    let mut fields = Vec::new();
    let default = chosen(&mut |field, choices| {
        fields.push((field, choices));
        choices[0]
    });
    assert_eq!(default, Compat::default(), "the first choice is the default");
    fields
}

/// Returns the default but for one field.
///
/// # Panics
/// When there is no such field or choice.
pub fn with(field: &str, choice: &str) -> Compat {
    let mut met = false;
    let settings = chosen(&mut |name, choices| {
        let wanted = choices.iter().find(|&&of| name == field && of == choice);
        met |= wanted.is_some();
        wanted.unwrap_or(&choices[0])
    });
    assert!(met, "{field} has no choice {choice}");
    settings
}

struct Pick<'a> {
    field: &'static str,
    choose: Choose<'a>,
}

impl<'de> Deserializer<'de> for Pick<'_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::custom("only a struct of enums can be chosen"))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_map(Fields { choose: self.choose, field: "", fields: fields.iter() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_enum(Variant((self.choose)(self.field, variants)))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map identifier ignored_any
    }
}

struct Fields<'a> {
    choose: Choose<'a>,
    field: &'static str,
    fields: std::slice::Iter<'static, &'static str>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Refusal;

    fn next_key_seed<K: serde::de::DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        let Some(field) = self.fields.next() else { return Ok(None) };
        self.field = field;
        seed.deserialize(IntoDeserializer::<Refusal>::into_deserializer(*field)).map(Some)
    }

    fn next_value_seed<S: serde::de::DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        seed.deserialize(Pick { field: self.field, choose: self.choose })
    }
}

struct Variant(&'static str);

impl<'de> EnumAccess<'de> for Variant {
    type Error = Refusal;
    type Variant = Self;

    fn variant_seed<S: serde::de::DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Refusal> {
        let name: StrDeserializer<Refusal> = self.0.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        Ok(())
    }

    fn newtype_variant_seed<S: serde::de::DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Refusal> {
        Err(Refusal::custom("a plain variant was expected"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::custom("a plain variant was expected"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::custom("a plain variant was expected"))
    }
}
