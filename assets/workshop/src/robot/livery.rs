//! The wrestlers: the colours, parts and features of each. Parts are given as rings of turned shells around the joints that
//! all share, paint as colours, the sign on the medal and the features of the face.

use crate::form::Ring;
use crate::paint::Colour;

/// A robot.
#[derive(Debug, Clone, Copy)]
pub struct Livery {
    /// File name.
    pub name: &'static str,
    /// Description of the robot, for the head of its text.
    pub remark: &'static str,
    /// Its colours.
    pub colours: Colours,
    /// Its parts.
    pub build: Build,
    /// Its face.
    pub features: Features,
    /// The strokes of the sign on its medal, from and to; the medal's inside has radius 13.
    pub sign: &'static [[[f64; 2]; 2]],
}

/// The colours of a robot.
#[derive(Debug, Clone, Copy)]
pub struct Colours {
    /// Barrel and shoulders.
    pub body: Colour,
    /// Panels set against it.
    pub panel: Colour,
    /// Belt.
    pub belt: Colour,
    /// Trimmings of belt and cuffs.
    pub trim: Colour,
    /// Face plate and hands.
    pub face: Colour,
    /// Hair, or what is on top instead.
    pub hair: Colour,
    /// Feet.
    pub feet: Colour,
    /// Bare tin.
    pub tin: Colour,
    /// Key and rivets.
    pub brass: Colour,
}

impl Colours {
    /// Colours 0xRRGGBB in the order of the fields.
    pub(super) const fn hex([body, panel, belt, trim, face, hair, feet, tin, brass]: [u32; 9]) -> Self {
        Self {
            body: Colour::hex(body),
            panel: Colour::hex(panel),
            belt: Colour::hex(belt),
            trim: Colour::hex(trim),
            face: Colour::hex(face),
            hair: Colour::hex(hair),
            feet: Colour::hex(feet),
            tin: Colour::hex(tin),
            brass: Colour::hex(brass),
        }
    }
}

/// The parts of a robot.
#[derive(Debug, Clone, Copy)]
pub struct Build {
    /// Squareness of the head: 2.0 is round.
    pub head_corners: f64,
    /// The head from its crown to its chin: the crown's edge, the curve above the face, the face's upper and lower edge,
    /// the chin.
    pub head: [Ring; 5],
    /// Squareness of the barrel.
    pub barrel_corners: f64,
    /// The barrel from the neck to the belt.
    pub barrel: [Ring; 4],
    /// Decoration on top of the head.
    pub crown: Crown,
    /// Thickness of the arms, 1.0 for the first robot.
    pub arms: f64,
    /// Size of hands.
    pub hands: f64,
    /// Size of feet.
    pub feet: f64,
}

/// Decorations for the top of a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crown {
    /// A knot of hair.
    Knot,
    /// A chimney.
    Chimney,
    /// An aerial with a ball.
    Aerial,
    /// A crescent.
    Crescent,
    /// Two horns.
    Horns,
}

/// Features that differ from face to face.
#[derive(Debug, Clone, Copy)]
pub struct Features {
    /// Radius of the eyes in texels.
    pub eyes: f64,
    /// Thickness of the brows.
    pub brows: f64,
    /// Round cheeks.
    pub cheeks: bool,
    /// A moustache.
    pub moustache: bool,
    /// Painted streaks, as on the stage.
    pub streaks: bool,
    /// Two fangs that stand up from the mouth.
    pub fangs: bool,
    /// The widow's peak of the hair: how deep it comes down.
    pub peak: f64,
}

/// Features of most faces.
pub(super) const PLAIN: Features =
    Features { eyes: 8.6, brows: 1.0, cheeks: true, moustache: false, streaks: false, fangs: false, peak: 5.0 };

pub(super) const fn ring(y: f64, width: f64, depth: f64) -> Ring {
    Ring::new(y, width, depth)
}

/// The red one, good at everything: hair in a knot, the sign of strength.
pub const TIN: Livery = Livery {
    name: "tin",
    remark: "The red wrestler.",
    colours: Colours::hex([0xD8301F, 0xF4E3B8, 0x24407E, 0xF2B632, 0xF7E6C8, 0x2A2D3E, 0x24407E, 0xB4BFC9, 0xD9A441]),
    build: Build {
        head_corners: 3.4,
        head: [
            ring(152.0, 10.9, 9.7),
            ring(148.5, 20.8, 18.4),
            ring(141.0, 26.0, 23.0),
            ring(110.0, 26.0, 23.0).sharp(),
            ring(103.5, 18.7, 16.6),
        ],
        barrel_corners: 2.4,
        barrel: [
            ring(104.0, 20.0, 18.0).sharp(),
            ring(93.0, 36.0, 30.0),
            ring(70.0, 41.0, 35.5).forward(1.5),
            ring(54.5, 38.0, 32.0).forward(1.0),
        ],
        crown: Crown::Knot,
        arms: 1.0,
        hands: 1.0,
        feet: 1.0,
    },
    features: PLAIN,
    sign: &[
        [[-8.0, -3.4], [7.2, -3.8]],
        [[7.0, -3.8], [6.4, 4.0]],
        [[6.4, 4.0], [4.6, 8.0]],
        [[4.6, 8.0], [1.6, 6.8]],
        [[-0.6, -9.4], [-1.0, -2.0]],
        [[-1.0, -2.0], [-3.2, 4.0]],
        [[-3.2, 4.0], [-7.6, 8.4]],
    ],
};

