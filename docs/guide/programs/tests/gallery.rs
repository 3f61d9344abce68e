//! The gallery of scenes/README.md: each scene of the folder with its picture and the sentence of its first comment.

use keitai::picture::encode_png;

use super::*;

/// Ticks until the pictures: five seconds.
const TICKS: u32 = 150;
const COLUMNS: usize = 3;

const HEAD: &str = "\
Every scene of this folder after five seconds. This section and its pictures are generated: `KEITAI_BLESS=1 cargo test -p
keitai-guide gallery` rewrites them. The sentences are the first comments of the scenes.

";

/// Returns the names of the scenes, without the file that has prefabs alone.
fn scenes() -> Vec<String> {
    let name = |file: PathBuf| Some(file.to_str()?.strip_prefix("scenes/")?.strip_suffix(".ron")?.to_owned());
    let files = fs::read_dir("scenes").unwrap().filter_map(|file| name(file.unwrap().path()));
    let mut scenes: Vec<String> = files.filter(|name| name != "prefabs").collect();
    scenes.sort();
    scenes
}

fn sentence(name: &str) -> String {
    let text = read(&Path::new("scenes").join(name).with_extension("ron"));
    let comment: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("// ")).collect();
    assert!(comment.last().is_some_and(|line| line.ends_with('.')), "{name}.ron begins without a sentence");
    comment.join(" ")
}

#[test]
fn the_gallery_shows_every_scene_as_it_is_drawn() {
    guide();
    let scenes = scenes();
    let file = Path::new("scenes/README.md");
    let text = read(file);
    let (before, _) = text.split_once("\n## Gallery\n\n").unwrap();
    let mut page = format!("{before}\n## Gallery\n\n{HEAD}");
    page += &format!("|{}\n|{}\n", " |".repeat(COLUMNS), "---|".repeat(COLUMNS));
    for row in scenes.chunks(COLUMNS) {
        page += "|";
        for name in row {
            let mut stage = open(&Path::new("scenes").join(name).with_extension("ron"));
            let picture = format!("docs/pictures/gallery/{name}.png");
            assert_file(Path::new(&picture), &encode_png(&picture_after(&mut stage, TICKS)).unwrap());
            let sentence = sentence(name);
            page += &format!(
                " <img src=\"../{picture}\" alt=\"{name}.ron\" width=\"240\"><br>[{name}.ron]({name}.ron): {sentence} |"
            );
        }
        page += "\n";
    }
    assert_file(file, page.as_bytes());
    let pictures = fs::read_dir("docs/pictures/gallery").unwrap().count();
    assert_eq!(pictures, scenes.len(), "docs/pictures/gallery has pictures of no scene");
}
