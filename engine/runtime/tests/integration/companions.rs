//! Companion files of a figure, in folders made for one rule each and in the corpus.

use crate::content::{actions, corpus, figure, path, picture};
use keitai_formats::Kind;
use keitai_render::Compat;
use keitai_runtime::assets::companions::{self, Companions};
use keitai_runtime::assets::{AssetError, AssetPath, Assets, Source};

fn find_in(source: Source, figure: &str) -> Result<Companions, AssetError> {
    companions::find(&mut Assets::new(source, Compat::default()), &path(figure))
}

fn find(figure: &str, files: &[(&str, Vec<u8>)]) -> Companions {
    find_in(Source::memory(files.iter().cloned()), figure).unwrap()
}

fn names(found: &Companions) -> (Vec<&str>, Vec<&str>) {
    let actions = found.actions.iter().map(|actions| actions.path.name()).collect();
    (actions, found.textures.iter().map(|texture| texture.path.name()).collect())
}

#[test]
fn files_with_the_figure_s_name_come_first_then_tables_with_as_many_bones() {
    let found = find(
        "a/robo.mbac",
        &[
            ("a/robo.mbac", figure(2, 2)),
            ("a/robo.mtra", actions(2)),
            ("a/robo_run.mtra", actions(2)),
            ("a/bow.MTRA", actions(2)),
            ("a/other.mtra", actions(3)),
            ("b/robo_far.mtra", actions(2)),
            ("a/broken.mtra", b"MT".to_vec()),
            ("a/robo_b.bmp", picture(64)),
            ("a/robo_a.bmp", picture(64)),
            ("a/robo_c.bmp", picture(64)),
        ],
    );
    assert_eq!(names(&found), (vec!["robo.mtra", "robo_run.mtra", "bow.MTRA"], vec!["robo_a.bmp", "robo_b.bmp"]));
    assert!(found.action_problems.is_empty(), "{:?}", found.action_problems);
    assert!(found.texture_problems.is_empty(), "{:?}", found.texture_problems);
}

#[test]
fn files_with_the_figure_s_name_that_cannot_be_used_are_reported() {
    let found = find(
        "robo.mbac",
        &[
            ("robo.mbac", figure(1, 2)),
            ("robo.mtra", actions(3)),
            ("robo.bmp", b"BM is not all".to_vec()),
            ("tex.bmp", picture(64)),
        ],
    );
    assert_eq!(names(&found), (vec![], vec!["tex.bmp"]));
    let lines = |problems: &[AssetError]| problems.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(lines(&found.action_problems), ["robo.mtra: made for 3 bones, but robo.mbac has 2"]);
    let textures = lines(&found.texture_problems);
    assert!(textures[0].starts_with("robo.bmp: BMP: header at byte"), "{textures:?}");
    let damaged = b"\x89PNG\r\n\x1A\nno more".to_vec();
    let found = find("robo.mbac", &[("robo.mbac", figure(1, 2)), ("robo_2.png", damaged)]);
    assert!(found.action_problems.is_empty());
    let textures = lines(&found.texture_problems);
    assert!(matches!(&textures[..], [only] if only.starts_with("robo_2.png: ")), "{textures:?}");
}

#[test]
fn other_textures_are_used_when_they_are_the_only_ones_that_fit() {
    let base = [("robo.mbac", figure(1, 1)), ("small.bmp", picture(32)), ("skin.bmp", picture(64))];
    assert_eq!(names(&find("robo.mbac", &base)).1, ["skin.bmp"]);

    let mut more = base.to_vec();
    more.push(("sky.bmp", picture(128)));
    assert_eq!(names(&find("robo.mbac", &more)).1, [""; 0]);
    assert_eq!(names(&find("robo.mbac", &[("robo.mbac", figure(0, 1)), ("robo.bmp", picture(64))])).1, [""; 0]);
}

