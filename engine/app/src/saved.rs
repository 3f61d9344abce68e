//! Values of a game that are kept between runs: options, best times, ghosts.

use std::path::{Path, PathBuf};

use crate::files::{self, Overwrite};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::console;
use crate::error::{Error, Result};

/// The largest file that is read, bytes.
const LARGEST: u64 = 1 << 20;

/// Values and the file of RON text that they are kept in, usually in the [`data_folder`](crate::data_folder) of the game.
///
/// Types of a game derive `Serialize` and `Deserialize`, which needs `serde = { version = "1", features = ["derive"] }` among
/// the dependencies of the game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Saved<T> {
    /// Values that [`Saved::save`] writes.
    pub value: T,
    /// The reason why the file cannot be read, for [`GameInfo::warning`](crate::GameInfo::warning), which shows it in the window.
    pub warning: Option<String>,
    file: Option<PathBuf>,
}

impl<T: Serialize + DeserializeOwned + Default> Saved<T> {
    /// Opens the values in a file. A missing file, and one that is damaged or larger than 1 MiB, is treated as a first
    /// start with the default values. Without a file nothing is saved. [`Self::warning`] and a line on stderr report a file that
    /// cannot be read.
    pub fn open(file: Option<PathBuf>) -> Self {
        let Some(path) = &file else { return Self::default() };
        let (value, warning) = match read_values(path) {
            Ok(value) => (value.unwrap_or_default(), None),
            Err(problem) => {
                let next = "the defaults are used, and the next save keeps this file beside it as .bak";
                (T::default(), Some(format!("{problem}; {next}")))
            }
        };
        warning.iter().for_each(|warning| console::warn(warning));
        Self { value, warning, file }
    }

    /// Returns values without a file. Nothing is saved.
    pub fn unsaved(value: T) -> Self {
        Self { value, warning: None, file: None }
    }

    /// Writes the file, whole or not at all, and makes its folder when it is missing. A file that cannot be read is
    /// kept aside as `.bak`, or as `.bak2` and so on where that name is taken.
    ///
    /// # Errors
    /// When the file cannot be written, or RON has no text for the values, or the text would be larger than 1 MiB. The file then
    /// stays as it was.
    pub fn save(&self) -> Result<()> {
        self.save_aside().map(drop)
    }

    /// Saves, and returns the new name of a file that could not be read.
    pub(crate) fn save_aside(&self) -> Result<Option<PathBuf>> {
        let Some(file) = &self.file else { return Ok(None) };
        let text = text(file, &self.value)?;
        write(file, |_: Option<T>| Ok(text))
    }

    /// Writes the file as [`Self::save`] does, after `merge` has taken what is needed from the values that the file has
    /// now: another program may have saved since. No other program changes the file in between.
    ///
    /// ```
    /// # use keitai_app::Saved;
    /// # let folder = tempfile::tempdir()?;
    /// # let file = Some(folder.path().join("most.ron"));
    /// let [mut one, mut other] = [0, 1].map(|_| Saved::<u32>::open(file.clone()));
    /// (one.value, other.value) = (7, 5);
    /// one.save_merged(|own, kept| *own = kept.max(*own))?;
    /// other.save_merged(|own, kept| *own = kept.max(*own))?;
    /// assert_eq!((other.value, Saved::<u32>::open(file).value), (7, 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Self::save`]. The values may have been merged then.
    pub fn save_merged(&mut self, merge: impl FnOnce(&mut T, T)) -> Result<()> {
        let Self { value, file: Some(file), .. } = self else { return Ok(()) };
        text(file, value)?;
        write(file, |old| {
            if let Some(old) = old {
                merge(value, old);
            }
            text(file, value)
        })
        .map(drop)
    }

    /// Returns the values as one line of RON, as for [`Game::setup`](crate::Game::setup).
    pub fn to_text(&self) -> String {
        // Fails only for types that RON has no text for; such a text is refused when it is read.
        ron::to_string(&self.value).unwrap_or_default()
    }

    /// Returns the values of a text, without a file.
    pub fn from_text(text: &str) -> Result<Self> {
        let value = ron::from_str(text)
            .map_err(|error| Error::Setup { found: text.to_owned(), reason: Some(error.to_string()) })?;
        Ok(Self::unsaved(value))
    }
}

fn read_values<T: DeserializeOwned>(file: &Path) -> Result<Option<T>, String> {
    let parse = |text: &str| ron::from_str(text).map_err(|error| format!("{}: {error}", file.display()));
    files::load(file, LARGEST, parse)
}

