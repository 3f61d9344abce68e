//! Bone animations of J3D. Everything is big endian.

use keitai_formats::{BoneAnimation, Error, Section, bck};

use super::files::bytes;

fn animation(title: &str) -> BoneAnimation {
    bck::read(&bytes("animations", title)).unwrap().document
}

#[test]
fn sampled_by_hand() {
    let animation = animation("one joint");
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
    let wrapped = ["0x6000", "0x3000"].map(|raw| self::animation(&format!("the first rotation is {raw}")));
    assert_eq!(wrapped.map(|animation| animation.sample(0, 0.0).unwrap().rotation[1]), [0, -0x8000]);
}

#[test]
fn joints_beyond_the_file() {
    let mut bytes = bytes("animations", "one joint");
    bytes[0x34..0x38].fill(0xFF);
    let error = bck::read(&bytes).unwrap_err();
    assert!(matches!(error, Error::Truncated { section: Section::JointTable, available: 0, .. }), "{error}");
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
