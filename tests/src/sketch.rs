//! Polygons on chosen pixels as a figure, drawn by the renderer through its public interface.
//!
//! One bone, a view that turns nothing and a parallel projection of one pixel per unit put every vertex on the pixel it
//! names; a light into the screen gives it the shade that belongs to its normal's z.

use crate::oracle::{FAR, NEAR, Polygon, Scene, Surface, View};
use keitai_formats::{Bone, ColourPolygon, Figure, Normals, Pattern, PolygonRun, Rgb, TexturedPolygon};
use keitai_render::{
    Backend, Clip, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Model, Posture, Projection, Q12, Renderer,
    Shading, SphereMap, TextureMap, Vector3,
};
use std::array::from_fn;
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

/// Returns a figure of one bone and one pattern: these polygons over `textures` textures.
pub fn figure(polygons: &[Polygon], textures: usize) -> Figure {
    let mut figure = Figure { version: 5, texture_count: textures as u16, ..Figure::default() };
    let mut normals = Vec::new();
    let mut pattern = Pattern { textures: vec![PolygonRun::default(); textures], ..Pattern::default() };
    // The figure's lists are ordered by texture.
    let mut sorted: Vec<&Polygon> = polygons.iter().collect();
    sorted.sort_by_key(|polygon| group(polygon));
    for polygon in sorted {
        let first = figure.vertices.len() as u16;
        for corner in &polygon.corners {
            figure.vertices.push(corner.at);
            normals.push(corner.normal);
        }
        let (material, quad) = (polygon.material, polygon.corners.len() == 4);
        let (vertex, texel) = (|i: usize| first + i as u16, |i: usize| polygon.corners[i].texel);
        let lists = &mut figure.polygons;
        let run = match polygon.surface {
            Surface::Colour(colour) => {
                let colour = colour_index(&mut figure.palette, colour);
                if quad {
                    lists.colour_quads.push(ColourPolygon { material, vertices: from_fn(vertex), colour });
                } else {
                    lists.colour_triangles.push(ColourPolygon { material, vertices: from_fn(vertex), colour });
                }
                &mut pattern.colour
            }
            Surface::Texture(number) => {
                if quad {
                    let (vertices, texels) = (from_fn(vertex), from_fn(texel));
                    lists.textured_quads.push(TexturedPolygon { material, vertices, texels });
                } else {
                    let (vertices, texels) = (from_fn(vertex), from_fn(texel));
                    lists.textured_triangles.push(TexturedPolygon { material, vertices, texels });
                }
                &mut pattern.textures[number]
            }
        };
        *(if quad { &mut run.quads } else { &mut run.triangles }) += 1;
    }
    figure.normals = Normals::Vectors(normals);
    figure.patterns.push(pattern);
    figure.bones.push(Bone { vertex_count: figure.vertices.len() as u16, ..Bone::default() });
    figure
}

fn colour_index(palette: &mut Vec<Rgb>, colour: Rgb) -> u8 {
    let found = palette.iter().position(|&c| c == colour);
    found.unwrap_or_else(|| {
        palette.push(colour);
        palette.len() - 1
    }) as u8
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
        let model = Model::new(&figure(polygons, self.textures.len())).unwrap();
        self.renderer.set_clip(Some(clip));
        let posture = Posture::rest(&model);
        self.renderer.render_figure(&FigureDraw::new(&model, &posture, &self.textures, &self.layout, &self.effect));
        self.renderer.flush(framebuffer);
    }
}
