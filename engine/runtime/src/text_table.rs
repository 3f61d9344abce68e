//! Tables of texts in several languages: files that scenes name in `texts`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use keitai_formats::text::nearest;
use serde::Deserialize;

use crate::assets::{AssetPath, Assets};
use crate::error::{Error, Result};
use crate::language::Language;
use crate::ron_text::list::{List, Unique};
use crate::ron_text::{FaultKind, SceneFault};
use crate::text_file::{Name, TextFile};

const MAX_LANGUAGES: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile<'a> {
    /// Tags and own names.
    #[serde(borrow)]
    languages: List<(Name<'a>, String), MAX_LANGUAGES>,
    #[serde(borrow)]
    texts: Unique<Name<'a>, Unique<Name<'a>, String>>,
}

/// Texts by key, one of them per language.
#[derive(Debug)]
pub(crate) struct TextTable {
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
    pub(crate) fn load(assets: &mut Assets, path: &AssetPath) -> Result<Self> {
        let file = TextFile::read(assets, path)?;
        let whole = file.whole();
        let TableFile { languages: List(languages), texts: Unique(texts) } = whole.parse()?;
        if languages.is_empty() {
            return Err(whole.error("languages: expected at least 1"));
        }
        let mut table = Self {
            path: path.clone(),
            languages: Vec::with_capacity(languages.len()),
            current: 0,
            texts: BTreeMap::new(),
            warnings: RefCell::default(),
        };
        for (tag, name) in &languages {
            let wrong = |message| whole.error_at(tag, SceneFault::new(FaultKind::Syntax, message));
            let language = Language::parse(tag).map_err(wrong)?;
            if table.index_of(language).is_some() {
                return Err(whole.error_at(tag, SceneFault::duplicate("language", tag)));
            }
            table.languages.push((language, name.as_str().into()));
        }
        let (fallback, _) = table.languages[0];
        for (key, Unique(written)) in texts {
            let mut row = vec![None; table.languages.len()];
            for (tag, text) in written {
                let index = Language::new(&tag).and_then(|language| table.index_of(language));
                let known = || languages.iter().map(|(tag, _)| &**tag);
                let unknown = || whole.error_at(&tag, SceneFault::unknown("language", &tag, known()));
                row[index.ok_or_else(unknown)?] = Some(Arc::from(text));
            }
            if row[0].is_none() {
                let message = format!("\"{}\" has no text in {fallback}, the first of the languages", &*key);
                return Err(whole.error_at(&key, message));
            }
            table.texts.insert((*key).into(), row);
        }
        Ok(table)
    }

    /// Returns an error for each text that languages lack, with its place in the file.
    pub(crate) fn untranslated(&self, assets: &mut Assets) -> Vec<Error> {
        let Ok(file) = TextFile::read(assets, &self.path) else { return Vec::new() };
        let whole = file.whole();
        let Ok(TableFile { texts: Unique(texts), .. }) = whole.parse() else { return Vec::new() };
        let error = |(key, Unique(written)): (Name, Unique<Name, String>)| {
            let lacks = |language: &&str| !written.keys().any(|own| **own == **language);
            let languages = self.languages.iter().map(|(language, _)| language.tag());
            let languages = languages.filter(lacks).collect::<Vec<_>>().join(", ");
            let lacking = !languages.is_empty();
            lacking.then(|| whole.error_at(&key, SceneFault::untranslated(&key, &languages)))
        };
        texts.into_iter().filter_map(error).collect()
    }

    /// Returns the languages with their own names, the fallback first.
    pub(crate) fn languages(&self) -> &[(Language, Arc<str>)] {
        &self.languages
    }

    pub(crate) fn language(&self) -> Language {
        self.languages[self.current].0
    }

    /// Sets the language in use. One that the table lacks gives a warning and the fallback.
    pub(crate) fn set_language(&mut self, language: Language) {
        let found = self.index_of(language);
        self.current = found.unwrap_or(0);
        if found.is_none() {
            let known: Vec<&str> = self.languages.iter().map(|(known, _)| known.tag()).collect();
            let (path, known) = (&self.path, known.join(", "));
            self.warn(format!("{path} has no language \"{language}\", but {known}"));
        }
    }

    /// Returns the text of a key, in the first language where the one in use has none.
    pub(crate) fn get(&self, key: &str) -> Option<&Arc<str>> {
        let row = self.texts.get(key)?;
        row[self.current].as_ref().or(row[0].as_ref())
    }

    pub(crate) fn all(&self, key: &str) -> impl Iterator<Item = &str> {
        self.texts.get(key).into_iter().flatten().flatten().map(|text| &**text)
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(|key| &**key)
    }

    /// Returns the text of a key in the language in use. A text that this language lacks gives a warning and the text of the
    /// first language, a key that the table lacks gives a warning and the key.
    pub(crate) fn text(&self, key: &str) -> Arc<str> {
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

    /// Returns the warnings since the last call, in alphabetical order.
    pub(crate) fn take_warnings(&mut self) -> BTreeSet<String> {
        std::mem::take(self.warnings.get_mut())
    }

    fn index_of(&self, language: Language) -> Option<usize> {
        self.languages.iter().position(|(known, _)| *known == language)
    }
}
