//! Polygons on chosen pixels as a figure, drawn by the renderer through its public interface.
//!
//! One bone, a view that turns nothing and a parallel projection of one pixel per unit put every vertex on the pixel it
//! names; a light into the screen gives it the shade that belongs to its normal's z.

use crate::oracle::{FAR, NEAR, Polygon, Scene, Surface, View};
use keitai_formats::Rgb;
use keitai_render::micro3d::Figure;
use keitai_render::{
    Backend, Clip, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Projection, Q12, Renderer, Shading, SphereMap,
    TextureMap, Vector3,
};
use keitai_runtime::mesh::{Face, Fill, Mesh};
use std::sync::Arc;

/// Puts polygons into the order in which a figure that holds them submits them: colours, then textures by number;
/// triangles before quads.
pub fn in_submission_order(polygons: &mut [Polygon]) {
    polygons.sort_by_key(|polygon| (group(polygon), polygon.corners.len()));
}

/// Returns the place of a polygon's list in a figure: colours, then textures by number.
fn group(polygon: &Polygon) -> usize {
    match polygon.surface {
        Surface::Colour(_) => 0,
        Surface::Texture(number) => number + 1,
    }
}

/// Returns a figure of these polygons over textures.
///
/// # Panics
/// When they do not make a figure.
pub fn figure(polygons: &[Polygon], textures: &[Arc<TextureMap>]) -> Figure {
    let mut mesh = Mesh::default();
    for polygon in polygons {
        let first = mesh.vertices.len() as u16;
        mesh.vertices.extend(polygon.corners.iter().map(|corner| corner.at));
        mesh.normals.extend(polygon.corners.iter().map(|corner| corner.normal));
        if polygon.corners.len() == 4 {
            // A mesh has corners along the outline, and a polygon those of a strip.
            mesh.quads.push(face(polygon, first, [0, 1, 3, 2]));
        } else {
            mesh.triangles.push(face(polygon, first, [0, 1, 2]));
        }
    }
    mesh.figure(textures.to_vec()).unwrap()
}

fn face<const N: usize>(polygon: &Polygon, first: u16, corners: [usize; N]) -> Face<N> {
    let fill = match polygon.surface {
        Surface::Colour(Rgb { r, g, b }) => Fill::Colour(u32::from_be_bytes([0, r, g, b])),
        Surface::Texture(slot) => {
            Fill::Texels { slot: slot as u16, at: corners.map(|corner| polygon.corners[corner].texel) }
        }
    };
    Face { vertices: corners.map(|corner| first + corner as u16), fill, material: polygon.material }
}

/// A renderer with a scene's textures and light.
pub struct DrawTarget {
    renderer: Renderer,
    textures: Vec<Arc<TextureMap>>,
    effect: Effect,
    layout: FigureLayout,
}

impl DrawTarget {
    /// Prepares for pictures of `width` x `height` pixels.
    ///
    /// # Panics
    /// When a texture is not valid.
    pub fn new(scene: &Scene, width: u32, height: u32, backend: Backend) -> Self {
        let textures = scene.textures.iter().map(|t| Arc::new(TextureMap::new(t, scene.compat).unwrap()));
        let light = scene.light.map(|light| Light {
            direction: Vector3::FORWARD,
            intensity: Q12::from_bits(light.intensity),
            ambient: Q12::from_bits(light.ambient),
        });
        let shading = scene.toon.map_or(Shading::Normal, |toon| Shading::Toon {
            threshold: toon.threshold,
            high: toon.high,
            low: toon.low,
        });
        let mut layout = FigureLayout::default();
        let projection = match scene.view {
            View::Parallel => Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE },
            View::Perspective { focal, centre } => {
                layout.centre = (centre as i32, centre as i32);
                let near_plane = |pixels: u32| Q12::from_bits(((i64::from(pixels) << 12) * NEAR / focal) as i32);
                let [width, height] = [width, height].map(near_plane);
                Projection::PerspectiveSize { near: NEAR as i32, far: FAR as i32, width, height }
            }
        };
        layout.set_projection(projection).unwrap();
        Self {
            renderer: Renderer::with_backend(width, height, *scene.compat, backend),
            textures: textures.collect(),
            effect: Effect {
                light,
                shading,
                semi_transparent: scene.semi_transparent,
                sphere_map: scene.sphere.map(|t| Arc::new(SphereMap::new(t, scene.compat).unwrap())),
                ..Effect::default()
            },
            layout,
        }
    }

    /// Draws a figure of the polygons.
    ///
    /// # Panics
    /// When they do not make a figure.
    pub fn draw(&mut self, polygons: &[Polygon], framebuffer: &mut Framebuffer, clip: Clip) {
        let Figure { model, posture, textures, .. } = figure(polygons, &self.textures);
        self.renderer.set_clip(Some(clip));
        self.renderer.render_figure(&FigureDraw::new(&model, &posture, &textures, &self.layout, &self.effect));
        self.renderer.flush(framebuffer);
    }
}
