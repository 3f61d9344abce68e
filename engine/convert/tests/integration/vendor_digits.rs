//! The last digits of the vendor's arithmetic, for the bones of `vendor_digits.txt`.

use keitai_convert::{Options, action};
use keitai_formats::{Skeleton, Track, tra};

/// Converts a bone with these channels, each a name and its keys. The others are at rest; the bone stands off the origin.
fn track(channels: &[(&str, &str)]) -> Track {
    let chunk = |(name, rest): (&str, f32)| match channels.iter().find(|channel| channel.0 == name) {
        Some((_, keys)) => format!("( {name} {keys} )\n"),
        None if name == "translate.x" => format!("( {name} ( kf 0 5 ) )\n"),
        None => format!("( {name} ( kf 0 {rest} ) )\n"),
    };
    let chunks: String = tra::CHANNELS.into_iter().zip(tra::AT_REST).map(chunk).collect();
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
        assert!(channels.iter().all(|(name, _)| tra::CHANNELS.contains(name)), "{case}");
        let track = format!("{:?}", track(&channels));
        let holds = expected.iter().all(|part| track.contains(&part[3..]));
        assert!(holds && !expected.is_empty(), "{case}\n{track}");
    }
}
