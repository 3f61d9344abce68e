//! Texts in several languages: by key, with a fallback, changed while a scene runs.

use std::collections::BTreeSet;

use crate::content::{drawn, path};
use keitai_runtime::assets::Source;
use keitai_runtime::controls::{Button, Controls};
use keitai_runtime::world::{ListMenu, MenuChoice, Number, Text};
use keitai_runtime::{Error, Language, SceneMenu, Settings, Stage};

const TABLE: &str = r#"(languages: [("en", "English"), ("de", "Deutsch")], texts: {
    "play": {"en": "PLAY", "de": "SPIELEN"},
    "lap": {"en": "LAP {}", "de": "RUNDE {}"},
    "off": {"en": "OFF", "de": "AUS"},
    "on": {"en": "ON"},
})"#;

const SCENE: &str = r#"(texts: "../texts.ron", ready: ["spark"],
    prefabs: {"spark": (text: (key: "play"))},
    entities: [
        (name: "lap", text: (key: "lap"), number: (value: 2)),
        (name: "menu", menu: (items: [(key: "play"), (id: "music", key: "on")])),
    ])"#;

fn open(scene: &str, table: &str, language: Option<&str>) -> Result<Stage, Error> {
    let source =
        Source::memory([("scenes/a.ron", scene.as_bytes().to_vec()), ("texts.ron", table.as_bytes().to_vec())]);
    let language = language.and_then(Language::new);
    let settings = Settings { language, ..Settings::default() };
    Stage::open(source, &path("scenes/a.ron"), &settings)
}

fn text(stage: &Stage, name: &str) -> String {
    stage.world.get::<&Text>(stage.named(name).unwrap()).unwrap().text.clone()
}

fn set_language(stage: &mut Stage, tag: &str) {
    stage.set_language(Language::new(tag).unwrap());
}

#[test]
fn texts_are_in_the_language_of_the_settings_or_the_first_one() {
    let shown = |language| {
        let stage = open(SCENE, TABLE, language).unwrap_or_else(|error| panic!("{error}"));
        (text(&stage, "lap"), stage.scene().language().unwrap().to_string())
    };
    assert_eq!(shown(None), ("LAP 2".to_owned(), "en".to_owned()));
    assert_eq!(shown(Some("de")), ("RUNDE 2".to_owned(), "de".to_owned()));
    let mut stage = open(SCENE, TABLE, Some("fr")).unwrap();
    assert_eq!(text(&stage, "lap"), "LAP 2");
    let warnings = BTreeSet::from(["texts.ron has no language \"fr\", but en, de".to_owned()]);
    assert_eq!((stage.take_warnings(), stage.take_warnings()), (warnings, BTreeSet::new()));
}

#[test]
fn a_language_changes_while_the_scene_runs() {
    let mut stage = open(SCENE, TABLE, None).unwrap();
    let mut menu = SceneMenu::find(&stage, "menu").unwrap();
    menu.tick(&mut stage, &[]);
    menu.tick(&mut stage, &[Controls::press(Button::Down)]);
    stage.world.get::<&mut Number>(stage.named("lap").unwrap()).unwrap().value = 3;
    let digest = stage.digest();

    set_language(&mut stage, "de");
    stage.tick(&[]);
    assert_eq!((text(&stage, "lap"), stage.digest()), ("RUNDE 3".to_owned(), digest), "the number stays");
    let entity = stage.named("menu").unwrap();
    assert_eq!(stage.world.get::<&ListMenu>(entity).unwrap().selected().unwrap().as_ref(), "music");
    assert_eq!(menu.tick(&mut stage, &[Controls::press(Button::A)]), Some(MenuChoice::Item("music")));
    let spark = stage.spawn("spark").unwrap();
    assert_eq!(stage.world.get::<&Text>(spark).unwrap().text, "SPIELEN");
    assert_eq!(stage.text("play").as_ref(), "SPIELEN");

    // Scenes that are opened or loaded again keep the language.
    stage.reload(&[]).unwrap();
    assert_eq!(text(&stage, "lap"), "RUNDE 3");
    stage.restart();
    assert_eq!(text(&stage, "lap"), "RUNDE 2");
    let other = stage.open_scene(&path("scenes/a.ron")).unwrap();
    assert_eq!(text(&other, "lap"), "RUNDE 2");
    set_language(&mut stage, "en");
    assert_eq!((text(&stage, "lap"), stage.text("off").as_ref()), ("LAP 2".to_owned(), "OFF"));
}

