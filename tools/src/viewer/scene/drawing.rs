//! The picture of the scene: background, grid, both back ends, and marks of the selection.

use keitai_render::{Backend, Canvas, Framebuffer};

use super::FigureScene;
use crate::viewer::background::{self, Background};
use crate::viewer::ground;
use crate::viewer::pick::Pixel;
use crate::viewer::selection::Selection;
use crate::viewer::state::Viewer;

/// Colours of the selected polygon's outline and of the selected vertex, 0xRRGGBB.
const OUTLINE: u32 = 0xFF_DC3C;
const MARK: u32 = 0xFF_4040;

impl FigureScene {
    /// Draws the picture with its background, grid and both back ends, as the viewer's state says.
    pub(crate) fn draw(&mut self, viewer: &Viewer, picture: &mut Framebuffer) {
        match viewer.split {
            Some(split) => self.draw_split(split, picture),
            None => self.stage.draw(picture),
        }
        if !viewer.grid && viewer.backdrop == Background::Plain {
            return;
        }
        let mut empty = picture.clone();
        empty.fill(viewer.background);
        empty.reduce(self.stage.scene().screen);
        let mut behind = match (viewer.backdrop, &self.backdrop) {
            (Background::Checker, _) => background::checker(&empty),
            (Background::Picture, Some(picture)) => background::covering(picture, &empty),
            _ => empty.clone(),
        };
        if viewer.grid {
            ground::draw(self, &mut Canvas::new(&mut behind));
        }
        background::lay(&behind, &empty, picture);
    }

    /// Draws the outline of the selected polygon and a mark at the selected vertex.
    pub(crate) fn draw_selection(&self, selection: &Selection, picture: &mut Framebuffer) {
        let Some(polygon) = selection.polygon.and_then(|polygon| self.polygons.get(polygon)) else { return };
        let positions = self.positions();
        let pixel = |vertex: &u16| self.pixel(*positions.get(usize::from(*vertex))?);
        let corners: Vec<Option<Pixel>> = polygon.vertices().iter().map(pixel).collect();
        let order: &[usize] = if corners.len() == 3 { &[0, 1, 2, 0] } else { &[0, 1, 3, 2, 0] };
        let mut canvas = Canvas::new(picture);
        for ends in order.windows(2) {
            if let (Some(from), Some(to)) = (corners[ends[0]], corners[ends[1]]) {
                canvas.line(from, to, OUTLINE);
            }
        }
        if let Some(Some((x, y))) = corners.get(selection.corner) {
            canvas.rectangle(x.saturating_sub(1), y.saturating_sub(1), 3, 3, MARK);
        }
    }

    /// Draws the left part with the authentic back end and the rest with the enhanced one.
    fn draw_split(&mut self, split: u16, picture: &mut Framebuffer) {
        let mut enhanced = picture.clone();
        self.stage.set_backend(Backend::Enhanced);
        self.stage.draw(&mut enhanced);
        self.stage.set_backend(Backend::Authentic);
        self.stage.draw(picture);
        self.stage.set_backend(self.settings.backend.unwrap_or_default());
        let width = picture.width().max(1) as usize;
        let left = width * usize::from(split.min(1000)) / 1000;
        for (own, other) in picture.pixels_mut().chunks_exact_mut(width).zip(enhanced.pixels().chunks_exact(width)) {
            own[left..].copy_from_slice(&other[left..]);
        }
    }
}
