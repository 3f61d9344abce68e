//! Falls on the screen: slow motion, and a landing that is always in the picture.

use keitai::controls::{Button, ButtonNames, Controls};
use keitai::hecs::Entity;
use keitai::world::{Camera, Figure, WorldTransform};
use keitai::{Projection, Stage, Vector3};
use tin_sumo::ai::{self, Level};
use tin_sumo::bout::BoutEvent;
use tin_sumo::duel::{Duel, SCENE};
use tin_sumo::fighter::FighterEvent;
use tin_sumo::robots::{Robot, Wrestler};
use tin_sumo::season::{Match, Mode, Player};
use tin_sumo::trays::Tray;

use crate::sumo;

/// Index of the head in the skeleton that all robots share.
const HEAD: usize = 3;

fn head_on_screen(stage: &Stage, robot: Entity) -> [i32; 2] {
    let camera = stage.named("eye").unwrap();
    let camera = *stage.world.get::<&Camera>(camera).unwrap();
    let figure = stage.world.get::<&Figure>(robot).unwrap();
    let transform = stage.world.get::<&WorldTransform>(robot).unwrap();
    let mut bones = Vec::new();
    figure.posture.bones(&figure.model, &mut bones);
    let to_view = camera.view.mul(&transform.0).mul(&bones[HEAD].0);
    let at = to_view.transform(Vector3::new(0, 0, 0));
    let Projection::PerspectiveFov { angle, .. } = camera.projection else { panic!("another projection") };
    let half = f64::from(angle.0) * std::f64::consts::PI / 4096.0;
    let scale = 120.0 / half.tan() / f64::from(at.z);
    let [x, y] = [at.x, at.y].map(|c| (f64::from(c) * scale) as i32);
    [120 + x, 160 + y]
}

fn duel(wrestlers: [Wrestler; 2], tray: Tray, wins: u32, seed: u64) -> (Duel, Stage) {
    let players = [Player::Computer(Level::Hard), Player::Computer(Level::Fair)];
    let chosen = Match { mode: Mode::Versus, wrestlers, players, tray, wins, seed };
    let mut stage = sumo().stage(SCENE).unwrap();
    (Duel::new(&mut stage, chosen, &ButtonNames::default()).unwrap(), stage)
}

fn tick(duel: &mut Duel, stage: &mut Stage) {
    let controls = ai::think(&mut stage.world, &duel.bout.now, [Controls::IDLE; 2]);
    duel.tick(stage, &controls, &ButtonNames::default());
}

/// Plays a bout on the screen. Returns the pixels of the losers' heads in the ticks in which they land, and the ticks from
/// the edge to the table.
fn landings(wrestlers: [Wrestler; 2], tray: Tray, seed: u64) -> Vec<([i32; 2], u32)> {
    let (mut duel, mut stage) = duel(wrestlers, tray, 2, seed);
    let mut landings = Vec::new();
    let mut falling = 0;
    while !duel.is_decided() {
        tick(&mut duel, &mut stage);
        falling += 1;
        for event in &duel.bout.now.ring.events {
            match event {
                BoutEvent::Fighter(_, FighterEvent::Fell) => falling = 0,
                BoutEvent::Fighter(index, FighterEvent::Landed) => {
                    landings.push((head_on_screen(&stage, duel.bout.robots[*index]), falling));
                }
                _ => {}
            }
        }
    }
    landings
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
    assert!(all.len() >= 40, "{all:?}");
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
    let lengths = [false, true].map(|press| {
        let (mut duel, mut stage) = duel([Wrestler::Kabuto, Wrestler::Sprout], Tray::Tin, 1, 4);
        while !duel.is_decided() {
            tick(&mut duel, &mut stage);
        }
        let end = duel.bout.now.clone();
        let mut shown = 0;
        while duel.is_replay() {
            let first = if press && shown == 10 { Controls::press(Button::A) } else { Controls::IDLE };
            duel.tick(&mut stage, &[first, Controls::IDLE], &ButtonNames::default());
            shown += u32::from(duel.is_replay());
        }
        assert_eq!(duel.bout.now, end, "the state after the replay is that of the end");
        shown
    });
    assert!((90..120).contains(&lengths[0]) && lengths[1] == 10, "{lengths:?}");
}
