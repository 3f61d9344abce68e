//! The look of a menu, and its picture: its rows, the bar of the selected one, and the marks where there is more.

use std::sync::Arc;

use keitai_render::{Align, Canvas, Font, Framebuffer, Lettering, Vector3};

use super::ListMenu;
use crate::world::screen::{Rectangle, Text};

/// Lines of a mark, which is as wide as twice that, less 1.
const LINES: u32 = 4;

/// Width of the bar on both sides of the row, pixels.
const BAR: u32 = 3;

/// A part of a menu as it is drawn.
pub(in crate::world) enum MenuPart<'a> {
    Rectangle(Rectangle),
    Text(&'a Text),
}

impl ListMenu {
    pub(super) fn row_at(&self, pixel: (i32, i32)) -> Option<usize> {
        let row = self.row_under(pixel)?;
        usize::try_from(row).ok().filter(|row| *row < self.rows()).map(|row| self.first + row)
    }

    /// Returns -1 for a pixel at the mark above the rows, 1 for the mark below, or else 0.
    pub(super) fn mark_at(&self, pixel: (i32, i32)) -> i32 {
        match self.row_under(pixel) {
            Some(-1) if self.first > 0 => -1,
            Some(row) if row == self.rows() as i32 && self.first + self.rows() < self.items.len() => 1,
            _ => 0,
        }
    }

    /// Returns the row at a pixel, counted from the first visible one.
    fn row_under(&self, (x, y): (i32, i32)) -> Option<i32> {
        let (left, top) = (self.left(self.at.0), self.at.1);
        let inside = x >= left && x < left.saturating_add_unsigned(self.width);
        inside.then(|| y.saturating_sub(top).div_euclid(self.look.row.clamp(1, 1 << 16).cast_signed()))
    }

    /// Returns the left end of the rows for a menu at `x`.
    fn left(&self, x: i32) -> i32 {
        match self.look.align {
            Align::Left => x,
            Align::Centre => x.saturating_sub_unsigned(self.width.div_ceil(2)),
            Align::Right => x.saturating_sub_unsigned(self.width),
        }
    }

    /// Calls `draw` for each part of the menu at a position, in the order of drawing.
    pub(in crate::world) fn parts(&self, at: Vector3, mut draw: impl FnMut(MenuPart, Vector3)) {
        let rows = self.rows();
        if rows == 0 {
            return;
        }
        let MenuLook { row, bar, .. } = &self.look;
        let (left, width) = (self.left(at.x), self.width);
        let right = left.saturating_add_unsigned(width);
        let top = |number: usize| at.y.saturating_add_unsigned(row.saturating_mul(number as u32));
        let selected = top(self.selected - self.first);
        if let Some(colour) = *bar {
            let bar = Rectangle { size: (width.saturating_add(2 * BAR), *row), colour, ..Rectangle::default() };
            draw(MenuPart::Rectangle(bar), Vector3::new(left.saturating_sub_unsigned(BAR), selected, 0));
        }
        // Lines of pixels: `lines` from (x, y) on, each `by` further and two pixels shorter.
        let mut mark = |(x, y): (i32, i32), by: (i32, i32)| {
            for line in 0..LINES.cast_signed() {
                let length = 2 * (LINES - line.cast_unsigned()) - 1;
                let (size, along) = if by.0 == 0 { ((length, 1), (line, 0)) } else { ((1, length), (0, line)) };
                let x = x.saturating_add(by.0 * line + along.0);
                let y = y.saturating_add(by.1 * line + along.1);
                let colour = self.look.mark_colour();
                draw(MenuPart::Rectangle(Rectangle { size, colour, ..Rectangle::default() }), Vector3::new(x, y, 0));
            }
        };
        let middle = left.saturating_add_unsigned(width / 2).saturating_sub_unsigned(LINES - 1);
        if self.first > 0 {
            mark((middle, at.y.saturating_sub(2)), (0, -1));
        }
        if self.first + rows < self.items.len() {
            mark((middle, top(rows).saturating_add(1)), (0, 1));
        }
        let item = &self.items[self.selected];
        if !item.values.is_empty() && !item.disabled {
            let y = selected.saturating_add_unsigned(*row / 2).saturating_sub_unsigned(LINES);
            let wide = item.shown_value.font.width(&item.shown_value.text);
            if item.value > 0 {
                mark((right.saturating_sub_unsigned(wide + MARK + 3), y), (-1, 0));
            }
            if item.value + 1 < item.values.len() {
                mark((right.saturating_sub_unsigned(LINES), y), (1, 0));
            }
        }
        for (number, item) in self.items.iter().skip(self.first).take(rows).enumerate() {
            let above = row.saturating_sub(item.text.font.letter().1) / 2;
            let y = top(number).saturating_add_unsigned(above);
            let x = if item.values.is_empty() { at.x } else { left };
            draw(MenuPart::Text(&item.text), Vector3::new(x, y, 0));
            if !item.values.is_empty() {
                draw(MenuPart::Text(&item.shown_value), Vector3::new(right.saturating_sub_unsigned(MARK), y, 0));
            }
        }
    }

    /// Draws the menu over a picture, at [`Self::at`].
    pub fn draw(&self, picture: &mut Framebuffer) {
        self.parts(Vector3::new(self.at.0, self.at.1, 0), |part, at| match part {
            MenuPart::Rectangle(rectangle) => rectangle.draw(at, Canvas::new(picture)),
            MenuPart::Text(text) => text.draw(at, Canvas::new(picture)),
        });
    }

    /// Returns width and height of all visible rows with their marks, pixels.
    pub(crate) fn extent(&self) -> (u64, u64) {
        (self.width.saturating_add(2 * BAR).into(), u64::from(self.look.row) * self.rows() as u64 + u64::from(2 * MARK))
    }
}

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

    fn mark_colour(&self) -> u32 {
        match self.selected_font {
            Font::Plain { colour, .. } => colour,
            Font::Cells(_) => Self::COLOURS[0],
        }
    }
}