#[test]
fn companions_in_the_corpus() {
    let Some(corpus) = corpus() else { return };
    let source = Source::folder(&corpus.join("corpus")).unwrap();
    let found = |name: &str| find_in(source.clone(), name).unwrap();
    let robo = found("test_model_robo.mbac");
    assert_eq!(names(&robo), (vec!["action_01.mtra", "action_02.mtra"], vec!["tex_001.bmp"]));
    assert_eq!(names(&found("test_model_haikei.mbac")).1, ["tex_001.bmp"]);
    assert_eq!(names(&found("race_car.mbac")), (vec![], vec!["race_tex_car.bmp"]));
    assert_eq!(names(&found("mw_car.mbac")), (Vec::<&str>::new(), Vec::<&str>::new()));
}

#[test]
fn texts_are_companions_of_texts_and_binaries_of_binaries() {
    let Some(corpus) = corpus() else { return };
    let source = Source::folder(&corpus.join("vectors/converter/set_bones_mv3")).unwrap();
    let found = |name: &str| find_in(source.clone(), name).unwrap();
    let (binary, text) = (found("m.mbac"), found("m.bac"));
    assert_eq!(names(&binary).0, ["a.mtra", "rot.mtra"]);
    assert_eq!(names(&text).0, ["a.tra", "rot.tra"]);
    let parts = |found: &Companions| {
        let figure = &found.figure.document;
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
fn the_beginning_of_the_name_and_the_folders_of_textures_count() {
    let base = [("e00_1.mbac", figure(1, 1)), ("e00.bmp", picture(64)), ("e01.bmp", picture(64))];
    assert_eq!(names(&find("e00_1.mbac", &base)).1, ["e00.bmp"]);
    let files = [("a/robo.mbac", figure(1, 1)), ("a/tex/robo.bmp", picture(64)), ("a/sky.bmp", picture(64))];
    let found = find("a/robo.mbac", &files);
    assert_eq!(found.textures[0].path.as_str(), "a/tex/robo.bmp");
    let found = find("a/robo.mbac", &[files[0].clone(), ("a/textures/atlas.bmp", picture(64))]);
    assert_eq!(found.textures[0].path.as_str(), "a/textures/atlas.bmp");
}

#[test]
fn contents_count_beside_a_figure_whose_name_tells_nothing() {
    let files = [
        ("17", figure(1, 2)),
        ("18", actions(2)),
        ("19", actions(3)),
        ("20", picture(64)),
        ("21", b"a text about something".to_vec()),
    ];
    assert_eq!(names(&find("17", &files)), (vec!["18"], vec!["20"]));
    // Beside a figure whose name shows its kind, names decide.
    let named = [("17.mbac", figure(1, 2)), ("18", actions(2)), ("20", picture(64))];
    assert_eq!(names(&find("17.mbac", &named)), (vec![], vec![]));
}

fn png(side: u16) -> Vec<u8> {
    let palette = vec![keitai_formats::Rgb::default(); 2];
    let texels = vec![0; usize::from(side).pow(2)];
    let texture = keitai_formats::Texture { width: side, height: side, palette, texels };
    keitai_exchange::picture::write_png(&texture).unwrap()
}

#[test]
fn a_png_is_used_where_there_is_no_bmp() {
    let two_slots = figure(2, 1);
    let both = [("robo.mbac", two_slots.clone()), ("robo.bmp", picture(64)), ("robo.png", png(64))];
    assert_eq!(names(&find("robo.mbac", &both)).1, ["robo.bmp"]);
    assert_eq!(names(&find("robo.mbac", &[both[0].clone(), both[2].clone()])).1, ["robo.png"]);
    let others = [("robo.mbac", figure(1, 1)), ("skin.bmp", picture(64)), ("preview.png", png(64))];
    assert_eq!(names(&find("robo.mbac", &others)).1, ["skin.bmp"]);
    assert_eq!(names(&find("robo.mbac", &[others[0].clone(), others[2].clone()])).1, ["preview.png"]);
}

#[test]
fn a_picture_of_a_figure_beside_it_is_no_texture() {
    // Texels of the figure go up to 64.
    let (robo, skin) = (("robo.mbac", figure(1, 1)), ("tex_001.bmp", picture(64)));
    let found = find("robo.mbac", &[robo, skin.clone(), ("robo.png", png(200))]);
    assert_eq!((names(&found).1, &found.searched), (vec!["tex_001.bmp"], &vec![]));

    let two_slots = ("robo.mbac", figure(2, 1));
    for (side, note) in [
        (257, "width: expected at most 256, found 257; it is not used as a texture"),
        (32, "robo.png is 32x32, texels go up to (64, 64); it is not used as a texture"),
    ] {
        let found = find("robo.mbac", &[two_slots.clone(), skin.clone(), ("robo.png", png(side))]);
        assert_eq!(names(&found).1, ["tex_001.bmp"]);
        assert!(
            found.searched.iter().any(|line| line.starts_with("robo.png") && line.ends_with(note)),
            "{:?}",
            found.searched
        );
        assert!(found.texture_problems.is_empty(), "{:?}", found.texture_problems);
    }
}

#[test]
fn a_picture_that_keitai_has_drawn_is_no_texture() {
    let mut drawn = png(128);
    // Size, name, keyword and text, check sum.
    let mark = [&[0, 0, 0, 30][..], b"tEXtSoftware\0Keitai, drawn picture", &0x37CC_5176u32.to_be_bytes()].concat();
    drawn.splice(33..33, mark); // after the header
    let robo = ("robo.mbac", figure(1, 1));
    let found = find("robo.mbac", &[robo.clone(), ("robo.png", drawn.clone())]);
    assert_eq!((names(&found).1, found.searched.len()), (vec![], 1), "{:?}", found.searched);
    assert_eq!(names(&find("robo.mbac", &[robo, ("view.png", drawn)])).1, [""; 0]);
}

#[test]
fn tables_named_after_another_figure_are_not_taken() {
    let figures = ["ship", "ship_b", "coin"].map(|name| (format!("{name}.mbac"), figure(0, 1)));
    let tables =
        ["coin", "coin_spin", "ship_b-fly", "ship_go", "walk"].map(|name| (format!("{name}.mtra"), actions(1)));
    let files: Vec<(&str, Vec<u8>)> =
        figures.iter().chain(&tables).map(|(name, bytes)| (name.as_str(), bytes.clone())).collect();
    assert_eq!(names(&find("ship.mbac", &files)).0, ["ship_go.mtra", "walk.mtra"]);
    assert_eq!(names(&find("ship_b.mbac", &files)).0, ["ship_b-fly.mtra", "walk.mtra"]);
    assert_eq!(names(&find("coin.mbac", &files)).0, ["coin.mtra", "coin_spin.mtra", "walk.mtra"]);
    let alone = find("ship.mbac", &[files[0].clone(), files[2].clone(), files[3].clone()]);
    assert_eq!(alone.searched, ["no action table was found: coin.mtra is named after another figure"]);
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
        [Kind::is_texture, Kind::is_actions].map(|wanted: fn(Kind) -> bool| {
            let list = companions::candidates(&mut assets, &figure, &all, wanted);
            list.into_iter().map(|found| format!("{} {}", found.path, found.about)).collect::<Vec<_>>().join(", ")
        })
    };
    let textures = "res/img/3 64x64, res/img/20 64x64, sky.bmp 128x128";
    assert_eq!(of("res/17"), [textures, "res/18 1 action, res/robo_run.mtra 1 action"]);
    assert_eq!(of("res/robo.mbac"), [textures, "res/robo_run.mtra 1 action, res/18 1 action"]);
}

#[test]
fn files_that_were_looked_at_are_named_when_nothing_was_found() {
    let files = [
        ("robo.mbac", figure(1, 2)),
        ("walk.mtra", actions(3)),
        ("sky.bmp", picture(64)),
        ("skin.bmp", picture(64)),
        ("dot.bmp", picture(2)),
        ("run.bmp", actions(3)),
    ];
    let found = find("robo.mbac", &files);
    assert_eq!(found.searched[0], "no action table was found: walk.mtra: made for 3 bones, but robo.mbac has 2");
    let expected = "no texture was found: dot.bmp is 2x2, texels go up to (64, 64); run.bmp: expected a picture (BMP, PNG), \
                    found MTRA; skin.bmp could be one of several; sky.bmp could be one of several";
    assert_eq!(found.searched[1], expected);
}
