//! Archives and files of any name, as a user meets them.

use std::io::{Cursor, Read, Write};
use std::path::Path;

use keitai_formats::{Rgb, Texture, bmp, swap};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::conversion::below;
use crate::program::{Folder, asset, ends, json, keitai, refused, remarks, repository, succeeds, text};

/// Returns our own art, or the same files of the corpus where it is available.
pub(crate) fn art() -> [Vec<u8>; 3] {
    let (folder, names) = match std::env::var_os("KEITAI_CORPUS") {
        Some(corpus) => (Path::new(&corpus).join("corpus"), ["test_model_robo.mbac", "action_01.mtra", "tex_001.bmp"]),
        None => (asset("robots"), ["tin.mbac", "tin.mtra", "tin.bmp"]),
    };
    names.map(|name| std::fs::read(folder.join(name)).unwrap())
}

pub(crate) fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn unpacked(archive: Vec<u8>, name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    ZipArchive::new(Cursor::new(archive)).unwrap().by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

fn swapped(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    swap::swap(&mut bytes);
    bytes
}

/// A game: the figure under a number, the table byte-swapped, the texture inside a blob, another archive inside.
fn game(folder: &Folder) -> [Vec<u8>; 3] {
    let [figure, table, texture] = art();
    let blob = [&b"header"[..], &texture, b"trailer"].concat();
    let inner = zip(&[("deep/17", &swapped(&figure))]);
    let entries: [(&str, &[u8]); 6] = [
        ("META-INF/MANIFEST.MF", b"MIDlet-1: game"),
        ("res/17", &figure),
        ("res/18", &swapped(&table)),
        ("res/skin.dat", &texture),
        ("res/blob", &blob),
        ("more.jar", &inner),
    ];
    folder.write("game.jar", &zip(&entries));
    [figure, table, texture]
}

#[test]
fn an_archive_is_listed_by_contents() {
    let folder = Folder::new("doors-info");
    game(&folder);
    let said = succeeds(&folder, &["info", "game.jar"]);
    let line = |name: &str| said.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{name}: {said}"));
    assert!(said.starts_with("game.jar: archive, 6 files\n"), "{said}");
    assert!(line("res/17").contains("MBAC") && !line("res/17").contains("swapped"), "{said}");
    assert!(line("res/18").contains("MTRA") && line("res/18").ends_with("(byte-swapped)"), "{said}");
    assert!(line("res/skin.dat").contains("BMP"), "{said}");
    assert!(line("more.jar!deep/17").contains("MBAC") && line("more.jar!deep/17").contains("swapped"), "{said}");
    let json = json(&folder, &["info", "game.jar"], 0);
    assert_eq!((json["kind"].as_str(), json["entries"].as_array().map(Vec::len)), (Some("archive"), Some(6)));
    // An entry is described like a file.
    assert!(succeeds(&folder, &["info", "game.jar!res/17"]).contains("figure, MBAC version"));
    refused(&folder, &["info", "game.jar!res/16"], 3, "did you mean res/17?");
}

#[test]
fn a_folder_is_listed_by_contents() {
    let folder = Folder::new("doors-folder");
    let [figure, table, _] = art();
    let scene = b"(entities: [()])".to_vec();
    let files = [("17", figure), ("deep/walk.bin", table), ("room.ron", scene), ("notes.txt", b"hello".to_vec())];
    for (name, bytes) in &files {
        folder.write(&format!("art/{name}"), bytes);
    }
    let said = succeeds(&folder, &["info", "art"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((lines[0], lines.len()), ("art: folder, 4 files", 5), "{said}");
    assert!(lines[1].contains(" MBAC  17: version "), "{said}");
    assert!(lines[2].contains(" MTRA  ") && lines[2].contains("walk.bin: version "), "{said}");
    assert!(lines[3].ends_with("5 -     notes.txt"), "{said}");
    assert!(lines[4].ends_with(" RON   room.ron: scene"), "{said}");
    let json = json(&folder, &["info", "art"], 0);
    assert_eq!((json["kind"].as_str(), json["entries"][0]["format"].as_str()), (Some("folder"), Some("MBAC")));
}

#[test]
fn a_figure_in_an_archive_is_drawn_with_what_is_beside_it() {
    let folder = Folder::new("doors-shot");
    let [figure, table, texture] = game(&folder);
    let digest = |file: &str| succeeds(&folder, &["shot", file, "--frame", "3", "--digest"]);
    let inside = digest("game.jar!res/17");
    for (name, bytes) in [("a/17", &figure), ("a/18", &table), ("a/skin.dat", &texture)] {
        folder.write(name, bytes);
    }
    assert_eq!(inside, digest("a/17"));
    assert_ne!(inside, digest("game.jar!more.jar!deep/17"), "no texture is beside that one");
    // A file without a command is viewed.
    let (_, said) = ends(&folder, &["game.jar"], 3);
    assert!(said.contains("no display"), "{said}");
    succeeds(&folder, &["compare", "game.jar!res/17", "a/17"]);
    succeeds(&folder, &["check", "game.jar!res/17"]);
}

#[test]
fn an_archive_is_extracted_and_converted() {
    let folder = Folder::new("doors-extract");
    let [figure, table, texture] = game(&folder);
    succeeds(&folder, &["convert", "game.jar", "-o", "out/"]);
    assert_eq!(folder.read("out/res/17.mbac"), figure);
    assert_eq!(folder.read("out/res/18.mtra"), table, "the swap is undone");
    assert_eq!(folder.read("out/res/skin.dat.bmp"), texture);
    assert_eq!(folder.read("out/more.jar/deep/17.mbac"), figure);
    assert!(folder.read("out/res/17.bac").starts_with(b";BAC") && !folder.0.join("out/META-INF").exists());
}

#[test]
fn models_in_an_archive_are_named_with_the_way_to_convert_them() {
    let folder = Folder::new("doors-models");
    let [_, _, texture] = game(&folder);
    let model = &b"v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n"[..];
    folder.write("kit.zip", &zip(&[("a b/arrow.obj", model), ("flag.OBJ", model)]));
    succeeds(&folder, &["convert", "kit.zip", "-o", "out/"]);
    assert_eq!(below(&folder.0.join("out")), ["a b/arrow.mbac", "flag.mbac"]);
    assert!(remarks(&folder, &["check", "kit.zip"]).starts_with("2 files: 0 errors"));
    succeeds(&folder, &["convert", "kit.zip!a b/arrow.obj", "-o", "x.mbac"]);
    folder.write("kit.zip", &zip(&[("arrow.obj", model), ("skin.bmp", &texture)]));
    folder.write("pack/kit.zip", &folder.read("kit.zip"));
    for (input, place) in [("kit.zip", "one"), ("pack/", "two/kit")] {
        let output = format!("{}/", place.split('/').next().unwrap());
        succeeds(&folder, &["convert", input, "-o", &output]);
        assert_eq!(below(&folder.0.join(place)), ["arrow.mbac", "skin.bmp"], "{input}");
    }
}

#[test]
fn a_text_in_an_archive_is_extracted_and_not_made_again() {
    let folder = Folder::new("doors-text");
    let [figure, ..] = art();
    folder.write("game.jar", &zip(&[("tin.mbac", &figure), ("tin.bac", b";BAC by hand")]));
    succeeds(&folder, &["convert", "game.jar", "-o", "out/"]);
    assert_eq!(folder.read("out/tin.bac"), b";BAC by hand");
    assert_eq!(folder.read("out/tin.mbac"), figure);
}

#[test]
fn an_archive_is_extracted_to_a_folder() {
    let folder = Folder::new("doors-options");
    game(&folder);
    refused(&folder, &["convert", "game.jar", "-o", "robo.glb"], 2, "game.jar holds many files");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is written");
}

#[test]
fn the_findings_about_an_archive_do_not_replace_it() {
    let folder = Folder::new("doors-findings");
    game(&folder);
    let before = folder.read("game.jar");
    for path in ["game.jar", "game.jar!res/17", "game.jar!more.jar!deep/17"] {
        refused(&folder, &["check", path, "-o", "game.jar", "--force"], 2, "game.jar");
    }
    assert_eq!(folder.read("game.jar"), before);
}

#[test]
fn archives_inside_are_read_in_a_folder_with_the_mark_in_its_name() {
    let folder = Folder::new("doors-wow!");
    let [figure, ..] = game(&folder);
    let path = folder.0.join("game.jar");
    let path = path.to_str().unwrap();
    let said = succeeds(&folder, &["info", path]);
    assert!(said.contains("more.jar!deep/17"), "{said}");
    assert!(succeeds(&folder, &["info", &format!("{path}!more.jar!deep/17")]).contains("figure, MBAC version"));
    succeeds(&folder, &["convert", path, "-o", "out/"]);
    assert_eq!(folder.read("out/more.jar/deep/17.mbac"), figure);
}

#[test]
fn names_may_have_the_mark() {
    let folder = Folder::new("doors-mark");
    let [figure, ..] = art();
    let inner = zip(&[("x!y", &figure)]);
    folder.write("a!b.jar", &zip(&[("c!d.jar", &inner), ("x!y", &figure)]));
    for entry in ["a!b.jar!x!y", "a!b.jar!c!d.jar!x!y"] {
        assert!(succeeds(&folder, &["info", entry]).contains("figure, MBAC version"));
        succeeds(&folder, &["shot", entry, "--digest"]);
    }
    assert!(succeeds(&folder, &["info", "a!b.jar"]).contains(" MBAC  c!d.jar!x!y: version"));
    succeeds(&folder, &["check", "a!b.jar"]);
    succeeds(&folder, &["convert", "a!b.jar", "-o", "out/"]);
    succeeds(&folder, &["scan", "a!b.jar", "-o", "found/"]);
    for output in ["out/x!y.mbac", "out/c!d.jar/x!y.mbac", "found/x!y_0.mbac", "found/c!d.jar/x!y_0.mbac"] {
        assert_eq!(folder.read(output), figure, "{output}");
    }
}

#[test]
fn a_scan_finds_what_lies_inside_a_blob() {
    let folder = Folder::new("doors-scan");
    let [figure, _, texture] = game(&folder);
    let said = succeeds(&folder, &["scan", "game.jar", "-o", "found"]);
    assert!(said.contains("game.jar!res/blob at byte 6: BMP"), "{said}");
    assert!(texture.starts_with(&folder.read("found/res/blob_6.bmp")));
    assert_eq!(folder.read("found/res/17_0.mbac"), figure);
    assert_eq!(folder.read("found/more.jar/deep/17_0.mbac"), figure);
    // Starts of figures with large tables, which are read again and again.
    folder.write("packed/starts", &[&figure[..], &b"MB\x05\0\x02\x02\x03\x01".repeat(1 << 20)].concat());
    for (path, code) in [("packed/starts", 3), ("packed", 1)] {
        let (found, said) = ends(&folder, &["scan", path], code);
        assert!(found.contains("starts at byte 0: MBAC"), "{found}");
        assert!(said.contains("packed/starts: not all was searched from byte ") && said.contains("1 found"), "{said}");
    }
}

#[test]
fn an_entry_is_replaced_and_a_player_of_the_archive_finds_it() {
    let folder = Folder::new("doors-into");
    let [_, table, _] = game(&folder);
    folder.copy("robots/kabuto.bac", "edited.bac");
    succeeds(&folder, &["convert", "edited.bac", "-o", "edited.mbac"]);
    let edited = folder.read("edited.mbac");
    let said = remarks(&folder, &["convert", "edited.bac", "--into", "game.jar!res/17", "-o", "patched.jar"]);
    let size = folder.read("patched.jar").len();
    assert!(said.contains(&format!("MIDlet-Jar-Size: {size}")), "{said}");
    assert_eq!(unpacked(folder.read("patched.jar"), "res/17"), edited);
    assert_eq!(unpacked(folder.read("patched.jar"), "res/18"), swapped(&table), "the others stay as they are");
    assert!(succeeds(&folder, &["info", "patched.jar!res/17"]).contains("figure, MBAC version"));
    // A swapped entry is swapped again, also in an archive inside.
    let target = "game.jar!more.jar!deep/17";
    succeeds(&folder, &["convert", "edited.mbac", "--into", target, "-o", "deep.jar"]);
    assert_eq!(unpacked(unpacked(folder.read("deep.jar"), "more.jar"), "deep/17"), swapped(&edited));
    // Another kind is refused, and the archive that is read is never written.
    for (target, code, told) in [
        ("game.jar!res/18", 2, "game.jar!res/18 is MTRA"),
        ("none.jar!res/17", 3, "none.jar!res/17: No such file"),
        ("edited.mbac", 2, "edited.mbac is no entry of an archive"),
    ] {
        refused(&folder, &["convert", "edited.bac", "--into", target, "-o", "x.jar"], code, told);
    }
    assert!(!folder.0.join("x.jar").exists());
    ends(&folder, &["convert", "edited.bac", "--into", "game.jar!res/17", "-o", "game.jar", "--force"], 2);
    let wide = Texture { width: 300, height: 1, palette: vec![Rgb::default()], texels: vec![0; 300] };
    folder.write("wide.bmp", &bmp::write(&wide).unwrap());
    let (_, said) = ends(&folder, &["convert", "wide.bmp", "--into", "game.jar!res/skin.dat", "-o", "x.jar"], 3);
    assert!(said.contains("300 x 1 texels; players accept 256"), "{said}");
    assert!(said.contains("keitai: 1 error, 0 warnings; nothing was written"), "{said}");
}

#[test]
fn a_file_inside_another_is_replaced_where_its_size_allows() {
    let folder = Folder::new("doors-inside");
    let [_, _, texture] = game(&folder);
    let small = Texture { width: 1, height: 1, palette: vec![Rgb::default()], texels: vec![0] };
    let small = bmp::write(&small).unwrap();
    folder.write("small.bmp", &small);
    folder.write("large.bmp", &texture);
    let blob = |new: &[u8]| [b"header", new, &vec![0; texture.len() - new.len()], b"trailer"].concat();
    succeeds(&folder, &["convert", "small.bmp", "--into", "game.jar!res/blob@6", "-o", "patched.jar"]);
    assert_eq!(unpacked(folder.read("patched.jar"), "res/blob"), blob(&small));
    // The same in a file of the disk.
    folder.write("pack.bin", &blob(&texture));
    succeeds(&folder, &["convert", "small.bmp", "--into", "pack.bin@6", "-o", "new.bin"]);
    assert_eq!(folder.read("new.bin"), blob(&small));
    for (target, code, told) in [
        ("new.bin@6", 3, &*format!("bytes, and the one at byte 6 has {}", small.len())),
        ("pack.bin@7", 3, "pack.bin: no figure, action table or picture begins at byte 7"),
        ("pack.bin@six", 3, "pack.bin@six: No such file"),
    ] {
        refused(&folder, &["convert", "large.bmp", "--into", target, "-o", "x.bin"], code, told);
    }
}

#[test]
fn commands_name_the_one_that_looks_into_packed_files() {
    let folder = Folder::new("doors-packed");
    let [figure, ..] = art();
    folder.write("pack.bin", &[&b"\0header"[..], &figure].concat());
    folder.write("game.jar", &zip(&[("pack.bin", &folder.read("pack.bin")), ("tune.mmf", b"MMMD\0\0\0\x02ab")]));
    let (listed, said) = ends(&folder, &["info", "game.jar"], 0);
    assert!(listed.contains("10 SMAF tune tune.mmf: sound, which is not read"), "{listed}");
    assert!(said.contains("no figure is inside; `keitai scan 'game.jar'` looks for files inside"), "{said}");
    for (line, code, told) in [
        (&["check", "game.jar"][..], 2, "`keitai scan` looks into other files"),
        (&["convert", "game.jar", "-o", "out/"], 2, "`keitai scan 'game.jar'` looks for files inside"),
        (&["shot", "game.jar", "-o", "x.png"], 3, "`keitai scan game.jar` looks into the files"),
        (&["shot", "pack.bin", "-o", "x.png"], 3, "`keitai scan 'pack.bin'` looks for files inside"),
    ] {
        refused(&folder, line, code, told);
    }
    let found = succeeds(&folder, &["scan", "game.jar", "-o", "found"]);
    assert!(found.contains("game.jar!tune.mmf at byte 0: SMAF tune, 10 bytes -> found/tune.mmf_0.mmf"), "{found}");
    assert_eq!(folder.read("found/pack.bin_7.mbac"), figure);
}

/// Runs the commands of the table in the README, in their order, on a game with the entries that they name.
#[test]
fn the_way_of_the_page_leads_from_a_game_to_an_edited_model_in_it() {
    let folder = Folder::new("doors-readme");
    let [figure, table, texture] = art();
    let entries: [(&str, &[u8]); 3] = [("res/17", &figure), ("res/18", &table), ("res/20", &texture)];
    folder.write("game.jar", &zip(&entries));
    let readme = std::fs::read_to_string(repository("docs/commands/README.md")).unwrap();
    let rows = readme.lines().skip_while(|line| *line != "## Figures of a game").skip(1);
    let rows = rows.take_while(|line| !line.starts_with("## "));
    let cells = |row: &'_ str| {
        <[String; 5]>::try_from(row.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()).ok()
    };
    let mut ran = 0;
    for [_, _, command, files, _] in rows.filter_map(cells) {
        let Some(command) = command.strip_prefix("`keitai ").and_then(|command| command.strip_suffix('`')) else {
            continue;
        };
        let arguments: Vec<&str> = command.split(' ').map(|word| word.trim_matches('\'')).collect();
        let output = keitai(&folder, &arguments);
        let said = text(&output.stderr);
        ran += 1;
        if arguments[0] == "view" {
            // The files are opened before the window.
            assert!(said.contains("no display"), "{command}: {said}");
            continue;
        }
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
        // Files after a semicolon belong to another game.
        for file in files.split(';').next().unwrap().split('`').skip(1).step_by(2) {
            let places = ["", "out/res"].map(|below| folder.0.join(below).join(file));
            assert!(places.iter().any(|place| place.is_file()), "{command}: no {file}");
        }
    }
    assert_eq!(ran, 14);
    for (entry, file) in [("res/17", "edited.mbac"), ("res/18", "edited.mtra")] {
        assert_eq!(unpacked(folder.read("patched.jar"), entry), folder.read(file), "{entry}");
    }
    succeeds(&folder, &["compare", "game.jar!res/17", "patched.jar!res/17"]);
}

#[test]
fn evil_and_damaged_archives_write_nothing() {
    let folder = Folder::new("doors-evil");
    let [figure, ..] = art();
    for (name, entry) in [("up.jar", "../evil"), ("root.jar", "/a/../../evil"), ("drive.jar", "C:evil")] {
        folder.write(name, &zip(&[("17", &figure), (entry, &figure)]));
        refused(&folder, &["convert", name, "-o", "out/"], 3, "leads out of the output folder");
    }
    let whole = zip(&[("17", &figure)]);
    // The first byte of the packed data is the 33rd: a local header of 30 bytes and a name of 2.
    let mut damaged = whole.clone();
    damaged[60] ^= 0xFF;
    let mut encrypted = whole.clone();
    encrypted[6] |= 1;
    let directory = whole.windows(4).rposition(|bytes| bytes == b"PK\x01\x02").unwrap();
    encrypted[directory + 8] |= 1;
    // Beyond 64 MiB unpacked.
    let bomb = zip(&[("17", &vec![0; 65 << 20])]);
    let faulty = [
        ("cut.jar", &whole[..whole.len() / 2], 3),
        ("bad.jar", &damaged, 1),
        ("locked.jar", &encrypted, 1),
        ("bomb.jar", &bomb, 1),
    ];
    for (name, bytes, code) in faulty {
        folder.write(name, bytes);
        let (_, said) = ends(&folder, &["convert", name, "-o", "out/"], code);
        assert!(said.contains(name) && !said.contains("the others"), "{said}");
    }
    assert!(!folder.0.join("out").exists() && !folder.0.join("../evil").exists());
    assert!(!Path::new("/no-such-folder").exists());
}

#[test]
fn a_damaged_entry_is_left_out_and_told() {
    let folder = Folder::new("doors-damaged");
    let [figure, ..] = art();
    let mut archive = zip(&[("broken.mbac", &figure), ("res\\17", &figure), ("Game.class", &figure)]);
    // A local header has 30 bytes, a name follows, and then the packed data.
    archive[60] ^= 0xFF;
    let program = archive.windows(10).position(|bytes| bytes == b"Game.class").unwrap();
    archive[program + 40] ^= 0xFF;
    folder.write("game.jar", &archive);
    let (_, message) = ends(&folder, &["convert", "game.jar", "-o", "out/"], 1);
    assert!(message.contains("broken") && message.contains("1 file of the archive cannot be read"), "{message}");
    assert!(!message.contains("Game.class"), "programs are no content: {message}");
    assert_eq!(folder.read("out/res/17.mbac"), figure);
    // A scan finds the others, and ends as a check does.
    for (paths, code) in [(&["game.jar"][..], 1), (&["none", "game.jar"], 3)] {
        let (found, said) = ends(&folder, &[&["scan"], paths].concat(), code);
        assert!(found.contains("17 at byte 0: MBAC"), "{found}");
        assert!(said.contains("broken.mbac: is damaged"), "{said}");
        ends(&folder, &[&["check"], paths].concat(), code);
    }
}

#[test]
fn a_figure_that_cannot_become_text_does_not_keep_back_the_others() {
    let folder = Folder::new("doors-textless");
    let [figure, ..] = art();
    let cut = &figure[..figure.len() / 2];
    folder.write("game.jar", &zip(&[("17", &figure), ("cut", cut)]));
    let (_, said) = ends(&folder, &["convert", "game.jar", "-o", "out/"], 1);
    assert!(said.contains("game.jar!cut: byte") && said.contains("1 file cannot be converted"), "{said}");
    assert_eq!([folder.read("out/17.mbac"), folder.read("out/cut.mbac")], [&figure, cut].map(<[u8]>::to_vec));
    assert!(folder.0.join("out/17.bac").exists());
}

#[test]
fn damaged_entries_are_told_whatever_their_names() {
    let folder = Folder::new("doors-nameless");
    let [figure, ..] = art();
    let deep = zip(&[("in.zip", &zip(&[("17", &figure)]))]);
    let cut: &[u8] = b"PK\x03\x04 and no more";
    let entries: [(&str, &[u8]); 5] =
        [("17", &figure), ("./18", &figure), ("more.jar", cut), ("a.png", &figure), ("mid.zip", &deep)];
    let mut archive = zip(&entries);
    for name in ["17", "a.png"] {
        let at = archive.windows(name.len()).position(|bytes| bytes == name.as_bytes()).unwrap();
        archive[at + name.len() + 30] ^= 0xFF;
    }
    folder.write("game.jar", &archive);
    let (lines, _) = ends(&folder, &["check", "game.jar"], 1);
    for entry in ["17", "more.jar", "mid.zip!in.zip"] {
        assert!(lines.contains(&format!("game.jar!{entry}: error[K010]")), "{entry}: {lines}");
    }
    assert!(!lines.contains("a.png"), "pictures in archives may be anything: {lines}");
    let (_, said) = ends(&folder, &["convert", "game.jar", "-o", "out/"], 1);
    assert!(said.contains("4 files of the archive cannot be read"), "{said}");
    assert_eq!(folder.read("out/18.mbac"), figure);
}

/// An archive of what an archive became has the texts of its tables already.
#[test]
fn the_texts_in_an_archive_are_better_than_those_of_its_tables() {
    let folder = Folder::new("doors-texts");
    let table = std::fs::read(asset("robots/tin.mtra")).unwrap();
    folder.write("game.jar", &zip(&[("robo.mtra", &table), ("robo_0.tra", b";TRA by hand")]));
    succeeds(&folder, &["convert", "game.jar", "-o", "out/"]);
    assert_eq!(folder.read("out/robo_0.tra"), b";TRA by hand");
    assert!(folder.0.join("out/robo_1.tra").exists());
}

#[test]
fn a_signature_that_no_longer_fits_is_told() {
    let folder = Folder::new("doors-signed");
    let [figure, ..] = art();
    folder.write("robo.mbac", &figure);
    for (name, is_told) in [("META-INF/DEVELOPER.SF", true), ("META-INF/notes/A.SF", false)] {
        folder.write("game.jar", &zip(&[("17", &figure), (name, b"")]));
        let said = remarks(&folder, &["convert", "robo.mbac", "--into", "game.jar!17", "-o", "patched.jar", "--force"]);
        assert_eq!(said.contains("signature"), is_told, "{name}");
    }
}
