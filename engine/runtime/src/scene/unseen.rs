//! Parts of a scene that do not show, which checks report: lights after the first one, and letters that a font lacks.

use std::collections::BTreeSet;

use keitai_render::Font;

use super::entity::Builder;
use super::file::{ItemFile, NumberFile, TextFile};
use super::template::EntityTemplate;
use crate::ron_text::{SceneFault, Step};
use crate::world::MenuLook;

/// Returns the positions of the entities whose light does not count, because another one is before them that lasts.
pub(super) fn further_lights(templates: &[EntityTemplate]) -> impl Iterator<Item = usize> {
    let lit = templates.iter().enumerate().filter(|(_, template)| template.components.light.is_some());
    lit.skip_while(|(_, template)| template.components.lifetime.is_some()).map(|(position, _)| position).skip(1)
}

/// Returns the letters of a text that show: not those of `{}` and `{name}`, in whose place a game puts values.
fn letters(text: &str) -> String {
    let (mut letters, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('{') {
        letters.push_str(before);
        rest = match after.split_once('}') {
            Some((name, behind)) if name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') => behind,
            _ => {
                letters.push('{');
                after
            }
        };
    }
    letters + rest
}

impl Builder<'_> {
    /// Reports the letters of a text in all languages that its font lacks; with a number, its digits too.
    pub(super) fn report_letters_of_text(&self, font: &Font, text: &TextFile, shown: &str) {
        let mut texts = self.in_all_languages(shown, text.key.as_deref());
        if let Some(NumberFile { value, decimals, time, .. }) = self.written.entity.number {
            let signs = [("-", value < 0), (".", decimals > 0), (":", time)];
            texts.extend(signs.into_iter().filter(|(_, shows)| *shows).map(|(sign, _)| sign));
            texts.push("0123456789");
        }
        let field = if text.key.is_some() { "key" } else { "text" };
        self.report_letters(font, &texts, &[Step::Field("text"), Step::Field(field)]);
    }

    /// Reports the letters of a menu's items in all languages that the menu's fonts lack.
    pub(super) fn report_letters_of_menu(&self, look: &MenuLook, items: &[ItemFile]) {
        for (number, ItemFile { text, key, values, value_keys, .. }) in items.iter().enumerate() {
            let mut texts = self.in_all_languages(text.as_deref().unwrap_or_default(), key.as_deref());
            texts.extend(values.iter().map(String::as_str));
            texts.extend(value_keys.iter().flat_map(|key| self.in_all_languages("", Some(key))));
            let steps = [Step::Field("menu"), Step::Field("items"), Step::Item(number)];
            for font in [&look.font, &look.selected_font, &look.disabled_font] {
                self.report_letters(font, &texts, &steps);
            }
        }
    }

    /// Returns a text, or that of a key in all languages.
    fn in_all_languages<'t>(&'t self, text: &'t str, key: Option<&str>) -> Vec<&'t str> {
        let row = self.context.declared.texts.as_ref().zip(key).map(|(table, key)| table.all(key).collect());
        row.unwrap_or_else(|| vec![text])
    }

    /// Reports the letters that a font lacks, at the field that `steps` lead to. White space is a gap in fonts of cells.
    fn report_letters(&self, font: &Font, texts: &[&str], steps: &[Step]) {
        if self.context.unseen.borrow().is_full() {
            return;
        }
        let has = |letter: char| match font {
            Font::Plain { .. } => matches!(letter, '\n' | '\r' | ' '..='~' | '\u{A0}'..='\u{FF}'),
            Font::Cells(font) => letter.is_whitespace() || font.alphabet().contains(letter),
        };
        let shown: Vec<String> = texts.iter().map(|text| letters(text)).collect();
        let lacking: BTreeSet<char> =
            shown.iter().flat_map(|text| text.chars()).filter(|letter| !has(*letter)).collect();
        if !lacking.is_empty() {
            let error = self.error(steps, SceneFault::no_letters(lacking));
            self.context.unseen.borrow_mut().add(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_for_values_are_not_letters() {
        let texts = ["LAP {} OF {all}", "{player_2}!", "{A B} {", "}{", "{{}}"];
        assert_eq!(texts.map(letters), ["LAP  OF ", "!", "{A B} {", "}{", "{}"]);
    }
}
