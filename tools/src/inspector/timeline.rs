//! The timeline: the actions by name, playback, and the frames of the current one with the keys of the selected bone and the
//! changes of patterns.

use egui::{Color32, ComboBox, DragValue, Pos2, Rect, Sense, Stroke, Ui, Vec2};
use keitai_formats::Action;
use keitai_formats::diagnostic::counted;

use super::{PanelView, Wish};
use crate::viewer::recording::Form;
use crate::viewer::state::SPEEDS;

const HEIGHT: f32 = 46.0;
/// Distance of the first and the last frame from the edges.
const MARGIN: f32 = 8.0;

const GROUND: Color32 = Color32::from_rgb(28, 28, 32);
const RANGE: Color32 = Color32::from_rgb(52, 60, 84);
const TICK: Color32 = Color32::from_rgb(90, 90, 100);
const KEY: Color32 = Color32::from_rgb(255, 190, 60);
const PATTERN: Color32 = Color32::from_rgb(110, 220, 130);
const HEAD: Color32 = Color32::from_rgb(255, 90, 90);

pub(super) fn show(ui: &mut Ui, view: &mut PanelView) {
    ui.add_space(4.0);
    let action = view.scene.figure().action(view.viewer.action).cloned();
    let last = action.as_ref().map_or(0, |action| action.last_frame);
    ui.horizontal(|ui| {
        show_actions(ui, view);
        show_playback(ui, view, last);
        ui.separator();
        let wishes = [
            ("GIF", "records the range or the action as a GIF", Wish::Record(Form::Gif)),
            ("PNGs", "records the range or the action as a folder of PNG files", Wish::Record(Form::Pngs)),
            ("copy", "copies the picture to the clipboard", Wish::Copy),
            ("folder", "opens the folder of the figure", Wish::Folder),
        ];
        for (text, meaning, wish) in wishes {
            if ui.button(text).on_hover_text(meaning).clicked() {
                view.wish = Some(wish);
            }
        }
    });
    let width = ui.available_width();
    let (place, response) = ui.allocate_exact_size(Vec2::new(width, HEIGHT), Sense::click_and_drag());
    let Some(action) = action else {
        ui.painter().rect_filled(place, 0.0, GROUND);
        return;
    };
    let bone = view.viewer.selection.bone;
    paint(ui, place, view, &action, bone);
    let frame_at =
        |at: Pos2| ((at.x - place.min.x - MARGIN) / step(place, last)).round().clamp(0.0, f32::from(last)) as u16;
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked()) {
        view.viewer.step_to(frame_at(at).into());
    }
    if let Some(at) = response.hover_pos() {
        let frame = frame_at(at);
        let keys = bone.map_or_else(String::new, |bone| key_text(&action, bone, frame));
        let mask = action.patterns.iter().rev().find(|key| key.frame <= frame);
        let patterns = mask.map_or_else(String::new, |key| format!(", patterns {:08x} since {}", key.mask, key.frame));
        response.on_hover_text(format!("frame {frame}{keys}{patterns}"));
    }
}

fn show_actions(ui: &mut Ui, view: &mut PanelView) {
    let names = &view.scene.figure().subject.names;
    let mut chosen = view.viewer.action;
    let text = names.get(chosen).map_or("no action", String::as_str);
    ComboBox::from_id_salt("action").width(180.0).truncate().selected_text(text).show_ui(ui, |ui| {
        for (number, name) in names.iter().enumerate() {
            ui.selectable_value(&mut chosen, number, name);
        }
    });
    if chosen != view.viewer.action {
        view.viewer.choose_action(chosen);
    }
}

