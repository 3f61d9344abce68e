//! Checks of files that belong together.

use super::rules;
use keitai_formats::diagnostic::counted;
use keitai_formats::{
    ActionTable, BoneAnimation, Curve, Diagnostic, Diagnostics, Figure, Items, Limits, Location, Material, Slot,
    Texture,
};

/// Side of a sphere map that the vendor's document requires, in texels.
const SPHERE_MAP_SIDE: u16 = 64;

/// Checks an action table against the figure that it is to move.
pub fn fit(figure: &Figure, table: &ActionTable) -> Vec<Diagnostic> {
    let mut findings = Diagnostics::default();
    if figure.bones.len() != usize::from(table.bone_count) {
        let message =
            format!("the figure has {}, the actions move {}", counted(figure.bones.len(), "bone"), table.bone_count);
        findings.report(&rules::BONES_DIFFER, message);
    }
    let patterns = u32::try_from(figure.patterns.len()).unwrap_or(u32::MAX);
    let known = 1u32.checked_shl(patterns).map_or(u32::MAX, |beyond| beyond - 1);
    for (index, action) in table.actions.iter().enumerate() {
        // Bit 0 has a rule of its own.
        if let Some(key) = action.patterns.iter().find(|key| key.mask & !known & !1 != 0) {
            let message = format!(
                "action {index}, frame {}: mask {:#x}, but the figure has {}",
                key.frame,
                key.mask,
                counted(figure.patterns.len(), "pattern")
            );
            let items = Items { action: Some(index), frame: Some(usize::from(key.frame)), ..Items::default() };
            findings.report_about(items, &rules::PATTERNS_DIFFER, message);
        }
    }
    findings.finish()
}

/// Checks the textures found for a figure's slots, in order; `None` for one that was not found.
pub fn textures(figure: &Figure, textures: &[Option<&Texture>]) -> Vec<Diagnostic> {
    let mut findings = Diagnostics::default();
    let slots = usize::from(figure.texture_count);
    let mut missing = Vec::new();
    for (slot, [u, v]) in largest_texels(figure, slots).into_iter().enumerate().filter_map(|(at, max)| Some((at, max?)))
    {
        let items = Items { texture: Some(slot), ..Items::default() };
        match textures.get(slot).copied().flatten() {
            None => missing.push(slot),
            Some(texture) if u16::from(u) >= texture.width || u16::from(v) >= texture.height => {
                let message = format!(
                    "slot {slot}: texels up to ({u}, {v}), but the texture is {} x {}",
                    texture.width, texture.height
                );
                findings.report_about(items, &rules::TEXTURE_SMALL, message);
            }
            Some(_) => {}
        }
    }
    if let Some(&first) = missing.first() {
        let slots: Vec<String> = missing.iter().map(usize::to_string).collect();
        let message = format!("no texture for slot {}", slots.join(", "));
        let items = Items { texture: Some(first), ..Items::default() };
        findings.report_about(items, &rules::TEXTURE_MISSING, message);
    }
    if textures.len() > slots.max(1) {
        findings.report(&rules::TEXTURE_EXTRA, format!("{} textures for {}", textures.len(), counted(slots, "slot")));
    }
    findings.finish()
}

/// Returns the largest u and v that the polygons of each texture slot use; `None` for a slot without polygons.
fn largest_texels(figure: &Figure, slots: usize) -> Vec<Option<[u8; 2]>> {
    let mut largest: Vec<Option<[u8; 2]>> = vec![None; slots];
    let polygons = &figure.polygons;
    for batch in figure.batches() {
        let Slot::Texture(slot) = batch.slot else { continue };
        let Some(largest) = largest.get_mut(usize::from(slot)) else { continue };
        let triangles = polygons.textured_triangles.get(batch.triangles).unwrap_or_default();
        let quads = polygons.textured_quads.get(batch.quads).unwrap_or_default();
        let of_triangles = triangles.iter().flat_map(|polygon| polygon.texels);
        let of_quads = quads.iter().flat_map(|polygon| polygon.texels);
        let start = largest.unwrap_or_default();
        let max = of_triangles.chain(of_quads).fold(start, |[u, v], texel| [u.max(texel[0]), v.max(texel[1])]);
        *largest = Some(max);
    }
    largest
}

