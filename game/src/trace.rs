//! A line about each tick, for scripts that play: `tin-sumo --trace`.
//!
//! The line begins with the name of the screen. In a bout follow the ticks until the tray is struck, and for the left and
//! the right fighter x, z, direction, spring, state and the ticks in that state.

use std::fmt::Write;

use crate::bout::Bout;
use crate::fighter::Fighter;
use crate::rules::UNIT;

/// Returns the line: `fight 510 -120 0 1024 100 Free 3 120 0 3072 98 Wind 12`. Places are in model units, directions have
/// 4096 per turn, springs are per cent.
pub(crate) fn line(screen: &str, bout: Option<&Bout>) -> String {
    let mut line = screen.replace(' ', "-");
    if let Some(bout) = bout {
        let stroke = bout.referee.ticks_to_stroke().unwrap_or(u32::MAX);
        let [left, right] = bout.fighters.each_ref().map(words);
        // Writing to a string does not fail.
        let _ = write!(line, " {stroke} {left} {right}");
    }
    line
}

fn words(fighter: &Fighter) -> String {
    let [x, z] = fighter.at.map(|c| c / UNIT);
    let spring = 100 * fighter.spring / fighter.robot.full_spring();
    let state = format!("{:?}", fighter.state);
    // The length of a stagger is left out.
    let state = state.split('(').next().unwrap_or_default();
    format!("{x} {z} {} {spring} {state} {}", fighter.facing, fighter.since)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bout::Terms;
    use crate::fighter::State;
    use crate::robots::Robot;

    #[test]
    fn a_line_has_the_same_words_in_every_bout() {
        let mut bout = Bout::new(Terms::usual([Robot::Tin, Robot::Kabuto]), 1);
        bout.fighters[1].enter(State::Stagger(12));
        bout.fighters[1].spring /= 2;
        let expected = format!("fight {} -120 0 1024 100 Free 0 120 0 3072 50 Stagger 0", u32::MAX);
        assert_eq!(line("fight", Some(&bout)), expected);
        assert_eq!(line("how to play", None), "how-to-play");
    }
}
