//! The selection: facts of the polygon, its vertices and the bone, and the polygon's place in the painter's order.

use egui::{Grid, RichText, Ui};
use keitai_formats::diagnostic::counted;
use keitai_formats::{Blend, Material, Normals, Slot};
use keitai_render::AffineTrans;

use super::PanelView;
use crate::viewer::polygons::{Polygon, Selection};
use crate::viewer::visibility::Part;

pub(super) fn show(ui: &mut Ui, view: &mut PanelView) {
    let Selection { polygon, bone, .. } = view.viewer.selection;
    if polygon.is_none() && bone.is_none() {
        ui.label("Nothing is selected.");
        ui.label("Click the picture, or a line of the tree.");
        ui.label("A double click frames what is under the pointer.");
    }
    if let Some((index, polygon)) = polygon.and_then(|index| Some((index, *view.scene.figure().polygons.get(index)?))) {
        show_polygon(ui, view, index, &polygon);
    }
    if let Some(bone) = bone {
        ui.separator();
        show_bone(ui, view, bone);
    }
}

fn buttons(ui: &mut Ui, view: &mut PanelView, part: Part) {
    ui.horizontal(|ui| {
        let hide = if view.scene.figure().visibility.is_shown(part) { "hide" } else { "show" };
        if ui.button(hide).clicked() {
            view.scene.change_visibility(|visibility| visibility.toggle(part));
        }
        let solo = if view.scene.figure().visibility.solo() == Some(part) { "show all" } else { "solo" };
        if ui.button(solo).clicked() {
            view.scene.change_visibility(|visibility| visibility.toggle_solo(part));
        }
        if ui.button("frame").clicked()
            && let Some(orbit) = view.scene.framed(part, view.viewer)
        {
            view.viewer.orbit = orbit;
        }
    });
}

fn show_polygon(ui: &mut Ui, view: &mut PanelView, index: usize, polygon: &Polygon) {
    ui.label(RichText::new(format!("polygon {index}")).strong());
    buttons(ui, view, Part::Polygon(index));
    let sides = if polygon.vertices().len() == 3 { "triangle" } else { "quad" };
    let place = view.scene.paint_order(index);
    Grid::new("polygon").num_columns(2).show(ui, |ui| {
        let mut line = |name: &str, value: String| {
            ui.label(name);
            ui.label(value);
            ui.end_row();
        };
        line("in the file", format!("{sides} {} of its list", polygon.index));
        line("pattern", polygon.pattern.to_string());
        match (polygon.slot, polygon.colour) {
            (Slot::Texture(slot), _) => line("texture", slot.to_string()),
            (Slot::Colour, colour) => line("colour", format!("{} of the palette", colour.unwrap_or_default())),
        }
        line("material", format!("{:03x} {}", polygon.material.0, material_words(polygon.material)));
        match place {
            Some((place, count, key)) => {
                line("sort key", key.to_string());
                line("painted as", format!("{} of {count}", place + 1));
            }
            None => line("painted", "not at this frame".to_owned()),
        }
    });
    ui.add_space(4.0);
    show_vertices(ui, view, polygon);
}

fn show_vertices(ui: &mut Ui, view: &mut PanelView, polygon: &Polygon) {
    let figure = view.scene.figure().figure.document.clone();
    let posed = view.scene.positions();
    let vertices = polygon.vertices();
    let places: Vec<usize> = vertices.iter().map(|vertex| usize::from(*vertex)).collect();
    let texels = polygon.texels().iter().map(|[u, v]| vec![format!("{u},"), v.to_string()]);
    let positions = places
        .iter()
        .map(|at| posed.get(*at).map_or_else(Vec::new, |at| [at.x, at.y, at.z].map(|part| part.to_string()).to_vec()));
    let normals = places.iter().map(|at| {
        let normal = match &figure.normals {
            Normals::None => None,
            Normals::Vectors(vectors) => vectors.get(*at).copied(),
            Normals::Packed(packed) => packed.get(*at).map(|normal| normal.to_vector()),
        };
        normal.map_or_else(Vec::new, |parts| parts.map(decimal).to_vec())
    });
    let columns = [aligned(texels), aligned(positions), aligned(normals)];
    Grid::new("vertices").striped(true).num_columns(5).spacing([10.0, 2.0]).show(ui, |ui| {
        for title in ["vertex", "bone", "u, v", "position", "normal"] {
            ui.label(RichText::new(title).weak());
        }
        ui.end_row();
        for (corner, vertex) in vertices.iter().enumerate() {
            if ui.selectable_label(view.viewer.selection.corner == corner, vertex.to_string()).clicked() {
                let bone = Some(view.scene.figure().bone_of(*vertex));
                view.viewer.selection = Selection { corner, bone, ..view.viewer.selection };
            }
            ui.label(format!("{:>4}", view.scene.figure().bone_of(*vertex)));
            for column in &columns {
                ui.label(column.get(corner).filter(|text| !text.is_empty()).map_or("-", String::as_str));
            }
            ui.end_row();
        }
    });
    ui.label(RichText::new("position: model units, in this pose; normal: in the space of the bone").weak());
}

