//! The clipboard for pictures.

use arboard::ImageData;
use keitai_render::Framebuffer;

/// The clipboard, opened for the first picture. The system requests the copied picture from the program, so the clipboard stays
/// open.
#[derive(Default)]
pub(super) struct Clipboard(Option<arboard::Clipboard>);

impl Clipboard {
    pub(super) fn set(&mut self, picture: &Framebuffer) -> Result<(), arboard::Error> {
        let clipboard = match self.0.take() {
            Some(clipboard) => self.0.insert(clipboard),
            None => self.0.insert(arboard::Clipboard::new()?),
        };
        let rgba = |pixel: &u32| {
            let [_, r, g, b] = pixel.to_be_bytes();
            [r, g, b, u8::MAX]
        };
        let bytes: Vec<u8> = picture.pixels().iter().flat_map(rgba).collect();
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        clipboard.set_image(ImageData { width, height, bytes: bytes.into() })
    }
}
