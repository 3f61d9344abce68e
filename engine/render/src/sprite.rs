//! Point sprites: a picture around a point, turned on the screen.
//!
//! Faithful: sizes lose their last bit before anything else, both axes are scaled by the factor across the screen, and each
//! product of a turned corner is floored on its own. Evidence: 1,800 sprites and 1,000 sizes in the engine.

use crate::numbers::{Angle, cosine, sine};
use crate::project::Projector;
use crate::queue::Surface;
use crate::raster::ScreenVertex;
use crate::submit::Submission;
use crate::vertex::Vertex;
use keitai_formats::Material;

/// Flag of [`Sprite`]: the size is in pixels.
pub(crate) const PIXEL_SIZE: i32 = 1;
/// Flag of [`Sprite`]: the size does not change with the distance.
pub(crate) const NO_PERSPECTIVE: i32 = 2;

/// Parameters of a point sprite, for the texture data of [`Primitives`](crate::Primitives).
///
/// ```
/// use keitai_render::{Angle, Sprite};
///
/// let coin = Sprite::units((40, 40), (0, 0), (16, 16)).turned(Angle(512));
/// assert_eq!(coin.words(), [40, 40, 512, 0, 0, 16, 16, 0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sprite([i32; 8]);

impl Sprite {
    /// Returns a sprite whose size is in model units. Its texels run from `from` to before `to`.
    pub const fn units(size: (i32, i32), from: (i32, i32), to: (i32, i32)) -> Self {
        Self([size.0, size.1, 0, from.0, from.1, to.0, to.1, 0])
    }

    /// Returns a sprite whose size is in pixels, at the near plane in perspective.
    pub const fn pixels(size: (i32, i32), from: (i32, i32), to: (i32, i32)) -> Self {
        Self([size.0, size.1, 0, from.0, from.1, to.0, to.1, PIXEL_SIZE])
    }

    /// Returns the sprite turned clockwise on the screen.
    #[must_use]
    pub const fn turned(mut self, angle: Angle) -> Self {
        self.0[2] = angle.0;
        self
    }

    /// Returns the sprite with a size that does not change with the distance.
    #[must_use]
    pub const fn without_perspective(mut self) -> Self {
        self.0[7] |= NO_PERSPECTIVE;
        self
    }

    /// Returns width, height, angle, u0, v0, u1, v1 and flags.
    pub const fn words(self) -> [i32; 8] {
        self.0
    }
}

pub(crate) struct PlacedSprite {
    pub(crate) size: [i32; 2],
    /// 4096 = one turn, clockwise on the screen.
    pub(crate) angle: i32,
    /// (u0, v0) and (u1, v1), 24.8.
    pub(crate) texels: [[i32; 2]; 2],
    pub(crate) flags: i32,
}

impl PlacedSprite {
    /// Queues the sprite. `scale` is that of [`Projector::sprite_scale`].
    pub(crate) fn submit(
        &self,
        at: &Vertex,
        scale: i64,
        material: Material,
        surface: Surface,
        submission: &mut Submission,
    ) {
        let projector = submission.projector;
        let lost = if projector.fine { 12 } else { 16 };
        // Faithful: sizes have 16 bits without sign, and corners more. Columns wrap where edges begin, so that a negative width mirrors
        // the sprite, and a negative height fills its columns. Evidence: 1,800 of 1,800 sprites in the engine.
        let size =
            self.size.map(|size| i64::from((half(size, self.flags, at.z(), scale, projector) as u32) << lost >> lost));
        let turn = [cosine(Angle(self.angle)), sine(Angle(self.angle))].map(i64::from);
        let [[cw, sw], [ch, sh]] = size.map(|half| turn.map(|part| ((half * part) >> 12) as i32));
        let [[u0, v0], [u1, v1]] = self.texels;
        // On sixteenths of a pixel corners themselves wrap.
        let lost = if projector.fine { lost } else { 0 };
        let corner = |i: usize| {
            let ([a, b], u, v) = [([-1, -1], u0, v0), ([-1, 1], u0, v1), ([1, -1], u1, v0), ([1, 1], u1, v1)][i];
            let (x, y) = (at.screen.x + a * cw - b * sh, at.screen.y + a * sw + b * ch);
            ScreenVertex { x: x << lost >> lost, y, attributes: [u, v, 0, 0, 0], ..at.screen }
        };
        submission.special::<4>(material, surface, at.key, core::array::from_fn(corner));
    }
}

/// Returns half a width or height on the screen.
fn half(size: i32, flags: i32, z: i32, scale: i64, projector: &Projector) -> i64 {
    // On sixteenths of a pixel half of a unit is not lost.
    let half = i64::from(if projector.fine { size.saturating_mul(8) } else { size >> 1 });
    let near = projector.planes.map(|(near, _)| near);
    let no_perspective = flags & NO_PERSPECTIVE != 0;
    match (flags & PIXEL_SIZE != 0, near) {
        (false, Some(near)) if no_perspective => projector.length(half, scale, near),
        (false, _) => projector.length(half, scale, z),
        (true, Some(near)) if !no_perspective => half * i64::from(near) / i64::from(z.max(1)),
        (true, _) => half,
    }
}
