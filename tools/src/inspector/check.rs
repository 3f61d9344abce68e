//! The findings of the files, as `keitai check` gives them. A click goes to the polygon, the bone or the frame.

use std::path::{Path, PathBuf};

use egui::{Color32, RichText, Ui};
use keitai_formats::diagnostic::Items;
use keitai_formats::{Diagnostic, Severity};

use super::PanelView;
use crate::commands::check;
use crate::viewer::polygons::{Polygon, Selection};

/// The findings of all files of a figure, once they were looked for.
#[derive(Default)]
pub(super) struct Findings(Option<Vec<(PathBuf, Vec<Diagnostic>)>>);

impl Findings {
    pub(super) fn show(&mut self, ui: &mut Ui, view: &mut PanelView) {
        let findings = self.0.get_or_insert_with(|| check::findings(&view.scene.session, &view.scene.figure().files));
        for (path, diagnostics) in findings {
            ui.label(RichText::new(name(path)).strong());
            if diagnostics.is_empty() {
                ui.label(RichText::new("nothing to report").weak());
            }
            for diagnostic in diagnostics {
                let colour = match diagnostic.severity {
                    Severity::Note => Color32::from_gray(180),
                    Severity::Warning => Color32::from_rgb(255, 200, 90),
                    Severity::Error => Color32::from_rgb(255, 110, 100),
                };
                let items: Vec<String> =
                    diagnostic.items.named().map(|(name, number)| format!("{name} {number}")).collect();
                let text = format!("{} {} {}", diagnostic.rule.code, diagnostic.message, items.join(", "));
                let label = egui::Button::selectable(false, RichText::new(text.trim_end()).color(colour)).wrap();
                let response = ui.add(label);
                if let Some(note) = &diagnostic.note {
                    response.clone().on_hover_text(note);
                }
                if response.clicked() {
                    go_to(&diagnostic.items, path, view);
                }
            }
            ui.add_space(4.0);
        }
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Selects what a finding is about, and goes to its action and frame.
fn go_to(items: &Items, path: &Path, view: &mut PanelView) {
    if let Some(action) = items.action.and_then(|action| view.scene.figure().action_in(path, action)) {
        view.viewer.choose_action(action);
    }
    if let Some(frame) = items.frame.and_then(|frame| u32::try_from(frame).ok()) {
        view.viewer.step_to(frame);
    }
    if let Some(bone) = items.bone {
        view.viewer.selection = Selection { bone: Some(bone), ..Selection::default() };
    }
    if let Some(vertex) = items.vertex.and_then(|vertex| u16::try_from(vertex).ok()) {
        let corner = |polygon: &Polygon| polygon.vertices().iter().position(|at| *at == vertex);
        let mut places = view.scene.figure().polygons.iter().enumerate();
        if let Some((place, corner)) = places.find_map(|(place, polygon)| Some((place, corner(polygon)?))) {
            view.select_polygon(place, corner);
        }
    }
    if let Some(polygon) = items.polygon.and_then(|polygon| view.scene.polygon_in_file_order(polygon)) {
        view.select_polygon(polygon, 0);
    }
}
