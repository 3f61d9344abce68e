//! A race on the screen: cars, cameras, skies, dust and sounds.

use keitai::ground;
use keitai::hecs::DynamicBundle;
use keitai::impact::Shake;
use keitai::prelude::*;
use keitai::world::{Camera, Image, Rectangle};

use crate::car::{Bump, Car, KINDS, UNIT};
use crate::course::{Course, Layout};
use crate::land;
use crate::race::{Event, Race, Racer};

/// Distance and height of the cameras, of the whole picture and of half of it, model units.
const PLACES: [[i32; 2]; 2] = [[135, 88], [160, 78]];
/// Angle at which the cameras look down, 4096 per turn.
const DOWN: i32 = 120;
/// Pixels from the axis of a view to a direction at an angle of 45 degrees; those of a turn; row of the horizon in the sky.
const FOCUS: i32 = 163;
const ROUND: i32 = 1024;
const HORIZON: i32 = 108;
/// Ticks of a beat of the motors.
const BEAT: u32 = 5;
/// Movement of a view across and up when its car hits something, 1/4096 model units.
const SHAKE: [i32; 2] = [9 * UNIT, 6 * UNIT];

pub(crate) const TURNTABLE: Velocity =
    Velocity { linear: [Q12::ZERO; 3], acceleration: [Q12::ZERO; 3], spin: [Angle(0), Angle(24), Angle(0)] };

struct View {
    camera: Entity,
    /// The sky twice, side by side, and the land below the horizon.
    sky: [Entity; 2],
    far: Entity,
    /// Distance and height, one of [`PLACES`].
    place: [i32; 2],
    /// Row of the view's axis.
    middle: i32,
    /// Direction, and height above that of the world, which follow the car's slowly; 1/16 of an angle, 1/4096 units.
    heading: i32,
    height: i32,
    shake: Shake,
}

pub(crate) struct Staging {
    cars: Vec<Entity>,
    ghost: Option<Entity>,
    views: Vec<View>,
    /// Whether the views shake when their car hits something.
    pub(crate) shakes: bool,
    ticks: u32,
}

impl Staging {
    /// Builds the land, and spawns the cars of a race. The views are those that the scene has entities for.
    pub(crate) fn new(stage: &mut Stage, race: &Race) -> keitai::Result<Self> {
        land::build(stage, &race.course)?;
        let layout = race.course.layout();
        let mut views = Vec::new();
        for index in 0.. {
            let find = |name: &str| stage.named(&format!("{index}-{name}"));
            let Ok(camera) = find("camera") else { break };
            let (sky, far) = ([find("sky")?, find("sky-again")?], find("far")?);
            paint_sky(stage, layout, &sky, (far, layout.colours[1]))?;
            let (area, centre) = stage.world.get::<&Camera>(camera).map_or((None, None), |eye| (eye.area, eye.centre));
            let (place, middle) = (PLACES[usize::from(area.is_some())], centre.map_or(160, |(_, row)| row));
            let car = &race.racers[index].car;
            let (heading, height) = (car.heading, car.at[1]);
            views.push(View { camera, sky, far, place, middle, heading, height, shake: Shake::default() });
        }
        let cars = race.racers.iter().map(|racer| {
            let changed = (transform(&racer.car, &race.course),);
            spawn_car(stage, "", [racer.car.kind, racer.livery], changed)
        });
        let cars = cars.collect::<keitai::Result<_>>()?;
        let mut staging = Self { cars, ghost: None, views, shakes: false, ticks: 0 };
        staging.show(stage, race);
        Ok(staging)
    }

    pub(crate) fn show(&mut self, stage: &mut Stage, race: &Race) {
        self.ticks += 1;
        for (index, (view, racer)) in self.views.iter_mut().zip(&race.racers).enumerate() {
            if self.shakes && race.events.contains(&Event::Bump(index, Bump::Touch)) {
                view.shake.start(SHAKE);
            }
            view.follow(stage, &racer.car);
        }
        for (entity, racer) in self.cars.iter().zip(&race.racers) {
            let car = &racer.car;
            place_car(stage, *entity, transform(car, &race.course), car);
        }
        self.show_ghost(stage, race);
        self.sound(stage, race);
        for racer in &race.racers {
            let car = &racer.car;
            let half = car.place(&race.course.road).width.to_num::<i32>() / 2;
            let slides = car.drift.abs() > 3 * UNIT || (car.side.abs() > half + 16 && car.speed() > 8 * UNIT);
            if (slides || car.boost > 0) && self.ticks.is_multiple_of(2) {
                self.dust(stage, race, car);
            }
        }
        stage.tick(&[]);
    }

    /// Spawns a cloud behind a car: of dust, or of fire while it is boosted.
    fn dust(&self, stage: &mut Stage, race: &Race, car: &Car) {
        let fire = car.boost > 0;
        let kind = if fire { "fire".to_owned() } else { format!("{}-dust", race.course.layout().name) };
        let side = if self.ticks.is_multiple_of(4) { 14 } else { -14 };
        let [x, z] = ground::sum(ground::vector(car.angle() + 2048, 30), ground::vector(car.angle() + 1024, side));
        let [cx, cy, cz] = car.at.map(|c| c >> 12);
        // A full world has no room for dust.
        let _ = stage.spawn_with(&kind, (Transform::at(cx + x, cy + 12, cz + z),));
    }

    fn show_ghost(&mut self, stage: &mut Stage, race: &Race) {
        let Some((sample, best)) = race.ghost().zip(race.best.as_ref()) else {
            if let Some(ghost) = self.ghost.take() {
                stage.remove(ghost);
            }
            return;
        };
        let transform = sample.transform(&race.course);
        match self.ghost {
            Some(ghost) => drop(stage.world.insert_one(ghost, transform)),
            None => self.ghost = spawn_car(stage, "-ghost", best.car, (transform,)).ok(),
        }
    }

