//! `convert` to and from the formats of today's tools.

use keitai_formats::{Action, ActionTable, Track, bmp, mtra};

use crate::program::{Folder, ends, keitai, refused, remarks, succeeds, text};

/// A robot on a machine of its own: the figure, its texture and one action table.
fn robot(name: &str) -> Folder {
    Folder::with(name, &["robots/tin.mbac", "robots/tin.mtra", "robots/tin.bmp"])
}

#[test]
fn a_robot_moves_the_same_after_gltf_and_back() {
    let folder = robot("gltf");
    for (written, inputs) in [("robot.glb", 1), ("robot.gltf", 3)] {
        let printed = succeeds(&folder, &["convert", "tin.mbac", "-o", written, "--force"]);
        assert_eq!(printed.lines().count(), inputs, "{printed}");
        succeeds(&folder, &["convert", written, "-o", "back/tin.mbac", "--force"]);
        for file in ["back/tin.mbac", "back/tin.mtra", "back/tin.bmp"] {
            assert!(!folder.read(file).is_empty(), "{file}");
        }
        succeeds(&folder, &["compare", "tin.mbac", "back/tin.mbac", "--tolerance", "10"]);
    }
}

#[test]
fn the_picture_of_a_sphere_map_goes_along() {
    let folder = robot("sphere");
    succeeds(&folder, &["convert", "tin.mbac", "--sphere", "tin.bmp", "-o", "robot.glb"]);
    succeeds(&folder, &["convert", "robot.glb", "-o", "back/tin.mbac"]);
    let read = |file: &str| bmp::read(&folder.read(file)).unwrap().document;
    assert_eq!(read("back/tin_sphere.bmp"), read("tin.bmp"));
}

#[test]
fn a_gltf_file_becomes_source_text_with_the_names_of_its_bones() {
    let folder = robot("text");
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.glb"]);
    succeeds(&folder, &["convert", "robot.glb", "-o", "text/robot.BAC", "--force"]);
    let written = text(&folder.read("text/robot.BAC"));
    assert!(written.starts_with(";BAC") && written.contains("bone17"), "{written}");
    assert!(text(&folder.read("text/robot_0.tra")).starts_with(";TRA"));
    let import = keitai(&folder, &["convert", "robot.glb", "-o", "plain"]);
    assert!(folder.0.join("plain/robot.mbac").exists(), "a name without an ending is a folder: {import:?}");
}

#[test]
fn a_gltf_file_for_older_players_tells_what_is_lost_and_what_does_not_fit() {
    let folder = robot("older");
    folder.copy("table/cup.mbac", "cup.mbac");
    folder.copy("table/cup.bmp", "cup.bmp");
    for (name, code, told) in
        [("cup", 0, "Figure: normals are lost for V1"), ("tin", 3, "error[C033]: Figure: 4 patterns")]
    {
        succeeds(&folder, &["convert", &format!("{name}.mbac"), "-o", &format!("{name}.glb")]);
        let (_, said) = ends(
            &folder,
            &["convert", &format!("{name}.glb"), "--target", "V1", "-o", &format!("v1/{name}.mbac")],
            code,
        );
        assert!(said.contains(told), "{said}");
    }
    assert_eq!(folder.read("v1/cup.mbac")[..4], *b"MB\x03\0");
    assert!(!folder.0.join("v1/tin.mbac").exists());
}

#[test]
fn an_obj_has_its_materials_and_pictures_beside_it() {
    let folder = robot("obj");
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.obj", "--action", "0", "--frame", "3"]);
    let object = text(&folder.read("robot.obj"));
    assert!(object.contains("mtllib robot.mtl") && object.contains("\nf "), "{object}");
    assert!(text(&folder.read("robot.mtl")).contains("map_Kd tin.png"));
    assert!(folder.read("tin.png").starts_with(b"\x89PNG"));
}

#[test]
fn an_output_with_an_unknown_ending_is_refused() {
    let folder = robot("ending");
    let arguments = ["convert", "tin.mbac", "-o", "robot.fbx"];
    let message = refused(&folder, &arguments, 2, "robot.fbx: no format has this ending");
    assert!(message.contains(".glb") && !folder.0.join("robot.fbx").exists(), "{message}");
}

