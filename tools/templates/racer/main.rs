//! A car on a flat course: accelerate, brake, steer, and beat your best lap.

use std::hash::Hash;

use keitai::hud::Hud;
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::{Embedded, embed, ground};

/// The files inside the program. A debug build reads them from the folder, so that edits show at once.
static FILES: Embedded = embed![
    "scenes/play.ron",
    "assets/car.bac",
    "assets/grass.bac",
    "assets/road.bac",
    "assets/shadow.bmp",
    "assets/shadow.mbac",
];

/// Half the length of the straights, the radius of the bends and half the width of the road, model
/// units. They are those of `road.bac`.
const STRAIGHT: i32 = 900;
const RADIUS: i32 = 700;
const HALF_WIDTH: i32 = 170;

/// Highest speeds on the road and beside it, 1/4096 model units per tick.
const FAST: i32 = 26 * 4096;
const SLOW: i32 = 8 * 4096;

/// State of the play that is not in the scene.
#[derive(Default, Hash)]
struct Lap {
    /// Speed of the car, 1/4096 model units per tick.
    speed: i32,
    /// Quarter of the course that was reached last, 0..=3. Only the next one counts.
    quarter: usize,
    number: u32,
    ticks: u32,
    best: Option<u32>,
}

struct Play {
    stage: Stage,
    hud: Hud,
    car: Entity,
    lap: Lap,
}

impl Play {
    fn new(stage: Stage) -> keitai::Result<Self> {
        let car = stage.named("car")?;
        let hud = Hud::new(&stage);
        // The car starts before the line, in the last quarter.
        let lap = Lap {
            quarter: 3,
            ..Lap::default()
        };
        Ok(Self {
            stage,
            hud,
            car,
            lap,
        })
    }

    /// Moves the car by a tick and returns where it is, x and z.
    fn drive(&mut self, player: &Controls) -> [i32; 2] {
        let Ok(mut transform) = self.stage.world.get::<&mut Transform>(self.car) else {
            return [0; 2];
        };
        let place = |transform: &Transform| [transform.rounded().x, transform.rounded().z];
        let held = |button| i32::from(player.held(button));
        let pad = (held(Button::Right) - held(Button::Left)) * 127;
        let right = if pad == 0 {
            i32::from(player.left.x)
        } else {
            pad
        };

        let lap = &mut self.lap;
        let limit = if is_on_road(place(&transform)) {
            FAST
        } else {
            SLOW
        };
        let gas = held(Button::A) | held(Button::Up);
        let brake = held(Button::B) | held(Button::Down);
        lap.speed += 1600 * gas - 3200 * brake - lap.speed / 96;
        lap.speed -= (lap.speed - limit).max(0) / 8;
        lap.speed = lap.speed.max(0);

        // A car that stands does not turn. Angles grow counter-clockwise.
        let grip = (lap.speed / 4096).min(12);
        transform.turn[1].0 = (transform.turn[1].0 - right * grip * 3 / 127) & 4095;
        let [x, z] = transform.facing();
        let speed = Q12::from_bits(lap.speed);
        transform.position[0] += x * speed;
        transform.position[2] += z * speed;
        place(&transform)
    }

    /// Counts the lap. The car passes the four quarters of the course in turn, on the road.
    fn count(&mut self, [x, z]: [i32; 2]) {
        let quarter = match (x > 0, z >= 0) {
            (true, true) => 0,
            (false, true) => 1,
            (false, false) => 2,
            (true, false) => 3,
        };
        let lap = &mut self.lap;
        lap.ticks += 1;
        if is_on_road([x, z]) && quarter == (lap.quarter + 1) % 4 {
            lap.quarter = quarter;
            if quarter == 0 {
                // The first time over the line begins the first lap.
                if lap.number > 0 {
                    lap.best = Some(lap.best.map_or(lap.ticks, |best| best.min(lap.ticks)));
                }
                lap.number += 1;
                lap.ticks = 0;
            }
        }
    }

    fn write(&mut self) {
        let Self {
            stage, hud, lap, ..
        } = self;
        let seconds = |ticks: u32| format!("{}.{}", ticks / 30, ticks % 30 / 3);
        hud.set_text(
            stage,
            "lap",
            &format!("LAP {}  {}", lap.number, seconds(lap.ticks)),
        );
        hud.set_text(stage, "speed", &format!("{} km/h", lap.speed / 512));
        let note = match lap.best {
            Some(best) => format!("BEST {}", seconds(best)),
            None => "UP: DRIVE   DOWN: BRAKE".to_owned(),
        };
        hud.set_text(stage, "note", &note);
    }
}

/// Returns whether a place is less than half the road's width from its middle.
fn is_on_road([x, z]: [i32; 2]) -> bool {
    let middle = z.clamp(-STRAIGHT, STRAIGHT);
    (ground::length([x, z - middle]) - RADIUS).abs() < HALF_WIDTH
}

impl Game for Play {
    fn info(&self) -> GameInfo {
        GameInfo::new("{{name}}")
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.stage
    }

    fn tick(&mut self, input: &TickInput, _: &mut Messages) -> Option<WindowCommand> {
        let place = self.drive(&input.controls[0]);
        self.count(place);
        self.write();
        self.stage.tick(&input.controls);
        input.pad_command()
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.lap.hash(state);
    }
}

/// The game with files from `source`.
fn app(source: Source) -> App {
    App::new(move |settings| {
        let scene = AssetPath::new("scenes/play.ron")?;
        Play::new(Stage::open(source.clone(), &scene, settings)?)
    })
}

fn main() -> ExitCode {
    app(FILES.source())
        .version(env!("CARGO_PKG_VERSION"))
        .main()
}

#[cfg(test)]
mod tests;
