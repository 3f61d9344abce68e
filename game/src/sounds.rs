//! The sounds of a bout and its music.
//!
//! The rules read nothing from here. The scenes name the files; see `sounds` in `scenes/sumo/prefabs.ron`.

use keitai::ground::GroundVector;
use keitai::{Q12, Stage};

use crate::bout::{BoutEvent, Moment};
use crate::collision::{Answer, Hit};
use crate::fighter::FighterEvent;
use crate::referee::{Call, Phase};
use crate::rules::{SECOND, UNIT};
use crate::season::Match;
use crate::trays::Tray;

/// Height of the robots' hands, 1/4096 of a model unit.
const HANDS: i32 = 110 * UNIT;
/// Speeds of a push from which on the second and the third clang is heard, model units per tick.
const STRONG: [i32; 2] = [8, 12];
/// Ticks of a cross-fade.
const FADE: u32 = 12;
/// Ticks that are left when the music hurries.
const HURRY: u32 = 10 * SECOND;

pub(crate) fn play(stage: &mut Stage, now: &Moment) {
    for event in &now.ring.events {
        if let Some((name, at)) = sound(event, now) {
            let place = at.map(|[x, z]| [x, HANDS, z].map(Q12::from_bits));
            stage.play_sound(name, Q12::ONE, place);
        }
    }
}

fn sound(event: &BoutEvent, now: &Moment) -> Option<(&'static str, Option<GroundVector>)> {
    Some(match *event {
        BoutEvent::Hit(hit) => (clang(&hit), Some(hit.at)),
        BoutEvent::Fighter(index, event) => {
            let name = match event {
                FighterEvent::Stepped => "step",
                FighterEvent::Shoved => "shove",
                // A tooth of the ratchet is heard in every sixth tick.
                FighterEvent::Wound if now.fighters[index].since.is_multiple_of(6) => "wind",
                FighterEvent::Ran => "dash",
                FighterEvent::Clicked => "slack",
                FighterEvent::Teetered => "bale",
                FighterEvent::Fell => "fall",
                FighterEvent::Landed => "land",
                FighterEvent::Wound | FighterEvent::Crouched => return None,
            };
            (name, Some(now.fighters[index].at))
        }
        BoutEvent::Call(Call::Fight | Call::Over(_)) => ("call", None),
        BoutEvent::Call(Call::Stroke(_)) => ("tray", None),
        BoutEvent::Call(Call::Round | Call::Done) => return None,
    })
}

/// Returns the sound of a push: the harder, the larger the tin that rings.
fn clang(hit: &Hit) -> &'static str {
    match hit.speed / UNIT {
        _ if hit.answer == Answer::Braced => "block",
        speed if speed < STRONG[0] => "clang-1",
        speed if speed < STRONG[1] => "clang-2",
        _ => "clang-3",
    }
}

/// Chooses the music of a bout: that of its tray, another one for the last ten seconds, and one for the end.
pub(crate) fn choose_music(stage: &mut Stage, now: &Moment, chosen: &Match) {
    let name = match now.referee.phase {
        Phase::Done { winner: 1 } if chosen.opponent().is_some() => "music-lose",
        Phase::Done { .. } => "music-win",
        Phase::Fight | Phase::Over(_) if now.referee.left() <= HURRY => "music-hurry",
        _ if now.ring.tray == Tray::Tin => "music-fight",
        _ => "music-dance",
    };
    stage.set_music(Some(name), FADE);
}
