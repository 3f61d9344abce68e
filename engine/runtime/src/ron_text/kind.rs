//! Recognises the kind of a RON file by its fields.

use std::fmt;

use keitai_formats::text::{Position, nearest};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::fault::{self, SceneFault};

/// A kind of RON file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RonKind {
    /// A file that [`Scene`](crate::scene::Scene) describes.
    Scene,
    /// Prefabs for scenes.
    Prefabs,
    /// A file that [`Shot`](crate::shot::Shot) describes.
    Shot,
    /// A recorded game.
    Recording,
    /// Keys and buttons of the players.
    Controls,
}

/// Fields and the kind of a file that has them; the first one in the list decides.
const KINDS: [(&str, RonKind); 13] = [
    ("frame", RonKind::Shot),
    ("states", RonKind::Recording),
    ("entities", RonKind::Scene),
    ("ready", RonKind::Scene),
    ("prefabs", RonKind::Prefabs),
    ("include", RonKind::Prefabs),
    ("players", RonKind::Controls),
    ("pads", RonKind::Controls),
    ("music", RonKind::Scene),
    ("paths", RonKind::Scene),
    ("seed", RonKind::Scene),
    ("sounds", RonKind::Prefabs),
    ("fonts", RonKind::Prefabs),
];

/// The fields of a file of prefabs, and `include`, which it has by mistake.
const PREFAB_FIELDS: [&str; 4] = ["prefabs", "include", "sounds", "fonts"];

impl RonKind {
    /// Returns the kind of a text by its outermost fields; `None` for a text with other fields or without any.
    pub fn of(text: &str) -> Option<Self> {
        let (fields, is_whole) = outer_fields(text);
        let kind = match Self::with_fields(&fields) {
            // Prefabs have no further fields.
            Some(Self::Prefabs) if !fields.iter().all(|field| PREFAB_FIELDS.contains(&field.as_str())) => {
                Some(Self::Scene)
            }
            kind => kind,
        };
        // The smallest scene has no fields.
        kind.or_else(|| (fields.is_empty() && is_whole).then_some(Self::Scene))
    }

    /// Returns the kind of a text by its outermost fields, or else by the fields whose names are nearest to theirs.
    pub fn misspelt(text: &str) -> Option<Self> {
        let near = |field: String| nearest(&field, KINDS.map(|(name, _)| name)).map(str::to_owned);
        let near = || outer_fields(text).0.into_iter().filter_map(near).collect::<Vec<_>>();
        Self::of(text).or_else(|| Self::with_fields(&near()))
    }

    /// Returns the first fault of a text that is no structure with fields, and its place.
    pub fn fault(text: &str) -> Option<(Position, SceneFault)> {
        let error = ron::Options::default().from_str_seed(text, Fields(&mut Vec::new())).err()?;
        let (offset, fault) = fault::of_parser(text, error);
        Some((Position::of(text, offset), fault))
    }

    fn with_fields(fields: &[String]) -> Option<Self> {
        KINDS.into_iter().find(|(field, _)| fields.iter().any(|name| name == field)).map(|(_, kind)| kind)
    }
}

impl fmt::Display for RonKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scene => "scene",
            Self::Prefabs => "prefabs",
            Self::Shot => "shot",
            Self::Recording => "recording",
            Self::Controls => "controls",
        })
    }
}

/// Returns the names of the fields of the outermost structure, up to the first error in it, and whether there is none.
fn outer_fields(text: &str) -> (Vec<String>, bool) {
    let text = text.trim_start_matches('\u{feff}');
    let mut fields = Vec::new();
    let is_whole = ron::Options::default().from_str_seed(text, Fields(&mut fields)).is_ok();
    (fields, is_whole)
}

struct Fields<'f>(&'f mut Vec<String>);

impl<'de> DeserializeSeed<'de> for Fields<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_struct("", &[], self)
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("fields in brackets")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some(name) = entries.next_key()? {
            self.0.push(name);
            entries.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_that_of_the_outermost_fields() {
        let of = RonKind::of;
        assert_eq!(of("(prefabs: {\"a\": (events: [(frame: 3, emit: \"entities:\")])})"), Some(RonKind::Prefabs));
        assert_eq!(of("#![enable(implicit_some)]\n(size: (1, 2), entities : [])"), Some(RonKind::Scene));
        assert_eq!(of("(size: (8, 8), /* entities: */ frame: [Text(text: \"entities: x\")])"), Some(RonKind::Shot));
        assert_eq!(of("(version: 1, scene: \"a.ron\", states: \"\")"), Some(RonKind::Recording));
        assert_eq!(
            [of("()"), of(" ( /* empty */ )"), of("(size: (8, 8), sounds: {}, music: (file: \"a.mid\"))")],
            [Some(RonKind::Scene); 3]
        );
        let scenes = [
            "(include: [\"a.ron\"], entites: [])",
            "(include: [\"a.ron\"], background: 5)",
            "(prefabs: {}, fonts: {}, siez: (1, 1))",
        ];
        assert_eq!(scenes.map(of), [Some(RonKind::Scene); 3]);
        let misspelt = ["(entitys: [])", "(fram: [])", "(player: [])"];
        let kinds = [RonKind::Scene, RonKind::Shot, RonKind::Controls].map(Some);
        assert_eq!((misspelt.map(of), misspelt.map(RonKind::misspelt)), ([None; 3], kinds));
        assert_eq!([of("(sounds: {})"), of("(fonts: {}, sounds: {})")], [Some(RonKind::Prefabs); 2]);
        assert_eq!([of(""), of("(("), of("hello ((("), of("(hello: 1)"), of("(size: (1, 1))"), of("/*")], [None; 6]);
        assert_eq!(of("(players: [(keys: {})])"), Some(RonKind::Controls));
    }
}
