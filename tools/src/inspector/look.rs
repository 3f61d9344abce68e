//! The page of light, effects, back end, screen and background.

use egui::{Color32, ComboBox, Pos2, RichText, Sense, Slider, Stroke, Ui, Vec2};
use keitai_app::RenderOptions;
use keitai_render::{Compat, PixelFormat, Q12, ScreenDither, Shading, Vector3};

use super::PanelView;
use crate::viewer::background::Background;

/// Radius of the ball that the light's direction is dragged on.
const RADIUS: f32 = 44.0;

/// Length of a direction that was dragged.
const LENGTH: f32 = 4096.0;

pub(super) fn show(ui: &mut Ui, view: &mut PanelView) {
    title(ui, "light");
    show_light(ui, view);
    title(ui, "effect");
    show_effect(ui, view);
    title(ui, "renderer");
    show_renderer(ui, view);
    title(ui, "background");
    show_background(ui, view);
}

fn title(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).strong());
}

fn show_light(ui: &mut Ui, view: &mut PanelView) {
    let lit = view.scene.figure().subject.lit;
    let viewer = &mut *view.viewer;
    ui.checkbox(&mut viewer.light, if lit { "on" } else { "on (the figure takes none)" });
    ui.horizontal(|ui| {
        show_direction(ui, &mut viewer.effects.lamp.direction);
        ui.vertical(|ui| {
            ui.spacing_mut().slider_width = 64.0;
            let percent = |light: &mut Q12, ui: &mut Ui, name: &str| {
                // The slider shows whole numbers: a value between them stays until the user changes it.
                let percent = (light.to_num::<f32>() * 100.0).round() as u16;
                let mut value = percent;
                ui.add(Slider::new(&mut value, 0..=200).text(name));
                if value != percent {
                    *light = Q12::from_num(f32::from(value) / 100.0);
                }
            };
            percent(&mut viewer.effects.lamp.intensity, ui, "intensity %");
            percent(&mut viewer.effects.lamp.ambient, ui, "ambient %");
            if ui.button("defaults").clicked() {
                viewer.effects.lamp = crate::viewer::subject::LAMP;
            }
        });
    });
    let Vector3 { x, y, z } = viewer.effects.lamp.direction;
    ui.label(RichText::new(format!("direction: {x}, {y}, {z} (right, down, into the screen)")).weak());
}

/// Draws the ball. Dragging on it sets the side that the light comes from, of those in front of the figure.
fn show_direction(ui: &mut Ui, direction: &mut Vector3) {
    let (place, response) = ui.allocate_exact_size(Vec2::splat(RADIUS * 2.0 + 4.0), Sense::click_and_drag());
    let middle = place.center();
    if let Some(at) = response.interact_pointer_pos() {
        let away = (at - middle) / RADIUS;
        let away = if away.length() > 0.98 { away.normalized() * 0.98 } else { away };
        let depth = (1.0 - away.length_sq()).max(0.0).sqrt();
        let part = |value: f32| (value * LENGTH).round() as i32;
        *direction = Vector3::new(part(-away.x), part(-away.y), part(depth));
    }
    let painter = ui.painter();
    painter.circle_filled(middle, RADIUS, Color32::from_gray(60));
    let unit = direction.unit();
    let source = Vec2::new(-(unit.x as f32), -(unit.y as f32)) / 4096.0 * RADIUS;
    painter.line_segment([middle + source, middle], Stroke::new(1.0, Color32::YELLOW));
    painter.circle_filled(Pos2::new(middle.x + source.x, middle.y + source.y), 5.0, Color32::YELLOW);
    response.on_hover_text("drag: the side that the light comes from");
}

