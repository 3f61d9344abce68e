//! Maps that refuse a key which occurs twice.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};

/// The message of a repeated key, which `syntax` replaces by one with its name.
pub(super) const REPEATED: &str = "repeated key";

/// A map whose keys were different in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unique<K, V>(pub(crate) BTreeMap<K, V>);

impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Deserialize<'de> for Unique<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de> + Ord, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
            type Value = BTreeMap<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
                let mut map = BTreeMap::new();
                while let Some(key) = entries.next_key::<K>()? {
                    if map.contains_key(&key) {
                        return Err(A::Error::custom(REPEATED));
                    }
                    map.insert(key, entries.next_value::<V>()?);
                }
                Ok(map)
            }
        }

        deserializer.deserialize_map(Entries(PhantomData)).map(Self)
    }
}

/// Reads a map whose keys are different.
pub(crate) fn unique<'de, D, K, V>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord,
    V: Deserialize<'de>,
{
    Unique::deserialize(deserializer).map(|Unique(map)| map)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ron_text::parse;
    use keitai_formats::text::Position;

    #[test]
    fn a_key_that_occurs_twice_is_refused_at_its_second_place() {
        let wrong = |text: &str| {
            let (Position { line, column }, fault) = parse::<Unique<String, Unique<String, u8>>>(text).unwrap_err();
            format!("{line}:{column}: {fault}")
        };
        assert_eq!(wrong("{\"a\": {}, \"b\": {},\n \"a\" : {}}"), "2:2: \"a\" is defined twice");
        assert_eq!(wrong("{\"a\": {\"x\": 1, \"y\": 2, /* x */ \"x\": 3}}"), "1:32: \"x\" is defined twice");
        let names = parse::<Unique<String, u8>>("{\"a\": 1, \"b\": 2}").unwrap().0;
        assert_eq!(names.into_iter().collect::<Vec<_>>(), [("a".to_owned(), 1), ("b".to_owned(), 2)]);
    }
}
