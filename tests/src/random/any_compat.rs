//! Settings with every field chosen at random, fields to come included.
//!
//! A deserialiser that, instead of reading, picks one of the variants that the type names.

use fastrand::Rng;
use keitai_render::Compat;
use serde::Deserialize;
use serde::de::value::Error as Refusal;
use serde::de::value::StrDeserializer;
use serde::de::{Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, VariantAccess, Visitor};

/// Any settings, sensible together or not.
///
/// # Panics
/// When a field is no plain choice.
pub fn any_compat(rng: &mut Rng) -> Compat {
    Compat::deserialize(Pick(rng)).expect("a struct of enums")
}

struct Pick<'a>(&'a mut Rng);

impl<'de> Deserializer<'de> for Pick<'_> {
    type Error = Refusal;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Refusal> {
        Err(Refusal::custom("only structs, enums and flags can be picked"))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        visitor.visit_bool(self.0.bool())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_map(Fields { rng: self.0, fields: fields.iter() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        visitor.visit_enum(Variant(variants[self.0.usize(..variants.len())]))
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map identifier ignored_any
    }
}

struct Fields<'a> {
    rng: &'a mut Rng,
    fields: std::slice::Iter<'static, &'static str>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Refusal;

    fn next_key_seed<K: serde::de::DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refusal> {
        let field = self.fields.next();
        field.map(|field| seed.deserialize(IntoDeserializer::<Refusal>::into_deserializer(*field))).transpose()
    }

    fn next_value_seed<S: serde::de::DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        seed.deserialize(Pick(self.rng))
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
