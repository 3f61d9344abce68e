//! The rules of a race, without pictures.

use keitai::prelude::*;
use pocket_rally::FILES;
use pocket_rally::car::{Bump, Car, Pedals, UNIT};
use pocket_rally::course::{Course, LAPS};
use pocket_rally::driver::Level;
use pocket_rally::race::{Race, Racer};

use crate::follow::follow;

fn courses() -> Vec<Course> {
    pocket_rally::game(FILES.embedded(), &Settings::default(), None).unwrap().game().courses.clone()
}

#[test]
fn the_opponents_finish_a_race_on_all_courses() {
    for course in courses() {
        let mut race = Race::new(course, &[], None);
        let title = race.course.layout().title;
        for _ in 0..6000 {
            race.step(&[]);
        }
        for racer in &race.racers {
            let laps = &racer.laps[..LAPS];
            let (sum, end) = (laps.iter().sum::<u32>(), racer.finished.unwrap());
            assert!((sum..sum + 120).contains(&end), "{title}: {sum} ticks of laps, {end} in all");
            assert!(laps.iter().all(|lap| (900..1900).contains(lap)), "{title}: laps of {laps:?} ticks");
        }
        let ends: Vec<_> = race.order().iter().map(|index| race.racers[*index].finished).collect();
        assert!(ends.is_sorted(), "{ends:?}");
    }
}

#[test]
fn levels_differ_in_speed_and_mistakes() {
    for course in courses() {
        let title = course.layout().title;
        let [easy, fair, hard] = Level::ALL.map(|level| {
            let mut race = Race::new(course.clone(), &[], None);
            race.set_level(level);
            // Ticks that the drivers spend beside the road.
            let mut wide = 0;
            for _ in 0..7500 {
                race.step(&[]);
                let beside = |racer: &&Racer| {
                    let width = racer.car.place(&race.course.road).width.to_num::<i32>();
                    racer.finished.is_none() && racer.car.side.abs() > width / 2 + 16
                };
                wide += race.racers.iter().filter(beside).count();
            }
            let ends = race.order().iter().map(|index| race.racers[*index].finished.unwrap()).collect::<Vec<_>>();
            println!("{title}, {}: {ends:?} ticks, {wide} beside the road", level.title());
            (ends, wide)
        });
        assert!(easy.0[0] * 100 > fair.0[0] * 112, "{title}: {easy:?} {fair:?}");
        assert!(hard.0[0] < fair.0[0] && hard.0[2] * 100 < fair.0[2] * 98, "{title}: {hard:?} {fair:?}");
        assert!(easy.1 > fair.1 + 100, "{title}: {easy:?} {fair:?}");
    }
}

#[test]
fn the_ghost_drives_as_the_best_lap_was_driven() {
    let course = courses().remove(1);
    let mut race = Race::new(course.clone(), &[[0, 0]], None);
    // Places of the player in each lap, from its first tick on.
    let mut laps = vec![Vec::new(); LAPS + 1];
    while race.racers[0].finished.is_none() {
        race.step(&follow(&race.trace()));
        let racer = &race.racers[0];
        if let Ok(lap) = usize::try_from(racer.lap) {
            laps[lap].push(racer.car.at.map(|c| c / UNIT));
        }
        assert!(race.phase.ticks() < 7000, "the player does not finish");
    }
    let best = race.best.clone().unwrap();
    let lap = race.racers[0].laps.iter().position(|ticks| *ticks == best.ticks).unwrap();
    let mut again = Race::new(course.clone(), &[[1, 0]], Some(best.clone()));
    let mut compared = 0;
    while again.racers[0].lap < 1 {
        again.step(&follow(&again.trace()));
        let Some(ghost) = again.ghost().filter(|_| again.racers[0].lap == 0) else { continue };
        let Some(driven) = laps[lap].get(again.racers[0].ticks as usize) else { continue };
        let place = ghost.transform(&course).rounded();
        let off = (place.x - driven[0]).abs() + (place.z - driven[2]).abs();
        assert!(off < 12, "the ghost is {off} units off after {} ticks", again.racers[0].ticks);
        compared += 1;
    }
    assert!(compared > 800, "{compared} ticks with a ghost");
    assert_eq!(best.at(best.ticks + 8), None, "the ghost has driven its lap");
}

#[test]
fn a_pad_boosts_a_rail_stops_and_the_verge_is_slow() {
    let course = courses().remove(0);
    let gas = Pedals { gas: true, ..Default::default() };
    let mut car = Car::on_grid(0, &course, 0, 0);
    let [at, side] = course.pads().next().unwrap();
    let place = course.road.at(Q12::from_num(at - 300));
    car.at = place.beside(Q12::from_num(side)).map(Q12::to_bits);
    car.heading = place.transform.turn[1].0 * 16;
    car.along = place.distance.to_bits();
    let bumps: Vec<_> = (0..60).filter_map(|_| car.drive(gas, &course)).collect();
    assert!(bumps.contains(&Bump::Boost), "{bumps:?}");

    let mut verge = Car::on_grid(0, &course, 0, 250);
    let mut road = Car::on_grid(0, &course, 0, 0);
    (0..150).for_each(|_| {
        verge.drive(gas, &course);
        road.drive(gas, &course);
    });
    assert!(verge.speed() * 3 < road.speed() * 2, "{} beside the road, {} on it", verge.speed(), road.speed());

    let right = Pedals { wheel: 127, ..gas };
    let farthest = (0..300).map(|_| {
        road.drive(right, &course);
        road.side.abs()
    });
    let width: i32 = course.road.at(Q12::ZERO).width.to_num();
    assert!(farthest.max().unwrap() <= width);
}
