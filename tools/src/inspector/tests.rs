use keitai_app::tool::{InputEvent, Scaling};
use keitai_runtime::controls::{Input, Key, MouseButton};

use super::*;
use crate::testing::{robot, shown};
use crate::viewer::polygons::Pixel;

/// The panels beside the tin robot, in a window.
struct Desk {
    inspector: Inspector,
    scene: FigureScene,
    viewer: Viewer,
    window: Framebuffer,
}

impl Desk {
    fn new() -> Self {
        let tin = robot("tin.mbac");
        let scene = shown(&tin);
        let (inspector, viewer) = (Inspector::new(&crate::Session::default(), &[tin]), Viewer::starting_at(3, Some(7)));
        let mut desk = Self { inspector, scene, viewer, window: Framebuffer::new(SIZE.0, SIZE.1) };
        // The first two passes measure the sizes of texts.
        (0..3).for_each(|_| _ = desk.draw(&[]));
        desk
    }

    fn picture(&mut self) -> Framebuffer {
        self.scene.picture(&self.viewer)
    }

    fn draw(&mut self, events: &[InputEvent]) -> PanelOutput {
        let picture = self.picture();
        let mut view = PanelView { scene: &mut self.scene, viewer: &mut self.viewer, wish: None };
        self.inspector.draw(
            &mut view,
            &PanelInput { events, picture: &picture, scaling: Scaling::Whole },
            &mut self.window,
        )
    }

    fn click(&mut self, (x, y): Pixel) {
        self.draw(&[InputEvent::Moved { x, y }]);
        let button = |pressed| InputEvent::Button { button: MouseButton::Left, pressed, x, y };
        self.draw(&[button(true)]);
        self.draw(&[button(false)]);
        self.draw(&[]);
    }
}

#[test]
fn lists_of_files_show_those_that_are_new() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| std::fs::copy(robot(name), folder.path().join(name)).unwrap();
    place("tin.mbac");
    let mut desk = Desk::new();
    desk.inspector.list_files(&crate::Session::default(), &[folder.path().to_owned()]);
    (0..3).for_each(|_| _ = desk.draw(&[]));
    let before = desk.window.clone();
    place("boiler.mbac");
    desk.inspector.forget_lists();
    assert!(desk.inspector.is_due());
    (0..3).for_each(|_| _ = desk.draw(&[]));
    assert_ne!(desk.window, before);
}

#[test]
fn the_picture_keeps_its_pixels_at_a_whole_scale() {
    let mut desk = Desk::new();
    let output = desk.draw(&[]);
    let picture = desk.picture();
    let Area { x, y, width, height } = output.picture;
    let scale = width / picture.width();
    assert!(scale >= 2 && (width, height) == (picture.width() * scale, picture.height() * scale), "{output:?}");
    for (row, pixels) in (0..height).zip(desk.window.pixels().chunks_exact(SIZE.0 as usize).skip(y as usize)) {
        for column in 0..width {
            let pixel = picture.pixels()[(row / scale * picture.width() + column / scale) as usize];
            assert_eq!(pixels[x as usize + column as usize], pixel, "{column}, {row}");
        }
    }
    let over = desk.draw(&[InputEvent::Moved { x: x + 9, y: y + 9 }]);
    let beside = desk.draw(&[InputEvent::Moved { x: 40, y: 100 }]);
    assert_eq!((over.covered, beside.covered), (false, true));
}

#[test]
fn rows_of_the_tree_select_hide_and_show_alone() {
    let mut desk = Desk::new();
    let whole = desk.picture();
    // The row of the third bone: its name, "solo", and the box before it.
    desk.click((170, 142));
    assert_eq!(desk.viewer.selection.bone, Some(2));
    desk.click((65, 142));
    assert_eq!(desk.scene.figure().visibility.solo(), Some(crate::viewer::visibility::Part::Bone(2)));
    let alone = desk.picture();
    assert_ne!(alone, whole);
    desk.click((65, 142));
    desk.click((33, 142));
    assert!(!desk.scene.figure().visibility.is_shown(crate::viewer::visibility::Part::Bone(2)));
    let hidden = desk.picture();
    assert!(hidden != whole && hidden != alone);
    desk.click((33, 142));
    assert_eq!(desk.picture(), whole);
}

#[test]
fn pages_that_are_only_looked_at_change_nothing() {
    let mut desk = Desk::new();
    desk.viewer.light = true;
    let (viewer, picture) = (desk.viewer.clone(), desk.picture());
    for page in [RightPage::Selection, RightPage::Texture, RightPage::Look] {
        desk.inspector.right = page;
        (0..3).for_each(|_| _ = desk.draw(&[]));
        assert_eq!(desk.viewer, viewer, "{page:?}");
        assert_eq!(desk.picture(), picture, "{page:?}");
    }
}

