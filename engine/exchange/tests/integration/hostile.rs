//! Damaged glTF files: every one is an error or a sound figure, never a panic.
//!
//! `KEITAI_MUTATIONS` sets the number of files.

use keitai_exchange::gltf::read::{Options, read};

/// Two bones, a quad and a triangle, and an action of a few keys; objects without a skin, and an export without its extras.
const SEEDS: [&[u8]; 4] = [
    include_bytes!("../../../../tests/fuzz/seeds/gltf/square.glb"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/square.gltf"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/objects.gltf"),
    include_bytes!("../../../../tests/fuzz/seeds/gltf/names.gltf"),
];
/// Numbers that decide about sizes, offsets and indices.
const NUMBERS: [&str; 10] = ["0", "1", "-1", "2", "3", "255", "65536", "4294967295", "1e39", "18446744073709551615"];

/// Changes bytes, or one number of the JSON text.
fn mutate(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    if random.bool() {
        for _ in 0..random.usize(1..4) {
            let index = random.usize(..bytes.len());
            bytes[index] = random.u8(..);
        }
        return;
    }
    let starts: Vec<usize> =
        (1..bytes.len()).filter(|at| bytes[*at].is_ascii_digit() && b":[,".contains(&bytes[*at - 1])).collect();
    let Some(start) = random.choice(starts) else { return };
    let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit() || b".e".contains(byte)).count();
    let number = NUMBERS[random.usize(..NUMBERS.len())].bytes();
    bytes.splice(start..start + length, number);
    // The length of the JSON chunk and of the file stand in the header of a GLB file.
    if bytes.starts_with(b"glTF")
        && let Some(binary) = bytes.windows(4).position(|word| word == b"BIN\0")
    {
        let json = (binary - 4 - 20) as u32;
        bytes[12..16].copy_from_slice(&json.to_le_bytes());
        let length = bytes.len() as u32;
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
    }
}

#[test]
fn a_length_shorter_than_the_header_is_an_error() {
    for length in [0_u32, 11] {
        let mut bytes = SEEDS[0].to_vec();
        bytes[8..12].copy_from_slice(&length.to_le_bytes());
        let error = read(&bytes, &mut |_| None, &Options::default()).unwrap_err().to_string();
        assert!(error.contains(&format!("a length of {length} bytes")), "{error}");
    }
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
        let options = Options { merge_quads: random.bool(), ..Options::default() };
        match read(&bytes, &mut |_| None, &options) {
            Ok(report) => {
                report.document.made.figure.check().unwrap();
                report.document.tables.iter().for_each(|(_, table)| table.check().unwrap());
                sound += 1;
            }
            Err(_) => refused += 1,
        }
    }
    println!("{sound} sound, {refused} refused");
    assert!(sound > 0 && refused > 0);
}