fn text(file: &Path, value: &impl Serialize) -> Result<Vec<u8>> {
    let text = ron::to_string(value).map_err(|error| Error::write(file, error))?;
    if text.len() as u64 >= LARGEST {
        return Err(Error::write(file, format!("{} bytes of text, expected less than {LARGEST}", text.len())));
    }
    Ok(format!("{text}\n").into_bytes())
}

/// Writes the text that `change` makes of the values in a file. A file that cannot be read is kept aside.
fn write<T: DeserializeOwned>(
    file: &Path,
    change: impl FnOnce(Option<T>) -> Result<Vec<u8>>,
) -> Result<Option<PathBuf>> {
    let output = |fault| Error::output(file, fault);
    let save = || {
        let old = read_values::<T>(file);
        let is_damaged = old.is_err();
        let text = change(old.unwrap_or_default())?;
        let aside = if is_damaged { files::keep_aside(file).map_err(output)? } else { None };
        files::write(file, &text, Overwrite::Force, &[]).map_err(output)?;
        Ok(aside)
    };
    files::locked(file, save).map_err(output)?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    type Times = Saved<Vec<u32>>;

    #[test]
    fn values_are_saved_and_a_damaged_file_is_kept_aside() {
        let (folder, file) = testing::place("not/yet/times.ron");
        let mut times = Times::open(Some(file.clone()));
        assert!(times.value.is_empty());
        times.value = vec![731, 702];
        times.save().unwrap();
        assert_eq!(Times::open(Some(file.clone())), times);

        std::fs::write(&file, "[731, fast]").unwrap();
        let mut again = Times::open(Some(file.clone()));
        let warning = again.warning.clone().unwrap();
        assert!(warning.contains("times.ron: 1:7: Invalid digit") && warning.ends_with("as .bak"), "{warning}");
        assert!(again.value.is_empty());
        again.value.push(698);
        again.save().unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "[698]\n");
        let aside = std::fs::read_to_string(folder.path().join("not/yet/times.ron.bak")).unwrap();
        assert_eq!(aside, "[731, fast]");
    }

    #[cfg(unix)]
    #[test]
    fn a_fifo_instead_of_the_file_is_kept_aside() {
        let (_folder, file) = testing::place("times.ron");
        let place = file.clone();
        let saved = testing::with_fifo(&file, || {
            let mut times = Times::open(Some(place.clone()));
            times.value.push(9);
            let saved = times.save_merged(|_, _| ()).map_err(|error| error.to_string());
            (saved, Times::open(Some(place)).value)
        });
        assert_eq!(saved, (Ok(()), vec![9]));
        assert!(file.with_file_name("times.ron.bak").exists());
    }

    #[test]
    fn a_damaged_file_that_another_program_has_mended_meanwhile_is_not_kept_aside() {
        let (_folder, file) = testing::place("times.ron");
        std::fs::write(&file, "[7").unwrap();
        let mut times = Times::open(Some(file.clone()));
        times.value = vec![9];
        std::thread::scope(|scope| {
            files::locked(&file, || {
                scope.spawn(|| times.save_merged(|list, old| list.extend(old)).unwrap());
                // Time for the thread to do what it may do without the lock.
                std::thread::sleep(std::time::Duration::from_millis(50));
                assert_eq!(std::fs::read(&file).unwrap(), b"[7");
                std::fs::write(&file, "[7]").unwrap();
            })
            .unwrap();
        });
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "[9,7]\n");
        assert!(!file.with_file_name("times.ron.bak").exists());
    }

    #[test]
    fn a_file_stays_when_there_is_nothing_to_write() {
        let (_folder, file) = testing::place("times.ron");
        std::fs::write(&file, "[7").unwrap();
        let mut times = Times::unsaved(vec![1; 1 << 20]);
        times.file = Some(file.clone());
        times.save().unwrap_err();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "[7");
        std::fs::write(&file, "[7]").unwrap();
        let error = Times::open(Some(file.clone())).save_merged(|list, _| list.resize(1 << 20, 2)).unwrap_err();
        assert!(error.to_string().contains("bytes of text"), "{error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "[7]");
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
        let (_folder, file) = testing::place("mute.ron");
        let mut saved = Saved::<Mute>::open(Some(file.clone()));
        saved.save().unwrap();
        for (value, message) in [(vec![7], "no sevens"), (vec![1; 1 << 19], "1048577 bytes of text")] {
            saved.value = Mute(value);
            let error = saved.save().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), "[]\n");
        }
    }
}
