//! Files of the game, and the render settings that its scenes are opened with.

use keitai::assets::{AssetPath, Source};
use keitai::{Result, Settings, Stage};

#[derive(Debug, Clone)]
pub struct Content {
    /// Assets and scenes.
    pub source: Source,
    /// Overrides of the scenes' own settings.
    pub settings: Settings,
}

impl From<Source> for Content {
    /// The scenes with their own settings.
    fn from(source: Source) -> Self {
        Self { source, settings: Settings::default() }
    }
}

impl Content {
    /// Opens a scene.
    pub fn stage(&self, scene: &str) -> Result<Stage> {
        Ok(Stage::open(self.source.clone(), &AssetPath::new(scene)?, &self.settings)?)
    }
}
