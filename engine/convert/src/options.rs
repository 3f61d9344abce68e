//! The options of conversion, and the limit of its work. The defaults keep everything that the text says;
//! [`Options::vendor`] has the vendor's defaults and decisions.

use keitai_formats::mbac::WriteOptions;
use keitai_formats::{Material, Policy, Trailer};

/// The generation of players that a figure is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Target {
    /// MBAC 3, MTRA 4: one texture, no colour polygons, no normals, no patterns.
    V1,
    /// MBAC 4, MTRA 4: one texture of at most 128 texels a side, no colour polygons, no patterns.
    V2,
    /// MBAC 5, MTRA 5.
    #[default]
    V3,
    /// MBAC 5, MTRA 5, with a choice of sorting.
    V31,
}

impl Target {
    /// Texels that V2 addresses along a side of a texture.
    pub const V2_SIDE: u16 = 128;

    /// Returns the MBAC version that these players read.
    pub fn figure_version(self) -> u16 {
        match self {
            Self::V1 => 3,
            Self::V2 => 4,
            Self::V3 | Self::V31 => 5,
        }
    }

    /// Returns the MTRA version that these players read.
    pub fn action_version(self) -> u16 {
        if self >= Self::V3 { 5 } else { 4 }
    }

    /// Returns the bits of textured materials that its figures hold.
    pub(crate) fn material_bits(self) -> u16 {
        match self {
            Self::V1 => Material::COLOUR_KEY | Material::DOUBLE_FACE,
            Self::V2 => Material::IN_TEXT,
            Self::V3 | Self::V31 => Material::TEXTURED,
        }
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::V1 => "V1",
            Self::V2 => "V2",
            Self::V3 => "V3",
            Self::V31 => "V3.1",
        })
    }
}

impl std::str::FromStr for Target {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let targets = [Self::V1, Self::V2, Self::V3, Self::V31];
        targets.into_iter().find(|target| target.to_string().eq_ignore_ascii_case(text)).ok_or(())
    }
}

/// The vertex that polygons are sorted by; other than the average only for [`Target::V31`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ZSort {
    /// The mean of the polygon's vertices.
    #[default]
    Average,
    /// The polygon's nearest vertex.
    Nearest,
    /// The polygon's farthest vertex.
    Farthest,
}

impl ZSort {
    /// The sortings by their words in settings and on the command line.
    pub const WORDS: [(&str, Self); 3] = [("average", Self::Average), ("near", Self::Nearest), ("far", Self::Farthest)];

    /// Returns the bits of a material that stand for the sorting.
    pub(crate) fn bits(self) -> u16 {
        match self {
            Self::Average => 0,
            Self::Nearest => Material::SORT_NEAREST,
            Self::Farthest => Material::SORT_FARTHEST,
        }
    }
}

/// The way in which bones of an action are matched with those of the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum MatchBones {
    /// By order when no name of the action exists in the figure and the counts are equal; otherwise by name.
    #[default]
    Auto,
    /// By name, as the vendor's converter does.
    Name,
    /// By order, as the vendor's document says.
    Order,
}

/// The way in which the poses of a joint animation are combined with the matrices of the figure's bones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Rest {
    /// Poses replace the matrices, as in J3D.
    #[default]
    Replace,
    /// Poses come on top of the matrices, as tracks do.
    Add,
}

/// The largest deviation of a curve from the keys that are written for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerances {
    /// Model units after scaling.
    pub translate: f64,
    /// Percent.
    pub scale: f64,
    /// Degrees, for directions and rolls.
    pub rotate: f64,
}

impl Default for Tolerances {
    /// Returns the vendor's defaults.
    fn default() -> Self {
        Self { translate: 1.0, scale: 1.0, rotate: 2.0 }
    }
}

/// The keys that are written.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Keys {
    /// The keys of the text: the union of the x, y and z keys of a list.
    #[default]
    Exact,
    /// As few as a greedy search finds within tolerances.
    Reduced(Tolerances),
}

