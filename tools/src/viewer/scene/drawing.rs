//! The picture of the scene: background, grid, both back ends, and marks of the selection.

use keitai_render::{Backend, Canvas, Framebuffer, Lettering};

use super::FigureScene;
use crate::viewer::background::{self, Background};
use crate::viewer::polygons::{Pixel, Selection};
use crate::viewer::state::Viewer;

/// Colours of the selected polygon's outline, of the line beside it, which shows it on polygons of its own colour, and of the
/// selected vertex, 0xRRGGBB.
const OUTLINE: u32 = 0xFF_DC3C;
const BESIDE: u32 = 0x20_1808;
const MARK: u32 = 0xFF_4040;

impl FigureScene {
    /// Returns the picture of the viewer's state.
    pub(crate) fn picture(&mut self, viewer: &Viewer) -> Framebuffer {
        self.show(viewer);
        let mut picture = self.stage.framebuffer();
        self.draw(viewer, &mut picture);
        picture
    }

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
            background::grid(self, &mut Canvas::new(&mut behind));
        }
        background::lay(&behind, &empty, picture);
    }

    /// Draws the outline of the selected polygon and a mark at the selected vertex.
    pub(crate) fn draw_selection(&self, selection: &Selection, picture: &mut Framebuffer) {
        let figure = self.figure();
        let Some(polygon) = selection.polygon.and_then(|polygon| figure.polygons.get(polygon)) else { return };
        let positions = self.positions();
        let pixel = |vertex: &u16| self.stage.pixel(figure.entity, *positions.get(usize::from(*vertex))?);
        let corners: Vec<Option<Pixel>> = polygon.vertices().iter().map(pixel).collect();
        let mut canvas = Canvas::new(picture);
        for (aside, colour) in [(1, BESIDE), (0, OUTLINE)] {
            let moved = |(x, y): Pixel| (x.saturating_add(aside), y.saturating_add(aside));
            for [from, to] in polygon.edges() {
                if let (Some(from), Some(to)) = (corners[*from], corners[*to]) {
                    canvas.line(moved(from), moved(to), colour);
                }
            }
        }
        if let Some(Some((x, y))) = corners.get(selection.corner) {
            canvas.rectangle(x.saturating_sub(1), y.saturating_sub(1), 3, 3, MARK);
        }
    }

    /// Draws the border between both back ends and their names, where they are beside each other.
    pub(crate) fn draw_border(&self, viewer: &Viewer, picture: &mut Framebuffer) {
        let Some(split) = viewer.split else { return };
        let left = split_column(split, picture.width() as usize) as i32;
        let height = picture.height();
        let mut canvas = Canvas::new(picture);
        canvas.rectangle(left, 0, 1, height, OUTLINE);
        let words = "authentic";
        let wide = words.len() as i32 * Lettering::Small.width() as i32;
        canvas.outlined(words, left - wide - 3, 3, Lettering::Small, OUTLINE);
        canvas.outlined("enhanced", left + 4, 3, Lettering::Small, OUTLINE);
    }

    /// Draws the left part with the authentic back end and the rest with the enhanced one.
    fn draw_split(&mut self, split: u8, picture: &mut Framebuffer) {
        let mut enhanced = picture.clone();
        self.stage.set_backend(Backend::Enhanced);
        self.stage.draw(&mut enhanced);
        self.stage.set_backend(Backend::Authentic);
        self.stage.draw(picture);
        self.stage.set_backend(self.settings.backend.unwrap_or_default());
        let width = picture.width().max(1) as usize;
        let left = split_column(split, width);
        for (row, other) in picture.pixels_mut().chunks_exact_mut(width).zip(enhanced.pixels().chunks_exact(width)) {
            row[left..].copy_from_slice(&other[left..]);
        }
    }
}

/// Returns the first column of the enhanced back end in a picture of this width; `split` is in per cent of it.
fn split_column(split: u8, width: usize) -> usize {
    width * usize::from(split.min(100)) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{robot, shown};

    #[test]
    fn the_selection_is_seen_on_its_own_colour_and_the_border_between_the_back_ends() {
        let mut scene = shown(&robot("tin.mbac"));
        let mut viewer = Viewer::starting_at(3, Some(7));
        scene.show(&viewer);
        let mut picture = scene.stage.framebuffer();
        picture.fill(OUTLINE);
        scene.draw_selection(&Selection { polygon: Some(0), ..Selection::default() }, &mut picture);
        assert!(picture.pixels().contains(&BESIDE));

        picture.fill(0);
        scene.draw_border(&viewer, &mut picture);
        assert!(picture.pixels().iter().all(|pixel| *pixel == 0), "one back end has no border");
        viewer.split = Some(50);
        scene.draw_border(&viewer, &mut picture);
        let width = picture.width() as usize;
        assert!(picture.pixels().chunks(width).all(|row| row[width / 2] == OUTLINE));
    }
}
