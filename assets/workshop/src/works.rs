//! All files that the workshop builds, and the functions that make files of documents.

use crate::paint::Canvas;
use crate::paint::quantise::quantise;
use crate::text::Sculpture;
use crate::{
    bake, gauges, lacquer, lettering, medals, print, rally, robot, room, shadow, sound, sparks, springs, table, tray,
};
use keitai_convert::Options;
use keitai_formats::{Content, Diagnostic, Severity, Skeleton};
use keitai_formats::{Figure, Material, Polygons, Rgb, bac, bmp, mbac, mtra, tra};
use keitai_sound::wave::encode_adpcm;

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// Path below `assets/`, with forward slashes.
    pub path: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// Error of building a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A source text of the workshop has a diagnostic.
    #[error("{path}: {message}")]
    Text {
        /// The text.
        path: String,
        /// The first diagnostic.
        message: String,
    },
    /// A document cannot be written.
    #[error("{path}: {source}")]
    Write {
        /// The file.
        path: String,
        /// The error.
        source: keitai_formats::Error,
    },
}

/// Colour of palette index 0 in textures with a colour key. Shows where a polygon lacks the key.
const KEY: Rgb = Rgb { r: 255, g: 0, b: 255 };

/// Builds everything.
///
/// # Errors
/// When a source text of the workshop has a diagnostic, or a document does not fit its format.
pub fn all() -> Result<Vec<Work>, Error> {
    let mut works = Vec::new();
    let robots = robot::LIVERIES;
    let scores = robot::actions::all();
    let texts: Vec<String> = scores.iter().map(|score| tra::write(&bake::bake(score))).collect();
    for (score, text) in scores.iter().zip(&texts) {
        works.push(Work { path: format!("robots/{}.tra", score.name), bytes: text.clone().into_bytes() });
    }
    for livery in robots {
        let Content { skeleton, .. } = figure("robots", &robot::parts::sculpture(livery), &mut works)?;
        let path = format!("robots/{}.mtra", livery.name);
        let table = action_table(&path, &texts, &skeleton)?;
        works.push(Work { bytes: table, path });
        works.push(picture(&format!("robots/{}.bmp", livery.name), &robot::skin::paint(livery), KEY)?);
    }
    for livery in robot::rivals::RECOLOURED {
        works.push(picture(&format!("robots/{}.bmp", livery.name), &robot::skin::paint(livery), KEY)?);
    }
    figure("ring", &tray::sculpture(), &mut works)?;
    figure("ring", &tray::drum(), &mut works)?;
    for (name, surface) in tray::SURFACES {
        works.push(picture(&format!("ring/{name}.bmp"), &tray::paint(surface), KEY)?);
    }
    figure("ring", &shadow::sculpture(), &mut works)?;
    works.push(picture("ring/shadow.bmp", &shadow::paint(), KEY)?);
    for thing in &table::THINGS {
        let Content { figure, .. } = figure("table", &thing.sculpture(), &mut works)?;
        works.push(picture(&format!("table/{}.bmp", thing.name), &(thing.paint)(), KEY)?);
        if thing.in_facets {
            works.push(in_facets(&format!("table/{}-facets.mbac", thing.name), figure)?);
        }
    }
    works.push(picture("signs/title.bmp", &lettering::title(), KEY)?);
    works.push(picture("signs/numbers.bmp", &lettering::numbers(), KEY)?);
    works.push(picture("signs/calls.bmp", &lettering::calls(), KEY)?);
    for (name, names) in ["names", "rivals"].into_iter().zip(lettering::NAMES) {
        works.push(picture(&format!("signs/{name}.bmp"), &lettering::names(names), KEY)?);
    }
    works.push(picture("signs/room.bmp", &room::paint(), KEY)?);
    works.push(picture("signs/gauges.bmp", &gauges::paint(), KEY)?);
    works.push(picture("signs/springs.bmp", &springs::paint(), KEY)?);
    for (name, size) in gauges::PLATES {
        works.push(picture(&format!("signs/{name}.bmp"), &gauges::plate_of(size), KEY)?);
    }
    works.push(picture("signs/medals.bmp", &medals::paint(), KEY)?);
    for ink in &print::INKS {
        works.push(picture(&format!("signs/print-{}.bmp", ink.name), &print::sheet(ink), KEY)?);
    }
    works.push(picture("signs/sparks.bmp", &sparks::paint(), Rgb::default())?);
    works.push(picture("robots/lacquer.bmp", &lacquer::paint(), Rgb::default())?);
    for effect in &sound::effects::ALL {
        let bytes = encode_adpcm(sound::effects::RATE, &sound::effects::values(effect));
        works.push(Work { path: format!("sounds/{}.wav", effect.0), bytes });
    }
    for (name, score) in &sound::tunes::ALL {
        let path = format!("music/{name}.mid");
        let score = score().map_err(|message| Error::Text { path: path.clone(), message })?;
        works.push(Work { path, bytes: score.midi() });
    }
    rally(&mut works)?;
    works.push(Work { path: "../engine/sound/font/keitai.sf2".into(), bytes: sound::font::build() });
    Ok(works)
}

