//! The renderer: submit, then flush.

use alloc::vec::Vec;
use core::fmt;

use crate::authentic::Authentic;
use crate::bands::Bands;
use crate::compat::Compat;
use crate::effect::{Light, Toon};
use crate::enhanced::Enhanced;
use crate::error::{Error, Result};
use crate::figure::{self, FigureDraw};
use crate::framebuffer::Picture;
use crate::lanes::widest;
use crate::layout::FigureLayout;
use crate::numbers::Vector3;
use crate::primitive::{self, PrimitivesDraw};
use crate::project::{Backend, Screen};
use crate::queue::{Queue, QueuedPolygon};
use crate::raster::Clip;
use crate::submit::Scratch;

/// Counts of a renderer; see [`Renderer::statistics`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Statistics {
    /// Triangles and halves of quads and of sprites submitted; points and lines count as one. Points, lines and sprites
    /// before the near plane and beyond the far one are not counted.
    pub submitted: u64,
    /// Submitted triangles, halves, points and lines that passed facing and clipping and were drawn.
    pub drawn: u64,
    /// Pixels visited, colour-keyed ones included.
    pub pixels: u64,
}

/// A polygon as it was drawn: a triangle, a quad in strip order, a line or a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawnPolygon {
    corners: [(i32, i32); 4],
    sides: u8,
    polygon: Option<u32>,
    call: u32,
    key: i32,
}

impl DrawnPolygon {
    fn new(polygon: &QueuedPolygon, key: i32, source: Option<u32>, fraction: u32) -> Self {
        let mut corners = [(0, 0); 4];
        for (place, corner) in corners.iter_mut().zip(polygon.vertices) {
            *place = (corner.x >> fraction, corner.y >> fraction);
        }
        let item = polygon.item;
        Self { corners, sides: item.sides, polygon: source, call: item.call, key }
    }

    /// Returns the corners, pixels.
    pub fn corners(&self) -> &[(i32, i32)] {
        &self.corners[..usize::from(self.sides).min(self.corners.len())]
    }

    /// Returns the index of the polygon in its model: pattern by pattern, in each the untextured polygons and then those of each
    /// texture, triangles before quads. `None` for primitives. Several pieces of one polygon have the same index.
    pub fn polygon(&self) -> Option<usize> {
        self.polygon.map(|polygon| polygon as usize)
    }

    /// Returns the number of the draw call since the last flush, from 0: of the figure or the primitives.
    pub fn call(&self) -> usize {
        self.call as usize
    }

    /// Returns the sort key; larger is farther and painted earlier.
    pub fn key(&self) -> i32 {
        self.key
    }
}

/// Collects figures and draws them in painter's order.
///
/// Submission captures everything: later changes to layout, effect or posture do not touch it. Nothing is drawn before
/// [`Renderer::flush`], and nothing carries over from one flush to the next.
#[doc(alias = "Graphics3D")]
pub struct Renderer {
    compat: Compat,
    backend: BackEnd,
    size: (u32, u32),
    /// Clip that the next flush uses.
    clip: Option<Clip>,
    queue: Queue,
    scratch: Scratch,
    statistics: Statistics,
    /// Polygons drawn, in order, while tracing is on.
    trace: Option<Vec<DrawnPolygon>>,
    pixel_limit: Option<PixelLimit>,
    bands: Bands,
}

impl fmt::Debug for Renderer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Renderer").field("size", &self.size).field("compat", &self.compat).finish_non_exhaustive()
    }
}

/// Pixels that polygons may cover.
#[derive(Debug, Clone, Copy)]
struct PixelLimit {
    limit: u64,
    rest: u64,
    /// Whether polygons were left out because of the limit.
    exceeded: bool,
}

impl Renderer {
    /// Returns an authentic renderer for pictures of `width` x `height` pixels.
    pub fn new(width: u32, height: u32, compat: Compat) -> Self {
        Self::with_backend(width, height, compat, Backend::Authentic)
    }

    /// Returns a renderer for pictures of `width` x `height` pixels.
    pub fn with_backend(width: u32, height: u32, compat: Compat, backend: Backend) -> Self {
        Self {
            compat,
            backend: match backend {
                Backend::Authentic => BackEnd::Authentic(Vec::new()),
                Backend::Enhanced => BackEnd::Enhanced(Vec::new()),
            },
            size: (width, height),
            clip: None,
            queue: Queue::default(),
            scratch: Scratch::default(),
            statistics: Statistics::default(),
            trace: None,
            pixel_limit: None,
            bands: Bands::new(1),
        }
    }

