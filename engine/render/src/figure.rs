//! Submits a figure: projects each vertex once, then submits the polygons pattern by pattern.

use crate::affine::AffineTrans;
use crate::block::{Factors, LANES};
use crate::compat::{MissingTextureGroup, PatternBit, SelectTexture, SubmitOrder};
use crate::effect::Effect;
use crate::layout::FigureLayout;
use crate::model::{Group, Model, Polygon};
use crate::posture::Posture;
use crate::project::{Projector, Screen};
use crate::queue::{Queue, Surface};
use crate::raster::lanes::widest;
use crate::shade::Lighting;
use crate::skin::Skin;
use crate::submit::{Look, Submission};
use crate::texture::TextureMap;
use crate::vertex::{Scratch, Vertex};
use keitai_formats::{Material, Rgb};
use std::sync::Arc;

/// A figure to be drawn: model, textures, posture, layout and effect.
#[derive(Debug, Clone, Copy)]
pub struct FigureDraw<'a> {
    /// The figure.
    pub model: &'a Model,
    /// Its pose and pattern.
    pub posture: &'a Posture,
    /// Texture of each texture group; groups beyond are not drawn.
    pub textures: &'a [Arc<TextureMap>],
    /// One of `textures` selected as the figure's only one.
    pub selected: Option<usize>,
    /// View and projection.
    pub layout: &'a FigureLayout,
    /// Light and more.
    pub effect: &'a Effect,
    /// Added to the layout's centre, pixels.
    pub offset: (i32, i32),
}

/// Queues a figure.
pub(crate) fn submit(draw: &FigureDraw, screen: &Screen, scratch: &mut Scratch, queue: &mut Queue) {
    let Scratch { projector, globals, vertices } = scratch;
    let projector = Projector::renewed(projector, draw.layout, draw.offset, screen);
    project_vertices(draw, projector, screen, globals, vertices);
    let vertices = vertices.as_flattened();
    let mut submission = Submission::new(projector, draw.effect, screen, queue);
    let compat = screen.compat;
    for (pattern, groups) in draw.model.patterns.iter().enumerate() {
        if shows(pattern, draw.posture.pattern(), compat.pattern_bit) {
            groups.iter().for_each(|group| submit_group(draw, group, vertices, &mut submission));
        }
    }
}

/// Returns whether a pattern is drawn under a mask.
fn shows(pattern: usize, mask: u32, rule: PatternBit) -> bool {
    let bit = |n: usize| mask & (1_u32 << (n & 31)) != 0;
    match (pattern, rule) {
        (0, _) => true,
        (1..=31, PatternBit::ShiftP) => bit(pattern),
        // Faithful: pattern 32 has no bit.
        (_, PatternBit::ShiftP) => false,
        (_, PatternBit::ShiftP31) => bit(pattern),
        (_, PatternBit::ShiftPMinus1) => pattern <= 32 && bit(pattern - 1),
    }
}

fn project_vertices(
    draw: &FigureDraw,
    projector: &Projector,
    screen: &Screen,
    globals: &mut Vec<AffineTrans>,
    vertices: &mut Vec<[Vertex; LANES]>,
) {
    let model = draw.model;
    let view = projector.view();
    draw.posture.globals(model, projector.view_first().then_some(view), globals);
    let vertices = Vertex::blocks(vertices, model.places.len());
    let lighting = Lighting::new(draw.effect, screen).filter(|_| model.lit);
    let normals = model.lit_normals(screen.compat.packed_normals);
    for (index, bone) in model.bones.iter().enumerate().filter(|(_, bone)| !bone.vertices.is_empty()) {
        let blocks = bone.blocks();
        let vertices = &mut vertices[blocks.clone()];
        let Some(global) = globals.get(index) else {
            // A posture made for another figure may have fewer bones.
            vertices.fill([Vertex::default(); LANES]);
            continue;
        };
        let places = model.places[blocks.clone()].iter().copied();
        Vertex::project(vertices, places, (projector, &projector.bone_to_view(global), bone.reach));
        if let Some(lighting) = &lighting {
            let lighting = lighting.in_space(&if projector.view_first() { *global } else { view.mul(global) });
            let light = lighting.axes().map(Factors::saturating);
            widest(
                #[inline(always)]
                || {
                    for (vertices, normals) in vertices.iter_mut().zip(&normals[blocks]) {
                        lighting.light(vertices, |axis| normals.inner(&light[axis]));
                    }
                },
            );
        }
    }
}

fn submit_group(draw: &FigureDraw, group: &Group, vertices: &[Vertex], submission: &mut Submission) {
    submission.count(4, group.quads.len());
    submission.count(3, group.triangles.len());
    let compat = submission.compat;
    let skin = match group.texture {
        None => None,
        Some(slot) => match texture(draw, usize::from(slot), compat.select_texture) {
            Some(texture) => Some(submission.keep(texture)),
            None if compat.missing_texture_group == MissingTextureGroup::DrawUntextured => {
                Some(Skin::Plain(Surface::Colour(Rgb { r: 255, g: 255, b: 255 })))
            }
            None => return,
        },
    };
    let has_normals = draw.model.lit;
    let textured = skin.is_some_and(|skin| skin.is_textured());
    let mut style = submission.style(Material(0), textured, has_normals);
    let mut polygons = |quads: bool| {
        let range = if quads { &group.quads } else { &group.triangles };
        for (index, polygon) in range.clone().zip(&draw.model.polygons[range.clone()]) {
            // Polygons of one material mostly follow each other.
            if style.material != polygon.material {
                style = submission.style(polygon.material, textured, has_normals);
            }
            let visible = if quads {
                submission.polygon(&style, polygon.corners::<4>(vertices), || polygon.look(skin.as_ref()))
            } else {
                submission.polygon(&style, polygon.corners::<3>(vertices), || polygon.look(skin.as_ref()))
            };
            if visible {
                submission.mark(index);
            }
        }
    };
    let quads_first = compat.submit_order == SubmitOrder::QuadsFirst;
    polygons(quads_first);
    polygons(!quads_first);
}

impl Polygon {
    #[inline(always)]
    fn corners<'a, const SIDES: usize>(&self, vertices: &'a [Vertex]) -> [&'a Vertex; SIDES] {
        std::array::from_fn(|i| &vertices[self.vertices[i] as usize])
    }

    #[inline(always)]
    fn look<const SIDES: usize>(&self, skin: Option<&Skin>) -> Look<SIDES> {
        let texels = std::array::from_fn(|i| self.texels[i]);
        let surface = skin.map_or(Surface::Colour(self.colour), |skin| skin.surface(&texels));
        Look { surface, texels, one_normal: self.one_normal }
    }
}

/// Returns the texture of a group, if it has one.
fn texture<'a>(draw: &FigureDraw<'a>, slot: usize, rule: SelectTexture) -> Option<&'a Arc<TextureMap>> {
    match (draw.selected, rule) {
        (None, _) | (_, SelectTexture::Ignore) => draw.textures.get(slot),
        (Some(selected), SelectTexture::AllGroups) => draw.textures.get(selected),
        (Some(selected), SelectTexture::GroupZeroOnly) => draw.textures.get(selected).filter(|_| slot == 0),
    }
}
