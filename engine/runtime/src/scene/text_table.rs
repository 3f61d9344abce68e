//! Tables of texts in several languages: files that scenes name in `texts`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use keitai_formats::text::nearest;
use serde::Deserialize;

use super::error_list::ErrorList;
use super::texts::read_ron;
use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::language::Language;
use crate::ron_text::unique::{Unique, unique};
use crate::ron_text::{SceneFault, Step, locate};

/// The most languages of a table.
const MAX_LANGUAGES: usize = 64;

/// The file, with checked types alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    languages: Vec<(String, String)>,
    #[serde(deserialize_with = "unique")]
    texts: BTreeMap<String, Unique<String, String>>,
}

/// Texts by key, one of them per language.
#[derive(Debug)]
pub(super) struct TextTable {
    path: AssetPath,
    /// The languages with their own names. The first one has all texts.
    languages: Vec<(Language, Arc<str>)>,
    /// The language in use, by its index.
    current: usize,
    /// A text for each language that has one, the first one at least.
    texts: BTreeMap<Arc<str>, Vec<Option<Arc<str>>>>,
    /// Warnings since the last call of [`Self::take_warnings`].
    warnings: RefCell<BTreeSet<String>>,
}

impl TextTable {
    /// Loads a table. Its first language is in use.
    pub(super) fn load(assets: &mut Assets, path: &AssetPath) -> Result<Self> {
        let (text, TableFile { languages, texts }) = read_ron(assets, path)?;
        let error = |steps: &[Step], fault| Error::scene(path, locate(&text, steps).0, fault);
        if !(1..=MAX_LANGUAGES).contains(&languages.len()) {
            let fault = SceneFault::range("languages", "1 to 64 languages", languages.len());
            return Err(error(&[Step::Field("languages")], fault));
        }
        let mut table = Self {
            path: path.clone(),
            languages: Vec::with_capacity(languages.len()),
            current: 0,
            texts: BTreeMap::new(),
            warnings: RefCell::default(),
        };
        for (number, (tag, name)) in languages.iter().enumerate() {
            let steps = [Step::Field("languages"), Step::Item(number)];
            let language = Language::new(tag).ok_or_else(|| error(&steps, SceneFault::no_language(tag)))?;
            if table.index_of(language).is_some() {
                return Err(error(&steps, SceneFault::Duplicate { what: "language", name: tag.clone() }));
            }
            table.languages.push((language, name.as_str().into()));
        }
        let (fallback, _) = table.languages[0];
        for (key, Unique(written)) in texts {
            let steps = [Step::Field("texts"), Step::Field(&key)];
            let mut row = vec![None; table.languages.len()];
            for (tag, text) in written {
                let index = Language::new(&tag).and_then(|language| table.index_of(language));
                let known = || languages.iter().map(|(tag, _)| tag.as_str());
                let index = index.ok_or_else(|| error(&steps, SceneFault::unknown("language", &tag, known())))?;
                row[index] = Some(Arc::from(text));
            }
            if row[0].is_none() {
                let message = format!("\"{key}\" has no text in {fallback}, the first of the languages");
                return Err(error(&steps, SceneFault::Syntax { message, hint: None }));
            }
            table.texts.insert(key.into(), row);
        }
        Ok(table)
    }

    /// Adds the texts that languages lack, with their places in the file.
    pub(super) fn check(&self, assets: &mut Assets, errors: &mut ErrorList) -> Result<()> {
        let (text, TableFile { languages, texts }) = read_ron(assets, &self.path)?;
        for (key, Unique(written)) in texts {
            let lacks = |(tag, _): &&(String, String)| !written.contains_key(tag);
            let languages: Vec<&str> = languages.iter().filter(lacks).map(|(tag, _)| tag.as_str()).collect();
            if errors.is_full() {
                break;
            }
            if !languages.is_empty() {
                let (position, _) = locate(&text, &[Step::Field("texts"), Step::Field(&key)]);
                let fault = SceneFault::Untranslated { languages: languages.join(", "), key };
                errors.add(Error::scene(&self.path, position, fault));
            }
        }
        Ok(())
    }

    /// Returns the languages with their own names, the fallback first.
    pub(super) fn languages(&self) -> &[(Language, Arc<str>)] {
        &self.languages
    }

    /// Returns the language in use.
    pub(super) fn language(&self) -> Language {
        self.languages[self.current].0
    }

    /// Sets the language in use. One that the table lacks gives a warning and the fallback.
    pub(super) fn set_language(&mut self, language: Language) {
        let found = self.index_of(language);
        self.current = found.unwrap_or(0);
        if found.is_none() {
            let known: Vec<&str> = self.languages.iter().map(|(known, _)| known.tag()).collect();
            let (path, known) = (&self.path, known.join(", "));
            self.warn(format!("{path} has no language \"{language}\", but {known}"));
        }
    }

    /// Returns the text of a key, in the first language where the one in use has none.
    pub(super) fn get(&self, key: &str) -> Option<&Arc<str>> {
        let row = self.texts.get(key)?;
        row[self.current].as_ref().or(row[0].as_ref())
    }

    /// Returns the text of a key in each language that has one.
    pub(super) fn all(&self, key: &str) -> impl Iterator<Item = &str> {
        self.texts.get(key).into_iter().flatten().flatten().map(|text| &**text)
    }

    /// Returns the keys.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(|key| &**key)
    }

    /// Returns the text of a key in the language in use. A text that this language lacks gives a warning and the text of the
    /// first language, a key that the table lacks gives a warning and the key.
    pub(super) fn text(&self, key: &str) -> Arc<str> {
        let Some(row) = self.texts.get(key) else {
            let similar = nearest(key, self.keys()).map(|similar| format!("; did you mean \"{similar}\"?"));
            self.warn(format!("{} has no text \"{key}\"{}", self.path, similar.unwrap_or_default()));
            return key.into();
        };
        if let Some(text) = &row[self.current] {
            return Arc::clone(text);
        }
        let (language, fallback) = (self.language(), self.languages[0].0);
        let warning = format!("{}: \"{key}\" has no text in {language}; that in {fallback} is shown", self.path);
        let text = row[0].clone().unwrap_or_default();
        self.warn(warning);
        text
    }

    fn warn(&self, warning: String) {
        self.warnings.borrow_mut().insert(warning);
    }

    /// Returns what went wrong since the last call, in alphabetical order.
    pub(super) fn take_warnings(&mut self) -> BTreeSet<String> {
        std::mem::take(self.warnings.get_mut())
    }

    fn index_of(&self, language: Language) -> Option<usize> {
        self.languages.iter().position(|(known, _)| *known == language)
    }
}