/// The blue one, heavy and slow: a steam boiler with a moustache, the sign of the mountain.
pub const BOILER: Livery = Livery {
    name: "boiler",
    remark: "The heavy wrestler: a boiler with a chimney.",
    colours: Colours::hex([0x2F6FB0, 0xE9A15C, 0x6B3A22, 0xD98A3C, 0xF1DDBB, 0x3C4450, 0x3C4450, 0xB4BFC9, 0xD9884A]),
    build: Build {
        head_corners: 2.6,
        head: [
            ring(147.0, 17.0, 15.5),
            ring(146.0, 24.0, 21.5).sharp(),
            ring(141.0, 25.0, 22.5).sharp(),
            ring(110.0, 29.0, 26.0).sharp(),
            ring(103.5, 21.0, 19.0),
        ],
        barrel_corners: 2.9,
        barrel: [
            ring(104.0, 23.0, 21.0).sharp(),
            ring(97.0, 37.0, 32.0),
            ring(70.0, 41.5, 37.5).forward(2.0),
            ring(54.5, 38.5, 33.0).forward(1.0),
        ],
        crown: Crown::Chimney,
        arms: 1.15,
        hands: 1.1,
        feet: 1.12,
    },
    features: Features { eyes: 7.2, brows: 1.5, cheeks: false, moustache: true, peak: 1.0, ..PLAIN },
    sign: &[
        [[0.0, -8.6], [0.0, 7.4]],
        [[-7.8, -2.6], [-7.8, 7.4]],
        [[7.8, -2.6], [7.8, 7.4]],
        [[-7.8, 7.4], [7.8, 7.4]],
    ],
};

/// The green one, light and quick: a round head with an aerial, the sign of the tree.
pub const SPROUT: Livery = Livery {
    name: "sprout",
    remark: "The light wrestler: round head, aerial.",
    colours: Colours::hex([0x4FA83A, 0xFBF0CF, 0xE0672A, 0xF6D04A, 0xFBEBCB, 0x2F7A34, 0xE0672A, 0xC0C8CC, 0xE2B544]),
    build: Build {
        head_corners: 2.2,
        head: [
            ring(153.0, 10.0, 9.5),
            ring(149.5, 18.0, 17.0),
            ring(139.0, 26.5, 25.0),
            ring(112.0, 26.5, 25.0),
            ring(103.5, 16.0, 15.0),
        ],
        barrel_corners: 2.0,
        barrel: [
            ring(104.0, 17.0, 15.5).sharp(),
            ring(92.0, 33.0, 27.0),
            ring(72.0, 37.5, 32.5).forward(1.0),
            ring(54.5, 37.0, 31.5).forward(1.0),
        ],
        crown: Crown::Aerial,
        arms: 0.88,
        hands: 0.92,
        feet: 0.95,
    },
    features: Features { eyes: 9.4, brows: 0.7, peak: 3.0, ..PLAIN },
    sign: &[
        [[-7.6, -3.4], [7.6, -3.4]],
        [[0.0, -9.2], [0.0, 9.0]],
        [[-0.4, -2.6], [-7.4, 6.4]],
        [[0.4, -2.6], [7.4, 6.4]],
    ],
};

/// The black one, strong and proud: a helmet with a crescent, the sign of the king.
pub const KABUTO: Livery = Livery {
    name: "kabuto",
    remark: "The proud wrestler: a helmet with a crescent.",
    colours: Colours::hex([0x3A3550, 0xC8402E, 0x7A2A86, 0xEFC14A, 0xF6EFE2, 0x23202E, 0x8A2A2A, 0xB4BFC9, 0xE0B040]),
    build: Build {
        head_corners: 5.0,
        head: [
            ring(153.0, 8.0, 7.5),
            ring(148.0, 21.0, 19.0),
            ring(140.0, 27.5, 25.0).sharp(),
            ring(109.0, 25.0, 22.0).sharp(),
            ring(103.5, 18.0, 16.0),
        ],
        barrel_corners: 3.2,
        barrel: [
            ring(104.0, 21.0, 18.0).sharp(),
            ring(95.0, 37.5, 31.0),
            ring(72.0, 39.0, 33.0).forward(1.5),
            ring(54.5, 36.0, 30.5).forward(1.0),
        ],
        crown: Crown::Crescent,
        arms: 1.06,
        hands: 1.0,
        feet: 1.05,
    },
    features: Features { eyes: 7.8, brows: 1.6, cheeks: false, streaks: true, peak: 2.0, ..PLAIN },
    sign: &[
        [[-7.0, -7.4], [7.0, -7.4]],
        [[-5.8, 0.0], [5.8, 0.0]],
        [[-8.0, 7.6], [8.0, 7.6]],
        [[0.0, -7.4], [0.0, 7.6]],
    ],
};
