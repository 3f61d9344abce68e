//! Options of a picture of a figure: its files, its pose, the camera and the size.

use std::path::{Path, PathBuf};

use clap::{Args, Parser};

use super::conversion::PoseOptions;
use crate::viewer::camera::Orbit;
use crate::viewer::files::Files;
use crate::viewer::state::Viewer;
use crate::viewer::subject::PatternChoice;

/// Units of a turn, and hundredths of a degree in it.
const TURN: (i64, i64) = (4096, 36_000);
/// Units of zoom 1, and ten-thousandths in it.
const ZOOM: (i64, i64) = (4096, 10_000);
/// Units of a pixel of shift, and thousandths in it.
const SHIFT: (i64, i64) = (8, 1000);
/// Farthest target from the middle of the figure, model units.
const FARTHEST: i32 = 1 << 17;

/// Sizes of pictures, pixels on a side.
const SIDES: std::ops::RangeInclusive<u32> = 16..=2048;

/// Picture of a figure
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Picture of a figure")]
pub(crate) struct PictureOptions {
    #[command(flatten)]
    pub(crate) camera: CameraOptions,
    #[command(flatten)]
    pub(crate) companions: CompanionOptions,
    #[command(flatten)]
    pub(crate) poses: PoseOptions,
    /// Size of the picture, pixels [default: 240x320]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<(u32, u32)>,
}

/// View of a figure
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Picture of a figure")]
pub(crate) struct CameraOptions {
    /// A camera as `view --print-camera` prints it: the options below in one text
    #[arg(long, value_name = "TEXT", value_parser = camera_text, allow_hyphen_values = true)]
    camera: Option<CameraText>,
    /// Turn about the vertical axis
    #[arg(long, value_name = "DEGREES", value_parser = turn, allow_hyphen_values = true)]
    yaw: Option<i32>,
    /// Turn towards the viewer, -90 to 90
    #[arg(long, value_name = "DEGREES", value_parser = pitch, allow_hyphen_values = true)]
    pitch: Option<i32>,
    /// Size of the figure, 0.125 to 1024 [default: 1, all of it]
    #[arg(long, value_name = "FACTOR", value_parser = zoom)]
    zoom: Option<i32>,
    /// Shift right and down
    #[arg(long, value_name = "X,Y", value_parser = shift, allow_hyphen_values = true)]
    shift: Option<(i32, i32)>,
    /// Point in the middle, from the middle of the figure, model units
    #[arg(long, value_name = "X,Y,Z", value_parser = target, allow_hyphen_values = true)]
    target: Option<[i32; 3]>,
    /// Switch the light on
    #[arg(long)]
    light: bool,
    /// Pattern to show [default: those of the action]
    #[arg(long, value_name = "N|all", value_parser = pattern)]
    pattern: Option<PatternChoice>,
    /// Colour of the background
    #[arg(long, value_name = "RRGGBB", value_parser = colour)]
    background: Option<u32>,
}

/// The options of a camera in one text.
#[derive(Debug, Clone)]
struct CameraText(Box<CameraOptions>);

impl CameraOptions {
    pub(crate) fn is_given(&self) -> bool {
        let Self { pattern, background, .. } = self.merged();
        self.sets_camera() || pattern.is_some() || background.is_some()
    }

    pub(crate) fn pattern(&self) -> Option<PatternChoice> {
        self.merged().pattern
    }

    /// Returns whether an option sets the camera or the light.
    pub(crate) fn sets_camera(&self) -> bool {
        let Self { camera: _, yaw, pitch, zoom, shift, target, light, pattern: _, background: _ } = self.merged();
        let turned = yaw.or(pitch).or(zoom).is_some();
        turned || shift.is_some() || target.is_some() || light
    }

    /// Returns all options; those that are given themselves take precedence over those of the text.
    fn merged(&self) -> Self {
        let Some(CameraText(text)) = &self.camera else { return self.clone() };
        let text = text.merged();
        Self {
            camera: None,
            yaw: self.yaw.or(text.yaw),
            pitch: self.pitch.or(text.pitch),
            zoom: self.zoom.or(text.zoom),
            shift: self.shift.or(text.shift),
            target: self.target.or(text.target),
            light: self.light || text.light,
            pattern: self.pattern.or(text.pattern),
            background: self.background.or(text.background),
        }
    }

    pub(crate) fn apply(&self, viewer: &mut Viewer) {
        let (camera, usual) = (self.merged(), Orbit::default());
        viewer.orbit = Orbit {
            yaw: camera.yaw.unwrap_or(usual.yaw),
            pitch: camera.pitch.unwrap_or(usual.pitch),
            zoom: camera.zoom.unwrap_or(usual.zoom),
            pan: camera.shift.unwrap_or(usual.pan),
            target: camera.target.unwrap_or(usual.target),
        };
        viewer.light = camera.light;
        self.apply_rest(viewer);
    }

