//! `keitai view`: a figure in a window.

use std::path::PathBuf;

use keitai_desktop::PadKind;
use keitai_render::{Framebuffer, Renderer};
use keitai_runtime::controls::{Controls, PLAYERS};

use crate::cli::View;
use crate::error::Error;
use crate::show::{self, Next, Request, SIZE, Show};
use crate::viewer::keys::key_map;
use crate::viewer::legend;
use crate::viewer::stage::{Files, Stage, compat};
use crate::viewer::state::Viewer;

/// Shows the files until the window is closed.
pub(crate) fn run(arguments: &View) -> Result<(), Error> {
    show::run(open(&arguments.files, arguments.action, arguments.frame)?, &key_map())
}

/// The viewer with these files, starting with an action and paused at a frame where they are given.
pub(crate) fn open(files: &[PathBuf], action: Option<usize>, frame: Option<u32>) -> Result<Box<dyn Show>, Error> {
    let files = Files::sort(files)?;
    let stage = Stage::open(&files)?;
    stage.log().iter().for_each(|line| eprintln!("{line}"));
    let mut viewer = Viewer::starting_at(choose_action(action, &stage)?, frame);
    viewer.message.tell("F1 or H: what the keys do");
    Ok(Box::new(Window { renderer: Renderer::new(SIZE.0, SIZE.1, compat()), files, stage, viewer }))
}

/// The action asked for, if there is one of that number; the liveliest when none was.
pub(crate) fn choose_action(asked: Option<usize>, stage: &Stage) -> Result<usize, Error> {
    match asked {
        Some(number) => within(number, stage.subject().actions.len()),
        None => Ok(stage.liveliest()),
    }
}

fn within(number: usize, count: usize) -> Result<usize, Error> {
    let Some(last) = count.checked_sub(1) else {
        return Err(Error::Usage {
            message: format!("--action {number}: there is no action"),
            hint: "without --action the figure is shown as it was built".to_owned(),
        });
    };
    if number <= last {
        return Ok(number);
    }
    Err(Error::Usage {
        message: format!("--action {number}: the actions are 0 to {last}"),
        hint: format!("the nearest is --action {last}"),
    })
}

/// The viewer in its window.
struct Window {
    renderer: Renderer,
    files: Files,
    stage: Stage,
    viewer: Viewer,
}

impl Show for Window {
    fn tick(&mut self, controls: &[Controls; PLAYERS]) -> Option<Request> {
        // Whoever holds a pad may turn the figure.
        let controls = controls.iter().fold(Controls::IDLE, |all, player| all.merged(*player));
        self.viewer.tick(&controls, self.stage.subject())
    }

    fn draw(&mut self, picture: &mut Framebuffer) {
        self.stage.draw(&self.viewer, &mut self.renderer, picture);
    }

    fn draw_over(&mut self, picture: &mut Framebuffer, pad: Option<PadKind>) {
        if self.viewer.legend {
            legend::draw(picture, pad);
        }
        self.viewer.message.draw(picture);
    }

    fn tell(&mut self, text: String) {
        self.viewer.message.tell(text);
    }

    fn open_dropped(&mut self, dropped: &[PathBuf]) -> Option<Next> {
        let opened = Files::sort(dropped).and_then(|dropped| {
            let files = self.files.with(dropped);
            Ok((Stage::open(&files)?, files))
        });
        match opened {
            Ok((stage, files)) => {
                stage.log().iter().for_each(|line| eprintln!("{line}"));
                self.viewer.new_subject(stage.liveliest());
                self.viewer.message.tell(stage.name());
                (self.stage, self.files) = (stage, files);
            }
            // The old figure stays; the console has the whole line.
            Err(error) => {
                error.report();
                self.viewer.message.tell(error.to_string());
            }
        }
        None
    }

    fn title(&self) -> String {
        format!("{} - Keitai", self.stage.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_out_of_range_names_the_nearest() {
        assert_eq!(within(2, 3).unwrap(), 2);
        for (count, hint) in [(2, "--action 1"), (0, "without --action")] {
            match within(5, count) {
                Err(Error::Usage { hint: found, .. }) => assert!(found.contains(hint), "{found}"),
                other => panic!("{other:?}"),
            }
        }
    }
}
