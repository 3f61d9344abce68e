//! The pages for readers agree with the program: their examples run, their numbers are those of the code, and their links
//! lead to files and folders.

use std::path::{Path, PathBuf};

use crate::program::{Folder, asset, keitai, repository, succeeds, text, unpacked, zip};
use keitai_formats::{Blend, Figure, Limits, Material};

const WINDOW: &str = "needs a window";
const OUTPUTS: [&str; 4] = ["-o", "--record", "--record-shot", "--picture"];

fn read(page: &Path) -> String {
    std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// Returns the Markdown files of a folder of the repository, in order.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repository(folder)).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// Returns the lines of the shell blocks of a page, without `keitai`, each with the comment at its end.
fn examples(page: &str) -> Vec<(&str, Option<&str>)> {
    let blocks = page.split("```sh\n").skip(1).map(|block| block.split("```").next().unwrap());
    let lines = blocks.flat_map(str::lines).map(|line| {
        let (command, comment) =
            line.split_once(" # ").map_or((line, None), |(command, comment)| (command, Some(comment)));
        let arguments = command.strip_prefix("cargo keitai").or_else(|| command.strip_prefix("keitai"));
        (arguments.unwrap_or_else(|| panic!("{line}: runs another program")).trim(), comment)
    });
    lines.collect()
}

/// Runs the examples of a page in their order, with `target` replaced by an empty folder, and returns their number.
fn run_examples(name: &str, page: &str) -> usize {
    let root = repository("");
    let folder = Folder::new(&format!("docs-{name}"));
    let examples = examples(page);
    for (line, comment) in &examples {
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2).filter(|pair| OUTPUTS.contains(&pair[0])) {
            assert!(pair[1].starts_with("target/"), "{name}: `{line}` writes outside of target");
        }
        if let Some(comment) = comment {
            assert_eq!(*comment, WINDOW, "{name}: {line}");
            for file in words.iter().filter(|word| word.contains('/')) {
                assert!(root.join(file).is_file(), "{name}: `{line}` names no file of the repository");
            }
            continue;
        }
        let redirected = words.iter().map(|word| match word.strip_prefix("target/") {
            Some(file) => folder.0.join(file).display().to_string(),
            None => (*word).to_owned(),
        });
        let redirected: Vec<String> = redirected.collect();
        let arguments: Vec<&str> = redirected.iter().map(String::as_str).collect();
        succeeds(&root, &arguments);
    }
    examples.len()
}

#[test]
fn examples_of_the_commands_run() {
    for page in pages("docs/commands") {
        let name = page.file_stem().unwrap().to_str().unwrap().to_owned();
        let ran = run_examples(&name, &read(&page));
        assert_eq!(ran == 0, name == "README", "{name} has {ran} examples");
    }
}

#[test]
fn the_commands_of_the_readme_run() {
    let readme = read(&repository("README.md"));
    let (_, commands) = readme.split_once("\n## Show and convert\n").unwrap();
    assert!(run_examples("readme", commands.split("\n## ").next().unwrap()) > 0);
}

/// Runs the commands of the table on the page, in their order, on a game with the entries that they name.
#[test]
fn the_way_of_the_page_leads_from_a_game_to_an_edited_model_in_it() {
    let folder = Folder::new("doors-readme");
    let [figure, table, texture] =
        ["robots/tin.mbac", "robots/tin.mtra", "robots/tin.bmp"].map(|name| std::fs::read(asset(name)).unwrap());
    folder.write("game.jar", &zip(&[("res/17", &figure), ("res/18", &table), ("res/20", &texture)]));
    let readme = read(&repository("docs/commands/README.md"));
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
        if arguments.contains(&"--into") {
            let size = folder.read(arguments.last().unwrap()).len();
            assert!(said.contains(&format!("MIDlet-Jar-Size: {size}")), "{said}");
        }
        // Files after a semicolon belong to another game.
        for file in files.split(';').next().unwrap().split('`').skip(1).step_by(2) {
            let places = ["", "out/res"].map(|below| folder.0.join(below).join(file));
            assert!(places.iter().any(|place| place.is_file()), "{command}: no {file}");
        }
    }
    assert_eq!(ran, 14);
    for (entry, file) in [("res/17", "edited.mbac"), ("res/18", "edited.mtra")] {
        assert_eq!(unpacked(&folder.read("patched.jar"), entry), folder.read(file), "{entry}");
    }
    succeeds(&folder, &["compare", "game.jar!res/17", "patched.jar!res/17"]);
}