/// All options of conversion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// The players that the file is for. Default V3.
    pub target: Target,
    /// Factor for positions, bone origins and translations. Default 1.
    pub scale: f64,
    /// Keep bones that own no vertex and have no kept descendant. Default: remove them.
    pub keep_unused_bones: bool,
    /// Merge vertices of a bone that are equal after rounding in position and normal. Default: keep them.
    pub merge_vertices: bool,
    /// Texel = u * width instead of u * (width - 1). Default off.
    pub optimized_texel: bool,
    /// Keys that are written. Default: those of the text.
    pub keys: Keys,
    /// Specular value from which a material is sphere mapped. Default 0.25.
    pub specular_threshold: f64,
    /// Sorting written into every polygon of a V3.1 figure. Default average.
    pub z_sort: ZSort,
    /// Matching of bones. Default automatic.
    pub match_bones: MatchBones,
    /// Joint animations and the matrices of bones. Default: poses replace them.
    pub rest: Rest,
    /// Sort unsorted keys; of several at a frame the last is used. Default: an error.
    pub sort_keys: bool,
    /// Choose axes for a bone whose points do not give any. Default: an error.
    pub fix_degenerate_bones: bool,
    /// A vertex in several bones becomes several, and faces use the last. Default: an error.
    pub split_shared_vertices: bool,
    /// Bring colours into 0..=1. Default: an error.
    pub clamp_colours: bool,
    /// Let texture coordinates wrap at 128 texels for V2. Default: an error for larger textures.
    pub allow_uv_wrap: bool,
    /// A last vertex that needs fewer bits than the one before it gets a block of its own. Default: it joins that
    /// block.
    pub last_vertex_apart: bool,
    /// No pattern key at frame 0 unless a switch needs one. Default: always one, as in the vendor's output.
    pub no_first_mask: bool,
    /// More textures, patterns and vertices than players take are a warning. Default: an error.
    pub no_limits: bool,
    /// Identifier and key at the end of the file; `None` for no trailer. Default the vendor's identifier and a fixed
    /// key.
    pub trailer: Option<Trailer>,
    /// Decides which findings are errors.
    pub policy: Policy,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            target: Target::default(),
            scale: 1.0,
            keep_unused_bones: false,
            merge_vertices: false,
            optimized_texel: false,
            keys: Keys::default(),
            specular_threshold: 0.25,
            z_sort: ZSort::default(),
            match_bones: MatchBones::default(),
            rest: Rest::default(),
            sort_keys: false,
            fix_degenerate_bones: false,
            split_shared_vertices: false,
            clamp_colours: false,
            allow_uv_wrap: false,
            last_vertex_apart: false,
            no_first_mask: false,
            no_limits: false,
            trailer: Some(Trailer::default()),
            policy: Policy::default(),
        }
    }
}

/// A source of options for a text. A text may contain settings (see
/// [`Bac::settings`](keitai_formats::bac::Bac::settings)); an explicit choice wins over them.
pub trait Choose {
    /// Returns the options for a text with these settings.
    fn options(&self, settings: &[(String, String)]) -> Options;
}

/// Options without an explicit choice: all settings are used.
impl Choose for Options {
    fn options(&self, settings: &[(String, String)]) -> Options {
        self.with_settings(settings)
    }
}

impl Options {
    /// Returns the options of the vendor's converter: its defaults, its key reduction, its arithmetic, and its
    /// decisions about doubtful texts.
    pub fn vendor() -> Self {
        Self {
            keys: Keys::Reduced(Tolerances::default()),
            match_bones: MatchBones::Name,
            policy: Policy { vendor: true, strict: false },
            ..Self::default()
        }
    }

    /// Returns the options of the writer of figures.
    pub fn write_options(&self) -> WriteOptions {
        WriteOptions { last_vertex_apart: self.last_vertex_apart }
    }

    /// Returns these options, changed by the settings of a text (see
    /// [`Bac::settings`](keitai_formats::bac::Bac::settings)). Unknown ones change nothing.
    #[must_use]
    pub fn with_settings(mut self, settings: &[(String, String)]) -> Self {
        for (name, value) in settings {
            match name.as_str() {
                "target" => self.target = value.parse().unwrap_or(self.target),
                "keep-unused-bones" => self.keep_unused_bones = true,
                "allow-uv-wrap" => self.allow_uv_wrap = true,
                "last-vertex-apart" => self.last_vertex_apart = true,
                "no-first-mask" => self.no_first_mask = true,
                "zsort" => {
                    let known = ZSort::WORDS.iter().find(|(word, _)| word == value);
                    self.z_sort = known.map_or(self.z_sort, |(_, sort)| *sort);
                }
                "trailer-id" => {
                    let trailer = self.trailer.get_or_insert_default();
                    trailer.identifier = identifier(value).unwrap_or(trailer.identifier);
                }
                "trailer-key" => {
                    let trailer = self.trailer.get_or_insert_default();
                    trailer.key = hexadecimal(value, 4).map_or(trailer.key, |key| (key as u16).to_be_bytes());
                }
                "no-trailer" => self.trailer = None,
                _ => {}
            }
        }
        self
    }

