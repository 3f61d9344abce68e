//! What can be chosen in a conversion. The defaults keep everything that the text says; [`Options::vendor`] has the
//! vendor's defaults and decisions.

use keitai_formats::text::Policy;

/// The generation of players that a figure is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
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
    /// The MBAC version it reads.
    pub fn figure_version(self) -> u16 {
        match self {
            Self::V1 => 3,
            Self::V2 => 4,
            Self::V3 | Self::V31 => 5,
        }
    }

    /// The MTRA version it reads.
    pub fn action_version(self) -> u16 {
        if self >= Self::V3 { 5 } else { 4 }
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

/// By which vertex polygons are sorted; other than the average only for [`Target::V31`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ZSort {
    /// The mean of its vertices.
    #[default]
    Average,
    /// Its nearest vertex.
    Nearest,
    /// Its farthest vertex.
    Farthest,
}

/// How the bones of an action find those of the figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MatchBones {
    /// By name when every name is unique and exists in the figure; by order when no name matches and the counts are
    /// equal; otherwise by name.
    #[default]
    Auto,
    /// By name, as the vendor's converter does.
    Name,
    /// By order, as the vendor's document says.
    Order,
}

/// How far a curve may be from the keys that are written for it.
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
    /// The vendor's defaults.
    fn default() -> Self {
        Self { translate: 1.0, scale: 1.0, rotate: 2.0 }
    }
}

/// Which keys are written.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Keys {
    /// Those of the text: the union of the x, y and z keys of a list.
    #[default]
    Exact,
    /// As few as a greedy search finds within tolerances.
    Reduced(Tolerances),
}

/// Everything that can be chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// The players it is for. Default V3.
    pub target: Target,
    /// Factor for positions, bone origins and translations. Default 1.
    pub scale: f64,
    /// Keep bones that own no vertex and have no kept descendant. Default: remove them.
    pub keep_unused_bones: bool,
    /// Merge vertices of a bone that are equal after rounding in position and normal. Default: keep them.
    pub merge_vertices: bool,
    /// Texel = u * width instead of u * (width - 1). Default off.
    pub optimized_texel: bool,
    /// Which keys are written. Default: those of the text.
    pub keys: Keys,
    /// Specular value from which a material is sphere mapped. Default 0.25.
    pub specular_threshold: f64,
    /// Sorting written into every polygon of a V3.1 figure. Default average.
    pub z_sort: ZSort,
    /// How bones of actions are found. Default automatic.
    pub match_bones: MatchBones,
    /// Sort unsorted keys; of several at a frame the last counts. Default: an error.
    pub sort_keys: bool,
    /// Choose axes for a bone whose points do not give any. Default: an error.
    pub fix_degenerate_bones: bool,
    /// A vertex in several bones becomes several, and faces use the last. Default: an error.
    pub split_shared_vertices: bool,
    /// Bring colours into 0..=1. Default: an error.
    pub clamp_colours: bool,
    /// Let texture coordinates wrap at 128 texels for V2. Default: an error for larger textures.
    pub allow_uv_wrap: bool,
    /// More textures, patterns and vertices than players take are a warning. Default: an error.
    pub no_limits: bool,
    /// What counts as an error.
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
            sort_keys: false,
            fix_degenerate_bones: false,
            split_shared_vertices: false,
            clamp_colours: false,
            allow_uv_wrap: false,
            no_limits: false,
            policy: Policy::default(),
        }
    }
}

impl Options {
    /// Everything the vendor's way: its defaults, its thinning of keys, and its decisions about doubtful texts.
    pub fn vendor() -> Self {
        Self {
            keys: Keys::Reduced(Tolerances::default()),
            match_bones: MatchBones::Name,
            policy: Policy { vendor: true, strict: false },
            ..Self::default()
        }
    }
}
