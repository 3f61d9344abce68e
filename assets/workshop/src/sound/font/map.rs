//! The timbre of each General MIDI program.

/// Timbres in the order of the programs, each with the number of programs that share it.
pub(super) const PROGRAMS: [(&str, usize); 24] = [
    ("pluck", 8),   // pianos
    ("bell", 8),    // chromatic percussion
    ("organ", 8),   // organs
    ("pluck", 5),   // guitars
    ("lead", 3),    // electric guitars
    ("bass", 8),    // basses
    ("strings", 5), // bowed strings
    ("pluck", 2),   // plucked strings, harp
    ("drum", 1),    // timpani
    ("strings", 7), // ensembles and choirs
    ("brass", 1),   // orchestra hit
    ("brass", 8),   // brass
    ("lead", 8),    // reeds
    ("flute", 8),   // pipes
    ("lead", 1),    // square lead
    ("brass", 1),   // saw lead
    ("flute", 1),   // calliope lead
    ("lead", 5),    // leads
    ("strings", 8), // pads
    ("bell", 8),    // effects
    ("pluck", 8),   // plucked strings of the world
    ("bell", 4),    // bells and steel drums
    ("drum", 4),    // drums
    ("bell", 8),    // sound effects
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_timbre() {
        assert_eq!(PROGRAMS.iter().map(|(_, count)| count).sum::<usize>(), 128);
        let known = |name: &str| super::super::timbres::ALL.iter().any(|timbre| timbre.name == name);
        assert!(PROGRAMS.iter().all(|(name, _)| known(name)));
    }
}
