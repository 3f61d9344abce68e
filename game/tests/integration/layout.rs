//! No screen of a sample game has texts that overlap, leave the picture or stick out of a panel.

use keitai::{Clip, Framebuffer, WrittenText};

use crate::tour::tour;

/// Widths of the panels in the pictures of the games, and the height from which an image is one.
const PANELS: [i32; 4] = [152, 200, 208, 224];
const HEIGHT: i32 = 60;
/// Width of a panel's frame.
const FRAME: i32 = 5;

/// Returns the panels of a picture. Those of several parts are drawn from the top.
fn panels(picture: &Framebuffer) -> Vec<Clip> {
    let mut panels: Vec<Clip> = Vec::new();
    for image in picture.images().iter().filter(|image| PANELS.contains(&(image.right - image.left))) {
        match panels.last_mut().filter(|last| (last.left, last.bottom) == (image.left, image.top)) {
            Some(last) => last.bottom = image.bottom,
            None => panels.push(*image),
        }
    }
    panels.retain(|panel| panel.bottom - panel.top >= HEIGHT);
    panels
}

/// Returns the fault of a text among those before it.
fn fault(text: &WrittenText, others: &[&WrittenText], panels: &[Clip]) -> Option<String> {
    let touches =
        |left, right, top, bottom| left < text.right && text.left < right && top < text.bottom && text.top < bottom;
    if text.left < 0 || text.right > 240 || text.top < 0 || text.bottom > 320 {
        return Some(format!("{:?} leaves the picture", text.text));
    }
    if let Some(other) = others.iter().find(|other| touches(other.left, other.right, other.top, other.bottom)) {
        return Some(format!("{:?} overlaps {:?}", text.text, other.text));
    }
    let sticks_out = |panel: &&Clip| {
        touches(panel.left, panel.right, panel.top, panel.bottom)
            && (text.left < panel.left + FRAME
                || text.right > panel.right - FRAME
                || text.top < panel.top + FRAME
                || text.bottom > panel.bottom - FRAME)
    };
    panels.iter().find(sticks_out).map(|panel| format!("{:?} sticks out of {panel:?}", text.text))
}

#[test]
fn texts_of_all_screens_stay_apart_and_in_their_panels() {
    let mut faults = Vec::new();
    for shown in tour() {
        let texts: Vec<_> = shown.picture.texts().iter().filter(|text| !text.text.trim().is_empty()).collect();
        let panels = panels(&shown.picture);
        assert!(!texts.is_empty(), "{}: no text", shown.name);
        for (index, text) in texts.iter().enumerate() {
            faults.extend(fault(text, &texts[..index], &panels).map(|fault| format!("{}: {fault}", shown.name)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
