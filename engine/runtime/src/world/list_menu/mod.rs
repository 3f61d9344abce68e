//! Lists of items to choose from, by keys, pad, mouse or touch.

mod draw;
mod item;
mod read;

use std::hash::Hasher;
use std::sync::Arc;

use crate::controls::menu::{Menu, MenuReader};
use crate::controls::{Controls, Mouse, MouseButton};
use crate::game_hasher::GameHasher;

use super::components::{SceneComponent, merged};
pub(super) use draw::MenuPart;
pub use draw::{MenuLook, MenuSounds};
use item::Item;
pub use item::MenuItem;

/// Ticks for which a direction is held before it repeats, and ticks between repetitions.
const REPEAT: (u32, u32) = (12, 3);

/// A decision of a player in a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuChoice<'a> {
    /// The item of this name was chosen: by A, Start or a click.
    Item(&'a str),
    /// The value at this index of the item of this name was chosen: by left and right, or as an item is.
    Value(&'a str, usize),
    /// B was pressed.
    Back,
}

/// A list of items, one of which is selected.
///
/// A menu is a plain value: a screen that draws over another one keeps it and draws it. As a component it is part of a
/// scene, and [`SceneMenu`](crate::SceneMenu) finds it there.
///
/// ```
/// use keitai_runtime::controls::{Button, Controls, Mouse};
/// use keitai_render::Framebuffer;
/// use keitai_runtime::world::{ListMenu, MenuChoice, MenuItem};
///
/// let laps = MenuItem::from(("laps", "LAPS")).with_values(["1", "3", "5"], 1);
/// let mut menu = ListMenu::new(["GO ON".into(), laps, "LEAVE".into()]).at(120, 150);
/// menu.draw(&mut Framebuffer::new(240, 320));
/// let mut press = |button: Button| {
///     match menu.tick(&[Controls::press(button)], &Mouse::default()) {
///         Some(MenuChoice::Item("GO ON")) => "go on",
///         Some(MenuChoice::Value("laps", 2)) => "five laps",
///         Some(_) => "leave",
///         None => "stay",
///     }
/// };
/// assert_eq!([Button::A, Button::Down, Button::Right, Button::B].map(press), ["go on", "stay", "five laps", "leave"]);
/// ```
#[derive(Debug, Clone)]
pub struct ListMenu {
    /// Middle, left or right end of the top of the first row, by the look's alignment, pixels. For a menu of a scene that is
    /// the position of its entity.
    pub(crate) at: (i32, i32),
    items: Vec<Item>,
    look: MenuLook,
    /// Width of a row, pixels.
    width: u32,
    selected: usize,
    /// First visible item.
    first: usize,
    reader: MenuReader,
    /// Ticks for which a direction has been held.
    held: u32,
    /// Directions that have been held since before the first tick; 0 once they change.
    stale: [i32; 2],
    /// Pointer in the last tick; `None` before the first one.
    pointer: Option<(i32, i32)>,
    sound: Option<Arc<str>>,
}

/// A decision at the selected item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MenuAction {
    Choose,
    Change(usize),
    Back,
}

impl MenuAction {
    /// Returns the decision at the item of this name.
    pub(crate) fn at(self, id: &str) -> MenuChoice<'_> {
        match self {
            Self::Choose => MenuChoice::Item(id),
            Self::Change(value) => MenuChoice::Value(id, value),
            Self::Back => MenuChoice::Back,
        }
    }
}

impl ListMenu {
    /// Returns a menu of items in the usual look, with the first one that is not disabled selected.
    pub fn new(items: impl IntoIterator<Item = impl Into<MenuItem>>) -> Self {
        let mut menu = Self {
            at: (0, 0),
            items: Vec::new(),
            look: MenuLook::default(),
            width: 0,
            selected: 0,
            first: 0,
            reader: MenuReader::default(),
            held: 0,
            stale: [0; 2],
            pointer: None,
            sound: None,
        };
        menu.set_items(items);
        menu
    }

    /// Returns the same menu with the top of its first row at another place, pixels.
    #[must_use]
    pub fn at(self, x: i32, y: i32) -> Self {
        Self { at: (x, y), ..self }
    }

    /// Returns the same menu in another look.
    #[must_use]
    pub fn with_look(self, look: MenuLook) -> Self {
        let mut menu = Self { look, ..self };
        menu.measure();
        menu
    }

