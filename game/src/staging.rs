//! The figures of a bout: systems that show the components of the rules, which read nothing from here.

use keitai::hecs::{Entity, World};
use keitai::world::{Actions, Layer, LoopMode, Part, Pattern, Playback, Transform};
use keitai::{Angle, Q12, Q16, Result, Stage};

use crate::bout::{Bout, Moment, Ring, Terms};
use crate::camera::Camera;
use crate::effects::Effects;
use crate::fighter::{Fighter, State};
use crate::robots::Wrestler;
use crate::rules::{UNIT, dash, fall};
use crate::trays::{self, Tray};

/// Pattern bit of the dizzy face.
const DIZZY: u32 = 1 << 3;
/// Radius of the tray, model units.
const TRAY: i32 = 319;
/// Layer of a robot behind the tray.
const BEHIND: i16 = -3;

/// Everything on the stage besides the robots and their tray.
#[derive(Debug)]
pub struct Staging {
    shadows: [Entity; 2],
    pub camera: Camera,
    pub effects: Effects,
}

impl Staging {
    /// Spawns two wrestlers and a tray, which the scene must have in its `ready` list, with the components of a bout.
    pub fn new(stage: &mut Stage, wrestlers: [Wrestler; 2], terms: Terms, seed: u64) -> Result<(Self, Bout)> {
        let [left, right] = wrestlers.map(Wrestler::prefab);
        let entities = [
            stage.spawn(terms.tray.look().prefab)?,
            stage.spawn_with(left, (Layer(0),))?,
            stage.spawn_with(right, (Layer(0),))?,
        ];
        let bout = Bout::begin(&mut stage.world, entities, terms, seed);
        let shadows = [stage.spawn("shadow")?, stage.spawn("shadow")?];
        // The table and everything on it are lower for a higher tray.
        let table = terms.tray.look().table - Tray::Tin.look().table;
        stage.place(stage.named("ground")?, Transform::at(0, table, 0));
        let camera = Camera::new(stage, &bout.now)?;
        let mut staging = Self { shadows, camera, effects: Effects::default() };
        staging.show(stage, &bout.now);
        stage.propagate_transforms();
        Ok((staging, bout))
    }

    pub fn tick(&mut self, stage: &mut Stage, now: &Moment) {
        self.effects.take_in(stage, now);
        self.show(stage, now);
        stage.tick(&[]);
        self.effects.shake.tick();
    }

    fn show(&mut self, stage: &mut Stage, now: &Moment) {
        tilt(&mut stage.world);
        place(&mut stage.world, now);
        animate(&mut stage.world, now);
        for (shadow, fighter) in self.shadows.into_iter().zip(&now.fighters) {
            if let Ok(transform) = stage.world.query_one_mut::<&mut Transform>(shadow) {
                let table = now.ring.tray.look().table * UNIT;
                let height = if is_off(fighter) { table } else { trays::height(now.ring.tilt, fighter.at) };
                transform.position = [fighter.at[0], height, fighter.at[1]].map(Q12::from_bits);
            }
        }
        self.camera.follow(stage, now, self.effects.shake.offset());
    }
}

fn is_off(fighter: &Fighter) -> bool {
    fighter.out() > TRAY * UNIT
}

/// Leans the tray. For a slope this small the angle is the slope; 652 parts of a turn are one.
fn tilt(world: &mut World) {
    for (ring, transform) in world.query_mut::<(&Ring, &mut Transform)>() {
        let [x, z] = ring.tilt.map(|slope| slope * 652 / 4096);
        (transform.turn[0], transform.turn[2]) = (Angle(z), Angle(-x));
    }
}

/// Puts the robots where the fighters are. A robot trembles while a hit stops everything.
fn place(world: &mut World, now: &Moment) {
    for (fighter, transform, layer) in world.query_mut::<(&Fighter, &mut Transform, &mut Layer)>() {
        let trembles = matches!(fighter.state, State::Stagger(_));
        let tremble = if trembles { now.ring.stop.left() as i32 } else { 0 };
        let aside = Q12::from_num(if tremble % 2 == 0 { tremble } else { -tremble });
        let surface = trays::height(now.ring.tilt, fighter.at);
        let height = if fighter.stands() { surface } else { fighter.height[0] };
        let [x, y, z] = [fighter.at[0], height, fighter.at[1]].map(Q12::from_bits);
        (transform.position, transform.turn[1]) = ([x + aside, y, z], Angle(fighter.facing));
        // On the far side the tray hides what lies below it.
        layer.0 = if is_off(fighter) && fighter.at[1] < 0 && height < 0 { BEHIND } else { 0 };
    }
}

/// Returns the action of a fighter: its name, frames per tick (16.16), and loop mode.
fn action(fighter: &Fighter) -> (&'static str, i32, LoopMode) {
    const FRAME: i32 = 1 << 16;
    // The walk moves a robot by this many units per frame.
    let steps = |units: i32, frames: i32| {
        (i64::from(fighter.pace) * i64::from(frames) * i64::from(FRAME) / i64::from(units * UNIT)) as i32
    };
    match fighter.state {
        State::Free if fighter.turning != 0 => ("turn", FRAME * 3 / 2, LoopMode::Loop),
        State::Free if fighter.pace > UNIT / 2 => ("walk", steps(84, 24), LoopMode::Loop),
        State::Free => ("idle", FRAME, LoopMode::Loop),
        State::Shove => ("shove", FRAME, LoopMode::Once),
        // The hands are drawn back farthest at frame 4.
        State::Crouch => ("shove", 4 * FRAME / dash::CROUCH as i32, LoopMode::Once),
        State::Dash => ("dash", steps(124, 12), LoopMode::Loop),
        State::Skid | State::Brace => ("brace", FRAME, LoopMode::Loop),
        State::Stagger(length) => ("stagger", 24 * FRAME / length.max(1) as i32, LoopMode::Once),
        State::Off => ("fall", FRAME * 3 / 2, LoopMode::Once),
        State::Wind => ("wind", FRAME, LoopMode::Loop),
        State::Cheer => ("cheer", FRAME, LoopMode::Loop),
        State::Sulk => ("idle", FRAME / 2, LoopMode::Loop),
    }
}

fn animate(world: &mut World, now: &Moment) {
    for (fighter, playback, actions, pattern) in
        world.query_mut::<(&Fighter, &mut Playback, &Actions, Option<&mut Pattern>)>()
    {
        let (name, speed, mode) = action(fighter);
        let speed = Q16::from_bits(if now.is_slow() { speed / fall::SLOWER } else { speed });
        if let Some(pattern) = pattern {
            pattern.0 = if fighter.state == State::Sulk { DIZZY } else { 0 };
        }
        let Some(action) = actions.find(name) else { continue };
        let again = fighter.since == 0 && mode == LoopMode::Once;
        if (playback.part.action, playback.part.mode) != (action, mode) || again {
            *playback = Playback::new(Part { action, speed, mode }, actions);
        }
        playback.part.speed = speed;
        playback.paused = now.ring.stop.left() > 0;
    }
}
