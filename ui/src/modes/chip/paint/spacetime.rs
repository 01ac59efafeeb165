//! The space-time picture: nodes downwards, time to the right, as pixels.
//!
//! Computing is solid, polling is hatched, a halted core is almost empty: the picture is readable without colours. A
//! column in which a core did several things is a blend of them. Above the nodes there is a row for the memory node.

use super::span::Span;
use crate::paint::palette::{Palette, Rgb, mix};
use mcore::base::{Array, Cycle, NodeId};
use mcore::modes::chip::view::SpaceTimeView;

/// Maximum height of the nodes in pixels; beyond it nodes share rows.
const MAX_ROWS: usize = 512;
/// Height of the nodes in pixels, if they are few.
const HEIGHT: usize = 288;
/// Maximum height of one node in pixels.
const THICKEST: usize = 18;
/// Height of the memory node's row in pixels.
pub const MEMORY: usize = 12;
/// Pixels between that row and the nodes.
const GAP: usize = 5;
/// Maximum number of columns that one pixel averages.
const MAX_COLUMNS: usize = 8;

/// The layout of the nodes in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Compute nodes.
    pub nodes: usize,
    /// Ranks that share a row.
    pub group: usize,
    pub rows: usize,
    /// Pixels of a row.
    pub thick: usize,
}

impl Layout {
    /// For this many nodes.
    pub fn of(nodes: usize) -> Self {
        let group = nodes.div_ceil(MAX_ROWS).max(1);
        let rows = nodes.div_ceil(group).max(1);
        Self { nodes, group, rows, thick: (HEIGHT / rows).clamp(1, THICKEST) }
    }

    /// Height of the picture in pixels.
    pub fn height(&self) -> usize {
        self.top(self.rows)
    }

    /// The upper edge of a row.
    pub fn top(&self, row: usize) -> usize {
        MEMORY + GAP + row * self.thick
    }

    /// The rank at a pixel; `None` stands for the memory node.
    pub fn rank(&self, y: f64) -> Option<usize> {
        let below = y - (MEMORY + GAP) as f64;
        if y < MEMORY as f64 {
            return None;
        }
        let row = ((below.max(0.0) / self.thick as f64) as usize).min(self.rows - 1);
        Some((row * self.group).min(self.nodes.saturating_sub(1)))
    }

    /// The pixel at which arrows of a node start and end; `None` if there is no such node.
    pub fn middle(&self, array: Array, node: NodeId) -> Option<f64> {
        if node == NodeId::MEMORY {
            return Some(MEMORY as f64 / 2.0);
        }
        let rank = array.rank(node)?;
        Some(self.top(rank / self.group) as f64 + self.thick as f64 / 2.0)
    }
}

/// The known pictures of a run, the finest first; parts that one does not cover are taken from the next.
pub type Layers<'a> = &'a [&'a SpaceTimeView];

/// Where the cycles of a pixel are found.
#[derive(Clone, Copy)]
struct Place<'a> {
    view: &'a SpaceTimeView,
    first: usize,
    last: usize,
}

impl<'a> Place<'a> {
    fn of(layers: Layers<'a>, from: Cycle, until: Cycle) -> Option<Self> {
        let view = *layers.iter().find(|v| v.column(from).is_some() && v.column(until).is_some())?;
        let (first, last) = (view.column(from)?, view.column(until)?);
        Some(Self { view, first, last: last.min(first + MAX_COLUMNS - 1) })
    }

    /// Shares of computing and of polling, 0 to 1; `None` stands for the memory node.
    fn shares(self, layout: Layout, row: Option<usize>) -> [f64; 2] {
        let ranks = row.map_or(0..1, |row| row * layout.group..((row + 1) * layout.group).min(layout.nodes));
        let mut sum = [0u32; 2];
        let mut count = 0;
        for column in self.first..=self.last {
            for rank in ranks.clone() {
                let [c, p] = if row.is_some() { self.view.core(rank, column) } else { self.view.memory_node(column) };
                sum = [sum[0] + u32::from(c), sum[1] + u32::from(p)];
                count += 1;
            }
        }
        sum.map(|s| f64::from(s) / (255.0 * f64::from(count.max(1))))
    }
}

/// Colours for computing, polling and halted at one pixel.
struct Inks {
    panel: Rgb,
    work: Rgb,
    poll: Rgb,
    halt: Rgb,
    /// Screen pixels per pixel of the layout, a whole number.
    step: usize,
}

