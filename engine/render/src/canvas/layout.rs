//! Areas of the texts and images of a picture, so that a game can test that texts do not overlap: the feature `layout`.

use alloc::string::String;
use alloc::vec::Vec;

use keitai_formats::Blend;

use super::Canvas;
use crate::raster::Clip;

/// The texts and images that were drawn on a picture, in their order.
///
/// ```
/// # #[cfg(feature = "text")] {
/// # use keitai_render::{Canvas, Clip, Framebuffer, Layout, Lettering};
/// let mut picture = Framebuffer::new(240, 320);
/// picture.layout = Some(Layout::default());
/// Canvas::new(&mut picture).text("GO", 100, 20, Lettering::Normal, 0xFFFFFF);
/// let (width, height) = (2 * Lettering::Normal.width() as i32, Lettering::Normal.height() as i32);
/// let area = Clip { left: 100, top: 20, right: 100 + width, bottom: 20 + height };
/// assert_eq!(picture.layout.as_ref().unwrap().texts, [("GO".to_owned(), area)]);
/// Canvas::new(&mut picture).rectangle(90, 10, 60, 30, 0x402010);
/// assert!(picture.layout.unwrap().texts.is_empty());
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Lines of texts, without those that an opaque rectangle or an image has covered since.
    pub texts: Vec<(String, Clip)>,
    /// Areas of images.
    pub images: Vec<Clip>,
}

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
