//! Converts materials to material bits, colours to a palette, and texture coordinates to texels; checks sizes of textures.
//!
//! Colours truncate: `trunc(255 * c)` [vendor tool]. The palette holds the colours that faces use, in the order of the
//! faces in the text, equal ones once.
//!
//! Texture coordinates become texels: `r(u * (width - 1))`, low 8 bits, no flip; with the optimised rule `r(u *
//! width)`, where a value that does not fit 8 bits becomes `width - 1` [vendor tool].

use std::collections::{HashMap, HashSet};

use keitai_formats::{Diagnostic, Diagnostics, Material, Rgb, Severity, bac, text::Spanned};

use crate::options::{Options, Target};
use crate::rules;
use crate::space::round;

pub(crate) fn bits(material: &bac::Material, options: &Options) -> Material {
    let textured = material.texture >= 0;
    let blend = material.blend.bits();
    let sort = if options.target == Target::V31 { options.z_sort.bits() } else { 0 };
    let flags = [
        (material.transparent && textured, Material::COLOUR_KEY),
        (material.double_face, Material::DOUBLE_FACE),
        (material.lighting, Material::LIGHTING),
        (sphere_mapped(material.specular, options.specular_threshold), Material::SPHERE_MAP),
    ];
    let all = flags.iter().filter(|(set, _)| *set).fold(blend | sort, |all, (_, bit)| all | bit);
    Material(all & options.target.material_bits())
}

/// Returns true when a material is sphere mapped. Both numbers are truncated to 255ths: 0.248 passes a threshold of
/// 0.25, as in the vendor's output [inferred].
pub(crate) fn sphere_mapped(specular: f32, threshold: f64) -> bool {
    (255.0 * f64::from(specular)).trunc() >= (255.0 * threshold).trunc()
}

/// The colours of a figure, in order of use.
#[derive(Debug, Default)]
pub(crate) struct Palette {
    pub(crate) colours: Vec<Rgb>,
    indices: HashMap<Rgb, u8>,
    lost: HashSet<Rgb>,
}

impl Palette {
    /// Returns the index of a colour, adding a new one.
    pub(crate) fn index(&mut self, colour: Rgb) -> u8 {
        if let Some(index) = self.indices.get(&colour) {
            return *index;
        }
        match u8::try_from(self.colours.len()) {
            Ok(index) => {
                self.colours.push(colour);
                self.indices.insert(colour, index);
                index
            }
            Err(_) => {
                self.lost.insert(colour);
                0
            }
        }
    }

    /// Reports colours beyond the palette's 256.
    pub(crate) fn report(&self, bac: &bac::Bac, findings: &mut Diagnostics) {
        if !self.lost.is_empty() {
            let message =
                format!("Figure/Colors: faces use {} colours; a palette has 256", self.colours.len() + self.lost.len());
            findings.push(Diagnostic::new(&rules::TOO_MANY_COLOURS, bac.places.colours.0, message));
        }
    }
}

/// White, for materials with neither texture nor colour.
pub(crate) const WHITE: Rgb = Rgb { r: 255, g: 255, b: 255 };

/// Returns a colour in 8 bits per component.
pub(crate) fn colour(index: usize, colour: &Spanned<[f32; 3]>, options: &Options, findings: &mut Diagnostics) -> Rgb {
    let outside = colour.value.iter().any(|c| !(0.0..=1.0).contains(c));
    if outside {
        let message = format!("Figure/Colors/f3[{index}]: {:?} is outside 0..1", colour.value);
        findings.push(Diagnostic::new(&rules::COLOUR_RANGE, colour.span, message).allowed_if(options.clamp_colours));
    }
    let value = if options.clamp_colours { colour.value.map(|c| c.clamp(0.0, 1.0)) } else { colour.value };
    let [r, g, b] = value.map(|c| (255.0 * f64::from(c)) as i32);
    // Faithful: the three numbers are combined without masking, so that those outside 0..=255 leak [vendor tool].
    let [r, g, b, _] = (r | (g << 8) | (b << 16)).to_le_bytes();
    Rgb { r, g, b }
}

/// Returns a texel coordinate as it is written.
pub(crate) fn texel(u: f32, side: i32, options: &Options) -> u8 {
    let u = f64::from(u);
    let texel = if options.optimized_texel {
        let texel = round(u * f64::from(side));
        if (0..=255).contains(&texel) { texel } else { i64::from(side) - 1 }
    } else {
        round(u * (f64::from(side) - 1.0))
    };
    let low = texel as u8;
    if options.target == Target::V2 { low & 0x7f } else { low }
}

/// Reports a texture that the target, or every player, finds too large or too small.
pub(crate) fn report_size(bac: &bac::Bac, material: &bac::Material, options: &Options, findings: &mut Diagnostics) {
    let size = usize::try_from(material.texture).ok().and_then(|texture| bac.textures.get(texture));
    let Some([width, height]) = size else { return };
    let message = format!("Figure/Textures/i2[{}]: {width} x {height}", material.texture);
    let largest = *width.max(height);
    if options.target == Target::V2 && largest > i32::from(Target::V2_SIDE) {
        let message = format!("{message} texels; V2 addresses 128 x 128");
        let finding = Diagnostic::new(&rules::TEXEL_SEVEN_BITS, bac.places.textures.0, message);
        findings.push(finding.allowed_if(options.allow_uv_wrap));
    }
    if largest > 256 || *width.min(height) < 1 {
        let message = format!("{message} is outside 1..=256");
        let mut finding = Diagnostic::new(&rules::TEXTURE_SIZE, bac.places.textures.0, message);
        if *width.min(height) < 1 {
            finding.severity = Severity::Error;
        }
        findings.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_is_truncated_too() {
        assert_eq!([0.247, 0.248, 0.25].map(|s| sphere_mapped(s, 0.25)), [false, true, true]);
    }

    #[test]
    fn colours_truncate_and_leak() {
        let mut findings = Diagnostics::default();
        let mut rgb = |value: [f32; 3]| colour(0, &Spanned::from(value), &Options::default(), &mut findings);
        assert_eq!(rgb([0.5, 0.25, 0.1]), Rgb { r: 127, g: 63, b: 25 });
        assert_eq!(rgb([1.5, -0.5, 2.0]), Rgb { r: 126, g: 129, b: 255 });
    }

    #[test]
    fn texels_follow_the_rule_of_the_options() {
        let usual = |u, side| texel(u, side, &Options::default());
        assert_eq!([0.0, 0.5, 0.9, 0.7, 1.0].map(|u| usual(u, 256)), [0, 128, 229, 178, 255]);
        assert_eq!(usual(-0.1, 256), 230, "-25.5 rounds to -25 in 32 bits and wraps");
        assert_eq!(usual(1.0, 128), 127);
        assert_eq!(usual(0.001, i32::MIN), 100, "the low bits of -2147484");

        let optimised = Options { optimized_texel: true, ..Options::default() };
        assert_eq!([1.0, -0.5, 1.5].map(|u| texel(u, 128, &optimised)), [128, 127, 192]);
        assert_eq!(texel(1.0, 256, &optimised), 255);

        let v2 = Options { target: Target::V2, ..Options::default() };
        assert_eq!(texel(1.0, 256, &v2), 127, "seven bits");
    }
}
