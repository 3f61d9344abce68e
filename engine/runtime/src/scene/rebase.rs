//! Makes the paths of an entity relative to the root.

use super::file::{EntityFile, FontFile};
use crate::assets::{AssetError, AssetPath};
use crate::ron_text::Step;

/// Makes every path relative to the root instead of `folder`. `refuse` is called for paths that lead outside.
pub(super) fn rebase(entity: &mut EntityFile, folder: &AssetPath, refuse: &mut dyn FnMut(&[Step], AssetError)) {
    for (number, child) in entity.children.iter_mut().flatten().enumerate() {
        let to_child = [Step::Field("children"), Step::Item(number)];
        rebase(child, folder, &mut |steps, error| refuse(&[&to_child, steps].concat(), error));
    }
    let mut rebase = |path: &mut String, steps: &[Step]| match folder.join(path) {
        Ok(whole) => whole.as_str().clone_into(path),
        Err(error) => refuse(steps, error),
    };
    if let Some(figure) = &mut entity.figure {
        rebase(figure, &[Step::Field("figure")]);
    }
    for (field, paths) in [("textures", &mut entity.textures), ("actions", &mut entity.actions)] {
        for (index, path) in paths.iter_mut().flatten().enumerate() {
            rebase(path, &[Step::Field(field), Step::Item(index)]);
        }
    }
    for (index, strip) in entity.strips.iter_mut().flatten().enumerate() {
        if let Some(texture) = &mut strip.texture {
            rebase(texture, &[Step::Field("strips"), Step::Item(index), Step::Field("texture")]);
        }
    }
    if let Some(sound) = &mut entity.sound {
        rebase(&mut sound.file, &[Step::Field("sound"), Step::Field("file")]);
    }
    for (index, event) in entity.events.iter_mut().flatten().enumerate() {
        if let Some(sound) = &mut event.sound {
            let steps = [Step::Field("events"), Step::Item(index), Step::Field("sound"), Step::Field("file")];
            rebase(&mut sound.file, &steps);
        }
    }
    if let Some(sphere) = entity.effect.as_mut().and_then(|effect| effect.sphere.as_mut()) {
        rebase(sphere, &[Step::Field("effect"), Step::Field("sphere")]);
    }
    if let Some(sprite) = &mut entity.sprite {
        rebase(&mut sprite.texture, &[Step::Field("sprite"), Step::Field("texture")]);
    }
    if let Some(image) = &mut entity.image {
        rebase(&mut image.texture, &[Step::Field("image"), Step::Field("texture")]);
    }
    if let Some(FontFile::Cells { texture, .. }) = entity.text.as_mut().map(|text| &mut text.font) {
        rebase(texture, &[Step::Field("text"), Step::Field("font"), Step::Field("texture")]);
    }
    if let Some(menu) = &mut entity.menu {
        let others = [("selected_font", &mut menu.selected_font), ("disabled_font", &mut menu.disabled_font)];
        let others = others.into_iter().filter_map(|(field, font)| Some((field, font.as_mut()?)));
        for (field, font) in others.chain([("font", &mut menu.font)]) {
            if let FontFile::Cells { texture, .. } = font {
                rebase(texture, &[Step::Field("menu"), Step::Field(field), Step::Field("texture")]);
            }
        }
        if let Some(cursor) = &mut menu.cursor {
            rebase(&mut cursor.texture, &[Step::Field("menu"), Step::Field("cursor"), Step::Field("texture")]);
        }
    }
}
