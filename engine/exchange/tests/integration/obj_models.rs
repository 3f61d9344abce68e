//! OBJ models of other programs. Every file is made by hand.

use image::ImageFormat::Tga;
use keitai_exchange::import::Options;
use keitai_exchange::obj;
use keitai_formats::{Blend, Content, Material, Rgb};

use crate::made::{codes, picture, told};

const RED: Rgb = Rgb { r: 255, g: 0, b: 0 };

/// Reads a model whose MTL file is the same under all names, and returns the messages about it.
fn read(text: &str, library: &str) -> (Option<Content>, String) {
    let report = obj::read(text.as_bytes(), &mut |_| Some(library.as_bytes().to_vec()), &Options::default());
    let told = told(&report).concat();
    (report.document, told)
}

/// Returns twice the sum of the areas of all polygons, which lie in the plane of X and Y.
fn area(import: &Content) -> i64 {
    let figure = &import.figure;
    let triangles = figure.polygons.colour_triangles.iter().map(|face| face.vertices.to_vec());
    // The corners of a quad are in strip order.
    let quads = figure.polygons.colour_quads.iter().map(|face| [0, 1, 3, 2].map(|at| face.vertices[at]).to_vec());
    let area = |corners: Vec<u16>| {
        let places = corners.iter().map(|vertex| figure.vertices[usize::from(*vertex)].map(i64::from));
        let next = places.clone().cycle().skip(1);
        places.zip(next).map(|([ax, ay, _], [bx, by, _])| ax * by - ay * bx).sum::<i64>().abs()
    };
    triangles.chain(quads).map(area).sum()
}

#[test]
fn a_concave_face_keeps_its_shape() {
    // The head of an arrow, and a bay with a corner in the middle of a side.
    let arrow = "v 0 0 0\nv 4 -3 0\nv 1 0 0\nv 4 3 0\nf 2 3 4 1\n";
    let bay = "v 0 0 0\nv 2 0 0\nv 6 0 0\nv 6 5 0\nv 4 5 0\nv 4 1 0\nv 1 1 0\nv 1 5 0\nv 0 5 0\n";
    assert_eq!(area(&read(arrow, "").0.unwrap()), 2 * 3 * 10_000);
    for first in 1..=9 {
        let corners: Vec<String> = (first..first + 9).map(|corner| ((corner - 1) % 9 + 1).to_string()).collect();
        let import = read(&format!("{bay}f {}\n", corners.join(" ")), "").0.unwrap();
        assert_eq!(area(&import), 2 * 18 * 10_000, "{first}");
    }
}

#[test]
fn normals_and_places_that_are_no_numbers_are_zero() {
    let triangle = |normal: &str, place: &str, last: &str| {
        let lists = format!("v 0 0 0\nv 1 0 0\nv 0 1 {last}\nvt 0 0\nvt {place} 0\nvn 0 1 0\nvn {normal}\n");
        read(&format!("{lists}f 1/1/1 2/2/1 3/1/2\n"), "")
    };
    let (whole, told) = triangle("0 0 0", "0", "0");
    assert_eq!(told, "");
    for normal in ["nan nan nan", "-nan(ind) 0 0", "0 1.#QNAN 0", "0 0 -inf"] {
        let (import, told) = triangle(normal, "NaN", "0");
        assert_eq!(told, "warning[X059]: 2 vertex attributes without a number, taken as 0", "{normal}");
        assert_eq!(import.map(|import| import.figure), whole.as_ref().map(|import| import.figure.clone()));
    }
    let (import, told) = triangle("0 0 x", "0", "0");
    assert!(import.is_none() && told.contains("line 7: `x` is not a number"), "{told}");
    let (import, told) = triangle("0 0 0", "0", "nan");
    assert!(import.is_none() && told.contains("line 3: `nan` is not a number"), "{told}");
}

