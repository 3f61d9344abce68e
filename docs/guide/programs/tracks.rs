//! A race: a road along a path of the scene, a car, an opponent, laps and the best time.

use std::hash::Hash;
use std::sync::Arc;

use keitai::Material;
use keitai::hud::Hud;
use keitai::mesh::{Fill, Mesh};
use keitai::path::{Path, Progress};
use keitai::prelude::*;
use keitai::replay::GameHasher;

/// Speeds on the road and beside it, model units per tick.
const FAST: Q12 = Q12::const_from_int(24);
const SLOW: Q12 = Q12::const_from_int(7);
/// Speed and lane of the rival.
const RIVAL: [Q12; 2] = [Q12::const_from_int(18), Q12::const_from_int(70)];

/// State of the race that is not in the scene.
#[derive(Default, Hash)]
struct Lap {
    speed: Q12,
    ticks: u32,
    best: Option<u32>,
}

struct Race {
    stage: Stage,
    hud: Hud,
    car: Entity,
    rival: Entity,
    /// Distance of the rival from the start.
    travelled: Q12,
    course: Arc<Path>,
    progress: Progress,
    lap: Lap,
    /// Laps that count. Driving back over the line and forward again adds none.
    laps: i32,
}

impl Race {
    fn new(mut stage: Stage) -> keitai::Result<Self> {
        let (car, rival) = (stage.named("car")?, stage.named("rival")?);
        let course = Arc::clone(stage.scene().path("course")?);
        for (layer, mesh) in [(-3, road(&course)), (-2, lines(&course))] {
            stage.world.spawn((mesh.figure(Vec::new())?, Transform::default(), Layer(layer)));
        }
        let hud = Hud::new(&stage);
        let (travelled, progress) = (Q12::from_num(300), Progress::default());
        Ok(Self { stage, hud, car, rival, travelled, course, progress, lap: Lap::default(), laps: 0 })
    }

    /// Drives the car by a tick, and counts its laps.
    fn drive(&mut self, player: &Controls) {
        let Ok(mut car) = self.stage.world.get::<&mut Transform>(self.car) else { return };
        let lap = &mut self.lap;
        let place = self.progress.follow(&self.course, car.position);
        let on_road = place.side_of(car.position).abs() < place.width / 2;
        let limit = if on_road { FAST } else { SLOW };
        let goal = if player.held(Button::A) { limit } else { Q12::ZERO };
        lap.speed += (goal - lap.speed) / 24;

        // A car that stands does not turn. Angles grow counter-clockwise.
        let steers = i32::from(player.held(Button::Left)) - i32::from(player.held(Button::Right));
        car.turn[1] = Angle((car.turn[1].0 + steers * lap.speed.to_num::<i32>() * 2) & 4095);
        let [x, z] = car.facing();
        car.position[0] += x * lap.speed;
        car.position[2] += z * lap.speed;
    }

    /// Moves the rival on, in its lane of the course.
    fn drive_rival(&mut self) {
        let [speed, lane] = RIVAL;
        let place = self.course.at(self.travelled + speed);
        self.travelled = place.distance;
        if let Ok(mut rival) = self.stage.world.get::<&mut Transform>(self.rival) {
            *rival = Transform { position: place.beside(lane), ..place.transform };
        }
    }

    /// Counts the time. A lap is over when the car has been all the way round.
    fn time(&mut self) {
        let lap = &mut self.lap;
        lap.ticks += 1;
        if self.progress.laps > self.laps {
            self.laps = self.progress.laps;
            lap.best = Some(lap.best.map_or(lap.ticks, |best| best.min(lap.ticks)));
            lap.ticks = 0;
        }
        let seconds = |ticks: u32| format!("{}.{}", ticks / 30, ticks % 30 / 3);
        let number = self.progress.laps + 1;
        self.hud.set_text(&mut self.stage, "lap", &format!("LAP {number}  {}", seconds(lap.ticks)));
        let best = lap.best.map_or_else(|| "SPACE, A: DRIVE".to_owned(), |best| format!("BEST {}", seconds(best)));
        self.hud.set_text(&mut self.stage, "best", &best);
    }
}

/// Returns strips of 160 quads between pairs of lines beside the middle of the course, hundredths of half its width.
fn strips(course: &Path, edges: [[i32; 2]; 2], colour: u32) -> Mesh {
    let mut mesh = Mesh::default();
    for edges in edges {
        let edges = edges.map(|share| Q12::from_num(share) / 100);
        mesh.add_strip(course, .., 160, edges, Fill::Colour(colour), Material::default());
    }
    mesh
}

/// Returns the road, between kerbs of red and white in turn.
fn road(course: &Path) -> Mesh {
    let mut mesh = strips(course, [[114, 100], [-100, -114]], 0xD8D8D8);
    for quad in mesh.quads.iter_mut().step_by(2) {
        quad.fill = Fill::Colour(0xC83030);
    }
    mesh.add_strip(course, .., 160, [Q12::ONE, -Q12::ONE], Fill::Colour(0x585C68), Material::default());
    mesh
}

/// Returns the white lines at both sides, and the one across the start.
fn lines(course: &Path) -> Mesh {
    let mut mesh = strips(course, [[100, 92], [-92, -100]], 0xE8E8E8);
    let start = Q12::from_num(-10)..Q12::from_num(10);
    mesh.add_strip(course, start, 1, [Q12::ONE, -Q12::ONE], Fill::Colour(0xE8E8E8), Material::default());
    mesh
}

impl Game for Race {
    fn info(&self) -> GameInfo {
        GameInfo { players: 1, ..GameInfo::new("race") }
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.stage
    }

    fn tick(&mut self, input: &TickInput, _: &mut Messages) -> Option<WindowCommand> {
        self.drive(&input.controls[0]);
        self.time();
        self.drive_rival();
        self.stage.tick(&input.controls);
        input.pad_command()
    }

    fn hash_state(&self, state: &mut GameHasher) {
        self.lap.hash(state);
        self.progress.laps.hash(state);
    }
}

pub fn app() -> App {
    App::new(|settings| {
        let (source, path) = locate("scenes/guide/tracks.ron".as_ref())?;
        Race::new(Stage::open(source, &path, settings)?)
    })
}

fn main() -> ExitCode {
    app().main()
}