    /// Sets everything but camera and light of a viewer to these options.
    pub(crate) fn apply_rest(&self, viewer: &mut Viewer) {
        let camera = self.merged();
        viewer.pattern = camera.pattern.unwrap_or_default();
        if let Some(background) = camera.background {
            viewer.background = background;
        }
    }

    /// Returns the options that give the current picture of a viewer.
    pub(crate) fn text(viewer: &Viewer) -> String {
        let (orbit, usual) = (viewer.orbit, Orbit::default());
        let mut words = Vec::new();
        // The text is never empty, so that it stands for a camera.
        words.push(format!("--yaw {}", decimal(orbit.yaw, TURN, 2)));
        if orbit.pitch != usual.pitch {
            words.push(format!("--pitch {}", decimal(orbit.pitch, TURN, 2)));
        }
        if orbit.zoom != usual.zoom {
            words.push(format!("--zoom {}", decimal(orbit.zoom, ZOOM, 4)));
        }
        if orbit.pan != usual.pan {
            words.push(format!("--shift {},{}", decimal(orbit.pan.0, SHIFT, 3), decimal(orbit.pan.1, SHIFT, 3)));
        }
        if orbit.target != usual.target {
            let [x, y, z] = orbit.target;
            words.push(format!("--target {x},{y},{z}"));
        }
        if viewer.light {
            words.push("--light".to_owned());
        }
        match viewer.pattern {
            PatternChoice::Action => {}
            PatternChoice::One(pattern) => words.push(format!("--pattern {pattern}")),
            PatternChoice::All => words.push("--pattern all".to_owned()),
        }
        if viewer.background != Viewer::default().background {
            words.push(format!("--background {:06x}", viewer.background));
        }
        words.join(" ")
    }
}

/// Returns units as a decimal number; the last `places` digits of `in_one` are after the point.
fn decimal(units: i32, (units_in_one, in_one): (i64, i64), places: u32) -> String {
    let value = (i64::from(units) * in_one * 2 + units_in_one * i64::from(units.signum())) / (units_in_one * 2);
    let ten = 10_i64.pow(places);
    let sign = if value < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:0width$}", value.abs() / ten, value.abs() % ten, width = places as usize);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads a decimal number of at most `places` digits after the point as units.
fn units(text: &str, (units_in_one, in_one): (i64, i64), places: usize) -> Result<i32, String> {
    let wrong = || format!("expected a number with at most {places} digits behind the point");
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 6 || part.len() > places || !is_number(whole) || !is_number(part) {
        return Err(wrong());
    }
    let value: i64 = format!("{whole}{part:0<places$}").parse().map_err(|_| wrong())?;
    let rounded = (value * units_in_one * 2 + in_one) / (in_one * 2);
    i32::try_from(sign * rounded).map_err(|_| wrong())
}

fn turn(text: &str) -> Result<i32, String> {
    Ok(units(text, TURN, 2)? & 4095)
}

fn pitch(text: &str) -> Result<i32, String> {
    let pitch = units(text, TURN, 2)?;
    if (-1024..=1024).contains(&pitch) { Ok(pitch) } else { Err("expected -90 to 90".to_owned()) }
}

fn camera_text(text: &str) -> Result<CameraText, String> {
    #[derive(Parser)]
    #[command(no_binary_name = true, disable_help_flag = true)]
    struct Line {
        #[command(flatten)]
        options: CameraOptions,
    }
    let line = Line::try_parse_from(text.split_whitespace());
    let first = |error: clap::Error| {
        let text = error.render().to_string();
        text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
    };
    line.map(|line| CameraText(Box::new(line.options))).map_err(first)
}

fn target(text: &str) -> Result<[i32; 3], String> {
    let wrong = || "expected X,Y,Z in whole model units, such as 0,120,-40".to_owned();
    let parts: Vec<i32> = text.split(',').map(|part| part.parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
    let target = <[i32; 3]>::try_from(parts).map_err(|_| wrong())?;
    if target.iter().all(|part| part.abs() <= FARTHEST) {
        Ok(target)
    } else {
        Err(format!("expected at most {FARTHEST}"))
    }
}

fn zoom(text: &str) -> Result<i32, String> {
    let zoom = units(text, ZOOM, 4)?;
    if crate::viewer::camera::ZOOM.contains(&zoom) { Ok(zoom) } else { Err("expected 0.125 to 1024".to_owned()) }
}

fn shift(text: &str) -> Result<(i32, i32), String> {
    let (x, y) = text.split_once(',').ok_or("expected X,Y in pixels, such as 10,-20")?;
    let side = |text: &str| {
        let shift = units(text, SHIFT, 3)?;
        if shift.abs() <= crate::viewer::camera::MOST_PAN {
            Ok(shift)
        } else {
            Err("expected at most 2048 pixels".to_owned())
        }
    };
    Ok((side(x)?, side(y)?))
}

fn pattern(text: &str) -> Result<PatternChoice, String> {
    match text {
        "all" => Ok(PatternChoice::All),
        number => number.parse().map(PatternChoice::One).map_err(|_| "expected a number or \"all\"".to_owned()),
    }
}

fn colour(text: &str) -> Result<u32, String> {
    let digits = text.trim_start_matches('#');
    let colour = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6);
    colour.ok_or_else(|| "expected six hexadecimal digits, such as 333377".to_owned())
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parse = || {
        let (width, height) = text.split_once('x')?;
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        (SIDES.contains(&width) && SIDES.contains(&height)).then_some((width, height))
    };
    parse().ok_or_else(|| format!("expected WxH of {} to {} pixels, such as 240x320", SIDES.start(), SIDES.end()))
}

