//! The space-time picture: nodes downwards, time to the right, as pixels.
//!
//! Computing is solid, polling is hatched, a halted core is all but empty: the picture can be read without colours. A
//! column in which a core did several things is a blend of them.

use super::palette::{Palette, Rgb, mix};
use mcore::view::SpaceTimeView;

/// Rows of pixels at most; more nodes than that share rows.
const MOST_ROWS: usize = 512;
/// Pixels that the picture is high, if there are few nodes.
const HEIGHT: usize = 288;
/// Pixels of one node at most.
const THICKEST: usize = 18;

/// How nodes lie in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Ranks that share a row.
    pub group: usize,
    /// Rows.
    pub rows: usize,
    /// Pixels of a row.
    pub thick: usize,
}

impl Layout {
    /// For so many nodes.
    pub fn of(nodes: usize) -> Self {
        let group = nodes.div_ceil(MOST_ROWS).max(1);
        let rows = nodes.div_ceil(group).max(1);
        Self { group, rows, thick: (HEIGHT / rows).clamp(1, THICKEST) }
    }

    /// Pixels that the picture is high.
    pub fn height(&self) -> usize {
        self.rows * self.thick
    }

    /// The rank at a share of the height, 0 to 1.
    pub fn rank(&self, share: f64, nodes: usize) -> usize {
        let row = (share.clamp(0.0, 1.0) * self.rows as f64) as usize;
        (row * self.group).min(nodes.saturating_sub(1))
    }
}

/// Shares of computing and of polling, 0 to 1, of the ranks of a row in a column.
fn shares(space: &SpaceTimeView, nodes: usize, layout: Layout, row: usize, column: usize) -> [f64; 2] {
    let ranks = row * layout.group..((row + 1) * layout.group).min(nodes);
    let count = ranks.len().max(1) as f64 * 255.0;
    let sum = ranks
        .map(|rank| space.core(rank, column))
        .fold([0u32; 2], |sum, [c, p]| [sum[0] + u32::from(c), sum[1] + u32::from(p)]);
    sum.map(|s| f64::from(s) / count)
}

/// The picture as rows of red, green, blue, opacity; `size` is its width and height in pixels, `ratio` the pixels of the
/// screen to a pixel of the layout.
pub fn picture(space: &SpaceTimeView, nodes: usize, palette: &Palette, size: (usize, usize), ratio: f64) -> Vec<u8> {
    let (width, height) = size;
    let layout = Layout::of(nodes);
    let mut data = vec![255; width * height * 4];
    let columns = space.columns as usize;
    let panel = palette.panel.rgb;
    let [work, poll, halt] = [0, 1, 2].map(|i| palette.cores[i].rgb);
    let step = (ratio.round() as usize).max(1);
    for y in 0..height {
        let row = (y * layout.rows / height.max(1)).min(layout.rows - 1);
        // A hair of light between two nodes, where there is room for one.
        let thick = height as f64 / layout.rows as f64;
        let gap = thick >= 6.0 && (y as f64 - row as f64 * thick) < ratio;
        for x in 0..width {
            let pixel: Rgb = if columns == 0 || space.cycles == 0 || gap {
                panel
            } else {
                // By cycles, not by columns: the last one may be shorter than the others.
                let cycle = x as f64 / width as f64 * space.cycles as f64;
                let column = ((cycle / space.per_column.max(1) as f64) as usize).min(columns - 1);
                let [computing, polling] = shares(space, nodes, layout, row, column);
                let hatched = (x / step + y / step).is_multiple_of(3);
                let polls = if hatched { poll } else { mix(panel, poll, 0.42) };
                let dotted = (x / step).is_multiple_of(6) && (y / step).is_multiple_of(4);
                let rests = if dotted { mix(panel, halt, 0.55) } else { mix(panel, halt, 0.1) };
                let rest = (1.0 - computing - polling).max(0.0);
                let all = (computing + polling + rest).max(1e-9);
                std::array::from_fn(|i| {
                    let sum =
                        f64::from(work[i]) * computing + f64::from(polls[i]) * polling + f64::from(rests[i]) * rest;
                    (sum / all).round() as u8
                })
            };
            data[(y * width + x) * 4..][..3].copy_from_slice(&pixel);
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

    #[test]
    fn nodes_lie_downwards_and_time_to_the_right() {
        // Rank 0 computes then halts, rank 1 polls all the time.
        let cores = vec![255, 0, 0, 0, 0, 255, 0, 255];
        let space = SpaceTimeView { cycles: 8, per_column: 4, cores, columns: 2, ..SpaceTimeView::default() };
        let height = Layout::of(2).height();
        let data = picture(&space, 2, &palette(), (40, height), 1.0);
        assert_eq!(pixel(&data, 40, 5, 5), [0, 255, 0]);
        assert!(pixel(&data, 40, 25, 5).iter().all(|c| *c > 200), "halted is all but empty");
        let polling: Vec<_> = (20..26).map(|x| pixel(&data, 40, x, height / 2 + 5)).collect();
        assert!(
            polling.iter().all(|p| p[0] == 255) && polling.iter().any(|p| *p != polling[0]),
            "a hatch: {polling:?}"
        );
    }

    #[test]
    fn a_last_column_of_few_cycles_is_narrow() {
        let cores = vec![255, 0, 0, 0];
        let space = SpaceTimeView { cycles: 5, per_column: 4, cores, columns: 2, ..SpaceTimeView::default() };
        let data = picture(&space, 1, &palette(), (50, 18), 1.0);
        assert_eq!(pixel(&data, 50, 38, 9), [0, 255, 0]);
        assert_ne!(pixel(&data, 50, 41, 9), [0, 255, 0]);
    }

    #[test]
    fn thousands_of_nodes_share_rows() {
        assert_eq!(Layout::of(16), Layout { group: 1, rows: 16, thick: 18 });
        assert_eq!(Layout::of(1024), Layout { group: 2, rows: 512, thick: 1 });
        let huge = Layout::of(255 * 255);
        assert!(huge.height() <= MOST_ROWS, "{huge:?}");
        assert_eq!(Layout::of(1024).rank(0.5, 1024), 512);
        assert_eq!(Layout::of(16).rank(1.0, 16), 15);
    }

    #[test]
    fn a_run_that_has_not_begun_is_an_empty_picture() {
        let data = picture(&SpaceTimeView::default(), 4, &palette(), (10, 10), 1.0);
        assert!(data.iter().all(|b| *b == 255));
    }
}
