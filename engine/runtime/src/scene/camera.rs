//! Builds the camera of an entity and its rig.

use keitai_render::Q12;

use super::entity::Builder;
use super::file::{CameraFile, RigFile};
use crate::error::Result;
use crate::ron_text::number::{Factor, Number};
use crate::ron_text::words::edges;
use crate::ron_text::{SceneFault, Step};
use crate::world::camera::Camera;
use crate::world::rig::{Rig, RigPath};

impl Builder<'_> {
    /// Returns the camera, its rig and the position of the rig's target.
    pub(super) fn camera(&self, camera: &CameraFile) -> Result<(Camera, Option<Rig>, Option<usize>)> {
        let projection = camera.projection.map_or(Camera::PROJECTION, Into::into);
        projection.check().map_err(|error| {
            self.error(&[Step::Field("camera"), Step::Field("projection")], SceneFault::Projection(error))
        })?;
        if let Some((_, _, width, height)) = camera.area {
            let side = width.min(height);
            if side < 1 {
                let steps = [Step::Field("camera"), Step::Field("area")];
                return Err(self.range_error(&steps, "area", "at least a pixel wide and high", side));
            }
        }
        let CameraFile { centre, transparent, .. } = *camera;
        if transparent && camera.area.is_none() {
            let steps = [Step::Field("camera"), Step::Field("transparent")];
            return Err(self.error(&steps, SceneFault::Needs { field: "transparent", needs: "area" }));
        }
        let component = Camera { area: camera.area.map(edges), centre, transparent, ..Camera::new(projection) };
        let Some(rig) = &camera.rig else { return Ok((component, None, None)) };
        let (target, offset, path, walls) = match rig {
            RigFile::LookAt { target, offset } => (target.as_ref(), offset, RigPath::Stay, 0),
            RigFile::Orbit { target, offset, distance, angle, pitch, spin } => {
                let path = RigPath::Orbit { distance: *distance, angle: angle.0, pitch: pitch.0, spin: spin.0 };
                (target.as_ref(), offset, path, 0)
            }
            RigFile::Follow { target, offset, away: (x, y, z), ease, steady } => {
                let path = RigPath::Follow { away: [*x, *y, *z], ease: self.ease(*ease)?, steady: *steady };
                (Some(target), offset, path, 0)
            }
            RigFile::Chase { target, offset, distance, height, ease, walls } => {
                if *walls < 0 {
                    let steps = [Step::Field("camera"), Step::Field("rig"), Step::Field("walls")];
                    return Err(self.range_error(&steps, "walls", "0 or more", *walls));
                }
                let ease = self.ease(*ease)?;
                (Some(target), offset, RigPath::Chase { distance: *distance, height: *height, ease }, *walls)
            }
        };
        let steps = [Step::Field("camera"), Step::Field("rig"), Step::Field("target")];
        if target.is_some() && target == self.written.entity.name.as_ref() {
            let message = "the rig's target is its own camera".to_owned();
            return Err(self.error(&steps, SceneFault::Syntax { message, hint: None }));
        }
        let target = target.map(|name| self.named(name, &steps)).transpose()?;
        let rig = Rig { offset: [offset.0, offset.1, offset.2], walls, ..Rig::new(None, path) };
        Ok((component, Some(rig), target))
    }

    fn ease(&self, Number(ease): Factor) -> Result<Q12> {
        let steps = [Step::Field("camera"), Step::Field("rig"), Step::Field("ease")];
        if (1..=4096).contains(&ease) {
            Ok(Q12::from_bits(ease))
        } else {
            Err(self.range_error(&steps, "ease", "1..=4096, which is up to 1.0", ease))
        }
    }
}