/// Checks a texture by itself.
pub fn texture(texture: &Texture) -> Vec<Diagnostic> {
    texture_size([texture.width, texture.height].map(u32::from))
}

/// Checks the width and the height of a picture that is to be a texture.
pub fn texture_size([width, height]: [u32; 2]) -> Vec<Diagnostic> {
    let most = Limits::PLAYERS.texels;
    if usize::try_from(width.max(height)).is_ok_and(|side| side <= most) {
        return Vec::new();
    }
    let message = format!("{width} x {height} texels; players accept {most} on a side");
    vec![Diagnostic::new(&rules::TEXTURE_LARGE, Location::Document, message)]
}

/// Checks the texture that is to be a figure's sphere map.
pub fn sphere_map(figure: &Figure, texture: &Texture) -> Vec<Diagnostic> {
    let mapped = figure.polygons.materials().any(|material| material.has(Material::SPHERE_MAP));
    let size = [texture.width, texture.height];
    if mapped && size != [SPHERE_MAP_SIDE; 2] {
        let message = format!("{} x {}", size[0], size[1]);
        return vec![Diagnostic::new(&rules::SPHERE_SIZE, Location::Document, message)];
    }
    Vec::new()
}

/// Checks a joint animation by itself, and against a figure if there is one.
pub fn animation(animation: &BoneAnimation, figure: Option<&Figure>) -> Vec<Diagnostic> {
    let mut findings = Diagnostics::default();
    if let Some(figure) = figure.filter(|figure| figure.bones.len() != animation.joints.len()) {
        let [bones, joints] =
            [(figure.bones.len(), "bone"), (animation.joints.len(), "joint")].map(|(n, thing)| counted(n, thing));
        findings.report(&rules::JOINTS_DIFFER, format!("the figure has {bones}, the animation {joints}"));
    }
    for (index, joint) in animation.joints.iter().enumerate() {
        let lengths = joint.scale.iter().chain(&joint.translation).filter_map(last_key);
        let latest = lengths.chain(joint.rotation.iter().filter_map(last_key)).fold(0.0, f64::max);
        if latest > f64::from(animation.duration) {
            let message =
                format!("joint {index}: a key at frame {latest}, the animation ends at {}", animation.duration);
            let items = Items { bone: Some(index), ..Items::default() };
            findings.report_about(items, &rules::KEY_BEYOND_END, message);
        }
    }
    findings.finish()
}

fn last_key<T: Copy + Into<f64>>(curve: &Curve<T>) -> Option<f64> {
    match curve {
        Curve::Keys(keys) => keys.last().map(|key| key.time.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keitai_formats::{Action, Bone, Pattern, PatternKey, PolygonRun, Polygons, TexturedPolygon};

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
        let codes: Vec<_> = fit(&figure(), &table).iter().map(|diagnostic| diagnostic.rule.code).collect();
        assert_eq!(codes, ["K080", "K081"]);
        assert_eq!(fit(&figure(), &table)[1].items, Items { action: Some(0), frame: Some(0), ..Items::default() });
    }

    #[test]
    fn textures_must_be_there_and_large_enough() {
        let texture = |width| Texture { width, height: 64, ..Texture::default() };
        let codes = |pictures: &[Option<&Texture>]| -> Vec<_> {
            textures(&figure(), pictures).iter().map(|diagnostic| diagnostic.rule.code).collect()
        };
        assert_eq!(codes(&[]), ["K082"]);
        assert_eq!(codes(&[Some(&texture(64))]), ["K083"]);
        assert_eq!(codes(&[Some(&texture(128))]), Vec::<&str>::new());
    }
}
