//! Prefabs that are made of other prefabs.

use crate::scenes::{open, wrong};
use keitai_render::Vector3;
use keitai_runtime::world::{Layer, Transform};

#[test]
fn a_prefab_is_made_of_another() {
    let prefabs = r#"prefabs: {
        "thing": (layer: 3, at: (1, 2, 3), scale: 0.5),
        "red": (prefab: "thing", layer: 4),
        "fast": (prefab: "red", velocity: (linear: (1.0, 0, 0))),
    }"#;
    let mut stage =
        open(format!("({prefabs}, ready: [\"fast\"], entities: [(prefab: \"fast\", scale: 2.0)])")).unwrap();
    let spawned = stage.spawn("fast").unwrap();
    let first = stage.entities()[0];
    stage.tick(&[]);
    for (entity, scale) in [(first, 8192), (spawned, 2048)] {
        assert!(stage.world.get::<&Layer>(entity).unwrap().0 == 4);
        let transform = *stage.world.get::<&Transform>(entity).unwrap();
        assert_eq!((transform.rounded(), transform.scale.to_bits()), (Vector3::new(2, 2, 3), scale));
    }
    let fault = |rest: &str| {
        wrong(format!("(entities: [(prefab: \"a\")], prefabs: {{\"a\": (prefab: \"b\"), \"b\": ({rest})}})")).0
    };
    assert_eq!(fault("prefab: \"a\""), "scenes/a.ron:1:73: prefab cycle through \"a\"");
    assert_eq!(fault("prefab: \"c\""), "scenes/a.ron:1:73: there is no prefab \"c\"");
    assert_eq!(fault("lifetime: 0"), "scenes/a.ron:1:75: expected 1..=4294967295, found 0");
    let many: String = (0..20).map(|n| format!("\"{n}\": (prefab: \"{}\"),", n + 1)).collect();
    let long = wrong(format!("(entities: [(prefab: \"0\")], prefabs: {{{many} \"20\": ()}})")).0;
    assert!(long.ends_with("prefabs in a line: expected at most 16, found 17"), "{long}");
}
