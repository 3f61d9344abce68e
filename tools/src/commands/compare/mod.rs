//! `keitai compare`: distances between two figures with their actions.

mod picture;

use std::path::{Path, PathBuf};

use keitai_app::files::{Overwrite, check};
use keitai_app::picture::write_png;
use keitai_app::{Error as AppError, console};
use keitai_convert::compare::{ActionDistance, Comparison, Poseable, VertexDistance, compare, track_differences};
use keitai_convert::{open_actions, open_figure};
use keitai_formats::diagnostic::counted;
use keitai_formats::{ActionTable, Content, Kind, ReadOptions};
use keitai_render::{Model, Posture, Q16, Vector3};

use crate::cli::Compare;
use crate::error::Error;
use crate::session::contents::Contents;
use crate::session::{self, Session};

/// The most vertices and bones that are compared, of all frames together, some tens of seconds of work.
const MOST_WORK: u64 = 1 << 31;
/// Vertices that take as long as a frame without any.
const FRAME_WORK: u64 = 64;

pub(crate) fn run(arguments: &Compare) -> Result<(), Error> {
    let session = &Session::default();
    let overwrite = Overwrite::forced(arguments.force);
    let inputs: Vec<PathBuf> = [&arguments.a, &arguments.b].into_iter().chain(&arguments.figure).cloned().collect();
    if let Some(path) = &arguments.picture {
        picture::check_name(path)?;
        // The comparison may take long, so a picture that cannot be written is refused first.
        check(path, overwrite, &inputs).map_err(|fault| AppError::output(path, fault))?;
    }
    if arguments.figure.is_some() && is_figure(session, &arguments.a) && is_figure(session, &arguments.b) {
        return Err(Error::usage("--figure has no effect here", "the option is for actions"));
    }
    let mut a = Side::open(session, &arguments.a, arguments)?;
    let mut b = Side::open(session, &arguments.b, arguments)?;
    check_work(&a, &b, &arguments.a)?;
    match (a.separate, b.separate) {
        (true, false) => a.follow(&mut b),
        (false, true) => b.follow(&mut a),
        _ => {}
    }
    let figure = a.content.figure.clone();
    let comparison = compare(&mut a, &mut b, &figure, arguments.tolerance);
    let tracks = track_differences(&a.table, &b.table);
    if arguments.json {
        print_json(&comparison, &tracks)?;
    } else {
        print(&comparison, &tracks, &a.content, arguments.tolerance)?;
    }
    if let Some(path) = &arguments.picture {
        let image = picture::draw_both(&mut a, &mut b, worst(&comparison));
        write_png(path, &image, overwrite, &inputs)?;
    }
    if comparison.equal() {
        return Ok(());
    }
    let message = if comparison.structure.is_empty() {
        format!("up to {:.2} units apart; {} are allowed", comparison.largest(), arguments.tolerance)
    } else {
        format!("cannot be compared in full: {}", comparison.structure.join("; "))
    };
    let texts = [&arguments.a, &arguments.b].iter().any(|path| session.kind(path).is_some_and(Kind::is_text));
    let hint = (texts && !arguments.text_options.vendor)
        .then(|| "if the vendor's converter wrote one of them, compare with --vendor".to_owned());
    Err(AppError::Differs { message, hint }.into())
}

fn check_work(a: &Side, b: &Side, path: &Path) -> Result<(), Error> {
    let [lasts, others] = [a, b].map(Side::last_frames);
    let frames: u64 = if a.separate != b.separate {
        // Each action is compared with all of its length.
        let pairs = |last: &u32| others.iter().filter(|other| *other == last).count() as u64 * u64::from(last + 1);
        lasts.iter().map(pairs).sum()
    } else {
        lasts.iter().zip(&others).map(|(last, other)| u64::from(*last.min(other)) + 1).sum()
    };
    let parts = (a.model.vertex_count() + a.model.bone_count()) as u64;
    let most = MOST_WORK / (parts + FRAME_WORK);
    if frames <= most {
        return Ok(());
    }
    let message = format!("{frames} frames with {parts} vertices and bones each, expected at most {most} frames");
    Err(Error::read(path, message))
}