    /// Returns the settings it was made with.
    pub fn compat(&self) -> &Compat {
        &self.compat
    }

    /// Draws on pictures of `width` x `height` pixels from now on. What is queued is forgotten, and so are the light and the toon
    /// shading of earlier calls, which lists without their own use.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.discard();
        (self.queue.light, self.queue.toon) = Default::default();
        self.size = (width, height);
    }

    /// Returns the rasteriser it draws with.
    pub fn backend(&self) -> Backend {
        self.backend.kind()
    }

    /// Restricts drawing to a rectangle; the one in force at the flush is used.
    #[doc(alias = "bind")]
    pub fn set_clip(&mut self, clip: Option<Clip>) {
        self.clip = clip;
    }

    /// Returns the light and the toon shading that were used or set last.
    pub(crate) fn shading(&mut self) -> (&mut Light, &mut Toon) {
        (&mut self.queue.light, &mut self.queue.toon)
    }

    /// Sets the number of threads that draw pixels, 1 at first; 0 counts as 1. Each draws a band of rows, if there is enough to
    /// draw. Pictures, statistics and errors do not depend on the number. The threads are those of the global pool of `rayon`,
    /// which has one for each processor core. Without the feature `threads` one thread draws them all.
    pub fn set_threads(&mut self, count: usize) {
        self.bands = Bands::new(count);
    }

    /// Queues a figure.
    #[doc(alias = "renderFigure")]
    pub fn render_figure(&mut self, draw: &FigureDraw) {
        let (screen, scratch, queue) = self.submission();
        figure::submit(draw, screen, scratch, queue);
    }

    /// Queues a figure and draws everything queued.
    #[doc(alias = "drawFigure")]
    pub fn draw_figure(&mut self, draw: &FigureDraw, picture: &mut dyn Picture) {
        self.render_figure(draw);
        self.flush(picture);
    }

    /// Queues primitives.
    ///
    /// # Errors
    /// When the command is impossible, the count out of range, or data missing; nothing is queued then.
    #[doc(alias = "renderPrimitives")]
    pub fn render_primitives(&mut self, draw: &PrimitivesDraw) -> Result<()> {
        let (screen, scratch, queue) = self.submission();
        primitive::submit(draw, screen, scratch, queue)
    }

    /// Returns the screen for polygons that are submitted now, and the buffers for them.
    fn submission(&mut self) -> (Screen, &mut Scratch, &mut Queue) {
        (Screen { size: self.size, backend: self.backend.kind() }, &mut self.scratch, &mut self.queue)
    }

    /// Returns the counts since the renderer was made or [`Self::reset_statistics`] was called.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Starts the counts again from 0.
    pub fn reset_statistics(&mut self) {
        self.statistics = Statistics::default();
    }

    /// Switches keeping the outline of everything drawn on or off; outlines kept so far are forgotten.
    pub fn set_trace(&mut self, on: bool) {
        self.trace = on.then(Vec::new);
        self.queue.set_traced(on);
    }

    /// Returns the polygons drawn since [`Self::set_trace`], in the order in which they were painted.
    pub fn trace(&self) -> &[DrawnPolygon] {
        self.trace.as_deref().unwrap_or_default()
    }

    /// Returns the pixel where a point of a layout's space is seen; `None` before the near plane and beyond the far
    /// one.
    pub fn project(&self, layout: &FigureLayout, point: Vector3) -> Option<(i32, i32)> {
        layout.pixel(point, self.size)
    }

    /// Limits the pixels that polygons may cover from now on. Pixels covered twice count twice. Nothing is drawn after
    /// the polygon that exceeds the limit; [`Self::check_pixel_limit`] then returns an error. A new renderer has no
    /// limit.
    pub fn limit_pixels(&mut self, limit: u64) {
        self.pixel_limit = Some(PixelLimit { limit, rest: limit, exceeded: false });
    }

    /// Checks the limit of [`Self::limit_pixels`].
    ///
    /// # Errors
    /// When polygons have exceeded the limit since it was set.
    pub fn check_pixel_limit(&self) -> Result<()> {
        match self.pixel_limit {
            Some(PixelLimit { limit, exceeded: true, .. }) => Err(Error::TooManyPixels { limit }),
            _ => Ok(()),
        }
    }

    /// Returns the number of polygons waiting to be drawn.
    pub fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Draws everything queued, far to near, and forgets it.
    pub fn flush(&mut self, picture: &mut dyn Picture) {
        self.statistics.submitted += self.queue.take_submitted();
        if self.pixel_limit.is_some_and(|pixels| pixels.exceeded) {
            return self.queue.clear();
        }
        let whole = Clip::at(0, 0, picture.width(), picture.height());
        let clip = self.clip.map_or(whole, |clip| clip.intersect(whole));
        self.statistics.drawn += self.queue.triangles();
        let fraction = if self.backend.kind() == Backend::Enhanced { 4 } else { 0 };
        let (queue, format, bands) = (self.queue.ordered(), self.compat.pixel_format, &mut self.bands);
        if let Some(trace) = &mut self.trace {
            let polygon = |(polygon, key, source)| DrawnPolygon::new(&polygon, key, source, fraction);
            trace.extend(queue.traced().map(polygon));
        }
        let extent = widest(
            #[inline(always)]
            || queue.extent(fraction),
        );
        let clip = extent.intersect(clip);
        if !clip.is_empty() {
            let most = self.pixel_limit.map_or(u64::MAX, |pixels| pixels.rest);
            bands.divide(queue, clip, fraction, most);
            let rows = picture.open(clip);
            let visited = match &mut self.backend {
                BackEnd::Authentic(states) => {
                    bands.draw(rows, fraction, states, |band, state| state.draw(queue, band, clip, most, format))
                }
                BackEnd::Enhanced(states) => {
                    bands.draw(rows, fraction, states, |band, state| state.draw(queue, band, clip, most))
                }
            };
            picture.close(clip);
            self.statistics.pixels += visited;
            if let Some(pixels) = &mut self.pixel_limit {
                pixels.exceeded = visited > most;
                pixels.rest = most.saturating_sub(visited);
            }
        }
        self.queue.clear();
    }

    /// Forgets what is queued without drawing it.
    pub fn discard(&mut self) {
        self.queue.clear();
    }
}

