//! Builds the paths of a scene.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error_list::ErrorList;
use super::file::PathFile;
use super::texts::{Spot, Texts};
use crate::ron_text::{SceneFault, Step};
use crate::world::path::{Path, PathPoint};

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
        for (number, point) in points.iter().enumerate().filter(|(_, point)| point.width.0 < 0) {
            let steps = [Step::Field("points"), Step::Item(number), Step::Field("width")];
            let steps = [&[Step::Field("paths"), Step::Field(name)][..], &steps].concat();
            let fault = SceneFault::range("width", "at least 0", point.width.0.to_num::<i64>());
            errors.add(texts.error(&[Spot::Scene], &steps, fault));
        }
        let points: Vec<PathPoint> = points.iter().map(point).collect();
        let path = Path::new(&points, *closed).ok_or_else(|| {
            let expected = "2 to 4096 points, 3 of a closed path, with a length between them below 524288";
            let fault = SceneFault::range("points", expected, points.len());
            texts.error(&[Spot::Scene], &[Step::Field("paths"), Step::Field(name), Step::Field("points")], fault)
        });
        paths.extend(errors.keep(path).map(|path| (Arc::from(name.as_str()), Arc::new(path))));
    }
    paths
}
