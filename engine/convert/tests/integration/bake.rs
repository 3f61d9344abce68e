//! Joint animations with known poses, as actions: at whole frames everything stays within the given bounds.

use crate::corpus;
use crate::posture::value_at;
use keitai_convert::{BakeOptions, bake};
use keitai_formats::{Track, bck};

#[test]
fn known_poses_are_kept_within_the_bounds() {
    let Some(folder) = corpus::folder() else { return };
    let folder = folder.join("vectors/bck");
    let poses = std::fs::read(folder.join("vectors.json")).unwrap();
    let poses: Vec<serde_json::Value> = serde_json::from_slice(&poses).unwrap();
    let mut compared = 0;
    for bound in [4.0, 1.0] {
        let options = BakeOptions { translate: bound, scale: bound / 100.0, rotate: bound, ..BakeOptions::default() };
        for file in std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
            if file.extension().is_none_or(|ending| ending != "bck") {
                continue;
            }
            let animation = bck::read(&std::fs::read(&file).unwrap()).unwrap().document;
            let baked = bake(&animation, animation.joints.len(), &options).document.unwrap();
            assert!(baked.at_frames.translate <= bound && baked.at_frames.rotate <= bound, "{:?}", baked.at_frames);
            assert!(baked.at_frames.scale <= bound / 100.0, "{:?}", baked.at_frames);
            for pose in &poses {
                let frame = pose["frame"].as_f64().unwrap();
                let inside = frame.fract() == 0.0 && (0.0..=f64::from(animation.duration)).contains(&frame);
                if pose["file"].as_str() != file.file_name().unwrap().to_str() || !inside {
                    continue;
                }
                let joint = pose["joint"].as_u64().unwrap() as usize;
                let Track::Scaled { translate, scale, rotate, .. } = &baked.action.tracks[joint] else { continue };
                // The direction to which Rz * Ry * Rx takes +Z is within the bound of the rotation from the direction
                // of the track.
                let [x, y, z] = [0, 1, 2].map(|axis| pose["rot_deg"][axis].as_f64().unwrap().to_radians().sin_cos());
                let expected = [z.1 * y.0 * x.1 + z.0 * x.0, z.0 * y.0 * x.1 - z.1 * x.0, y.1 * x.1];
                let direction = value_at(rotate, frame);
                let length = direction.iter().map(|c| c * c).sum::<f64>().sqrt();
                let cosine = (0..3).map(|c| direction[c] * expected[c]).sum::<f64>() / length;
                assert!(cosine.min(1.0).acos().to_degrees() <= bound + 0.05, "{pose}: {direction:?}, {expected:?}");
                for c in 0..3 {
                    let expected = (pose["trans"][c].as_f64().unwrap(), pose["scale"][c].as_f64().unwrap());
                    assert!((value_at(translate, frame)[c] - expected.0).abs() <= bound, "{pose}");
                    assert!((value_at(scale, frame)[c] / 4096.0 - expected.1).abs() <= bound / 100.0, "{pose}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 20, "{compared}");
}