#[test]
fn limits_are_those_of_the_readers() {
    let page = read(&repository("docs/formats.md"));
    let Limits { vertices, textures, patterns, colours, texels } = Limits::PLAYERS;
    let (thousands, rest) = (vertices / 1000, vertices % 1000);
    for said in [
        format!(
            "at most {thousands},{rest:03} vertices, {textures} textures, {patterns} patterns and {colours} colours"
        ),
        format!("| size | up to {texels} x {texels},"),
        format!("pattern {} never", Figure::UNDRAWN_PATTERN),
    ] {
        assert!(page.contains(&said), "{said}");
    }
}

#[test]
fn material_bits_are_those_of_the_readers() {
    let page = read(&repository("docs/formats.md"));
    let (_, section) = page.split_once("\n### Material bits\n").unwrap();
    let rows: Vec<&str> =
        section.split("\n#").next().unwrap().lines().filter(|line| line.starts_with("| 0x")).collect();
    let [half, add, subtract] = [Blend::Half, Blend::Add, Blend::Sub].map(Blend::bits);
    let unused = 0x3FF & !Material::TEXTURED;
    let expected = [
        format!("| 0x{:03X} | colour key", Material::COLOUR_KEY),
        format!("| 0x{:03X} | blend function: 0 normal, {half} half, {add} add, {subtract} subtract ", Material::BLEND),
        format!("| 0x{unused:03X} | must be 0 "),
        format!("| 0x{:03X} | double face", Material::DOUBLE_FACE),
        format!("| 0x{:03X} | lighting", Material::LIGHTING),
        format!("| 0x{:03X} | sphere map", Material::SPHERE_MAP),
        format!("| 0x{:03X} | flat shade", Material::FLAT_SHADE),
        format!(
            "| 0x{:03X}, 0x{:03X} | sort by the nearest, the farthest",
            Material::SORT_NEAREST,
            Material::SORT_FARTHEST
        ),
    ];
    assert_eq!(rows.len(), expected.len(), "{rows:#?}");
    for (row, expected) in rows.iter().zip(&expected) {
        assert!(row.starts_with(expected), "{row}\n{expected}");
    }
    for (format, bits) in [(2, Material::IN_TEXT), (3, Material::TEXTURED)] {
        let row = page.lines().find(|line| line.starts_with(&format!("| {format} | `u(8)` material bits"))).unwrap();
        assert!(row.ends_with(&format!("| 0x{bits:04X} |")), "{row}");
    }
}

/// Returns the targets of the links and pictures of a page, without those of other sites.
fn links(page: &str) -> Vec<&str> {
    let targets = [("](", ')'), ("src=\"", '"'), ("href=\"", '"')]
        .into_iter()
        .flat_map(|(start, end)| page.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap()));
    targets.filter(|target| !target.contains("://")).collect()
}

#[test]
fn links_lead_to_files_and_folders() {
    let folders = ["", "docs", "docs/commands", "docs/guide", "scenes", "game", "game/rally", "tests", "assets"];
    let mut followed = 0;
    for page in folders.iter().flat_map(|folder| pages(folder)) {
        for link in links(&read(&page)) {
            let file = link.split('#').next().unwrap();
            let target = page.parent().unwrap().join(file);
            assert!(target.exists(), "{}: {link} leads to no file or folder", page.display());
            followed += 1;
        }
    }
    assert!(followed > 30, "{followed} links are too few");
}
