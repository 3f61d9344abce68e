//! Records the calls of a `Graphics3D`, and everything else that changes the picture meanwhile, as a shot.
//!
//! A copy of the picture is kept as the shot draws it so far. What differs from it before a flush was drawn by other means, in 2D, and
//! becomes images that hold these pixels.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;

use keitai_formats::{Blend, Rgb, Texture};

use super::{Figure, RecordedShot, ShotFrame, ShotRecorder};
use crate::command_list::CommandList;
use crate::compat::Compat;
use crate::error::Result;
use crate::figure::FigureDraw;
use crate::framebuffer::Picture;
use crate::pixel::ScreenColours;
use crate::project::Backend;
use crate::raster::Clip;
use crate::texture::TextureMap;

#[derive(Debug)]
pub(super) struct Recording {
    pub(super) recorder: ShotRecorder<'static>,
    size: (u32, u32),
    /// The picture as the shot draws it, 0x00RRGGBB.
    pixels: Vec<u32>,
}

impl Recording {
    /// Begins with a black picture.
    pub(super) fn new(size: (u32, u32), clip: Option<Clip>) -> Self {
        let pixels = vec![0; size.0 as usize * size.1 as usize];
        let mut recorder = ShotRecorder::new(&());
        recorder.set_area(clip);
        Self { recorder, size, pixels }
    }

    pub(super) fn figure(&mut self, draw: &FigureDraw, figure: &Figure) {
        self.recorder.figure(draw, (&figure.model, &figure.document, "figure"), None);
    }

    pub(super) fn command_list(&mut self, list: &CommandList, picture: &dyn Picture) {
        self.recorder.command_list(list);
        self.look(picture);
    }

    pub(super) fn flush(&mut self, picture: &dyn Picture) {
        self.recorder.flush();
        self.look(picture);
    }

    /// Records what was drawn by other means since the last flush.
    pub(super) fn catch_up(&mut self, picture: &dyn Picture) {
        // A picture of another size than that of the shot is another picture.
        if (picture.width(), picture.height()) != self.size {
            return;
        }
        let queue_area = self.recorder.set_area(None);
        self.tile(Clip::at(0, 0, picture.width(), picture.height()), picture);
        self.recorder.set_area(queue_area);
        self.look(picture);
    }

    pub(super) fn finish(self, backend: Backend, compat: Compat, screen: ScreenColours) -> Result<RecordedShot> {
        self.recorder.finish(ShotFrame { size: self.size, background: 0, backend, compat, screen })
    }

    fn look(&mut self, picture: &dyn Picture) {
        let width = picture.width() as usize;
        for (y, row) in (0..).zip(self.pixels.chunks_exact_mut(width.max(1))) {
            row.iter_mut().zip(picture.row(y)).for_each(|(target, pixel)| *target = pixel & 0xFF_FFFF);
        }
    }

    /// Records the changed pixels of an area as images of at most 256 x 256 pixels and 255 colours.
    fn tile(&mut self, area: Clip, picture: &dyn Picture) {
        let Some(area) = self.changed(area, picture) else { return };
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        let texture = if width <= 256 && height <= 256 { self.texture(area, picture) } else { None };
        let Some(texture) = texture else {
            let mut halves = [area; 2];
            if width > height {
                let middle = area.left + width / 2;
                (halves[0].right, halves[1].left) = (middle, middle);
            } else {
                let middle = area.top + height / 2;
                (halves[0].bottom, halves[1].top) = (middle, middle);
            }
            return halves.into_iter().for_each(|half| self.tile(half, picture));
        };
        let at = (area.left, area.top);
        if texture.palette.len() == 2 && !texture.texels.contains(&0) {
            let Rgb { r, g, b } = texture.palette[1];
            let colour = u32::from_be_bytes([0, r, g, b]);
            let size = (width.unsigned_abs(), height.unsigned_abs());
            return self.recorder.rectangle(at, size, colour, Blend::Normal, None);
        }
        if let Ok(map) = TextureMap::new(&texture, &Compat::default()) {
            self.recorder.image(&Arc::new(map), [0, 0, width, height], at, (true, Blend::Normal), None);
        }
    }

    /// Returns the rectangle around the changed pixels of an area.
    fn changed(&self, area: Clip, picture: &dyn Picture) -> Option<Clip> {
        let mut around = Clip::NOTHING;
        for y in area.top..area.bottom {
            for x in area.left..area.right {
                if self.change(x, y, picture).is_some() {
                    around.left = around.left.min(x);
                    around.right = around.right.max(x + 1);
                    around.top = around.top.min(y);
                    around.bottom = y + 1;
                }
            }
        }
        (!around.is_empty()).then_some(around)
    }

    /// Returns a pixel if it has changed.
    fn change(&self, x: i32, y: i32, picture: &dyn Picture) -> Option<u32> {
        let row = picture.row(y.unsigned_abs());
        let now = row[x as usize] & 0xFF_FFFF;
        (now != self.pixels[y as usize * row.len() + x as usize]).then_some(now)
    }

    /// Returns an area as a texture, in which what has not changed has index 0; `None` if it has more than 255 colours.
    fn texture(&self, area: Clip, picture: &dyn Picture) -> Option<Texture> {
        let mut indices = BTreeMap::new();
        let (mut palette, mut texels) = (vec![Rgb::default()], Vec::new());
        for y in area.top..area.bottom {
            for x in area.left..area.right {
                let index = match self.change(x, y, picture) {
                    None => 0,
                    Some(colour) => *indices.entry(colour).or_insert_with(|| {
                        palette.push(Rgb::from_hex(colour));
                        palette.len() - 1
                    }),
                };
                texels.push(u8::try_from(index).ok()?);
            }
        }
        let side = |from: i32, to: i32| u16::try_from(to - from).ok();
        Some(Texture { width: side(area.left, area.right)?, height: side(area.top, area.bottom)?, palette, texels })
    }
}
