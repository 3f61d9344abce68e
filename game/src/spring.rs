//! The springs on the screen: coils for what is wound, and a key that turns with every change and blinks red when the
//! spring is slack.

use keitai::Stage;
use keitai::hud::Hud;
use keitai::world::Image;

use crate::bout::Bout;

/// Length of a full spring, pixels.
const FULL: i32 = 72;
/// Left edge of the left spring, and right edge of the right one.
const EDGES: [i32; 2] = [20, 220];
const TOP: i32 = 19;
/// Height of the coils, and the row of a slack spring.
const HEIGHT: i32 = 8;
const SLACK: i32 = 2;
/// Top and side of the keys in the texture, and their number in a row of half a turn.
const KEYS: i32 = 32;
const KEY: i32 = 16;
const TURNS: i32 = 6;
/// Half turns of the key in a full spring.
const HALF_TURNS: i32 = 8;

/// The springs as shown. They follow the real ones slowly, so that a loss is visible.
#[derive(Debug, Clone, Default)]
pub(crate) struct Springs {
    shown: [i32; 2],
    ticks: u32,
}

impl Springs {
    pub(crate) fn tick(&mut self, stage: &mut Stage, hud: &Hud, bout: &Bout) {
        self.ticks += 1;
        for (index, fighter) in bout.fighters.iter().enumerate() {
            let full = fighter.robot.full_spring();
            let shown = &mut self.shown[index];
            *shown += (fighter.spring - *shown) / 3;
            if (fighter.spring - *shown).abs() < 3 || self.ticks == 1 {
                *shown = fighter.spring;
            }
            let warns = fighter.is_slack() && self.ticks % 10 < 5;
            let side = index + 1;

            let length = (*shown).clamp(0, full) * FULL / full;
            let row = if warns { SLACK } else { index as i32 } * HEIGHT;
            let coil = format!("coil-{side}");
            // The coils of the right spring begin at its right end.
            let (left, texels) = match index {
                0 => (EDGES[0], [0, row, length, row + HEIGHT]),
                _ => (EDGES[1] - length, [FULL - length, row, FULL, row + HEIGHT]),
            };
            hud.show(stage, &coil, length > 0);
            hud.change(stage, &coil, |image: &mut Image| image.texels = texels);
            hud.set_position(stage, &coil, left, TOP);

            let turn = (full - *shown).clamp(0, full) * HALF_TURNS * TURNS / full % TURNS;
            let top = KEYS + if warns { KEY } else { 0 };
            let texels = [turn * KEY, top, (turn + 1) * KEY, top + KEY];
            hud.change(stage, &format!("key-{side}"), |image: &mut Image| image.texels = texels);
            let slack = format!("slack-{side}");
            // Only fights have this entity.
            if hud.has(&slack) {
                hud.set_text(stage, &slack, if warns && bout.is_fought() { "WIND!" } else { "" });
            }
        }
    }
}
