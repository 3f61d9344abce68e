//! The opponents of a season: the robots in other colours, and the lord of the tray, which has parts of its own.

use super::livery::{BOILER, Build, Colours, Crown, Features, KABUTO, Livery, SPROUT, TIN};
use crate::form::Ring;
use crate::paint::Colour;

/// Robots in other colours. They have the figure of another livery and a texture of their own.
pub const RECOLOURED: [&Livery; 6] = [&RUST, &AMBER, &PLUM, &SNOW, &EMBER, &MIDAS];

/// A Tin that has stood in the rain.
const RUST: Livery = Livery {
    name: "rust",
    colours: Colours {
        body: Colour::hex(0x9A5430),
        panel: Colour::hex(0xD8B890),
        belt: Colour::hex(0x3C5E58),
        trim: Colour::hex(0xB89050),
        face: Colour::hex(0xE8CFA8),
        hair: Colour::hex(0x4A3A34),
        feet: Colour::hex(0x3C5E58),
        tin: Colour::hex(0x8C8078),
        brass: Colour::hex(0xA8743A),
    },
    ..TIN
};

/// A Boiler of amber.
const AMBER: Livery = Livery {
    name: "amber",
    colours: Colours {
        body: Colour::hex(0xDE8E20),
        panel: Colour::hex(0xFBE9C0),
        belt: Colour::hex(0x6A2C14),
        trim: Colour::hex(0xF8D070),
        face: Colour::hex(0xFBEFD2),
        hair: Colour::hex(0x5A3418),
        feet: Colour::hex(0x6A2C14),
        ..BOILER.colours
    },
    ..BOILER
};

/// A purple Sprout.
const PLUM: Livery = Livery {
    name: "plum",
    colours: Colours {
        body: Colour::hex(0x8A48AC),
        panel: Colour::hex(0xF6DDF0),
        belt: Colour::hex(0x2A8A7A),
        trim: Colour::hex(0xF2C0DC),
        hair: Colour::hex(0x54286E),
        feet: Colour::hex(0x2A8A7A),
        ..SPROUT.colours
    },
    ..SPROUT
};

/// A white Kabuto.
const SNOW: Livery = Livery {
    name: "snow",
    colours: Colours {
        body: Colour::hex(0xDCE4EE),
        panel: Colour::hex(0x4A86C8),
        belt: Colour::hex(0xB02838),
        trim: Colour::hex(0xB8CCE4),
        face: Colour::hex(0xFFFAF0),
        hair: Colour::hex(0x6A7EA0),
        feet: Colour::hex(0x4A6A98),
        tin: Colour::hex(0x98A4B4),
        brass: Colour::hex(0xC0CCDC),
    },
    ..KABUTO
};

/// A Tin of black iron.
const EMBER: Livery = Livery {
    name: "ember",
    colours: Colours {
        body: Colour::hex(0x3A3034),
        panel: Colour::hex(0xF07A28),
        belt: Colour::hex(0xB02818),
        trim: Colour::hex(0xF8B030),
        face: Colour::hex(0xEAD6BE),
        hair: Colour::hex(0xC83A18),
        feet: Colour::hex(0x6A1C14),
        tin: Colour::hex(0x8A8488),
        brass: Colour::hex(0xE88A30),
    },
    ..TIN
};

/// A golden Boiler.
const MIDAS: Livery = Livery {
    name: "midas",
    colours: Colours {
        body: Colour::hex(0xE4B430),
        panel: Colour::hex(0xFFF2B0),
        belt: Colour::hex(0x6A1C58),
        trim: Colour::hex(0xFFE680),
        face: Colour::hex(0xFFF0C0),
        hair: Colour::hex(0xA06C14),
        feet: Colour::hex(0x6A1C58),
        tin: Colour::hex(0xF0DC98),
        brass: Colour::hex(0xFFD860),
    },
    ..BOILER
};

const fn ring(y: f64, width: f64, depth: f64) -> Ring {
    Ring::new(y, width, depth)
}

/// The lord of the tray: broad, horned, with fangs in a red face.
pub const DAIMYO: Livery = Livery {
    name: "daimyo",
    remark: "The lord of the tray: horns and fangs.",
    colours: Colours {
        body: Colour::hex(0x2E2A3E),
        panel: Colour::hex(0xB0202C),
        belt: Colour::hex(0xB0202C),
        trim: Colour::hex(0xF2C244),
        face: Colour::hex(0xD8462E),
        hair: Colour::hex(0x17131C),
        feet: Colour::hex(0x2A2430),
        tin: Colour::hex(0x9A98A8),
        brass: Colour::hex(0xF2C850),
    },
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
    features: Features {
        eyes: 7.4,
        brows: 2.0,
        cheeks: false,
        moustache: false,
        streaks: false,
        fangs: true,
        peak: 6.0,
    },
    sign: &[
        [[-8.2, -1.8], [8.2, -1.8]],
        [[0.0, -9.2], [0.0, -1.8]],
        [[-0.4, -1.8], [-7.6, 8.6]],
        [[0.4, -1.8], [7.6, 8.6]],
    ],
};
