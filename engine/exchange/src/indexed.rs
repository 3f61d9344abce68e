//! Textures as indexed PNG files.

use keitai_formats::{Rgb, Texture};

use crate::error::{Error, Result};

/// Returns a texture of another size. Texels outside the old one have index 0.
pub(crate) fn padded(texture: &Texture, [width, height]: [u16; 2]) -> Texture {
    let texel = |x: u16, y: u16| {
        let inside = x < texture.width && y < texture.height;
        let index = usize::from(y) * usize::from(texture.width) + usize::from(x);
        texture.texels.get(index).copied().filter(|_| inside).unwrap_or_default()
    };
    let texels = (0..height).flat_map(|y| (0..width).map(move |x| texel(x, y))).collect();
    Texture { width, height, palette: texture.palette.clone(), texels }
}

/// Writes a texture as a PNG file with the palette in its order. Index 0 is transparent.
pub(crate) fn png(texture: &Texture) -> Result<Vec<u8>> {
    // An index beyond the palette is black.
    let highest = texture.texels.iter().copied().max().unwrap_or_default();
    let mut palette = texture.palette.clone();
    palette.resize(palette.len().max(usize::from(highest) + 1), Rgb::default());
    let mut bytes = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut bytes, texture.width.into(), texture.height.into());
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(palette.iter().flat_map(|colour| [colour.r, colour.g, colour.b]).collect::<Vec<_>>());
    encoder.set_trns(vec![0]);
    let refused = |error: ::png::EncodingError| Error::Picture { reason: error.to_string() };
    let mut writer = encoder.write_header().map_err(refused)?;
    writer.write_image_data(&texture.texels).map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(bytes)
}
