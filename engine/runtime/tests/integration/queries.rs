//! Contacts that begin and end, rays, and pixels of the world.

use crate::scenes::open;
use keitai_render::Vector3;
use keitai_runtime::world::ray;

#[test]
fn contacts_begin_and_end_and_a_pixel_leads_to_what_it_shows() {
    let mut stage = open(
        r#"(entities: [
            (name: "gate", solid: Box(20, 5)),
            (name: "car", tags: ["car"], at: (0, 0, -40), solid: Circle(5), velocity: (linear: (0, 0, 10.0))),
            (name: "ground", heights: (origin: (-500, -500), spacing: 500, columns: 3, heights: [0, 0, 0, 0, 0, 0])),
            (at: (0, 300, 300), camera: (rig: LookAt())),
        ])"#,
    )
    .unwrap();
    let [gate, car, ground] = ["gate", "car", "ground"].map(|name| stage.named(name).unwrap());
    let log = [0; 6].map(|_| {
        stage.tick(&[]);
        (stage.contacts.len(), stage.met.clone(), stage.parted.clone())
    });
    let pairs = vec![(gate, car)];
    let quiet = (0, vec![], vec![]);
    assert_eq!((&log[2], &log[5]), (&quiet, &quiet), "at -10 the car touches the gate");
    assert_eq!(log[3], (1, pairs.clone(), vec![]));
    assert_eq!(log[4], (0, vec![], pairs));

    let point = Vector3::new(-60, 0, 30);
    let (from, movement) = stage.ray_at(stage.pixel_of(point).unwrap()).unwrap();
    let hit = ray(&stage.world, from, movement, |_| true).unwrap();
    assert_eq!(hit.entity, ground);
    let away = hit.point - point;
    assert!(away.x.abs() < 6 && away.z.abs() < 6 && (-3..=0).contains(&hit.point.y), "{hit:?}");
    let (from, movement) = stage.ray_at(stage.pixel(gate, Vector3::new(-15, 0, 0)).unwrap()).unwrap();
    assert_eq!(ray(&stage.world, from, movement, |entity| entity != ground).unwrap().entity, gate);
}
