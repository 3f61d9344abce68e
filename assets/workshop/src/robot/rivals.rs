//! The opponents of a season: the robots in other colours, and the lord of the tray, which has parts of its own.

use super::livery::{BOILER, Build, Colours, Crown, Features, KABUTO, Livery, PLAIN, SPROUT, TIN, ring};

/// Robots in other colours. They have the figure of another livery and a texture of their own.
pub const RECOLOURED: [&Livery; 6] = [&RUST, &AMBER, &PLUM, &SNOW, &EMBER, &MIDAS];

/// A Tin that has stood in the rain.
const RUST: Livery = Livery {
    name: "rust",
    colours: Colours::hex([0x9A5430, 0xD8B890, 0x3C5E58, 0xB89050, 0xE8CFA8, 0x4A3A34, 0x3C5E58, 0x8C8078, 0xA8743A]),
    ..TIN
};

/// A Boiler of amber.
const AMBER: Livery = Livery {
    name: "amber",
    colours: Colours::hex([0xDE8E20, 0xFBE9C0, 0x6A2C14, 0xF8D070, 0xFBEFD2, 0x5A3418, 0x6A2C14, 0xB4BFC9, 0xD9884A]),
    ..BOILER
};

/// A purple Sprout.
const PLUM: Livery = Livery {
    name: "plum",
    colours: Colours::hex([0x8A48AC, 0xF6DDF0, 0x2A8A7A, 0xF2C0DC, 0xFBEBCB, 0x54286E, 0x2A8A7A, 0xC0C8CC, 0xE2B544]),
    ..SPROUT
};

/// A white Kabuto.
const SNOW: Livery = Livery {
    name: "snow",
    colours: Colours::hex([0xDCE4EE, 0x4A86C8, 0xB02838, 0xB8CCE4, 0xFFFAF0, 0x6A7EA0, 0x4A6A98, 0x98A4B4, 0xC0CCDC]),
    ..KABUTO
};

/// A Tin of black iron.
const EMBER: Livery = Livery {
    name: "ember",
    colours: Colours::hex([0x3A3034, 0xF07A28, 0xB02818, 0xF8B030, 0xEAD6BE, 0xC83A18, 0x6A1C14, 0x8A8488, 0xE88A30]),
    ..TIN
};

/// A golden Boiler.
const MIDAS: Livery = Livery {
    name: "midas",
    colours: Colours::hex([0xE4B430, 0xFFF2B0, 0x6A1C58, 0xFFE680, 0xFFF0C0, 0xA06C14, 0x6A1C58, 0xF0DC98, 0xFFD860]),
    ..BOILER
};

/// The lord of the tray: broad, horned, with fangs in a red face.
pub const DAIMYO: Livery = Livery {
    name: "daimyo",
    remark: "The lord of the tray: horns and fangs.",
    colours: Colours::hex([0x2E2A3E, 0xB0202C, 0xB0202C, 0xF2C244, 0xD8462E, 0x17131C, 0x2A2430, 0x9A98A8, 0xF2C850]),
    build: Build {
        head_corners: 3.0,
        head: [
            ring(154.0, 12.0, 11.0),
            ring(149.0, 24.0, 21.5),
            ring(141.0, 30.0, 27.0).sharp(),
            ring(108.0, 30.0, 27.0).sharp(),
            ring(102.5, 22.0, 20.0),
        ],
        barrel_corners: 3.4,
        barrel: [
            ring(104.0, 25.0, 22.0).sharp(),
            ring(97.0, 42.0, 36.0),
            ring(71.0, 43.0, 39.0).forward(2.0),
            ring(54.5, 39.0, 34.0).forward(1.0),
        ],
        crown: Crown::Horns,
        arms: 1.24,
        hands: 1.26,
        feet: 1.16,
    },
    features: Features { eyes: 7.4, brows: 2.0, cheeks: false, fangs: true, peak: 6.0, ..PLAIN },
    sign: &[
        [[-8.2, -1.8], [8.2, -1.8]],
        [[0.0, -9.2], [0.0, -1.8]],
        [[-0.4, -1.8], [-7.6, 8.6]],
        [[0.4, -1.8], [7.6, 8.6]],
    ],
};
