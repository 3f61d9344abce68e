//! Menus over the picture of another screen: pause, options, questions.

use keitai::prelude::*;
use keitai::world::MenuItem;

use super::{Choosing, Drive, Lessons};
use crate::panel::{OPTIONS, PAUSE};
use crate::{Rally, Tick};

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
    MenuPage {
        name: "options",
        menu: rally.panel.menu(items, TOP + 42),
        draw: |rally, picture| {
            rally.panel.draw(picture, TOP, HEIGHT, Some(OPTIONS));
            rally.panel.write(picture, &rally.names().page(), 305, false);
        },
        update: |rally, _| Ok(rally.pictures().map_or(Next::Stay, Next::Command)),
        choose: |rally, choice, messages| {
            let options = &mut rally.saved.value.options;
            match choice {
                MenuChoice::Value("SHAKE", value) => options.shake = value == 1,
                MenuChoice::Value(_, value) => options.at_ticks = value == 0,
                MenuChoice::Item("CONTROLS") => return Ok(Next::Command(WindowCommand::Controls)),
                MenuChoice::Item(_) | MenuChoice::Back => return Ok(Next::Pop),
            }
            rally.save(messages);
            Ok(Next::Stay)
        },
    }
}

/// Returns the pause of a race.
pub(super) fn pause(rally: &Rally) -> MenuPage<Rally> {
    let items = ["CONTINUE", "START AGAIN", "SOUND", "HOW TO DRIVE", "CONTROLS", "GIVE UP"];
    let items = items.map(|item| if item == "SOUND" { MenuItem::volume("SOUND") } else { item.into() });
    MenuPage {
        name: "pause",
        menu: rally.panel.menu(items, TOP + 38),
        draw: |rally, picture| rally.panel.draw(picture, TOP, HEIGHT, Some(PAUSE)),
        update: |_, _| Ok(Next::Stay),
        choose: |rally, choice, _| {
            Ok(match choice {
                MenuChoice::Item("START AGAIN") => Next::To(Box::new(Drive::open(rally)?)),
                MenuChoice::Item("HOW TO DRIVE") => Next::Push(Box::new(Lessons::open(rally)?)),
                MenuChoice::Item("CONTROLS") => Next::Command(WindowCommand::Controls),
                MenuChoice::Item("GIVE UP") => Next::Push(Box::new(give_up(rally))),
                _ => Next::Pop,
            })
        },
    }
}

/// Asks before a race or a cup is given up.
pub(super) fn give_up(rally: &Rally) -> MenuPage<Rally> {
    let choose: fn(&mut Rally, MenuChoice<'_>, &mut Messages) -> Tick = |rally, choice, _| {
        Ok(if choice == MenuChoice::Item("YES") { Next::To(Box::new(Choosing::open(rally)?)) } else { Next::Pop })
    };
    MenuPage {
        name: "question",
        menu: rally.panel.menu(["NO", "YES"], TOP + 64),
        draw: |rally, picture| {
            rally.panel.draw(picture, TOP, HEIGHT, None);
            let question = if rally.cup.is_some() { "GIVE UP THE CUP?" } else { "GIVE UP THE RACE?" };
            rally.panel.write(picture, question, TOP + 36, true);
        },
        update: |_, _| Ok(Next::Stay),
        choose,
    }
}
