//! Levels of light that the vendor's viewer gives turned bones.

use keitai_formats::{
    Bone, BoneMatrix, ColourPolygon, Figure, Material, Normals, PackedNormal, Pattern, PolygonRun, Rgb,
};
use keitai_render::{
    AffineTrans, Compat, Effect, FigureDraw, FigureLayout, Framebuffer, Light, Model, Posture, Projection, Q12,
    Renderer, Vector3,
};
use keitai_tests::corpus;

/// Pixels along the side of a tile; every normal has a tile.
const TILE: usize = 4;
const COLUMNS: usize = 40;

/// A normal under a bone, and its levels at the ambient intensities 0, 2, 4 ... 128.
struct Row {
    axes: [i16; 9],
    normal: PackedNormal,
    levels: Vec<u32>,
}

impl Row {
    fn parse(line: &str) -> Self {
        let fields: Vec<&str> = line.split('\t').collect();
        let axes: Vec<i16> = fields[0].split(' ').map(|number| number.parse().unwrap()).collect();
        let [x, y] = [1, 2].map(|at| fields[at].parse().unwrap());
        Self {
            axes: axes.try_into().unwrap(),
            normal: PackedNormal::Direction { x, y, z_negative: fields[3] == "1" },
            levels: fields[4].chars().map(|digit| digit.to_digit(32).unwrap()).collect(),
        }
    }
}

#[test]
fn levels_of_turned_bones() {
    let Some(corpus) = corpus() else { return };
    let table = std::fs::read_to_string(corpus.join("vectors/light/levels.tsv")).unwrap();
    let rows: Vec<Row> = table.lines().skip(1).map(Row::parse).collect();
    let model = Model::new(&tiles(&rows)).unwrap();
    let mut different = 0;
    for at in 0..rows[0].levels.len() {
        let picture = draw(&model, rows.len(), 2 * at as i32);
        for (tile, row) in rows.iter().enumerate() {
            let (x, y) = (tile % COLUMNS * TILE + 1, tile / COLUMNS * TILE + 1);
            // White at a level has that level in the upper 5 bits of every channel.
            let level = (picture.pixels()[y * picture.width() as usize + x] & 255) >> 3;
            different += usize::from(level != row.levels[at]);
        }
    }
    assert_eq!((rows.len(), different), (1280, 0));
}

/// Returns a white triangle over the upper left half of a tile for every normal. The normal's bone owns the first
/// vertex alone, whose shade is used for the triangle; a bone that does not turn owns the others.
fn tiles(rows: &[Row]) -> Figure {
    let mut figure = Figure { version: 5, palette: vec![Rgb { r: 255, g: 255, b: 255 }], ..Figure::default() };
    let mut normals: Vec<PackedNormal> = rows.iter().map(|row| row.normal).collect();
    figure.vertices = vec![[0; 3]; rows.len()];
    for (tile, row) in rows.iter().enumerate() {
        let [x, y] = [tile % COLUMNS, tile / COLUMNS].map(|at| (at * TILE) as i16);
        let [a, b, c, d, e, f, g, h, i] = row.axes;
        let matrix = BoneMatrix([a, b, c, x, d, e, f, -y, g, h, i, 0]);
        figure.bones.push(Bone { vertex_count: 1, parent: None, matrix });
        let next = figure.vertices.len() as u16;
        figure.vertices.extend([[x + TILE as i16, -y, 0], [x, -y - TILE as i16, 0]]);
        normals.extend([row.normal; 2]);
        figure.polygons.colour_triangles.push(ColourPolygon {
            material: Material(Material::LIGHTING | Material::FLAT_SHADE | Material::DOUBLE_FACE),
            vertices: [tile as u16, next, next + 1],
            colour: 0,
        });
    }
    figure.bones.push(Bone { vertex_count: 2 * rows.len() as u16, ..Bone::default() });
    figure.normals = Normals::Packed(normals);
    let triangles = rows.len() as u16;
    figure.patterns = vec![Pattern { colour: PolygonRun { triangles, quads: 0 }, textures: Vec::new() }];
    figure
}

fn draw(model: &Model, tiles: usize, ambient: i32) -> Framebuffer {
    let size = [COLUMNS * TILE, tiles.div_ceil(COLUMNS) * TILE].map(|pixels| pixels as u32);
    let mut layout = FigureLayout::default();
    layout.set_projection(Projection::ParallelScale { x: Q12::ONE, y: Q12::ONE }).unwrap();
    layout.transform = AffineTrans::from_raw([4096, 0, 0, 0, 0, -4096, 0, 0, 0, 0, -4096, 0]);
    let light =
        Light { direction: Vector3::new(300, -700, 900), intensity: Q12::ONE, ambient: Q12::from_bits(ambient) };
    let effect = Effect { light: Some(light), ..Effect::default() };
    let mut renderer = Renderer::new(size[0], size[1], Compat::default());
    let mut picture = Framebuffer::new(size[0], size[1]);
    let posture = Posture::rest(model);
    renderer.draw_figure(&FigureDraw::new(model, &posture, &[], &layout, &effect), &mut picture);
    picture
}