/// Returns the action and the frame with the largest distance, the first of several.
fn worst(comparison: &Comparison) -> Option<(usize, u32)> {
    // Of equal elements `max_by` takes the last.
    let measured = comparison.actions.iter().rev().filter_map(|measured| Some((measured.action, measured.largest?)));
    let (action, apart) = measured.max_by(|(_, a), (_, b)| a.distance.total_cmp(&b.distance))?;
    Some((action?, apart.frame))
}

fn is_figure(session: &Session, path: &Path) -> bool {
    session.kind(path).is_some_and(Kind::is_figure)
}

/// A figure with all its actions, and its current posture.
struct Side {
    content: Content,
    table: ActionTable,
    /// The actions are from several files of a folder, which have no order.
    separate: bool,
    model: Model,
    posture: Posture,
    positions: Vec<Vector3>,
}

impl Side {
    fn open(session: &Session, path: &Path, arguments: &Compare) -> Result<Self, Error> {
        let kind = session.kind(path);
        let other = match kind {
            Some(kind) if kind.is_figure() || kind.is_actions() => None,
            Some(other) => Some(Contents::Asset(other)),
            None => session.contents(path),
        };
        if let Some(other) = other {
            return Err(other.instead_of("a figure or actions", path));
        }
        let figure = arguments.figure.as_deref();
        let options = ReadOptions::UNLIMITED;
        // A figure from stdin has no actions, so the other one is compared without its own.
        let alone = [&arguments.a, &arguments.b].into_iter().any(|path| session::is_stdin(path));
        let (figure, actions) = if kind.is_some_and(Kind::is_figure) {
            (path.to_owned(), if alone { Vec::new() } else { actions_of(session, path)? })
        } else {
            // For texts, the bones are taken from a text first, for binary files from a binary file.
            let figures = session.figures_beside(path)?;
            let owner = figures.owner(&session.stem(path), kind == Some(Kind::ActionText)).found().cloned();
            let figure_path = figure.map(Path::to_owned).or(owner);
            if figure_path.is_none() {
                // An error of reading the file explains more than the usage error below.
                session.read(path)?;
            }
            let figure_path = figure_path.ok_or_else(|| {
                Error::usage(format!("{}: which figure does it move?", path.display()), "give --figure FILE")
            })?;
            (figure_path, vec![path.to_owned()])
        };
        let opened = open_figure(&session.read(&figure)?, session.kind(&figure), &options, &arguments.text_options);
        let content = opened.map_err(|error| Error::read(&figure, error))?.document;
        let separate = actions.len() > 1;
        let mut table = ActionTable::default();
        for action in actions {
            let (data, kind) = (session.read(&action)?, session.kind(&action));
            let opened = open_actions(&data, kind, Some(&content.skeleton), &arguments.text_options);
            let opened = opened.map_err(|error| Error::read(&action, error))?.document.table;
            if usize::from(opened.bone_count) == content.figure.bones.len() {
                table.bone_count = opened.bone_count;
                table.actions.extend(opened.actions);
            } else if action == path {
                let bones = content.figure.bones.len();
                let message = format!("moves {}, {} has {bones}", counted(opened.bone_count, "bone"), figure.display());
                return Err(Error::read(&action, message));
            }
        }
        let model = Model::new(&content.figure).map_err(|error| Error::read(&figure, error))?;
        let posture = Posture::rest(&model);
        Ok(Self { content, table, separate, model, posture, positions: Vec::new() })
    }

    /// Puts the actions into the order of another side: each place takes the action of the same length whose postures
    /// are nearest. Actions without such a place fill the other places and the end.
    fn follow(&mut self, ordered: &mut Self) {
        let mut rest: Vec<usize> = (0..self.table.actions.len()).collect();
        let mut order: Vec<Option<usize>> = Vec::new();
        for (place, last_frame) in ordered.last_frames().into_iter().enumerate() {
            let lengths = self.last_frames();
            let same: Vec<usize> = rest.iter().copied().filter(|action| lengths[*action] == last_frame).collect();
            let nearest = same.into_iter().min_by_key(|action| farthest((self, *action), (ordered, place), last_frame));
            rest.retain(|action| nearest != Some(*action));
            order.push(nearest);
        }
        let mut rest = rest.into_iter();
        let mut order: Vec<usize> = order.into_iter().filter_map(|action| action.or_else(|| rest.next())).collect();
        order.extend(rest);
        self.table.actions = order.into_iter().map(|action| self.table.actions[action].clone()).collect();
    }
}

