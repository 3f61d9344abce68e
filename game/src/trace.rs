//! A line about each tick, for scripts that play: `tin-sumo --trace`.
//!
//! The line begins with the name of the screen. In a bout follow the ticks until the tray is struck; for the left and the right
//! fighter x, z, direction, spring, state and the ticks in that state; and the rounds that both have won.

use crate::bout::Moment;
use crate::fighter::Fighter;
use crate::rules::UNIT;

/// Returns the line: `fight 510 -120 0 1024 100 Free 3 120 0 3072 98 Wind 12 0 1`. Places are in model units, directions have
/// 4096 per turn, springs are per cent.
pub(crate) fn line(screen: &str, now: &Moment) -> String {
    let stroke = now.referee.ticks_to_stroke().unwrap_or(u32::MAX);
    let [left, right] = now.fighters.each_ref().map(words);
    let [won, lost] = now.referee.wins;
    format!("{screen} {stroke} {left} {right} {won} {lost}")
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
    use keitai::hecs::World;

    use super::*;
    use crate::bout::{Bout, Terms};
    use crate::fighter::State;
    use crate::robots::Robot;

    #[test]
    fn a_line_has_the_same_words_in_every_bout() {
        let mut now = Bout::spawn(&mut World::new(), Terms::usual([Robot::Tin, Robot::Kabuto]), 1).now;
        now.fighters[1].enter(State::Stagger(12));
        now.fighters[1].spring /= 2;
        now.referee.wins = [0, 1];
        let expected = format!("fight {} -120 0 1024 100 Free 0 120 0 3072 50 Stagger 0 0 1", u32::MAX);
        assert_eq!(line("fight", &now), expected);
    }
}
