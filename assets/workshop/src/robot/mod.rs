//! The wrestlers. All have the same skeleton and the same tiles of the texture; they differ in parts and colours.

pub mod actions;
pub mod face;
pub mod livery;
pub mod parts;
pub mod rivals;
pub mod skin;

pub use livery::Livery;

/// The liveries with a figure of their own.
pub const LIVERIES: [&Livery; 5] = [&livery::TIN, &livery::BOILER, &livery::SPROUT, &livery::KABUTO, &rivals::DAIMYO];

/// Names of the polygon groups: faces that are drawn over the printed one.
pub const FACES: [&str; 4] = ["blink", "angry", "dizzy", "happy"];

/// Tiles of the texture.
#[allow(missing_docs)]
pub mod plan {
    use crate::paint::Tile;

    pub const SIZE: [u16; 2] = [256, 256];
    /// The printed face, then the groups.
    pub const FACES: [Tile; 5] = [
        Tile::new(0, 0, 64, 40),
        Tile::new(64, 0, 64, 40),
        Tile::new(128, 0, 64, 40),
        Tile::new(192, 0, 64, 40),
        Tile::new(0, 40, 64, 40),
    ];
    /// Hair from the face's edge to the middle of the back; the other side is its mirror image.
    pub const HEAD_SIDE: Tile = Tile::new(64, 40, 64, 40);
    pub const HEAD_TOP: Tile = Tile::new(128, 40, 64, 64);
    pub const KEY_WING: Tile = Tile::new(192, 40, 32, 32);
    pub const BRASS: Tile = Tile::new(224, 40, 32, 32);
    pub const NECK: Tile = Tile::new(192, 72, 64, 16);
    pub const EAR: Tile = Tile::new(192, 88, 16, 16);
    pub const BODY_FRONT: Tile = Tile::new(0, 80, 128, 64);
    pub const BODY_BACK: Tile = Tile::new(128, 104, 128, 64);
    /// Half of the barrel, from the middle of the front to the middle of the back.
    pub const BELT: Tile = Tile::new(0, 144, 128, 28);
    /// Belt without the buckle.
    pub const BELT_TOP: Tile = Tile::new(40, 144, 80, 6);
    pub const UPPER_ARM: Tile = Tile::new(0, 172, 48, 40);
    pub const FOREARM: Tile = Tile::new(48, 172, 48, 40);
    pub const HAND_BACK: Tile = Tile::new(0, 212, 40, 44);
    pub const HAND_PALM: Tile = Tile::new(40, 212, 40, 44);
    pub const HAND_RIM: Tile = Tile::new(80, 212, 48, 16);
    pub const FOOT_TOP: Tile = Tile::new(128, 168, 40, 64);
    pub const FOOT_SIDE: Tile = Tile::new(168, 168, 88, 16);
    pub const THIGH: Tile = Tile::new(168, 184, 40, 24);
    pub const SHIN: Tile = Tile::new(208, 184, 40, 24);
    pub const KNOT: Tile = Tile::new(168, 208, 48, 40);
    /// Sole, seen from below.
    pub const SOLE: Tile = Tile::new(216, 208, 40, 48);
    pub const SHOULDER: Tile = Tile::new(80, 228, 48, 28);
}
