//! The templates of `keitai new`, inside the program.

use crate::cli::Template;

/// A file of a template: its path in the new folder, and its bytes.
pub(super) type File = (&'static str, &'static [u8]);

/// Lists files, each with its place in the repository.
macro_rules! files {
    ($($path:literal from $place:literal),* $(,)?) => {
        &[$(($path, include_bytes!(concat!("../../../../", $place)).as_slice())),*]
    };
}

const COMMON: &[File] = files![
    "Cargo.toml" from "tools/templates/Cargo.toml.in",
    ".gitignore" from "tools/templates/gitignore",
    "package.sh" from "tools/templates/package.sh",
    "icon.png" from "tools/templates/icon.png",
    "src/tests.rs" from "tools/templates/tests.rs",
    "assets/shadow.bmp" from "assets/ring/shadow.bmp",
    "assets/shadow.mbac" from "assets/ring/shadow.mbac",
];

/// The notice about the works that every game contains.
const NOTICE: &[File] = &[("NOTICE.txt", crate::LICENCES.as_bytes())];

const ROBOT: &[File] = files![
    "assets/lacquer.bmp" from "assets/robots/lacquer.bmp",
    "assets/tin.bmp" from "assets/robots/tin.bmp",
    "assets/tin.mbac" from "assets/robots/tin.mbac",
    "assets/tin.mtra" from "assets/robots/tin.mtra",
    "assets/tray.bmp" from "assets/ring/tray.bmp",
    "assets/tray.mbac" from "assets/ring/tray.mbac",
];

const EMPTY: &[File] = files![
    "README.md" from "tools/templates/empty/README.md",
    "src/main.rs" from "tools/templates/empty/main.rs",
    "scenes/play.ron" from "tools/templates/empty/play.ron",
    "tests/play.replay" from "tools/templates/empty/play.replay",
];

const RACER: &[File] = files![
    "README.md" from "tools/templates/racer/README.md",
    "src/main.rs" from "tools/templates/racer/main.rs",
    "scenes/play.ron" from "tools/templates/racer/play.ron",
    "tests/play.replay" from "tools/templates/racer/play.replay",
    "assets/car.bac" from "tools/templates/racer/car.bac",
    "assets/grass.bac" from "tools/templates/racer/grass.bac",
    "assets/road.bac" from "tools/templates/racer/road.bac",
];

const ARENA: &[File] = files![
    "README.md" from "tools/templates/arena/README.md",
    "src/main.rs" from "tools/templates/arena/main.rs",
    "src/over.rs" from "tools/templates/arena/over.rs",
    "src/play.rs" from "tools/templates/arena/play.rs",
    "src/title.rs" from "tools/templates/arena/title.rs",
    "scenes/play.ron" from "tools/templates/arena/play.ron",
    "scenes/prefabs.ron" from "tools/templates/arena/prefabs.ron",
    "scenes/title.ron" from "tools/templates/arena/title.ron",
    "tests/play.replay" from "tools/templates/arena/play.replay",
    "assets/kabuto.bmp" from "assets/robots/kabuto.bmp",
    "assets/kabuto.mbac" from "assets/robots/kabuto.mbac",
    "assets/kabuto.mtra" from "assets/robots/kabuto.mtra",
];

const MICRO3D: &[File] = files![
    "README.md" from "tools/templates/micro3d/README.md",
    "src/main.rs" from "tools/templates/micro3d/main.rs",
    "tests/play.replay" from "tools/templates/micro3d/play.replay",
    "assets/car.bac" from "tools/templates/racer/car.bac",
    "assets/sparks.bmp" from "assets/signs/sparks.bmp",
];

pub(super) fn files(template: Template) -> impl Iterator<Item = &'static File> {
    let parts: &[&[File]] = match template {
        Template::Empty => &[COMMON, NOTICE, ROBOT, EMPTY],
        Template::Racer => &[COMMON, NOTICE, RACER],
        Template::Arena => &[COMMON, NOTICE, ROBOT, ARENA],
        Template::Micro3d => &[COMMON, NOTICE, MICRO3D],
    };
    parts.iter().copied().flatten()
}
