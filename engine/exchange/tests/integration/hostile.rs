//! Damaged glTF files: every one is an error or a sound figure, never a panic.
//!
//! `KEITAI_MUTATIONS` sets the number of files.

use keitai_exchange::gltf::read;
use keitai_exchange::import::Options;
use keitai_formats::Policy;
use serde_json::Value;

use crate::made::codes;

/// Two bones, a quad and a triangle, and an action of a few keys; objects without a skin, an export without its extras,
/// and compressed numbers.
const SEEDS: [&[u8]; 6] = [
    include_bytes!("../../../../tests/fuzz/seeds/gltf/square.glb"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/square.gltf"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/objects.gltf"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/names.gltf"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/draco.glb"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/meshopt.glb"),
];
/// Numbers that decide about sizes, offsets and indices.
const NUMBERS: [&str; 10] = ["0", "1", "-1", "2", "3", "255", "65536", "4294967295", "1e39", "18446744073709551615"];

const COPIES: [usize; 5] = [1, 2, 3, 16, 300];

/// Changes bytes or one number of the JSON text, or repeats an entry of one of its lists.
fn mutate(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    match random.u8(..3) {
        0 => (0..random.usize(1..4)).for_each(|_| {
            let index = random.usize(..bytes.len());
            bytes[index] = random.u8(..);
        }),
        1 => change_number(bytes, random),
        _ => repeat_entry(bytes, random),
    }
}

fn change_number(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    let starts: Vec<usize> =
        (1..bytes.len()).filter(|at| bytes[*at].is_ascii_digit() && b":[,".contains(&bytes[*at - 1])).collect();
    let Some(start) = random.choice(starts) else { return };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit() || b".e".contains(byte)).count();
    let number = NUMBERS[random.usize(..NUMBERS.len())].bytes();
    bytes.splice(start..start + length, number);
    mend_lengths(bytes);
}

/// Repeats an entry at the end of its list. A file whose JSON text is damaged already stays as it is.
fn repeat_entry(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    let text = if bytes.starts_with(b"glTF") { 20..json_end(bytes).unwrap_or(0).max(20) } else { 0..bytes.len() };
    let Ok(mut file) = serde_json::from_slice::<Value>(&bytes[text.clone()]) else { return };
    let mut lists = Vec::new();
    find_lists(&file, String::new(), &mut lists);
    let list = random.choice(lists).and_then(|place| file.pointer_mut(&place)).and_then(Value::as_array_mut);
    let Some(list) = list else { return };
    let entry = list[random.usize(..list.len())].clone();
    list.extend(vec![entry; COPIES[random.usize(..COPIES.len())]]);
    let mut changed = file.to_string();
    // Chunks of a GLB file are padded to words.
    (0..changed.len().next_multiple_of(4) - changed.len()).for_each(|_| changed.push(' '));
    bytes.splice(text, changed.into_bytes());
    mend_lengths(bytes);
}

/// Finds the places of all lists with entries.
fn find_lists(value: &Value, place: String, lists: &mut Vec<String>) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            (0..).zip(list).for_each(|(index, inner): (usize, _)| find_lists(inner, format!("{place}/{index}"), lists));
            lists.push(place);
        }
        Value::Object(members) => members.iter().for_each(|(name, inner)| {
            find_lists(inner, format!("{place}/{}", name.replace('~', "~0").replace('/', "~1")), lists);
        }),
        _ => {}
    }
}

/// Returns the end of the JSON text of a GLB file.
fn json_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|word| word == b"BIN\0")?.checked_sub(4)
}

/// Brings the lengths in the header of a GLB file up to date: that of the JSON text and that of the file.
fn mend_lengths(bytes: &mut [u8]) {
    if bytes.starts_with(b"glTF")
        && let Some(json) = json_end(bytes).and_then(|end| end.checked_sub(20))
    {
        bytes[12..16].copy_from_slice(&(json as u32).to_le_bytes());
        let length = bytes.len() as u32;
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
    }
}

#[test]
fn the_length_in_the_header_is_that_of_the_document() {
    let whole = SEEDS[0].len() as u32;
    let read = |bytes: &[u8]| read(bytes, &mut |_| None, &Options::default());
    for length in [0, 11, whole + 1] {
        let mut bytes = SEEDS[0].to_vec();
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        let error = read(&bytes).diagnostics[0].to_string();
        assert!(error.contains(&format!("a length of {length} bytes")), "{error}");
    }
    let expected = read(SEEDS[0]).document.map(|import| import.figure);
    assert!(expected.is_some());
    assert_eq!(read(&[SEEDS[0], &[7; 5]].concat()).document.map(|import| import.figure), expected);
}

#[test]
fn other_chunks_of_a_glb_file_and_zeros_after_its_text_are_ignored() {
    let text = br#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":4}]}"#;
    let other = |kind: &[u8]| [&4u32.to_le_bytes()[..], kind, b"1234"].concat();
    let json = [&(text.len() as u32).to_le_bytes()[..], b"JSON", text].concat();
    let filled = [&(text.len() as u32 + 2).to_le_bytes()[..], b"JSON", text, b"\0\0"].concat();
    let codes = |chunks: &[&[u8]]| {
        let chunks = chunks.concat();
        let header = [&b"glTF"[..], &2u32.to_le_bytes(), &(chunks.len() as u32 + 12).to_le_bytes()].concat();
        codes(&read(&[header, chunks].concat(), &mut |_| None, &Options::default()))
    };
    let strange = other(b"ABCD");
    assert_eq!(codes(&[&json, &strange, &other(b"BIN\0"), &strange]), ["X042"], "the buffer is there");
    assert_eq!(codes(&[&filled, &other(b"BIN\0")]), ["X042"]);
    assert_eq!(codes(&[&json, &strange]), ["X022"]);
    assert_eq!(codes(&[&strange, &json]), ["X020"], "the JSON text comes first");
    assert_eq!(codes(&[&json[..40]]), ["X020"]);
    assert_eq!(codes(&[]), ["X020"]);
}

#[test]
fn damaged_files_are_errors_or_sound_figures() {
    let count = std::env::var("KEITAI_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(3000);
    let mut random = fastrand::Rng::with_seed(14);
    let (mut sound, mut refused) = (0, 0);
    for number in 0..count {
        let mut bytes = SEEDS[number % SEEDS.len()].to_vec();
        for _ in 0..random.usize(1..4) {
            mutate(&mut bytes, &mut random);
        }
        let options = Options { patterns: random.bool(), dither: random.bool(), ..Options::default() };
        let result = read(&bytes, &mut |_| None, &options);
        match result.under(Policy::default()).document.flatten() {
            Some(import) => {
                import.figure.check().unwrap();
                import.tables.iter().for_each(|(_, table)| table.check().unwrap());
                sound += 1;
            }
            None => refused += 1,
        }
    }
    println!("{sound} sound, {refused} refused");
    assert!(sound > 0 && refused > 0);
}
