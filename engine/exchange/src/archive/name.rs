//! Names of entries as paths below an output folder.

/// Returns whether a name, taken as a path below a folder, stays there on every system.
pub fn is_safe(name: &str) -> bool {
    // Windows leaves out dots and spaces at the end of a name.
    let part = |part: &str| !part.trim_matches(['.', ' ']).is_empty() && !part.contains([':', '\\', '\0']);
    name.split('/').all(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_not_safe() {
        assert!(["17", "res/17", "a/b..c/.d"].into_iter().all(is_safe));
        let elsewhere =
            ["../a", "a/../../b", "/etc/passwd", "C:a", "a\\..\\b", "..", "", "a//b", "a/./b", "a\0", ".. /a", "a/..."];
        assert!(!elsewhere.into_iter().any(is_safe));
    }
}
