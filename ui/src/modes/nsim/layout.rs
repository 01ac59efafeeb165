//! Where the nodes of an interconnect are in its picture.
//!
//! A cube of any dimension is drawn as nested grids: the first two dimensions are a grid, the next two a grid of such
//! grids, the last two a grid of those. If a level has only one dimension, its grids are put into as many rows as fit
//! best. A tree is drawn by levels, with the nodes at the bottom.

use mcore::modes::nsim::NsimShape;

/// Gap between grids, in cells, by level.
const GAPS: [f64; 2] = [1.0, 2.6];

/// The gap below a grid with this number of rows: room for its name, also if cells are small.
fn gap_below(rows: u32) -> f64 {
    (f64::from(rows) / 7.0).max(GAPS[0])
}

/// A level of grids: how many are side by side, and their size with the gap, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Level {
    columns: u32,
    width: f64,
    height: f64,
}

/// The layout of a cube on a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    dims: Vec<u32>,
    levels: [Level; 2],
    /// Pixels of a cell.
    pub cell: f64,
    /// Pixel of the upper left corner.
    pub origin: (f64, f64),
}

impl Grid {
    /// Lays a cube out so that it fills a surface of that size as well as possible.
    pub fn new(shape: &NsimShape, width: f64, height: f64) -> Self {
        let size = |d: usize| shape.dims.get(d).copied().unwrap_or(1);
        // All numbers of columns are tried for the levels with one dimension.
        let choices =
            |d: usize| -> Vec<u32> { if size(d + 1) > 1 { vec![size(d)] } else { (1..=size(d).min(256)).collect() } };
        let mut best: Option<Self> = None;
        for columns in choices(2) {
            for outer in choices(4) {
                let (w, h) = (f64::from(size(0)) + GAPS[0], f64::from(size(1)) + gap_below(size(1)));
                let count = size(2) * size(3);
                let inner = Level { columns, width: w, height: h };
                let gap = if size(4) * size(5) > 1 { GAPS[1] } else { 0.0 };
                let (w, h) = (w * f64::from(columns) + gap, h * f64::from(count.div_ceil(columns)) + gap);
                let count = size(4) * size(5);
                let level = Level { columns: outer, width: w, height: h };
                let (w, h) = (w * f64::from(outer), h * f64::from(count.div_ceil(outer)));
                let cell = (width / w).min(height / h);
                if best.as_ref().is_none_or(|b| cell > b.cell * 1.001) {
                    // Below the last row there is room for the names of slices, as between the rows.
                    let (used_x, used_y) = ((w - GAPS[0] - gap) * cell, (h - gap) * cell);
                    let origin = (((width - used_x) / 2.0).max(0.0), ((height - used_y) / 2.0).max(0.0));
                    best = Some(Self { dims: shape.dims.clone(), levels: [inner, level], cell, origin });
                }
            }
        }
        best.unwrap_or_else(|| Self {
            dims: Vec::new(),
            levels: [Level { columns: 1, width: 1.0, height: 1.0 }; 2],
            cell: 1.0,
            origin: (0.0, 0.0),
        })
    }

    /// Pixels between the rows of grids.
    pub fn gap(&self) -> f64 {
        gap_below(self.dims.get(1).copied().unwrap_or(1)) * self.cell
    }

    /// The upper left corner of a node's cell, in pixels.
    pub fn at(&self, node: u32) -> (f64, f64) {
        let mut rest = node;
        let mut next = |d: usize| {
            let size = self.dims.get(d).copied().unwrap_or(1);
            let at = rest % size;
            rest /= size;
            at
        };
        let (x0, y0) = (next(0), next(1));
        let (x1, y1) = (next(2), next(3));
        let (x2, y2) = (next(4), next(5));
        let (mut x, mut y) = (f64::from(x0), f64::from(y0));
        for (level, (a, b, size)) in self.levels.iter().zip([(x1, y1, self.dims.get(2)), (x2, y2, self.dims.get(4))]) {
            let index = a + b * size.copied().unwrap_or(1);
            x += f64::from(index % level.columns) * level.width;
            y += f64::from(index / level.columns) * level.height;
        }
        (self.origin.0 + x * self.cell, self.origin.1 + y * self.cell)
    }

    /// The node whose cell holds a pixel.
    pub fn node(&self, x: f64, y: f64) -> Option<u32> {
        let nodes = self.dims.iter().product::<u32>();
        (0..nodes).find(|node| {
            let (left, top) = self.at(*node);
            (left..left + self.cell).contains(&x) && (top..top + self.cell).contains(&y)
        })
    }
}

/// The layout of a fat tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Switches of each level.
    pub levels: Vec<u32>,
    width: f64,
    height: f64,
    nodes: u32,
}

/// Pixels around a tree.
const MARGIN: f64 = 26.0;

