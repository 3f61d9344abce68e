//! A figure on the stage.

use std::sync::Arc;

use keitai_render::{AffineTrans, Q16, Vector3};
use keitai_runtime::Stage;
use keitai_runtime::hecs::{Entity, World};
use keitai_runtime::world::{Actions, Figure, FigureEffect, Part, Pattern, Playback, Playhead, WorldTransform};

use crate::viewer::load::{LoadedFigure, or_white};
use crate::viewer::subject::FigureChoices;

impl LoadedFigure {
    /// Puts the figure on the stage, `away` model units to the right of the first one.
    pub(super) fn place(&mut self, stage: &mut Stage, away: i32) {
        (self.entity, self.away) = (spawn(stage, self), away);
    }

    pub(super) fn remove(self, stage: &mut Stage) {
        // The entity was spawned here.
        let _ = stage.world.despawn(self.entity);
    }

    /// Takes over the same figure from files that have changed. The user's choices stay.
    pub(super) fn renew(&mut self, stage: &mut Stage, figure: Self) {
        // The entity exists until here. A new one is not interpolated from the old pose.
        let _ = stage.world.despawn(self.entity);
        let old = std::mem::replace(self, figure);
        self.place(stage, old.away);
        let last = self.subject.actions.len().saturating_sub(1);
        self.choices = FigureChoices { action: old.choices.action.min(last), ..old.choices };
        self.sphere = old.sphere;
        #[cfg(feature = "inspector")]
        {
            if old.polygons.len() == self.polygons.len() {
                self.visibility = old.visibility;
            }
            self.apply_visibility(stage);
        }
    }

    /// Sets the figure to the user's choices. `first` is the place of the first figure; figures that are not selected
    /// start their action again at its end.
    pub(super) fn show(&self, world: &mut World, first: &AffineTrans, head: Playhead, selected: bool) {
        let FigureChoices { action, pattern, shading, opaque } = self.choices;
        let mut parts = world.query_one::<(&mut WorldTransform, &mut Figure, &mut Playback, &Actions)>(self.entity);
        if let Ok((place, figure, playback, actions)) = parts.get() {
            let aside = AffineTrans::from_raw([4096, 0, 0, self.away, 0, 4096, 0, 0, 0, 0, 4096, 0]);
            place.0 = if self.away == 0 { *first } else { first.mul(&aside) };
            // A mask that the user chose does not outlive the choice.
            figure.posture.set_pattern(0);
            if let Some(id) = actions.nth(action) {
                (playback.part.action, playback.head) = (id, head);
            }
            if !selected {
                let last = i32::from(self.subject.last_frame(action).max(1));
                playback.head.frame = Q16::from_bits(playback.head.frame.to_bits() % (last << 16));
            }
        }
        drop(parts);
        let sphere_map = self.sphere.as_ref().map(|(_, map)| Arc::clone(map));
        let effect = FigureEffect { shading, opaque, sphere_map, ..FigureEffect::default() };
        // The entity exists, and a component that is not there needs no removal.
        let _ = world.insert_one(self.entity, effect);
        let _ = match pattern.mask() {
            Some(mask) => world.insert_one(self.entity, Pattern(mask)).is_ok(),
            None => world.remove_one::<Pattern>(self.entity).is_ok(),
        };
    }

    /// Returns the positions of all vertices in the current pose, in the figure's space.
    pub(super) fn positions(&self, stage: &Stage) -> Vec<Vector3> {
        let mut positions = Vec::new();
        if let Ok(figure) = stage.world.get::<&Figure>(self.entity) {
            figure.posture.positions(&figure.model, &mut positions);
        }
        positions
    }

    /// Returns a point of the figure's space in the space of the row.
    pub(in crate::viewer) fn in_row(&self, point: Vector3) -> Vector3 {
        Vector3::new(point.x.saturating_add(self.away), point.y, point.z)
    }

    /// Returns the corners of the box around the figure, in the space of the row.
    pub(super) fn corners(&self) -> impl Iterator<Item = Vector3> {
        let side = |number: usize, axis: usize| self.bounds[number >> axis & 1][axis];
        let corner = move |number| Vector3::new(side(number, 0), side(number, 1), side(number, 2));
        (0..8).map(move |number| self.in_row(corner(number)))
    }

    /// Returns the index of a polygon of the figure, given its index among those that are shown.
    pub(super) fn whole(&self, index: usize) -> Option<usize> {
        self.indices.as_ref().map_or(Some(index), |indices| indices.get(index).copied())
    }

    pub(crate) fn bone_of(&self, vertex: u16) -> usize {
        self.owners.get(usize::from(vertex)).copied().unwrap_or(0)
    }

    /// Returns the room that the figure needs beside others, model units.
    pub(super) fn width(&self) -> i64 {
        let [low, high] = self.bounds;
        i64::from(high[0].max(high[2])) - i64::from(low[0].min(low[2]))
    }
}

/// Spawns a figure that plays its first action, paused: the viewer moves the playhead itself.
fn spawn(stage: &mut Stage, figure: &LoadedFigure) -> Entity {
    let playback = Playback { paused: true, ..Playback::new(Part::default(), &figure.actions) };
    let textures = figure.textures.iter().map(|texture| Arc::clone(&texture.map)).collect();
    let textures = or_white(textures, &figure.figure.document);
    let instance = Figure { textures, ..figure.figure.clone() };
    stage.world.spawn((WorldTransform::default(), instance, figure.actions.clone(), playback))
}