fn show_playback(ui: &mut Ui, view: &mut PanelView, last: u16) {
    let viewer = &mut *view.viewer;
    let at = viewer.whole_frame();
    if ui.button("|<").on_hover_text("first frame").clicked() {
        viewer.step_to(0);
    }
    if ui.button("<").on_hover_text("previous frame").clicked() {
        viewer.step_to(u32::try_from(at - 1).unwrap_or(last.into()));
    }
    if ui.button(if viewer.playing { "pause" } else { "play" }).clicked() {
        viewer.pause();
    }
    if ui.button(">").on_hover_text("next frame").clicked() {
        let next = u32::try_from(at + 1).unwrap_or(0);
        viewer.step_to(if next > u32::from(last) { 0 } else { next });
    }
    if ui.button(">|").on_hover_text("last frame").clicked() {
        viewer.step_to(last.into());
    }
    ui.label(format!("frame {at} of {last}"));
    ui.separator();
    ComboBox::from_id_salt("speed").width(70.0).selected_text(speed_text(viewer.speed)).show_ui(ui, |ui| {
        for number in 0..SPEEDS.len() {
            ui.selectable_value(&mut viewer.speed, number, speed_text(number));
        }
    });
    ui.separator();
    let mut ranged = viewer.range.is_some();
    if ui.checkbox(&mut ranged, "loop a range").changed() {
        viewer.range = ranged.then_some((0, last));
    }
    if let Some((first, end)) = &mut viewer.range {
        ui.add(DragValue::new(first).range(0..=*end).prefix("from "));
        ui.add(DragValue::new(end).range(*first..=last).prefix("to "));
    }
}

fn speed_text(number: usize) -> String {
    format!("x {}", SPEEDS.get(number).map_or(1.0, |speed| f64::from(*speed) / 65536.0))
}

/// Returns the distance of two frames.
fn step(place: Rect, last: u16) -> f32 {
    (place.width() - 2.0 * MARGIN) / f32::from(last.max(1))
}

fn paint(ui: &Ui, place: Rect, view: &PanelView, action: &Action, bone: Option<usize>) {
    let painter = ui.painter();
    let step = step(place, action.last_frame);
    let x = |frame: f32| place.min.x + MARGIN + frame * step;
    painter.rect_filled(place, 0.0, GROUND);
    if let Some((first, end)) = view.viewer.range {
        let range = Rect::from_x_y_ranges(x(f32::from(first))..=x(f32::from(end)), place.y_range());
        painter.rect_filled(range, 0.0, RANGE);
    }
    let line = |frame: u16, from: f32, to: f32, colour: Color32| {
        let x = x(f32::from(frame)).floor() + 0.5;
        painter
            .line_segment([Pos2::new(x, place.min.y + from), Pos2::new(x, place.min.y + to)], Stroke::new(1.0, colour));
    };
    // At least six points between two ticks.
    let every = [1_u16, 5, 10, 50, 100, 500, 1000, 5000]
        .into_iter()
        .find(|every| f32::from(*every) * step >= 6.0)
        .unwrap_or(10_000);
    for frame in (0..=action.last_frame).step_by(usize::from(every)) {
        line(frame, HEIGHT - 8.0, HEIGHT, TICK);
    }
    for key in &action.patterns {
        let at = Pos2::new(x(f32::from(key.frame)), place.min.y + 9.0);
        painter.rect_filled(Rect::from_center_size(at, Vec2::splat(7.0)), 0.0, PATTERN);
    }
    for frame in bone.map(|bone| key_frames(action, bone)).unwrap_or_default() {
        let at = Pos2::new(x(f32::from(frame)), place.min.y + 26.0);
        painter.rect_filled(Rect::from_center_size(at, Vec2::new(5.0, 11.0)), 0.0, KEY);
    }
    let head = view.viewer.head.frame.to_num::<f32>();
    let at = x(head).floor() + 0.5;
    painter.line_segment([Pos2::new(at, place.min.y), Pos2::new(at, place.max.y)], Stroke::new(1.0, HEAD));
    painter.rect_filled(Rect::from_min_size(Pos2::new(at - 3.5, place.min.y), Vec2::new(7.0, 5.0)), 0.0, HEAD);
}

/// Returns the frames at which a bone has keys, ascending.
fn key_frames(action: &Action, bone: usize) -> Vec<u16> {
    let Some(track) = action.tracks.get(bone) else { return Vec::new() };
    let lists = track.lists();
    let mut frames: Vec<u16> = lists.vectors().flatten().map(|key| key.frame).collect();
    frames.extend(lists.roll.into_iter().flatten().map(|key| key.frame));
    frames.sort_unstable();
    frames.dedup();
    frames
}

fn key_text(action: &Action, bone: usize, frame: u16) -> String {
    let frames = key_frames(action, bone);
    if frames.is_empty() {
        return format!(", bone {bone} has no keys");
    }
    let is = if frames.contains(&frame) { ", a key" } else { "" };
    format!("{is}, bone {bone} has keys at {}", counted(frames.len(), "frame"))
}
