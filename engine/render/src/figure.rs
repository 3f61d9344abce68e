//! Submits a figure: projects each vertex once, then submits the polygons pattern by pattern.

use crate::affine::AffineTrans;
use crate::effect::{Effect, Style};
use crate::lanes::widest;
use crate::layout::FigureLayout;
use crate::model::{Group, Model, Polygon, copies};
use crate::posture::Posture;
use crate::project::{Projector, Screen};
use crate::queue::{Queue, Surface};
use crate::shade::Lighting;
use crate::submit::{Look, Scratch, Submission};
use crate::texture::TextureMap;
use crate::vertex::{LANES, Vertex};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;
use keitai_formats::Material;

/// A figure to be drawn: model, textures, posture, layout and effect.
#[derive(Debug, Clone, Copy)]
pub struct FigureDraw<'a> {
    /// Vertices, polygons and bones.
    pub model: &'a Model,
    /// Bone matrices and pattern mask.
    pub posture: &'a Posture,
    /// Texture of each texture group; groups beyond are not drawn.
    pub textures: &'a [Arc<TextureMap>],
    /// Index of the texture that is selected as the figure's only one.
    #[doc(alias = "selectTexture")]
    pub selected: Option<usize>,
    /// View and projection.
    pub layout: &'a FigureLayout,
    /// Lighting, shading and blending.
    pub effect: &'a Effect,
    /// Added to the layout's centre, pixels.
    pub offset: (i32, i32),
}

impl<'a> FigureDraw<'a> {
    /// Returns a draw of a figure with all its textures, at the layout's own centre.
    pub fn new(
        model: &'a Model,
        posture: &'a Posture,
        textures: &'a [Arc<TextureMap>],
        layout: &'a FigureLayout,
        effect: &'a Effect,
    ) -> Self {
        Self { model, posture, textures, selected: None, layout, effect, offset: (0, 0) }
    }
}

pub(crate) fn submit(draw: &FigureDraw, screen: Screen, scratch: &mut Scratch, queue: &mut Queue) {
    let Scratch { projector, globals, vertices } = scratch;
    let projector = Projector::renewed(projector, draw.layout, draw.offset, screen);
    project_vertices(draw, projector, screen, globals, vertices);
    let vertices = vertices.as_flattened();
    let mut submission = Submission::new(projector, draw.effect, queue);
    let mask = draw.posture.pattern();
    for (pattern, groups) in draw.model.patterns.iter().enumerate() {
        for _ in 0..copies(pattern, mask) {
            groups.iter().for_each(|group| submit_group(draw, group, vertices, &mut submission));
        }
    }
}

fn project_vertices(
    draw: &FigureDraw,
    projector: &Projector,
    screen: Screen,
    globals: &mut Vec<AffineTrans>,
    vertices: &mut Vec<[Vertex; LANES]>,
) {
    let model = draw.model;
    draw.posture.globals(model, globals);
    let vertices = Vertex::blocks(vertices, model.places.len());
    let lighting = Lighting::new(draw.effect, screen).filter(|_| model.lit);
    for (index, bone) in model.bones.iter().enumerate().filter(|(_, bone)| !bone.vertices.is_empty()) {
        let blocks = bone.blocks();
        let vertices = &mut vertices[blocks.clone()];
        let Some(global) = globals.get(index) else {
            // A posture made for another figure may have fewer bones.
            vertices.fill([Vertex::default(); LANES]);
            continue;
        };
        projector.place_all(vertices, projector.bone_to_view(global).blocks(&model.places[blocks.clone()]));
        if let Some(lighting) = &lighting {
            let lighting = lighting.in_space(&projector.view.mul(global));
            let light = lighting.factors();
            widest(
                #[inline(always)]
                || {
                    for (vertices, normals) in vertices.iter_mut().zip(&model.normals[blocks]) {
                        lighting.light(vertices, |axis| normals.inner(&light[axis]));
                    }
                },
            );
        }
    }
}

fn submit_group(draw: &FigureDraw, group: &Group, vertices: &[Vertex], submission: &mut Submission) {
    submission.queue.count(4, group.quads.len());
    submission.queue.count(3, group.triangles.len());
    let texture = match group.texture {
        None => None,
        Some(slot) => match texture(draw, usize::from(slot)) {
            Some(texture) => Some(Surface::Texture(submission.queue.keep(texture))),
            None => Some(Surface::Nothing),
        },
    };
    let mut style = submission.style(Material(0), texture.is_some(), draw.model.lit);
    submit_polygons::<3>(draw.model, &group.triangles, texture, &mut style, vertices, submission);
    submit_polygons::<4>(draw.model, &group.quads, texture, &mut style, vertices, submission);
}

/// Submits polygons of a group; `style` is that of the polygon before them.
#[inline(always)]
fn submit_polygons<const SIDES: usize>(
    model: &Model,
    range: &Range<usize>,
    texture: Option<Surface>,
    style: &mut Style,
    vertices: &[Vertex],
    submission: &mut Submission,
) {
    // Asked once: the queue may change with each polygon.
    let is_traced = submission.queue.is_traced();
    for (index, polygon) in range.clone().zip(&model.polygons[range.clone()]) {
        // Polygons of one material mostly follow each other.
        if style.material != polygon.material {
            *style = submission.style(polygon.material, texture.is_some(), model.lit);
        }
        submission.polygon(style, polygon.corners::<SIDES>(vertices), || polygon.look(texture));
        if is_traced {
            submission.queue.mark(u32::try_from(index).ok());
        }
    }
}

impl Polygon {
    #[inline(always)]
    fn corners<'a, const SIDES: usize>(&self, vertices: &'a [Vertex]) -> [&'a Vertex; SIDES] {
        core::array::from_fn(|i| &vertices[self.vertices[i] as usize])
    }

    #[inline(always)]
    fn look<const SIDES: usize>(&self, texture: Option<Surface>) -> Look<SIDES> {
        let texels = core::array::from_fn(|i| self.texels[i]);
        Look { surface: texture.unwrap_or(Surface::Colour(self.colour)), texels }
    }
}

/// Returns the texture of a group, if it has one: its own, or for group 0 alone the selected one.
fn texture<'a>(draw: &FigureDraw<'a>, slot: usize) -> Option<&'a Arc<TextureMap>> {
    match draw.selected {
        None => draw.textures.get(slot),
        Some(selected) => draw.textures.get(selected).filter(|_| slot == 0),
    }
}