#[test]
fn a_concave_face_that_takes_too_long_is_told() {
    // Many turns around a triangle, and a corner on the other side.
    let face = "1 2 3 ".repeat(6000);
    let (_, told) = read(&format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0.5 0\nf {face} 4\n"), "");
    assert!(told.contains("warning[X028]: 1 concave face divided as if convex"), "{told}");
}

#[test]
fn a_group_with_more_triangles_than_one_accessor_holds_is_read() {
    // Both halves of a square, again and again.
    let squares = |count: usize| format!("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n{}", "f 1 2 3\nf 1 3 4\n".repeat(count));
    let (import, told) = read(&squares(350_000), "");
    assert!(import.is_none() && told.contains("more than 65535 polygons"), "{told}");
    assert!(told.contains("--triangles 65535 simplifies it"), "{told}");
    // Triangles that all meet at four places: compared with each other, they take more than a minute.
    let options = Options { triangles: Some(1), ..Options::default() };
    let report = obj::read(squares(20_000).as_bytes(), &mut |_| None, &options);
    assert!(self::told(&report).concat().contains("X042"), "{:?}", self::told(&report));
    let (_, told) = read(&format!("v 0 0 0\nf {}", "1 ".repeat(700_000)), "");
    assert!(told.contains("line 2: a face of 700000 corners; at most 699050 are read"), "{told}");
}

#[test]
fn a_statement_goes_on_after_a_backslash() {
    let text = "# C:\\models\\\nv 0 0 0\nv 1 0 \\\n 0\nv 1 1 0 # the last\nf 1 2 \\\r\n3\n";
    let (import, told) = read(text, "");
    assert_eq!((area(&import.unwrap()), told.as_str()), (10_000, ""));
}

#[test]
fn lines_may_end_with_cr_alone() {
    let text = "# an old Macintosh\rmtllib a.mtl\rv 0 0 0\rv 1 0 0\rv 1 1 0\rusemtl red\rf 1 2 3\r";
    let (import, told) = read(text, "newmtl red\rKd 1 0 0\r");
    let import = import.expect(&told);
    assert_eq!((area(&import), &*import.figure.palette, told.as_str()), (10_000, &[RED][..], ""));
    assert!(read("v 0 0 0\rf 1 2 3\r", "").1.contains("line 2: "), "lines are counted");
}

#[test]
fn a_text_in_utf_16_is_told() {
    let wide: Vec<u8> = "\u{FEFF}v 0 0 0\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(codes(&obj::read(&wide, &mut |_| None, &Options::default())), ["T028"]);
}

#[test]
fn faces_without_coordinates_cost_the_others_none() {
    let text = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0.5 0.5\nvn 0 0 1\nusemtl red\n\
        f 1/1/1 2/1/1 3/1/1\nf 2 3 4\nf 1//1 2//1 4//1\nf 1/1 3/1 4\n";
    let (import, told) = read(text, "newmtl red\nKd 1 0 0\n");
    let import = import.unwrap();
    assert_eq!((import.figure.palette.as_slice(), told.as_str()), (&[RED][..], ""));
    assert_eq!(area(&import), 4 * 10_000);
}

#[test]
fn an_empty_name_is_no_material() {
    let text = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl red\nf 1 2 3\nusemtl\nf 1 3 2\n";
    let (import, _) = read(text, "newmtl red\nKd 1 0 0\n");
    assert_eq!(import.unwrap().figure.palette, [RED, Rgb { r: 255, g: 255, b: 255 }]);
    let (import, told) = read(text, "newmtl red\nKd 1 0 0\nnewmtl\nKd 0 0 1\n");
    let blue = Rgb { r: 0, g: 0, b: 255 };
    assert_eq!((import.unwrap().figure.palette, told), (vec![RED, blue], String::new()));
    let (_, told) = read(text, "newmtl red\nmap_Kd an image.png\n");
    assert!(told.contains("an image.png") && !told.contains('%'), "{told}");
}

#[test]
fn a_statement_names_several_libraries_or_one_with_spaces() {
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl red\nf 1 2 3\n";
    for (names, file) in [("a.mtl b.mtl", "b.mtl"), ("a b.mtl", "a b.mtl")] {
        let mut beside = |name: &str| (name == file).then(|| b"newmtl red\nKd 1 0 0\n".to_vec());
        let report = obj::read(format!("\u{feff}mtllib {names}\n{text}").as_bytes(), &mut beside, &Options::default());
        assert_eq!(report.document.unwrap().figure.palette, [RED]);
    }
}

#[test]
fn colours_of_vertices_are_levels_of_srgb() {
    let text = "v 0 0 0 0.5 0.5 0.5\nv 1 0 0 0.5 0.5 0.5\nv 1 1 0 0.5 0.5 0.5\nv 0 1 0 2\nf 1 2 3\nf 4 3 2\n";
    let palette = read(text, "").0.unwrap().figure.palette;
    assert_eq!(palette.first(), Some(&Rgb { r: 128, g: 128, b: 128 }));
}

#[test]
fn a_number_that_cannot_be_read_is_named_with_its_line() {
    let told = |line: &str| read(&format!("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n{line}\n"), "").1;
    assert!(told("v 1 x 2").contains("line 5: `x` is not a number"), "{}", told("v 1 x 2"));
    assert!(told("v nan 0 0").contains("line 5: `nan` is not a number"), "{}", told("v nan 0 0"));
    assert!(told("v 1 2").contains("line 5: a position has three numbers"), "{}", told("v 1 2"));
    assert!(told("f 1 2/a 3").contains("line 5: `2/a` is not a corner"), "{}", told("f 1 2/a 3"));
    assert!(told("l 1 2 3").contains("1 line with points or edges left out"), "{}", told("l 1 2 3"));
}

#[test]
fn an_obj_model_comes_in_with_its_materials() {
    let text = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
        o plain\nusemtl red\nf 1 2 3\no sheet\nusemtl paper\nf 1/1 2/2 3/3 4/4\n";
    let library = "newmtl red\nKd 1 0 0\nnewmtl paper\nmap_Kd -s 1 1 1 C:\\textures\\p.tga\n";
    let tga = picture(Tga, [16, 16], |x, y| [x as u8 / 2 * 32, y as u8 / 2 * 32, 0, 255]);
    let mut beside = |name: &str| match name {
        "a.mtl" => Some(library.as_bytes().to_vec()),
        "p.tga" => Some(tga.clone()),
        _ => None,
    };
    let report = obj::read(text.as_bytes(), &mut beside, &Options::default());
    assert_eq!(codes(&report), Vec::<&str>::new());
    let import = report.document.unwrap();
    assert_eq!(import.figure.palette.first(), Some(&RED));
    let quad = &import.figure.polygons.textured_quads[0];
    let corners: std::collections::BTreeSet<_> = (quad.vertices.iter().zip(quad.texels))
        .map(|(vertex, texel)| (import.figure.vertices[usize::from(*vertex)], texel))
        .collect();
    // The first row of a picture is at the top.
    let expected = [([0, 0, 0], [0, 16]), ([0, 100, 0], [0, 0]), ([100, 0, 0], [16, 16]), ([100, 100, 0], [16, 0])];
    assert_eq!(corners.into_iter().collect::<Vec<_>>(), expected);
    let lost = obj::read(text.as_bytes(), &mut |_| None, &Options::default());
    assert!(lost.document.is_some() && codes(&lost).contains(&"X057"));
}

#[test]
fn a_material_below_an_alpha_of_one_blends_with_or_without_a_picture_of_its_alpha() {
    let text = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl m\nf 1/1 2/2 3/3\n";
    let tga = picture(Tga, [2, 1], |x, _| [9, 9, 9, if x == 0 { 255 } else { 0 }]);
    let look = |lines: &str| {
        let mut beside = |name: &str| match name {
            "a.mtl" => Some(format!("newmtl m\nmap_Kd p.tga\n{lines}").into_bytes()),
            _ => Some(tga.clone()),
        };
        let import = obj::read(text.as_bytes(), &mut beside, &Options::default()).document.unwrap();
        let bits = import.figure.polygons.textured_triangles[0].material.0 & !Material::LIGHTING;
        (bits, import.textures[0].as_ref().unwrap().1.texels.contains(&0))
    };
    let (half, key) = (Blend::Half.bits(), Material::COLOUR_KEY);
    assert_eq!(look(""), (0, false));
    assert_eq!(look("map_d p.tga\n"), (key, true));
    assert_eq!(look("d 0.5\n"), (half, false));
    assert_eq!(look("d 0.5\nmap_d p.tga\n"), (half | key, true));
}

#[test]
fn the_name_of_a_picture_begins_after_the_options() {
    let text = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nusemtl skin\nf 1/1 2/1 3/1\n";
    for (line, name) in [
        ("-s 1 1 1 my skin.png", "my skin.png"),
        ("-o 0.5 -clamp on -mm 0 1 2 skins.png", "2 skins.png"),
        ("-s 1 1 1 2 skins.png", "2 skins.png"),
        ("-bm 0.5 skin.png", "skin.png"),
        ("-skin.png", "-skin.png"),
    ] {
        let mut asked = Vec::new();
        let mut beside = |name: &str| {
            asked.push(name.to_owned());
            (name == "a.mtl").then(|| format!("newmtl skin\nmap_Kd {line}\n").into_bytes())
        };
        obj::read(text.as_bytes(), &mut beside, &Options::default());
        assert_eq!(asked.last().unwrap(), name, "{line}");
    }
}

#[test]
fn a_picture_is_beside_its_mtl_file_or_beside_the_model() {
    let text = "mtllib mats/a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nusemtl skin\nf 1/1 2/1 3/1\n";
    let asked = |there: &str| {
        let mut asked = Vec::new();
        let mut beside = |name: &str| {
            asked.push(name.to_owned());
            (name == "mats/a.mtl").then(|| b"newmtl skin\nmap_Kd 100%.png".to_vec()).or((name == there).then(Vec::new))
        };
        obj::read(text.as_bytes(), &mut beside, &Options::default());
        asked
    };
    assert_eq!(asked("mats/100%.png"), ["mats/a.mtl", "mats/100%.png"]);
    assert_eq!(asked("100%.png"), ["mats/a.mtl", "mats/100%.png", "100%.png"]);
}

#[test]
fn corners_of_an_obj_model_that_do_not_exist_are_errors() {
    let import = |face: &str| read(&format!("v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 0 1\nf {face}\n"), "").1;
    assert_eq!(import("-3//-1 -2//1 -1//1"), "");
    for (face, index) in [
        ("1 2 -4", "-4"),
        ("1 2 4", "4"),
        ("0 1 2", "0"),
        ("1//-2 2 3", "-2"),
        ("1//9223372036854775807 2 3", "9223372036854775807"),
    ] {
        assert!(import(face).contains(&format!("line 5: the file has no corner {index}")), "{}", import(face));
    }
}

#[test]
fn a_line_of_a_material_library_that_cannot_be_read_costs_no_other() {
    let text = b"mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nusemtl r\xe9d\nf 1 2 3\n";
    let import = |library: &[u8]| {
        let report = obj::read(text, &mut |_| Some(library.to_vec()), &Options::default());
        let found = told(&report).concat();
        (report.document.unwrap().figure.palette[0], found)
    };
    assert_eq!(import(b"newmtl r\xe9d\nKd 1 0 0\nmap_Kd\nKe 1\nillum two\n"), (RED, String::new()));
    let (colour, found) = import(b"newmtl r\xe9d\nKd 1 0 0\nKd 10 0\nd \nKd a b c\n");
    assert_eq!(colour, RED);
    assert!(found.contains("3 lines of a.mtl left out, the first is line 3: Kd 10 0 cannot be read"), "{found}");
    let (colour, found) = import(b"newmtl r\xe9d\nKd 1 0 0\nd nan\n");
    assert_eq!(colour, RED);
    assert!(found.contains("1 line of a.mtl left out, the first is line 3: d nan cannot be read"), "{found}");
}

#[test]
fn groups_are_limited_and_only_materials_in_use_are_kept() {
    let corners = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\n";
    let groups = |name: fn(usize) -> usize| -> String {
        let group = |number| format!("g {}\nusemtl {}\nf 1 2 3\n", name(number), number % 2);
        corners.to_owned() + &(0..=1 << 14).map(group).collect::<String>()
    };
    let (import, told) = read(&groups(|number| number), "");
    assert!(import.is_none() && told.contains("more than 16384 groups"), "{told}");
    // Groups that the file comes back to count once.
    assert_eq!(area(&read(&groups(|number| number % 3), "").0.unwrap()), ((1 << 14) + 1) * 10_000);
    let library =
        "newmtl red\nKd 0 0 1\n".to_owned() + &"newmtl a\nmap_Kd a.png\n".repeat(100) + "newmtl red\nKd 1 0 0\n";
    let (import, told) = read(&format!("{corners}usemtl red\nf 1 2 3\n"), &library);
    assert_eq!((import.unwrap().figure.palette, told.as_str()), (vec![RED], ""));
}
