//! A screen with a menu over the picture of the screen below.

use std::fmt;
use std::hash::Hash;

use keitai_render::Framebuffer;
use keitai_runtime::controls::WindowCommand;
use keitai_runtime::replay::GameHasher;
use keitai_runtime::world::{ListMenu, MenuChoice, MenuItem};

use super::{Next, Screen};
use crate::error::Result;
use crate::game::TickInput;
use crate::messages::Messages;

/// A pause, options or a question: a menu over the picture of the screen below. Everything else about it is in the game `G`. The
/// item [`MenuItem::volume`] is the volume of the window.
pub struct MenuPage<G> {
    name: &'static str,
    menu: ListMenu,
    draw: Draw<G>,
    choose: Choose<G>,
}

type Draw<G> = Box<dyn Fn(&G, &mut Framebuffer)>;
type Choose<G> = Box<dyn Fn(&mut G, MenuChoice<'_>, &mut Messages) -> Result<Next<G>>>;

impl<G> fmt::Debug for MenuPage<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MenuPage").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<G> MenuPage<G> {
    /// Returns a page of this name, see [`Screen::trace`], with a menu at its place in the picture. `draw` draws below the menu, and
    /// `choose` returns the next screen after a choice. Escape is [`MenuChoice::Back`].
    pub fn new(
        name: &'static str,
        menu: ListMenu,
        draw: impl Fn(&G, &mut Framebuffer) + 'static,
        choose: impl Fn(&mut G, MenuChoice<'_>, &mut Messages) -> Result<Next<G>> + 'static,
    ) -> Self {
        Self { name, menu, draw: Box::new(draw), choose: Box::new(choose) }
    }
}

impl<G: 'static> Screen<G> for MenuPage<G> {
    fn tick(&mut self, game: &mut G, input: &TickInput, messages: &mut Messages) -> Result<Next<G>> {
        match self.menu.tick(&input.controls, &input.mouse) {
            None => Ok(Next::Stay),
            Some(MenuChoice::Value(MenuItem::VOLUME, tenths)) => {
                Ok(Next::Command(WindowCommand::Volume(10 * tenths.min(10) as u8)))
            }
            Some(choice) => (self.choose)(game, choice, messages),
        }
    }

    fn draw(&self, game: &G, picture: &mut Framebuffer) {
        (self.draw)(game, picture);
        self.menu.draw(picture);
    }

    fn sound(&self) -> Option<&str> {
        self.menu.sound().map(|name| &**name)
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.menu.selected().hash(state);
    }

    fn back(&mut self, game: &mut G, messages: &mut Messages) -> Result<Next<G>> {
        (self.choose)(game, MenuChoice::Back, messages)
    }

    fn set_volume(&mut self, tenths: u8) {
        self.menu.set_value(MenuItem::VOLUME, tenths.into());
    }

    fn trace(&self, _: &G) -> String {
        self.name.to_owned()
    }
}
