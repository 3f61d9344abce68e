//! Companion files of a figure, in folders made for one rule each, which `companions.txt` lists, and in the corpus.

use crate::content::{actions, check_cases, corpus, figure, path, picture};
use keitai_formats::Kind;
use keitai_render::Compat;
use keitai_runtime::assets::companions::{self, Companions};
use keitai_runtime::assets::{AssetError, AssetPath, Assets, Source};

fn find_in(source: Source, figure: &str) -> Result<Companions, AssetError> {
    companions::find(&mut Assets::new(source, Compat::default()), &path(figure))
}

fn names(companions: &Companions) -> (Vec<&str>, Vec<&str>) {
    let actions = companions.actions.iter().map(|actions| actions.path.name()).collect();
    (actions, companions.textures.iter().map(|texture| texture.path.name()).collect())
}

fn png(side: u16) -> Vec<u8> {
    let palette = vec![keitai_formats::Rgb::default(); 2];
    let texels = vec![0; usize::from(side).pow(2)];
    let texture = keitai_formats::Texture { width: side, height: side, palette, texels };
    keitai_exchange::picture::write_png(&texture).unwrap()
}

/// Returns a PNG with the mark of a picture that Keitai has drawn.
fn drawn(side: u16) -> Vec<u8> {
    let mut image = png(side);
    // Size, name, keyword and text, check sum.
    let mark = [&[0, 0, 0, 30][..], b"tEXtSoftware\0Keitai, drawn picture", &0x37CC_5176u32.to_be_bytes()].concat();
    image.splice(33..33, mark); // after the header
    image
}

/// Returns the file that a line describes.
fn file(line: &str) -> (&str, Vec<u8>) {
    let (name, content) = line.split_once(": ").unwrap();
    let (kind, rest) = content.split_once(' ').unwrap();
    let numbers: Vec<u16> = rest.split(' ').filter_map(|number| number.parse().ok()).collect();
    let bytes = match (kind, &numbers[..]) {
        ("figure", &[slots, bones]) => figure(slots, bones),
        ("actions", &[bones]) => actions(bones),
        ("bmp", &[side]) => picture(side),
        ("png", &[side]) => png(side),
        ("damaged", &[side]) => png(side)[..20].to_vec(),
        ("drawn", &[side]) => drawn(side),
        ("text", _) => rest.as_bytes().to_vec(),
        _ => panic!("{line}"),
    };
    (name, bytes)
}

#[test]
fn folders_have_the_companions_that_are_written_below_them() {
    check_cases(include_str!("companions.txt"), |files, _| {
        let files: Vec<_> = files.lines().map(file).collect();
        let companions = find_in(Source::memory(files.iter().cloned()), files[0].0).unwrap();
        let actions = companions.actions.iter().map(|actions| actions.path.to_string());
        let textures = companions.textures.iter().map(|texture| texture.path.to_string());
        let problems = companions.action_problems.iter().chain(&companions.texture_problems).map(ToString::to_string);
        let lines = actions.chain(textures).chain(problems).chain(companions.searched);
        lines.map(|line| format!("=> {line}")).collect()
    });
}

#[test]
fn companions_in_the_corpus() {
    let Some(corpus) = corpus() else { return };
    let source = Source::folder(&corpus.join("corpus")).unwrap();
    let find = |name: &str| find_in(source.clone(), name).unwrap();
    let robo = find("test_model_robo.mbac");
    assert_eq!(names(&robo), (vec!["action_01.mtra", "action_02.mtra"], vec!["tex_001.bmp"]));
    assert_eq!(names(&find("test_model_haikei.mbac")).1, ["tex_001.bmp"]);
    assert_eq!(names(&find("race_car.mbac")), (vec![], vec!["race_tex_car.bmp"]));
    assert_eq!(names(&find("mw_car.mbac")), (Vec::<&str>::new(), Vec::<&str>::new()));
}

#[test]
fn texts_are_companions_of_texts_and_binaries_of_binaries() {
    let Some(corpus) = corpus() else { return };
    let source = Source::folder(&corpus.join("vectors/converter/set_bones_mv3")).unwrap();
    let find = |name: &str| find_in(source.clone(), name).unwrap();
    let (binary, text) = (find("m.mbac"), find("m.bac"));
    assert_eq!(names(&binary).0, ["a.mtra", "rot.mtra"]);
    assert_eq!(names(&text).0, ["a.tra", "rot.tra"]);
    let parts = |companions: &Companions| {
        let figure = &companions.figure.document;
        (figure.vertices.clone(), figure.bones.clone(), figure.polygons.clone())
    };
    assert!(parts(&text) == parts(&binary));
    for (text, binary) in text.actions.iter().zip(&binary.actions) {
        assert_eq!(text.table.actions[0].last_frame, binary.table.actions[0].last_frame);
        assert_eq!(text.table.bone_count, binary.table.bone_count);
    }
}

#[test]
fn an_error_in_a_text_has_its_line() {
    let error = find_in(Source::memory([("a.bac", &b"BAC6 Text\n{\n"[..])]), "a.bac").unwrap_err();
    assert!(matches!(error, AssetError::Source { .. }), "{error}");
    assert!(error.to_string().starts_with("a.bac:1:1: error["), "{error}");
}

#[test]
fn candidates_are_files_of_the_whole_source_that_fit() {
    let files = [
        ("res/17", figure(1, 2)),
        ("res/18", actions(2)),
        ("res/19", actions(3)),
        ("res/img/20", picture(64)),
        ("res/img/3", picture(64)),
        ("res/img/21", picture(32)),
        ("sky.bmp", picture(128)),
        ("res/robo.mbac", figure(1, 2)),
        ("res/robo_run.mtra", actions(2)),
        ("about.txt", b"BMP".to_vec()),
    ];
    let mut assets = Assets::new(Source::memory(files), Compat::default());
    let all = assets.source().below(&AssetPath::root(), 9);
    assert_eq!(all.len(), 10);
    let mut of = |name: &str| {
        let figure = assets.figure(&path(name)).unwrap();
        [Kind::is_texture, Kind::is_actions].map(|kinds: fn(Kind) -> bool| {
            let list = companions::candidates(&mut assets, &figure, &all, kinds);
            list.into_iter().map(|file| format!("{} {}", file.path, file.about)).collect::<Vec<_>>().join(", ")
        })
    };
    let textures = "res/img/3 64x64, res/img/20 64x64, sky.bmp 128x128";
    assert_eq!(of("res/17"), [textures, "res/18 1 action, res/robo_run.mtra 1 action"]);
    assert_eq!(of("res/robo.mbac"), [textures, "res/robo_run.mtra 1 action, res/18 1 action"]);
}