    /// Replaces the items. The selection stays at the item of the same name, if there is one.
    pub fn set_items(&mut self, items: impl IntoIterator<Item = impl Into<MenuItem>>) {
        let before = self.selected().map(Arc::clone);
        self.items = items.into_iter().map(|item| Item::new(item.into())).collect();
        let same = before.and_then(|before| self.items.iter().position(|item| item.id == before && !item.disabled));
        let enabled = self.items.iter().position(|item| !item.disabled);
        self.selected = same.or(enabled).unwrap_or(0);
        self.measure();
    }

    /// Sets the text of the item of this name. Names that the menu does not have are ignored, here and below.
    pub fn set_text(&mut self, id: &str, text: &str) {
        self.change(id, |item| text.clone_into(&mut item.text.text));
    }

    /// Sets the value of the item of this name, by its index.
    pub fn set_value(&mut self, id: &str, value: usize) {
        self.change(id, |item| item.set_value(value));
    }

    /// Returns the index of the value of the item of this name.
    pub fn value(&self, id: &str) -> Option<usize> {
        let item = self.items.iter().find(|item| &*item.id == id)?;
        (!item.values.is_empty()).then_some(item.value)
    }

    /// Selects the item of this name.
    pub fn select(&mut self, id: &str) {
        if let Some(index) = self.items.iter().position(|item| &*item.id == id) {
            self.selected = index;
            self.arrange();
        }
    }

    /// Returns the name of the selected item; `None` for a menu without items.
    pub fn selected(&self) -> Option<&Arc<str>> {
        self.items.get(self.selected).map(|item| &item.id)
    }

    /// Returns the name of the sound to play after the last tick.
    pub fn sound(&self) -> Option<&Arc<str>> {
        self.sound.as_ref()
    }

