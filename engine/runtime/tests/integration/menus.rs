//! Menus and gauges: in code and in scenes.

use crate::content::{self, drawn, replayed};
use keitai_formats::{Rgb, Texture, bmp};
use keitai_render::{Align, Font, Framebuffer, Lettering};
use keitai_runtime::controls::{Button, Controls, Mouse, MouseButton, MouseButtons, Stick};
use keitai_runtime::world::{ListMenu, MenuChoice, MenuItem, MenuLook, MenuSounds};
use keitai_runtime::{Error, SceneMenu, Stage};

const AWAY: Mouse = Mouse {
    position: (0, 0),
    inside: false,
    held: MouseButtons::NONE,
    pressed: MouseButtons::NONE,
    pressed_at: (0, 0),
    double_click: false,
    wheel: 0,
    shift: false,
};

fn mouse(x: i32, y: i32, click: bool) -> Mouse {
    let pressed = click.then_some(MouseButton::Left).into_iter().collect();
    Mouse { position: (x, y), inside: true, pressed, pressed_at: (x, y), ..AWAY }
}

/// Returns a menu after its first tick.
fn menu(items: impl IntoIterator<Item = impl Into<MenuItem>>) -> ListMenu {
    let mut menu = ListMenu::new(items);
    assert_eq!(menu.tick(&[], &AWAY), None);
    menu
}

fn disabled(text: &str) -> MenuItem {
    MenuItem { disabled: true, ..text.into() }
}

/// Returns the item that is selected after a tick.
fn select(menu: &mut ListMenu, controls: Controls, mouse: &Mouse) -> String {
    menu.tick(&[Controls::IDLE, controls], mouse);
    menu.selected().unwrap().to_string()
}

#[test]
fn directions_go_around_and_pass_over_disabled_items() {
    let mut menu = menu([disabled("a"), "b".into(), disabled("c"), "d".into()]);
    let mut after = |button| select(&mut menu, Controls::press(button), &AWAY);
    assert_eq!([Button::Down, Button::Down, Button::Up, Button::Left].map(&mut after), ["d", "b", "d", "d"]);
    assert_eq!(menu.tick(&[Controls::press(Button::A)], &AWAY), Some(MenuChoice::Item("d")));
    assert_eq!(menu.tick(&[Controls::press(Button::Start)], &AWAY), Some(MenuChoice::Item("d")));
    assert_eq!(menu.tick(&[Controls::press(Button::B)], &AWAY), Some(MenuChoice::Back));
    menu.set_items([disabled("b"), disabled("d")]);
    assert_eq!(menu.tick(&[Controls::press(Button::A)], &AWAY), None, "nothing is left to choose");
    assert_eq!(ListMenu::new(Vec::<MenuItem>::new()).tick(&[Controls::press(Button::A)], &AWAY), None);
}

#[test]
fn a_held_direction_repeats_and_one_from_before_does_not_count() {
    let stick = Controls { left: Stick { x: 0, y: 127 }, ..Controls::IDLE };
    let down = Controls { held: Button::Down.into(), ..Controls::IDLE };
    for (press, held) in [(stick, stick), (Controls::press(Button::Down), down)] {
        let mut menu = ListMenu::new(["a", "b", "c", "d", "e", "f"]);
        // Held from before the first tick, for as long as it is not released.
        let steps: Vec<String> = (0..30).map(|_| select(&mut menu, held, &AWAY)).collect();
        assert_eq!(steps.concat(), "a".repeat(30));
        // The direction is used from the next press on, and repeats after twelve ticks and then every three.
        select(&mut menu, Controls::IDLE, &AWAY);
        assert_eq!(select(&mut menu, press, &AWAY), "b");
        let steps: Vec<String> = (0..17).map(|_| select(&mut menu, held, &AWAY)).collect();
        assert_eq!(steps.concat(), "bbbbbbbbbbbcccddd");
    }
    // The other direction is used at once.
    let mut menu = ListMenu::new(["a", "b", "c"]);
    select(&mut menu, down, &AWAY);
    assert_eq!(select(&mut menu, Controls::press(Button::Up), &AWAY), "c");
}

#[test]
fn values_change_left_and_right_and_by_choosing() {
    let laps = MenuItem::from(("laps", "LAPS")).with_values(["1", "3", "5"], 1);
    let mut menu = menu(["play".into(), laps]);
    assert_eq!(menu.tick(&[Controls::press(Button::Right)], &AWAY), None, "the first item has no values");
    menu.select("laps");
    let mut after = |button| match menu.tick(&[Controls::press(button)], &AWAY) {
        Some(MenuChoice::Value("laps", value)) => Some(value),
        None => None,
        other => panic!("{other:?}"),
    };
    assert_eq!([Button::Right, Button::Right, Button::Left].map(&mut after), [Some(2), None, Some(1)]);
    assert_eq!([Button::A, Button::Start].map(&mut after), [Some(2), Some(0)], "around the end");
    assert_eq!((menu.value("laps"), menu.value("play"), menu.value("none")), (Some(0), None, None));
    menu.set_value("laps", 9);
    assert_eq!(menu.value("laps"), Some(2));
    let only = MenuItem::from("only").with_values(["one"], 0);
    assert_eq!(self::menu([only]).tick(&[Controls::press(Button::A)], &AWAY), Some(MenuChoice::Item("only")));
}

