//! Areas of the texts and images of a picture, so that a game can test that texts do not overlap: the feature `layout`.

use keitai_formats::Blend;

use super::Canvas;
use crate::raster::Clip;

impl Canvas<'_> {
    pub(super) fn note_image(&mut self, x: i32, y: i32, width: u32, height: u32) {
        self.cover(x, y, width, height);
        if let Some(layout) = &mut self.framebuffer.layout {
            layout.images.push(Clip::at(x, y, width, height));
        }
    }

    /// Forgets the texts whose middle an opaque rectangle or an image covers.
    pub(super) fn cover(&mut self, x: i32, y: i32, width: u32, height: u32) {
        if let Some(layout) = self.framebuffer.layout.as_mut().filter(|_| self.blend == Blend::Normal) {
            let area = Clip::at(x, y, width, height);
            layout.texts.retain(|(_, text)| !area.contains((text.left + text.right) / 2, (text.top + text.bottom) / 2));
        }
    }

    #[cfg(feature = "text")]
    pub(super) fn note_text(&mut self, text: &str, x: i32, y: i32, (width, height): (u32, u32)) {
        let Some(layout) = &mut self.framebuffer.layout else { return };
        for (line, text) in (0..).zip(text.lines()).filter(|(_, line)| !line.is_empty()) {
            let top = y.saturating_add_unsigned(height.saturating_mul(line));
            let letters = text.chars().count() as u32;
            layout.texts.push((text.into(), Clip::at(x, top, width.saturating_mul(letters), height)));
        }
    }
}
