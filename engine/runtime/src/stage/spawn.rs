//! Entities that a game makes while the scene runs.

use hecs::{DynamicBundle, Entity};

use super::Stage;
use crate::error::Result;
use crate::world::parent::{place, remove};

impl Stage {
    /// Makes an entity of a prefab in the scene's `ready` list, and its children. They are at their place at once; postures, and
    /// what the game changes afterwards, are seen from the next tick on, or after [`Self::propagate_transforms`].
    ///
    /// # Errors
    /// [`Missing`](crate::Error::Missing) when the list does not have the prefab; its hint names a similar one.
    /// [`Full`](crate::Error::Full) when the world would have more than 16,384 entities. Effects that a full world does without
    /// ignore the error: `let Ok(spark) = stage.spawn("spark") else { return };`
    pub fn spawn(&mut self, prefab: &str) -> Result<Entity> {
        self.spawn_with(prefab, ())
    }

    /// Makes an entity as [`Self::spawn`] does, with components that replace the prefab's or are added to them. A
    /// [`Transform`](crate::world::Transform) replaces the prefab's turn and scale as well.
    ///
    /// ```
    /// use keitai_runtime::assets::{AssetPath, Source};
    /// use keitai_runtime::world::{Hidden, Lifetime};
    /// use keitai_runtime::{Settings, Stage};
    ///
    /// let scene = r#"(prefabs: {"spark": (scale: 0.5, lifetime: 30)}, ready: ["spark"])"#;
    /// let source = Source::memory([("a.ron", scene.as_bytes())]);
    /// let mut stage = Stage::open(source, &AssetPath::new("a.ron")?, &Settings::default())?;
    /// let spark = stage.spawn_with("spark", (Lifetime(90), Hidden))?;
    /// assert_eq!(stage.world.get::<&Lifetime>(spark)?.0, 90);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::spawn`].
    pub fn spawn_with(&mut self, prefab: &str, changed: impl DynamicBundle) -> Result<Entity> {
        let group = self.scene.spawn_ready(prefab, &self.spawned, &mut self.world)?;
        // A prefab has one entity at least.
        let entity = group.first().copied().unwrap_or(Entity::DANGLING);
        // Cannot fail: the entity has just been made.
        let _ = self.world.insert(entity, changed);
        place(&self.world, &group);
        Ok(entity)
    }

    /// Removes an entity with its children, and theirs. Nothing happens when it was removed before.
    ///
    /// ```
    /// use keitai_runtime::world::{Parent, Transform};
    /// # use keitai_runtime::{Settings, Stage};
    /// # use keitai_render::Compat;
    ///
    /// let mut stage = Stage::empty((240, 320), Compat::default(), &Settings::default());
    /// let robot = stage.world.spawn((Transform::default(),));
    /// let flag = stage.world.spawn((Transform::at(0, 20, 0), Parent(robot)));
    /// stage.remove(robot);
    /// assert!(!stage.world.contains(flag));
    /// ```
    pub fn remove(&mut self, entity: Entity) {
        remove(&mut self.world, entity);
    }
}