fn show_effect(ui: &mut Ui, view: &mut PanelView) {
    let effects = &mut view.viewer.effects;
    let mut blending = !effects.opaque;
    ui.checkbox(&mut blending, "blending");
    effects.opaque = !blending;
    let mut toon = matches!(effects.shading, Shading::Toon { .. });
    if ui.checkbox(&mut toon, "toon shading").changed() {
        effects.shading = if toon { Shading::Toon { threshold: 128, high: 255, low: 128 } } else { Shading::Normal };
    }
    if let Shading::Toon { threshold, high, low } = &mut effects.shading {
        ui.add(Slider::new(threshold, 0..=255).text("threshold"));
        ui.add(Slider::new(high, 0..=255).text("high"));
        ui.add(Slider::new(low, 0..=255).text("low"));
    }
    let mut chosen = view.scene.sphere_map().map(str::to_owned);
    let text = chosen.clone().unwrap_or_else(|| "none".to_owned());
    ComboBox::from_label("sphere map").selected_text(text).show_ui(ui, |ui| {
        ui.selectable_value(&mut chosen, None, "none");
        for name in view.scene.sphere_maps() {
            ui.selectable_value(&mut chosen, Some(name.clone()), name);
        }
    });
    view.scene.choose_sphere_map(chosen.as_deref());
}

/// Draws a list of values by their names, of which one is chosen; other values are the user's own.
fn choose<T: Copy + PartialEq>(ui: &mut Ui, label: &str, all: &[(&str, T)], chosen: &mut T) {
    let text = all.iter().find(|(_, value)| value == chosen).map_or("own", |(name, _)| *name);
    ComboBox::from_label(label).selected_text(text).show_ui(ui, |ui| {
        for (name, value) in all {
            ui.selectable_value(chosen, *value, *name);
        }
    });
}

/// Draws the presets and the settings of the original. Returns the chosen ones.
fn chosen_compat(ui: &mut Ui, mut compat: Compat) -> Compat {
    choose(ui, "compat", &Compat::PRESETS, &mut compat);
    ui.horizontal(|ui| {
        ui.selectable_value(&mut compat.pixel_format, PixelFormat::Rgb555, "5 bits a channel");
        ui.selectable_value(&mut compat.pixel_format, PixelFormat::Rgb888, "8 bits");
    });
    compat
}

fn show_renderer(ui: &mut Ui, view: &mut PanelView) {
    let mut settings = view.scene.settings;
    let mut backend = settings.backend.unwrap_or_default();
    ui.horizontal(|ui| {
        for (text, choice) in RenderOptions::BACKENDS {
            ui.selectable_value(&mut backend, choice, text);
        }
    });
    settings.backend = Some(backend);
    let mut both = view.viewer.split.is_some();
    if ui.checkbox(&mut both, "authentic beside enhanced").changed() {
        view.viewer.split = both.then_some(50);
    }
    if let Some(split) = &mut view.viewer.split {
        ui.add(Slider::new(split, 0..=100).text("authentic %"));
    }
    let usual = Compat::default();
    let compat = chosen_compat(ui, settings.compat.unwrap_or(usual));
    settings.compat = (compat != usual || settings.compat.is_some()).then_some(compat);
    let mut format = settings.screen_format.unwrap_or_default();
    choose(ui, "screen", &RenderOptions::SCREENS, &mut format);
    settings.screen_format = Some(format);
    let mut dithered = settings.screen_dither == Some(ScreenDither::Ordered);
    ui.checkbox(&mut dithered, "dithered");
    settings.screen_dither = Some(if dithered { ScreenDither::Ordered } else { ScreenDither::None });
    if let Err(error) = view.scene.change_settings(settings) {
        view.viewer.say(error.to_string());
    }
}

fn show_background(ui: &mut Ui, view: &mut PanelView) {
    let viewer = &mut *view.viewer;
    ui.horizontal(|ui| {
        let [_, r, g, b] = viewer.background.to_be_bytes();
        let mut colour = [r, g, b];
        if ui.color_edit_button_srgb(&mut colour).changed() {
            viewer.background = u32::from_be_bytes([0, colour[0], colour[1], colour[2]]);
        }
        ui.selectable_value(&mut viewer.backdrop, Background::Plain, "colour");
        ui.selectable_value(&mut viewer.backdrop, Background::Checker, "checker");
        if view.scene.backdrop.is_some() {
            ui.selectable_value(&mut viewer.backdrop, Background::Picture, "picture");
        }
    });
    ui.checkbox(&mut viewer.grid, "grid and axes");
    ui.label(RichText::new("A picture dropped with Shift becomes the background.").weak());
}