#[test]
fn a_broken_gltf_file_is_an_error_with_a_code() {
    let folder = Folder::new("broken");
    folder.write("robot.gltf", r#"{"asset":{"version":"2.0"},"nodes":[{"mesh":3}]}"#);
    let (_, message) = ends(&folder, &["convert", "robot.gltf", "-o", "robot.mbac"], 3);
    assert!(message.contains("X020"), "{message}");
}

#[test]
fn an_output_with_a_slash_at_its_end_is_a_folder_whatever_its_name() {
    let folder = robot("slash");
    succeeds(&folder, &["convert", "tin.bmp", "-o", "skins.png/"]);
    assert!(!folder.read("skins.png/tin.png").is_empty());
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.glb"]);
    // A name without an ending is one, too.
    succeeds(&folder, &["convert", "robot.glb", "-o", "back"]);
    assert!(!folder.read("back/robot.mbac").is_empty());
    succeeds(&folder, &["convert", "robot.glb", "-o", "kit.glb/"]);
    assert!(!folder.read("kit.glb/robot.mbac").is_empty());
}

#[test]
fn a_library_that_was_renamed_with_its_model_is_read() {
    let folder = Folder::new("renamed");
    folder.write("car.obj", "mtllib old.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder.write("Car.MTL", "newmtl red\nKd 1 0 0\n");
    let said = remarks(&folder, &["convert", "car.obj", "-o", "car.mbac"]);
    assert!(!said.contains("X057"), "{said}");
    assert!(succeeds(&folder, &["info", "car.mbac"]).contains("#ff0000"));
}

#[test]
fn a_frame_beyond_its_action_is_refused() {
    let folder = robot("options");
    let arguments = ["convert", "tin.mbac", "-o", "robot.obj", "--action", "0", "--frame", "9999"];
    let (_, said) = ends(&folder, &arguments, 3);
    assert!(said.contains("error[X005]: frame 9999 of action 0; the last is"), "{said}");
}

#[test]
fn an_older_table_beside_the_figure_is_told() {
    let folder = robot("older");
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.glb"]);
    folder.write("back/tin_old.mtra", "");
    let said = remarks(&folder, &["convert", "robot.glb", "-o", "back/tin.mbac"]);
    assert!(said.contains("tin_old.mtra is not of this conversion") && !said.contains("tin.mtra is"), "{said}");
}

#[test]
fn animations_have_files_of_their_own_on_every_system() {
    let folder = Folder::new("capitals");
    let animation = |name: &str| {
        format!(
            r#"{{"name":"{name}","channels":[{{"sampler":0,"target":{{"node":0,"path":"translation"}}}}],
            "samplers":[{{"input":0,"output":1}}]}}"#
        )
    };
    let animations = ["Walk", "walk", "walk!", "walk_", "con"].map(animation).join(",");
    // A triangle of a metre.
    let positions = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    folder.write(
        "robot.gltf",
        &format!(
            r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"animations":[{animations}],"accessors":[
            {{"componentType":5126,"count":1,"type":"SCALAR"}},{{"componentType":5126,"count":1,"type":"VEC3"}},
            {{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}}],
            "buffers":[{{"byteLength":36,"uri":"data:;base64,{positions}"}}],"bufferViews":[{{"buffer":0,"byteLength":36}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":2}}}}]}}]}}"#
        ),
    );
    succeeds(&folder, &["convert", "robot.gltf", "-o", "robot.mbac"]);
    succeeds(&folder, &["convert", "robot.gltf", "--table-names", "-o", "named/robot.mbac"]);
    // No file is named after a device of Windows.
    for file in ["robot_Walk.mtra", "robot_walk_2.mtra", "robot_walk_.mtra", "robot_walk__2.mtra", "named/_con.mtra"] {
        assert!(!folder.read(file).is_empty(), "{file}");
    }
}

#[test]
fn a_slot_without_a_picture_costs_the_next_slots_no_size() {
    let folder = Folder::with("slots", &["robots/lacquer.bmp"]);
    // A triangle of a metre.
    let positions = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    folder.write(
        "slots.gltf",
        &format!(
            r#"{{"asset":{{"version":"2.0"}},"nodes":[{{"mesh":0}}],"accessors":[
            {{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}},
            {{"bufferView":0,"componentType":5126,"count":3,"type":"VEC2"}}],
            "buffers":[{{"byteLength":36,"uri":"data:;base64,{positions}"}}],"bufferViews":[{{"buffer":0,"byteLength":36}}],
            "images":[{{"uri":"none.png"}},{{"uri":"lacquer.bmp"}}],"textures":[{{"source":0}},{{"source":1}}],"materials":[
            {{"extras":{{"keitai":{{"texture":0}}}}}},
            {{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":1}}}},"extras":{{"keitai":{{"texture":1}}}}}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}},
            {{"attributes":{{"POSITION":0,"TEXCOORD_0":1}},"material":1}}]}}]}}"#
        ),
    );
    succeeds(&folder, &["convert", "slots.gltf", "-o", "slots.bac"]);
    let text = text(&folder.read("slots.bac"));
    // Texel 64 of a picture of 64 texels a side, the last row of which is there twice.
    assert!(text.contains("( i2 64 65 )") && text.contains("( f2 0 1 )"), "{text}");
}

