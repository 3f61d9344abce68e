//! The texture page: the picture with the texture coordinates of the selection over it, and the palette.

use egui::{Color32, ColorImage, Pos2, Rect, RichText, Sense, Slider, Stroke, TextureHandle, TextureOptions, Ui, Vec2};
use keitai_formats::diagnostic::counted;
use keitai_formats::{Slot, Texture};

use super::PanelView;
use crate::viewer::polygons::Polygon;

/// Colours of the coordinates of the selected polygon, and of the others of its bone.
const SELECTED: Color32 = Color32::from_rgb(255, 220, 60);
const OTHERS: Color32 = Color32::from_rgb(90, 200, 255);
/// Colour behind their lines, which shows them on texels of the same colour.
const BEHIND: Color32 = Color32::from_rgb(32, 24, 8);

/// Side of a colour of the palette, and colours in a row.
const SIDE: f32 = 16.0;
const COLUMNS: usize = 16;

struct SlotTexture {
    slot: usize,
    handle: TextureHandle,
    /// Texels of each index.
    uses: [usize; 256],
}

#[derive(Default)]
pub(super) struct TexturePage {
    slot: usize,
    zoom: Option<f32>,
    loaded: Option<SlotTexture>,
    /// The polygon that chose the slot last.
    followed: Option<usize>,
}

impl TexturePage {
    pub(super) fn show(&mut self, ui: &mut Ui, view: &mut PanelView) {
        let textures = view.scene.figure().textures.clone();
        self.follow(view);
        ui.horizontal(|ui| {
            for (slot, texture) in textures.iter().enumerate() {
                ui.selectable_value(&mut self.slot, slot, format!("{slot} {}", texture.path.name()));
            }
        });
        let coloured = view.viewer.selection.polygon.and_then(|polygon| view.scene.figure().polygons.get(polygon));
        if coloured.is_some_and(|polygon| polygon.slot == Slot::Colour) {
            ui.label("This polygon has a colour, no texture.");
        }
        let Some(asset) = textures.get(self.slot) else {
            let text =
                if textures.is_empty() { "The figure has no texture." } else { "The figure has no such texture." };
            ui.label(text);
            return;
        };
        let texture = &asset.texture;
        let (width, height) = (f32::from(texture.width), f32::from(texture.height));
        let mut zoom = self.zoom.unwrap_or_else(|| (272.0 / width.max(1.0)).floor().clamp(1.0, 8.0));
        ui.horizontal(|ui| {
            ui.label(format!("{} x {}", texture.width, texture.height));
            if ui.add(Slider::new(&mut zoom, 1.0..=8.0).step_by(1.0).text("zoom")).changed() {
                self.zoom = Some(zoom);
            }
        });
        let loaded = self.loaded(ui, texture);
        let (texels, uses) = (loaded.handle.id(), loaded.uses);
        let (place, response) = ui.allocate_exact_size(Vec2::new(width, height) * zoom, Sense::click());
        let all = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        ui.painter().image(texels, place, all, Color32::WHITE);
        self.show_coordinates(ui, view, place.min, zoom);
        let turned = if response.hovered() { take_wheel(ui) } else { 0.0 };
        if turned != 0.0 {
            self.zoom = Some((zoom + turned.signum()).clamp(1.0, 8.0));
        }
        if let Some(at) = response.hover_pos() {
            let texel = ((at - place.min) / zoom).floor();
            let index = texture.texels.get(texel.y as usize * usize::from(texture.width) + texel.x as usize);
            ui.label(index.map_or_else(String::new, |index| format!("{}, {}: index {index}", texel.x, texel.y)));
        } else {
            ui.label("");
        }
        show_palette(ui, texture, &uses);
    }

    /// Forgets the picture of the texture, whose file has changed. Slot and zoom stay.
    pub(super) fn forget_picture(&mut self) {
        self.loaded = None;
    }

    /// Goes to the texture of a newly selected polygon.
    fn follow(&mut self, view: &PanelView) {
        let selected = view.viewer.selection.polygon;
        if selected != self.followed {
            self.followed = selected;
            let polygon = selected.and_then(|polygon| view.scene.figure().polygons.get(polygon));
            if let Some(Slot::Texture(slot)) = polygon.map(|polygon| polygon.slot) {
                self.slot = slot.into();
            }
        }
    }

