//! Keeps the mix within full scale without the noise of clipped peaks.

use kira::Frame;
use kira::effect::Effect;
use kira::info::Info;

/// Values up to here pass unchanged.
const KNEE: f32 = 0.75;

/// An effect that bends values above the knee, so that none reaches 1.0.
pub(super) struct Limiter;

impl Effect for Limiter {
    fn process(&mut self, frames: &mut [Frame], _: f64, _: &Info) {
        for frame in frames {
            (frame.left, frame.right) = (limited(frame.left), limited(frame.right));
        }
    }
}

/// Returns a value below 1.0. At the knee the curve has slope 1, so that it has no corner.
fn limited(value: f32) -> f32 {
    let size = value.abs();
    if size <= KNEE {
        return value;
    }
    let over = (size - KNEE) / (1.0 - KNEE);
    (KNEE + (1.0 - KNEE) * over / (1.0 + over)).copysign(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_values_pass_and_large_ones_stay_below_full_scale() {
        assert_eq!((limited(0.5), limited(-0.75)), (0.5, -0.75));
        // One knee's width above the knee: half of the way that is left.
        assert_eq!((limited(1.0), limited(-1.0)), (0.875, -0.875));
        assert!(limited(40.0) < 1.0 && limited(40.0) > 0.99);
    }
}
