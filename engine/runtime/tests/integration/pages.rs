//! `scenes/README.md` and `scenes/shots.md` agree with the code: the tables have all fields and no others, and every example
//! loads. `docs/gallery.md` has every scene.

use std::collections::BTreeSet;
use std::path::Path;

use crate::content::{files_in, repository};
use keitai_runtime::assets::{AssetPath, Source};
use keitai_runtime::shot::{Player, Shot};
use keitai_runtime::{Error, Settings, Stage};

const README: &str = include_str!("../../../../scenes/README.md");
const GALLERY: &str = include_str!("../../../../docs/gallery.md");
const SHOTS: &str = include_str!("../../../../scenes/shots.md");

/// Headings, each with a scene whose unknown field `zzz` is in the part that the heading describes.
const TABLES: &[(&str, &str)] = &[
    ("## The scene", "(zzz: 1)"),
    ("## An entity", "(entities: [(zzz: 1)])"),
    ("### `play`", "(entities: [(play: (zzz: 1))])"),
    ("### `events`", "(entities: [(events: [(zzz: 1)])])"),
    ("### `repeat`", "(entities: [(repeat: (zzz: 1))])"),
    ("### `effect`", "(entities: [(effect: (zzz: 1))])"),
    ("### `tint`", "(entities: [(tint: (zzz: 1))])"),
    ("### `sprite`", "(entities: [(sprite: (zzz: 1))])"),
    ("#### `frames`", "(entities: [(sprite: (frames: (zzz: 1)))])"),
    ("### `image`", "(entities: [(image: (zzz: 1))])"),
    ("### `rectangle`", "(entities: [(rectangle: (zzz: 1))])"),
    ("### `text`", "(entities: [(text: (zzz: 1))])"),
    ("#### `Cells`", "(entities: [(text: (font: Cells(zzz: 1)))])"),
    ("### `number`", "(entities: [(number: (zzz: 1))])"),
    ("### `gauge`", "(entities: [(gauge: (zzz: 1))])"),
    ("### `menu`", "(entities: [(menu: (zzz: 1))])"),
    ("#### `items`", "(entities: [(menu: (items: [(zzz: 1)]))])"),
    ("#### `cursor`", "(entities: [(menu: (cursor: (zzz: 1)))])"),
    ("#### `sounds`", "(entities: [(menu: (sounds: (zzz: 1)))])"),
    ("### `sound`", "(entities: [(sound: (zzz: 1))])"),
    ("### `texts`", "(texts: \"table.ron\")"),
    ("### `fonts`", "(fonts: {\"a\": (zzz: 1)})"),
    ("### `sounds`", "(sounds: {\"a\": (zzz: 1)})"),
    ("### `music`", "(music: (zzz: 1))"),
    ("### `paths`", "(paths: {\"a\": (zzz: 1)})"),
    ("### `points`", "(paths: {\"a\": (points: [(zzz: 1)])})"),
    ("### `strips`", "(entities: [(strips: [(zzz: 1)])])"),
    ("### `along`", "(entities: [(along: (zzz: 1))])"),
    ("### `light`", "(entities: [(light: (zzz: 1))])"),
    ("### `camera`", "(entities: [(camera: (zzz: 1))])"),
    ("#### `LookAt`", "(entities: [(camera: (rig: LookAt(zzz: 1)))])"),
    ("#### `Orbit`", "(entities: [(camera: (rig: Orbit(zzz: 1)))])"),
    ("#### `Follow`", "(entities: [(camera: (rig: Follow(zzz: 1)))])"),
    ("#### `Chase`", "(entities: [(camera: (rig: Chase(zzz: 1)))])"),
    ("### `velocity`", "(entities: [(velocity: (zzz: 1))])"),
    ("### `heights`", "(entities: [(heights: (zzz: 1))])"),
    ("### `steer`", "(entities: [(steer: (zzz: 1))])"),
];

fn open(source: Source) -> Result<Stage, Error> {
    Stage::open(source, &AssetPath::new("scenes/a.ron").unwrap(), &Settings::default())
}

/// Returns the words in backquotes.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn section(page: &'static str, heading: &str) -> &'static str {
    let (_, rest) = page.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    rest.split("\n#").next().unwrap()
}

/// Returns the first word in backquotes of each row of a table.
fn rows(section: &str) -> impl Iterator<Item = &str> {
    section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next())
}

#[test]
fn every_field_and_statement_of_a_shot_is_explained_and_no_other() {
    for (heading, shot) in
        [("## The shot", "(zzz: 1)"), ("## Statements", "(size: (8, 8), background: 0, frame: [Zzz])")]
    {
        let refused = Shot::parse(shot).unwrap_err().hint().unwrap();
        let (_, expected) = refused.split_once("expected one of").unwrap();
        let explained: BTreeSet<&str> = rows(section(SHOTS, heading)).filter_map(|row| row.split('(').next()).collect();
        assert_eq!(explained, quoted(expected), "{heading}");
    }
}

#[test]
fn the_example_is_a_shot_that_draws() {
    let example = SHOTS.split("```ron\n").nth(1).unwrap().split("```").next().unwrap();
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let shot = Shot::parse(example).unwrap();
    let mut player = Player::new(&shot, &Settings::default(), |name| std::fs::read(scenes.join(name))).unwrap();
    let mut picture = player.framebuffer();
    player.draw(5, &mut picture).unwrap();
    let covered = picture.pixels().iter().filter(|pixel| **pixel != picture.pixels()[0]).count();
    assert!(covered > 5000, "{covered} pixels are too few for a robot");
}

#[test]
fn every_field_is_explained_and_no_other() {
    for (heading, scene) in TABLES {
        let files = [("scenes/a.ron", *scene), ("scenes/table.ron", "(zzz: 1)")];
        let error = open(Source::memory(files.map(|(path, text)| (path, text.as_bytes())))).err().unwrap();
        assert!(error.to_string().contains("unknown field `zzz`"), "{heading}: {error}");
        let hint = error.hint().unwrap();
        let explained: BTreeSet<&str> = rows(section(README, heading)).collect();
        assert_eq!(explained, quoted(&hint), "{heading}");
    }
}

#[test]
fn every_heading_with_a_name_is_tested() {
    let headings = README.lines().filter(|line| line.starts_with("##") && line.contains('`'));
    let tested: BTreeSet<&str> = TABLES.iter().map(|(heading, _)| *heading).collect();
    for heading in headings {
        assert!(tested.contains(heading), "{heading}");
    }
}

#[test]
fn the_ten_lines_are_a_scene() {
    let example = README.split("```ron\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(example.lines().count() <= 10);
    let root = repository();
    let mut files = vec![("scenes/a.ron".to_owned(), example.as_bytes().to_vec())];
    for folder in ["assets/ring", "assets/robots"] {
        for path in files_in(folder) {
            files.push((path.to_string(), root.read(&path, 1 << 20).unwrap().into_owned()));
        }
    }
    let mut stage = open(Source::memory(files)).unwrap_or_else(|error| panic!("{error}"));
    stage.tick(&[]);
    assert_eq!(stage.entities().len(), 4);
}

#[test]
fn every_scene_is_listed() {
    for path in files_in("scenes") {
        if !["prefabs.ron", "README.md", "shots.md"].contains(&path.name()) {
            let (name, stem) = (path.name(), path.stem());
            let shown = format!(
                "<img src=\"pictures/gallery/{stem}.png\" alt=\"{name}\" width=\"240\"><br>[{name}](../scenes/{name}):"
            );
            assert!(GALLERY.contains(&shown), "{path}");
        }
    }
}
