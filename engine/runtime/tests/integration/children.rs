//! Prefabs of other prefabs and with children, and entities that are made of a prefab with changes.

use keitai_render::Vector3;
use keitai_runtime::Stage;
use keitai_runtime::hecs::Entity;
use keitai_runtime::world::{Camera, Hidden, Layer, Lifetime, Parent, Playback, Transform, WorldTransform};

use crate::content;
use crate::reload::Folder;
use crate::scenes::{open, wrong};

const GUN: i16 = 7;

/// A tank with a turret, which has a gun, and a flag.
const TANK: &str = r#"prefabs: {
    "gun": (at: (0, 0, 10), layer: 7, scale: 2.0),
    "turret": (at: (0, 5, 0), children: [(prefab: "gun", at: (0, 0, 20))]),
    "vehicle": (figure: "../art/robo.mbac", play: (action: "robo", start: 1), children: [
        (prefab: "turret"), (figure: "../art/robo.mbac", play: (action: "robo")),
    ]),
    "tank": (prefab: "vehicle"),
}"#;

fn place(stage: &Stage, entity: Entity) -> [i32; 3] {
    stage.world.get::<&WorldTransform>(entity).unwrap().0.translation
}

fn parent(stage: &Stage, entity: Entity) -> Entity {
    stage.world.get::<&Parent>(entity).unwrap().0
}

#[test]
fn children_are_made_with_their_entity_and_move_with_it() {
    let mut stage = open(format!(
        r#"({TANK}, entities: [
            (name: "near", at: (1, 0, 0)), (name: "own", prefab: "tank", at: (100, 0, 0)), (name: "far", parent: "own"),
        ])"#
    ))
    .unwrap();
    let [near, root, turret, gun, flag, far] = stage.entities().try_into().unwrap();
    assert_eq!([turret, gun, flag, far].map(|entity| parent(&stage, entity)), [root, turret, root, root]);
    assert_eq!([near, turret, gun, far].map(|entity| place(&stage, entity)[0]), [1, 100, 100, 100]);
    assert_eq!(place(&stage, gun), [100, 5, 20]);
    assert_eq!(stage.world.get::<&WorldTransform>(gun).unwrap().0.linear[0][0].to_num::<i32>(), 2);
    *stage.world.get::<&mut Transform>(root).unwrap() = Transform::at(0, 7, 0);
    stage.tick(&[]);
    assert_eq!(place(&stage, gun), [0, 12, 20]);
    stage.remove(root);
    assert_eq!(content::on_layer(&stage, GUN), []);
}

#[test]
fn a_prefab_is_spawned_with_its_children_and_with_changes() {
    let mut stage = open(format!("({TANK}, ready: [\"tank\", \"gun\"])")).unwrap();
    let before = stage.world.len();
    let tank = stage.spawn_with("tank", (Transform::at(0, 0, 300), Hidden, Lifetime(2))).unwrap();
    let plain = stage.spawn("tank").unwrap();
    assert_eq!(stage.world.len(), before + 8);
    stage.propagate_transforms();
    let guns = content::on_layer(&stage, GUN);
    assert_eq!([place(&stage, guns[0]), place(&stage, guns[1])], [[0, 5, 320], [0, 5, 20]]);
    assert!(stage.world.satisfies::<(&Hidden, &Playback)>(tank));
    assert!(!stage.world.satisfies::<&Hidden>(plain));
    (0..2).for_each(|_| stage.tick(&[]));
    assert_eq!(content::on_layer(&stage, GUN), [guns[1]], "children go with their entity");
    let free = 16384 - stage.world.len() as usize;
    let full = (0..free).map_while(|_| stage.spawn("gun").ok()).count();
    let refused = [stage.spawn("gun"), stage.spawn_with("tank", ())].map(|spawned| spawned.unwrap_err().to_string());
    let no_room = |prefab: &str| format!("scenes/a.ron: no room for \"{prefab}\", expected at most 16384 entities");
    assert_eq!((full, refused), (free, [no_room("gun"), no_room("tank")]));
    let missing = stage.spawn_with("gum", (Hidden,)).unwrap_err();
    assert_eq!(missing.to_string(), "scenes/a.ron: there is no prefab in `ready` named \"gum\"");
    assert_eq!(missing.hint().unwrap(), "did you mean \"gun\"?");
}

