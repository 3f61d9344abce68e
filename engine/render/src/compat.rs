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

choice!(
    /// What a polygon's sort key is made of.
    SortKey {
        /// In perspective the 15-bit projected depth of each vertex, averaged.
        Projected15,
        /// The mean of view z.
        MeanZ,
    }
);
choice!(
    /// The order of polygons with equal sort keys.
    SortTies {
        /// As submitted, later on top.
        SubmissionOrder,
        /// As the vendor's viewer leaves them, whose quicksort is not stable.
        ViewerQuicksort,
        /// The reverse of submission.
        ReverseSubmission,
    }
);
choice!(
    /// Which polygons of a texture group are submitted first.
    SubmitOrder {
        /// Quads, then triangles.
        QuadsFirst,
        /// Triangles, then quads.
        TrianglesFirst,
    }
);
choice!(
    /// What the material bits 0x100 and 0x200 do to the sort key.
    ZsortBits {
        /// Nearest and farthest vertex; both: farthest.
        Honour,
        /// Nearest and farthest vertex; both: nearest.
        BothNearest,
        /// Nothing.
        Ignore,
    }
);
choice!(
    /// How a vertex becomes a pixel.
    ProjectRule {
        /// The scale goes into the view, and 12 fraction bits live until after the division.
        Viewer,
        /// View-space whole units, multiplied by the focal length and divided.
        MascotMe,
    }
);
choice!(
    /// What decides the facing of a figure's quad.
    QuadFacing {
        /// Both halves together.
        Whole,
        /// Each half for itself.
        PerTriangle,
    }
);
choice!(
    /// Whether parallelograms and rectangles on the screen are scanned as one figure.
    RectQuad {
        /// Textured ones are, in perspective where all corners have the same distance.
        Viewer,
        /// Two triangles.
        Never,
    }
);
choice!(
    /// Precision of polygon edges.
    FillRule {
        /// 16 fraction bits and a 16-bit reciprocal.
        Edge16,
        /// 12 fraction bits and a true division.
        Edge12,
    }
);
choice!(
    /// How attributes run along a span.
    SpanSlope {
        /// One slope per triangle, taken at the row of its middle vertex.
        MiddleRow,
        /// As MascotME: the same row, over its width and a pixel more.
        EdgeWalk,
    }
);
choice!(
    /// Bits of a sphere coordinate that are interpolated.
    SphereInterp {
        /// Whole texels at the vertices.
        WholeTexel,
        /// Seven bits below the texel.
        Fraction,
    }
);
choice!(
    /// From a normal to a sphere-map texel.
    SphereCoord {
        /// `(n + 4096) >> 7`.
        Shift7,
        /// `((n + 4096) >> 1) * 65 >> 8`, in 6.4.
        Mul65,
    }
);
choice!(
    /// When the sphere texel is added.
    SphereOrder {
        /// After the blend with the framebuffer.
        AfterBlend,
        /// Before it.
        BeforeBlend,
    }
);
choice!(
    /// Index 0 of a sphere map.
    SphereIndex0 {
        /// Adds nothing.
        Skip,
        /// Adds its colour.
        Add,
    }
);
choice!(
    /// The matrix rows that turn a normal into sphere coordinates.
    SphereRows {
        /// Brought to length 1.
        Normalised,
        /// As they are.
        Raw,
    }
);
choice!(
    /// Material bit 0x80.
    FlatBit {
        /// Flat shade from vertex 0.
        Honour,
        /// Nothing.
        Ignore,
    }
);
choice!(
    /// A posture whose whole frame is a key frame.
    PoseAtKey {
        /// Interpolated like any other.
        Interpolate,
        /// The key's value; the fraction is ignored.
        KeyValue,
    }
);
choice!(
    /// Rounding between key frames.
    PoseRound {
        /// Half up.
        HalfUp,
        /// Down.
        Floor,
        /// Half up at whole frames, down between them.
        HalfUpWhole,
    }
);
choice!(
    /// How far a frame lies between its keys.
    PosePart {
        /// Frames past the first key times a short reciprocal of the keys' distance, `4096 / n` floored.
        Reciprocal,
        /// A true division.
        Quotient,
    }
);
choice!(
    /// Division in the normalisation of a rotate vector.
    RotateUnit {
        /// Toward zero.
        Truncate,
        /// To nearest.
        Nearest,
    }
);
choice!(
    /// Rounding of the last products in the matrix of a rotate vector.
    RotateRound {
        /// Down.
        Floor,
        /// Half up.
        HalfUp,
    }
);
choice!(
    /// The mask bit that shows pattern p.
    PatternBit {
        /// `1 << p` for 1..=31; pattern 32 never shows.
        ShiftP,
        /// `1 << (p & 31)`.
        ShiftP31,
        /// `1 << (p - 1)`.
        ShiftPMinus1,
    }
);
choice!(
    /// What a selected texture applies to.
    SelectTexture {
        /// Texture group 0; other groups are not drawn.
        GroupZeroOnly,
        /// Every group.
        AllGroups,
        /// Nothing: groups keep their own.
        Ignore,
    }
);
choice!(
    /// A texture group without texture.
    MissingTextureGroup {
        /// Is not drawn.
        Skip,
        /// Is drawn white.
        DrawUntextured,
    }
);
choice!(
    /// Texel coordinates outside the picture.
    UvWrap {
        /// Wrap on the size padded to a power of two; the padding is index 0.
        Mask,
        /// u beyond the padded width spills into v.
        Spill,
        /// Stop at the edge.
        Clamp,
    }
);
choice!(
    /// Boundary between the two levels of toon shading.
    ToonBoundary {
        /// Tested at every pixel.
        PerPixel,
        /// Triangles are cut along the threshold.
        Split,
    }
);
choice!(
    /// A shade equal to the toon threshold.
    ToonEqual {
        /// Is low.
        Low,
        /// Is high.
        High,
    }
);
choice!(
    /// Product of a colour and a shade level 0..=31.
    ColourShade {
        /// `c * level / 255` in 5 bits.
        Div255,
        /// `c * level / 31` in 8 bits.
        Div31,
        /// As `Div31` for textures; colours `c * (level + 1) >> 5` when flat and `c * level >> 5` under Gouraud.
        Plus1Flat,
    }
);
choice!(
    /// From intensity to shade level.
    ShadeFormula {
        /// A shade of 8 bits; level = shade >> 3.
        S8,
        /// Level = intensity >> 7.
        I12,
    }
);
choice!(
    /// Light intensities outside 0..1.
    LightRange {
        /// As given.
        AsGiven,
        /// Ambient 0..=4096, directional 0..=16384.
        Clamp,
    }
);
choice!(
    /// Colour resolution of the authentic back end.
    PixelFormat {
        /// 5 bits per channel.
        Rgb555,
        /// 8 bits per channel.
        Rgb888,
        /// 5, 6 and 5 bits.
        Rgb565,
    }
);
choice!(
    /// The colours of the screen that a finished picture is shown on.
    ScreenFormat {
        /// Those it was drawn in.
        AsDrawn,
        /// 5, 6 and 5 bits.
        Rgb565,
        /// 5 bits per channel.
        Rgb555,
        /// 4 bits per channel.
        Rgb444,
    }
);
choice!(
    /// What a screen of fewer colours does with those in between.
    ScreenDither {
        /// Cuts their low bits off.
        None,
        /// Mixes the levels around them in a pattern of 4 x 4 pixels.
        Ordered,
    }
);
choice!(
    /// A projection with impossible numbers.
    BadProjection {
        /// Leaves the previous one in force.
        KeepPrevious,
        /// Is an error.
        Error,
        /// A field of view is brought into 2..=2046; with other numbers the previous stays in force.
        Clamp,
    }
);
choice!(
    /// Depth clipping in a parallel projection.
    ParallelZClip {
        /// None.
        None,
        /// To 0..=32767.
        ZeroTo32767,
    }
);
choice!(
    /// Sort key of vertices outside near..far.
    SortOutside {
        /// 0 and 32767.
        ClampKey,
        /// What the formula gives.
        Unclamped,
    }
);