/// Companion files
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Textures and actions of a figure")]
pub(crate) struct CompanionOptions {
    /// An action table instead of those beside the figure, or none; may be given several times
    #[arg(long, value_name = "FILE|none")]
    pub(crate) actions: Vec<PathBuf>,
    /// A texture instead of those beside the figure, or none; may be given several times
    #[arg(long, value_name = "FILE|none")]
    pub(crate) textures: Vec<PathBuf>,
}

impl CompanionOptions {
    /// Returns the files of a figure with those that are given here.
    pub(crate) fn choose(&self, files: Files) -> Files {
        files.with_chosen(chosen(&self.actions), chosen(&self.textures))
    }
}

/// Returns the files that are given; an empty list for the word `none`.
fn chosen(paths: &[PathBuf]) -> Option<Vec<PathBuf>> {
    match paths {
        [] => None,
        [none] if none == Path::new("none") => Some(Vec::new()),
        paths => Some(paths.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        camera: CameraOptions,
    }

    fn parsed(text: &str) -> CameraOptions {
        Line::try_parse_from(std::iter::once("shot").chain(text.split_whitespace())).unwrap().camera
    }

    /// Returns the options of a text that is given as one.
    fn quoted(text: &str) -> CameraOptions {
        Line::try_parse_from(["shot", "--camera", text]).unwrap().camera
    }

    #[test]
    fn options_beside_a_text_take_precedence_and_its_mistakes_are_told() {
        let both = ["shot", "--camera", "--yaw 90 --zoom 2 --light", "--yaw=-90"];
        let mut viewer = Viewer::default();
        Line::try_parse_from(both).unwrap().camera.apply(&mut viewer);
        assert_eq!((viewer.orbit.yaw, viewer.orbit.zoom, viewer.light), (3072, 8192, true));
        let error = Line::try_parse_from(["shot", "--camera", "--yaw north"]).unwrap_err().to_string();
        assert!(error.contains("expected a number with at most 2 digits"), "{error}");
        assert!(quoted("--pattern 2").is_given() && !quoted("--pattern 2").sets_camera());
        assert!(target("1,2").is_err() && target("1,2,x").is_err() && target("1,2,999999").is_err());
    }

    #[test]
    fn the_text_of_every_view_gives_the_same_view() {
        for step in 0..4096 {
            let (pan, target) = ((step - 2000, 1000 - step), [step - 9, -step, step * 3]);
            let orbit = Orbit { yaw: step, pitch: step % 2049 - 1024, zoom: 512 + step * 7, pan, target };
            let pattern = [PatternChoice::Action, PatternChoice::One(3), PatternChoice::All][step as usize % 3];
            let background = 0x123456 + step as u32;
            let mut viewer = Viewer::default();
            (viewer.orbit, viewer.light, viewer.pattern) = (orbit, step % 2 == 0, pattern);
            viewer.background = background;
            let mut again = Viewer::default();
            parsed(&CameraOptions::text(&viewer)).apply(&mut again);
            assert_eq!(again, viewer, "{}", CameraOptions::text(&viewer));
            let mut once_more = Viewer::default();
            quoted(&CameraOptions::text(&viewer)).apply(&mut once_more);
            assert_eq!(once_more, viewer);
        }
        assert_eq!(CameraOptions::text(&Viewer::default()), "--yaw 0");
        assert!(!parsed("").is_given() && parsed("--shift 1,1").is_given());
    }

    #[test]
    fn numbers_are_rounded_to_units_and_limits_are_told() {
        assert_eq!((turn("90"), turn("-90"), turn("0.04")), (Ok(1024), Ok(3072), Ok(0)));
        assert_eq!((zoom("1.5"), shift("1,-0.5")), (Ok(6144), Ok((8, -4))));
        assert_eq!(pitch("91"), Err("expected -90 to 90".to_owned()));
        assert!(["", "1.234", "1e3", "--1", "9999999"].into_iter().all(|text| turn(text).is_err()));
        assert_eq!((colour("#0aFF00"), size("640x480")), (Ok(0x0AFF00), Ok((640, 480))));
        assert!(colour("fff").is_err() && size("8x8").is_err() && size("640").is_err());
    }
}
