//! Menus over the picture of another screen: pause, options, questions.

use keitai::controls::WindowCommand;
use keitai::world::{MenuChoice, MenuItem};
use keitai::{Framebuffer, MenuPage, Messages, Next};

use super::lessons::Lessons;
use crate::hud::Word;
use crate::panel::MARGIN;
use crate::saved::Options;
use crate::season::Mode;
use crate::sumo::{PAGE, Place, Sumo, Tick};

const PAUSE: Word = [60, 200, 196, 240];
/// Top and height of the frame of a pause and of a question.
const TOP: i32 = 118;
const HEIGHT: i32 = 92;
/// Top of the panel of the ladder.
const LADDER: i32 = 198;

pub(super) fn pause(sumo: &Sumo) -> MenuPage<Sumo> {
    let items = ["RESUME".into(), MenuItem::volume("SOUND"), "HOW TO PLAY".into(), "LEAVE".into()];
    let draw = |sumo: &Sumo, picture: &mut Framebuffer| {
        sumo.panel.frame(picture, TOP, HEIGHT, Some(PAUSE));
        sumo.panel.write(picture, &sumo.reason, TOP + 14, &sumo.panel.red);
    };
    MenuPage::new("pause", sumo.panel.menu(items, TOP + 28), draw, |sumo, choice, _| {
        Ok(match choice {
            MenuChoice::Item("HOW TO PLAY") => Next::Push(Box::new(Lessons::open(sumo)?)),
            MenuChoice::Item("LEAVE") => Next::Push(Box::new(leave(sumo))),
            _ => Next::Pop,
        })
    })
}

/// Returns a question with the answer NO selected, at a row of the picture.
fn question(sumo: &Sumo, top: i32, text: &'static str, yes: fn(&mut Sumo, &mut Messages) -> Tick) -> MenuPage<Sumo> {
    let draw = move |sumo: &Sumo, picture: &mut Framebuffer| {
        sumo.panel.frame(picture, top, HEIGHT, None);
        sumo.panel.write(picture, text, top + MARGIN + 12, &sumo.panel.red);
    };
    MenuPage::new("question", sumo.panel.menu(["NO", "YES"], top + 46), draw, move |sumo, choice, messages| {
        if choice == MenuChoice::Item("YES") { yes(sumo, messages) } else { Ok(Next::Pop) }
    })
}

/// Asks before a fight is left. A streak of survival ends, as after a defeat.
fn leave(sumo: &Sumo) -> MenuPage<Sumo> {
    question(sumo, TOP, "LEAVE THE BOUT?", |sumo, messages| {
        if sumo.last.is_some_and(|last| last.mode == Mode::Survival) {
            sumo.store.value.count_streak(false);
            sumo.save(messages);
        }
        sumo.go(Place::Menu)
    })
}

/// Asks before a season with wins is given up.
pub(super) fn give_up(sumo: &Sumo) -> MenuPage<Sumo> {
    question(sumo, LADDER, "GIVE UP YOUR WINS?", |sumo, _| sumo.go(Place::Choice(Mode::Season)))
}

/// Asks before the program ends.
pub(super) fn quit(sumo: &Sumo) -> MenuPage<Sumo> {
    question(sumo, TOP, "LEAVE THE GAME?", |_, _| Ok(Next::Quit))
}

/// Returns the options. A change takes effect at once.
pub(super) fn options(sumo: &Sumo) -> MenuPage<Sumo> {
    let Options { scale, at_ticks } = sumo.store.value.options;
    let scales =
        (0..=Options::LARGEST).map(|scale| if scale == 0 { "AS OPENED".to_owned() } else { format!("{scale}X") });
    let items = [
        MenuItem::volume("SOUND"),
        MenuItem::from("WINDOW").with_values(scales, scale.into()),
        MenuItem::from("PICTURES").with_values(["30 HZ", "60 HZ"], usize::from(!at_ticks)),
        "CONTROLS".into(),
        "DONE".into(),
    ];
    let draw = |sumo: &Sumo, picture: &mut Framebuffer| {
        sumo.panel.frame(picture, TOP, HEIGHT + 18, None);
        sumo.panel.write(picture, "OPTIONS", TOP + MARGIN, &sumo.panel.gold);
        sumo.panel.write(picture, &sumo.names.fill(PAGE), 304, &sumo.panel.cream);
    };
    MenuPage::new("options", sumo.panel.menu(items, TOP + 32), draw, |sumo, choice, messages| {
        let options = &mut sumo.store.value.options;
        let command = match choice {
            MenuChoice::Value("WINDOW", scale) => {
                options.scale = scale as u8;
                WindowCommand::Scale(scale as u32)
            }
            MenuChoice::Value(_, value) => {
                options.at_ticks = value == 0;
                WindowCommand::Between(value == 1)
            }
            MenuChoice::Item("CONTROLS") => return Ok(Next::Command(WindowCommand::Controls)),
            MenuChoice::Item(_) | MenuChoice::Back => return Ok(Next::Pop),
        };
        sumo.save(messages);
        Ok(Next::Command(command))
    })
}
