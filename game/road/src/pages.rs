//! The pages over the picture: title, how to drive, pause, options, questions, result.

use keitai::Align;
use keitai::prelude::*;
use keitai::world::MenuItem;
use pocket_rally::names::{PAGE, TITLE, fill};
use pocket_rally::panel::{OPTIONS, PAUSE, RESULT};

use crate::Road;

/// Top of the board, and its height.
const TOP: i32 = 92;
const HEIGHT: i32 = 150;
const MOVES: [&str; 3] = ["{steer}: STEER", "{gas}: ACCELERATE", "{brake}: BRAKE"];

/// Draws a board with lines, the first of them in gold, and the legend below it.
fn board(road: &Road, picture: &mut Framebuffer, head: Option<i32>, lines: &[&str]) {
    let panel = &road.art.panel;
    panel.draw(picture, TOP, HEIGHT, head);
    for ((index, y), line) in (TOP + 30..).step_by(13).enumerate().zip(lines) {
        panel.write(picture, line, y, index == 0);
    }
    panel.write(picture, &fill(&road.names, PAGE), 305, false);
}

pub(crate) fn title(road: &Road) -> MenuPage<Road> {
    let menu = road.art.panel.menu(["DRIVE", "HOW TO DRIVE", "OPTIONS", "QUIT"], 212);
    let draw = |road: &Road, picture: &mut Framebuffer| {
        let panel = &road.art.panel;
        Canvas::new(picture).image(&road.art.title, [0, 0, 232, 112], 4, 12, true);
        panel.write(picture, "REACH THE NEXT LINE IN TIME", 194, true);
        panel.write(picture, &format!("BEST {} M", road.best.value), 282, true);
        panel.write(picture, &fill(&road.names, TITLE), 305, false);
    };
    MenuPage::new("title", menu, draw, |road, choice, _| {
        Ok(match choice {
            MenuChoice::Item("DRIVE") => {
                road.start();
                Next::Pop
            }
            MenuChoice::Item("HOW TO DRIVE") => Next::Push(Box::new(help(road))),
            MenuChoice::Item("OPTIONS") => Next::Push(Box::new(options(road))),
            MenuChoice::Item(_) => Next::Quit,
            _ => Next::Push(Box::new(question(road, "LEAVE THE GAME?", || Next::Quit))),
        })
    })
}

pub(crate) fn help(road: &Road) -> MenuPage<Road> {
    let draw = |road: &Road, picture: &mut Framebuffer| {
        let [steer, gas, brake] = MOVES.map(|text| fill(&road.names, text));
        board(road, picture, None, &["HOW TO DRIVE", "", &steer, &gas, &brake, "YELLOW LINES GIVE TIME"]);
    };
    MenuPage::new("help", road.art.panel.menu(["DONE"], TOP + HEIGHT - 32), draw, |_, _, _| Ok(Next::Pop))
}

pub(crate) fn pause(road: &Road) -> MenuPage<Road> {
    let items = ["GO ON".into(), MenuItem::volume("SOUND"), "HOW TO DRIVE".into(), "CONTROLS".into(), "GIVE UP".into()];
    settings("pause", PAUSE, road.art.panel.menu(items, TOP + 42))
}

fn options(road: &Road) -> MenuPage<Road> {
    let items = [MenuItem::volume("SOUND"), "CONTROLS".into(), "DONE".into()];
    settings("options", OPTIONS, road.art.panel.menu(items, TOP + 54))
}

/// Returns a page with the volume, the controls and more.
fn settings(name: &'static str, head: i32, menu: ListMenu) -> MenuPage<Road> {
    let draw = move |road: &Road, picture: &mut Framebuffer| board(road, picture, Some(head), &[]);
    MenuPage::new(name, menu, draw, |road, choice, _| {
        Ok(match choice {
            MenuChoice::Item("HOW TO DRIVE") => Next::Push(Box::new(help(road))),
            MenuChoice::Item("CONTROLS") => Next::Command(WindowCommand::Controls),
            MenuChoice::Item("GIVE UP") => Next::Push(Box::new(question(road, "GIVE UP THE DRIVE?", || Next::First))),
            _ => Next::Pop,
        })
    })
}

/// Asks before a drive or the game ends.
fn question(road: &Road, text: &'static str, yes: fn() -> Next<Road>) -> MenuPage<Road> {
    let draw = move |road: &Road, picture: &mut Framebuffer| board(road, picture, None, &[text]);
    MenuPage::new("question", road.art.panel.menu(["NO", "YES"], TOP + 66), draw, move |_, choice, _| {
        Ok(if choice == MenuChoice::Item("YES") { yes() } else { Next::Pop })
    })
}

pub(crate) fn result(road: &Road) -> MenuPage<Road> {
    let draw = |road: &Road, picture: &mut Framebuffer| {
        let way = format!("{} METRES, STAGE {}", road.drive.metres(), road.drive.stage() + 1);
        let best = if road.improved { "A NEW BEST!".to_owned() } else { format!("BEST {} M", road.best.value) };
        board(road, picture, Some(RESULT), &["TIME IS UP", &way, "", &best]);
    };
    let menu = road.art.panel.menu(["DRIVE AGAIN", "TITLE"], TOP + HEIGHT - 46);
    MenuPage::new("result", menu, draw, |road, choice, _| {
        Ok(if choice == MenuChoice::Item("DRIVE AGAIN") {
            road.start();
            Next::Pop
        } else {
            Next::First
        })
    })
}

pub(crate) fn display(road: &Road, picture: &mut Framebuffer) {
    let (drive, art) = (&road.drive, &road.art);
    let cream = &art.panel.cream;
    let mut canvas = Canvas::new(picture);
    canvas.write(&format!("{:02}", drive.time.max(0) / 30), 120, 4, &art.numbers, Align::Centre);
    canvas.write(&format!("{} M", drive.metres()), 6, 6, cream, Align::Left);
    canvas.write(&format!("STAGE {}", drive.stage() + 1), 234, 6, cream, Align::Right);
    if !road.pages.is_empty() {
        return;
    }
    canvas.write(&format!("{} KMH", drive.speed / 4), 234, 296, cream, Align::Right);
    canvas.rectangle(170, 308, 64, 6, 0x141820);
    canvas.rectangle(171, 309, (62 * drive.speed / crate::rules::FAST).clamp(0, 62) as u32, 4, 0x50D860);
    if drive.at[0] < 16 * 2500 {
        for (y, line) in (54..).step_by(13).zip(["GO!"].into_iter().chain(MOVES)) {
            art.panel.write(picture, &fill(&road.names, line), y, y == 54);
        }
    } else if drive.checked < 45 && drive.stage() > 0 {
        art.panel.write(picture, "MORE TIME!", 60, true);
    }
}
