//! The tree: bones, materials, textures, patterns and polygons of the figure. Each can be selected, hidden or shown alone.

use std::collections::BTreeMap;

use egui::{Button, CollapsingHeader, RichText, ScrollArea, Ui};
use keitai_formats::diagnostic::counted;
use keitai_formats::{Material, Slot};

use super::selected::material_words;
use super::{PanelView, Wish};
use crate::viewer::polygons::{Polygon, Selection};
use crate::viewer::visibility::Part;

pub(super) fn show(ui: &mut Ui, view: &mut PanelView) {
    let figure = view.scene.figure().figure.document.clone();
    let polygons = view.scene.figure().polygons.clone();
    let selected = view.scene.selected;
    let names: Vec<String> = view.scene.figures.iter().map(|figure| figure.name().to_owned()).collect();
    if names.len() == 1 {
        ui.label(RichText::new(&names[0]).strong());
    } else {
        for (index, name) in names.iter().enumerate() {
            if ui.selectable_label(index == selected, RichText::new(name).strong()).clicked() {
                view.wish = Some(Wish::Select(index));
            }
        }
    }
    ui.horizontal(|ui| {
        let of_figure = [(figure.vertices.len(), "vertex"), (polygons.len(), "polygon")];
        ui.label(of_figure.map(|(count, thing)| counted(count, thing)).join(", "));
        let everything = Button::new("show everything");
        if ui.add_enabled(!view.scene.figure().visibility.is_whole(), everything).clicked() {
            view.scene.change_visibility(|visibility| *visibility = Default::default());
        }
    });

    section(ui, "bones", figure.bones.len(), true, |ui| {
        let mut depths: Vec<usize> = Vec::new();
        for (index, bone) in figure.bones.iter().enumerate() {
            let depth = bone.parent.and_then(|parent| depths.get(usize::from(parent))).map_or(0, |depth| depth + 1);
            depths.push(depth);
            let vertices = counted(bone.vertex_count, "vertex");
            let label = format!("{}bone {index}: {vertices}", "  ".repeat(depth.min(12)));
            let selected = view.viewer.selection.bone == Some(index);
            if row(ui, view, Part::Bone(index), &label, selected) {
                view.viewer.selection = Selection { bone: Some(index), ..Selection::default() };
            }
        }
    });

    let selected = view.viewer.selection.polygon.and_then(|polygon| polygons.get(polygon)).copied();
    let materials = tally(polygons.iter().map(|polygon| polygon.material.0));
    section(ui, "materials", materials.len(), true, |ui| {
        for (bits, count) in materials {
            let label = format!("{bits:03x} {}: {count}", material_words(Material(bits)));
            row(ui, view, Part::Material(bits), &label, selected.is_some_and(|polygon| polygon.material.0 == bits));
        }
    });
    let slots = tally(polygons.iter().map(|polygon| polygon.slot));
    section(ui, "textures", slots.len(), true, |ui| {
        for (slot, count) in slots {
            let name = match slot {
                Slot::Colour => "colours of the palette".to_owned(),
                Slot::Texture(slot) => match view.scene.figure().textures.get(usize::from(slot)) {
                    Some(texture) => format!("{slot} {}", texture.path.name()),
                    None => format!("{slot} not found"),
                },
            };
            let label = format!("{name}: {count}");
            row(ui, view, Part::Texture(slot), &label, selected.is_some_and(|polygon| polygon.slot == slot));
        }
    });
    let patterns = tally(polygons.iter().map(|polygon| polygon.pattern));
    section(ui, "patterns", patterns.len(), false, |ui| {
        for (pattern, count) in patterns {
            let label = if pattern == 0 { format!("0, always: {count}") } else { format!("{pattern}: {count}") };
            row(ui, view, Part::Pattern(pattern), &label, selected.is_some_and(|polygon| polygon.pattern == pattern));
        }
    });
    section(ui, "polygons", polygons.len(), false, |ui| {
        let numbered: Vec<(usize, &Polygon)> = polygons.iter().enumerate().collect();
        for group in numbered.chunk_by(|(_, a), (_, b)| (a.pattern, a.slot) == (b.pattern, b.slot)) {
            let Some((first, polygon)) = group.first() else { continue };
            let slot = match polygon.slot {
                Slot::Colour => "colours".to_owned(),
                Slot::Texture(slot) => format!("texture {slot}"),
            };
            let title = format!("pattern {}, {slot}, from {first}: {}", polygon.pattern, group.len());
            CollapsingHeader::new(title).id_salt(("group", *first)).show(ui, |ui| {
                let height = ui.text_style_height(&egui::TextStyle::Body) + 4.0;
                ScrollArea::vertical().id_salt(("polygons", *first)).max_height(240.0).show_rows(
                    ui,
                    height,
                    group.len(),
                    |ui, rows| {
                        for (index, polygon) in &group[rows] {
                            let sides = if polygon.vertices().len() == 3 { "triangle" } else { "quad" };
                            let label = format!("{index} {sides} {}", material_words(polygon.material));
                            let selected = view.viewer.selection.polygon == Some(*index);
                            if row(ui, view, Part::Polygon(*index), &label, selected) {
                                view.select_polygon(*index, 0);
                            }
                        }
                    },
                );
            });
        }
    });
}

fn tally<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    keys.fold(BTreeMap::new(), |mut counts, key| {
        *counts.entry(key).or_default() += 1;
        counts
    })
}

fn section(ui: &mut Ui, title: &str, count: usize, open: bool, contents: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(format!("{title} ({count})")).id_salt(title).default_open(open).show(ui, contents);
}

/// Draws the row of a part, with a box for hiding it and a button for showing it alone. Returns whether it was clicked.
fn row(ui: &mut Ui, view: &mut PanelView, part: Part, label: &str, selected: bool) -> bool {
    let visibility = &view.scene.figure().visibility;
    let (mut visible, alone) = (visibility.is_shown(part), visibility.solo() == Some(part));
    ui.horizontal(|ui| {
        if ui.checkbox(&mut visible, "").on_hover_text("shown").changed() {
            view.scene.change_visibility(|visibility| visibility.toggle(part));
        }
        if ui.selectable_label(alone, "solo").on_hover_text("shows nothing else").clicked() {
            view.scene.change_visibility(|visibility| visibility.toggle_solo(part));
        }
        ui.selectable_label(selected, label).clicked()
    })
    .inner
}