#[test]
fn children_stay_the_same_when_the_scene_changes() {
    let folder = Folder::new();
    let scene = r#"(entities: [
        (name: "cart", at: (10, 0, 0), children: [(at: (0, 1, 0)), (at: (0, 2, 0), velocity: (linear: (0, 0, 1.0)))]),
        (at: (0, 9, 0)),
    ])"#;
    let mut stage = folder.stage(scene);
    let [cart, _, mover, last] = stage.entities().try_into().unwrap();
    (0..5).for_each(|_| stage.tick(&[]));
    let changed = scene.replace("(at: (0, 1, 0)),", "(at: (0, 4, 0)),").replace("1.0)))]", "1.0))), ()]");
    folder.change(&mut stage, "a.ron", changed).unwrap();
    let [same, changed, moved, new, still] = stage.entities().try_into().unwrap();
    assert_eq!([same, moved, still], [cart, mover, last]);
    assert_eq!([place(&stage, changed), place(&stage, moved)], [[10, 4, 0], [10, 2, 5]]);
    assert_eq!(parent(&stage, new), cart);
    folder.change(&mut stage, "a.ron", b"(entities: [(name: \"cart\"), (at: (0, 9, 0))])").unwrap();
    assert_eq!(stage.entities(), [cart, last]);
    assert!(!stage.world.contains(mover));
}

#[test]
fn a_camera_may_be_a_child() {
    let stage = open("(entities: [(at: (0, 0, 50), children: [(at: (0, 8, 0), camera: ())])])").unwrap();
    let camera = stage.world.get::<&Camera>(stage.camera.unwrap()).unwrap();
    assert_eq!(camera.view.transform(Vector3::new(0, 8, 0)), Vector3::new(0, 0, 50));
}

#[test]
fn children_of_a_camera_follow_its_rig_in_the_same_tick() {
    let mut stage = open(
        r#"(entities: [
            (name: "car", velocity: (linear: (0, 0, 40.0))),
            (camera: (rig: Chase(target: "car", distance: 300, height: 0)), children: [
                (at: (0, 0, 200), children: [(at: (0, 7, 0))]), (at: (0, 9, 0), camera: (area: (0, 0, 9, 9))),
            ]),
        ])"#,
    )
    .unwrap();
    for z in [0, 40, 80] {
        let [_, _, child, grandchild, mirror] = stage.entities().try_into().unwrap();
        assert_eq!([place(&stage, child), place(&stage, grandchild)], [[0, 0, z - 100], [0, 7, z - 100]]);
        let view = stage.world.get::<&Camera>(mirror).unwrap().view;
        assert_eq!(view.transform(Vector3::new(0, 9, z - 300)), Vector3::default());
        stage.tick(&[]);
    }
}

#[test]
fn a_rig_sees_the_camera_that_it_looks_at_in_the_same_tick() {
    // The chain is in the opposite order of the entities, and ends in a child of a camera.
    let mut stage = open(
        r#"(entities: [
            (name: "last", camera: (rig: Chase(target: "flag", distance: -5, height: 0))),
            (name: "second", parent: "post", camera: (rig: LookAt(target: "first"))),
            (name: "flag", parent: "first", at: (0, 1, 0)),
            (name: "first", camera: (rig: Chase(target: "car", distance: 300, height: 0))),
            (name: "post"),
            (name: "car", velocity: (linear: (40.0, 0, 0))),
        ])"#,
    )
    .unwrap();
    for x in [0, 40, 80] {
        let [last, second, _, _, _, _] = stage.entities().try_into().unwrap();
        assert_eq!(place(&stage, last), [x, 1, -295]);
        let seen = |camera, x, y, z| stage.world.get::<&Camera>(camera).unwrap().view.transform(Vector3::new(x, y, z));
        assert_eq!(seen(last, x, 1, -300), Vector3::new(0, 0, 5));
        let ahead = seen(second, x, 0, -300);
        assert!(ahead.x.abs() <= 1 && ahead.y.abs() <= 1, "{ahead:?}");
        stage.tick(&[]);
    }
}

#[test]
fn cameras_that_look_at_each_other_stay_in_range() {
    let mut stage = open(
        r#"(entities: [
            (name: "a", camera: (rig: Chase(target: "b", distance: -10, height: 0))),
            (name: "b", camera: (rig: Chase(target: "a", distance: 10, height: 0, ease: 0.5))),
        ])"#,
    )
    .unwrap();
    for _ in 0..3 {
        stage.tick(&[]);
        let [a, b] = stage.entities().try_into().unwrap();
        assert!([a, b].iter().all(|rig| place(&stage, *rig)[2].abs() <= 20));
    }
}

#[test]
fn children_without_end_are_refused() {
    // Each level has ten times the entities of the one before.
    let ten = |of: usize| format!("\"{of}\": (children: [{}]),", format!("(prefab: \"{}\"),", of + 1).repeat(10));
    let levels: String = (0..8).map(ten).collect();
    let many = wrong(format!("(prefabs: {{{levels} \"8\": ()}}, entities: [(prefab: \"0\")])")).0;
    assert!(many.ends_with("children in the scene: expected at most 16384, found 16384"), "{many}");
}

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
    let many: String = (0..20).map(|n| format!("\"{n}\": (prefab: \"{}\"),", n + 1)).collect();
    let long = wrong(format!("(entities: [(prefab: \"0\")], prefabs: {{{many} \"20\": ()}})")).0;
    assert!(long.ends_with("prefabs in a line: expected at most 16, found 17"), "{long}");
}
