//! Sounds of the game: every push of the recorded bout is heard in its tick, nothing clips, and screens have music.

use keitai::controls::{Button, Controls};
use keitai::sound::Bus;
use keitai::{Game as _, Messages, SOUND_RATE, SoundPlayer, TickInput, TickRate};
use tin_sumo::attract::Attract;
use tin_sumo::bout::BoutEvent;
use tin_sumo::collision::Answer;
use tin_sumo::saved::Saved;

use crate::{game_with, sumo};

/// Values of a tick: left and right in turn.
const TICK: usize = 2 * (SOUND_RATE / TickRate::Hz30.per_second()) as usize;

fn peak(frames: &[f32]) -> f32 {
    frames.iter().fold(0.0, |peak, value| peak.max(value.abs()))
}

/// Plays the recorded bout. Returns for each tick the pushes, whether one was braced, the names of the sounds, and the
/// frames.
fn bout(music: u8) -> Vec<(Vec<Answer>, Vec<String>, Vec<f32>)> {
    let mut attract = Attract::open(&sumo()).unwrap();
    let (mut player, mut output) = SoundPlayer::new().unwrap();
    player.set_volume(Bus::Music, music);
    let mut ticks = Vec::new();
    while attract.advance() {
        let hits = attract.duel.bout.now.ring.events.iter();
        let hits =
            hits.filter_map(|event| if let BoutEvent::Hit(hit) = event { Some(hit.answer) } else { None }).collect();
        let sounds = &mut attract.stage.sounds;
        let names = sounds.played.iter().map(|played| played.asset.path.stem().to_owned()).collect();
        player.hear(sounds, TickRate::Hz30);
        let mut frames = vec![0.0; TICK];
        output.mix(&mut frames);
        ticks.push((hits, names, frames));
    }
    ticks
}

#[test]
fn every_push_of_the_recorded_bout_is_heard_in_its_tick() {
    let ticks = bout(0);
    let mut pushes = 0;
    for (number, (hits, names, frames)) in ticks.iter().enumerate() {
        let heard = |name: &str| names.iter().filter(|own| own.starts_with(name)).count();
        let braced = hits.iter().filter(|answer| **answer == Answer::Braced).count();
        assert_eq!((heard("clang"), heard("block")), (hits.len() - braced, braced), "tick {number}: {names:?}");
        if !hits.is_empty() {
            pushes += hits.len();
            let before = number.checked_sub(1).map_or(0.0, |before| peak(&ticks[before].2[TICK / 2..]));
            assert!(peak(frames) > 0.3 && peak(frames) > before, "tick {number}: {} after {before}", peak(frames));
        }
    }
    assert!(pushes >= 8, "{pushes} pushes are no bout");
}

#[test]
fn the_recorded_bout_does_not_clip_and_is_the_same_every_time() {
    let (first, second) = (bout(100), bout(100));
    let loudest = first.iter().map(|(.., frames)| peak(frames)).fold(0.0, f32::max);
    assert!((0.5..0.98).contains(&loudest), "{loudest}");
    assert!(first.iter().zip(&second).all(|(a, b)| a.2 == b.2));
    assert!(first.iter().skip(30).all(|(.., frames)| peak(frames) > 0.001), "there is music in every tick");
}

/// Every screen that buttons lead to has music, and the buttons are heard.
#[test]
fn screens_have_music_and_buttons_are_heard() {
    let mut game = game_with(Saved::default());
    let mut heard = std::collections::BTreeSet::new();
    for tick in 0..400 {
        let button = [Button::Start, Button::Down, Button::A, Button::Right, Button::A, Button::B][tick / 20 % 6];
        let press = if tick % 20 == 0 { Controls::press(button) } else { Controls::IDLE };
        let idle = Controls::IDLE;
        game.tick(&TickInput::new([press, idle, idle, idle]), &mut Messages::default());
        let screen = game.trace();
        let stage = game.stage();
        assert!(stage.sounds.music.is_some(), "{screen} has no music");
        heard.extend(stage.sounds.played.drain(..).map(|played| played.asset.path.stem().to_owned()));
    }
    for name in ["menu-move", "menu-yes", "menu-no"] {
        assert!(heard.contains(name), "{heard:?}");
    }
}
