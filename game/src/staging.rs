//! The figures of a bout and their tray.
//!
//! The rules read nothing from here.

use keitai::hecs::Entity;
use keitai::world::{Actions, Layer, LoopMode, Part, Pattern, Playback, Transform};
use keitai::{Angle, Q12, Q16, Result, Stage};

use crate::bout::Bout;
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
/// Layers of a robot: usually, and behind the tray.
const LAYERS: [i16; 2] = [0, -3];

/// The entities of a bout.
#[derive(Debug)]
pub struct Staging {
    tray: Entity,
    pub robots: [Entity; 2],
    shadows: [Entity; 2],
    pub camera: Camera,
    /// Sparks, dust and camera shake.
    pub effects: Effects,
}

impl Staging {
    /// Spawns two wrestlers and a tray, which the scene must have in its `ready` list.
    pub fn new(stage: &mut Stage, bout: &Bout, wrestlers: [Wrestler; 2]) -> Result<Self> {
        let tray = stage.spawn(bout.tray.look().prefab)?;
        let mut pair = |[one, other]: [&str; 2]| -> Result<_> { Ok([stage.spawn(one)?, stage.spawn(other)?]) };
        let robots = pair(wrestlers.map(Wrestler::prefab))?;
        let shadows = pair(["shadow"; 2])?;
        lower_table(stage, bout.tray);
        let camera = Camera::new(stage, bout);
        let mut staging = Self { tray, robots, shadows, camera, effects: Effects::default() };
        staging.show(stage, bout);
        stage.propagate_transforms();
        Ok(staging)
    }

    /// Advances the stage by a tick, to the state of the bout.
    pub fn tick(&mut self, stage: &mut Stage, bout: &Bout) {
        self.effects.take_in(stage, bout);
        self.show(stage, bout);
        stage.tick(&[]);
        self.effects.shake.tick();
    }

    fn show(&mut self, stage: &mut Stage, bout: &Bout) {
        if let Ok(mut transform) = stage.world.get::<&mut Transform>(self.tray) {
            // For a slope this small the angle is the slope; 652 parts of a turn are one.
            let turn = bout.tilt.map(|slope| Angle(slope * 652 / 4096));
            (transform.turn[0], transform.turn[2]) = (turn[1], Angle(-turn[0].0));
        }
        for (index, fighter) in bout.fighters.iter().enumerate() {
            let trembles = bout.stop.left() > 0 && matches!(fighter.state, State::Stagger(_));
            let tremble = if trembles { bout.stop.left() as i32 } else { 0 };
            place(stage, self.robots[index], self.shadows[index], bout, fighter, tremble);
            act(stage, self.robots[index], fighter, bout);
        }
        self.camera.follow(stage, bout, self.effects.shake.offset());
    }
}

/// Moves the table and what is on it below the tray.
fn lower_table(stage: &mut Stage, tray: Tray) {
    let Ok(ground) = stage.named("ground") else { return };
    if let Ok(mut transform) = stage.world.get::<&mut Transform>(ground) {
        transform.position[1] = Q12::from_num(tray.look().table - Tray::Tin.look().table);
    }
}

fn place(stage: &mut Stage, robot: Entity, shadow: Entity, bout: &Bout, fighter: &Fighter, tremble: i32) {
    let [x, z] = fighter.at.map(Q12::from_bits);
    let aside = Q12::from_num(if tremble % 2 == 0 { tremble } else { -tremble });
    let surface = trays::height(bout.tilt, fighter.at);
    let off = fighter.out() > TRAY * UNIT;
    let height = if fighter.stands() { surface } else { fighter.height[0] };
    if let Ok(mut transform) = stage.world.get::<&mut Transform>(robot) {
        transform.position = [x + aside, Q12::from_bits(height), z];
        transform.turn[1] = Angle(fighter.facing);
    }
    // On the far side the tray hides what lies below it.
    let hidden = off && fighter.at[1] < 0 && height < 0;
    let _ = stage.world.insert_one(robot, Layer(LAYERS[usize::from(hidden)]));
    if let Ok(mut transform) = stage.world.get::<&mut Transform>(shadow) {
        let ground = if off { Q12::from_num(bout.tray.look().table) } else { Q12::from_bits(surface) };
        transform.position = [x, ground, z];
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

fn act(stage: &mut Stage, robot: Entity, fighter: &Fighter, bout: &Bout) {
    let (name, speed, mode) = action(fighter);
    let speed = if bout.is_slow() { speed / fall::SLOWER } else { speed };
    let dizzy = if fighter.state == State::Sulk { DIZZY } else { 0 };
    let mut query = stage.world.query_one::<(&mut Playback, &Actions, Option<&mut Pattern>)>(robot);
    let Ok((playback, actions, pattern)) = query.get() else { return };
    if let Some(pattern) = pattern {
        pattern.0 = dizzy;
    }
    let Some(action) = actions.find(name) else { return };
    let speed = Q16::from_bits(speed);
    let again = fighter.since == 0 && mode == LoopMode::Once;
    if (playback.part.action, playback.part.mode) != (action, mode) || again {
        *playback = Playback::new(Part { action, speed, mode, fade: 0 }, actions);
    }
    playback.part.speed = speed;
    playback.paused = bout.stop.left() > 0;
}
