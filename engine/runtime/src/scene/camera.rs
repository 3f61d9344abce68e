//! The camera of an entity, and what moves it.

use keitai_render::{Angle, Q12};

use super::build::{Builder, EntityTemplate};
use super::fault::SceneFault;
use super::file::{CameraFile, RigFile};
use super::text::Step;
use crate::error::Result;
use crate::shot::edges;
use crate::world::camera::{Camera, Rig, RigPath};

impl Builder<'_> {
    /// What is seen, and from where.
    pub(super) fn camera(&self, camera: &CameraFile, cast: &mut EntityTemplate) -> Result<()> {
        let projection = camera.projection.map_or(Camera::PROJECTION, Into::into);
        projection.check().map_err(|error| {
            self.fault(&[Step::Field("camera"), Step::Field("projection")], SceneFault::Projection(error))
        })?;
        if let Some((_, _, width, height)) = camera.area {
            let side = width.min(height);
            if side < 1 {
                let way = [Step::Field("camera"), Step::Field("area")];
                return Err(self.range(&way, "area", "at least a pixel wide and high", side.into()));
            }
        }
        cast.camera = Some(Camera { area: camera.area.map(edges), centre: camera.centre, ..Camera::new(projection) });
        let Some(rig) = &camera.rig else { return Ok(()) };
        let (target, offset, path) = match rig {
            RigFile::LookAt { target, offset } => (target.as_ref(), offset, RigPath::Stay),
            RigFile::Orbit { target, offset, distance, angle, pitch, spin } => {
                let path = RigPath::Orbit {
                    distance: *distance,
                    angle: Angle(*angle),
                    pitch: Angle(*pitch),
                    spin: Angle(*spin),
                };
                (target.as_ref(), offset, path)
            }
            RigFile::Follow { target, offset, away: (x, y, z), ease } => {
                (Some(target), offset, RigPath::Follow { away: [*x, *y, *z], ease: self.ease(*ease)? })
            }
            RigFile::Chase { target, offset, distance, height, ease } => {
                let ease = self.ease(*ease)?;
                (Some(target), offset, RigPath::Chase { distance: *distance, height: *height, ease })
            }
        };
        let way = [Step::Field("camera"), Step::Field("rig"), Step::Field("target")];
        cast.rig_target = target.map(|name| self.named(name, &way)).transpose()?;
        cast.rig = Some(Rig { offset: [offset.0, offset.1, offset.2], ..Rig::new(path) });
        Ok(())
    }

    fn ease(&self, ease: i32) -> Result<Q12> {
        let way = [Step::Field("camera"), Step::Field("rig"), Step::Field("ease")];
        if (1..=4096).contains(&ease) {
            Ok(Q12::from_bits(ease))
        } else {
            Err(self.range(&way, "ease", "1..=4096", ease.into()))
        }
    }
}
