//! The files of the game inside its program.

use keitai::{Embedded, embed};

/// Scenes, figures, textures and sounds. A debug build reads them from the folder, so that edits show at once.
#[rustfmt::skip]
pub static FILES: Embedded = embed![
    "scenes/courses.ron", "scenes/prefabs.ron", "scenes/title.ron", "scenes/choice.ron",
    "scenes/race.ron", "scenes/split.ron", "scenes/result.ron", "scenes/lessons.ron",
    "assets/bean.mbac", "assets/bean-red.bmp", "assets/bean-mint.bmp", "assets/drive.mtra",
    "assets/dart.mbac", "assets/dart-blue.bmp", "assets/dart-white.bmp", "assets/lacquer.bmp",
    "assets/ox.mbac", "assets/ox-yellow.bmp", "assets/ox-violet.bmp",
    "assets/coast-ground.bmp", "assets/coast-road.bmp", "assets/coast-sky.bmp", "assets/coast-things.bmp",
    "assets/coast-dust.bmp",
    "assets/mesa-ground.bmp", "assets/mesa-road.bmp", "assets/mesa-sky.bmp", "assets/mesa-things.bmp",
    "assets/mesa-dust.bmp",
    "assets/frost-ground.bmp", "assets/frost-road.bmp", "assets/frost-sky.bmp", "assets/frost-things.bmp",
    "assets/frost-dust.bmp",
    "assets/shadow.mbac", "assets/shadow.bmp", "assets/gate.mbac", "assets/gate.bmp",
    "assets/lighthouse.mbac", "assets/lighthouse.bmp", "assets/butte.mbac", "assets/butte.bmp",
    "assets/lodge.mbac", "assets/lodge.bmp",
    "assets/title.bmp", "assets/calls.bmp", "assets/heads.bmp", "assets/lamps.bmp", "assets/numbers.bmp", "assets/board.bmp", "assets/sparks.bmp",
    "assets/print-cream.bmp", "assets/print-gold.bmp", "assets/print-grey.bmp", "assets/print-red.bmp",
    "assets/bean-0.wav", "assets/bean-1.wav", "assets/bean-2.wav", "assets/bean-3.wav",
    "assets/bean-4.wav", "assets/bean-5.wav", "assets/bean-6.wav", "assets/bean-7.wav",
    "assets/dart-0.wav", "assets/dart-1.wav", "assets/dart-2.wav", "assets/dart-3.wav",
    "assets/dart-4.wav", "assets/dart-5.wav", "assets/dart-6.wav", "assets/dart-7.wav",
    "assets/ox-0.wav", "assets/ox-1.wav", "assets/ox-2.wav", "assets/ox-3.wav",
    "assets/ox-4.wav", "assets/ox-5.wav", "assets/ox-6.wav", "assets/ox-7.wav",
    "assets/skid.wav", "assets/boost.wav", "assets/bump.wav", "assets/lamp.wav",
    "assets/go.wav", "assets/lap.wav", "assets/move.wav", "assets/yes.wav", "assets/no.wav",
    "assets/cruise.mid", "assets/drive.mid", "assets/win.mid",
];
