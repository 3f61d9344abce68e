//! Files that belong together.

use super::{Finding, rules};
use keitai_formats::figure::{Material, Slot};
use keitai_formats::{ActionTable, BoneAnimation, Curve, Figure, Texture};

/// Checks an action table against the figure that it is to move.
pub fn fit(figure: &Figure, table: &ActionTable) -> Vec<Finding> {
    let mut findings = Vec::new();
    if figure.bones.len() != usize::from(table.bone_count) {
        let message = format!("the figure has {} bones, the actions move {}", figure.bones.len(), table.bone_count);
        findings.push(Finding::new(&rules::BONES_DIFFER, message));
    }
    let patterns = figure.patterns.len().min(32);
    let known = if patterns >= 32 { u32::MAX } else { (1u32 << patterns) - 1 };
    for (index, action) in table.actions.iter().enumerate() {
        if let Some(key) = action.patterns.iter().find(|key| key.mask & !known & !1 != 0) {
            let message = format!(
                "action {index}, frame {}: mask {:#x}, but the figure has {} pattern(s)",
                key.frame,
                key.mask,
                figure.patterns.len()
            );
            findings.push(Finding::new(&rules::PATTERNS_DIFFER, message));
        }
    }
    findings
}

/// Checks the textures found for a figure's slots, in order; `None` for one that was not found.
pub fn textures(figure: &Figure, found: &[Option<&Texture>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let slots = usize::from(figure.texture_count);
    let mut reach = vec![[0u8; 2]; slots];
    let polygons = &figure.polygons;
    for batch in figure.batches() {
        let Slot::Texture(slot) = batch.slot else { continue };
        let Some(reach) = reach.get_mut(usize::from(slot)) else { continue };
        let triangles = polygons.textured_triangles.get(batch.triangles).unwrap_or_default();
        let quads = polygons.textured_quads.get(batch.quads).unwrap_or_default();
        let texels =
            triangles.iter().flat_map(|polygon| polygon.texels).chain(quads.iter().flat_map(|polygon| polygon.texels));
        for [u, v] in texels {
            *reach = [reach[0].max(u), reach[1].max(v)];
        }
    }
    let used = figure.batches().fold(vec![false; slots], |mut used, batch| {
        if let Slot::Texture(slot) = batch.slot
            && let Some(used) = used.get_mut(usize::from(slot))
        {
            *used = true;
        }
        used
    });
    let mut missing = Vec::new();
    for (slot, ([u, v], _)) in reach.iter().zip(&used).enumerate().filter(|(_, (_, used))| **used) {
        match found.get(slot).copied().flatten() {
            None => missing.push(slot.to_string()),
            Some(texture) if u16::from(*u) >= texture.width || u16::from(*v) >= texture.height => {
                let message = format!(
                    "slot {slot}: texels up to ({u}, {v}), but the texture is {} x {}",
                    texture.width, texture.height
                );
                findings.push(Finding::new(&rules::TEXTURE_SMALL, message));
            }
            Some(_) => {}
        }
    }
    if !missing.is_empty() {
        let message = format!("no texture for slot {}", missing.join(", "));
        findings.push(Finding::new(&rules::TEXTURE_MISSING, message));
    }
    if found.len() > slots.max(1) {
        let message = format!("{} textures for {slots} slot(s)", found.len());
        findings.push(Finding::new(&rules::TEXTURE_EXTRA, message));
    }
    findings
}

/// Checks the texture that is to be a figure's sphere map.
pub fn sphere_map(figure: &Figure, texture: &Texture) -> Vec<Finding> {
    let mapped = figure.polygons.materials().any(|material| material.has(Material::SPHERE_MAP));
    let size = (texture.width, texture.height);
    if mapped && size != (64, 64) {
        return vec![Finding::new(&rules::SPHERE_SIZE, format!("{} x {}", size.0, size.1))];
    }
    Vec::new()
}

/// Checks a joint animation, and against a figure when there is one.
pub fn animation(animation: &BoneAnimation, figure: Option<&Figure>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(figure) = figure.filter(|figure| figure.bones.len() != animation.joints.len()) {
        let message =
            format!("the figure has {} bones, the animation {} joints", figure.bones.len(), animation.joints.len());
        findings.push(Finding::new(&rules::JOINTS_DIFFER, message));
    }
    for (index, joint) in animation.joints.iter().enumerate() {
        let last = |curve: &Curve<f32>| match curve {
            Curve::Keys(keys) => keys.last().map(|key| f64::from(key.time)),
            _ => None,
        };
        let turn = |curve: &Curve<i16>| match curve {
            Curve::Keys(keys) => keys.last().map(|key| f64::from(key.time)),
            _ => None,
        };
        let times = joint.scale.iter().chain(&joint.translation).filter_map(last);
        let latest = times.chain(joint.rotation.iter().filter_map(turn)).fold(0.0, f64::max);
        if latest > f64::from(animation.duration) {
            let message =
                format!("joint {index}: a key at frame {latest}, the animation ends at {}", animation.duration);
            findings.push(Finding::new(&rules::KEY_BEYOND_END, message));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::action::{Action, PatternKey};
    use keitai_formats::figure::{Bone, Pattern, PolygonRun, Polygons, TexturedPolygon};

    fn figure() -> Figure {
        let triangle =
            TexturedPolygon { material: Material(0), vertices: [0, 1, 2], texels: [[0, 0], [127, 0], [0, 9]] };
        Figure {
            version: 5,
            texture_count: 1,
            polygons: Polygons { textured_triangles: vec![triangle], ..Polygons::default() },
            patterns: vec![Pattern { textures: vec![PolygonRun { triangles: 1, quads: 0 }], ..Pattern::default() }],
            bones: vec![Bone::default()],
            ..Figure::default()
        }
    }

    #[test]
    fn bones_and_patterns_must_fit() {
        let action = Action { patterns: vec![PatternKey { frame: 0, mask: 0b10 }], ..Action::default() };
        let table = ActionTable { bone_count: 2, actions: vec![action], ..ActionTable::default() };
        let codes: Vec<_> = fit(&figure(), &table).iter().map(|finding| finding.rule.code).collect();
        assert_eq!(codes, ["K080", "K081"]);
    }

    #[test]
    fn textures_must_be_there_and_large_enough() {
        let texture = |width| Texture { width, height: 64, ..Texture::default() };
        let codes = |found: &[Option<&Texture>]| -> Vec<_> {
            textures(&figure(), found).iter().map(|finding| finding.rule.code).collect()
        };
        assert_eq!(codes(&[]), ["K082"]);
        assert_eq!(codes(&[Some(&texture(64))]), ["K083"]);
        assert_eq!(codes(&[Some(&texture(128))]), Vec::<&str>::new());
    }
}