#[test]
fn a_menu_is_as_wide_as_its_texts_in_the_language() {
    let widths = [None, Some("de")].map(|language| {
        let mut stage = open(SCENE, TABLE, language).unwrap();
        let picture = drawn(&mut stage);
        let columns = (0..240).filter(|x| (0..320).any(|y| picture.pixels()[y * 240 + x] == 0xFFD040));
        columns.max().unwrap()
    });
    // The menu is in the middle of the corner; "SPIELEN" is 18 pixels longer than "PLAY", half of that to the right.
    assert_eq!(widths[1] - widths[0], 9);
}

#[test]
fn what_a_language_lacks_is_shown_in_the_first_one_and_told() {
    let mut stage = open(SCENE, TABLE, Some("de")).unwrap();
    let missing = "texts.ron: \"on\" has no text in de; that in en is shown".to_owned();
    assert_eq!(stage.take_warnings(), BTreeSet::from([missing.clone()]));
    assert_eq!((stage.text("on").as_ref(), stage.text("on").as_ref()), ("ON", "ON"));
    assert_eq!(stage.text("plai").as_ref(), "plai");
    let unknown = "texts.ron has no text \"plai\"; did you mean \"play\"?".to_owned();
    assert_eq!(stage.take_warnings(), BTreeSet::from([missing, unknown]));
    let mut without = open("()", "", None).unwrap();
    assert_eq!((without.text("play").as_ref(), without.scene().languages().len()), ("play", 0));
    set_language(&mut without, "de");
    assert_eq!(without.take_warnings(), BTreeSet::new());
}

#[test]
fn errors_of_keys_and_tables() {
    let scene = |entity: &str| open(&format!("(texts: \"../texts.ron\", entities: [{entity}])"), TABLE, None);
    let unknown = scene("(text: (key: \"lab\"))").err().unwrap();
    assert_eq!(unknown.to_string(), "scenes/a.ron:1:49: there is no text \"lab\"");
    assert_eq!(unknown.hint().unwrap(), "did you mean \"lap\"?");
    let refused = |entity: &str| scene(entity).err().unwrap().to_string();
    for entity in ["(text: ())", "(text: (text: \"\", key: \"lap\"))", "(menu: (items: [(id: \"a\")]))"] {
        assert!(refused(entity).ends_with("expected either `text` or `key`"), "{}", refused(entity));
    }
    let item = refused("(menu: (items: [(key: \"of\")]))");
    assert!(item.ends_with("there is no text \"of\""), "{item}");
    let without = open("(entities: [(text: (key: \"lap\"))])", "", None).err().unwrap().to_string();
    assert_eq!(without, "scenes/a.ron:1:26: `key` has no effect without `texts`");
    let none = open("(texts: \"none.ron\")", "", None).err().unwrap().to_string();
    assert_eq!(none, "scenes/a.ron:1:9: scenes/none.ron: no such file");

    let table = |table: &str| open(SCENE, table, None).err().unwrap();
    let error = |text: &str| table(text).to_string();
    assert_eq!(error("(languages: [], texts: {})"), "texts.ron:1:1: languages: expected at least 1");
    let tag = error("(languages: [(\"e n\", \"\")], texts: {})");
    assert_eq!(tag, "texts.ron:1:15: invalid language tag \"e n\": expected 1 to 15 letters, digits and -");
    let twice = error("(languages: [(\"en\", \"\"), (\"en\", \"\")], texts: {})");
    assert_eq!(twice, "texts.ron:1:27: language \"en\" is defined twice");
    let lacks = error("(languages: [(\"en\", \"\"), (\"de\", \"\")], texts: {\"a\": {\"de\": \"A\"}})");
    assert_eq!(lacks, "texts.ron:1:47: \"a\" has no text in en, the first of the languages");
    let other = table("(languages: [(\"en\", \"\")], texts: {\"a\": {\"em\": \"A\"}})");
    assert_eq!(other.to_string(), "texts.ron:1:41: there is no language \"em\"");
    assert!(error("(languages: [], texts: {}, zzz: 1)").starts_with("texts.ron:1:28: unknown field `zzz`"));
}
