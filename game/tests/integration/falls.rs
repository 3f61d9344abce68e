//! Falls on the screen: slow motion, and a landing that is always in the picture.

use keitai::controls::{Button, Controls};
use keitai::hecs::Entity;
use keitai::world::{Camera, FigureInstance, WorldTransform};
use keitai::{Projection, Stage, Vector3};
use tin_sumo::ai::{Ai, Level};
use tin_sumo::events::BoutEvent;
use tin_sumo::fighter::FighterEvent;
use tin_sumo::ring::Ring;
use tin_sumo::robots::{Robot, Wrestler};
use tin_sumo::trays::Tray;
use tin_sumo::{Labels, Match, Mode, Player};

use crate::content;

/// Index of the head in the skeleton that all robots share.
const HEAD: usize = 3;

fn head_on_screen(stage: &Stage, robot: Entity) -> [i32; 2] {
    let camera = stage.named("eye").unwrap();
    let camera = *stage.world.get::<&Camera>(camera).unwrap();
    let figure = stage.world.get::<&FigureInstance>(robot).unwrap();
    let transform = stage.world.get::<&WorldTransform>(robot).unwrap();
    let mut bones = Vec::new();
    figure.posture.bones(&figure.asset.model, &mut bones);
    let to_view = camera.view.mul(&transform.0).mul(&bones[HEAD].0);
    let at = to_view.transform(Vector3::new(0, 0, 0));
    let Projection::PerspectiveFov { angle, .. } = camera.projection else { panic!("another projection") };
    let half = f64::from(angle.0) * std::f64::consts::PI / 4096.0;
    let scale = 120.0 / half.tan() / f64::from(at.z);
    let [x, y] = [at.x, at.y].map(|c| (f64::from(c) * scale) as i32);
    [120 + x, 160 + y]
}

/// Plays a bout on the screen. Returns the pixels of the losers' heads in the ticks in which they land, and the ticks from
/// the edge to the table.
fn landings(wrestlers: [Wrestler; 2], tray: Tray, seed: u64) -> Vec<([i32; 2], u32)> {
    let players = [Player::Computer(Level::Hard), Player::Computer(Level::Fair)];
    let chosen = Match { mode: Mode::Versus, wrestlers, players, tray, wins: 2, seed };
    let (mut ring, mut stage) = Ring::open(&content(), chosen, &Labels::default()).unwrap();
    let mut computers = [Ai::new(Level::Hard, seed), Ai::new(Level::Fair, seed + 1)];
    let mut found = Vec::new();
    let mut falling = 0;
    while ring.bout.winner().is_none() {
        let controls = [0, 1].map(|index: usize| computers[index].controls(&ring.bout, index));
        ring.tick(&mut stage, &controls, &Labels::default());
        falling += 1;
        for event in &ring.bout.events {
            match event {
                BoutEvent::Fighter(_, FighterEvent::Fell) => falling = 0,
                BoutEvent::Fighter(index, FighterEvent::Landed) => {
                    found.push((head_on_screen(&stage, ring.staging.robots[*index]), falling));
                }
                _ => {}
            }
        }
    }
    found
}

#[test]
fn every_landing_is_in_the_picture_beside_the_word_and_comes_after_slow_motion() {
    let mut all = Vec::new();
    for seed in 0..24 {
        let tray = Tray::ALL[seed as usize % 3];
        let wrestlers =
            [Robot::ALL[seed as usize % 4].wrestler(false), Robot::ALL[(seed as usize / 4 + 1) % 4].wrestler(true)];
        all.extend(landings(wrestlers, tray, seed));
    }
    println!("{} landings: {all:?}", all.len());
    assert!(all.len() >= 40);
    for ([x, y], ticks) in all {
        // Below the gauges, and clear of the edges.
        assert!((12..228).contains(&x) && (48..308).contains(&y), "a head lands at {x}, {y}");
        let covered = (60..180).contains(&x) && (50..94).contains(&y);
        assert!(!covered, "a head lands at {x}, {y}, under the word");
        assert!((20..45).contains(&ticks), "a fall took {ticks} ticks");
    }
}

#[test]
fn the_deciding_fall_is_shown_again_and_a_press_ends_the_replay() {
    let mut lengths = Vec::new();
    for press in [false, true] {
        let players = [Player::Computer(Level::Hard), Player::Computer(Level::Easy)];
        let wrestlers = [Wrestler::Kabuto, Wrestler::Sprout];
        let chosen = Match { mode: Mode::Versus, wrestlers, players, tray: Tray::Tin, wins: 1, seed: 4 };
        let (mut ring, mut stage) = Ring::open(&content(), chosen, &Labels::default()).unwrap();
        let mut computers = [Ai::new(Level::Hard, 3), Ai::new(Level::Easy, 4)];
        let mut shown = 0;
        while ring.winner().is_none() {
            let mut controls = [0, 1].map(|index: usize| computers[index].controls(&ring.bout, index));
            if press && shown == 10 {
                controls[0] = Controls::press(Button::A);
            }
            ring.tick(&mut stage, &controls, &Labels::default());
            shown += u32::from(ring.is_replay());
        }
        lengths.push(shown);
    }
    assert!((90..120).contains(&lengths[0]), "{lengths:?}");
    assert_eq!(lengths[1], 10, "{lengths:?}");
}
