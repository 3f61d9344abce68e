//! The repository's assets and scenes, embedded so that the program runs from any folder.

use std::borrow::Cow;

use keitai::assets::Source;
use rust_embed::Embed;

/// Files that scenes name. Source texts and the workshop are not embedded.
#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../assets"]
#[prefix = "assets/"]
#[include = "*.mbac"]
#[include = "*.mtra"]
#[include = "*.bmp"]
struct Art;

/// The scenes.
#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../scenes"]
#[prefix = "scenes/"]
#[include = "*.ron"]
#[include = "*.replay"]
struct Scenes;

/// Returns the `assets` and `scenes` folders as they were when the program was built.
pub fn source() -> Source {
    let art = Art::iter().filter_map(|path| Some((path.clone(), Art::get(&path)?.data)));
    let scenes = Scenes::iter().filter_map(|path| Some((path.clone(), Scenes::get(&path)?.data)));
    let files: Vec<(String, Cow<'static, [u8]>)> =
        art.chain(scenes).map(|(path, data)| (path.into_owned(), data)).collect();
    Source::memory(files)
}

#[cfg(test)]
mod tests {
    use keitai::Compat;
    use keitai::Stage;
    use keitai::assets::AssetPath;

    use super::*;

    #[test]
    fn embedded_scenes_run() {
        let mut stage = Stage::open(source(), &AssetPath::new("scenes/demo.ron").unwrap(), Compat::default()).unwrap();
        let mut pictures = [stage.framebuffer(), stage.framebuffer()];
        for picture in &mut pictures {
            for _ in 0..15 {
                stage.tick(&[]);
            }
            stage.draw(picture);
        }
        let [first, second] = &pictures;
        let background = stage.scene().background;
        let drawn = first.pixels().iter().filter(|pixel| **pixel != background).count();
        assert!(drawn > first.pixels().len() / 8, "{drawn} pixels are too little of a scene");
        let moved = first.pixels().iter().zip(second.pixels()).filter(|(a, b)| a != b).count();
        assert!(moved > 500, "{moved} pixels moved in half a second");
    }
}
