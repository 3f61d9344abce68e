//! No screen of a sample game has texts that overlap, leave the picture or stick out of a panel.

use keitai::{Clip, Layout};

use crate::tour::tour;

/// Widths of the panels in the pictures of the games, and the height from which an image is one.
const PANELS: [i32; 4] = [152, 200, 208, 224];
const HEIGHT: i32 = 60;
/// Width of a panel's frame.
const FRAME: i32 = 5;

type Text = (String, Clip);

/// Returns the panels of a picture. Those of several parts are drawn from the top.
fn panels(layout: &Layout) -> Vec<Clip> {
    let mut panels: Vec<Clip> = Vec::new();
    for image in layout.images.iter().filter(|image| PANELS.contains(&(image.right - image.left))) {
        match panels.last_mut().filter(|last| (last.left, last.bottom) == (image.left, image.top)) {
            Some(last) => last.bottom = image.bottom,
            None => panels.push(*image),
        }
    }
    panels.retain(|panel| panel.bottom - panel.top >= HEIGHT);
    panels
}

/// Returns the fault of a text among those before it.
fn fault((text, area): &Text, others: &[&Text], panels: &[Clip]) -> Option<String> {
    let touches = |other: &Clip| {
        other.left < area.right && area.left < other.right && other.top < area.bottom && area.top < other.bottom
    };
    if area.left < 0 || area.right > 240 || area.top < 0 || area.bottom > 320 {
        return Some(format!("{text:?} leaves the picture"));
    }
    if let Some((other, _)) = others.iter().find(|(_, other)| touches(other)) {
        return Some(format!("{text:?} overlaps {other:?}"));
    }
    let sticks_out = |panel: &&Clip| {
        touches(panel)
            && (area.left < panel.left + FRAME
                || area.right > panel.right - FRAME
                || area.top < panel.top + FRAME
                || area.bottom > panel.bottom - FRAME)
    };
    panels.iter().find(sticks_out).map(|panel| format!("{text:?} sticks out of {panel:?}"))
}

#[test]
fn texts_of_all_screens_stay_apart_and_in_their_panels() {
    let mut faults = Vec::new();
    for shown in tour() {
        let layout = shown.picture.layout.unwrap();
        let texts: Vec<_> = layout.texts.iter().filter(|(text, _)| !text.trim().is_empty()).collect();
        let panels = panels(&layout);
        assert!(!texts.is_empty(), "{}: no text", shown.name);
        for (index, text) in texts.iter().enumerate() {
            faults.extend(fault(text, &texts[..index], &panels).map(|fault| format!("{}: {fault}", shown.name)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