#[test]
fn a_menu_scrolls_and_the_pointer_reaches_what_is_on_show() {
    // Ten rows of 14 pixels, three of them visible; each row is 6 pixels wide.
    let look = MenuLook { rows: Some(3), align: Align::Left, ..MenuLook::default() };
    let mut menu = menu(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]).at(10, 20).with_look(look);
    assert_eq!(select(&mut menu, Controls::IDLE, &mouse(15, 61, false)), "2");
    assert_eq!(
        select(&mut menu, Controls::press(Button::Down), &mouse(15, 61, false)),
        "3",
        "a pointer that rests selects nothing"
    );
    assert_eq!(select(&mut menu, Controls::IDLE, &mouse(15, 20, false)), "1", "the first visible row");
    assert_eq!(select(&mut menu, Controls::IDLE, &mouse(16, 34, false)), "1", "beside the rows");
    assert_eq!(menu.tick(&[], &mouse(12, 34, true)), Some(MenuChoice::Item("2")));
    assert_eq!(menu.tick(&[], &mouse(12, 63, true)), None, "the mark below the rows");
    assert_eq!(menu.selected().unwrap().as_ref(), "5");
    assert_eq!(menu.tick(&[], &mouse(12, 18, true)), None, "the mark above the rows");
    assert_eq!(menu.selected().unwrap().as_ref(), "2");
    let wheel = |wheel| Mouse { wheel, ..mouse(12, 63, false) };
    assert_eq!(select(&mut menu, Controls::IDLE, &wheel(-2)), "4");
    assert_eq!(select(&mut menu, Controls::IDLE, &wheel(99)), "0", "the wheel stops at the end");
    assert_eq!(select(&mut menu, Controls::press(Button::Up), &AWAY), "9");
}

#[test]
fn a_click_on_a_disabled_item_chooses_nothing() {
    let sounds = MenuSounds { chosen: Some("yes".into()), ..MenuSounds::default() };
    let mut menu = menu(["a".into(), disabled("b")]).at(3, 0).with_look(MenuLook { sounds, ..MenuLook::default() });
    assert_eq!(menu.tick(&[], &mouse(2, 15, true)), None);
    assert_eq!((menu.selected(), menu.sound()), (Some(&"a".into()), None));
    assert_eq!(menu.tick(&[], &mouse(2, 3, true)), Some(MenuChoice::Item("a")));
    assert_eq!(menu.sound().unwrap().as_ref(), "yes");
    assert_eq!(menu.tick(&[], &mouse(2, 3, false)), None);
    assert_eq!(menu.sound(), None);
}

#[test]
fn new_items_keep_the_selection_by_its_name() {
    let mut menu = menu(["a", "b", "c"]);
    menu.select("b");
    menu.set_items([("x", "NEW"), ("b", "OLD")]);
    assert_eq!(menu.selected().unwrap().as_ref(), "b");
    menu.set_items([disabled("b"), "x".into()]);
    assert_eq!(menu.selected().unwrap().as_ref(), "x");
    menu.set_text("x", "longer");
    let mut picture = Framebuffer::new(40, 40);
    menu.draw(&mut picture);
    assert!(picture.pixels().contains(&0xFFD040) && picture.pixels().contains(&0x808080));
}

#[test]
fn rows_hold_text_value_bar_and_marks() {
    let font = Font::Plain { lettering: Lettering::Small, colour: 0xFFFFFF, outlined: false };
    let [selected_font, disabled_font] = [font.clone(), font.clone()];
    let bar = Some(0x0000FF);
    let look = MenuLook { font, selected_font, disabled_font, align: Align::Left, row: 10, bar, ..MenuLook::default() };
    let menu = menu([MenuItem::from("l").with_values(["l", "lll"], 0)]).with_look(look);
    let mut picture = Framebuffer::new(50, 12);
    menu.draw(&mut picture);
    // Text, a gap of two letters, the widest value, and the marks on both sides.
    let width = 5 + 10 + 15 + 12;
    let row = |y: usize| &picture.pixels()[y * 50..(y + 1) * 50];
    assert_eq!((row(9)[width + 2], row(9)[width + 3], row(10)[0]), (0x0000FF, 0, 0));
    let lit: Vec<usize> = (0..50).filter(|x| (0..12).any(|y| row(y)[*x] == 0xFFFFFF)).collect();
    // An l is three pixels wide. Only to the right there is another value.
    assert_eq!(lit, [1, 2, 3, 32, 33, 34, 38, 39, 40, 41]);
}

