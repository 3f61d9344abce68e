//! `convert`, `check`, `compare` and `explain` as a user meets them: files, exit codes, what is said and what is not.

use std::path::Path;

use crate::program::{Folder, ends, json, refused, remarks, succeeds, text};

/// A square of two bones: the second moves the two upper corners.
const FIGURE: &str = r#";BAC
( Head ( bacVersion 6.0 ) )
( Figure
  ( Colors ( f3 1 0 0 ) )
  ( Materials ( material ( blendMode normal ) ( doubleFace true ) ( transparent false ) ( lighting false )
    ( textureIndex -1 ) ( colorIndex 0 ) ( specular 0 ) ) )
  ( Vertices ( coords ( pnt 0 0 0 ) ( pnt 100 0 0 ) ( pnt 100 100 0 ) ( pnt 0 100 0 ) ) )
  ( Bones
    ( bone ( name "foot" ) ( hasChild true ) ( hasBrother false )
      ( translate 0 0 0 ) ( rotate 0 0 1 ) ( handle 0 1 0 ) ( vertexIndices 0 1 ) )
    ( bone ( name "head" ) ( hasChild false ) ( hasBrother false )
      ( translate 0 50 0 ) ( rotate 0 50 1 ) ( handle 0 51 0 ) ( vertexIndices 2 3 ) ) )
  ( Polygons ( face 0 ( i4 0 1 2 3 ) ( i4 -1 -1 -1 -1 ) ) ) )
"#;

/// The head moves to `x` in ten frames.
fn action(x: i32) -> String {
    let still = |channels: &[(&str, i32)]| -> String {
        channels.iter().map(|(name, value)| format!("( {name} ( kf 0 {value} ) ) ")).collect()
    };
    let rest = still(&[
        ("translate.y", 0),
        ("translate.z", 0),
        ("scale.x", 100),
        ("scale.y", 100),
        ("scale.z", 100),
        ("rotate.x", 0),
        ("rotate.y", 0),
        ("rotate.z", 1),
        ("roll", 0),
    ]);
    format!(
        ";TRA\n( Head ( traVersion 4.0 ) )\n( Figure ( totalFrame 11 )\n\
         ( bone ( name \"foot\" ) ( translate.x ( kf 0 0 ) ) {rest} )\n\
         ( bone ( name \"head\" ) ( translate.x ( kf 0 0 )\n( kf 10 {x} ) ) {rest} ) )\n"
    )
}

/// A folder with `in.bac`, `in.tra` and `in2.tra`.
fn sources(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("in.bac", FIGURE);
    folder.write("in.tra", &action(40));
    folder.write("in2.tra", &action(-40));
    folder
}

/// Everything below a folder, with `/` between names, in alphabetical order.
pub(crate) fn below(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                walk(&entry.path(), &format!("{name}/"), found);
            } else {
                found.push(name);
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, "", &mut found);
    found.sort();
    found
}

#[test]
fn several_inputs_go_into_a_folder() {
    let folder = sources("several");
    let said = succeeds(&folder, &["convert", "in.bac", "in.tra", "in2.tra", "-o", "out/"]);
    assert_eq!(below(&folder.0.join("out")), ["in.mbac", "in.mtra", "in2.mtra"]);
    assert_eq!(
        said.lines().map(|line| line.split(" (").next().unwrap()).collect::<Vec<_>>(),
        ["in.bac -> out/in.mbac", "in.tra -> out/in.mtra", "in2.tra -> out/in2.mtra"]
    );
    let figure = json(&folder, &["info", "out/in.mbac"], 0);
    assert_eq!((figure["vertices"].as_u64(), figure["bones"][1]["parent"].as_u64()), (Some(4), Some(0)));
    // The head hangs 50 units above the foot, and its track has two keys for x.
    assert_eq!(figure["bones"][1]["matrix"][7], 50);
    let table = json(&folder, &["info", "out/in2.mtra"], 0);
    assert_eq!(
        (table["actions"][0]["last_frame"].as_u64(), table["actions"][0]["tracks"][6].as_u64()),
        (Some(10), Some(1))
    );
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = sources("force");
    folder.write("in.mbac", "precious");
    refused(&folder, &["convert", "in.bac", "in.tra"], 2, "in.mbac: already exists\nhint: --force");
    assert_eq!((folder.read("in.mbac"), folder.0.join("in.mtra").exists()), (b"precious".to_vec(), false));
    succeeds(&folder, &["convert", "in.bac", "in.tra", "--force"]);
    assert!(folder.read("in.mbac").starts_with(b"MB") && folder.read("in.mtra").starts_with(b"MT"));
}

