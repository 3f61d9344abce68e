//! Builds the paths of a scene, and the travel of an entity along one.

use std::collections::BTreeMap;
use std::sync::Arc;

use keitai_formats::LoopMode;
use keitai_render::Q12;

use super::build::Builder;
use super::error_list::ErrorList;
use super::file::{AlongFile, PathFile};
use super::read::{Spot, Texts};
use crate::error::Result;
use crate::path::{Path, PathPoint};
use crate::ron_text::SceneFault;
use crate::ron_text::Step;
use crate::world::Along;

/// Paths by name.
pub(super) type Paths = BTreeMap<Arc<str>, Arc<Path>>;

/// Returns the `paths` of a scene.
pub(super) fn paths(written: &BTreeMap<String, PathFile>, texts: &Texts, errors: &mut ErrorList) -> Paths {
    let mut paths = Paths::new();
    for (name, PathFile { points, closed }) in written {
        let point = |point: &super::file::PathPointFile| {
            let (x, y, z) = point.at;
            PathPoint { at: [x.0, y.0, z.0], width: point.width.0, bank: point.bank.0 }
        };
        let points: Vec<PathPoint> = points.iter().map(point).collect();
        let path = Path::new(&points, *closed).ok_or_else(|| {
            let expected = "2 to 4096 points, 3 of a closed path, with a length between them below 524288";
            let fault = SceneFault::Range { field: "points", expected, found: points.len() as i64 };
            texts.error(&[Spot::Scene], &[Step::Field("paths"), Step::Field(name), Step::Field("points")], fault)
        });
        paths.extend(errors.keep(path).map(|path| (Arc::from(name.as_str()), Arc::new(path))));
    }
    paths
}

impl Builder<'_> {
    /// Returns the travel of the entity.
    pub(super) fn along(&self, along: &AlongFile) -> Result<Along> {
        let AlongFile { path: name, speed, start, side, mode, turns } = along;
        let path = self.paths.get(name.as_str()).cloned().ok_or_else(|| {
            let fault = SceneFault::unknown("path", name, self.paths.keys().map(|name| &**name));
            self.error(&[Step::Field("along"), Step::Field("path")], fault)
        })?;
        let (speed, mode) = (Q12::from_bits(speed.0), mode.unwrap_or(LoopMode::Loop));
        Ok(Along { path, travelled: start.0, speed, side: side.0, mode, turns: *turns })
    }
}
