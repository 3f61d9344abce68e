//! Colours of small text, which are fonts of prefabs in the scenes.

/// A colour of small text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextColour {
    /// Normal.
    Cream,
    /// Selected.
    Gold,
    /// Warning.
    Red,
}

impl TextColour {
    /// Returns gold for a selected line and cream for others.
    pub(crate) fn selected(selected: bool) -> Self {
        if selected { Self::Gold } else { Self::Cream }
    }

    /// Returns the prefab with the font.
    pub(crate) fn prefab(self) -> &'static str {
        match self {
            Self::Cream => "cream",
            Self::Gold => "gold",
            Self::Red => "red",
        }
    }
}