/// Builds the art of Pocket Rally, in the folder of the game.
fn rally(works: &mut Vec<Work>) -> Result<(), Error> {
    const FOLDER: &str = "../game/rally/assets";
    let drive = tra::write(&rally::car::drive());
    works.push(Work { path: format!("{FOLDER}/drive.tra"), bytes: drive.clone().into_bytes() });
    let mut table = Vec::new();
    for body in &rally::car::BODIES {
        let Content { skeleton, .. } = figure(FOLDER, &rally::car::sculpture(body), works)?;
        table = action_table(&format!("{FOLDER}/drive.mtra"), std::slice::from_ref(&drive), &skeleton)?;
    }
    works.push(Work { path: format!("{FOLDER}/drive.mtra"), bytes: table });
    for thing in &rally::things::THINGS {
        figure(FOLDER, &thing.sculpture(), works)?;
        works.push(picture(&format!("{FOLDER}/{}.bmp", thing.name), &(thing.paint)(), KEY)?);
    }
    figure(FOLDER, &shadow::sculpture(), works)?;
    let mut pictures = vec![
        ("shadow".to_owned(), shadow::paint()),
        ("lacquer".to_owned(), lacquer::paint()),
        ("title".to_owned(), lettering::car_title("POCKET", "RALLY")),
        ("endless".to_owned(), lettering::car_title("ENDLESS", "ROAD")),
        ("calls".to_owned(), lettering::rally_words(&lettering::RALLY_CALLS)),
        ("heads".to_owned(), lettering::rally_words(&lettering::RALLY_HEADS)),
        ("numbers".to_owned(), lettering::numbers()),
        ("lamps".to_owned(), rally::signs::lamps()),
        ("sparks".to_owned(), sparks::paint()),
        ("board".to_owned(), gauges::plate_of([208, 150])),
    ];
    pictures
        .extend(rally::livery::LIVERIES.iter().map(|livery| (livery.name.to_owned(), rally::livery::paint(livery))));
    for land in &rally::land::LANDS {
        let name = |part: &str| format!("{}-{part}", land.name);
        pictures.push((name("ground"), rally::land::ground(land)));
        pictures.push((name("sky"), rally::land::sky(land)));
        pictures.push((name("road"), rally::road::paint(land)));
        pictures.push((name("things"), rally::things::sheet(land)));
        pictures.push((name("dust"), rally::land::dust(land)));
    }
    pictures.extend(print::INKS.iter().map(|ink| (format!("print-{}", ink.name), print::sheet(ink))));
    for (name, canvas) in &pictures {
        let key = if ["lacquer", "sparks"].contains(&name.as_str()) { Rgb::default() } else { KEY };
        works.push(picture(&format!("{FOLDER}/{name}.bmp"), canvas, key)?);
    }
    let effects = sound::rally::ALL.iter().map(|effect| (effect.0.to_owned(), sound::effects::values(effect)));
    for (name, values) in effects.chain(sound::rally::engines()) {
        let bytes = encode_adpcm(sound::effects::RATE, &values);
        works.push(Work { path: format!("{FOLDER}/{name}.wav"), bytes });
    }
    for (name, score) in &sound::tunes::RALLY {
        let path = format!("{FOLDER}/{name}.mid");
        let score = score().map_err(|message| Error::Text { path: path.clone(), message })?;
        works.push(Work { path, bytes: score.midi() });
    }
    Ok(())
}

/// Returns a figure's source text and its binary file.
fn figure(folder: &str, sculpture: &Sculpture, works: &mut Vec<Work>) -> Result<Content, Error> {
    let path = format!("{folder}/{}.bac", sculpture.name);
    let text = bac::write(&sculpture.bac());
    let parsed = bac::read(text.as_bytes());
    let made = keitai_convert::figure(&parsed.document, parsed.diagnostics, &Options::default());
    let document = clean(&path, made.document, &made.diagnostics)?;
    let converted = format!("{folder}/{}.mbac", sculpture.name);
    let bytes = written(&converted, mbac::write(&document.figure))?;
    works.push(Work { path, bytes: text.into_bytes() });
    works.push(Work { path: converted, bytes });
    Ok(document)
}

/// Returns a figure in flat shading: each polygon has the shade of its first vertex. Source texts have no word for that.
fn in_facets(path: &str, mut figure: Figure) -> Result<Work, Error> {
    let Polygons { textured_triangles, textured_quads, .. } = &mut figure.polygons;
    let triangles = textured_triangles.iter_mut().map(|polygon| &mut polygon.material);
    let quads = textured_quads.iter_mut().map(|polygon| &mut polygon.material);
    triangles.chain(quads).for_each(|material| material.0 |= Material::FLAT_SHADE);
    Ok(Work { path: path.into(), bytes: written(path, mbac::write(&figure))? })
}

/// Returns an action table of several source texts.
fn action_table(path: &str, texts: &[String], skeleton: &Skeleton) -> Result<Vec<u8>, Error> {
    let options = Options::default();
    let mut actions = Vec::new();
    for text in texts {
        let parsed = tra::read(text.as_bytes());
        let made = keitai_convert::action(&parsed.document, parsed.diagnostics, skeleton, &options);
        actions.extend(clean(path, made.document, &made.diagnostics)?);
    }
    written(path, mtra::write(&keitai_convert::table(actions, skeleton.bone_count(), &options)))
}

fn picture(path: &str, canvas: &Canvas, key: Rgb) -> Result<Work, Error> {
    Ok(Work { path: path.into(), bytes: written(path, bmp::write(&quantise(canvas, key)))? })
}

/// Returns the document of a report without diagnostics.
fn clean<T>(path: &str, document: Option<T>, diagnostics: &[Diagnostic]) -> Result<T, Error> {
    let complaint = diagnostics.iter().find(|d| d.severity != Severity::Note);
    match (document, complaint) {
        (Some(document), None) => Ok(document),
        (_, complaint) => {
            let message = complaint.map_or_else(|| "nothing came of it".into(), |d| d.message.clone());
            Err(Error::Text { path: path.into(), message })
        }
    }
}

fn written<T>(path: &str, result: keitai_formats::Result<T>) -> Result<T, Error> {
    result.map_err(|source| Error::Write { path: path.into(), source })
}
