//! Maps and lists that refuse more than they may have.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A map whose keys were different in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unique<K, V>(pub(crate) BTreeMap<K, V>);

impl<K, V> Default for Unique<K, V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<'de, K: Deserialize<'de> + Ord + Debug, V: Deserialize<'de>> Deserialize<'de> for Unique<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<K, V>(PhantomData<(K, V)>);

        impl<'de, K: Deserialize<'de> + Ord + Debug, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
            type Value = BTreeMap<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
                let mut map = BTreeMap::new();
                while let Some(key) = entries.next_key::<K>()? {
                    if map.contains_key(&key) {
                        return Err(A::Error::custom(format!("{key:?} is defined twice")));
                    }
                    map.insert(key, entries.next_value::<V>()?);
                }
                Ok(map)
            }
        }

        deserializer.deserialize_map(Entries(PhantomData)).map(Self)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct List<T, const MOST: usize>(pub(crate) Vec<T>);

impl<T, const MOST: usize> Default for List<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T, const MOST: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<T>, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    if list.len() == MOST {
                        return Err(A::Error::custom(format!("expected at most {MOST} items")));
                    }
                    list.push(item);
                }
                Ok(list)
            }
        }

        deserializer.deserialize_seq(Items::<T, MOST>(PhantomData)).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ron_text::parse_text;

    fn wrong<T: for<'de> Deserialize<'de> + Debug>(text: &str) -> String {
        let (at, fault) = parse_text::<T>(text).unwrap_err();
        format!("{at}: {fault}")
    }

    #[test]
    fn a_key_that_occurs_twice_and_an_item_too_many_are_refused_at_their_places() {
        let map = wrong::<Unique<String, Unique<String, u8>>>;
        assert_eq!(map("{\"a\": {}, \"b\": {},\n \"a\" : {}}"), "2:2: \"a\" is defined twice");
        assert_eq!(map("{\"a\": {\"x\": 1, \"y\": 2, /* x */ \"x\": 3}}"), "1:32: \"x\" is defined twice");
        assert_eq!(wrong::<List<u8, 2>>("[1, 2, 3, 4]"), "1:11: expected at most 2 items");
        assert_eq!(parse_text::<List<u8, 2>>("[1, 2]").unwrap().0, [1, 2]);
    }
}
