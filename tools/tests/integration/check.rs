//! `keitai check` from outside: files of all kinds, files that belong together, severities and JSON.

use crate::program::{Folder, asset, ends, json, keitai, refused, succeeds, text};
use keitai_formats::{
    Action, ActionTable, Bone, Figure, Pattern, Rgb, Texture, Track, Trailer, VectorKey, bmp, mbac, mtra,
};

/// Returns a figure of bones without vertices.
fn figure(bones: usize) -> Vec<u8> {
    let (patterns, bones) = (vec![Pattern::default()], vec![Bone::default(); bones]);
    mbac::write(&Figure { version: 5, patterns, bones, trailer: Some(Trailer::default()), ..Figure::default() })
        .unwrap()
}

/// One action of nine frames.
fn table(tracks: Vec<Track>) -> Vec<u8> {
    let bone_count = tracks.len() as u16;
    let actions = vec![Action { last_frame: 9, tracks, patterns: Vec::new() }];
    mtra::write(&ActionTable { version: 5, bone_count, actions, trailer: Some(Trailer::default()) }).unwrap()
}

/// Returns a track that turns from +Z to +X, with the second key at `frame`.
fn turn(frame: u16) -> Track {
    let key = |frame, value| VectorKey { frame, value };
    Track::Rotated { rotate: vec![key(0, [0, 0, 4096]), key(frame, [4096, 0, 0])] }
}

/// Runs a check and returns the exit code and the lines.
fn check(folder: &Folder, arguments: &[&str]) -> (i32, String) {
    let output = keitai(&folder, &[&["check"], arguments].concat());
    (output.status.code().unwrap(), text(&output.stdout))
}

