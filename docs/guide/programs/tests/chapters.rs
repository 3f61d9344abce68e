//! Every chapter's text holds its scenes word for word, and every program plays its record and draws its picture.

use super::*;

/// Returns the texts of the chapters by name, in the order of their numbers.
fn chapters() -> Vec<(String, String)> {
    let files = fs::read_dir(guide()).unwrap().map(|file| file.unwrap().path());
    let mut pages: Vec<PathBuf> = files.filter(|file| file.extension().is_some_and(|ending| ending == "md")).collect();
    pages.sort();
    let chapter = |page: &PathBuf| {
        let name = page.file_stem().unwrap().to_str().unwrap().split_once('-')?.1.to_owned();
        Some((name, read(page)))
    };
    pages.iter().filter_map(chapter).collect()
}

#[test]
fn every_chapter_has_its_program() {
    let chapters = chapters();
    let names: Vec<&str> = chapters.iter().map(|(name, _)| name.as_str()).collect();
    let expected: Vec<&str> = CHAPTERS.iter().map(|(name, _)| *name).chain(["calls"]).collect();
    assert_eq!(names, expected);
    // The program of the last one is a template, which `tests/new/run` builds and plays.
    let template = read(Path::new("tools/templates/micro3d/main.rs")).replace("{{name}}", "hop");
    assert_same("calls", &blocks(&chapters.last().unwrap().1, "rust").concat(), &template);
}

#[test]
fn the_scenes_of_a_chapter_are_its_files() {
    for (name, page) in chapters() {
        // A chapter's scenes begin with its name.
        let files = fs::read_dir("scenes/guide").unwrap().map(|file| file.unwrap().path());
        let own = |file: &PathBuf| file.file_stem().unwrap().to_str().unwrap().split('-').next().unwrap() == name;
        let mut scenes: Vec<PathBuf> = files.filter(own).collect();
        scenes.sort();
        let blocks = blocks(&page, "ron");
        assert_eq!(blocks.len(), scenes.len(), "{name}: blocks and scenes");
        for scene in &scenes {
            let text = read(scene);
            let first = text.lines().next().unwrap();
            let block = blocks.iter().find(|block| block.starts_with(first));
            let block = block.unwrap_or_else(|| panic!("{name}: {} is not in the page", scene.display()));
            assert_same(&scene.display().to_string(), block, &text);
        }
    }
}

/// Plays the records, and compares the last pictures with those of the pages. `KEITAI_BLESS=1` rewrites both.
#[test]
fn every_program_plays_its_record_and_draws_its_picture() {
    let guide = guide();
    let blesses = blesses();
    for (name, app) in CHAPTERS {
        let replay = Some(guide.join("plays").join(name).with_extension("replay"));
        let expected = guide.join("pictures").join(name).with_extension("png");
        let drawn = if blesses {
            expected.clone()
        } else {
            std::env::temp_dir().join(format!("keitai-guide-{name}-{}.png", std::process::id()))
        };
        let picture = Some(drawn.clone());
        let options = Options { headless: true, replay, force: true, renew: blesses, picture, ..Options::default() };
        app().run(&options).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        if !blesses {
            assert!(
                pixels(&fs::read(&drawn).unwrap()) == pixels(&fs::read(&expected).unwrap()),
                "{name}: the picture differs from {}",
                drawn.display()
            );
            fs::remove_file(drawn).unwrap();
        }
    }
}
