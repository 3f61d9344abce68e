//! Inputs of commands: stdin, files of another kind than expected, and what lies beside a figure.

use crate::program::{Folder, asset, ends, keitai, keitai_reading, refusal, refused, remarks, succeeds, text};

#[test]
fn figures_and_pictures_come_from_stdin() {
    let folder = Folder::with("inputs-stdin", &["robots/tin.mbac"]);
    // A folder of this name is not stdin.
    std::fs::create_dir(folder.0.join("-")).unwrap();
    let read_bytes = |arguments: &[&str], bytes: &[u8]| {
        let output = keitai_reading(&folder, arguments, bytes);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let read = |arguments: &[&str], name: &str| read_bytes(arguments, &std::fs::read(asset(name)).unwrap());
    read(&["shot", "-", "-o", "stdin.png"], "robots/tin.mbac");
    succeeds(&folder, &["shot", "tin.mbac", "-o", "file.png"]);
    assert_eq!(folder.read("stdin.png"), folder.read("file.png"));
    read(&["convert", "-", "-o", "tin.glb"], "robots/tin.mbac");
    let model = folder.read("tin.glb");
    assert!(model.starts_with(b"glTF"));
    assert_eq!(read_bytes(&["check", "-"], &model), "");
    read_bytes(&["convert", "-", "-o", "back.mbac"], &model);
    assert_eq!(folder.read("back.mbac"), folder.read("tin.mbac"));
    read(&["convert", "-", "-o", "skin.png"], "robots/tin.bmp");
    assert!(folder.read("skin.png").starts_with(b"\x89PNG"));
    assert!(read(&["info", "-"], "robots/tin.mbac").starts_with("-: figure, MBAC version"));
    assert_eq!(read(&["check", "-"], "robots/tin.mbac"), "");
    // The actions in the folder are not beside stdin.
    folder.copy("robots/tin.mtra", "tin.mtra");
    assert_eq!(read(&["compare", "-", "tin.mbac"], "robots/tin.mbac"), "figure: equal in 1 frame\n");
    let texture = std::fs::read(asset("robots/tin.bmp")).unwrap();
    let (code, message) = refusal(&keitai_reading(&folder, &["convert", "-"], &texture));
    assert!(code == 2 && message.contains("give -o out.png"), "{message}");
}

#[test]
fn an_archive_and_a_scene_do_not_come_from_stdin() {
    let folder = Folder::new("inputs-no-stdin");
    for (arguments, stdin, what) in [
        (&["info", "-"][..], &b"PK\x03\x04 and more"[..], "an archive"),
        (&["scan", "-"], b"PK\x03\x04 and more", "an archive"),
        (&["view", "-"], b"PK\x03\x04 and more", "an archive"),
        (&["convert", "-", "-o", "out/"], b"PK\x03\x04 and more", "an archive"),
        (&["shot", "-", "-o", "a.png"], b"(entities: [])", "a scene"),
        (&["play", "-", "--headless"], b"(entities: [])", "a scene"),
    ] {
        let output = keitai_reading(&folder, arguments, stdin);
        let (code, said) = (output.status.code(), text(&output.stderr));
        assert!(code == Some(2) && said.contains(&format!("{what} cannot come from stdin")), "{arguments:?}: {said}");
    }
}

#[test]
fn a_file_of_another_kind_is_named_with_the_command_for_it() {
    let files = ["robots/tin.mbac", "robots/tin.mtra", "robots/tin.bmp", "robots/walk.tra", "music/title.mid"];
    let folder = Folder::with("inputs-kinds", &files);
    succeeds(&folder, &["convert", "tin.mbac", "-o", "tin.glb"]);
    succeeds(&folder, &["convert", "tin.mbac", "-o", "tin.obj"]);
    folder.write("scene.ron", "(entities: [])");
    folder.write("prefabs.ron", "(prefabs: {})");
    folder.write("empty.mbac", "");
    folder.write("cut.jar", b"PK\x03\x04 and no more");
    let any = "a shot, a scene or a figure";
    for (arguments, expected, found, hint) in [
        (&["shot", "tin.mtra", "--digest"][..], any, "an action table", "give the figure that it moves"),
        (&["shot", "tin.bmp", "--digest"], any, "a picture", "`keitai info tin.bmp` describes it"),
        (&["play", "tin.glb"], "a scene", "a glTF file", "`keitai convert tin.glb -o x.mbac` makes a figure of it"),
        (&["bench", "tin.mbac"], "a shot", "a figure", "`keitai view tin.mbac` shows it"),
        (&["bench", "scene.ron"], "a shot", "a scene", "`keitai play scene.ron` plays it"),
        (&["play", "tin.mbac"], "a scene", "a figure", "`keitai view tin.mbac` shows it"),
        (&["play", "cut.jar"], "a scene", "an archive", "`keitai info cut.jar` lists what is inside"),
        (&["play", "prefabs.ron", "--headless"], "a scene", "prefabs", "scenes name it in `include`"),
        (&["view", "scene.ron"], "a figure, actions or a texture", "a scene", "`keitai play scene.ron` plays it"),
        (
            &["view", "title.mid"],
            "a figure, actions or a texture",
            "a MIDI file",
            "`keitai info title.mid` describes it",
        ),
        (
            &["info", "scene.ron"],
            "a figure, actions, a texture or a sound",
            "a scene",
            "`keitai play scene.ron` plays it",
        ),
        (&["compare", "tin.glb", "tin.mbac"], "a figure or actions", "a glTF file", "`keitai convert tin.glb"),
        (&["compare", "tin.mbac", "scene.ron"], "a figure or actions", "a scene", "`keitai play scene.ron` plays it"),
        (&["compare", "cut.jar", "tin.mbac"], "a figure or actions", "an archive", "`keitai info cut.jar`"),
        (&["info", "tin.glb"], "a figure, actions, a texture or a sound", "a glTF file", "`keitai convert tin.glb"),
        (
            &["convert", "title.mid", "-o", "z"],
            "a figure or actions",
            "a MIDI file",
            "`keitai info title.mid` describes it",
        ),
        (&["play", "tin.obj"], "a scene", "an OBJ file", "`keitai convert tin.obj -o x.mbac` makes a figure of it"),
    ] {
        refused(&folder, arguments, 3, &format!(": expected {expected}, found {found}\nhint: {hint}"));
    }
    refused(&folder, &["convert", "cut.jar", "tin.mbac", "-o", "z/"], 2, "an archive is converted alone");
    for (inside, at) in [("hop", "hop/scenes/play.ron"), ("hop/scenes", "hop/scenes/play.ron")] {
        folder.write("hop/scenes/another.ron", "(prefabs: {})");
        folder.write("hop/scenes/play.ron", "(entities: [])");
        let hint = format!("{inside}: a folder, expected a scene\nhint: `keitai play {at}` plays a scene in it");
        refused(&folder, &["play", inside], 3, &hint);
    }
    let (_, said) = ends(&folder, &["convert", "walk.tra", "--figure", "tin.bmp"], 3);
    assert!(said.starts_with("tin.bmp: error[K010]: expected a figure, found a picture"), "{said}");
    refused(&folder, &["convert", "tin.bmp", "tin.mbac", "-o", "z/"], 2, "tin.bmp: pictures are converted alone");
    for arguments in [
        &["info", "empty.mbac"][..],
        &["shot", "empty.mbac", "--digest"],
        &["convert", "empty.mbac"],
        &["view", "empty.mbac"],
    ] {
        let (_, message) = refusal(&keitai(&folder, arguments));
        assert!(message.contains("empty.mbac: ") && message.contains("the file is empty"), "{arguments:?}: {message}");
    }
    // The last part of an empty archive has 22 bytes.
    folder.write("shorter.jar", "PK\x05\x06\0\0\0\0");
    for archive in ["cut.jar", "shorter.jar"] {
        let (_, message) = refusal(&keitai(&folder, &["info", archive]));
        assert!(message.contains("the archive is cut off or damaged: its list of files is missing"), "{message}");
    }
}

#[test]
fn a_figure_without_its_texture_is_drawn_white_with_a_word() {
    let folder = Folder::with("inputs-white", &["robots/tin.mbac"]);
    let said = remarks(&folder, &["shot", "tin.mbac", "--digest"]);
    assert!(said.contains("1 of 1 texture not found; drawn white"), "{said}");
}

#[test]
fn a_shot_takes_the_action_tables_that_are_given() {
    let folder =
        Folder::with("inputs-actions", &["robots/tin.mbac", "robots/tin.mtra", "robots/tin.bmp", "robots/kabuto.mtra"]);
    let digest = ["shot", "tin.mbac", "--digest"];
    let shot = |more: &[&str]| succeeds(&folder, &[&digest, more].concat());
    // Tables beside the figure have more actions.
    shot(&["--action", "10"]);
    let beyond = [&digest[..], &["--action", "10", "--actions", "tin.mtra"]].concat();
    refused(&folder, &beyond, 2, "--action 10: the actions are 0 to 9");
    let given = shot(&["--action", "1", "--frame", "3", "--actions", "kabuto.mtra"]);
    let numbered = shot(&["--action", "11", "--frame", "3"]);
    assert_eq!(given, numbered);
    // One option for each file: names may have commas.
    std::fs::rename(folder.0.join("kabuto.mtra"), folder.0.join("kabuto, 2.mtra")).unwrap();
    let two = shot(&["--action", "11", "--frame", "3", "--actions", "tin.mtra", "--actions", "kabuto, 2.mtra"]);
    assert_eq!(two, numbered);
    refused(&folder, &[&digest[..], &["--pattern", "99"]].concat(), 2, "--pattern 99: the ");
}

#[test]
fn texts_of_another_skeleton_are_left_alone_and_refused_when_named() {
    let folder = Folder::with("inputs-skeleton", &["props/hills.bac", "props/windmill.tra"]);
    let said = remarks(&folder, &["convert", "hills.bac", "-o", "hills.glb"]);
    assert!(!said.contains("windmill.tra (found"), "{said}");
    assert!(said.contains("windmill.tra: made for 2 bones, but hills.bac has 1"), "{said}");
    folder.write("scene.ron", "(entities: [(figure: \"hills.bac\", actions: [\"windmill.tra\"])])");
    refused(&folder, &["play", "scene.ron", "--headless"], 3, "windmill.tra: made for 2 bones, but hills.bac has 1");
}

#[test]
fn info_tells_the_version_of_a_text() {
    let [figure, table] = ["windmill.bac", "windmill.tra"].map(|name| succeeds(&asset("props"), &["info", name]));
    assert!(figure.starts_with("windmill.bac: figure, BAC version 6\n"), "{figure}");
    assert!(figure.contains(" 2 (1 root)\n") && figure.contains(" 1 slot\n"), "{figure}");
    assert!(table.starts_with("windmill.tra: action table, TRA version 4\n"), "{table}");
}

#[test]
fn a_folder_is_searched_for_figures() {
    let folder = Folder::new("inputs-scan");
    let texture = std::fs::read(asset("robots/tin.bmp")).unwrap();
    folder.write("packed/deep/notes.txt", "nothing");
    folder.write("packed/deep/blob", &[&b"header"[..], &texture].concat());
    let found = succeeds(&folder, &["scan", "packed", "-o", "found"]);
    assert!(found.starts_with("packed/deep/blob at byte 6: BMP"), "{found}");
    assert_eq!(folder.read("found/deep/blob_6.bmp"), texture);
}
