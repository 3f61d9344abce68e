//! Limits of the work that a frame of a shot causes, and mistakes that a phone showed wrongly, checked when the shot is loaded.
//!
//! The limits are above those of scenes, so that every picture of a scene can be a shot, and keep a frame within seconds. The area
//! of polygons is not known before a frame is drawn; it has the limit of scenes, which is checked then.

use keitai_formats::Blend;
use keitai_render::micro3d::Figure;
use keitai_render::{Align, Clip, Effect, FigureLayout, Font, Primitives, Projection, TextLimits, TextureMap};

use super::ShotError;
use super::program::Target;
use crate::limits::{extent, image_extent, text_extent};
use crate::ron_text::SceneFault;

/// The most pixels that images, rectangles and texts draw per frame: 16 pictures of the largest size.
const MAX_PIXELS: u64 = 1 << 28;
/// The most polygons of figures per frame, the most vertices, and the most bones of all postures.
const MAX_PARTS: u64 = 1 << 24;

pub(super) struct Check {
    picture: Clip,
    clip: Clip,
    polygons: u64,
    vertices: u64,
    bones: u64,
    pixels: u64,
    near: Option<String>,
    padding: Option<String>,
}

impl Check {
    pub(super) fn new(size: (u32, u32)) -> Self {
        let picture = Clip { left: 0, top: 0, right: size.0.cast_signed(), bottom: size.1.cast_signed() };
        Self { picture, clip: picture, polygons: 0, vertices: 0, bones: 0, pixels: 0, near: None, padding: None }
    }

    /// Returns a line for each kind of likely mistake.
    pub(super) fn likely_faults(self) -> Vec<String> {
        self.near.into_iter().chain(self.padding).collect()
    }

    fn draw(&mut self, size: (u64, u64)) {
        let visible = extent(self.clip.intersect(self.picture));
        self.pixels += size.0.min(visible.0) * size.1.min(visible.1);
    }
}

impl Target for Check {
    fn projection(&mut self, projection: Projection) {
        if projection.has_few_keys() {
            self.near.get_or_insert_with(|| SceneFault::near_plane().to_string());
        }
    }

    fn posture(&mut self, figure: &Figure) {
        self.bones += figure.model.bone_count() as u64;
    }

    fn clip(&mut self, clip: Option<Clip>) {
        self.clip = clip.unwrap_or(self.picture);
    }

    fn figure(&mut self, figure: &Figure, _: (i32, i32), _: &FigureLayout, _: &Effect) {
        self.polygons += figure.model.polygon_count() as u64;
        self.vertices += figure.model.vertex_count() as u64;
    }

    fn primitives(&mut self, primitives: &Primitives, _: (i32, i32), _: &FigureLayout, _: &Effect) {
        if let Some(texture) = primitives.texture
            && let Some([u, v]) = outside(texture, primitives.command, primitives.texcoords)
        {
            let (width, height) = (texture.width(), texture.height());
            self.padding.get_or_insert_with(|| {
                format!(
                    "primitives read texel ({u}, {v}) of a texture of {width} x {height}: what is outside shows palette index 0"
                )
            });
        }
    }

    fn image(&mut self, _: &TextureMap, texels: [i32; 4], _: (i32, i32), _: bool, _: Blend) {
        self.draw(image_extent(texels));
    }

    fn rectangle(&mut self, _: (i32, i32), size: (u32, u32), _: u32, _: Blend) {
        self.draw((size.0.into(), size.1.into()));
    }

    fn text(&mut self, text: &str, _: (i32, i32), font: &Font, _: Align, _: Blend) {
        self.draw(text_extent(text, font, TextLimits::default()));
    }

    fn check(&mut self, statement: usize) -> Result<(), ShotError> {
        let parts = [("polygons", self.polygons), ("vertices", self.vertices), ("bones", self.bones)];
        let parts = parts.map(|(what, count)| (what, count, MAX_PARTS));
        let over = |(_, count, limit): &(_, u64, u64)| count > limit;
        let excess = parts.into_iter().chain([("pixels", self.pixels, MAX_PIXELS)]).find(over);
        excess.map_or(Ok(()), |(what, count, limit)| {
            let reason = format!("{count} {what} per frame up to here, expected at most {limit}");
            Err(ShotError::statement(statement, reason))
        })
    }
}

/// Returns texture coordinates of primitives that lie outside their texture, if it has less than 256 texels on that side.
fn outside(texture: &TextureMap, command: u32, texcoords: &[i32]) -> Option<[i32; 2]> {
    let size = [texture.width(), texture.height()].map(i32::from);
    let is_outside = |uv: &[i32; 2], most: [i32; 2]| (0..2).any(|i| size[i] < 256 && !(0..=most[i]).contains(&uv[i]));
    if command & 0xFF00_0000 == Primitives::SPRITES {
        // The far corner is exclusive.
        let corners =
            texcoords.as_chunks::<8>().0.iter().flat_map(|sprite| [[sprite[3], sprite[4]], [sprite[5], sprite[6]]]);
        return corners.into_iter().find(|uv| is_outside(uv, size));
    }
    texcoords.as_chunks::<2>().0.iter().copied().find(|uv| is_outside(uv, size.map(|side| side - 1)))
}
