//! Digests of pictures, for the proof that a browser draws the pixels of every other machine.

use keitai_app::{Error, Game, Messages, Result, TickInput};
use keitai_browser::File;
use keitai_render::{Backend, Q16};
use keitai_runtime::Settings;
use keitai_runtime::assets::AssetPath;
use keitai_runtime::ron_text::RonKind;
use keitai_tools::{Session, memory};
use tin_sumo::attract::{self, Attract};
use tin_sumo::saved::Store;
use tin_sumo::{Sumo, embedded};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the digest that `keitai play SCENE --headless --frames TICKS --digest` prints, for a scene of the
/// repository. Fails when there is no such scene.
#[wasm_bindgen(js_name = sceneDigest)]
pub fn scene_digest(scene: &str, ticks: u32) -> Result<String, JsError> {
    Ok(played(scene, ticks)?)
}

fn played(scene: &str, ticks: u32) -> Result<String> {
    let mut game = memory::play(embedded::source(), &AssetPath::new(scene)?, &Settings::default())?;
    for _ in 0..ticks {
        let _ = game.tick(&TickInput::default(), &mut Messages::default());
    }
    let mut picture = game.stage().framebuffer();
    game.draw(Q16::ONE, &mut picture);
    Ok(format!("{:#018x}", picture.digest()))
}

/// Returns the digests that `keitai shot SHOT --frame N --digest` prints for the shot among these files, one per frame, drawn
/// by the enhanced back end or by that of the shot. `compat` is the text of a file that `--compat` names. Fails when
/// there is no shot, it cannot be drawn, or the settings are wrong.
#[wasm_bindgen(js_name = shotDigests)]
pub fn shot_digests(
    files: Vec<File>,
    frames: &[i32],
    enhanced: bool,
    compat: Option<String>,
) -> Result<Vec<String>, JsError> {
    let files: Vec<_> = files.into_iter().map(Into::into).collect();
    Ok(drawn(&files, frames, enhanced, compat.as_deref())?)
}

fn drawn(files: &[(String, Vec<u8>)], frames: &[i32], enhanced: bool, compat: Option<&str>) -> Result<Vec<String>> {
    let compat = compat.map(ron::from_str).transpose().map_err(Error::game)?;
    let settings = Settings { compat, backend: enhanced.then_some(Backend::Enhanced), ..Settings::default() };
    let session = Session::default();
    session.mount("shot", files)?;
    let shots = session.programs("shot", RonKind::Shot)?;
    let shot = shots.first().ok_or_else(|| Error::game("there is no shot among the files"))?;
    let mut player = session.shot(shot, &settings)?;
    let mut picture = player.framebuffer();
    let mut digest = |frame: &i32| {
        player.draw(*frame, &mut picture).map_err(Error::game)?;
        Ok(format!("{:#018x}", picture.digest()))
    };
    frames.iter().map(&mut digest).collect()
}

/// Replays the recorded bout of Tin Sumo, compares every tick with the record, and returns the digest of its last
/// picture. Fails when a tick differs.
#[wasm_bindgen(js_name = boutDigest)]
pub fn bout_digest() -> Result<String, JsError> {
    Ok(replayed()?)
}

fn replayed() -> Result<String> {
    let (sumo, recording) = (Sumo::new(&Settings::default(), Store::default())?, attract::read()?);
    if let Err(difference) = attract::verify(&sumo, &recording)? {
        return Err(Error::game(format!("the recorded bout differs in tick {}", difference.tick)));
    }
    let mut bout = Attract::play(&sumo, &recording)?;
    while bout.advance() {}
    let mut picture = bout.stage.framebuffer();
    bout.stage.draw(&mut picture);
    Ok(format!("{:#018x}", picture.digest()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn scenes_and_shots_have_the_digests_of_the_command_line() {
        // The digest of `keitai play scenes/demo.ron --headless --frames 30 --digest`.
        assert_eq!(played("scenes/demo.ron", 30).unwrap(), "0x4940a79802d0a9f5");
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
        let names = ["cases/slow_turn/shot.ron", "fixtures/fan.mbac"];
        let files = names.map(|name| (name.to_owned(), std::fs::read(tests.join(name)).unwrap()));
        // The digests of `case.ron`.
        let digests = ["0x36c65bdc7cf0eab5", "0xce9285ff6dd75070", "0xe0d35f32634f4bf2"];
        assert_eq!(drawn(&files, &[0, 1, 2], false, None).unwrap(), digests);
        assert!(drawn(&[], &[0], false, None).is_err());
        assert!(drawn(&files, &[0], false, Some("(sort_key: Nearest)")).is_err());
    }
}
