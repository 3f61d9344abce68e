//! Bone animations of J3D. Everything is big endian.

use keitai_formats::{BoneAnimation, Curve, CurveKey, Error, LoopMode, Section, bck};

/// One joint: scale X has two keys of mode 0, rotation Y two of mode 1, translation Z is constant.
struct File {
    loop_mode: u8,
    shift: u8,
    duration: i16,
    /// Number of keys, first element and mode of the nine tracks.
    tracks: [[u16; 3]; 9],
    scales: Vec<f32>,
    rotations: Vec<i16>,
    translations: Vec<f32>,
}

impl File {
    fn new() -> Self {
        let mut tracks = [[0; 3]; 9];
        tracks[0] = [2, 1, 0]; // scale X
        tracks[4] = [2, 0, 1]; // rotation Y
        tracks[8] = [1, 1, 7]; // translation Z; the mode of a constant is of no interest
        Self {
            loop_mode: 2,
            shift: 3,
            duration: 30,
            tracks,
            scales: vec![
                99.0, // unused
                0.0, 1.0, 0.5, // time, value, slope
                10.0, 2.0, 0.25,
            ],
            rotations: vec![
                0, 100, 1, 2, // time, value, slope before and after
                8, -100, 3, 4,
            ],
            translations: vec![0.0, -7.5],
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let joints = 0x40;
        let scales = joints + 54;
        let rotations = scales + 4 * self.scales.len() as u32;
        let translations = rotations + 2 * self.rotations.len() as u32;
        let size = translations + 4 * self.translations.len() as u32;
        let mut out = b"J3D1bck1".to_vec();
        out.extend((0x20 + size).to_be_bytes());
        out.extend(1u32.to_be_bytes()); // blocks
        out.extend([0xFF; 16]);
        out.extend(b"ANK1");
        out.extend(size.to_be_bytes());
        out.extend([self.loop_mode, self.shift]);
        out.extend(self.duration.to_be_bytes());
        let lengths = [1, self.scales.len(), self.rotations.len(), self.translations.len()];
        lengths.into_iter().for_each(|length| out.extend((length as u16).to_be_bytes()));
        [joints, scales, rotations, translations].into_iter().for_each(|offset| out.extend(offset.to_be_bytes()));
        out.resize(0x20 + joints as usize, 0);
        self.tracks.as_flattened().iter().for_each(|word| out.extend(word.to_be_bytes()));
        self.scales.iter().for_each(|value| out.extend(value.to_be_bytes()));
        self.rotations.iter().for_each(|value| out.extend(value.to_be_bytes()));
        self.translations.iter().for_each(|value| out.extend(value.to_be_bytes()));
        out
    }

    fn animation(&self) -> BoneAnimation {
        let loaded = bck::read(&self.bytes()).unwrap();
        assert_eq!(loaded.diagnostics, []);
        loaded.document
    }
}

fn key<T>(time: T, value: T, tangent_in: T, tangent_out: T) -> CurveKey<T> {
    CurveKey { time, value, tangent_in, tangent_out }
}

#[test]
fn tracks_point_into_pools() {
    let animation = File::new().animation();
    assert_eq!((animation.loop_mode, animation.rotation_shift, animation.duration), (LoopMode::Loop, 3, 30));
    let [joint] = &animation.joints[..] else { panic!() };
    assert_eq!(joint.scale[0], Curve::Keys(vec![key(0.0, 1.0, 0.5, 0.5), key(10.0, 2.0, 0.25, 0.25)]));
    assert_eq!(joint.rotation[1], Curve::Keys(vec![key(0, 100, 1, 2), key(8, -100, 3, 4)]));
    assert_eq!(joint.translation[2], Curve::Constant(-7.5));
    assert_eq!(
        (&joint.scale[1], &joint.rotation[0], &joint.translation[0]),
        (&Curve::Absent, &Curve::Absent, &Curve::Absent)
    );
}

#[test]
fn sampled_by_hand() {
    let animation = File::new().animation();
    let pose = animation.sample(0, 5.0).unwrap();
    // t = 1/2: (1 + 2) / 2 + 10 * (0.5 - 0.25) / 8 = 1.8125.
    assert_eq!(pose.scale, [1.8125, 1.0, 1.0]);
    // t = 5/8: h00 = 81/256, h01 = 175/256, h10 = 45/512, h11 = -75/512;
    // 100 * 81/256 + 8 * 2 * 45/512 - 100 * 175/256 - 8 * 3 * 75/512 = -38.8; -38 << 3 = -304.
    assert_eq!(pose.rotation, [0, -304, 0]);
    assert_eq!(pose.translation, [0.0, 0.0, -7.5]);
    let ends = [-5.0, 100.0].map(|frame| animation.sample(0, frame).unwrap());
    assert_eq!(
        ends.map(|pose| (pose.scale[0], pose.rotation[1])),
        [(1.0, 800), (2.0, -800)],
        "before and after the keys"
    );
    assert_eq!(animation.sample(1, 0.0), None);
    // 0x6000 << 3 = 0x30000, of which 16 bits are kept; 0x3000 << 3 = 0x18000 wraps to -0x8000.
    let wrapped = |raw| {
        let mut file = File::new();
        file.rotations[1] = raw;
        file.animation().sample(0, 0.0).unwrap().rotation[1]
    };
    assert_eq!([wrapped(0x6000), wrapped(0x3000)], [0, -0x8000]);
}

#[test]
fn illegal_values() {
    type Change = fn(&mut File);
    let cases: [(Change, &str); 7] = [
        (|file| file.tracks[0][1] = 2, "joint table at byte 96: scale: expected an index below 7, found 7"),
        (|file| file.loop_mode = 5, "header at byte 40: loop mode: expected 0..=4, found 5"),
        (|file| file.shift = 16, "header at byte 41: rotation shift: expected 0..=15, found 16"),
        (|file| file.duration = -1, "header at byte 42: duration: expected 0..=32767, found -1"),
        (|file| file.tracks[4][2] = 2, "joint table at byte 120: tangent mode: expected 0 or 1, found 2"),
        (|file| file.rotations[4] = 0, "key pool at byte 186: key frame: expected one after the key before, found 0"),
        (
            |file| file.translations[1] = f32::INFINITY,
            "key pool at byte 198: f32: expected a finite number, found 2139095040",
        ),
    ];
    for (change, message) in cases {
        let mut file = File::new();
        change(&mut file);
        assert_eq!(bck::read(&file.bytes()).unwrap_err().to_string(), message);
    }
}

#[test]
fn other_blocks_and_other_files() {
    let mut bytes = File::new().bytes();
    bytes[0x20] = b'X';
    let error = bck::read(&bytes).unwrap_err();
    assert_eq!(error, Error::Magic { offset: 0x20, expected: "ANK1", found: b"XNK1".to_vec() });
    let mut bytes = File::new().bytes();
    bytes[0x34..0x38].fill(0xFF);
    let error = bck::read(&bytes).unwrap_err();
    assert!(matches!(error, Error::Truncated { section: Section::JointTable, available: 0, .. }), "{error}");
    let error = bck::read(b"J3D1btk1").unwrap_err();
    assert_eq!(error, Error::Magic { offset: 0, expected: "J3D1bck1", found: b"J3D1btk1".to_vec() });
}

#[test]
fn a_file_may_be_longer_than_its_block() {
    let mut bytes = File::new().bytes();
    let size = bytes.len() as u32;
    bytes.extend([0; 5]);
    let loaded = bck::read(&bytes).unwrap();
    assert_eq!(loaded.document, File::new().animation());
    let expected = format!("byte 8: warning[K018]: header: the file has {} bytes, its header says {size}", size + 5);
    assert_eq!(loaded.diagnostics[0].to_string(), expected);
}

#[test]
fn many_joints_that_share_all_keys_are_refused() {
    // 600 joints, each of whose nine tracks has the same 200 keys: more keys than a file can hold unshared.
    let mut out = b"J3D1bck1".to_vec();
    out.resize(0x20, 0xFF);
    let joints = 600u16;
    out.extend(b"ANK1\0\0\0\0\0\0\0\x01");
    [joints, 600, 600, 600].iter().for_each(|count| out.extend(count.to_be_bytes()));
    let pool = 0x40 + u32::from(joints) * 54;
    [0x40, pool, pool + 2400, pool].iter().for_each(|offset| out.extend(offset.to_be_bytes()));
    out.resize(0x60, 0);
    (0..joints * 9).for_each(|_| out.extend([0, 200, 0, 0, 0, 0]));
    (0..200).for_each(|time| [time as f32, 0.0, 0.0].iter().for_each(|value| out.extend(value.to_be_bytes())));
    (0..200i16).for_each(|time| [time, 0, 0].iter().for_each(|value| out.extend(value.to_be_bytes())));
    let error = bck::read(&out).unwrap_err();
    assert!(matches!(error, Error::Limit { field: "keys", limit: 0x10_0000, .. }), "{error}");
}
