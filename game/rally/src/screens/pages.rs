//! Menus over the picture of another screen: pause, options, questions.

use keitai::prelude::*;
use keitai::world::MenuItem;

use super::{Choosing, Drive, Lessons};
use crate::Rally;
use crate::names::PAGE;
use crate::panel::{OPTIONS, PAUSE};

/// Top of the board, and its height.
const TOP: i32 = 92;
const HEIGHT: i32 = 150;

/// Returns the options. A change takes effect at once.
pub(super) fn options(rally: &Rally) -> MenuPage<Rally> {
    let options = rally.saved.value.options;
    let items = [
        MenuItem::volume("SOUND"),
        MenuItem::from("PICTURES").with_values(["30 HZ", "60 HZ"], usize::from(!options.at_ticks)),
        MenuItem::from("SHAKE").with_values(["OFF", "ON"], usize::from(options.shake)),
        "CONTROLS".into(),
        "DONE".into(),
    ];
    let draw = |rally: &Rally, picture: &mut Framebuffer| {
        rally.panel.draw(picture, TOP, HEIGHT, Some(OPTIONS));
        rally.panel.write(picture, &rally.fill(PAGE), 305, false);
    };
    MenuPage::new("options", rally.panel.menu(items, TOP + 42), draw, |rally, choice, messages| {
        let options = &mut rally.saved.value.options;
        match choice {
            MenuChoice::Value("SHAKE", value) => options.shake = value == 1,
            MenuChoice::Value(_, value) => options.at_ticks = value == 0,
            MenuChoice::Item("CONTROLS") => return Ok(Next::Command(WindowCommand::Controls)),
            MenuChoice::Item(_) | MenuChoice::Back => return Ok(Next::Pop),
        }
        rally.save(messages);
        Ok(Next::Stay)
    })
}

pub(super) fn pause(rally: &Rally) -> MenuPage<Rally> {
    let items = ["CONTINUE", "START AGAIN", "SOUND", "HOW TO DRIVE", "CONTROLS", "GIVE UP"];
    let items = items.map(|item| if item == "SOUND" { MenuItem::volume("SOUND") } else { item.into() });
    let draw = |rally: &Rally, picture: &mut Framebuffer| rally.panel.draw(picture, TOP, HEIGHT, Some(PAUSE));
    MenuPage::new("pause", rally.panel.menu(items, TOP + 38), draw, |rally, choice, _| {
        Ok(match choice {
            MenuChoice::Item("START AGAIN") => Next::To(Box::new(Drive::open(rally)?)),
            MenuChoice::Item("HOW TO DRIVE") => Next::Push(Box::new(Lessons::open(rally)?)),
            MenuChoice::Item("CONTROLS") => Next::Command(WindowCommand::Controls),
            MenuChoice::Item("GIVE UP") => Next::Push(Box::new(give_up(rally))),
            _ => Next::Pop,
        })
    })
}

/// Asks before a race or a cup is given up.
pub(super) fn give_up(rally: &Rally) -> MenuPage<Rally> {
    let question = if rally.cup.is_some() { "GIVE UP THE CUP?" } else { "GIVE UP THE RACE?" };
    let draw = move |rally: &Rally, picture: &mut Framebuffer| {
        rally.panel.draw(picture, TOP, HEIGHT, None);
        rally.panel.write(picture, question, TOP + 36, true);
    };
    MenuPage::new("question", rally.panel.menu(["NO", "YES"], TOP + 64), draw, |rally, choice, _| {
        Ok(if choice == MenuChoice::Item("YES") { Next::To(Box::new(Choosing::open(rally)?)) } else { Next::Pop })
    })
}