    /// Returns the settings that lead from the default options to these.
    pub fn settings(&self) -> Vec<(String, String)> {
        let usual = Self::default();
        let mut settings = Vec::new();
        let mut set = |name: &str, value: String| settings.push((name.to_owned(), value));
        if self.target != usual.target {
            set("target", self.target.to_string());
        }
        let flags = [
            (self.keep_unused_bones, "keep-unused-bones"),
            (self.allow_uv_wrap, "allow-uv-wrap"),
            (self.last_vertex_apart, "last-vertex-apart"),
            (self.no_first_mask, "no-first-mask"),
        ];
        flags.into_iter().filter(|(is_set, _)| *is_set).for_each(|(_, name)| set(name, String::new()));
        if self.z_sort != usual.z_sort
            && let Some((word, _)) = ZSort::WORDS.iter().find(|(_, sort)| *sort == self.z_sort)
        {
            set("zsort", (*word).to_owned());
        }
        match (self.trailer, usual.trailer) {
            (None, _) => set("no-trailer", String::new()),
            (Some(trailer), Some(usual)) => {
                if trailer.identifier != usual.identifier {
                    set("trailer-id", identifier_text(trailer.identifier));
                }
                if trailer.key != usual.key {
                    let [a, b] = trailer.key;
                    set("trailer-key", format!("{a:02x}{b:02x}"));
                }
            }
            (Some(_), None) => {}
        }
        settings
    }
}

/// Returns the text of an identifier in settings: its eight letters and digits, or 16 hexadecimal digits when it has
/// other bytes, some of which a comment may lose.
fn identifier_text(identifier: [u8; 8]) -> String {
    match std::str::from_utf8(&identifier) {
        Ok(text) if identifier.iter().all(u8::is_ascii_alphanumeric) => text.to_owned(),
        _ => format!("{:016x}", u64::from_be_bytes(identifier)),
    }
}

/// Returns the identifier of eight characters or 16 hexadecimal digits.
fn identifier(text: &str) -> Option<[u8; 8]> {
    text.as_bytes().try_into().ok().or_else(|| hexadecimal(text, 16).map(u64::to_be_bytes))
}

/// Returns the number of a text of `digits` hexadecimal digits, without a sign.
fn hexadecimal(text: &str, digits: usize) -> Option<u64> {
    let whole = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| whole)
}

/// The work that a conversion may still do: a limit for work that hostile input could make endless. The unit is one
/// value examined.
#[derive(Debug)]
pub struct WorkBudget(pub(crate) u64);

impl WorkBudget {
    /// Returns the budget for reducing an action's keys or decompiling a file: some seconds, far more than phone content
    /// needs.
    pub(crate) fn usual() -> Self {
        Self(300_000_000)
    }

    /// Returns the budget for the keys of all bones of a baked animation: some seconds, far more than an action needs.
    pub fn bake() -> Self {
        Self(2 * Self::usual().0)
    }

    /// Takes work from the budget; false when too little is left.
    pub(crate) fn spend(&mut self, work: usize) -> bool {
        let rest = self.0.checked_sub(work as u64);
        self.0 = rest.unwrap_or(0);
        rest.is_some()
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_lead_back_to_the_options() {
        let options = Options {
            target: Target::V31,
            keep_unused_bones: true,
            allow_uv_wrap: true,
            last_vertex_apart: true,
            no_first_mask: true,
            z_sort: ZSort::Farthest,
            trailer: Some(Trailer { key: [0, 0x9f], identifier: *b"SE000000" }),
            ..Options::default()
        };
        assert_eq!(Options::default().with_settings(&options.settings()), options);
        let bare = Options { trailer: None, ..Options::default() };
        assert_eq!(Options::default().with_settings(&bare.settings()), bare);
        assert!(Options::default().settings().is_empty());
    }

    #[test]
    fn every_identifier_comes_back() {
        for identifier in [*b"it's\"a\\\"", *b"HI      ", [0, 1, 0x7F, 0x80, 0xFF, b'\n', b';', 9], [b' '; 8]] {
            let options = Options { trailer: Some(Trailer { identifier, ..Trailer::default() }), ..Options::default() };
            let text = keitai_formats::bac::Bac { settings: options.settings(), ..Default::default() };
            let bac = keitai_formats::bac::read(keitai_formats::bac::write(&text).as_bytes()).document;
            assert_eq!(Options::default().with_settings(&bac.settings), options, "{identifier:?}");
        }
    }

    #[test]
    fn unknown_values_change_nothing() {
        let near = Options { z_sort: ZSort::Nearest, ..Options::default() };
        let sorted = |value: &str| near.with_settings(&[("zsort".to_owned(), value.to_owned())]).z_sort;
        let expected = [ZSort::Average, ZSort::Nearest, ZSort::Farthest, ZSort::Nearest, ZSort::Nearest];
        assert_eq!(["average", "near", "far", "nearest", ""].map(sorted), expected);
        let ending = |name: &str, value: &str| near.with_settings(&[(name.to_owned(), value.to_owned())]).trailer;
        let named = |value: &str| ending("trailer-id", value);
        assert_eq!(["HI00000", "+123456789abcdef", "4849303030303g30"].map(named), [Some(Trailer::default()); 3]);
        assert_eq!(ending("trailer-key", "+123"), Some(Trailer::default()));
        assert_eq!(named("4849303030303130").unwrap().identifier, *b"HI000010");
    }
}
