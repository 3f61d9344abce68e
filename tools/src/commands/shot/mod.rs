//! `keitai shot`: frames of a shot, a scene or a figure as pictures, and their comparison with a reference.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;

use keitai_app::files::{self, Overwrite};
use keitai_app::picture::{self, Gif, GifFrame};
use keitai_app::{Error as AppError, SIZE, console};
use keitai_formats::Kind;
use keitai_render::{Canvas, Framebuffer, Lettering};
use keitai_runtime::Stage;
use keitai_runtime::assets::AssetPath;
use keitai_runtime::shot::{Player, ShotError};

use rayon::prelude::*;

use crate::cli::{self, PictureOptions, Sheet};
use crate::error::Error;
use crate::reference;
use crate::session::{self, Session};
use crate::shot_file::{parse, player, read_expected, source_of, wider_root};
use crate::terminal;
use crate::viewer::files::Files;
use crate::viewer::scene::FigureScene;
use crate::viewer::state::Viewer;
use crate::viewer::subject::Playable;
use keitai_runtime::ron_text::RonKind;

/// Pictures of a turn, and units of a turn.
const TURNS: i32 = 8;
const TURN: i32 = 4096;
/// Most pictures side by side on a sheet, and most pixels of a sheet.
const COLUMNS: u32 = 4;
const MOST_PIXELS: u64 = 1 << 26;
/// The last frame of a scene that is drawn: all ticks before it are played.
const LAST_TICK: u32 = 108_000;
/// Colour of the labels on a sheet, 0xRRGGBB.
const LABEL: u32 = 0xFFD060;

pub(crate) fn run(arguments: &cli::Shot) -> Result<(), Error> {
    let session = &Session::default();
    let frame = arguments.frame.unwrap_or(0);
    let frames = arguments.frames.clone().unwrap_or(frame..frame.saturating_add(1));
    let moving = plan(arguments, &frames)?;
    let overwrite = Overwrite::forced(arguments.force || arguments.thumbnail);
    let (mut program, mut inputs) = Program::load(session, arguments)?;
    let last = frames.start.max(frames.end - 1);
    if matches!(program, Program::Scene(_)) && last > LAST_TICK {
        let message = format!("frame {last}: a scene is drawn up to frame {LAST_TICK}");
        return Err(Error::usage(
            message,
            "`keitai play SCENE --headless --frames N --digest` plays any number of ticks",
        ));
    }
    program.print_problems(session, arguments.strict)?;
    inputs
        .extend(arguments.reference.clone().into_iter().chain([arguments.file.clone()]).chain(arguments.render.file()));
    if let Some(path) = &arguments.output {
        // Drawing may take long, so an output that cannot be written is refused first.
        files::check(path, overwrite, &inputs).map_err(|fault| keitai_app::Error::output(path, fault))?;
    }
    let reference = arguments.reference.as_deref().map(|path| reference::load(session, path)).transpose()?;
    if let Some(sheet) = arguments.sheet {
        let picture = draw_sheet(session, arguments, program, sheet)?;
        return finish(arguments, (&picture, reference), None, overwrite, &inputs);
    }
    let mut picture = program.picture();
    if !moving {
        program.draw_frame(arguments, frames.start, &mut picture)?;
        return finish(arguments, (&picture, reference), None, overwrite, &inputs);
    }
    let mut gif = Gif::new(picture.width(), picture.height())?;
    let bar = terminal::bar(frames.len(), "frames");
    let draw = |program: &mut Program, index: usize| {
        let mut picture = program.picture();
        program.draw_frame(arguments, frames.start + index as u32, &mut picture)?;
        Ok((GifFrame::new(&picture)?, picture))
    };
    program.each(session, arguments, frames.len(), draw, |_, (frame, frame_picture)| {
        bar.inc(1);
        picture = frame_picture;
        Ok(gif.add_frame(frame, 1)?)
    })?;
    bar.finish_and_clear();
    finish(arguments, (&picture, reference), Some(gif), overwrite, &inputs)
}

