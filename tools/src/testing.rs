//! Files of this repository for tests, and what the viewer makes of them.

use std::path::{Path, PathBuf};

use keitai_runtime::Settings;

use crate::viewer::files::Files;
use crate::viewer::scene::FigureScene;

pub(crate) fn robot(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/robots").join(name)
}

/// Returns a figure of these files in the scene of the viewer.
pub(crate) fn shown(figure: &Path) -> FigureScene {
    FigureScene::open(&crate::Session::default(), &Files::figure(figure), &Settings::default()).unwrap()
}
