//! Bones, normals and bounding box of a figure as lines on the screen.

use hecs::Entity;
use keitai_render::{Canvas, FigureLayout, Model, Posture, Renderer, Vector3};

pub(crate) struct DebugFigure<'a> {
    pub(crate) entity: Entity,
    pub(crate) model: &'a Model,
    pub(crate) posture: &'a Posture,
    pub(crate) layout: FigureLayout,
}

const BONE: u32 = 0xFF_E040;
const JOINT: u32 = 0xFF_4040;
const NORMAL: u32 = 0x60_C0FF;
const BOX: u32 = 0x90_90FF;
const SELECTED_BOX: u32 = 0xFF_FFFF;
/// The length of a normal is the figure's largest extent divided by this.
const NORMAL_SHARE: i32 = 16;

impl DebugFigure<'_> {
    fn line(&self, renderer: &Renderer, canvas: &mut Canvas, from: Vector3, to: Vector3, colour: u32) {
        let ends = (renderer.project(&self.layout, from), renderer.project(&self.layout, to));
        if let (Some(from), Some(to)) = ends {
            canvas.line(from, to, colour);
        }
    }

    /// Draws a line from every bone's joint to its parent's, and a dot at the joint.
    pub(super) fn draw_bones(&self, renderer: &Renderer, canvas: &mut Canvas) {
        let mut bones = Vec::new();
        self.posture.bones(self.model, &mut bones);
        let joint = |bone: usize| {
            let [x, y, z] = bones[bone].0.translation;
            Vector3::new(x, y, z)
        };
        for (bone, (_, parent)) in bones.iter().enumerate() {
            if let Some(parent) = parent {
                self.line(renderer, canvas, joint(*parent), joint(bone), BONE);
            }
        }
        for bone in 0..bones.len() {
            if let Some((x, y)) = renderer.project(&self.layout, joint(bone)) {
                canvas.rectangle(x.saturating_sub(1), y.saturating_sub(1), 3, 3, JOINT);
            }
        }
    }

    /// Draws a short line at every vertex.
    pub(super) fn draw_normals(&self, renderer: &Renderer, canvas: &mut Canvas) {
        let (mut positions, mut normals) = (Vec::new(), Vec::new());
        self.posture.positions(self.model, &mut positions);
        self.posture.normals(self.model, &mut normals);
        let [low, high] = around(&positions);
        let extent = |low: i32, high: i32| high.saturating_sub(low);
        let largest = extent(low.x, high.x).max(extent(low.y, high.y)).max(extent(low.z, high.z));
        let length = i64::from((largest / NORMAL_SHARE).max(1));
        for (from, normal) in positions.iter().zip(&normals) {
            let end = |from: i32, normal: i32| from.saturating_add((i64::from(normal) * length / 4096) as i32);
            let to = Vector3::new(end(from.x, normal.x), end(from.y, normal.y), end(from.z, normal.z));
            self.line(renderer, canvas, *from, to, NORMAL);
        }
    }

    /// Draws the box around all vertices, in the figure's space.
    pub(super) fn draw_box(&self, renderer: &Renderer, canvas: &mut Canvas, selected: bool) {
        let mut positions = Vec::new();
        self.posture.positions(self.model, &mut positions);
        let [low, high] = around(&positions);
        let colour = if selected { SELECTED_BOX } else { BOX };
        let corner = |bits: usize| {
            let pick = |bit: usize, low: i32, high: i32| if bits & bit == 0 { low } else { high };
            Vector3::new(pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z))
        };
        for from in 0..8 {
            // From each corner along the axes that are low there, so that every edge is drawn once.
            for axis in [1, 2, 4].into_iter().filter(|axis| from & axis == 0) {
                self.line(renderer, canvas, corner(from), corner(from | axis), colour);
            }
        }
    }
}

/// Returns the smallest and the largest corner of the box around points; zero without points.
fn around(points: &[Vector3]) -> [Vector3; 2] {
    let corners = keitai_formats::bounds(points.iter().map(|point| [point.x, point.y, point.z]));
    corners.unwrap_or_default().map(|[x, y, z]| Vector3::new(x, y, z))
}
