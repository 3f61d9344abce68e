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

mod data;
mod geometry;
mod light;
mod order;
mod pixels;
mod pose;
mod spans;
mod textures;

pub use data::*;
pub use geometry::*;
pub use light::*;
pub use order::*;
pub use pixels::*;
pub use pose::*;
pub use spans::*;
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
        sort_key: SortKey,
        sort_outside: SortOutside,
        sort_ties: SortTies,
        submit_order: SubmitOrder,
        zsort_bits: ZsortBits,
        parallel_z_clip: ParallelZClip,
        project_rule: ProjectRule,
        pipeline_overflow: PipelineOverflow,
        quad_facing: QuadFacing,
        rect_quad: RectQuad,
        fill_rule: FillRule,
        span_slope: SpanSlope,
        sphere_interp: SphereInterp,
        sphere_coord: SphereCoord,
        sphere_order: SphereOrder,
        sphere_index0: SphereIndex0,
        sphere_rows: SphereRows,
        flat_bit: FlatBit,
        even_shade: EvenShade,
        packed_normals: PackedNormals,
        pose_at_key: PoseAtKey,
        pose_rule: PoseRule,
        pattern_bit: PatternBit,
        select_texture: SelectTexture,
        missing_texture_group: MissingTextureGroup,
        uv_wrap: UvWrap,
        toon_boundary: ToonBoundary,
        toon_equal: ToonEqual,
        toon_levels: ToonLevels,
        colour_shade: ColourShade,
        shade_formula: ShadeFormula,
        light_range: LightRange,
        pixel_format: PixelFormat,
        screen_format: ScreenFormat,
        screen_dither: ScreenDither,
        zero_unit: ZeroUnit,
        bad_projection: BadProjection,
        special_primitives: SpecialPrimitives,
        prim_uv_range: PrimUvRange,
        sprite_far_edge: SpriteFarEdge,
        sprite_corners: SpriteCorners,
        sprite_mirror: SpriteMirror,
        sprite_none_block: SpriteNoneBlock,
        texcoord_partial_bits: TexcoordPartialBits,
        prim_quad_diagonal: PrimQuadDiagonal,
        list_center: ListCenter,
        list_clip: ListClip,
        list_bad_index: ListBadIndex,
        list_initial_state: ListInitialState,
        clip_time: ClipTime,
        drawfigure_scope: DrawfigureScope,
        enh_zsort_bias: EnhZsortBias,
        enh_depth_slack: EnhDepthSlack,
    }
);

impl Compat {
    /// The settings that come closest to MascotME's pictures.
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
