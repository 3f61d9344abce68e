//! Items of menus.

use std::sync::Arc;

use keitai_formats::Blend;
use keitai_render::{Align, Font, TextLimits};

use super::draw::{MARK, MenuLook};
use crate::world::screen::Text;

/// Letters between the text and the widest value of an item.
const GAP: u32 = 2;

/// An item of a [`ListMenu`](super::ListMenu).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MenuItem {
    /// The name by which a game finds the item, usually its text.
    pub id: Arc<str>,
    /// Text on the screen.
    pub text: String,
    /// Whether the item cannot be chosen.
    pub disabled: bool,
    /// Texts of the values that the item has, one at a time; empty for an item without values.
    pub values: Vec<String>,
    /// Index of the current value.
    pub value: usize,
}

impl MenuItem {
    /// Returns the same item with values, of which the one at the index `value` is set.
    #[must_use]
    pub fn with_values(self, values: impl IntoIterator<Item = impl Into<String>>, value: usize) -> Self {
        Self { values: values.into_iter().map(Into::into).collect(), value, ..self }
    }

    /// Name of [`Self::volume`].
    pub const VOLUME: &str = "volume";

    /// An item for the volume of the sound, in tenths of the greatest: OFF, 10, 20 and so on to 100.
    #[must_use]
    pub fn volume(text: &str) -> Self {
        let values = (0..=10).map(|tenths| if tenths == 0 { "OFF".to_owned() } else { format!("{tenths}0") });
        Self::from((Self::VOLUME, text)).with_values(values, 10)
    }
}

impl From<&str> for MenuItem {
    fn from(text: &str) -> Self {
        Self::from((text, text))
    }
}

impl From<(&str, &str)> for MenuItem {
    fn from((id, text): (&str, &str)) -> Self {
        Self { id: id.into(), text: text.to_owned(), disabled: false, values: Vec::new(), value: 0 }
    }
}

/// An item with its texts as they are drawn.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) id: Arc<str>,
    pub(super) disabled: bool,
    pub(super) text: Text,
    pub(super) values: Vec<String>,
    pub(super) value: usize,
    pub(super) shown_value: Text,
}

impl Item {
    pub(super) fn new(item: MenuItem) -> Self {
        let MenuItem { id, text, disabled, values, value } = item;
        let value = value.min(values.len().saturating_sub(1));
        let font = MenuLook::default().font;
        let limits = TextLimits::default();
        let text = Text { text, font, align: Align::Left, limits, blend: Blend::Normal, clip: None };
        let shown_value =
            Text { text: values.get(value).cloned().unwrap_or_default(), align: Align::Right, ..text.clone() };
        Self { id, disabled, text, values, value, shown_value }
    }

    pub(super) fn set_value(&mut self, value: usize) {
        self.value = value.min(self.values.len().saturating_sub(1));
        if let Some(text) = self.values.get(self.value) {
            text.clone_into(&mut self.shown_value.text);
        }
    }

    /// Returns the value `by` places on, if that is another one.
    pub(super) fn next_value(&self, by: i32, around: bool) -> Option<usize> {
        let (count, next) = (self.values.len() as i32, self.value as i32 + by);
        let next = if around && count > 0 { next.rem_euclid(count) } else { next.clamp(0, (count - 1).max(0)) };
        Some(next as usize).filter(|next| *next != self.value)
    }

    /// Returns the least width of a row for the item, pixels.
    pub(super) fn width(&self, font: &Font) -> u32 {
        font.width(&self.text.text).saturating_add(self.value_width(font))
    }

    /// Returns the width of the widest value with its marks and the gap before it, pixels.
    fn value_width(&self, font: &Font) -> u32 {
        let widest = self.values.iter().map(|value| font.width(value)).max();
        widest.map_or(0, |widest| widest.saturating_add(GAP * font.letter().0 + 2 * MARK))
    }

    /// Sets fonts and limits of the texts for a row of a width.
    pub(super) fn arrange(&mut self, look: &MenuLook, width: u32, selected: bool) {
        let font = match (self.disabled, selected) {
            (true, _) => &look.disabled_font,
            (_, true) => &look.selected_font,
            _ => &look.font,
        };
        let room = width.saturating_sub(self.value_width(font));
        self.text.align = if self.values.is_empty() { look.align } else { Align::Left };
        for (text, width) in [(&mut self.text, room), (&mut self.shown_value, width)] {
            text.font.clone_from(font);
            text.limits = TextLimits { width: Some(width), lines: Some(1), ..TextLimits::default() };
        }
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        let plain = |item: &Self| (Arc::clone(&item.id), item.disabled, item.value);
        plain(self) == plain(other) && self.text.text == other.text.text && self.values == other.values
    }
}