impl Tree {
    /// Lays a tree out on a surface of that size.
    pub fn new(shape: &NsimShape, width: f64, height: f64) -> Self {
        let levels = (0..shape.dims.len()).map(|level| shape.of_level(level)).collect();
        Self { levels, width, height, nodes: shape.nodes }
    }

    /// Height of a row: the nodes are row 0, level l is row l + 1.
    pub fn row(&self, row: usize) -> f64 {
        let rows = self.levels.len() as f64;
        self.height - MARGIN - row as f64 * (self.height - 2.0 * MARGIN) / rows.max(1.0)
    }

    fn column(&self, index: u32, count: u32) -> f64 {
        MARGIN + (self.width - 2.0 * MARGIN) * (f64::from(index) + 0.5) / f64::from(count.max(1))
    }

    /// The centre of a node.
    pub fn node(&self, node: u32) -> (f64, f64) {
        (self.column(node, self.nodes), self.row(0))
    }

    /// The level of a switch, and its number there.
    pub fn level(&self, switch: u32) -> (usize, u32) {
        let mut rest = switch;
        for (level, count) in self.levels.iter().enumerate() {
            if rest < *count {
                return (level, rest);
            }
            rest -= count;
        }
        (0, 0)
    }

    /// The centre of a switch.
    pub fn switch(&self, switch: u32) -> (f64, f64) {
        let (level, index) = self.level(switch);
        (self.column(index, self.levels[level]), self.row(level + 1))
    }

    /// Half the width that a switch of a level may have.
    pub fn half(&self, level: usize) -> f64 {
        ((self.width - 2.0 * MARGIN) / f64::from(self.levels[level].max(1)) * 0.35).clamp(0.6, 16.0)
    }

    /// The switch nearest to a pixel, if one is near.
    pub fn find(&self, x: f64, y: f64) -> Option<u32> {
        let all = 0..self.levels.iter().sum::<u32>();
        let far = |switch: &u32| {
            let (a, b) = self.switch(*switch);
            (a - x).powi(2) + (b - y).powi(2)
        };
        let nearest = all.map(|switch| (far(&switch), switch)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        (nearest.0 < 30.0 * 30.0).then_some(nearest.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(dims: &[u32], tree: bool) -> NsimShape {
        let nodes = dims.iter().product();
        NsimShape {
            name: String::new(),
            tree,
            dims: dims.to_vec(),
            wrap: vec![true; dims.len()],
            nodes,
            switches: nodes,
            ranks: nodes,
            rank_of: (0..nodes).collect(),
            parents: Vec::new(),
            buffer: 16,
            window: 100_000,
            packets: None,
        }
    }

    #[test]
    fn every_node_has_a_place_of_its_own_inside() {
        for dims in [&[7][..], &[4, 3], &[4, 4, 5], &[3, 2, 2, 3], &[2, 2, 3, 2, 3, 2], &[16, 16, 16]] {
            for (width, height) in [(900.0, 500.0), (360.0, 400.0)] {
                let shape = shape(dims, false);
                let grid = Grid::new(&shape, width, height);
                let mut places: Vec<(i64, i64)> = (0..shape.nodes)
                    .map(|node| {
                        let (x, y) = grid.at(node);
                        assert!(x >= -0.01 && y >= -0.01, "{dims:?} {node}: {x} {y}");
                        assert!(x + grid.cell <= width + 0.01 && y + grid.cell <= height + 0.01, "{dims:?} {node}");
                        assert_eq!(grid.node(x + grid.cell / 2.0, y + grid.cell / 2.0), Some(node));
                        ((x * 100.0) as i64, (y * 100.0) as i64)
                    })
                    .collect();
                places.sort_unstable();
                places.dedup();
                assert_eq!(places.len(), shape.nodes as usize, "{dims:?}");
            }
        }
    }

    #[test]
    fn neighbours_in_the_first_two_dimensions_stand_side_by_side() {
        let grid = Grid::new(&shape(&[4, 4, 4], false), 800.0, 600.0);
        let ((x, y), (right, same), (down_x, down)) = (grid.at(21), grid.at(22), grid.at(25));
        assert!((right - x - grid.cell).abs() < 1e-6 && (same - y).abs() < 1e-6);
        assert!((down - y - grid.cell).abs() < 1e-6 && (down_x - x).abs() < 1e-6);
    }

    #[test]
    fn a_tree_stands_level_above_level() {
        let tree = Tree::new(&shape(&[4, 4, 2], true), 800.0, 400.0);
        assert_eq!(tree.levels, [8, 8, 16]);
        assert!(tree.row(0) > tree.row(1) && tree.row(3) > 0.0);
        for switch in 0..32 {
            let (x, y) = tree.switch(switch);
            assert_eq!(tree.find(x, y), Some(switch));
        }
    }
}
