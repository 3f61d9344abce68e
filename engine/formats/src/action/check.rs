//! The rules that every action table keeps, whichever file or program made it.
//!
//! The location of a fault is the number of its action.

use super::{ActionTable, Track};
use crate::diagnostic::Location;
use crate::error::{Error, Result, Section};
use crate::mtra::{descending, empty};

impl ActionTable {
    /// Checks that every action has a track for every bone, and that the keys of every list ascend.
    pub fn check(&self) -> Result<()> {
        for (item, action) in self.actions.iter().enumerate() {
            let at = Location::Item(item);
            let [expected, found] = [usize::from(self.bone_count), action.tracks.len()];
            if found != expected {
                return Err(Error::Count { section: Section::ActionHeader, at, field: "tracks", expected, found });
            }
            action.tracks.iter().try_for_each(|track| check_track(track, at))?;
        }
        Ok(())
    }
}

fn check_track(track: &Track, at: Location) -> Result<()> {
    let lists = track.lists();
    for list in lists.vectors() {
        check_list(list.iter().map(|key| key.frame), at)?;
    }
    lists.roll.map_or(Ok(()), |list| check_list(list.iter().map(|key| key.frame), at))
}

fn check_list(mut frames: impl Iterator<Item = u16>, at: Location) -> Result<()> {
    let mut previous = frames.next().ok_or(empty(at))?;
    for frame in frames {
        if frame <= previous {
            return Err(descending(at, frame));
        }
        previous = frame;
    }
    Ok(())
}
