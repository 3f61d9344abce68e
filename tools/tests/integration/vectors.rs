//! Compares conversions of all texts that the vendor's converter accepts with its outputs: no vertex is more than a unit
//! off in any frame.

use crate::program::{corpus, json};

/// Outputs of the vendor's converter from indices and orders without meaning; ours refuses the texts.
const GARBAGE: [&str; 5] = ["err_matidx", "err_uvidx", "err_vidx_neg", "normals_fewer", "t_unsorted"];

#[test]
fn conversions_are_within_a_unit_of_the_vendors() {
    let Some(folder) = corpus("vectors/converter") else { return };
    let index = std::fs::read_to_string(folder.join("index.tsv")).unwrap();
    let (mut largest, mut where_) = (0.0, String::new());
    let (mut compared, mut frames) = (0, 0);
    for line in index.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, target, scale, delete_unused, keep_redundant, optimized] = columns[..6] else { panic!("{line}") };
        let outputs: Vec<&str> = columns[7].split_whitespace().collect();
        let figure = outputs.iter().find(|output| output.ends_with(".mbac"));
        let refused = columns.get(8).is_some_and(|message| !message.is_empty());
        let Some(figure) = figure.filter(|_| !GARBAGE.contains(&name) && !refused) else { continue };
        let source = figure.replace("out", "in").replace(".mbac", ".bac");
        let mut arguments = vec!["compare", &source, figure, "--vendor", "--target", target, "--scale", scale];
        arguments.extend((delete_unused == "no").then_some("--keep-unused-bones"));
        arguments.extend((keep_redundant == "no").then_some("--merge-vertices"));
        arguments.extend((optimized == "yes").then_some("--optimized-texel"));
        let report = json(&folder.join(name), &arguments, 0);
        let measured = report["measured"].as_array().unwrap();
        frames += measured.iter().map(|measured| measured["frames"].as_u64().unwrap()).sum::<u64>();
        let distance = report["largest"].as_f64().unwrap();
        if distance > largest {
            (largest, where_) = (distance, name.to_owned());
        }
        compared += 1;
    }
    println!("{compared} figures in {frames} postures: up to {largest:.2} units apart {where_}");
    assert!(compared > 120 && frames > 2000, "{compared} {frames}");
}
