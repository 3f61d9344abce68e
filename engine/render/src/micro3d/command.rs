//! Words of command lists, for [`Graphics3D::draw_command_list`](super::Graphics3D::draw_command_list). The integers that a word needs
//! follow it. A primitive is its command of [`Primitives`](crate::Primitives), with the count in bits 16 to 23: [`primitives`].

/// The first word of every list.
#[doc(alias = "COMMAND_LIST_VERSION_1_0")]
pub const VERSION: i32 = word(0xFE, 1);
/// Ends the list.
#[doc(alias = "COMMAND_END")]
pub const END: i32 = word(0x80, 0);
/// Skips as many words as its low 24 bits give.
#[doc(alias = "COMMAND_NOP")]
pub const NOP: i32 = word(0x81, 0);
/// Draws everything queued.
#[doc(alias = "COMMAND_FLUSH")]
pub const FLUSH: i32 = word(0x82, 0);
/// Switches, in its low bits: 1 lighting, 2 sphere map, 4 toon shading, 8 transparency.
#[doc(alias(
    "COMMAND_ATTRIBUTE",
    "ENV_ATTR_LIGHTING",
    "ENV_ATTR_SPHERE_MAP",
    "ENV_ATTR_TOON_SHADING",
    "ENV_ATTR_SEMI_TRANSPARENT"
))]
pub const ATTRIBUTE: i32 = word(0x83, 0);
/// Left, top, right and bottom of a rectangle, pixels.
#[doc(alias = "COMMAND_CLIP")]
pub const CLIP: i32 = word(0x84, 0);
/// The centre, x and y, pixels.
#[doc(alias = "COMMAND_CENTER")]
pub const CENTRE: i32 = word(0x85, 0);
/// The texture with the number in its low bits.
#[doc(alias = "COMMAND_TEXTURE_INDEX")]
pub const TEXTURE_INDEX: i32 = word(0x86, 0);
/// The transform with the number in its low bits.
#[doc(alias = "COMMAND_AFFINE_INDEX")]
pub const AFFINE_INDEX: i32 = word(0x87, 0);
/// Parallel: pixels per model unit, across and down, 4096 = 1.0.
#[doc(alias = "COMMAND_PARALLEL_SCALE")]
pub const PARALLEL_SCALE: i32 = word(0x90, 0);
/// Parallel: model units across and down.
#[doc(alias = "COMMAND_PARALLEL_SIZE")]
pub const PARALLEL_SIZE: i32 = word(0x91, 0);
/// Perspective: near, far and angle, 4096 per turn.
#[doc(alias = "COMMAND_PERSPECTIVE_FOV")]
pub const PERSPECTIVE_FOV: i32 = word(0x92, 0);
/// Perspective: near, far, width and height, 4096 = 1.0.
#[doc(alias = "COMMAND_PERSPECTIVE_WH")]
pub const PERSPECTIVE_SIZE: i32 = word(0x93, 0);
/// Ambient light, 4096 = 1.0.
#[doc(alias = "COMMAND_AMBIENT_LIGHT")]
pub const AMBIENT_LIGHT: i32 = word(0xA0, 0);
/// Direction of the light, x, y and z, and its intensity, 4096 = 1.0.
#[doc(alias = "COMMAND_DIRECTION_LIGHT")]
pub const DIRECTION_LIGHT: i32 = word(0xA1, 0);
/// Toon shading: threshold, high and low, 0..=255.
#[doc(alias = "COMMAND_THRESHOLD")]
pub const THRESHOLD: i32 = word(0xAF, 0);

/// Returns the word for `count` primitives, 1..=255. Vertices, normals, texture coordinates and colours follow, as many as
/// [`Primitives`](crate::Primitives) has for that command.
pub const fn primitives(command: u32, count: u8) -> i32 {
    (command | (count as u32) << 16) as i32
}

const fn word(high: u32, low: u32) -> i32 {
    (high << 24 | low) as i32
}
