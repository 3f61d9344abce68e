//! A sprint: press Left and Right in turn. The best time is saved, and records replay.

use std::hash::Hash;

use keitai::hud::Hud;
use keitai::prelude::*;
use keitai::replay::GameHasher;
use keitai::{Saved, data_folder};

/// The finishing line, model units along x.
const LINE: i32 = 200;
/// Name of the game, of its folders and of the file with the best time.
const NAME: &str = "sprint";

/// State of the run that is not in the scene.
#[derive(Default, Hash)]
struct Run {
    speed: Q12,
    /// The last of the two buttons that was pressed.
    last: Option<bool>,
    ticks: u32,
    is_over: bool,
}

struct Sprint {
    stage: Stage,
    hud: Hud,
    runner: Entity,
    run: Run,
    /// The best time so far, ticks.
    best: Saved<Option<u32>>,
}

impl Sprint {
    fn new(stage: Stage) -> keitai::Result<Self> {
        let runner = stage.named("runner")?;
        let best = Saved::open(data_folder(NAME).map(|folder| folder.join("best.ron")));
        Ok(Self { hud: Hud::new(&stage), stage, runner, run: Run::default(), best })
    }

    /// Runs on by a tick. Returns whether the runner has just passed the line.
    fn run(&mut self, player: &Controls) -> bool {
        let Ok(mut runner) = self.stage.world.get::<&mut Transform>(self.runner) else { return false };
        let run = &mut self.run;
        run.ticks += 1;
        for (button, is_left) in [(Button::Left, true), (Button::Right, false)] {
            if player.pressed(button) && run.last != Some(is_left) {
                run.last = Some(is_left);
                run.speed += Q12::ONE;
            }
        }
        run.speed -= run.speed / 16;
        runner.position[0] += run.speed;
        runner.position[0] >= Q12::from_num(LINE)
    }

    /// Ends the run, and saves a new best time.
    fn finish(&mut self) {
        self.run.is_over = true;
        if self.best.value.is_none_or(|best| self.run.ticks < best) {
            self.best.value = Some(self.run.ticks);
            // A full disk must not end the game.
            let _ = self.best.save();
        }
    }
}

impl Game for Sprint {
    fn info(&self) -> GameInfo {
        GameInfo { players: 1, warning: self.best.warning.clone(), ..GameInfo::new(NAME) }
    }

    fn stage(&mut self) -> &mut Stage {
        &mut self.stage
    }

    fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand> {
        if !self.run.is_over && self.run(&input.controls[0]) {
            self.finish();
            messages.tell("start the program again for another run");
        }
        let seconds = |ticks: u32| format!("{}.{:02}", ticks / 30, ticks % 30 * 100 / 30);
        self.hud.set_text(&mut self.stage, "time", &seconds(self.run.ticks));
        let best = self.best.value.map_or_else(String::new, |best| format!("BEST {}", seconds(best)));
        self.hud.set_text(&mut self.stage, "best", &best);
        self.hud.show(&mut self.stage, "help", !self.run.is_over);
        self.stage.tick(&input.controls);
        input.pad_command()
    }

    fn hash_state(&self, state: &mut GameHasher) {
        (&self.run, self.best.value).hash(state);
    }

    /// A record keeps the best time that was known when it began.
    fn setup(&self) -> String {
        self.best.to_text()
    }

    /// A replay begins with the best time of its record, and saves nothing.
    fn set_up(&mut self, setup: &str) -> keitai::Result<()> {
        self.best = Saved::from_text(setup)?;
        Ok(())
    }
}

pub fn app() -> App {
    App::new(|settings| {
        let (source, path) = locate("scenes/guide/records.ron".as_ref())?;
        Sprint::new(Stage::open(source, &path, settings)?)
    })
}

fn main() -> ExitCode {
    app().main()
}
