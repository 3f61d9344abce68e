//! Directions and distances on the ground, in integers.
//!
//! A way is `[x, z]`. Angles have 4096 to a turn; angle 0 is +z, 1024 is +x, as the engine's `Transform::facing` has it.

use keitai_render::{AffineTrans, Angle};

/// A place or a way on the ground: x and z, 1/4096 of a model unit.
pub type Way = [i32; 2];

/// The way of length 4096 in a direction.
pub fn way(angle: i32) -> Way {
    let turn = AffineTrans::rotation_y(Angle(angle & 4095)).linear;
    [turn[0][2].to_bits(), turn[2][2].to_bits()]
}

/// A way of this length in a direction, rounded towards zero.
pub fn stretch(angle: i32, length: i32) -> Way {
    way(angle).map(|c| (i64::from(c) * i64::from(length) / 4096) as i32)
}

/// The direction of a way, to the nearest below; 0 for no way.
pub fn angle(of: Way) -> i32 {
    if of == [0, 0] {
        return 0;
    }
    // The half turn that it is in, then the last angle that it is not on the lesser side of.
    let lesser = |angle: i32| {
        let [x, z] = way(angle);
        i64::from(of[0]) * i64::from(z) - i64::from(of[1]) * i64::from(x) < 0
    };
    let start = if of[0] > 0 || (of[0] == 0 && of[1] > 0) { 0 } else { 2048 };
    let (mut low, mut high) = (start, start + 2047);
    while low < high {
        let middle = (low + high + 1) / 2;
        if lesser(middle) { high = middle - 1 } else { low = middle }
    }
    low
}

/// The turn from one direction to another the short way round, -2048..=2047; positive is counter-clockwise from above.
pub fn turn(from: i32, to: i32) -> i32 {
    ((to - from + 2048) & 4095) - 2048
}

/// A direction turned towards another by at most `by`.
pub fn turned(from: i32, to: i32, by: i32) -> i32 {
    (from + turn(from, to).clamp(-by, by)) & 4095
}

/// The length of a way, rounded down.
pub fn length(way: Way) -> i32 {
    let [x, z] = way.map(i64::from);
    (x * x + z * z).isqrt() as i32
}

/// The way of the same direction and another length. No way has no direction.
pub fn of_length(way: Way, wanted: i32) -> Way {
    match i64::from(length(way)) {
        0 => [0, 0],
        own => way.map(|c| (i64::from(c) * i64::from(wanted) / own) as i32),
    }
}

/// From one place to another.
pub fn between(from: Way, to: Way) -> Way {
    [to[0] - from[0], to[1] - from[1]]
}

/// Two ways one after the other.
pub fn added(a: Way, b: Way) -> Way {
    [a[0] + b[0], a[1] + b[1]]
}

/// A share of a way, per cent.
pub fn percent(way: Way, share: i32) -> Way {
    way.map(|c| (i64::from(c) * i64::from(share) / 100) as i32)
}

/// How much of a way goes in the direction of another.
pub fn along(way: Way, direction: Way) -> i32 {
    match i64::from(length(direction)) {
        0 => 0,
        own => {
            let [x, z] = [0, 1].map(|axis| i64::from(way[axis]) * i64::from(direction[axis]));
            ((x + z) / own) as i32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_direction_is_found_again() {
        assert_eq!([way(0), way(1024), way(2048), way(3072)], [[0, 4096], [4096, 0], [0, -4096], [-4096, 0]]);
        for exact in 0..4096 {
            let found = angle(stretch(exact, 1 << 20));
            assert!(turn(exact, found).abs() <= 1, "{exact} is taken for {found}");
        }
        assert_eq!(angle([0, 0]), 0);
    }

    #[test]
    fn turns_take_the_short_way() {
        assert_eq!((turn(4000, 100), turn(100, 4000), turn(0, 2048)), (196, -196, -2048));
        assert_eq!(turned(4090, 100, 20), 14);
        assert_eq!(turned(50, 60, 20), 60);
    }

    #[test]
    fn lengths_and_shares() {
        assert_eq!(length([3 << 20, -4 << 20]), 5 << 20);
        assert_eq!(of_length([30, 40], 5), [3, 4]);
        assert_eq!(of_length([0, 0], 5), [0, 0]);
        assert_eq!(along([10, 7], [0, -2]), -7);
        assert_eq!(percent([200, -50], 150), [300, -75]);
    }
}
