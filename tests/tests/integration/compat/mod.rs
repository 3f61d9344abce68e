//! Every setting of the renderer and every choice of it, each by a small picture in which it does what it says.
//!
//! A new field or choice fails here until it has an entry.

mod light;
mod lists;
mod order;
mod pixels;
mod pose;
mod project;
mod raster;
mod stage;
mod textures;

use keitai_render::Compat;
use keitai_tests::settings;

/// A setting: its name, something that it acts on, and what is seen under each choice, the default first.
type Entry = (&'static str, fn(&Compat) -> String, &'static [(&'static str, &'static str)]);

fn entries() -> impl Iterator<Item = &'static Entry> {
    [
        pose::ENTRIES,
        project::ENTRIES,
        light::ENTRIES,
        order::ENTRIES,
        raster::ENTRIES,
        textures::ENTRIES,
        pixels::ENTRIES,
        lists::ENTRIES,
    ]
    .into_iter()
    .flatten()
}

#[test]
fn every_choice_has_an_entry() {
    for (field, choices) in settings::fields() {
        let entered: Vec<&str> = entries()
            .filter(|(name, ..)| *name == field)
            .flat_map(|(_, _, seen)| seen.iter().map(|(choice, _)| *choice))
            .collect();
        assert_eq!(entered, choices, "{field}");
    }
}

#[test]
fn every_choice_does_what_it_says() {
    let mut wrong = Vec::new();
    for (field, shown, seen) in entries() {
        for (choice, expected) in *seen {
            let found = shown(&settings::with(field, choice));
            if found != *expected {
                wrong.push(format!("{field}: {choice} shows {found}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_choice_differs_from_the_default() {
    for (field, _, seen) in entries() {
        for (choice, expected) in &seen[1..] {
            assert_ne!(*expected, seen[0].1, "{field}: {choice}");
        }
    }
}
