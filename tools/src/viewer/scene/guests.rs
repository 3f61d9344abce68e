//! Figures that were added beside the first one.

use std::path::PathBuf;

use keitai_render::{AffineTrans, Q16, Vector3};
use keitai_runtime::hecs::Entity;
use keitai_runtime::world::{Actions, Playback, WorldTransform};

use super::{FigureScene, spawn};
use crate::error::Error;
use crate::viewer::load::{Files, LoadedFigure};
use crate::viewer::state::Viewer;

/// A figure beside the first one.
pub(in crate::viewer) struct Guest {
    pub(in crate::viewer) files: Files,
    figure: LoadedFigure,
    entity: Entity,
    /// The action that it plays.
    action: usize,
    /// Distance to the right of the first one, model units.
    away: i32,
}

impl FigureScene {
    /// Adds a figure to the right of those that are shown, which plays its liveliest action. Returns the figure.
    pub(crate) fn add(&mut self, files: &Files) -> Result<&LoadedFigure, Error> {
        let figure = LoadedFigure::open(files, self.stage.scene().compat)?;
        let entity = spawn(&mut self.stage, &figure);
        let width = |figure: &LoadedFigure| {
            let [low, high] = figure.asset.bounds;
            i64::from(high.x.max(high.z)) - i64::from(low.x.min(low.z))
        };
        let last = self.guests.last().map_or((0, &self.figure), |guest| (guest.away, &guest.figure));
        let away = i64::from(last.0) + (width(last.1) + width(&figure)) / 2;
        let away = i32::try_from(away).unwrap_or(i32::MAX);
        let action = figure.liveliest();
        self.guests.push(Guest { files: files.clone(), figure, entity, action, away });
        Ok(self.guests.last().map_or(&self.figure, |guest| &guest.figure))
    }

    /// Returns whether other figures were added.
    pub(crate) fn has_guests(&self) -> bool {
        !self.guests.is_empty()
    }

    pub(super) fn show_guests(&mut self, viewer: &Viewer, first: &AffineTrans) {
        for Guest { figure, entity, action, away, .. } in &self.guests {
            let aside = AffineTrans::from_raw([4096, 0, 0, *away, 0, 4096, 0, 0, 0, 0, 4096, 0]);
            type Parts<'a> = (&'a mut WorldTransform, &'a mut Playback, &'a Actions);
            let mut parts = self.stage.world.query_one::<Parts>(*entity);
            let Ok((place, playback, actions)) = parts.get() else { continue };
            place.0 = first.mul(&aside);
            let last = figure.subject.actions.get(*action).map_or(0, |action| i32::from(action.last)).max(1);
            if let Some(id) = actions.nth(*action) {
                playback.part.action = id;
                playback.head = viewer.head;
                playback.head.frame = Q16::from_bits(viewer.head.frame.to_bits() % (last << 16));
            }
        }
    }

    /// Returns the corners of the boxes around the added figures, in the first figure's space.
    pub(super) fn guest_corners(&self) -> impl Iterator<Item = Vector3> {
        self.guests.iter().flat_map(|guest| {
            let [low, high] = guest.figure.asset.bounds;
            let corner = move |number: usize| {
                let [x, y, z] = [(low.x, high.x), (low.y, high.y), (low.z, high.z)];
                let side = |axis: usize, (low, high): (i32, i32)| if number >> axis & 1 == 0 { low } else { high };
                Vector3::new(side(0, x).saturating_add(guest.away), side(1, y), side(2, z))
            };
            (0..8).map(corner)
        })
    }

    /// Removes all figures but the first one.
    pub(super) fn remove_guests(&mut self) {
        for guest in self.guests.drain(..) {
            // It was spawned here.
            let _ = self.stage.world.despawn(guest.entity);
        }
    }

    /// Loads the files of the added figures again. After an error nothing has changed.
    pub(super) fn reload_guests(&mut self) -> Result<(), Error> {
        let compat = self.stage.scene().compat;
        let reloaded = |guest: &Guest| guest.figure.reloaded(&guest.files, compat);
        let figures: Vec<LoadedFigure> = self.guests.iter().map(reloaded).collect::<Result<_, _>>()?;
        for (guest, figure) in self.guests.iter_mut().zip(figures) {
            // It was spawned here.
            let _ = self.stage.world.despawn(guest.entity);
            guest.entity = spawn(&mut self.stage, &figure);
            guest.action = guest.action.min(figure.subject.actions.len().saturating_sub(1));
            guest.figure = figure;
        }
        Ok(())
    }

    /// Returns the files of all figures on show.
    pub(crate) fn all_files(&self) -> Vec<PathBuf> {
        let guests = self.guests.iter().map(|guest| guest.figure.files());
        std::iter::once(self.figure.files()).chain(guests).flatten().cloned().collect()
    }
}