fn show_bone(ui: &mut Ui, view: &mut PanelView, index: usize) {
    let Some(bone) = view.scene.figure().figure.document.bones.get(index).copied() else { return };
    ui.label(RichText::new(format!("bone {index}")).strong());
    buttons(ui, view, Part::Bone(index));
    let parent = bone.parent.map_or("none".to_owned(), |parent| parent.to_string());
    ui.label(format!("parent {parent}, {}", counted(bone.vertex_count, "vertex")));
    let Some((matrix, whole)) = view.scene.bone_matrices(index) else { return };
    ui.label(RichText::new("in its parent, at this frame").weak());
    show_matrix(ui, "own", &matrix);
    ui.label(RichText::new("in the figure, at this frame").weak());
    show_matrix(ui, "whole", &whole);
}

/// Returns a text for each list of numbers; numbers of the same column end below each other.
fn aligned(lists: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let lists: Vec<Vec<String>> = lists.collect();
    let width = |column: usize| lists.iter().filter_map(|list| Some(list.get(column)?.len())).max().unwrap_or(0);
    let text = |list: &Vec<String>| {
        let cells = list.iter().enumerate().map(|(column, cell)| format!("{cell:>0$}", width(column)));
        cells.collect::<Vec<_>>().join(" ")
    };
    lists.iter().map(text).collect()
}

/// Draws a matrix: three columns in decimals, the last in model units.
fn show_matrix(ui: &mut Ui, name: &str, matrix: &AffineTrans) {
    Grid::new(name).striped(true).num_columns(4).spacing([14.0, 2.0]).show(ui, |ui| {
        for row in matrix.to_raw().chunks_exact(4) {
            for axis in &row[..3] {
                ui.label(format!("{:>7}", decimal(*axis)));
            }
            ui.label(format!("{:>6}", row[3]));
            ui.end_row();
        }
    });
}

/// Returns a 4.12 number with three decimals.
fn decimal(value: impl Into<f64>) -> String {
    format!("{:.3}", value.into() / 4096.0)
}

/// Returns the attributes of a material in words, "plain" for none.
pub(super) fn material_words(material: Material) -> String {
    let attributes = [
        (Material::LIGHTING, "lit"),
        (Material::DOUBLE_FACE, "both sides"),
        (Material::COLOUR_KEY, "colour key"),
        (Material::SPHERE_MAP, "sphere map"),
        (Material::FLAT_SHADE, "flat shade"),
        (Material::SORT_NEAREST, "sort nearest"),
        (Material::SORT_FARTHEST, "sort farthest"),
    ];
    let blend = (material.blend() != Blend::Normal).then(|| format!("blend {}", material.blend().word()));
    let words = attributes.into_iter().filter(|(bit, _)| material.has(*bit)).map(|(_, word)| word.to_owned());
    let words: Vec<String> = words.chain(blend).collect();
    if words.is_empty() { "plain".to_owned() } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_column_end_below_each_other() {
        let lists = [["7,", "-12"], ["120,", "5"]].map(|list| list.map(str::to_owned).to_vec());
        assert_eq!(aligned(lists.into_iter().chain([Vec::new()])), ["  7, -12", "120,   5", ""]);
    }

    #[test]
    fn every_bit_of_a_material_has_a_word() {
        assert_eq!(material_words(Material(0)), "plain");
        assert_eq!(material_words(Material(0x31)), "lit, both sides, colour key");
        assert_eq!(material_words(Material(0x3C4)), "sphere map, flat shade, sort nearest, sort farthest, blend add");
    }
}
