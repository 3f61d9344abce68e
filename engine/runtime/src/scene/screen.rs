//! Builds the sprite, the image, the rectangle, the text, its number and the gauge of an entity.

use std::sync::Arc;

use keitai_formats::Blend;
use keitai_render::TextLimits;

use super::entity::Builder;
use super::file::{GaugeFile, ImageFile, NumberFile, RectangleFile, SpriteFile, SpriteFramesFile, TextFile};
use crate::assets::{AssetPath, Assets, TextureAsset};
use crate::error::Result;
use crate::ron_text::words::{Area, edges};
use crate::ron_text::{SceneFault, Step};
use crate::world::burst::SpriteFrames;
use crate::world::gauge::Gauge;
use crate::world::number::{MAX_DIGITS, Number};
use crate::world::screen::{DrawMode, Image, Rectangle, Text};
use crate::world::sprite::Sprite;

impl Builder<'_> {
    pub(super) fn sprite(&self, sprite: &SpriteFile, assets: &mut Assets) -> Result<(Sprite, Option<SpriteFrames>)> {
        let texture = self.texture(&sprite.texture, &[Step::Field("sprite"), Step::Field("texture")], assets)?;
        let texels = self.texels(sprite.texels, &texture, &[Step::Field("sprite"), Step::Field("texels")])?;
        let frames = sprite.frames.map(|frames| self.sprite_frames(&frames, texels)).transpose()?;
        let component = Sprite {
            texels,
            texture: Arc::clone(&texture.map),
            size: [sprite.size.0, sprite.size.1],
            angle: sprite.angle.0.0,
            blend: sprite.blend,
            key: sprite.key,
            screen: sprite.screen,
            pixel_size: sprite.pixel_size,
            no_perspective: sprite.no_perspective,
        };
        Ok((component, frames))
    }

    fn sprite_frames(&self, written: &SpriteFramesFile, first: [i32; 4]) -> Result<SpriteFrames> {
        let SpriteFramesFile { count, ticks, mode } = *written;
        let error = |field, expected, found: u16| {
            let steps = [Step::Field("sprite"), Step::Field("frames"), Step::Field(field)];
            self.range_error(&steps, field, expected, found)
        };
        // Mirrored texels lead to the left.
        let end = i32::from(count) * (first[2] - first[0]) + first[0];
        if count == 0 || !(0..=256).contains(&end) {
            return Err(error("count", "1 or more, side by side within 256 texels", count));
        }
        if ticks == 0 {
            return Err(error("ticks", "at least 1", ticks));
        }
        let duration = u32::from(count) * u32::from(ticks);
        Ok(SpriteFrames { first, count, duration, mode: mode.map(|mode| mode.0).unwrap_or_default(), passed: 0 })
    }

    pub(super) fn image(&self, image: &ImageFile, assets: &mut Assets) -> Result<Image> {
        let texture = self.texture(&image.texture, &[Step::Field("image"), Step::Field("texture")], assets)?;
        Ok(Image {
            texels: self.texels(image.texels, &texture, &[Step::Field("image"), Step::Field("texels")])?,
            texture: Arc::clone(&texture.map),
            key: image.key,
            mode: mode(image.blend, image.clip),
        })
    }

    pub(super) fn rectangle(&self, rectangle: &RectangleFile) -> Result<Rectangle> {
        let RectangleFile { size, colour, blend, clip } = *rectangle;
        let colour = self.colour(colour, &[Step::Field("rectangle"), Step::Field("colour")])?;
        Ok(Rectangle { size, colour, mode: mode(blend, clip) })
    }

    pub(super) fn text(&self, text: &TextFile, assets: &mut Assets) -> Result<Text> {
        let colour = self.colour(text.colour, &[Step::Field("text"), Step::Field("colour")])?;
        let steps = [Step::Field("text"), Step::Field("font")];
        let font = self.font(&text.font, (colour, text.outlined), &steps, assets)?;
        let steps = [Step::Field("text"), Step::Field("lines")];
        let lines = text.lines.map(|lines| self.whole(&steps, "lines", 1..=u32::MAX, lines)).transpose()?;
        let letter = font.letter().0;
        if let Some(width) = text.width.filter(|width| *width < letter) {
            let expected = format!("at least {letter}, the width of a letter");
            return Err(self.range_error(&[Step::Field("text"), Step::Field("width")], "width", expected, width));
        }
        let limits = TextLimits { width: text.width, lines, overflow: text.overflow };
        let shown = self.written_text(text.text.as_deref(), text.key.as_deref(), &[Step::Field("text")])?;
        self.report_letters_of_text(&font, text, shown);
        Ok(Text { text: shown.to_owned(), font, align: text.align, limits, mode: mode(text.blend, text.clip) })
    }

    /// Returns a text that is written in the scene, or that of a key.
    pub(super) fn written_text<'t>(
        &'t self,
        text: Option<&'t str>,
        key: Option<&str>,
        steps: &[Step],
    ) -> Result<&'t str> {
        match (text, key) {
            (Some(text), None) => Ok(text),
            (None, Some(key)) => self.text_of(key, &[steps, &[Step::Field("key")]].concat()),
            _ => Err(self.error(steps, SceneFault::TextOrKey)),
        }
    }

    /// Returns the text of a key.
    pub(super) fn text_of(&self, key: &str, steps: &[Step]) -> Result<&str> {
        let Some(table) = &self.context.declared.texts else {
            return Err(self.error(steps, SceneFault::Needs { field: "key", needs: "texts" }));
        };
        let unknown = || self.error(steps, SceneFault::unknown("text", key, table.keys()));
        table.get(key).map(|text| &**text).ok_or_else(unknown)
    }

    /// Returns the number of an entity, which the text shows.
    pub(super) fn number(&self, written: &NumberFile, text: Option<&mut Text>) -> Result<Number> {
        let NumberFile { value, digits, decimals, time } = *written;
        if self.written.entity.text.is_none() {
            return Err(self.error(&[Step::Field("number")], SceneFault::Needs { field: "number", needs: "text" }));
        }
        let whole = |field, range, found| self.whole(&[Step::Field("number"), Step::Field(field)], field, range, found);
        let digits = whole("digits", 1..=MAX_DIGITS.0, digits)?;
        let decimals = whole("decimals", 0..=if time { 2 } else { MAX_DIGITS.1 }, decimals)?;
        let pattern = text.as_ref().map_or_else(String::new, |text| text.text.clone());
        let number = Number { value, digits, decimals, time, pattern };
        if let Some(text) = text {
            number.show(&mut text.text);
        }
        Ok(number)
    }

    pub(super) fn gauge(&self, gauge: &GaugeFile) -> Result<Gauge> {
        let GaugeFile { value, full, from } = *gauge;
        let entity = &self.written.entity;
        if entity.rectangle.is_none() && entity.image.is_none() {
            return Err(self.error(&[Step::Field("gauge")], SceneFault::Needs { field: "gauge", needs: "rectangle" }));
        }
        if full < 1 {
            return Err(self.range_error(&[Step::Field("gauge"), Step::Field("full")], "full", "at least 1", full));
        }
        Ok(Gauge { value, full, from })
    }

    /// Returns the texture in the file that the field at `steps` names.
    pub(super) fn texture(&self, path: &str, steps: &[Step], assets: &mut Assets) -> Result<Arc<TextureAsset>> {
        let texture = AssetPath::new(path).and_then(|path| assets.texture(&path));
        texture.map_err(|error| self.asset_error(steps, error))
    }

    /// Returns the part of a texture to draw, which is all of it by default.
    pub(super) fn texels(
        &self,
        written: Option<(u16, u16, u16, u16)>,
        texture: &TextureAsset,
        steps: &[Step],
    ) -> Result<[i32; 4]> {
        let (left, top, right, bottom) = written.unwrap_or((0, 0, texture.texture.width, texture.texture.height));
        for edge in [left, top, right, bottom] {
            if edge > 256 {
                return Err(self.range_error(steps, "texels", "0..=256", edge));
            }
        }
        Ok([left, top, right, bottom].map(i32::from))
    }
}

fn mode(blend: Blend, clip: Option<Area>) -> DrawMode {
    DrawMode { blend, clip: clip.map(edges) }
}
