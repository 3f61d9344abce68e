//! The look and the sounds of menus.

use std::sync::Arc;

use keitai_render::{Align, Font, Lettering};

/// Width of the marks beside values, height of those above and below the rows, each with its gap, pixels.
pub(super) const MARK: u32 = 6;

/// The look of a [`ListMenu`](super::ListMenu). [`Default`] is white with a black outline, the selected item golden, disabled
/// ones grey.
#[derive(Debug, Clone, PartialEq)]
pub struct MenuLook {
    /// Font of the items.
    pub font: Font,
    /// Font of the selected item.
    pub selected_font: Font,
    /// Font of items that cannot be chosen.
    pub disabled_font: Font,
    /// Alignment of the rows to the menu's position, and of texts in their rows. Items with values begin at the left end, and
    /// their values end at the right end.
    pub align: Align,
    /// Height of a row, pixels. Items are in the middle of their rows.
    pub row: u32,
    /// Most visible rows; longer lists scroll, with a mark where more rows follow. `None` for all.
    pub rows: Option<u32>,
    /// Width of a row, pixels: of the bar, and for the mouse. Longer texts end with an ellipsis. `None` for the longest item's.
    pub width: Option<u32>,
    /// Colour of a bar behind the selected item, 0xRRGGBB.
    pub bar: Option<u32>,
    /// Sounds by their names in the scene.
    pub sounds: MenuSounds,
}

/// Sounds of a menu by their names in the scene. `None` is silent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MenuSounds {
    /// Another item was selected, or another value was chosen.
    pub moved: Option<Arc<str>>,
    /// An item was chosen.
    pub chosen: Option<Arc<str>>,
    /// A disabled item was to be chosen.
    pub refused: Option<Arc<str>>,
    /// B was pressed.
    pub back: Option<Arc<str>>,
}

impl Default for MenuLook {
    fn default() -> Self {
        let font = |colour| Font::Plain { lettering: Lettering::Normal, colour, outlined: true };
        let [font, selected_font, disabled_font] = Self::COLOURS.map(font);
        let row = font.letter().1 + Self::LEADING;
        Self {
            font,
            selected_font,
            disabled_font,
            align: Align::Centre,
            row,
            rows: None,
            width: None,
            bar: None,
            sounds: MenuSounds::default(),
        }
    }
}

impl MenuLook {
    /// Colours of the items, of the selected one and of disabled ones.
    pub(crate) const COLOURS: [u32; 3] = [0xFF_FFFF, 0xFF_D040, 0x80_8080];
    /// Height of a row above that of its letters.
    pub(crate) const LEADING: u32 = 4;

    pub(super) fn mark_colour(&self) -> u32 {
        match self.selected_font {
            Font::Plain { colour, .. } => colour,
            Font::Cells(_) => Self::COLOURS[0],
        }
    }
}