/// Four cells of 2 x 2 texels, each of one blue.
fn cells() -> Vec<u8> {
    let palette = (0..5).map(|index| Rgb { r: 0, g: 0, b: index }).collect();
    let texels = [1, 1, 2, 2, 3, 3, 4, 4].repeat(2);
    bmp::write(&Texture { width: 8, height: 2, palette, texels }).unwrap()
}

fn open(entities: &str) -> Result<Stage, Error> {
    open_in("(16, 8)", entities)
}

fn open_in(size: &str, entities: &str) -> Result<Stage, Error> {
    let fonts = "fonts: {\"cells\": (texture: \"cells.bmp\", cell: (2, 2), alphabet: \"012-\")}";
    let scene = format!("(size: {size}, background: 0x10, {fonts}, entities: [{entities}])");
    content::open("a.ron", [("a.ron", scene.into_bytes()), ("cells.bmp", cells())])
}

/// Returns every second pixel of every second row of a scene's picture.
fn letters(stage: &mut Stage) -> String {
    let picture = drawn(stage);
    let rows = picture.pixels().chunks(32).map(|rows| {
        rows[..16].iter().step_by(2).map(|pixel| match pixel {
            0x10 => '.',
            1 => '0',
            2 => '1',
            3 => '2',
            4 => '-',
            0xAA => 'b',
            _ => '?',
        })
    });
    rows.map(|row| row.collect::<String>()).collect::<Vec<_>>().join("/")
}

#[test]
fn a_menu_of_a_scene_is_drawn_ticked_and_recorded() {
    let entity = r#"(name: "menu", at: (4, 0, 0), menu: (font: Named("cells"), align: Left, row: 2, rows: 3, bar: 0xAA, width: 10,
        items: ["00", (id: "one", text: "1"), (text: "2", disabled: true), "210-"]))"#;
    let mut stage = open(entity).unwrap_or_else(|error| panic!("{error}"));
    stage.tick(&[]);
    assert_eq!(letters(&mut stage), ".b00bbbb/..1...../..2...../........");
    let mut menu = SceneMenu::find(&stage, "menu").unwrap();
    let before = stage.digest();
    menu.tick(&mut stage, &[]);
    assert_eq!(menu.tick(&mut stage, &[Controls::press(Button::Down)]), None);
    assert_eq!(letters(&mut stage), "..00..../.b1bbbbb/..2...../........");
    assert_ne!(stage.digest(), before);
    stage.mouse = mouse(13, 0, true);
    assert_eq!(menu.tick(&mut stage, &[]), Some(MenuChoice::Item("00")));
    stage.mouse = AWAY;
    assert_eq!(
        (menu.tick(&mut stage, &[Controls::press(Button::A)]), stage.digest()),
        (Some(MenuChoice::Item("00")), before)
    );
    assert_eq!(menu.change(&mut stage, |menu| menu.set_text("one", "012-12")), Some(()));
    assert_eq!(letters(&mut stage).split('/').nth(1), Some("..012-1."), "the font has no full stop for an ellipsis");

    assert_eq!(replayed(&stage.shot().unwrap()), drawn(&mut stage));

    stage.world.insert_one(stage.named("menu").unwrap(), keitai_runtime::world::Hidden).unwrap();
    assert_eq!(menu.tick(&mut stage, &[Controls::press(Button::A)]), None);
    let error = SceneMenu::find(&stage, "menus").unwrap_err();
    assert_eq!(error.to_string(), "a.ron: there is no menu \"menus\"");
    assert_eq!(error.hint().unwrap(), "did you mean \"menu\"?");
    assert_eq!(stage.named("men").unwrap_err().to_string(), "a.ron: there is no entity \"men\"");
}

#[test]
fn large_menus_are_refused() {
    let large = "(menu: (items: [\"a\"], row: 2048, width: 2048)),".repeat(6);
    let error = open_in("(2048, 2048)", &large).err().unwrap().to_string();
    assert!(
        error.contains("pixels of rectangles, images, texts, menus") && error.contains("found 75497472"),
        "{error}"
    );
}

#[test]
fn gauges_draw_their_share() {
    let gauge = r#"(name: "tank", at: (0, 2, 0), rectangle: (size: (16, 2), colour: 0xAA), gauge: (value: 3, full: 4, from: Right))"#;
    let hearts = r#"(at: (0, 6, 0), image: (texture: "cells.bmp", key: false), gauge: (value: 1, full: 2))"#;
    let mut stage = open(&[gauge, hearts].join(",")).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(letters(&mut stage), "......../..bbbbbb/......../01......");
}
