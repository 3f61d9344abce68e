//! "Did you mean": the name that comes closest to a mistyped one.

/// The candidate nearest to `name`, when it is near enough to be a slip: at most a third of the letters wrong.
pub(crate) fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Names of files and fields are short; anything longer is no slip of the pen, and the distance is quadratic.
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return None;
    }
    let lower = name.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST)
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance * 3 <= candidate.chars().count().max(lower.chars().count()))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_slips_only() {
        let names = ["position", "parent", "pattern"];
        assert_eq!(nearest("postion", names), Some("position"));
        assert_eq!(nearest("Pattren", names), Some("pattern"));
        assert_eq!(nearest("colour", names), None);
        assert_eq!(nearest(&"p".repeat(100), names), None);
    }
}
