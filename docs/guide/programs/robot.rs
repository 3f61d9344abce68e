//! A robot on a tray.

use keitai::prelude::*;

pub fn app() -> App {
    App::scene("scenes/guide/robot.ron", |stage, controls| stage.tick(controls))
}

fn main() -> ExitCode {
    app().main()
}
