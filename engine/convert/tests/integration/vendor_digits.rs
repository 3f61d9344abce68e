//! The last digits of the vendor's arithmetic: texts whose numbers fall on either side of a step by one rounding.

use keitai_convert::{Options, action};
use keitai_formats::{Skeleton, Track, tra};

/// The channels of a bone, in the order of a text, and their values at rest. The bone stands off the origin.
const CHANNELS: [(&str, &str); 10] = [
    ("translate.x", "5"),
    ("translate.y", "0"),
    ("translate.z", "0"),
    ("scale.x", "100"),
    ("scale.y", "100"),
    ("scale.z", "100"),
    ("rotate.x", "0"),
    ("rotate.y", "0"),
    ("rotate.z", "1"),
    ("roll", "0"),
];

/// Converts a bone with these channels, each a name and its frames and values.
fn track(channels: &[(&str, &[(u32, &str)])]) -> Track {
    let keys = |(name, rest): (&str, &str)| {
        let channel = channels.iter().find(|channel| channel.0 == name);
        let keys = channel.map_or(vec![(0, rest)], |channel| channel.1.to_vec());
        let keys: String = keys.iter().map(|(frame, value)| format!("( kf {frame} {value} ) ")).collect();
        format!("( {name} {keys})\n")
    };
    let channels: String = CHANNELS.into_iter().map(keys).collect();
    let text = format!(
        ";TRA\n( Head ( traVersion 4.0 ) )\n( Figure ( name \"a\" ) ( totalFrame 1 )\n( bone ( name \"b\" )\n{channels}) )\n"
    );
    let options = Options::vendor();
    let parsed = tra::read_with(text.as_bytes(), options.policy);
    let converted = action(&parsed.document, parsed.diagnostics, &Skeleton::of_action(&parsed.document), &options);
    converted.document.unwrap()[0].tracks.remove(0)
}

#[test]
fn interpolated_directions_are_rounded_before_they_are_divided_by_the_first_length() {
    // x is 8.700000127156576 at frame 1, and L is the root of 179: 4096 x / L is 2663.49994, 4096 f32(x f32(1 / L)) is
    // 2663.5, 4096 f32(f32(x) f32(1 / L)) is 2663.49976.
    let Track::Turned { rotate, .. } = track(&[
        ("rotate.x", &[(0, "9"), (3, "8.1")]),
        ("rotate.y", &[(0, "7"), (1, "50"), (3, "7")]),
        ("rotate.z", &[(0, "7")]),
    ]) else {
        panic!("of another type")
    };
    assert_eq!(rotate.iter().map(|key| (key.frame, key.value[0])).nth(1), Some((1, 2663)));
}

#[test]
fn rolls_are_kept_in_radians() {
    // -779.6337890625 degrees are -8870.5 units, and in radians of 32 bits -8870.50013.
    let Track::Moved { roll, .. } = track(&[("roll", &[(0, "-779.6337890625"), (9, "0")])]) else {
        panic!("of another type")
    };
    assert_eq!(roll[0].angle, -8871);
}

#[test]
fn scales_are_kept_without_percent() {
    // 40.96 times the value is -4096.50031; with f32(0.01) it becomes -1.0001220703 in 32 bits, 4096 times -4096.5.
    let Track::Scaled { scale, .. } = track(&[("scale.x", &[(0, "-100.01221466"), (9, "50")])]) else {
        panic!("of another type")
    };
    assert_eq!(scale[0].value[0], -4096);
}

#[test]
fn elements_of_a_matrix_are_rounded_to_32_bits() {
    // 0.6895 cos 37 degrees is 2255.4999186 / 4096, in 32 bits 2255.5 / 4096.
    let Track::Matrix(matrix) = track(&[("scale.x", &[(0, "68.95")]), ("roll", &[(0, "37")])]) else {
        panic!("of another type")
    };
    assert_eq!(matrix.0[0], 2256);
}

#[test]
fn a_matrix_holds_rolls_within_a_20th_of_a_degree() {
    // The kept keys are those at 0 and 12.
    let is_matrix = |[at_12, at_14]: [&str; 2]| {
        let roll = [(0, "45"), (6, "46.5"), (12, at_12), (14, at_14)];
        matches!(track(&[("roll", &roll)]), Track::Matrix(_))
    };
    assert!(is_matrix(["45.05", "43.15"]));
    assert!(is_matrix(["44.95", "43.05"]));
    assert!(!is_matrix(["45.051", "43.151"]));
    assert!(!is_matrix(["44.949", "43.049"]));
}

#[test]
fn differences_of_translations_are_rounded_before_they_are_compared() {
    // 0.22 - 0.02 is 0.19999999925 in 64 bits, and in 32 bits 0.200000003: more than 0.2.
    let moves = |x: &str| {
        let rotate = [(0, "0"), (9, "1")];
        matches!(track(&[("translate.x", &[(0, "0.02"), (9, x)]), ("rotate.x", &rotate)]), Track::Moved { .. })
    };
    assert_eq!([moves("0.22"), moves("0.2199")], [true, false]);
}