    /// Plays the sounds of a tick: those of the players' cars, and of the start.
    fn sound(&self, stage: &mut Stage, race: &Race) {
        for event in &race.events {
            let (name, player) = match event {
                Event::Lamp(0) => continue,
                Event::Lamp(4) => ("go", true),
                Event::Lamp(_) => ("lamp", true),
                Event::Bump(racer, Bump::Boost) => ("boost", *racer < race.players),
                Event::Back(racer) => ("no", *racer < race.players),
                Event::Bump(racer, Bump::Touch) => ("bump", *racer < race.players),
                Event::Lap(racer, lap) => ("lap", *lap > 0 && *racer < race.players),
                Event::Finish(racer) => ("go", *racer < race.players),
            };
            if player {
                stage.play_sound(name, Q12::ONE, None);
            }
        }
        for (index, Racer { car, .. }) in race.racers.iter().enumerate().filter(|_| race.players > 0) {
            // Each engine begins its beat in another tick.
            if (self.ticks + index as u32).is_multiple_of(BEAT) {
                let kind = KINDS[car.kind];
                let beat = (car.speed() / UNIT * 8 / kind.top).min(7);
                let place = (index >= race.players).then(|| car.at.map(Q12::from_bits));
                stage.play_sound(&format!("{}-{beat}", kind.prefab), Q12::ONE, place);
            }
        }
        for racer in &race.racers[..race.players] {
            if racer.car.drift.abs() > 5 * UNIT && self.ticks.is_multiple_of(8) {
                stage.play_sound("skid", Q12::ONE, None);
            }
        }
    }
}

/// Shows the sky of a course on images, and a colour on the land below it.
pub(crate) fn paint_sky(stage: &mut Stage, layout: &Layout, sky: &[Entity], land: (Entity, u32)) -> keitai::Result<()> {
    let texture = stage.texture(&AssetPath::new(&format!("assets/{}-sky.bmp", layout.name))?)?;
    stage.set_background(layout.colours[0]);
    for mut image in sky.iter().filter_map(|entity| stage.world.get::<&mut Image>(*entity).ok()) {
        image.texture = texture.clone();
    }
    if let Ok(mut rectangle) = stage.world.get::<&mut Rectangle>(land.0) {
        rectangle.colour = land.1;
    }
    Ok(())
}

pub(crate) fn spawn_car(
    stage: &mut Stage,
    suffix: &str,
    [kind, livery]: [usize; 2],
    changed: impl DynamicBundle,
) -> keitai::Result<Entity> {
    let car = stage.spawn_with(&format!("{}{suffix}", KINDS[kind].prefab), changed)?;
    if let Ok(mut figure) = stage.world.get::<&mut Figure>(car) {
        figure.selected = Some(livery);
    }
    Ok(car)
}

/// Returns the place of a car: on the road, which leans and banks.
fn transform(car: &Car, course: &Course) -> Transform {
    let place = car.place(&course.road);
    let mut turn = place.transform.turn;
    turn[1] = Angle(car.angle());
    Transform { position: car.at.map(Q12::from_bits), turn, ..Transform::default() }
}

/// Moves a car, turns its wheels, and leans it out of bends.
fn place_car(stage: &mut Stage, entity: Entity, transform: Transform, car: &Car) {
    if let Ok((place, playback)) = stage.world.query_one_mut::<(&mut Transform, &mut Playback)>(entity) {
        *place = transform;
        // See the workshop's `drive`: nine directions with six turns of the wheels each.
        let frame = (car.wheel * 4 / 127 + 4) * 6 + (car.rolled / 2).rem_euclid(6);
        playback.head.frame = Q16::from_num(frame);
    }
}

impl View {
    fn follow(&mut self, stage: &mut Stage, car: &Car) {
        let heading = ground::turn(self.heading >> 4, car.angle()) * 16;
        self.heading = (self.heading + heading / 6) & 0xFFFF;
        self.height += (car.at[1] - self.height) / 3;
        let angle = self.heading >> 4;
        let [sine, cosine] = ground::vector(DOWN, 4096);
        let horizon = self.middle - FOCUS * sine / cosine;
        // A turn to the left moves the sky to the right.
        let left = ((self.heading * ROUND) >> 16).rem_euclid(256) - 256;
        for (entity, x) in self.sky.into_iter().zip([left, left + 256]) {
            let to = Transform::at(x, horizon - HORIZON, 0);
            let jumps =
                stage.world.get::<&Transform>(entity).is_ok_and(|from| (from.position[0] - to.position[0]).abs() > 128);
            if jumps {
                // Pictures between ticks do not show the jump.
                stage.place(entity, to);
            } else {
                let _ = stage.world.insert_one(entity, to);
            }
        }
        let _ = stage.world.insert_one(self.far, Transform::at(0, horizon, 0));

        self.shake.tick();
        let [across, up] = self.shake.offset();
        let [behind, above] = self.place;
        let behind = behind + car.boost.min(16) as i32;
        let back = ground::sum(ground::vector(angle, behind * UNIT), ground::vector(angle + 1024, across));
        let [x, z] = ground::difference(back, [car.at[0], car.at[2]]);
        let position = [x, self.height + above * UNIT + up, z].map(Q12::from_bits);
        let turn = [Angle(-DOWN & 4095), Angle((angle + 2048) & 4095), Angle(0)];
        let _ = stage.world.insert_one(self.camera, Transform { position, turn, ..Transform::default() });
    }
}
