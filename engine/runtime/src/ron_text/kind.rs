//! Kinds of RON files, told by their fields.

use keitai_formats::text::nearest;

use super::tokens::{Kind, Token, Tokens};

/// A kind of RON file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RonKind {
    /// A scene.
    Scene,
    /// Prefabs for scenes.
    Prefabs,
    /// A shot.
    Shot,
    /// A recorded game.
    Recording,
    /// Keys and buttons of the players.
    Controls,
    /// Texts in several languages.
    Texts,
}

/// Fields and the kind of a file that has them; the first in the list counts.
const KINDS: [(&str, RonKind); 15] = [
    ("frame", RonKind::Shot),
    ("states", RonKind::Recording),
    ("entities", RonKind::Scene),
    ("ready", RonKind::Scene),
    ("prefabs", RonKind::Prefabs),
    ("include", RonKind::Prefabs),
    ("players", RonKind::Controls),
    ("pads", RonKind::Controls),
    ("languages", RonKind::Texts),
    ("music", RonKind::Scene),
    ("paths", RonKind::Scene),
    ("texts", RonKind::Scene),
    ("seed", RonKind::Scene),
    ("sounds", RonKind::Prefabs),
    ("fonts", RonKind::Prefabs),
];

/// The fields of a file of prefabs, and `include`, which it has by mistake.
const PREFAB_FIELDS: [&str; 4] = ["prefabs", "include", "sounds", "fonts"];

impl RonKind {
    /// Returns the kind that the outermost fields of a text make it; `None` for a text with other fields or without any.
    pub fn of(text: &str) -> Option<Self> {
        let fields = outer_fields(text);
        let found = match Self::with_fields(&fields) {
            // Prefabs have no further fields.
            Some(Self::Prefabs) if !fields.iter().all(|field| PREFAB_FIELDS.contains(field)) => Some(Self::Scene),
            found => found,
        };
        // The smallest scene has no fields.
        let mark = |token: Token| text.get(token.start..=token.start);
        let is_empty = || Tokens::new(text).map(mark).eq(["(", ")"].map(Some));
        found.or_else(|| is_empty().then_some(Self::Scene))
    }

    /// Returns the kind of a text; if none of its outermost fields tells that, the kind that their nearest fields make it.
    pub fn misspelt(text: &str) -> Option<Self> {
        let near = || outer_fields(text).into_iter().filter_map(|field| nearest(field, KINDS.map(|(name, _)| name)));
        Self::of(text).or_else(|| Self::with_fields(&near().collect::<Vec<_>>()))
    }

    fn with_fields(fields: &[&str]) -> Option<Self> {
        KINDS.into_iter().find(|(field, _)| fields.contains(field)).map(|(_, kind)| kind)
    }
}

impl std::fmt::Display for RonKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Scene => "scene",
            Self::Prefabs => "prefabs",
            Self::Shot => "shot",
            Self::Recording => "recording",
            Self::Controls => "controls",
            Self::Texts => "texts",
        })
    }
}

/// Returns the names of the fields of the outermost structure.
fn outer_fields(text: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    let (mut depth, mut word) = (0usize, None);
    for token in Tokens::new(text) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Colon if depth == 1 => fields.extend(word),
            _ => {}
        }
        word = (token.kind == Kind::Word).then_some(token.text);
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_that_of_the_outermost_fields() {
        let of = RonKind::of;
        assert_eq!(of("(prefabs: {\"a\": (events: [(frame: 3, emit: \"entities:\")])})"), Some(RonKind::Prefabs));
        assert_eq!(of("#![enable(implicit_some)]\nScene(size: (1, 2), entities : [])"), Some(RonKind::Scene));
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
        assert_eq!([of(""), of("(("), of("hello ((("), of("(hello: 1)")], [None; 4]);
        assert_eq!(of("(players: [(keys: {})])"), Some(RonKind::Controls));
        assert_eq!(of("(texts: {}, languages: [(\"en\", \"frame: 1\")])"), Some(RonKind::Texts));
        assert_eq!([of("hello ((("), of(""), of("(size: (1, 1))"), of("/*")], [None; 4]);
    }
}
