//! Writes a closed track as the text of a figure: `cargo run -p keitai-guide --example track_text target/track.bac`.

use std::f64::consts::TAU;

/// Pieces of the track, even, so that its two colours alternate all the way round.
pub const PIECES: usize = 64;
/// Half of the track's width, model units.
const HALF: f64 = 110.0;

/// Returns the point at a part of the way round and at a distance to the right of the middle, model units.
pub fn point(part: f64, right: f64) -> String {
    let angle = TAU * part;
    // Counter-clockwise seen from above: x to the right, z towards the viewer. The track has three bends and two hills.
    let radius = 800.0 + 150.0 * (3.0 * angle).sin() + right;
    let height = 60.0 - 60.0 * (2.0 * angle).cos();
    format!("      ( pnt {:.0} {height:.0} {:.0} )\n", radius * angle.cos(), -radius * angle.sin())
}

/// Returns the text.
pub fn track() -> String {
    let (mut points, mut normals, mut indices, mut faces) =
        (String::new(), String::new(), String::new(), String::new());
    for piece in 0..PIECES {
        // Point 2n is at the left edge, 2n + 1 at the right one.
        let part = piece as f64 / PIECES as f64;
        points += &(point(part, -HALF) + &point(part, HALF));
        // The hills are flat enough to be lit as if they were level.
        normals += "      ( vct 0 1 0 ) ( vct 0 1 0 )\n";
        let (left, right) = (2 * piece, 2 * piece + 1);
        indices += &format!(" {left} {right}");
        // The last piece ends at the first two points.
        let (next_left, next_right) = ((left + 2) % (2 * PIECES), (right + 2) % (2 * PIECES));
        // Clockwise from above: along the left edge, across, and back along the right edge.
        faces +=
            &format!("    ( face {} ( i4 {left} {next_left} {next_right} {right} ) ( i4 -1 -1 -1 -1 ) )\n", piece % 2);
    }
    let material = |colour: usize| {
        format!(
            "    ( material ( blendMode normal ) ( doubleFace false ) ( transparent false ) ( lighting true ) \
             ( textureIndex -1 ) ( colorIndex {colour} ) ( specular 0 ) )\n"
        )
    };
    format!(
        ";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure\n  ( name \"track\" )\n  ( Colors ( f3 0.4 0.4 0.45 ) ( f3 0.5 0.5 0.55 ) )\n  \
         ( Materials\n{}{}  )\n  ( Vertices\n    ( coords\n{points}    )\n    ( normals\n{normals}    )\n  )\n  ( Bones\n    ( bone\n      \
         ( name \"track\" ) ( hasChild false ) ( hasBrother false )\n      ( translate 0 0 0 ) ( rotate 0 0 1 ) ( handle 0 1 0 )\n      \
         ( vertexIndices{indices} )\n    )\n  )\n  ( Polygons\n{faces}  )\n)\n",
        material(0),
        material(1),
    )
}

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "track.bac".to_owned());
    std::fs::write(path, track())
}