choice!(
    /// Order of points, lines and sprites.
    SpecialPrimitives {
        /// By their key, like polygons.
        ZSorted,
        /// After all polygons of the flush, as submitted.
        OnTop,
    }
);
choice!(
    /// Range of texture coordinates of primitives.
    PrimUvRange {
        /// The low 8 bits, but exactly 256 is the far edge.
        Keep256,
        /// The low 8 bits.
        LowByte,
    }
);
choice!(
    /// The far texture coordinates of a sprite.
    SpriteFarEdge {
        /// The edge behind the last texel.
        Exclusive,
        /// The edge before the given texel.
        InclusiveLast,
    }
);
choice!(
    /// Sprites whose texture coordinates run backwards.
    SpriteMirror {
        /// Are drawn mirrored.
        Draw,
        /// Are not drawn.
        Drop,
    }
);
choice!(
    /// Data of sprites that declare no parameters.
    SpriteNoneBlock {
        /// None.
        NoBlock,
        /// Eight per sprite.
        EightPerSprite,
    }
);
choice!(
    /// Bits 0x1000 or 0x2000 alone on a polygon.
    TexcoordPartialBits {
        /// No texture coordinates.
        NoCoordinates,
        /// The same as both.
        AsCoordinates,
    }
);
choice!(
    /// The diagonal at which a primitive quad A, B, C, D is split.
    PrimQuadDiagonal {
        /// B to D.
        BD,
        /// A to C.
        AC,
    }
);
choice!(
    /// The centre set by a command list.
    ListCenter {
        /// The call's x and y are added.
        PlusCallXY,
        /// It is absolute.
        Absolute,
    }
);
choice!(
    /// Texture or transform number outside the array in a command list.
    ListBadIndex {
        /// An error.
        Error,
        /// No texture; the identity.
        Null,
        /// Changes nothing.
        Ignore,
    }
);
choice!(
    /// The four numbers of CLIP in a command list.
    ListClip {
        /// Left, top, right and bottom.
        Edges,
        /// Left, top, width and height.
        Size,
    }
);
choice!(
    /// What is drawn when a figure is drawn at once.
    DrawfigureScope {
        /// Everything queued, the figure among it.
        FlushAll,
        /// The figure alone; what is queued stays queued.
        Alone,
    }
);
choice!(
    /// The unit vector of the zero vector, asked for by a program.
    ZeroUnit {
        /// The zero vector.
        ApiUnchanged,
        /// The direction into the screen.
        ApiForward,
    }
);
choice!(
    /// Transform, projection and centre at the start of a command list.
    ListInitialState {
        /// Those of the layout.
        FromLayout,
        /// Those of a new layout.
        Defaults,
    }
);
choice!(
    /// The clip rectangle that applies to what is drawn.
    ClipTime {
        /// The one in force at the flush.
        AtFlush,
        /// The one in force at the submission.
        AtSubmission,
    }
);
choice!(
    /// What the sort bits do to depth in the enhanced back end.
    EnhZsortBias {
        /// Nearest pulls forward, farthest pushes back.
        Bias,
        /// Nothing: they act on the order only.
        None,
    }
);
choice!(
    /// How much nearer something must be to hide what is drawn later, in the enhanced back end.
    EnhDepthSlack {
        /// More than one model unit.
        OneUnit,
        /// Anything.
        Zero,
    }
);

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
        pose_at_key: PoseAtKey,
        pose_round: PoseRound,
        pose_part: PosePart,
        rotate_unit: RotateUnit,
        rotate_round: RotateRound,
        pattern_bit: PatternBit,
        select_texture: SelectTexture,
        missing_texture_group: MissingTextureGroup,
        uv_wrap: UvWrap,
        toon_boundary: ToonBoundary,
        toon_equal: ToonEqual,
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
            sphere_order: SphereOrder::BeforeBlend,
            sphere_coord: SphereCoord::Mul65,
            sort_key: SortKey::MeanZ,
            zsort_bits: ZsortBits::BothNearest,
            submit_order: SubmitOrder::TrianglesFirst,
            quad_facing: QuadFacing::PerTriangle,
            rect_quad: RectQuad::Never,
            uv_wrap: UvWrap::Spill,
            flat_bit: FlatBit::Ignore,
            pattern_bit: PatternBit::ShiftP31,
            pose_round: PoseRound::Floor,
            pose_at_key: PoseAtKey::KeyValue,
            pose_part: PosePart::Quotient,
            rotate_round: RotateRound::HalfUp,
            prim_uv_range: PrimUvRange::LowByte,
            sprite_mirror: SpriteMirror::Drop,
            sprite_none_block: SpriteNoneBlock::EightPerSprite,
            texcoord_partial_bits: TexcoordPartialBits::AsCoordinates,
            list_bad_index: ListBadIndex::Null,
            list_clip: ListClip::Size,
            ..Self::default()
        }
    }
}
