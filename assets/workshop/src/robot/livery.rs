//! Liveries: the colours of a robot.

use crate::paint::Colour;

/// The colours of a robot.
#[derive(Debug, Clone, Copy)]
pub struct Livery {
    /// File name.
    pub name: &'static str,
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
    /// Hair.
    pub hair: Colour,
    /// Feet.
    pub feet: Colour,
    /// Bare tin.
    pub tin: Colour,
    /// Key and rivets.
    pub brass: Colour,
}

/// The red one.
pub const TIN: Livery = Livery {
    name: "tin",
    body: Colour::hex(0xD8301F),
    panel: Colour::hex(0xF4E3B8),
    belt: Colour::hex(0x24407E),
    trim: Colour::hex(0xF2B632),
    face: Colour::hex(0xF7E6C8),
    hair: Colour::hex(0x2A2D3E),
    feet: Colour::hex(0x24407E),
    tin: Colour::hex(0xB4BFC9),
    brass: Colour::hex(0xD9A441),
};

/// All of them.
pub const ALL: &[&Livery] = &[&TIN];
