//! Every doubtful behaviour of the original as a named choice.
//!
//! The defaults are what the vendor's own viewer was measured to draw, and where it was not measured, what the
//! documents and the emulators' results make most likely. [`Compat::mascotme`] comes closest to the pictures of the
//! emulator MascotME.

use serde::{Deserialize, Serialize};

/// Declares an enum of alternatives, the first being the default.
macro_rules! choice {
    ($(#[$meta:meta])* $name:ident { $(#[$first_meta:meta])* $first:ident, $($(#[$other_meta:meta])* $other:ident,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
        pub enum $name {
            $(#[$first_meta])* #[default] $first,
            $($(#[$other_meta])* $other,)*
        }
    };
}

mod light;
mod lists;
mod order;
mod pixels;
mod pose;
mod project;
mod raster;
mod textures;

pub use light::*;
pub use lists::*;
pub use order::*;
pub use pixels::*;
pub use pose::*;
pub use project::*;
pub use raster::*;
pub use textures::*;

/// Declares the settings; written down, those at their default are left out.
macro_rules! settings {
    ($(#[$meta:meta])* $name:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        pub struct $name { $(#[serde(skip_serializing_if = "is_default")] pub $field: $type,)* }
    };
}

fn is_default<T: Default + PartialEq>(choice: &T) -> bool {
    *choice == T::default()
}

settings!(
    /// The choices. Scenes, shots and the viewer may set each by name.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    #[allow(missing_docs)]
    Compat {
        // Posture and figure.
        pose_at_key: PoseAtKey,
        pose_rule: PoseRule,
        pattern_bit: PatternBit,
        // Model units to the screen.
        project_rule: ProjectRule,
        pipeline_overflow: PipelineOverflow,
        bad_projection: BadProjection,
        parallel_z_clip: ParallelZClip,
        clip_time: ClipTime,
        quad_facing: QuadFacing,
        // Light.
        shade_formula: ShadeFormula,
        light_range: LightRange,
        packed_normals: PackedNormals,
        flat_bit: FlatBit,
        even_shade: EvenShade,
        colour_shade: ColourShade,
        toon_boundary: ToonBoundary,
        toon_equal: ToonEqual,
        toon_levels: ToonLevels,
        sphere_rows: SphereRows,
        sphere_coord: SphereCoord,
        sphere_order: SphereOrder,
        sphere_index0: SphereIndex0,
        // Order of drawing.
        sort_key: SortKey,
        sort_ties: SortTies,
        submit_order: SubmitOrder,
        zsort_bits: ZsortBits,
        special_primitives: SpecialPrimitives,
        // Coverage and interpolation.
        fill_rule: FillRule,
        span_slope: SpanSlope,
        rect_quad: RectQuad,
        // Textures.
        select_texture: SelectTexture,
        missing_texture_group: MissingTextureGroup,
        uv_wrap: UvWrap,
        prim_uv_range: PrimUvRange,
        sprite_far_edge: SpriteFarEdge,
        sprite_corners: SpriteCorners,
        sprite_mirror: SpriteMirror,
        // Colours.
        pixel_format: PixelFormat,
        // Primitives and command lists.
        sprite_none_block: SpriteNoneBlock,
        texcoord_partial_bits: TexcoordPartialBits,
        prim_quad_diagonal: PrimQuadDiagonal,
        list_center: ListCenter,
        list_clip: ListClip,
        list_bad_index: ListBadIndex,
    }
);

impl Compat {
    /// Returns the settings that come closest to MascotME's pictures.
    pub fn mascotme() -> Self {
        Self {
            pixel_format: PixelFormat::Rgb888,
            project_rule: ProjectRule::MascotMe,
            fill_rule: FillRule::Edge12,
            span_slope: SpanSlope::EdgeWalk,
            shade_formula: ShadeFormula::I12,
            colour_shade: ColourShade::Plus1Flat,
            toon_boundary: ToonBoundary::Split,
            toon_levels: ToonLevels::Shift3,
            sphere_order: SphereOrder::BeforeBlend,
            sphere_coord: SphereCoord::Mul65,
            sort_key: SortKey::MeanZ,
            zsort_bits: ZsortBits::BothNearest,
            submit_order: SubmitOrder::TrianglesFirst,
            quad_facing: QuadFacing::PerTriangle,
            rect_quad: RectQuad::Never,
            uv_wrap: UvWrap::Spill,
            flat_bit: FlatBit::Ignore,
            even_shade: EvenShade::EqualNormals,
            packed_normals: PackedNormals::Q12,
            pattern_bit: PatternBit::ShiftP31,
            pose_at_key: PoseAtKey::KeyValue,
            pose_rule: PoseRule::MascotMe,
            prim_uv_range: PrimUvRange::LowByte,
            sprite_corners: SpriteCorners::WholeHalves,
            sprite_mirror: SpriteMirror::Drop,
            sprite_none_block: SpriteNoneBlock::EightPerSprite,
            texcoord_partial_bits: TexcoordPartialBits::AsCoordinates,
            list_bad_index: ListBadIndex::Null,
            list_clip: ListClip::Size,
            ..Self::default()
        }
    }
}
