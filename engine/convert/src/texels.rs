//! Converts texture coordinates to texels: `r(u * (width - 1))`, low 8 bits, no flip; with the optimised rule `r(u *
//! width)`, where a value that does not fit 8 bits becomes `width - 1` [vendor tool].

use crate::options::{Options, Target};
use crate::space::round;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_rule() {
        let texel = |u, side| texel(u, side, &Options::default());
        assert_eq!([0.0, 0.5, 0.9, 0.7, 1.0].map(|u| texel(u, 256)), [0, 128, 229, 178, 255]);
        assert_eq!(texel(-0.1, 256), 230, "-25.5 rounds to -25 in 32 bits and wraps");
        assert_eq!(texel(1.0, 128), 127);
        assert_eq!(texel(0.001, i32::MIN), 100, "the low bits of -2147484");
    }

    #[test]
    fn the_optimised_rule() {
        let options = Options { optimized_texel: true, ..Options::default() };
        assert_eq!([1.0, -0.5, 1.5].map(|u| texel(u, 128, &options)), [128, 127, 192]);
        assert_eq!(texel(1.0, 256, &options), 255);
    }

    #[test]
    fn v2_keeps_seven_bits() {
        let options = Options { target: Target::V2, ..Options::default() };
        assert_eq!(texel(1.0, 256, &options), 127);
    }
}