/// The rasteriser in use, and its buffers for each band.
enum BackEnd {
    Authentic(Vec<Authentic>),
    Enhanced(Vec<Enhanced>),
}

impl BackEnd {
    fn kind(&self) -> Backend {
        match self {
            Self::Authentic(_) => Backend::Authentic,
            Self::Enhanced(_) => Backend::Enhanced,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Effect;
    use crate::framebuffer::Framebuffer;
    use crate::numbers::Q12;
    use crate::primitive::Primitives;

    #[test]
    fn what_is_not_drawn_for_want_of_pixels_does_not_count_as_drawn() {
        let mut layout = FigureLayout::default();
        layout.set_scale(Q12::ONE, Q12::ONE);
        layout.centre = (8, 8);
        let command = Primitives::TRIANGLES | Primitives::COLOUR_PER_COMMAND;
        let vertices = [-5, -5, 100, 5, -5, 100, 0, 5, 100];
        let primitives = Primitives::new(command, &vertices).colours(&[0xFF_0000]);
        let effect = Effect::default();
        let triangle = PrimitivesDraw::new(primitives, &layout, &effect);
        let mut picture = Framebuffer::new(16, 16);
        let mut renderer = Renderer::new(16, 16, Compat::default());
        renderer.set_trace(true);
        renderer.limit_pixels(1);
        let mut draw = || {
            renderer.render_primitives(&triangle).unwrap();
            renderer.flush(&mut picture);
            let Statistics { submitted, drawn, pixels } = renderer.statistics();
            ((submitted, drawn, renderer.trace().len(), renderer.queued()), pixels)
        };
        let (counts, pixels) = draw();
        assert_eq!(counts, (1, 1, 1, 0));
        assert!(pixels > 1, "{pixels}");
        assert_eq!(draw(), ((2, 1, 1, 0), pixels));
        assert!(renderer.check_pixel_limit().is_err());
    }
}