#[test]
fn a_model_is_taken_wherever_a_figure_is() {
    let folder = robot("models");
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.glb"]);
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.obj"]);
    // The content decides, not the name.
    std::fs::copy(folder.0.join("robot.glb"), folder.0.join("robot.vrm")).unwrap();
    for model in ["robot.glb", "robot.obj", "robot.vrm"] {
        for command in
            [&["shot", model, "-o", "out.png", "--force"][..], &["check", model], &["convert", model, "-o", "out/"]]
        {
            succeeds(&folder, command);
        }
        std::fs::remove_dir_all(folder.0.join("out")).unwrap();
        let camera = "(camera: (rig: Orbit(offset: (0, 0, 0), distance: 300, pitch: 170, spin: 5)))";
        folder.write("s.ron", &format!("(entities: [(figure: \"{model}\"), {camera}])"));
        succeeds(&folder, &["check", "s.ron"]);
        let digest = |scene: &str| succeeds(&folder, &["play", scene, "--headless", "--frames", "2", "--digest"]);
        folder.write("tin.ron", &format!("(entities: [(figure: \"tin.mbac\"), {camera}])"));
        // An OBJ file has no actions.
        assert_eq!(digest("s.ron") == digest("tin.ron"), model != "robot.obj", "{model}");
    }
}

#[test]
fn findings_and_sheets_of_a_model_name_its_animations() {
    let folder = robot("animation-names");
    let still = ActionTable {
        version: 5,
        actions: vec![Action { tracks: vec![Track::Identity; 18], ..Action::default() }],
        bone_count: 18,
        ..ActionTable::default()
    };
    std::fs::write(folder.0.join("still.mtra"), mtra::write(&still).unwrap()).unwrap();
    succeeds(&folder, &["convert", "tin.mbac", "--actions", "still.mtra", "-o", "robot.glb"]);
    let printed = succeeds(&folder, &["check", "robot.glb"]);
    assert!(printed.contains("animation \"still\": action 0: no bone moves"), "{printed}");
    let sheet = |figure: &[&str]| {
        succeeds(&folder, &[&["shot"], figure, &["--sheet", "actions", "-o", "sheet.png", "--force"]].concat());
        folder.read("sheet.png")
    };
    assert!(sheet(&["robot.glb"]) != sheet(&["tin.mbac", "--actions", "still.mtra"]), "the label is \"0 still\"");
}

#[test]
fn animations_become_actions_of_a_given_figure() {
    let folder = robot("animations-alone");
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.glb"]);
    for figure in ["tin.mbac", "robot.glb"] {
        succeeds(&folder, &["convert", "robot.glb", "--figure", figure, "-o", "again.mtra", "--force"]);
        assert_eq!(folder.read("again.mtra"), folder.read("tin.mtra"), "{figure}");
    }
    let (_, said) = ends(&folder, &["convert", "robot.glb", "--figure", "tin.bmp", "-o", "b.mtra"], 3);
    assert!(said.contains("tin.bmp: error[K010]"), "{said}");
}