    fn loaded(&mut self, ui: &Ui, texture: &Texture) -> &SlotTexture {
        let slot = self.slot;
        let loaded = self.loaded.take().filter(|loaded| loaded.slot == slot);
        self.loaded.insert(loaded.unwrap_or_else(|| {
            let mut uses = [0; 256];
            texture.texels.iter().for_each(|index| uses[usize::from(*index)] += 1);
            let colour = |index: &u8| texture.palette.get(usize::from(*index)).copied().unwrap_or_default();
            let pixels = texture.texels.iter().map(colour).map(|rgb| Color32::from_rgb(rgb.r, rgb.g, rgb.b)).collect();
            let image = ColorImage::new([texture.width.into(), texture.height.into()], pixels);
            SlotTexture { slot, handle: ui.ctx().load_texture("texture", image, TextureOptions::NEAREST), uses }
        }))
    }

    /// Draws the outlines of the selected polygon and of those of the selected bone on the texture. In a figure of one bone a
    /// selected polygon is outlined alone: the others would cover the texture.
    fn show_coordinates(&self, ui: &Ui, view: &PanelView, corner: Pos2, zoom: f32) {
        let slot = Slot::Texture(self.slot as u16);
        let outline = |polygon: &Polygon, colour: Color32| {
            let place = |i: usize| corner + Vec2::from(polygon.texels()[i].map(f32::from)) * zoom;
            for ends in polygon.edges() {
                let beside = ends.map(|end| place(end) + Vec2::splat(1.0));
                ui.painter().line_segment(beside, Stroke::new(1.0, BEHIND));
            }
            for ends in polygon.edges() {
                ui.painter().line_segment(ends.map(place), Stroke::new(1.0, colour));
            }
        };
        let of_slot = |polygon: &&Polygon| polygon.slot == slot && !polygon.texels().is_empty();
        let selected = view.viewer.selection.polygon.and_then(|polygon| view.scene.figure().polygons.get(polygon));
        let alone = selected.is_some() && view.scene.figure().figure.document.bones.len() == 1;
        if let Some(bone) = view.viewer.selection.bone.filter(|_| !alone) {
            let of_bone = |polygon: &&Polygon| {
                polygon.vertices().first().is_some_and(|first| view.scene.figure().bone_of(*first) == bone)
            };
            view.scene
                .figure()
                .polygons
                .iter()
                .filter(of_slot)
                .filter(of_bone)
                .for_each(|polygon| outline(polygon, OTHERS));
        }
        selected.iter().copied().filter(of_slot).for_each(|polygon| outline(polygon, SELECTED));
    }
}

/// Returns the turn of the wheel in this frame, positive away from the user, and takes it from the panel, which would scroll.
fn take_wheel(ui: &Ui) -> f32 {
    ui.input_mut(|input| {
        input.smooth_scroll_delta.y = 0.0;
        input.raw_scroll_delta.y
    })
}

/// Draws the colours of the palette. The pointer shows index, colour and use.
fn show_palette(ui: &mut Ui, texture: &Texture, uses: &[usize; 256]) {
    let used = uses.iter().filter(|uses| **uses > 0).count();
    let (colours, texels) = (counted(texture.palette.len(), "colour"), counted(uses[0], "texel"));
    ui.label(format!("palette: {colours}, {used} used; index 0 has {texels}"));
    let rows = texture.palette.len().div_ceil(COLUMNS);
    let size = Vec2::new(COLUMNS as f32, rows as f32) * SIDE;
    let (place, response) = ui.allocate_exact_size(size, Sense::hover());
    for (index, colour) in texture.palette.iter().enumerate() {
        let at = Vec2::new((index % COLUMNS) as f32, (index / COLUMNS) as f32) * SIDE;
        let cell = Rect::from_min_size(place.min + at, Vec2::splat(SIDE - 1.0));
        ui.painter().rect_filled(cell, 0.0, Color32::from_rgb(colour.r, colour.g, colour.b));
        if uses.get(index) == Some(&0) {
            // A colour without texels is marked in its corner.
            ui.painter().rect_filled(Rect::from_min_size(cell.min, Vec2::splat(4.0)), 0.0, Color32::GRAY);
        }
    }
    let under = response.hover_pos().map(|at| ((at - place.min) / SIDE).floor());
    let index = under.map(|cell| cell.y as usize * COLUMNS + cell.x as usize);
    let text = match index.and_then(|index| Some((index, texture.palette.get(index)?))) {
        Some((index, colour)) => {
            let key = if index == 0 { ", left out by a colour key" } else { "" };
            let uses = counted(uses.get(index).copied().unwrap_or(0), "texel");
            format!("index {index}: {:02x}{:02x}{:02x}, {uses}{key}", colour.r, colour.g, colour.b)
        }
        None => "a mark in the corner: no texel has this colour".to_owned(),
    };
    ui.label(RichText::new(text).weak());
}