/// Writes, prints and compares what was drawn.
fn finish(
    arguments: &cli::Shot,
    (picture, reference): (&Framebuffer, Option<Framebuffer>),
    gif: Option<Gif>,
    overwrite: Overwrite,
    inputs: &[PathBuf],
) -> Result<(), Error> {
    match (&arguments.output, gif) {
        (Some(path), Some(gif)) => files::write(path, &gif.finish()?, overwrite, inputs)
            .map_err(|fault| keitai_app::Error::output(path, fault))?,
        (Some(path), None) => picture::write_png(path, picture, overwrite, inputs)?,
        (None, _) => {}
    }
    if arguments.digest {
        console::print(&format!("{:#018x}\n", picture.digest()))?;
    }
    match (&arguments.reference, reference) {
        (Some(path), Some(theirs)) => compare(picture, &theirs, path),
        _ => Ok(()),
    }
}

/// Checks that the arguments fit together. Returns whether the output is a moving picture.
fn plan(arguments: &cli::Shot, frames: &Range<u32>) -> Result<bool, Error> {
    let refuse = |message: &str, hint: &str| Err(Error::usage(message, hint));
    let ending = arguments
        .output
        .as_ref()
        .map(|path| path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase());
    let several = frames.len() > 1;
    match ending.as_deref() {
        _ if arguments.thumbnail => Ok(false),
        None if arguments.reference.is_none() && !arguments.digest => {
            refuse("nothing to do", "give -o out.png, --ref golden.png or --digest")
        }
        Some("gif") if arguments.sheet.is_some() => refuse("a sheet is one picture", "give -o out.png"),
        Some("png") if several => refuse("a .png holds one frame", "give -o out.gif, or --frame N"),
        None if several => refuse("one picture is compared at a time", "give --frame N"),
        Some("gif") if arguments.reference.is_some() => {
            refuse("a .gif has too few colours to be compared", "give -o out.png, or --ref alone")
        }
        None | Some("png") => Ok(false),
        Some("gif") => Ok(true),
        Some("") => refuse("the name of the picture has no ending", "give -o out.png, or out.gif with --frames"),
        Some(other) => {
            refuse(&format!("no picture has the ending .{other}"), "give -o out.png, or out.gif with --frames")
        }
    }
}

fn refuse_options_of_figures(arguments: &cli::Shot) -> Result<(), Error> {
    let picture = &arguments.picture;
    let options = [
        ("--sheet", arguments.sheet.is_some()),
        ("--action", arguments.action.is_some()),
        ("--actions", !picture.companions.actions.is_empty()),
        ("--textures", !picture.companions.textures.is_empty()),
        ("--rest", picture.poses.rest.is_some()),
        ("--size", picture.size.is_some()),
        ("an option of the camera", picture.camera.is_given()),
    ];
    let Some((name, _)) = options.iter().find(|(_, is_set)| *is_set) else { return Ok(()) };
    Err(Error::usage(
        format!("{name} goes with a figure"),
        "shots and scenes have a size, a camera and actions of their own",
    ))
}

/// Draws several pictures of a figure into one, each with a label.
fn draw_sheet(session: &Session, arguments: &cli::Shot, program: Program, sheet: Sheet) -> Result<Framebuffer, Error> {
    let viewers = program.viewers(sheet, arguments.frame)?;
    let (width, height) = arguments.picture.size.unwrap_or(SIZE);
    let columns = (viewers.len() as u32).clamp(1, COLUMNS);
    let rows = (viewers.len() as u32).div_ceil(columns);
    if u64::from(columns * width) * u64::from(rows) * u64::from(height) > MOST_PIXELS {
        let message = format!("a sheet of {} pictures of {width}x{height} pixels is too large", viewers.len());
        return Err(Error::usage(message, "give a smaller --size"));
    }
    let mut whole = Framebuffer::new(columns * width, rows * height);
    // The last row may have fewer pictures.
    whole.fill(viewers.first().map_or(0, |(_, viewer)| viewer.background));
    let draw = |program: &mut Program, index: usize| program.draw_labelled(&viewers[index]);
    program.each(session, arguments, viewers.len(), draw, |index, one| {
        let (left, top) = (index as u32 % columns * width, index as u32 / columns * height);
        let stride = whole.width() as usize;
        let rows = whole.pixels_mut().chunks_exact_mut(stride).skip(top as usize);
        for (to, from) in rows.zip(one.pixels().chunks_exact(width as usize)) {
            to[left as usize..][..width as usize].copy_from_slice(from);
        }
        Ok(())
    })?;
    Ok(whole)
}

/// A source of numbered frames.
enum Program {
    Shot(Box<Player>),
    Figure { scene: Box<FigureScene>, action: usize, options: PictureOptions },
    Scene(Box<Stage>),
}

