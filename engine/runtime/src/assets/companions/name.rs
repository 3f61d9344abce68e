//! Names of files and of the figures that they may belong to.

use std::cmp::Reverse;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameMatch {
    Same,
    /// The figure's name, `_` and more.
    Prefixed,
    /// The beginning of the figure's name, of this many bytes.
    Beginning(Reverse<usize>),
    /// A name with all words of the figure's name.
    Words,
    /// A name that begins with `tex`.
    Generic,
    /// Any other name.
    None,
}

impl NameMatch {
    pub(super) fn of(figure: &Name, file: &Name) -> Self {
        let ends_word = |rest: &str| rest.starts_with(|c: char| !c.is_alphanumeric());
        if figure.whole == file.whole {
            Self::Same
        } else if file.whole.strip_prefix(&figure.whole).is_some_and(|rest| rest.starts_with('_')) {
            Self::Prefixed
        } else if !file.whole.is_empty() && figure.whole.strip_prefix(&file.whole).is_some_and(ends_word) {
            Self::Beginning(Reverse(file.whole.len()))
        } else if figure.words.iter().all(|word| file.words.contains(word)) {
            Self::Words
        } else if file.whole.starts_with("tex") {
            Self::Generic
        } else {
            Self::None
        }
    }
}

/// The name of a file without its ending, in small letters.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) whole: String,
    words: Vec<String>,
}

impl Name {
    pub(super) fn new(stem: &str) -> Self {
        let whole = stem.to_lowercase();
        let words = whole.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned);
        Self { words: words.collect(), whole }
    }

    /// Returns the length of a figure's name when this is that name, alone or followed by a sign that is no letter or
    /// digit and by any text; otherwise 0.
    fn part_of(&self, figure: &str) -> usize {
        let is_own = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        if self.whole.strip_prefix(figure).is_some_and(is_own) { figure.len() } else { 0 }
    }

    /// Returns whether a file of this name belongs to one of `others` rather than to `figure`: the longest name that it begins
    /// with is the one that it was named after.
    pub(super) fn is_of_other(&self, figure: &Name, others: &[String]) -> bool {
        let longest = others.iter().map(|other| self.part_of(other)).max().unwrap_or_default();
        longest > self.part_of(&figure.whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarity_of_real_names() {
        let of = |figure, file| NameMatch::of(&Name::new(figure), &Name::new(file));
        assert_eq!(of("robo", "ROBO"), NameMatch::Same);
        assert_eq!(of("robo", "robo_walk"), NameMatch::Prefixed);
        assert_eq!(of("robo", "robot"), NameMatch::None);
        assert_eq!(of("race_car", "race_tex_car"), NameMatch::Words);
        assert_eq!(of("race_car", "race_wall_down"), NameMatch::None);
        assert_eq!((of("e00_1", "e00"), of("e00_1", "e0")), (NameMatch::Beginning(Reverse(3)), NameMatch::None));
        assert!(of("a_b_c", "a_b") < of("a_b_c", "a") && NameMatch::Prefixed < of("a_b", "a"));
        assert_eq!(of("test_model_robo", "tex_001"), NameMatch::Generic);
        assert!(NameMatch::Same < NameMatch::Prefixed && NameMatch::Generic < NameMatch::None);
    }

    #[test]
    fn the_longest_name_of_a_figure_owns_a_file() {
        let of_other = |file, figure, others: &[&str]| {
            let others: Vec<String> = others.iter().map(|other| (*other).to_owned()).collect();
            Name::new(file).is_of_other(&Name::new(figure), &others)
        };
        assert!(of_other("coin", "ship", &["coin"]) && of_other("Coin_spin", "ship", &["coin"]));
        assert!(of_other("ship_b_fly", "ship", &["ship_b"]) && !of_other("ship_b_fly", "ship_b", &["ship"]));
        assert!(!of_other("coins", "ship", &["coin"]) && !of_other("ship_coin", "ship", &["coin"]));
        assert!(!of_other("ship", "ship", &["ship"]));
    }
}
