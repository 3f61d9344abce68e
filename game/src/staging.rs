//! The figures of a bout and the camera that follows them.
//!
//! The rules read nothing from here.

use keitai::Stage;
use keitai::hecs::Entity;
use keitai::world::{Actions, LoopMode, Part, Pattern, Playback, Transform, named, remove};
use keitai::{Angle, Q12, Q16};

use crate::bout::Bout;
use crate::effects::Effects;
use crate::fighter::{Fighter, State};
use crate::robots::Wrestler;
use crate::rules::{UNIT, dash};
use crate::screens::Match;
use keitai::ground;

/// Pattern bit of the dizzy face.
const DIZZY: u32 = 1 << 3;

/// Height of the table, and radius of the tray, model units.
const TABLE: i32 = -11;
const TRAY: i32 = 319;

/// The entities of a bout.
#[derive(Debug)]
pub struct Staging {
    robots: [Entity; 2],
    shadows: [Entity; 2],
    eye: Option<Entity>,
    focus: Option<Entity>,
    /// The camera's target and distance, 1/16 of a unit.
    view: [i32; 3],
    /// Sparks, dust and camera shake.
    pub effects: Effects,
}

impl Staging {
    /// Spawns two robots on the stage of a fight; `None` when its scene does not have them in its `ready` list.
    pub fn new(stage: &mut Stage, bout: &Bout, chosen: &Match) -> Option<Self> {
        let mut pair = |names: [&str; 2]| Some([stage.spawn(names[0])?, stage.spawn(names[1])?]);
        let robots = pair(chosen.wrestlers.map(Wrestler::prefab))?;
        let shadows = pair(["shadow"; 2])?;
        let mut staging = Self {
            robots,
            shadows,
            eye: named(&stage.world, "eye"),
            focus: named(&stage.world, "focus"),
            view: [0, 0, 0],
            effects: Effects::default(),
        };
        staging.view = goal(bout);
        staging.show(stage, bout);
        stage.propagate_transforms();
        Some(staging)
    }

    /// Removes the entities.
    pub fn clear(self, stage: &mut Stage) {
        for entity in self.robots.into_iter().chain(self.shadows) {
            remove(&mut stage.world, entity);
        }
    }

    /// Advances the stage by a tick, to the state of the bout.
    pub fn tick(&mut self, stage: &mut Stage, bout: &Bout) {
        self.effects.take_in(stage, bout);
        self.show(stage, bout);
        stage.tick(&[]);
        self.effects.tick(stage);
    }

    fn show(&mut self, stage: &mut Stage, bout: &Bout) {
        for (index, fighter) in bout.fighters.iter().enumerate() {
            let trembles = bout.stop.left() > 0 && matches!(fighter.state, State::Stagger(_));
            place(
                stage,
                self.robots[index],
                self.shadows[index],
                fighter,
                if trembles { bout.stop.left() as i32 } else { 0 },
            );
            act(stage, self.robots[index], fighter, bout.stop.left() > 0);
        }
        self.look(stage, bout);
    }

    /// Moves the camera to the middle of both fighters, farther away when they are far apart.
    fn look(&mut self, stage: &mut Stage, bout: &Bout) {
        for (now, goal) in self.view.iter_mut().zip(goal(bout)) {
            *now += (goal - *now) / 10;
        }
        let [x, z, far] = self.view;
        let shake = self.effects.shake();
        let at = |entity: Option<Entity>, position: [i32; 3]| {
            if let Some(mut transform) = entity.and_then(|entity| stage.world.get::<&mut Transform>(entity).ok()) {
                transform.position = position.map(|c| Q12::from_bits(c << 8));
            }
        };
        let height = 62 * 16;
        at(self.focus, [x + shake[0] * 16, height + shake[1] * 16, z]);
        // At four fifths of the height, as one looks at a table.
        at(self.eye, [x, height + far * 68 / 100, z + far * 74 / 100]);
    }
}

/// Returns the camera's target and distance: x, z, distance in 1/16 of a unit.
fn goal(bout: &Bout) -> [i32; 3] {
    // A fallen fighter stays in view for a while only.
    let [a, b] = bout.fighters.each_ref().map(|fighter| {
        let far = ground::length(fighter.at).min(480 * UNIT);
        ground::with_length(fighter.at, far).map(|c| c / (UNIT / 16))
    });
    let apart = ground::length([(a[0] - b[0]), (a[1] - b[1]) * 3 / 4]);
    [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 10 * 16, (430 * 16 + apart * 95 / 100).clamp(560 * 16, 960 * 16)]
}

fn place(stage: &mut Stage, robot: Entity, shadow: Entity, fighter: &Fighter, tremble: i32) {
    let [x, z] = fighter.at.map(Q12::from_bits);
    let aside = Q12::from_num(if tremble % 2 == 0 { tremble } else { -tremble });
    if let Ok(mut transform) = stage.world.get::<&mut Transform>(robot) {
        transform.position = [x + aside, Q12::from_bits(fighter.height[0]), z];
        transform.turn[1] = Angle(fighter.facing);
    }
    if let Ok(mut transform) = stage.world.get::<&mut Transform>(shadow) {
        let ground = if fighter.out() > TRAY * UNIT { TABLE } else { 0 };
        transform.position = [x, Q12::from_num(ground), z];
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

fn act(stage: &mut Stage, robot: Entity, fighter: &Fighter, paused: bool) {
    let (name, speed, mode) = action(fighter);
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
        *playback = Playback::new(Part { action, speed, mode }, actions);
    }
    playback.part.speed = speed;
    playback.paused = paused;
}
