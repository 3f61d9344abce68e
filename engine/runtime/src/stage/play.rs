//! Actions of entities, played by their names.

use hecs::Entity;

use super::Stage;
use crate::error::{Error, Result};
use crate::world::{Actions, Part, Playback};

impl Stage {
    /// Plays one of an entity's actions from its start, by its name as [`Actions::find`] finds it. An action that is
    /// playing already continues. `part` says how the action is played; the action in it is ignored.
    ///
    /// ```no_run
    /// use keitai_formats::LoopMode;
    /// use keitai_runtime::Stage;
    /// use keitai_runtime::world::Part;
    ///
    /// fn strike(stage: &mut Stage) -> Result<(), keitai_runtime::Error> {
    ///     let robot = stage.named("robot")?;
    ///     stage.play(robot, "shove", Part { mode: LoopMode::Once, ..Part::default() })
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Missing`] when the entity has no action of this name, or is not played at all.
    pub fn play(&mut self, entity: Entity, action: &str, part: Part) -> Result<()> {
        let path = &self.scene.path;
        let Ok((playback, actions)) = self.world.query_one_mut::<(&mut Playback, &Actions)>(entity) else {
            return Err(Error::missing(path, "played figure with the action", action, std::iter::empty()));
        };
        let Some(id) = actions.find(action) else {
            let names: Vec<String> = actions.iter().map(|id| actions.name_of(id)).collect();
            return Err(Error::missing(path, "action", action, names.iter().map(String::as_str)));
        };
        playback.play(Part { action: id, ..part }, actions);
        Ok(())
    }
}