#[test]
fn all_other_files_are_checked_when_some_cannot_be_read() {
    let folder = Folder::new("check-goes-on");
    folder.write("cut.mbac", b"MB\x05\0");
    std::fs::File::create(folder.0.join("huge.mbac")).unwrap().set_len(1 << 40).unwrap();
    folder.write("latin.ron", b"(entities: [\xff])");
    let (code, said) = check(&folder, &["."]);
    assert_eq!(code, 1, "{said}");
    for line in ["./cut.mbac: byte 4: error[K008]", "./huge.mbac: error[K010]", "./latin.ron: error[K010]"] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let (said, _) = ends(&folder, &["check", "none.mbac", "cut.mbac"], 3);
    assert!(said.contains("cut.mbac: byte 4: error[K008]"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_a_file_that_cannot_be_read() {
    let folder = Folder::new("check-links");
    folder.write("one.mbac", &figure(1));
    for (target, link) in
        [("none", "gone.mbac"), ("loop.mtra", "loop.mtra"), ("none", "notes"), ("/dev/null", "null.mbac")]
    {
        std::os::unix::fs::symlink(target, folder.0.join(link)).unwrap();
    }
    let (code, said) = check(&folder, &["."]);
    let told: Vec<&str> = said.lines().filter(|line| line.contains("K010")).map(|line| &line[..11]).collect();
    assert_eq!((code, told), (1, vec!["./gone.mbac", "./loop.mtra"]), "{said}");
    ends(&folder, &["convert", ".", "-o", "out/"], 3);
}

#[cfg(unix)]
#[test]
fn names_of_files_may_be_any_bytes_and_reach_no_terminal_as_such() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("check-names");
    for name in [&b"\xff\xfe.mbac"[..], b"\xff.ron", b"\x1b[31mred.mbac", "left\u{202e}right.mbac".as_bytes()] {
        std::fs::write(folder.0.join(std::ffi::OsStr::from_bytes(name)), b"MB\x05\0").unwrap();
    }
    folder.write("cut.mbac", b"MB\x05\0");
    let (code, said) = check(&folder, &["."]);
    assert_eq!((code, said.lines().count()), (1, 5), "{said}");
    assert!(said.contains("\\u{1b}[31mred.mbac") && said.contains("left\\u{202e}right.mbac"), "{said}");
    assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said}");
    let message = refused(&folder, &["info", "\u{1b}]0;title\u{7}"], 3, "title");
    assert!(!message.contains(['\u{1b}', '\u{7}']), "{message}");
}

#[test]
fn missing_files_are_told_from_texts_and_from_other_findings() {
    let folder = Folder::new("check-missing");
    folder.write("words.ron", "(entities: [(name: \"car.bac\", text: (text: \"SEE hop.png\"))])");
    let names = [
        ("prefabs", r#"(prefabs: {"car.bac": ()}, ready: ["car.bac"], entities: [(prefab: "car.bac")])"#),
        ("entities", r#"(entities: [(name: "a.bmp"), (parent: "a.bmp", camera: (rig: LookAt(target: "a.bmp")))])"#),
        ("comments", "(entities: [(text: (text: // for the texture: see below\n \"b.bmp\"))])"),
        (
            "shot",
            r#"(size: (8, 8), background: 0, textures: {"skin.png": Model("real.bmp")}, frame: [
            Image(texture: "skin.png", at: (0, 0), key: false),
        ])"#,
        ),
    ];
    folder.copy("robots/tin.bmp", "real.bmp");
    for (name, text) in names {
        folder.write(&format!("{name}.ron"), text);
        assert_eq!(check(&folder, &[&format!("{name}.ron")]), (0, String::new()));
    }
    assert_eq!(check(&folder, &["words.ron"]), (0, String::new()));
    folder.write("data.bmp", "BM no more");
    let sprite = |texture: &str| format!("(sprite: (texture: \"{texture}\", size: (8, 8))),\n");
    folder.write("scene.ron", &format!("(entities: [\n{}{}])", sprite("a.bmp"), sprite("data.bmp")));
    let (code, said) = check(&folder, &["scene.ron"]);
    assert!(code == 1 && said.contains("scene.ron: 2:20: error[K093]: a.bmp: no such file\n"), "{said}");
    assert!(
        said.contains("scene.ron: 3:20: error[K093]: data.bmp: BMP: header") && said.lines().count() == 2,
        "{said}"
    );
}

#[test]
fn a_ron_file_is_what_its_outermost_fields_make_it() {
    let folder = Folder::new("check-ron");
    folder.write("noise.ron", "hello (((");
    folder.write("prefabs.ron", "(prefabs: {\"a\": (events: [(action: 0, frame: 3, event: \"step\")])})");
    folder.write("replay.ron", "(version: 1, scene: \"a.ron\", states: \"frame: 1\")");
    folder.write("controls.ron", "(players: [(keys: {Up: [NoSuchKey]})])");
    folder.write("scene.ron", "(entities: [])");
    let (code, said) = check(&folder, &["."]);
    assert_eq!(code, 1);
    let codes = |name: &str| {
        let lines = said.lines().filter(|line| line.contains(name));
        lines.map(|line| line.split(['[', ']']).nth(1).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(codes("noise.ron"), ["K096"], "{said}");
    folder.write("comma.ron", "(\n    size: (64, 64)\n    entities: [],\n)");
    folder.write("marked.ron", "\u{feff}# a scene\n(entities: [])");
    folder.write("turn.ron", "(entities: [(turn: (0, 90, 0)), (turn: (0, 1024, 0))])");
    for (name, place, note) in [
        ("comma.ron", "comma.ron: 3:5: error[K096]: expected comma", ""),
        ("marked.ron", "marked.ron: 1:3: error[K096]", "a comment begins with //"),
        ("turn.ron", "turn.ron: 1:13: note[K102]: a turn of 90 is 8 degrees", "deg(90) is 90 degrees"),
    ] {
        let (_, said) = check(&folder, &[name]);
        assert!(said.contains(place) && said.contains(note), "{said}");
    }
    assert!(!said.contains("K095"), "nothing is a shot: {said}");
    assert_eq!((codes("replay.ron"), codes("controls.ron")), (vec!["K097"], vec!["K098"]), "{said}");
    assert_eq!(codes("scene.ron"), Vec::<&str>::new(), "{said}");

    refused(&folder, &["bench", "scene.ron"], 3, "expected a shot, found a scene");
}

#[test]
fn fields_and_names_that_a_scene_cannot_have_are_told_apart() {
    let folder = Folder::new("check-fields");
    for (scene, rule) in [
        ("(entities: [(lifetime: 0)])", "K092"),
        ("(entities: [(text: ())])", "K090"),
        ("(prefabs: {\"a\": (prefab: \"a\")}, entities: [(prefab: \"a\")])", "K091"),
    ] {
        folder.write("scene.ron", scene);
        let (code, said) = check(&folder, &["scene.ron"]);
        assert!(code == 1 && said.contains(&format!("error[{rule}]")), "{said}");
    }
}

#[test]
fn actions_are_held_against_the_figure_that_a_scene_gives_them() {
    let folder = Folder::new("check-pairs");
    folder.write("small.mbac", &figure(1));
    folder.write("large.mbac", &figure(2));
    folder.write("small.mtra", &table(vec![turn(9); 2]));
    let (code, said) = check(&folder, &["."]);
    assert!(code == 1 && said.contains("small.mtra: error[K080]"), "{said}");

    folder.write("scene.ron", "(entities: [(figure: \"large.mbac\", actions: [\"small.mtra\"])])");
    let (code, said) = check(&folder, &["."]);
    assert!(code == 0 && !said.contains("K080"), "{said}");

    folder.write("scene.ron", "(entities: [(figure: \"small.mbac\", actions: [\"small.mtra\"])])");
    let (code, said) = check(&folder, &["."]);
    assert!(code == 1 && said.contains("scene.ron: 1:46: error[K093]: small.mtra: made for 2 bones"), "{said}");

    let posture = "Posture(figure: \"f\", actions: \"a\", action: 0, start: 0, step: 0)";
    let shot = format!(
        "(size: (8, 8), background: 0, figures: {{\"f\": \"small.mbac\"}}, actions: {{\"a\": \"small.mtra\"}}, \
         frame: [{posture}])"
    );
    folder.write("scene.ron", &shot);
    let (code, said) = check(&folder, &["."]);
    assert!(code == 1 && said.contains(": 1:99: error[K095]: statement 1: actions for 2 bones"), "{said}");

    refused(&folder, &["view", "small.mbac", "small.mtra"], 3, "made for 2 bones, but small.mbac has 1");
}

#[test]
fn parts_of_a_scene_that_do_not_show_are_warnings() {
    let folder = Folder::new("check-unseen");
    let light = "light: (direction: (0, -1, 0))";
    folder.write("scene.ron", &format!("(entities: [({light}),\n({light}),\n(text: (text: \"\u{643a}\u{141}\"))])"));
    let expected = "scene.ron: 2:1: warning[K100]: only the first light of a scene has an effect\n\
                    scene.ron: 3:8: warning[K100]: the font has no \"\u{643a}\"\n";
    assert_eq!(check(&folder, &["scene.ron"]), (0, expected.to_owned()));

    let last =
        format!("(entities: [(lifetime: 9, {light}), ({light}), (text: (text: \"LAP {{}} OF {{all\u{e9}}}\"))])");
    folder.write("scene.ron", &last);
    assert_eq!(check(&folder, &["scene.ron"]), (0, String::new()), "the second light counts after the first one");
}

#[test]
fn near_planes_of_1_and_texels_outside_a_texture_are_warnings_and_strict_shots_fail() {
    let folder = Folder::new("check-phone-faults");
    let palette = vec![Rgb::default(); 256];
    folder.write("t.bmp", &bmp::write(&Texture { width: 64, height: 32, palette, texels: vec![1; 64 * 32] }).unwrap());
    let near = "a near plane of 1 leaves few sort keys: far polygons change places";
    let padding = "primitives read texel (0, 32) of a texture of 64 x 32: what is outside shows palette index 0";
    let shot = |near: i32, v: i32| {
        format!(
            "(size: (8, 8), background: 0, textures: {{\"t\": Model(\"t.bmp\")}}, frame: [\
             Projection(PerspectiveFov({near}, 4096, 682)), Primitives(texture: Some(\"t\"), at: (0, 0), command: 0x3003000,\
             count: 1, vertices: [0, 0, 90, 9, 0, 90, 0, 9, 90], normals: [], texcoords: [0, 0, 63, 0, 0, {v}], colors: [])])"
        )
    };
    folder.write("shot.ron", &shot(1, 32));
    let expected = format!("shot.ron: warning[K101]: {near}\nshot.ron: warning[K101]: {padding}\n");
    assert_eq!(check(&folder, &["shot.ron"]), (0, expected));
    let (_, said) = ends(&folder, &["shot", "shot.ron", "--strict", "-o", "out.png"], 1);
    assert!(said.contains(near) && said.contains(padding), "{said}");
    assert!(!folder.0.join("out.png").exists());

    folder.write("good.ron", &shot(2, 31));
    assert_eq!(check(&folder, &["good.ron"]), (0, String::new()));
    succeeds(&folder, &["shot", "good.ron", "--strict", "-o", "out.png"]);

    let scene = |near: i32| format!("(entities: [(camera: (projection: PerspectiveFov({near}, 4096, 682)))])");
    folder.write("scene.ron", &scene(1));
    assert_eq!(check(&folder, &["scene.ron"]), (0, format!("scene.ron: 1:13: warning[K101]: {near}\n")));
    folder.write("scene.ron", &scene(2));
    assert_eq!(check(&folder, &["scene.ron"]), (0, String::new()));
}

#[test]
fn a_shot_is_checked_within_the_root_given() {
    let folder = Folder::new("check-root");
    folder.write("shots/a.ron", "(size: (8, 8), background: 0, figures: {\"f\": \"../robo.mbac\"}, frame: [])");
    folder.write("robo.mbac", &figure(1));
    let (code, said) = check(&folder, &["shots/a.ron"]);
    assert!(code == 1 && said.contains("[K095]: \"../robo.mbac\" leads outside the asset root"), "{said}");
    assert_eq!(check(&folder, &["shots/a.ron", "--root", "."]), (0, String::new()));
}

#[test]
fn a_texture_that_the_renderer_refuses_is_an_error() {
    let folder = Folder::new("check-texture");
    let texture =
        |width: u16| Texture { width, height: 1, palette: vec![Rgb::default()], texels: vec![0; width.into()] };
    folder.write("wide.bmp", &bmp::write(&texture(512)).unwrap());
    folder.write("usual.bmp", &bmp::write(&texture(256)).unwrap());
    let (code, said) = check(&folder, &["."]);
    assert_eq!((code, said.as_str()), (1, "./wide.bmp: error[K087]: 512 x 1 texels; players accept 256 on a side\n"));
}

#[test]
fn findings_of_one_code_are_capped_and_counted() {
    let folder = Folder::new("check-cap");
    folder.write("many.mtra", &table(vec![turn(30); 300]));
    let (_, said) = check(&folder, &["many.mtra"]);
    assert_eq!(said.lines().count(), 20, "{said}");
    assert!(said.ends_with("(and 280 more of the same)\n"), "{said}");
}

#[test]
fn json_has_totals_files_and_findings_with_numbers() {
    let folder = Folder::new("check-json");
    folder.write("robo.mtra", &table(vec![Track::Identity, turn(30)]));
    folder.write("cut.mtra", b"MT\x05\0");
    folder.write("robo.bac", ";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure )");
    let object = json(&folder, &["check", "."], 1);
    assert_eq!(object, json(&folder, &["check", "."], 1), "the same every time");
    assert_eq!((&object["schema"], &object["tool"]["name"]), (&1.into(), &"keitai".into()));
    assert_eq!(object["totals"]["files"], 3);
    let file = object["files"].as_array().unwrap().iter().find(|file| file["path"] == "./cut.mtra").unwrap();
    assert_eq!((&file["bytes"], &file["errors"], &file["kind"]), (&4.into(), &1.into(), &"MTRA".into()));
    let finding = |code: &str| {
        let findings = object["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["code"] == code).unwrap_or_else(|| panic!("{code}: {object}")).clone()
    };
    let key = finding("K061");
    assert_eq!((&key["path"], &key["severity"]), (&"./robo.mtra".into(), &"warning".into()));
    assert_eq!((&key["action"], &key["bone"], &key["frame"]), (&0.into(), &1.into(), &30.into()));
    assert_eq!(finding("K001")["offset"], 4);
    assert_eq!((&finding("B002")["line"], &finding("B002")["column"]), (&3.into(), &1.into()));
}

#[test]
fn severities_change_and_findings_go_to_a_file() {
    let folder = Folder::new("check-options");
    folder.write("long.mtra", &table(vec![turn(30)]));
    assert_eq!(check(&folder, &["long.mtra"]).0, 0);
    let (code, said) = check(&folder, &["long.mtra", "--severity", "K061=error"]);
    assert!(code == 1 && said.contains("error[K061]"), "{said}");
    let object = json(&folder, &["check", "long.mtra", "--ignore", "k061"], 0);
    assert_eq!((&object["totals"]["ignored"], &object["findings"]), (&1.into(), &serde_json::json!([])));
    for (arguments, said) in [
        (&["long.mtra", "--ignore", "K0611"][..], "did you mean K011?"),
        (&["long.mtra", "--severity", "K061=loud"], "CODE=LEVEL"),
    ] {
        refused(&folder, &[&["check"], arguments].concat(), 2, said);
    }

    let (code, said) = check(&folder, &["long.mtra", "-o", "found.txt"]);
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(text(&folder.read("found.txt")).contains("warning[K061]"));
    refused(&folder, &["check", "long.mtra", "-o", "found.txt"], 2, "found.txt");
    assert_eq!(check(&folder, &["long.mtra", "-o", "found.txt", "--force"]).0, 0);
    // An input is never replaced.
    refused(&folder, &["check", "long.mtra", "-o", "long.mtra", "--force"], 2, "long.mtra");
}

#[test]
fn sounds_are_named_and_not_checked() {
    for (sound, kind) in [("music/title.mid", "MIDI"), ("sounds/clang-1.wav", "WAV")] {
        let (printed, said) = ends(&asset(""), &["check", sound], 0);
        assert_eq!(printed, "");
        assert!(said.contains(&format!("{sound}: a {kind} file; sounds are not checked\n")), "{said}");
    }
}

#[test]
fn a_named_file_that_cannot_be_read_is_told_once_with_the_totals() {
    let folder = Folder::new("check-once");
    folder.write("robo.mbac", &figure(1));
    let (printed, said) = ends(&folder, &["check", "robo.mbac", "none.mbac"], 3);
    assert_eq!((printed + &said).matches("none.mbac").count(), 1, "{said}");
    assert!(said.contains("2 files: 1 error, 0 warnings, "), "{said}");
}

#[test]
fn a_thousand_files_of_one_folder_are_checked_together() {
    let folder = Folder::new("check-many");
    let texture = Texture { width: 1, height: 1, palette: vec![Rgb::default()], texels: vec![0] };
    let texture = bmp::write(&texture).unwrap();
    for number in 0..250 {
        folder.write(&format!("f{number}.mbac"), &figure(1 + number % 5));
        folder.write(&format!("f{number}.mtra"), &table(vec![turn(9); 1 + number % 5]));
        folder.write(&format!("g{number}.bmp"), &texture);
        folder.write(&format!("h{number}.bmp"), &texture);
    }
    // Bones without vertices are notes.
    let errors = || {
        let (code, lines) = check(&folder, &["."]);
        (code, lines.lines().filter(|line| !line.contains("note[K043]")).collect::<Vec<_>>().join("\n"))
    };
    assert_eq!(errors(), (0, String::new()));
    // A table with another number of bones than the figure of its name, among figures that it fits.
    folder.write("f7.mtra", &table(vec![turn(9); 4]));
    let (code, lines) = errors();
    assert!(code == 1 && lines.contains("f7.mtra") && lines.lines().count() == 1, "{lines}");
}

#[test]
fn a_large_png_is_refused_by_its_header_and_gltf_is_read() {
    let folder = Folder::new("check-header");
    let texture = Texture { width: 300, height: 2, palette: vec![Rgb::default()], texels: vec![0; 600] };
    // Without its pixels: the header has 33 bytes.
    let png = keitai_exchange::picture::write_png(&texture).unwrap();
    folder.write("large.png", &png[..40]);
    let check = |file: &str| {
        let (printed, said) = ends(&folder, &["check", file], 1);
        printed + &said
    };
    let said = check("large.png");
    assert!(said.contains("K087") && said.contains("300 x 2"), "{said}");
    folder.write("model.glb", b"glTF\x02\0\0\0\x0C\0\0\0");
    for place in ["model.glb", "."] {
        let said = check(place);
        assert!(said.contains("model.glb: error[X020]"), "{said}");
    }
}

#[test]
fn the_mark_of_windows_editors_changes_no_text() {
    let folder = Folder::new("check-mark");
    folder.write("one.bac", "\u{feff};BAC\n( Head ( bacVersion 6.0 ) )\n( Figure ( Bones ) )");
    let (_, lines) = check(&folder, &["one.bac"]);
    assert!(lines.contains("one.bac: 3:1: error[B003]") && !lines.contains("T0"), "{lines}");
    folder.write("like.ron", "\u{feff}(uv_wrap: Mask)");
    folder.write("one.ron", "\u{feff}(size: (8, 8), background: 0, frame: [])");
    succeeds(&folder, &["shot", "one.ron", "--compat", "like.ron", "--digest"]);
    folder.write("wide.bac", b"\xFF\xFE;\0B\0A\0C\0");
    refused(&folder, &["info", "wide.bac"], 3, "wide.bac: error[T028]: the text is in UTF-16");
    let converted = text(&keitai(&folder, &["convert", "wide.bac"]).stderr);
    assert!(converted.starts_with("wide.bac: error[T028]: the text is in UTF-16"), "{converted}");
}
