//! The three courses: their names, boost pads and roads.

use std::sync::Arc;

use keitai::Stage;
use keitai::ground::turn;
use keitai::path::{Path, PathPlace};
use keitai::prelude::*;

pub const LAPS: usize = 3;
/// Length and half width of a boost pad, model units.
pub const PAD: [i32; 2] = [190, 42];

/// A course before its road is read from the scene.
pub struct Layout {
    /// Name of the path in the scene, and of the textures.
    pub name: &'static str,
    pub title: &'static str,
    /// Boost pads: distance along the road in thousandths of its length, place across in per cent of half the width,
    /// positive to the left.
    pub pads: &'static [[i32; 2]],
    /// Colours of the sky at its top, of the land far away, and of that near the road.
    pub colours: [u32; 3],
    /// Height of that land, model units.
    pub level: i32,
    /// Prefab of the figures that stand far from the road.
    pub landmark: &'static str,
}

/// All courses, from the easy one to the hard one.
pub const LAYOUTS: [Layout; 3] = [
    Layout {
        name: "coast",
        title: "SUNNY COAST",
        pads: &[[60, 40], [395, -45], [700, 45], [905, -30]],
        colours: [0x2A7CE0, 0x2C7CC0, 0x4FA636],
        level: -70,
        landmark: "lighthouse",
    },
    Layout {
        name: "mesa",
        title: "RED MESA",
        pads: &[[85, -40], [330, 45], [590, 0], [860, 40]],
        colours: [0x4A4C9C, 0xCC8B48, 0xCC8B48],
        level: -40,
        landmark: "butte",
    },
    Layout {
        name: "frost",
        title: "FROST PASS",
        pads: &[[40, 0], [270, -40], [520, 45], [810, -40]],
        colours: [0x10163C, 0xD6E2F3, 0xD6E2F3],
        level: -40,
        landmark: "lodge",
    },
];

#[derive(Clone)]
pub struct Course {
    /// Index in [`LAYOUTS`].
    pub index: usize,
    pub road: Arc<Path>,
}

impl Course {
    pub fn find(stage: &Stage, index: usize) -> keitai::Result<Self> {
        Ok(Self { index, road: Arc::clone(stage.scene().path(LAYOUTS[index].name)?) })
    }

    pub fn layout(&self) -> &'static Layout {
        &LAYOUTS[self.index]
    }

    /// Returns the length of a lap, model units.
    pub fn length(&self) -> i32 {
        self.road.length().to_num()
    }

    /// Returns the boost pads: start along the road, middle across it to the left, model units.
    pub fn pads(&self) -> impl Iterator<Item = [i32; 2]> {
        self.layout().pads.iter().map(|[along, across]| {
            let at = self.length() / 1000 * along;
            [at, self.road.at(Q12::from_num(at)).width.to_num::<i32>() * across / 200]
        })
    }

    /// Returns whether a place of the road, `side` model units to the left of its middle, is on a boost pad.
    pub fn boosts(&self, place: &PathPlace, side: i32) -> bool {
        let along: i32 = place.distance.to_num();
        self.pads().any(|[at, middle]| (at..at + PAD[0]).contains(&along) && (side - middle).abs() < PAD[1] + 14)
    }

    /// Returns the turn of the road between two distances: positive for bends to the left.
    pub fn bend(&self, from: i32, to: i32) -> i32 {
        let heading = |at: i32| self.road.at(Q12::from_num(at)).transform.turn[1].0;
        turn(heading(from), heading(to))
    }
}