    /// Advances the menu by a tick and returns what a player has decided.
    ///
    /// Up and down select the item above or below, around the ends, and pass over disabled items. Left and right change
    /// the value of the selected item, up to its first and last one. Directions repeat while they are held. A and Start
    /// choose the item; an item with values goes to its next value, around the end. The pointer selects the item that
    /// it moves to, and a click of the left button or a touch chooses it. The wheel moves the selection; a click on the
    /// mark above or below the rows moves it by all rows. Directions and pointers that are held when the menu opens are
    /// ignored until they change.
    pub fn tick(&mut self, controls: &[Controls], mouse: &Mouse) -> Option<MenuChoice<'_>> {
        let action = self.advance(controls, mouse);
        let id = &*self.items.get(self.selected)?.id;
        action.map(|action| action.at(id))
    }

    /// Advances the menu by a tick and returns the decision at the selected item.
    pub(crate) fn advance(&mut self, controls: &[Controls], mouse: &Mouse) -> Option<MenuAction> {
        let menu = self.reader.read(controls);
        let before = self.selected;
        let begins = self.pointer.is_none();
        let moved = self.pointer.replace(mouse.position).is_some_and(|last| last != mouse.position);
        let click = (!begins && mouse.pressed.has(MouseButton::Left)).then_some(mouse.pressed_at);
        let pointed = click.or((moved && mouse.inside).then_some(mouse.position));
        let under = pointed.and_then(|pixel| self.row_at(pixel));
        if let Some(index) = under.filter(|index| !self.items[*index].disabled) {
            self.selected = index;
        }
        let [across, down] = self.direction(&menu, begins);
        self.step(down, true);
        let page = click.map_or(0, |pixel| self.mark_at(pixel) * self.rows() as i32);
        let steps = page.saturating_sub(mouse.wheel);
        (0..steps.unsigned_abs().min(self.items.len() as u32)).for_each(|_| self.step(steps.signum(), false));
        self.arrange();

        let clicked = under.filter(|_| click.is_some());
        let chooses = menu.confirms() || clicked.is_some();
        let enabled = self.items.get(self.selected).is_some_and(|item| !item.disabled);
        // A click on a disabled item chooses nothing else.
        let refused = chooses && (!enabled || clicked.is_some_and(|index| index != self.selected));
        let changed = match self.items.get(self.selected).filter(|_| enabled) {
            Some(item) if chooses => item.next_value(1, true),
            Some(item) => item.next_value(across, false),
            None => None,
        };
        let sounds = &self.look.sounds;
        let (action, sound) = match changed {
            _ if refused => (None, &None),
            Some(value) => (Some(MenuAction::Change(value)), &sounds.moved),
            None if chooses => (Some(MenuAction::Choose), &sounds.chosen),
            None if menu.cancels() => (Some(MenuAction::Back), &sounds.back),
            None if self.selected != before => (None, &sounds.moved),
            None => (None, &None),
        };
        self.sound.clone_from(sound);
        if let Some(MenuAction::Change(value)) = action {
            self.items[self.selected].set_value(value);
        }
        action
    }

    /// Returns the directions across and down that are pressed or repeat in this tick.
    fn direction(&mut self, menu: &Menu, begins: bool) -> [i32; 2] {
        let now = [menu.held_horizontal(), menu.held_vertical()];
        let stale = if begins { now } else { self.stale };
        self.stale = [0, 1].map(|axis| if now[axis] == stale[axis] { now[axis] } else { 0 });
        let fresh = |both: [i32; 2]| [0, 1].map(|axis| if self.stale[axis] == 0 { both[axis] } else { 0 });
        let pressed = fresh([menu.horizontal(), menu.vertical()]);
        let held = fresh(now);
        self.held = if held == [0, 0] || pressed != [0, 0] { 0 } else { self.held.saturating_add(1) };
        let (wait, period) = REPEAT;
        let repeats = self.held >= wait && (self.held - wait).is_multiple_of(period);
        // A stick that is held from before counts as pushed in the first tick.
        match () {
            () if repeats => held,
            () if begins => [0, 0],
            () => pressed,
        }
    }

    /// Selects the next item in a direction that is not disabled.
    fn step(&mut self, by: i32, around: bool) {
        let count = self.items.len() as i32;
        let places = (1..count).map(|steps| self.selected as i32 + by * steps);
        let mut reached = places.filter(|place| by != 0 && (around || (0..count).contains(place)));
        let enabled = reached.find(|place| !self.items[place.rem_euclid(count) as usize].disabled);
        if let Some(place) = enabled {
            self.selected = place.rem_euclid(count) as usize;
        }
    }

    fn change(&mut self, id: &str, change: impl FnOnce(&mut Item)) {
        if let Some(item) = self.items.iter_mut().find(|item| &*item.id == id) {
            change(item);
            self.measure();
        }
    }

    fn measure(&mut self) {
        let MenuLook { font, selected_font, disabled_font, .. } = &self.look;
        let fonts = [font, selected_font, disabled_font];
        let widths = self.items.iter().flat_map(|item| fonts.map(|font| item.width(font)));
        self.width = self.look.width.unwrap_or_else(|| widths.max().unwrap_or(0));
        self.arrange();
    }

    /// Scrolls to the selected item, and gives the visible items their fonts.
    fn arrange(&mut self) {
        let rows = self.rows();
        if rows == 0 {
            return;
        }
        self.first =
            self.first.min(self.items.len() - rows).clamp((self.selected + 1).saturating_sub(rows), self.selected);
        for (index, item) in self.items.iter_mut().enumerate().skip(self.first).take(rows) {
            item.arrange(&self.look, self.width, index == self.selected);
        }
    }

    fn rows(&self) -> usize {
        self.items.len().min(self.look.rows.map_or(usize::MAX, |rows| rows.max(1) as usize))
    }
}

/// Menus are equal when they have the same look and the same items with the same values, whatever their selection.
impl PartialEq for ListMenu {
    fn eq(&self, other: &Self) -> bool {
        self.look == other.look
            && self.items.len() == other.items.len()
            && self.items.iter().zip(&other.items).all(|(a, b)| a.is_same(b))
    }
}

impl SceneComponent for ListMenu {
    fn renewed(&self, old: &Self, now: &Self) -> Self {
        let mut menu = self.clone();
        for item in &mut menu.items {
            let value = |menu: &Self| menu.value(&item.id);
            if let (Some(old), Some(now)) = (value(old), value(now)) {
                item.set_value(merged(&old, item.value, now));
            }
        }
        if let Some(id) = now.selected()
            && menu.items.iter().any(|item| item.id == *id && !item.disabled)
        {
            menu.select(id);
        }
        menu
    }

    fn line(&self) -> String {
        format!("menu {:?}", self.selected())
    }

    fn hash(&self, hasher: &mut GameHasher) {
        hasher.write_i32(self.selected as i32);
        self.items.iter().for_each(|item| hasher.write_i32(item.value as i32));
    }
}
