//! The art of Pocket Rally, which `game/rally/assets` holds: cars and their liveries, roads, skies, things beside the road,
//! signs.

pub mod car;
pub mod land;
pub mod livery;
pub mod road;
pub mod signs;
pub mod things;
