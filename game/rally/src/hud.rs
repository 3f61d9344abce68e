//! Displays of a race: place, lap, time, speed, calls, and the map.

use keitai::hud::Hud;
use keitai::prelude::*;
use keitai::world::{Gauge, Image, Rectangle, Side};
use keitai::{PathMap, Texture};

use crate::car::{KINDS, UNIT};
use crate::course::{Course, LAPS};
use crate::names::{MOVES, fill_for};
use crate::notices::Notices;
use crate::panel;
use crate::race::{Phase, Race, time};

/// Width and height of a map, pixels.
const MAP: u16 = 72;
/// Width and height of each of several maps side by side, pixels.
const SMALL_MAP: u16 = 58;
/// Colours of a map's outline, its line and the start.
const MAP_COLOURS: [u32; 3] = [0x141820, 0xF4F0E4, 0x58B850];
/// Width and height of a row of the lamps.
const LAMPS: [i32; 2] = [96, 36];
/// Ticks for which a call is seen.
const CALLED: u32 = 50;

pub(crate) struct Displays {
    hud: Hud,
    map: PathMap,
    notices: Notices,
}

impl Displays {
    pub(crate) fn new(stage: &mut Stage, race: &Race, names: &ButtonNames) -> keitai::Result<Self> {
        let map = put_map(stage, "map", &race.course)?;
        let mut displays = Self { hud: Hud::new(stage), map, notices: Notices::default() };
        displays.show(stage, race, names, "");
        Ok(displays)
    }

    /// Shows the race after a tick. A prompt is seen while there is no notice.
    pub(crate) fn show(&mut self, stage: &mut Stage, race: &Race, names: &ButtonNames, prompt: &str) {
        self.notices.tick(race);
        let hud = &self.hud;
        // Whoever plays alone may use either half of the keyboard.
        let player = |index| if race.players == 1 { names.used } else { index };
        let lamps = race.lamps();
        hud.show(stage, "lamps", lamps.is_some());
        hud.change(stage, "lamps", |image: &mut Image| image.texels = row(lamps.unwrap_or(0) as i32));
        for (index, racer) in race.racers.iter().enumerate() {
            let [x, y] = self.map.pixel(racer.car.at.map(Q12::from_bits));
            hud.set_position(stage, &format!("dot-{index}"), x - 2, y - 2);
        }
        for (index, racer) in race.racers.iter().enumerate().take(race.players) {
            let set = |stage: &mut Stage, name: &str, text: &str| hud.set_text(stage, &format!("{index}-{name}"), text);
            let place = race.place(index);
            set(stage, "place", &place.to_string());
            set(stage, "of", ["ST", "ND", "RD", "TH", "TH"][place.clamp(1, 5) - 1]);
            let lap = racer.lap.clamp(0, LAPS as i32 - 1) + 1;
            set(stage, "lap", &format!("LAP {lap}/{LAPS}"));
            let total = racer.finished.unwrap_or(race.clock);
            set(stage, "time", &time(total));
            set(stage, "best", &race.best.as_ref().map_or(String::new(), |best| format!("BEST {}", time(best.ticks))));
            set(stage, "speed", &format!("{}", racer.car.speed() / UNIT * 5));
            let top = KINDS[racer.car.kind].top * UNIT * 13 / 10;
            let speed = Gauge { value: racer.car.speed(), full: top, from: Side::Left };
            hud.change(stage, &format!("{index}-gauge"), |bar: &mut Rectangle| {
                bar.size.0 = speed.share(60);
                bar.colour = if racer.car.boost > 0 { 0xFF7A20 } else { 0x50D860 };
            });
            let moves =
                if race.phase.now() == Phase::Start { fill_for(names, player(index), MOVES) } else { String::new() };
            set(stage, "moves", &moves);
            let (notice, font) = match self.notices.shown(index) {
                ("", _) => (prompt, "cream"),
                state => state,
            };
            // Two lines, farther apart than those of one text, whose outlines would overlap.
            let (first, second) = notice.split_once('\n').unwrap_or((notice, ""));
            hud.set_text_like(stage, &format!("{index}-notice"), first, font);
            hud.set_text_like(stage, &format!("{index}-notice-2"), second, font);
            let call = call(race, index).filter(|_| lamps.is_none_or(|lamps| lamps == 4));
            hud.show(stage, &format!("{index}-call"), call.is_some());
            hud.change(stage, &format!("{index}-call"), |image: &mut Image| {
                image.texels = panel::word(call.unwrap_or(0))
            });
        }
    }
}

/// Returns the call that a player sees, a row of the picture.
fn call(race: &Race, index: usize) -> Option<i32> {
    let racer = &race.racers[index];
    match race.phase.now() {
        _ if racer.finished.is_some() => Some(3),
        Phase::Drive if race.lamps().is_some() => Some(0),
        Phase::Drive if racer.ticks < CALLED && racer.lap > 0 => {
            Some(if racer.lap as usize + 1 == LAPS { 2 } else { 1 })
        }
        _ => None,
    }
}

fn row(row: i32) -> [i32; 4] {
    let [width, height] = LAMPS;
    [0, row * height, width, (row + 1) * height]
}

pub(crate) fn put_map(stage: &Stage, name: &str, course: &Course) -> keitai::Result<PathMap> {
    let map = PathMap::new(&course.road, MAP);
    put_texture(stage, name, &map.texture(&course.road, MAP_COLOURS))?;
    Ok(map)
}

/// Draws the maps of courses side by side into the image of this name.
pub(crate) fn put_small_maps(stage: &Stage, name: &str, courses: &[Course]) -> keitai::Result<()> {
    let map = |course: &Course| PathMap::new(&course.road, SMALL_MAP).texture(&course.road, MAP_COLOURS);
    let maps: Vec<Texture> = courses.iter().map(map).collect();
    let Some(first) = maps.first() else { return Ok(()) };
    let rows = (0..SMALL_MAP.into()).flat_map(|row| maps.iter().map(move |map| (map, row * usize::from(SMALL_MAP))));
    let texels = rows.flat_map(|(map, start)| map.texels[start..start + usize::from(SMALL_MAP)].to_vec()).collect();
    let width = SMALL_MAP * courses.len() as u16;
    put_texture(stage, name, &Texture { width, height: SMALL_MAP, palette: first.palette.clone(), texels })
}

/// Gives the image of this name a texture, and shows all of it.
fn put_texture(stage: &Stage, name: &str, texture: &Texture) -> keitai::Result<()> {
    let map = stage.make_texture(texture).map_err(|error| keitai::Error::game(error.to_string()))?;
    if let Ok(entity) = stage.named(name)
        && let Ok(mut image) = stage.world.get::<&mut Image>(entity)
    {
        image.texture = map;
        image.texels = [0, 0, texture.width.into(), texture.height.into()];
    }
    Ok(())
}
