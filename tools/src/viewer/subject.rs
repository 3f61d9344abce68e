//! Counts of the figure that the viewer steps through, and the user's choices for it: action, pattern, light and effect.

use keitai_render::{Light, Q12, Shading, Vector3};
use keitai_runtime::world::{LoopMode, Playhead};

/// Length and loop mode of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Playable {
    pub(crate) last: u16,
    /// Loop mode of its file; a loop when the file has none.
    pub(crate) mode: LoopMode,
}

impl Playable {
    /// Returns the frame that is shown after `frames` ticks at speed 1.0.
    pub(crate) fn shown_after(self, frames: u32) -> u32 {
        let mut head = Playhead::default();
        head.advance(i64::from(frames) << 16, self.last.min(i16::MAX as u16), self.mode);
        head.frame.to_bits().cast_unsigned() >> 16
    }
}

/// Counts of a figure, its actions and patterns.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Subject {
    pub(crate) actions: Vec<Playable>,
    /// Names of the actions: the number, the name of the file, and the number in the file where it has several.
    pub(crate) names: Vec<String>,
    /// Number of patterns besides the one that is always drawn.
    pub(crate) patterns: u32,
    /// Whether light has an effect.
    pub(crate) lit: bool,
}

impl Subject {
    /// Returns the last frame of an action; 0 for one that is not there.
    pub(crate) fn last_frame(&self, action: usize) -> u16 {
        self.actions.get(action).map_or(0, |action| action.last)
    }
}

/// The patterns that are shown besides the one that is always drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum PatternChoice {
    #[default]
    Action,
    /// One pattern, from 1.
    One(u32),
    All,
}

impl PatternChoice {
    /// Returns the mask to set, unless the action sets it.
    pub(crate) fn mask(self) -> Option<u32> {
        match self {
            Self::Action => None,
            // Faithful: bit 0 shows nothing, and neither does a pattern beyond the 31st.
            Self::One(pattern) => Some(1_u32.checked_shl(pattern).unwrap_or(0)),
            Self::All => Some(u32::MAX),
        }
    }
}

/// The user's choices for one figure, which it keeps while another one is selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FigureChoices {
    pub(crate) action: usize,
    pub(crate) pattern: PatternChoice,
    pub(crate) shading: Shading,
    /// Blended polygons are drawn opaque.
    pub(crate) opaque: bool,
}

/// A light from the upper left behind the user's shoulder, with enough ambient light to see the dark side.
pub(crate) const LAMP: Light =
    Light { direction: Vector3::new(500, 500, 500), intensity: Q12::from_bits(2000), ambient: Q12::from_bits(2400) };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) lamp: Light,
    pub(crate) shading: Shading,
    /// Blended polygons are drawn opaque.
    pub(crate) opaque: bool,
}

impl Default for Effects {
    fn default() -> Self {
        Self { lamp: LAMP, shading: Shading::Normal, opaque: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_goes_on_at_its_end_as_its_file_says() {
        let after = |mode| [0, 2, 3, 5].map(|frames| Playable { last: 3, mode }.shown_after(frames));
        assert_eq!(after(LoopMode::Loop), [0, 2, 0, 2]);
        assert_eq!(after(LoopMode::Once), [0, 2, 3, 3]);
        assert_eq!(after(LoopMode::MirroredLoop), [0, 2, 3, 1]);
    }
}