/// Returns the square of the largest distance between the same vertices of two actions, in any frame.
fn farthest(a: (&mut Side, usize), b: (&mut Side, usize), last_frame: u32) -> i64 {
    let (mut at_a, mut at_b) = (Vec::new(), Vec::new());
    let mut frame_distance = |frame| {
        at_a.clear();
        at_b.clear();
        a.0.pose(Some((a.1, frame)), &mut at_a);
        b.0.pose(Some((b.1, frame)), &mut at_b);
        let squares = at_a.iter().zip(&at_b).map(|(a, b)| {
            (0..3).map(|axis| (i64::from(a[axis]) - i64::from(b[axis])).saturating_pow(2)).fold(0, i64::saturating_add)
        });
        squares.max().unwrap_or_default()
    };
    (0..=last_frame).map(&mut frame_distance).max().unwrap_or_default()
}

/// Returns the actions beside a figure in the figure's own form, binary or text: those with its name, or else all.
fn actions_of(session: &Session, figure: &Path) -> Result<Vec<PathBuf>, Error> {
    let form = if session.kind(figure) == Some(Kind::FigureText) { Kind::ActionText } else { Kind::ActionTable };
    let actions = session.neighbours(figure)?.into_iter().filter(|path| session.kind(path) == Some(form));
    let stem = session.stem(figure);
    let (matches, others): (Vec<_>, Vec<_>) = actions.partition(|path| session.stem(path).starts_with(&stem));
    Ok(if matches.is_empty() { others } else { matches })
}

impl Poseable for Side {
    fn last_frames(&self) -> Vec<u32> {
        self.table.actions.iter().map(|action| u32::from(action.last_frame)).collect()
    }

    fn pose(&mut self, action: Option<(usize, u32)>, positions: &mut Vec<[i32; 3]>) {
        let action = action.and_then(|(index, frame)| self.table.actions.get(index).map(|action| (action, frame)));
        match action {
            Some((action, frame)) => {
                self.posture.set(&self.model, action, Q16::saturating_from_num(frame));
            }
            None => self.posture.set_rest(&self.model),
        }
        self.positions.clear();
        self.posture.positions(&self.model, &mut self.positions);
        positions.extend(self.positions.iter().map(|v| [v.x, v.y, v.z]));
    }
}

fn print(comparison: &Comparison, tracks: &[String], content: &Content, tolerance: f64) -> Result<(), Error> {
    let bone = |apart: VertexDistance| {
        let name = content.skeleton.bones.get(apart.bone).map(String::as_str).unwrap_or_default();
        format!(
            "{:.2} units (frame {}, bone {} \"{name}\", vertex {})",
            apart.distance, apart.frame, apart.bone, apart.vertex
        )
    };
    let mut lines = comparison.structure.clone();
    for measured in &comparison.actions {
        let what = name(measured);
        lines.push(match measured.largest {
            None => format!("{what}: equal in {}", counted(measured.frames, "frame")),
            Some(apart) => format!("{what}: up to {}", bone(apart)),
        });
        lines.extend(measured.first_beyond.map(|apart| format!("{what}: first beyond {tolerance}: {}", bone(apart))));
    }
    lines.extend(tracks.iter().take(20).cloned());
    Ok(console::print(&format!("{}\n", lines.join("\n")))?)
}

fn name(measured: &ActionDistance) -> String {
    measured.action.map_or_else(|| "figure".to_owned(), |action| format!("action {action}"))
}

fn print_json(comparison: &Comparison, tracks: &[String]) -> Result<(), Error> {
    let apart = |apart: Option<VertexDistance>| {
        apart.map(|apart| {
            serde_json::json!({
                "frame": apart.frame, "bone": apart.bone, "vertex": apart.vertex, "distance": apart.distance,
            })
        })
    };
    let measured: Vec<serde_json::Value> = comparison
        .actions
        .iter()
        .map(|measured| {
            serde_json::json!({
                "action": measured.action,
                "frames": measured.frames,
                "largest": apart(measured.largest),
                "first_beyond": apart(measured.first_beyond),
            })
        })
        .collect();
    let report = serde_json::json!({
        "largest": (!comparison.actions.is_empty()).then(|| comparison.largest()),
        "structure": comparison.structure,
        "measured": measured,
        "tracks": tracks,
    });
    super::print_json(&report)
}
