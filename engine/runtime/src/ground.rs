//! Directions, vectors and distances on the ground, in integers.
//!
//! Angles have 4096 per turn: 0 is +z, 1024 is +x, as in [`Transform::facing`](crate::world::Transform::facing). Vectors
//! are `[x, z]` in any unit. Sums and differences saturate; divisions round towards zero.
//!
//! ```
//! use keitai_runtime::ground::*;
//! assert_eq!((vector(2048, 100), angle([7, 7])), ([0, -100], 512));
//! assert_eq!((turn(4000, 100), turn_towards(4090, 100, 20)), (196, 14));
//! assert_eq!((length([3, -4]), with_length([30, 40], 5)), (5, [3, 4]));
//! assert_eq!((difference([10, 20], [15, 10]), sum([10, 20], [5, -10])), ([5, -10], [15, 10]));
//! assert_eq!((percent([200, -50], 150), component([10, 7], [0, -2])), ([300, -75], -7));
//! ```

use keitai_render::Angle;

/// A point or a vector on the ground, `[x, z]`.
pub type GroundVector = [i32; 2];

/// Returns the vector of length 4096 in a direction.
fn direction(angle: i32) -> GroundVector {
    [Angle(angle).sin().to_bits(), Angle(angle).cos().to_bits()]
}

/// Returns the vector with this direction and length.
pub fn vector(angle: i32, length: i32) -> GroundVector {
    scaled(direction(angle), length, 4096)
}

/// Returns the direction of a vector, 0..=4095 and rounded down; 0 for a vector of length 0.
pub fn angle(vector: GroundVector) -> i32 {
    if vector == [0, 0] {
        return 0;
    }
    let is_below = |angle: i32| {
        let [x, z] = direction(angle);
        i64::from(vector[0]) * i64::from(z) - i64::from(vector[1]) * i64::from(x) < 0
    };
    // Binary search in the half turn of the vector.
    let start = if vector[0] > 0 || (vector[0] == 0 && vector[1] > 0) { 0 } else { 2048 };
    let (mut low, mut high) = (start, start + 2047);
    while low < high {
        let middle = (low + high + 1) / 2;
        if is_below(middle) { high = middle - 1 } else { low = middle }
    }
    low
}

/// Returns the shorter turn from one direction to another, -2048..=2047; positive is counter-clockwise from above.
pub fn turn(from: i32, to: i32) -> i32 {
    (to.wrapping_sub(from).wrapping_add(2048) & 4095) - 2048
}

/// Returns a direction turned towards another by at most `limit`.
pub fn turn_towards(from: i32, to: i32, limit: i32) -> i32 {
    let limit = limit.saturating_abs();
    from.wrapping_add(turn(from, to).clamp(-limit, limit)) & 4095
}

/// Returns the length of a vector, rounded down.
pub fn length(vector: GroundVector) -> i32 {
    let square = |c: i32| u64::from(c.unsigned_abs()) * u64::from(c.unsigned_abs());
    i32::try_from((square(vector[0]) + square(vector[1])).isqrt()).unwrap_or(i32::MAX)
}

/// Returns the vector of the same direction with another length. A vector of length 0 stays as it is.
pub fn with_length(vector: GroundVector, goal: i32) -> GroundVector {
    match length(vector) {
        0 => [0, 0],
        current => scaled(vector, goal, current),
    }
}

/// Returns the vector from one point to another.
pub fn difference(from: GroundVector, to: GroundVector) -> GroundVector {
    [to[0].saturating_sub(from[0]), to[1].saturating_sub(from[1])]
}

/// Returns the sum of two vectors.
pub fn sum(a: GroundVector, b: GroundVector) -> GroundVector {
    [a[0].saturating_add(b[0]), a[1].saturating_add(b[1])]
}

/// Returns a percentage of a vector.
pub fn percent(vector: GroundVector, percentage: i32) -> GroundVector {
    scaled(vector, percentage, 100)
}

/// Returns the length of a vector's component along another vector, negative when it points the other way.
pub fn component(vector: GroundVector, along: GroundVector) -> i32 {
    match i128::from(length(along)) {
        0 => 0,
        length => {
            let product = |axis: usize| i128::from(vector[axis]) * i128::from(along[axis]);
            saturated((product(0) + product(1)) / length)
        }
    }
}

/// Returns the vector times `by`, divided by `of`.
fn scaled([x, z]: GroundVector, by: i32, of: i32) -> GroundVector {
    let scaled = |c: i32| saturated(i128::from(c) * i128::from(by) / i128::from(of));
    [scaled(x), scaled(z)]
}

pub(crate) fn saturated(number: i128) -> i32 {
    i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_angle_of_every_direction_is_exact_to_one_unit() {
        assert_eq!([0, 1024, 2048, 3072].map(direction), [[0, 4096], [4096, 0], [0, -4096], [-4096, 0]]);
        for exact in 0..4096 {
            let result = angle(vector(exact, 1 << 20));
            assert!(turn(exact, result).abs() <= 1, "{exact} gives {result}");
        }
        assert_eq!(angle([0, 0]), 0);
    }

    #[test]
    fn turns_are_the_shorter_ones_and_the_ends_of_the_range_saturate() {
        assert_eq!((turn(100, 4000), turn(0, 2048), turn_towards(50, 60, 20)), (-196, -2048, 60));
        assert_eq!((length([3 << 20, -4 << 20]), with_length([0, 0], 5)), (5 << 20, [0, 0]));
        let far = [i32::MIN, i32::MAX];
        assert_eq!(length([i32::MIN; 2]), i32::MAX);
        assert_eq!((sum(far, far), difference(far, [0, 0])), (far, [i32::MAX, -i32::MAX]));
        assert_eq!(percent([i32::MAX, i32::MIN], 300), [i32::MAX, i32::MIN]);
        assert_eq!(component([i32::MIN; 2], [i32::MAX; 2]), i32::MIN);
        assert!((0..4096).contains(&turn_towards(i32::MAX, i32::MIN, i32::MIN)));
    }
}