#[test]
fn models_of_a_folder_are_converted_and_those_that_cannot_be_are_named() {
    let folder = robot("pack");
    succeeds(&folder, &["convert", "tin.mbac", "-o", "pack/sub/robot.glb"]);
    succeeds(&folder, &["convert", "tin.mbac", "-o", "pack/sub/robot.obj"]);
    folder.write("pack/broken.gltf", "{}");
    let (_, said) = ends(&folder, &["convert", "pack/", "-o", "out/"], 1);
    assert!(said.contains("pack/broken.gltf: error[X020]") && said.contains("1 file cannot be converted"), "{said}");
    assert!(!folder.read("out/sub/robot.mbac").is_empty() && !folder.0.join("out/broken.mbac").exists());
}

#[test]
fn files_of_other_programs_are_named_with_the_way_out() {
    let folder = Folder::new("foreign");
    for (name, content, named) in [
        ("a.bin", "Kaydara FBX Binary  ", "an FBX model"),
        ("7", "MMMD\0\0\0\x08", "a SMAF tune"),
        ("8.bin", "RIFF\x08\0\0\0QLCMfmt ", "QCELP speech"),
        ("9", "BEGIN:IMELODY\r\n", "an iMelody tune"),
        ("10", "#!AMR\n", "AMR speech"),
        ("11.mld", "melo\0\0\0\x08", "an MFi tune"),
        ("b.dae", "<?xml version='1.0'?><COLLADA>", "a COLLADA model"),
        ("c.stl", "solid c", "an STL model"),
        ("d.blend", "BLENDER-v500", "a Blender file"),
        ("e.bbmodel", "{}", "a Blockbench model"),
        ("f.vox", "VOX \u{96}", "a MagicaVoxel model"),
        ("x", "xof 0303txt 0032\n", "a DirectX model"),
        ("a.off", "OFF\n3 1 0\n", "an OFF model"),
        ("a.md2", "IDP2\x08\0\0\0", "a Quake 2 model"),
        ("a.b3d", "BB3D\0\0\0\0", "a Blitz3D model"),
        ("a.iqe", "# Inter-Quake Export\n", "an Inter-Quake text"),
        ("a.3ds", "MM\0\0\0\0", "a 3D Studio model"),
    ] {
        folder.write(name, content);
        let message = refused(&folder, &["convert", name, "-o", "x.mbac"], 3, named);
        assert!(message.contains("xport"), "{name}: {message}");
    }
    folder.write("g.gif", "GIF89a");
    let message = refused(&folder, &["info", "g.gif"], 3, "found a JPEG, WebP, GIF or TGA picture");
    assert!(message.contains("`keitai convert g.gif -o x.bmp` makes a texture of it"), "{message}");
    for (version, told) in [("1.0", "glTF 1.0, which is not read"), ("3.0", "glTF 3.0; glTF 2.0 is read")] {
        folder.write("other.gltf", &format!(r#"{{"asset":{{"version":"{version}"}},"meshes":{{}}}}"#));
        let (_, message) = ends(&folder, &["convert", "other.gltf", "-o", "x.mbac"], 3);
        assert!(message.contains(told), "{message}");
    }
}

#[test]
fn a_texture_whose_name_has_other_capitals_is_found() {
    let folder = robot("capitals-of-textures");
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.gltf"]);
    folder.write("TIN.PNG", &folder.read("tin.png"));
    std::fs::remove_file(folder.0.join("tin.png")).unwrap();
    succeeds(&folder, &["convert", "robot.gltf", "-o", "back/tin.mbac", "--strict"]);
    assert_eq!(folder.read("back/tin.bmp").len(), folder.read("tin.bmp").len());
}

#[test]
fn a_texture_in_a_folder_below_is_found() {
    let folder = robot("below");
    succeeds(&folder, &["convert", "tin.mbac", "-o", "robot.gltf"]);
    std::fs::create_dir(folder.0.join("textures")).unwrap();
    std::fs::rename(folder.0.join("tin.png"), folder.0.join("textures/tin.png")).unwrap();
    let file = text(&folder.read("robot.gltf")).replace("tin.png", "./textures/tin.png");
    folder.write("robot.gltf", &file);
    let said = remarks(&folder, &["convert", "robot.gltf", "-o", "back/tin.mbac"]);
    assert!(!said.contains("X029"), "{said}");
    assert_eq!(folder.read("back/tin.bmp").len(), folder.read("tin.bmp").len());
}