impl Program {
    /// Loads the file. Also returns all files that it is made of.
    fn load(session: &Session, arguments: &cli::Shot) -> Result<(Self, Vec<PathBuf>), Error> {
        let path = &arguments.file;
        let settings = arguments.render.settings()?;
        let picture = &arguments.picture;
        if session.kind(path).is_some_and(Kind::is_figure) || session.model(path).is_some() {
            if arguments.root.is_some() {
                let hint = "--actions and --textures name the files of a figure";
                return Err(Error::usage("--root goes with a shot or a scene", hint));
            }
            let files = picture.companions.choose(Files::figure(path)).resting(picture.poses.rest);
            let scene = FigureScene::open_sized(session, &files, &settings, picture.size.unwrap_or(SIZE))?;
            let action = scene.figure().chosen_action(arguments.action)?;
            scene.figure().check_pattern(picture.camera.pattern())?;
            let files = scene.figure().files.clone();
            return Ok((Self::Figure { scene: Box::new(scene), action, options: picture.clone() }, files));
        }
        let text = read_expected(session, path, "a shot, a scene or a figure")?;
        refuse_options_of_figures(arguments)?;
        if RonKind::of(&text) == Some(RonKind::Scene) {
            if session::is_stdin(path) {
                return Err(session::not_from_stdin("a scene"));
            }
            let (source, path) = source_of(session, path, arguments.root.as_deref())?;
            let mut scene = Stage::open(source, &path, &settings)?;
            let files = scene.assets().files_on_disk();
            return Ok((Self::Scene(Box::new(scene)), files));
        }
        let shot = parse(path, &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = shot.files().map(|file| folder.join(file)).collect();
        let root = arguments.root.clone().or_else(|| wider_root(path, &shot));
        Ok((Self::Shot(Box::new(player(session, path, &shot, &settings, root.as_deref())?)), files))
    }

    /// Draws `count` pictures and hands them over in order, up to the first error. Each thread has a program of its own.
    fn each<T: Send>(
        self,
        session: &Session,
        arguments: &cli::Shot,
        count: usize,
        draw: impl Fn(&mut Self, usize) -> Result<T, Error> + Sync,
        mut take: impl FnMut(usize, T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let cores = || thread::available_parallelism().map_or(1, Into::into);
        let jobs = arguments.jobs.map_or_else(cores, usize::from).min(count);
        let others = (1..jobs).into_par_iter().map(|_| Ok(Self::load(session, arguments)?.0));
        let mut programs = others.collect::<Result<Vec<Self>, Error>>()?;
        programs.push(self);
        for first in (0..count).step_by(programs.len()) {
            let pictures = programs.par_iter_mut().zip(first..count).map(|(program, index)| draw(program, index));
            for (index, picture) in (first..).zip(pictures.collect::<Vec<_>>()) {
                take(index, picture?)?;
            }
        }
        Ok(())
    }

    fn picture(&self) -> Framebuffer {
        match self {
            Self::Shot(player) => player.framebuffer(),
            Self::Figure { options, .. } => {
                let (width, height) = options.size.unwrap_or(SIZE);
                Framebuffer::new(width, height)
            }
            Self::Scene(scene) => scene.framebuffer(),
        }
    }

    /// Prints what is wrong with the files of a figure, and which are missing. With `strict`, prints the parts of a
    /// shot that phones show wrongly, which are an error.
    fn print_problems(&self, session: &Session, strict: bool) -> Result<(), Error> {
        match self {
            Self::Figure { scene, .. } => {
                scene.figure().print_problems(session);
                scene.figure().missing().iter().for_each(|line| console::note(&format!("warning: {line}")));
            }
            Self::Shot(player) if strict => {
                let faults = player.likely_faults();
                faults.iter().for_each(|fault| console::note(fault));
                if !faults.is_empty() {
                    let summary =
                        format!("{}; nothing was written", keitai_formats::diagnostic::counted(faults.len(), "fault"));
                    return Err(Error::Found(summary));
                }
            }
            Self::Shot(_) | Self::Scene(_) => {}
        }
        Ok(())
    }

    /// Returns the pictures of a sheet, each with its label.
    fn viewers(&self, sheet: Sheet, frame: Option<u32>) -> Result<Vec<(String, Viewer)>, Error> {
        let Self::Figure { scene, action, options } = self else { return Ok(Vec::new()) };
        let actions = &scene.figure().subject.actions;
        let mut viewer = Viewer::starting_at(*action, Some(frame.unwrap_or(0)));
        options.camera.apply(&mut viewer);
        match sheet {
            Sheet::Turn => {
                let turned = |step: i32| {
                    let mut viewer = viewer.clone();
                    viewer.orbit.yaw = (viewer.orbit.yaw + step * TURN / TURNS) & (TURN - 1);
                    (format!("{}", step * 360 / TURNS), viewer)
                };
                Ok((0..TURNS).map(turned).collect())
            }
            Sheet::Actions if actions.is_empty() => Err(Error::usage("the figure has no actions", "give --sheet turn")),
            Sheet::Actions => {
                let figure = scene.figure();
                let is_model = AssetPath::from(&figure.figure).is_model();
                let label = |action: usize| match figure.subject.names.get(action) {
                    // Animations of today's programs have names.
                    Some(name) if is_model => name.clone(),
                    _ => format!("action {action}"),
                };
                let middle = |(action, playable): (usize, &Playable)| {
                    let frame = frame.unwrap_or(u32::from(playable.last) / 2);
                    let mut viewer = Viewer::starting_at(action, Some(frame));
                    options.camera.apply(&mut viewer);
                    (label(action), viewer)
                };
                Ok(actions.iter().enumerate().map(middle).collect())
            }
        }
    }

    fn draw_labelled(&mut self, (label, viewer): &(String, Viewer)) -> Result<Framebuffer, Error> {
        let mut picture = self.picture();
        if let Self::Figure { scene, .. } = self {
            scene.show(viewer);
            scene.stage.draw(&mut picture);
            scene.stage.check_picture().map_err(AppError::game)?;
            Canvas::new(&mut picture).text(label, 4, 4, Lettering::Small, LABEL);
        }
        Ok(picture)
    }

    fn draw_frame(&mut self, arguments: &cli::Shot, frame: u32, picture: &mut Framebuffer) -> Result<(), Error> {
        self.draw(frame, picture).map_err(|error| Error::read(&arguments.file, format!("frame {frame}: {error}")))
    }

    fn draw(&mut self, frame: u32, picture: &mut Framebuffer) -> Result<(), ShotError> {
        match self {
            // Frame numbers wrap at 32 bits, as in programs of the time.
            Self::Shot(player) => player.draw(frame.cast_signed(), picture),
            Self::Figure { scene, action, options } => {
                // As in the viewer, the last frame of a loop stands for the first; when its number is given, it is
                // shown.
                let frame = scene.figure().subject.actions.get(*action).map_or(0, |action| match frame {
                    frame if frame == u32::from(action.last) => frame,
                    frame => action.shown_after(frame),
                });
                let mut viewer = Viewer::starting_at(*action, Some(frame));
                options.camera.apply(&mut viewer);
                scene.show(&viewer);
                scene.stage.draw(picture);
                Ok(scene.stage.check_picture()?)
            }
            // Frames come in ascending order. Frame 0 is the scene before its first tick.
            Self::Scene(scene) => {
                while scene.ticks() < u64::from(frame) {
                    scene.tick(&[]);
                }
                scene.draw(picture);
                Ok(scene.check_picture()?)
            }
        }
    }
}

fn compare(picture: &Framebuffer, theirs: &Framebuffer, path: &Path) -> Result<(), Error> {
    let name = path.display();
    let differs = |message| Err(AppError::Differs { message, hint: None }.into());
    let [size, other] = [picture, theirs].map(|picture| (picture.width(), picture.height()));
    if other != size {
        return differs(format!("{}x{} pixels, but {name} has {}x{}", size.0, size.1, other.0, other.1));
    }
    let pairs =
        || picture.pixels().iter().zip(theirs.pixels()).enumerate().filter(|(_, (ours, theirs))| ours != theirs);
    let Some((first, (ours, theirs))) = pairs().next() else { return Ok(()) };
    let (x, y) = (first % picture.width() as usize, first / picture.width() as usize);
    let (count, all) = (pairs().count(), picture.pixels().len());
    differs(format!(
        "{count} of {all} pixels differ from {name}, the first at ({x}, {y}): {ours:06x} instead of {theirs:06x}"
    ))
}