impl Inks {
    fn of(palette: &Palette, ratio: f64) -> Self {
        let [work, poll, halt] = [0, 1, 2].map(|i| palette.cores[i].rgb);
        Self { panel: palette.panel.rgb, work, poll, halt, step: (ratio.round() as usize).max(1) }
    }

    fn blend(&self, [computing, polling]: [f64; 2], x: usize, y: usize) -> Rgb {
        let (x, y) = (x / self.step, y / self.step);
        let hatched = (x + y).is_multiple_of(4);
        let polls = if hatched { self.poll } else { mix(self.panel, self.poll, 0.42) };
        let dotted = x.is_multiple_of(6) && y.is_multiple_of(4);
        let rests = if dotted { mix(self.panel, self.halt, 0.55) } else { mix(self.panel, self.halt, 0.1) };
        let rest = (1.0 - computing - polling).max(0.0);
        let all = (computing + polling + rest).max(1e-9);
        std::array::from_fn(|i| {
            let sum = f64::from(self.work[i]) * computing + f64::from(polls[i]) * polling + f64::from(rests[i]) * rest;
            (sum / all).round() as u8
        })
    }
}

/// The picture of a part of the run as rows of red, green, blue, opacity; `size` is its width and height in pixels,
/// `ratio` the number of screen pixels per pixel of the layout.
pub fn picture(
    layers: Layers<'_>,
    span: Span,
    nodes: usize,
    palette: &Palette,
    size: (usize, usize),
    ratio: f64,
) -> Vec<u8> {
    let (width, height) = size;
    let layout = Layout::of(nodes);
    let mut data = vec![255; width * height * 4];
    let inks = Inks::of(palette, ratio);
    data.chunks_exact_mut(4).for_each(|p| p[..3].copy_from_slice(&inks.panel));
    let per_pixel = span.cycles() as f64 / width.max(1) as f64;
    let places: Vec<Option<Place<'_>>> = (0..width)
        .map(|x| {
            let from = span.from + (x as f64 * per_pixel) as Cycle;
            let until = span.from + ((x + 1) as f64 * per_pixel).ceil() as Cycle;
            Place::of(layers, from, until.saturating_sub(1).max(from))
        })
        .collect();
    let rows = std::iter::once((None, 0, MEMORY, false));
    // A thin line between two nodes, where there is room for one.
    let hair = layout.thick >= 6;
    let rows = rows.chain((0..layout.rows).map(|row| (Some(row), layout.top(row), layout.top(row + 1), hair)));
    for (row, top, bottom, hair) in rows {
        let shares: Vec<Option<[f64; 2]>> = places.iter().map(|p| p.map(|p| p.shares(layout, row))).collect();
        let [top, bottom] =
            [top + usize::from(hair), bottom].map(|y| ((y as f64 * ratio).round() as usize).min(height));
        for y in top..bottom {
            for (x, shares) in shares.iter().enumerate() {
                if let Some(shares) = shares {
                    data[(y * width + x) * 4..][..3].copy_from_slice(&inks.blend(*shares, x, y));
                }
            }
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette() -> Palette {
        Palette::read(|name| {
            match name {
                "--work" => "#00ff00",
                "--poll" => "#ff0000",
                "--halt" => "#000000",
                _ => "#ffffff",
            }
            .to_owned()
        })
    }

    fn pixel(data: &[u8], width: usize, x: usize, y: usize) -> [u8; 3] {
        let at = (y * width + x) * 4;
        [data[at], data[at + 1], data[at + 2]]
    }

    /// The pixels of a view over all of its cycles, 40 wide.
    fn drawn(view: &SpaceTimeView, nodes: usize, span: Span) -> Vec<u8> {
        picture(&[view], span, nodes, &palette(), (40, Layout::of(nodes).height()), 1.0)
    }

    const ALL: Span = Span { from: 0, until: 8 };

    #[test]
    fn nodes_lie_downwards_and_time_to_the_right() {
        // Rank 0 computes then halts, rank 1 polls all the time; the memory node works in the second half.
        let cores = vec![255, 0, 0, 0, 0, 255, 0, 255];
        let memory = vec![0, 0, 255, 0];
        let space = SpaceTimeView { cycles: 8, per_column: 4, cores, memory, columns: 2, ..SpaceTimeView::default() };
        let layout = Layout::of(2);
        let data = drawn(&space, 2, ALL);
        let (first, second) = (layout.top(0) + 5, layout.top(1) + 5);
        assert_eq!(pixel(&data, 40, 5, first), [0, 255, 0]);
        assert!(pixel(&data, 40, 25, first).iter().all(|c| *c > 200), "halted is all but empty");
        let polling: Vec<_> = (20..26).map(|x| pixel(&data, 40, x, second)).collect();
        assert!(
            polling.iter().all(|p| p[0] == 255) && polling.iter().any(|p| *p != polling[0]),
            "a hatch: {polling:?}"
        );
        assert_eq!(pixel(&data, 40, 25, 5), [0, 255, 0]);
        assert_ne!(pixel(&data, 40, 5, 5), [0, 255, 0]);
    }

    #[test]
    fn every_use_can_be_told_without_colours() {
        // Solid: all pixels equal. Hatched: few colours along a row, shifted in the next one. Dotted: mostly light.
        let grey = |c: [u8; 3]| c.iter().map(|c| u32::from(*c)).sum::<u32>();
        for (cores, kinds) in [(vec![255, 0], 1), (vec![0, 255], 2), (vec![0, 0], 2)] {
            let space = SpaceTimeView { cycles: 8, per_column: 8, cores, columns: 1, ..SpaceTimeView::default() };
            let data = drawn(&space, 1, ALL);
            let top = Layout::of(1).top(0) + 1;
            let mut shades: Vec<u32> = (top..top + 12)
                .flat_map(|y| (0..24).map(move |x| (x, y)))
                .map(|(x, y)| grey(pixel(&data, 40, x, y)))
                .collect();
            shades.sort_unstable();
            shades.dedup();
            assert_eq!(shades.len(), kinds, "{shades:?}");
        }
    }

    #[test]
    fn a_last_column_of_few_cycles_is_narrow() {
        let cores = vec![255, 0, 0, 0];
        let space = SpaceTimeView { cycles: 5, per_column: 4, cores, columns: 2, ..SpaceTimeView::default() };
        let data = drawn(&space, 1, Span { from: 0, until: 5 });
        let y = Layout::of(1).top(0) + 9;
        assert_eq!(pixel(&data, 40, 30, y), [0, 255, 0]);
        assert_ne!(pixel(&data, 40, 33, y), [0, 255, 0]);
    }

    #[test]
    fn a_finer_picture_covers_a_coarse_one_where_it_reaches() {
        let coarse =
            SpaceTimeView { cycles: 8, per_column: 8, cores: vec![0, 0], columns: 1, ..SpaceTimeView::default() };
        let fine = SpaceTimeView {
            from: 2,
            cycles: 2,
            per_column: 1,
            cores: vec![255, 0, 255, 0],
            columns: 2,
            ..SpaceTimeView::default()
        };
        let size = (40, Layout::of(1).height());
        let data = picture(&[&fine, &coarse], ALL, 1, &palette(), size, 1.0);
        let y = Layout::of(1).top(0) + 9;
        let work: Vec<usize> = (0..40).filter(|x| pixel(&data, 40, *x, y) == [0, 255, 0]).collect();
        assert_eq!(work, (10..20).collect::<Vec<_>>());
    }

    #[test]
    fn thousands_of_nodes_share_rows() {
        assert_eq!(Layout::of(16), Layout { nodes: 16, group: 1, rows: 16, thick: 18 });
        assert_eq!(Layout::of(1024), Layout { nodes: 1024, group: 2, rows: 512, thick: 1 });
        let huge = Layout::of(255 * 255);
        assert!(huge.height() <= MAX_ROWS + MEMORY + GAP, "{huge:?}");
        let wide = Layout::of(1024);
        assert_eq!(wide.rank(wide.top(256) as f64), Some(512));
        assert_eq!(Layout::of(16).rank(1e6), Some(15));
        assert_eq!((Layout::of(16).rank(3.0), Layout::of(16).rank(14.0)), (None, Some(0)));
        let array = Array::new(4, 4);
        assert_eq!(Layout::of(16).middle(array, NodeId::new(2, 1)), Some((MEMORY + GAP + 18 + 9) as f64));
        assert_eq!(Layout::of(16).middle(array, NodeId::MEMORY), Some(6.0));
        assert_eq!(Layout::of(16).middle(array, NodeId::new(9, 1)), None);
    }

    #[test]
    fn what_has_not_been_found_is_empty() {
        let none = SpaceTimeView::default();
        for span in [Span { from: 0, until: 0 }, ALL] {
            let data = drawn(&none, 4, span);
            assert!(data.iter().all(|b| *b == 255));
        }
    }
}
