//! Values of a game that are kept between runs: options, best times, ghosts.

use std::io::ErrorKind;
use std::path::PathBuf;

use keitai_files as files;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// The largest file that is read, bytes.
const LARGEST: u64 = 1 << 20;

/// Values and the file of RON text that they are kept in, usually in the [`data_folder`](crate::data_folder) of the game.
///
/// Types of a game derive `Serialize` and `Deserialize`, which needs `serde = { version = "1", features = ["derive"] }` among
/// the dependencies of the game.
///
/// ```
/// use keitai_app::Saved;
/// # let folder = tempfile::tempdir()?;
/// let file = folder.path().join("best.ron");
/// let mut best = Saved::<Vec<u32>>::open(Some(file.clone()));
/// best.value.push(731);
/// best.save()?;
/// assert_eq!(Saved::<Vec<u32>>::open(Some(file)).value, [731]);
/// assert_eq!(Saved::<Vec<u32>>::from_text(&best.to_text())?.value, [731]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Saved<T> {
    /// The values.
    pub value: T,
    file: Option<PathBuf>,
}

impl<T: Serialize + DeserializeOwned + Default> Saved<T> {
    /// Opens the values in a file. A missing file, and one that is damaged or larger than 1 MiB, counts as a first start with
    /// the default values. Without a file nothing is saved.
    pub fn open(file: Option<PathBuf>) -> Self {
        let text = file.as_deref().and_then(|file| files::read(file, LARGEST).ok());
        let value = text.and_then(|text| ron::de::from_bytes(&text).ok()).unwrap_or_default();
        Self { value, file }
    }

    /// Writes the file, whole or not at all, and makes its folder when it is missing. A file that cannot be read is kept
    /// aside as `.bak`.
    ///
    /// # Errors
    /// When the file cannot be written, or RON has no text for the values, or the text would be larger than 1 MiB. The file then
    /// stays as it was.
    pub fn save(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let output = |fault| Error::output(file, fault);
        let text = ron::to_string(&self.value).map_err(|error| Error::write(file, error))?;
        if text.len() as u64 >= LARGEST {
            return Err(Error::write(file, format!("{} bytes of text, expected less than {LARGEST}", text.len())));
        }
        let readable = match files::read(file, LARGEST) {
            Ok(bytes) => ron::de::from_bytes::<T>(&bytes).is_ok(),
            Err(fault) => fault.kind() == ErrorKind::NotFound,
        };
        if !readable {
            files::keep_aside(file).map_err(output)?;
        }
        files::update(file, LARGEST, |_| format!("{text}\n").into_bytes()).map_err(output)
    }

    /// Returns the values as one line of RON, as for [`Game::setup`](crate::Game::setup).
    pub fn to_text(&self) -> String {
        // Fails only for types that RON has no text for; such a text is refused when it is read.
        ron::to_string(&self.value).unwrap_or_default()
    }

    /// Returns the values of a text, without a file.
    ///
    /// # Errors
    /// When the text has no such values.
    pub fn from_text(text: &str) -> Result<Self> {
        let value = ron::from_str(text).map_err(|_| Error::Setup { found: text.to_owned() })?;
        Ok(Self { value, file: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Times = Saved<Vec<u32>>;

    #[test]
    fn values_are_saved_and_a_damaged_file_is_kept_aside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("not/yet/times.ron");
        let mut times = Times::open(Some(file.clone()));
        assert!(times.value.is_empty());
        times.value = vec![731, 702];
        times.save().unwrap();
        assert_eq!(Times::open(Some(file.clone())), times);

        std::fs::write(&file, "[731, fast]").unwrap();
        let mut again = Times::open(Some(file.clone()));
        assert!(again.value.is_empty());
        again.value.push(698);
        again.save().unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "[698]\n");
        let aside = std::fs::read_to_string(folder.path().join("not/yet/times.ron.bak")).unwrap();
        assert_eq!(aside, "[731, fast]");
    }

    #[test]
    fn values_without_a_file_are_not_saved_and_texts_are_checked() {
        Times::open(None).save().unwrap();
        assert_eq!(Times::from_text("[4,5]").unwrap().value, [4, 5]);
        assert!(Times::from_text("(4").unwrap_err().to_string().contains("(4"));
    }

    #[test]
    fn values_without_a_text_and_too_large_ones_leave_the_file_alone() {
        #[derive(Debug, Default, PartialEq, serde::Deserialize)]
        struct Mute(Vec<u32>);
        impl Serialize for Mute {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if self.0 == [7] { Err(serde::ser::Error::custom("no sevens")) } else { self.0.serialize(serializer) }
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mute.ron");
        let mut saved = Saved::<Mute>::open(Some(file.clone()));
        saved.save().unwrap();
        for (value, message) in [(vec![7], "no sevens"), (vec![1; 1 << 19], "1048577 bytes of text")] {
            saved.value = Mute(value);
            let error = saved.save().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), "[]\n");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        let saved = Times::open(Some(folder.path().join("file/times.ron")));
        assert!(saved.save().unwrap_err().to_string().contains("cannot write"));
    }
}
