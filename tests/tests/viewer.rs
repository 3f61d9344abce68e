//! Pictures drawn by the vendor's own viewer, compared pixel by pixel.

use keitai_tests::{Picture, corpus, draw, references};

#[test]
fn pictures_of_the_vendors_viewer() {
    let Some(corpus) = corpus() else { return };
    let folder = corpus.join("vectors/viewer");
    let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, status) = (fields[0], fields[3]);
        let shot = folder.join(format!("{name}.ron"));
        for (k, path) in references(&shot) {
            let wrong = Picture::read(&path).wrong(&draw(&shot, k, None));
            println!("{status:8} {wrong:6} {name}");
        }
    }
}
