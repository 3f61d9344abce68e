//! The last digits of the vendor's arithmetic, for the bones of `vendor_digits.txt`.

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

/// Converts a bone with these channels, each a name and its keys.
fn track(channels: &[(&str, &str)]) -> Track {
    let chunk = |(name, rest): (&str, &str)| match channels.iter().find(|channel| channel.0 == name) {
        Some((_, keys)) => format!("( {name} {keys} )\n"),
        None => format!("( {name} ( kf 0 {rest} ) )\n"),
    };
    let chunks: String = CHANNELS.into_iter().map(chunk).collect();
    let text = format!(
        ";TRA\n( Head ( traVersion 4.0 ) )\n( Figure ( name \"a\" ) ( totalFrame 1 )\n( bone ( name \"b\" )\n{chunks}) )\n"
    );
    let options = Options::vendor();
    let parsed = tra::read_with(text.as_bytes(), options.policy);
    let converted = action(&parsed.document, parsed.diagnostics, &Skeleton::of_action(&parsed.document), &options);
    converted.document.unwrap()[0].tracks.remove(0)
}

#[test]
fn tracks_are_those_of_the_vendor() {
    for case in include_str!("vendor_digits.txt").split("\n\n").skip(1) {
        let lines = case.lines().filter(|line| !line.starts_with("# "));
        let (expected, channels): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with("=> "));
        let channels: Vec<(&str, &str)> = channels.iter().map(|line| line.split_once(' ').unwrap()).collect();
        assert!(channels.iter().all(|(name, _)| CHANNELS.iter().any(|channel| channel.0 == *name)), "{case}");
        let track = format!("{:?}", track(&channels));
        let holds = expected.iter().all(|part| track.contains(&part[3..]));
        assert!(holds && !expected.is_empty(), "{case}\n{track}");
    }
}