#[test]
fn an_error_in_one_input_leaves_everything_as_it_was() {
    let folder = sources("whole");
    folder.write("in.mbac", "precious");
    folder.write("in2.tra", &action(40).replace("kf 10", "kf -3"));
    let before = below(&folder.0);
    let (printed, said) = ends(&folder, &["convert", "in.bac", "in.tra", "in2.tra", "--force"], 3);
    assert_eq!(printed, "");
    assert!(said.contains("error[D006]") && said.contains("in2.tra:6:1") && said.contains("( kf -3 40 )"), "{said}");
    assert!(said.ends_with("nothing was written\nhint: `keitai explain CODE` explains a finding\n"), "{said}");
    assert_eq!((below(&folder.0), folder.read("in.mbac")), (before, b"precious".to_vec()));

    // A place that cannot be written to is found before anything is in its place.
    folder.write("blocked", "a file where a folder is needed");
    let (printed, said) = ends(&folder, &["convert", "in.bac", "in.tra", "-o", "blocked/out/"], 3);
    assert_eq!(printed, "");
    for place in ["blocked/out/in.mbac: cannot write", "blocked/out/in.mtra: cannot write"] {
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn all_errors_are_reported_with_their_lines() {
    let folder = sources("all");
    folder.write("bad.bac", &FIGURE.replace("( pnt 100 0 0 )", "( pnt 1OO 0 0 )").replace("i4 0 1 2 3", "i4 0 1 2 9"));
    let (_, said) = ends(&folder, &["convert", "bad.bac", "-o", "out.mbac"], 3);
    for part in ["bad.bac:7:", "`1OO`", "bad.bac:13:", "vertex 9 does not exist; there are 4", "( pnt 1OO 0 0 )"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!folder.0.join("out.mbac").exists());
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = sources("dry");
    let before = below(&folder.0);
    let said = succeeds(&folder, &["convert", "in.bac", "in.tra", "-o", "out/", "--dry-run"]);
    assert!(said.contains("in.bac -> out/in.mbac") && said.contains("would be written"), "{said}");
    assert_eq!(below(&folder.0), before);

    folder.write("out/in.mbac", "mine");
    let said = succeeds(&folder, &["convert", "in.bac", "in.tra", "-o", "out/", "--dry-run"]);
    assert!(said.contains("out/in.mbac (") && said.contains("would not be written: the file exists"), "{said}");
    let said = succeeds(&folder, &["convert", "in.bac", "in.tra", "-o", "out/", "--dry-run", "--force"]);
    assert!(!said.contains("would not be written"), "{said}");
    assert_eq!(folder.read("out/in.mbac"), b"mine");
}

#[test]
fn folders_keep_their_shape() {
    let folder = sources("folders");
    folder.write("models/a/in.bac", FIGURE);
    folder.write("models/a/walk.tra", &action(7));
    folder.write("models/b.bac", FIGURE);
    folder.write("models/notes.txt", "not ours");
    succeeds(&folder, &["convert", "models", "-o", "out"]);
    assert_eq!(below(&folder.0.join("out")), ["a/in.mbac", "a/walk.mtra", "b.mbac"]);
    // A folder of binary files goes back to text, and forth again to the same bytes.
    succeeds(&folder, &["convert", "out", "-o", "text"]);
    assert_eq!(below(&folder.0.join("text")), ["a/in.bac", "a/walk.tra", "b.bac"]);
    succeeds(&folder, &["convert", "text", "-o", "again"]);
    for file in below(&folder.0.join("out")) {
        assert_eq!(folder.read(&format!("out/{file}")), folder.read(&format!("again/{file}")), "{file}");
    }
}

#[test]
fn the_way_back_takes_the_size_of_a_texture_beside_the_figure() {
    let folder = sources("sizes");
    folder.copy("robots/tin.mbac", "tin.mbac");
    folder.copy("robots/tin.bmp", "tin.bmp");
    let size = |file: &str| {
        let text = String::from_utf8(folder.read(file)).unwrap();
        text.lines().find_map(|line| line.trim().strip_prefix("( i2 ").map(str::to_owned)).unwrap()
    };
    succeeds(&folder, &["convert", "tin.mbac", "-o", "tin.bac"]);
    succeeds(&folder, &["convert", "tin.bac", "-o", "again.mbac"]);
    assert_eq!(folder.read("tin.mbac"), folder.read("again.mbac"));
    let texture = json(&folder, &["info", "tin.bmp"], 0);
    assert!(
        size("tin.bac").starts_with(&format!("{} {} )", texture["width"], texture["height"])),
        "{}",
        size("tin.bac")
    );
    // Without the picture 256 is assumed, which gives the same file.
    std::fs::remove_file(folder.0.join("tin.bmp")).unwrap();
    succeeds(&folder, &["convert", "tin.mbac", "-o", "alone.bac"]);
    succeeds(&folder, &["convert", "alone.bac", "-o", "again.mbac", "--force"]);
    assert!(size("alone.bac").starts_with("256 256 )"));
    assert_eq!(folder.read("tin.mbac"), folder.read("again.mbac"));
}

#[test]
fn actions_are_combined_in_the_order_asked_for() {
    let folder = sources("combine");
    folder.write("b.tra", &action(1).replace("totalFrame 11", "totalFrame 21"));
    for (how, file, lasts) in [("--combine", "in", [10, 20]), ("--combine=name", "b", [20, 10])] {
        succeeds(&folder, &["convert", "in.bac", "in.tra", "b.tra", "-o", "out/", "--force", how]);
        let table = json(&folder, &["info", &format!("out/{file}.mtra")], 0);
        let found: Vec<_> =
            table["actions"].as_array().unwrap().iter().map(|action| action["last_frame"].as_i64().unwrap()).collect();
        assert_eq!(found, lasts, "{how}");
        std::fs::remove_dir_all(folder.0.join("out")).unwrap();
    }
}

#[test]
fn a_table_of_many_actions_comes_back_in_its_order() {
    let folder = sources("many");
    let names: Vec<String> = (0..11).map(|number| format!("{number}.tra")).collect();
    for (x, name) in (0..).zip(&names) {
        folder.write(name, &action(x));
    }
    let texts: Vec<&str> = names.iter().map(String::as_str).collect();
    succeeds(&folder, &[&["convert", "--combine", "-o", "walk.mtra"], &texts[..]].concat());
    succeeds(&folder, &["convert", "walk.mtra", "-o", "text/"]);
    succeeds(&folder, &["convert", "text", "--figure", "in.bac", "--combine", "-o", "again.mtra"]);
    assert_eq!(folder.read("again.mtra"), folder.read("walk.mtra"));
}

#[test]
fn strict_and_vendor_refuse_what_is_tolerated_otherwise() {
    let folder = sources("strict");
    folder.write("dash.bac", &FIGURE.replace("i4 -1 -1", "i4 \u{2013}1 \u{2212}1"));
    let said = remarks(&folder, &["convert", "dash.bac", "-o", "dash.mbac"]);
    assert!(said.contains("warning[T026]"), "{said}");
    succeeds(&folder, &["convert", "in.bac", "-o", "plain.mbac"]);
    assert_eq!(folder.read("dash.mbac"), folder.read("plain.mbac"));
    for way in ["--strict", "--vendor"] {
        let (_, said) = ends(&folder, &["convert", "dash.bac", "-o", "other.mbac", way], 3);
        assert!(said.contains("error[T026]") && !folder.0.join("other.mbac").exists(), "{way}");
    }
}

#[test]
fn wrong_names_are_usage_errors() {
    let folder = sources("names");
    folder.write("picture.bmp", "BM");
    folder.write("odd.xyz", "what is this");
    for (arguments, code, said) in [
        (&["convert", "in.bac", "-o", "out.mtra"][..], 2, "give -o out.mbac"),
        (&["convert", "in.bac", "in.tra", "-o", "out.mbac"], 2, "give a folder"),
        (&["convert", "picture.bmp"], 3, "picture.bmp: header at byte 2"),
        (&["convert", "in.bac", "--target", "V4"], 2, "expected V1, V2, V3 or V3.1"),
        (&["convert", "in.bac", "--specular-threshold", "nan"], 2, "expected 0 to 1"),
        (&["convert", "odd.xyz"], 3, "not the start of any known format"),
        (&["compare", "in.bac", "none.bac"], 3, "none.bac"),
        (&["explain", "nonsense"], 2, "lists all codes"),
    ] {
        refused(&folder, arguments, code, said);
    }
    assert_eq!(below(&folder.0), ["in.bac", "in.tra", "in2.tra", "odd.xyz", "picture.bmp"]);
}

#[test]
fn errors_of_all_inputs_are_reported_and_nothing_is_written() {
    let folder = sources("errors");
    folder.write("cut.mbac", "MB\u{5}\0");
    folder.write("wrong.bac", ";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure )");
    let (_, said) = ends(&folder, &["convert", "cut.mbac", "wrong.bac", "in.bac", "-o", "out/"], 3);
    assert!(said.contains("cut.mbac: byte 4: error[K008]") && said.contains("[B002]"), "{said}");
    assert!(!folder.0.join("out").exists(), "nothing is written");

    let (_, said) = ends(&folder, &["convert", "on.bac"], 3);
    assert!(said.contains("did you mean in.bac?"), "{said}");

    let empty = keitai_formats::ActionTable { version: 5, bone_count: 1, ..keitai_formats::ActionTable::default() };
    folder.write("empty.mtra", &keitai_formats::mtra::write(&empty).unwrap());
    let (_, said) = ends(&folder, &["convert", "empty.mtra", "-o", "out.tra"], 3);
    assert!(said.contains("the table holds no actions"), "{said}");
}

#[test]
fn inputs_without_an_output_of_their_own_do_not_hide_the_errors_of_others() {
    let folder = sources("plans");
    folder.write("a/in.bac", FIGURE);
    folder.write("odd.xyz", "what is this");
    folder.write("wrong.bac", ";BAC\n( Head ( bacVersion 6.0 ) )\n( Figure )");
    folder.write("steps.tra", &action(40).replace("kf 10", "kf -3"));
    let before = below(&folder.0);
    let inputs =
        ["convert", "in.bac", "a/in.bac", "odd.xyz", "none.zip!in.bac", "wrong.bac", "steps.tra", "-o", "out/"];
    let (printed, said) = ends(&folder, &inputs, 3);
    assert_eq!(printed, "");
    for error in ["odd.xyz: byte 0: error[K009]", "none.zip", "[B002]", "[D006]", "out/in.mbac: would be written twice"]
    {
        assert!(said.contains(error), "{error} is missing:\n{said}");
    }
    assert_eq!(below(&folder.0), before);

    folder.write("in.1", &folder.read("in.bac"));
    let (_, said) = ends(&folder, &["convert", "in.bac", "in.1", "-o", "out/"], 2);
    assert!(said.contains("would be written twice, for in.bac and for in.1"), "{said}");
    std::fs::remove_file(folder.0.join("in.1")).unwrap();

    // The same for outputs alone: each file that is there already is reported.
    folder.write("in.mbac", "precious");
    folder.write("in.mtra", "precious");
    let (_, said) = ends(&folder, &["convert", "in.bac", "in.tra"], 2);
    assert!(said.contains("in.mbac: already exists") && said.contains("in.mtra: already exists"), "{said}");
    assert_eq!([folder.read("in.mbac"), folder.read("in.mtra")], ["precious"; 2].map(|text| text.as_bytes().to_vec()));
}

#[test]
fn a_check_tells_codes_and_places_and_fails_as_asked() {
    let folder = sources("check");
    let said = succeeds(&folder, &["check", "."]);
    assert_eq!(said, "", "{said}");
    folder.write("in2.tra", &action(5).replace("( kf 0 0 )\n", "( kf 2 0 )\n"));
    folder.write("cut.mtra", "MT\u{5}\0");
    let warned = succeeds(&folder, &["check", "in.bac", "in2.tra"]);
    let line = "in2.tra: 5:38: warning[D007]: Figure/bone[1] \"head\"/translate.x: the first key is at frame 2, not 0";
    assert!(warned.starts_with(line), "{warned}");
    ends(&folder, &["check", "in2.tra", "--deny", "warnings"], 1);

    let object = json(&folder, &["check", "."], 1);
    let findings = object["findings"].as_array().unwrap();
    let of = |file: &str| findings.iter().find(|finding| finding["path"].as_str().unwrap().ends_with(file)).unwrap();
    assert_eq!((&of("cut.mtra")["code"], &of("cut.mtra")["severity"]), (&"K001".into(), &"error".into()));
    assert_eq!((&of("cut.mtra")["offset"], &of("in2.tra")["line"]), (&4.into(), &5.into()));
    for finding in findings {
        let explained = succeeds(&folder, &["explain", finding["code"].as_str().unwrap()]);
        assert!(explained.starts_with(finding["code"].as_str().unwrap()), "{explained}");
    }
    assert!(succeeds(&folder, &["explain"]).lines().count() > 150);
    let (_, said) = ends(&folder, &["check", "on.bac"], 3);
    assert!(said.contains("did you mean in.bac?"), "{said}");
}

#[test]
fn all_missing_files_of_a_scene_or_a_shot_are_reported() {
    let folder = sources("missing");
    folder.write(
        "a.ron",
        "(entities: [\n (figure: \"in.bca\"),\n (figure: \"im.bac\"), // \"gone.bac\"\n (figure: \"gone.mbac\"),\n \
         (figure: \"in.bac\", play: (action: \"in\"))])",
    );
    folder.write(
        "b.ron",
        "(size: (8, 8), background: 0, figures: {\"f\": \"im.bac\"},\n actions: {\"a\": \"gone.tra\"}, frame: [])",
    );
    let (said, _) = ends(&folder, &["check", "a.ron", "b.ron"], 1);
    let lines = [
        "a.ron: 3:11: error[K093]: im.bac: no such file (did you mean \"in.bac\"?)",
        "a.ron: 4:11: error[K093]: gone.mbac: no such file",
        "b.ron: 1:46: error[K095]: im.bac: no such file (did you mean \"in.bac\"?)",
        "b.ron: 2:17: error[K095]: gone.tra: no such file",
    ];
    for line in lines {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert!(said.contains("in.bca") && said.lines().count() == 5, "{said}");
}

#[test]
fn a_changed_key_is_found_with_bone_frame_and_distance() {
    let folder = sources("compare");
    succeeds(&folder, &["convert", "in.bac", "in.tra", "-o", "out/"]);
    let said = succeeds(&folder, &["compare", "in.tra", "out/in.mtra", "--figure", "in.bac", "--tolerance", "0"]);
    assert!(said.contains("action 0: equal in 11 frames"), "{said}");

    folder.write("moved.tra", &action(70));
    let compare = ["compare", "in.tra", "moved.tra", "--figure", "in.bac", "--tolerance", "5"];
    let (said, _) = ends(&folder, &compare, 4);
    // 3 units farther with each frame: 6 are beyond at frame 2, and 30 at the end.
    assert!(said.contains("action 0: up to 30.00 units (frame 10, bone 1 \"head\", vertex 2)"), "{said}");
    assert!(said.contains("first beyond 5: 6.00 units (frame 2, bone 1 \"head\", vertex 2)"), "{said}");
    assert!(said.contains("translate key at frame 10: [40, 0, 0] and at frame 10: [70, 0, 0]"), "{said}");
    let report = json(&folder, &[&compare[..], &["--picture", "difference.png"]].concat(), 4);
    assert_eq!(report["largest"], 30.0);
    assert_eq!(report["measured"][1]["first_beyond"]["frame"], 2);
    let differing = difference(&folder.read("difference.png"));
    assert!(differing > 100, "{differing}");
    // Equal figures have a black third panel.
    let equal = ["compare", "in.tra", "in.tra", "--figure", "in.bac", "--picture", "equal.png"];
    succeeds(&folder, &equal);
    refused(&folder, &equal, 2, "equal.png: already exists");
    assert_eq!(difference(&folder.read("equal.png")), 0);
    refused(&folder, &["compare", "in.bac", "in.bac", "--figure", "in.bac"], 2, "--figure has no effect here");
}

#[test]
fn texts_of_a_folder_are_compared_with_their_table_in_its_order() {
    let folder = sources("order");
    folder.write("a-long.tra", &action(70));
    folder.write("b-short.tra", &action(40).replace("totalFrame 11", "totalFrame 10").replace("kf 10", "kf 9"));
    folder.write("c-long.tra", &action(10));
    ["in.tra", "in2.tra"].iter().for_each(|own| std::fs::remove_file(folder.0.join(own)).unwrap());
    let texts = ["c-long.tra", "b-short.tra", "a-long.tra"];
    succeeds(&folder, &[&["convert", "in.bac"], &texts[..], &["-o", "out/", "--combine"]].concat());
    let said = succeeds(&folder, &["compare", "in.bac", "out/in.mbac", "--tolerance", "0"]);
    assert!(said.contains("action 2: equal in 11 frames") && said.contains("action 1: equal in 10"), "{said}");
    succeeds(&folder, &["compare", "out/in.mbac", "in.bac", "--tolerance", "0"]);
}

/// Returns the number of pixels of a picture's third panel that are not black.
fn difference(picture: &[u8]) -> usize {
    let mut reader = png::Decoder::new(std::io::Cursor::new(picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (720, 320, png::ColorType::Rgb));
    let rows = pixels.chunks_exact(720 * 3);
    rows.flat_map(|row| row[480 * 3..].chunks_exact(3)).filter(|pixel| *pixel != [0; 3]).count()
}

#[test]
fn the_command_line_wins_over_the_settings_of_a_text_everywhere() {
    let folder = sources("settings");
    folder.write("set.bac", &FIGURE.replacen('\n', "\n;keitai target V3.1\n;keitai zsort near\n", 1));
    let material = |arguments: &[&str]| {
        succeeds(&folder, &[&["convert", "set.bac", "-o", "out.mbac", "--force"], arguments].concat());
        succeeds(&folder, &["convert", "out.mbac", "-o", "back.bac", "--force"]);
        let back = String::from_utf8(folder.read("back.bac")).unwrap();
        back.lines().find_map(|line| line.strip_prefix(";keitai zsort ")).unwrap_or("average").to_owned()
    };
    assert_eq!(material(&[]), "near");
    assert_eq!(material(&["--zsort", "far"]), "far");
    assert_eq!(material(&["--zsort", "average"]), "average");

    // A scale of 2 against one of 1: the corner at (100, 100) is 141.42 units off; the same for both commands.
    folder.write("alone/set.bac", FIGURE);
    succeeds(&folder, &["convert", "in.bac", "-o", "alone/double.mbac", "--scale", "2"]);
    succeeds(&folder, &["compare", "alone/set.bac", "alone/double.mbac", "--scale", "2", "--tolerance", "0"]);
    let (said, _) = ends(&folder, &["compare", "alone/set.bac", "alone/double.mbac"], 4);
    assert!(said.contains("figure: up to 141.42 units"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_a_bar_for_many_files() {
    let folder = sources("bar");
    for number in 0..40 {
        folder.write(&format!("many/{number}.bac"), FIGURE);
    }
    let command = format!("{} check many", env!("CARGO_BIN_EXE_keitai"));
    let script = std::process::Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .current_dir(&folder.0)
        .env("TERM", "xterm")
        .output();
    let Some(output) = script.ok().filter(|output| output.status.success()) else {
        println!("there is no `script` that makes a terminal: skipped");
        return;
    };
    let said = text(&output.stdout);
    assert!(said.contains("/40 files") && said.contains("40 files: 0 errors"), "{said}");
    // Without a terminal there is no bar.
    assert_eq!(remarks(&folder, &["check", "many"]), "40 files: 0 errors, 0 warnings, 0 notes\n");
}