#[test]
fn the_pad_reaches_every_widget_and_presses_it() {
    let mut desk = Desk::new();
    desk.inspector.take_focus();
    desk.draw(&[]);
    assert!(desk.inspector.has_focus());
    // From the list of actions to the button "play".
    for _ in 0..3 {
        desk.inspector.press(Button::R);
        desk.draw(&[]);
    }
    desk.inspector.press(Button::A);
    assert!(desk.inspector.is_due() && !desk.viewer.playing);
    desk.draw(&[]);
    assert!(desk.viewer.playing);
    // The tree is longer than the window: it scrolls to the widget that has the focus.
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..120 {
        desk.inspector.press(Button::R);
        (0..2).for_each(|_| _ = desk.draw(&[]));
        let widget = desk.inspector.context.memory(|memory| memory.focused()).unwrap();
        let place = desk.inspector.context.read_response(widget).unwrap().rect;
        assert!(place.min.y >= 0.0 && place.max.y <= SIZE.1 as f32, "{place:?}");
        seen.insert(widget.value());
    }
    assert!(seen.len() > 60, "{}", seen.len());
    desk.inspector.press(Button::B);
    desk.draw(&[]);
    assert!(!desk.inspector.has_focus());
}

#[test]
fn the_panels_of_a_small_window_scroll_to_the_widget_that_a_jump_has_reached() {
    let mut desk = Desk::new();
    desk.window = Framebuffer::new(SIZE.0, 300);
    desk.inspector.take_focus();
    (0..3).for_each(|_| _ = desk.draw(&[]));
    for button in [Button::R, Button::L, Button::Down, Button::Up, Button::Right, Button::Left].repeat(2) {
        for _ in 0..5 {
            desk.inspector.press(button);
            // The focus moves, the panel scrolls, and it is drawn. Places are known one pass later.
            (0..4).for_each(|_| _ = desk.draw(&[]));
            let widget = desk.inspector.context.memory(|memory| memory.focused()).unwrap();
            let widget = desk.inspector.context.read_response(widget).unwrap();
            assert!(widget.interact_rect.height() > widget.rect.height() - 1.0, "{button:?}: {:?}", widget.rect);
        }
    }
}

#[test]
fn hidden_panels_stay_hidden_in_the_next_session() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("panels.ron");
    let session = || {
        let mut inspector = Inspector::new(&crate::Session::default(), &["tin.mbac".into()]);
        inspector.remember_in(Some(file.clone()));
        inspector
    };
    let mut first = session();
    assert!(first.is_shown() && !file.exists());
    first.toggle();
    assert!(!session().is_shown());
    first.toggle();
    assert!(session().is_shown());
}

#[test]
fn the_last_ten_files_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let session = || {
        let mut inspector = Inspector::new(&crate::Session::default(), &[]);
        inspector.remember_in(Some(folder.path().join("panels.ron")));
        inspector
    };
    let mut first = session();
    let paths = (0..12).map(|number| folder.path().join(format!("{number} \"a\".mbac")));
    paths.clone().for_each(|path| first.add_recent(&path));
    first.add_recent(&folder.path().join("5 \"a\".mbac"));
    let expected = [5, 11, 10, 9, 8, 7, 6, 4, 3, 2].map(|number| paths.clone().nth(number).unwrap());
    assert_eq!(session().saved.recent, expected);
}

#[test]
fn a_click_on_the_timeline_goes_to_a_frame() {
    let mut desk = Desk::new();
    let last = desk.scene.figure().action(3).unwrap().last_frame;
    desk.click((SIZE.0 as i32 - 17, 835));
    assert_eq!(desk.viewer.whole_frame(), i32::from(last));
    desk.click((SIZE.0 as i32 / 2, 835));
    assert_eq!((desk.viewer.whole_frame(), desk.viewer.playing), (i32::from(last) / 2, false));
}

#[test]
fn every_page_is_drawn_with_something_selected() {
    let mut desk = Desk::new();
    let picked = desk.scene.pick((120, 160)).unwrap();
    desk.viewer.selection = desk.scene.selection(picked);
    let digests = [RightPage::Selection, RightPage::Texture, RightPage::Look].map(|page| {
        desk.inspector.right = page;
        (0..3).for_each(|_| _ = desk.draw(&[]));
        desk.window.digest()
    });
    assert!(digests[0] != digests[1] && digests[1] != digests[2]);
    desk.inspector.left = LeftPage::Findings;
    (0..3).for_each(|_| _ = desk.draw(&[]));
    assert_ne!(desk.window.digest(), digests[2]);
}

#[test]
fn the_texture_page_keeps_its_zoom_when_a_file_has_changed() {
    let mut desk = Desk::new();
    desk.inspector.right = RightPage::Texture;
    (0..3).for_each(|_| _ = desk.draw(&[]));
    let (x, y) = (SIZE.0 as i32 - 100, 200);
    desk.draw(&[InputEvent::Moved { x, y }]);
    desk.draw(&[InputEvent::Wheel { x: 0, y: 2 }]);
    (0..3).for_each(|_| _ = desk.draw(&[]));
    let zoomed = desk.window.digest();
    desk.inspector.forget_files();
    (0..3).for_each(|_| _ = desk.draw(&[]));
    assert_eq!(desk.window.digest(), zoomed);
    desk.inspector.forget_figure();
    (0..3).for_each(|_| _ = desk.draw(&[]));
    assert_ne!(desk.window.digest(), zoomed);
}

#[test]
fn escape_closes_an_open_list_and_no_more() {
    let mut desk = Desk::new();
    let escape = Key::Escape;
    assert!(!desk.draw(&[]).typing);
    // The list of actions, below the picture.
    desk.click((60, SIZE.1 as i32 - 60));
    assert!(desk.draw(&[]).typing, "the list is open");
    desk.draw(&[InputEvent::Pressed(Input::Key(escape))]);
    desk.draw(&[InputEvent::Released(escape)]);
    assert!(!desk.draw(&[]).typing);
}
