//! The picture of an interconnect: nodes with the state of their ranks, links coloured by their use.
//!
//! The form of a node shows the state of its rank too (full: busy, frame: waits, dot: has ended), and warm links are
//! thicker, so that nothing depends on colours alone.

use super::layout::{Grid, Tree};
use crate::paint::surface::{Align, CoreInk, HEAT_LEVELS, Ink, Lettering, Surface};
use mcore::modes::nsim::{NO_LINK, NsimFrame, NsimShape, doing};

/// Cells of fewer pixels are drawn as one block for the node and its links.
const DETAIL: f64 = 6.0;

/// Input of the painter.
pub struct Scene<'a> {
    /// The interconnect.
    pub shape: &'a NsimShape,
    /// The state at the shown time.
    pub frame: &'a NsimFrame,
    /// Use of each link in half percents: at the shown time, or over the run.
    pub heat: &'a [u8],
    /// The selected switch.
    pub selected: Option<u32>,
    /// The selected link, by its place in `heat`.
    pub link: Option<u32>,
    /// Size in pixels.
    pub size: (f64, f64),
}

/// Warmth level of a use in half percents.
fn warmth(heat: u8) -> u8 {
    match heat {
        NO_LINK | 0 => 0,
        heat => (1 + u16::from(heat.min(200)) * u16::from(HEAT_LEVELS - 2) / 200) as u8,
    }
}

/// Draws everything.
pub fn paint(surface: &mut impl Surface, scene: &Scene<'_>) {
    if scene.shape.tree {
        tree(surface, scene);
    } else {
        cube(surface, scene);
    }
}

/// The rectangle of a link of a cube; none if there is no such link.
fn link_block(shape: &NsimShape, grid: &Grid, node: u32, index: usize, heat: u8) -> Option<[f64; 4]> {
    let (dims, cell, (x, y)) = (shape.dims.len(), grid.cell, grid.at(node));
    let (d, way) = (index / 2, index % 2);
    if heat == NO_LINK || d >= dims || shape.dims[d] < 2 {
        return None;
    }
    let box_size = cell * 0.5;
    if d >= 2 {
        // Links of further dimensions are marks in the corner of the cell: one row each, both directions side by side.
        let (side, rows) = (cell * 0.22, (dims - 2) as f64);
        let (w, h) = ((side / 2.0 - 0.5).max(1.0), (side / rows - 0.4).max(1.0));
        let left = x + cell * 0.77 + way as f64 * side / 2.0;
        return Some([left, y + cell * 0.77 + (d - 2) as f64 * side / rows, w, h]);
    }
    // Links of the first two dimensions lie between cells: one line per direction, thicker if warmer.
    let place = if d == 0 { node % shape.dims[0] } else { node / shape.dims[0] % shape.dims[1] };
    let thick = cell * (0.05 + 0.11 * f64::from(heat.min(200)) / 200.0);
    let thick = thick.max(if heat > 0 { 1.0 } else { 0.6 });
    // A link that closes a ring ends half-way, at the border.
    let at_border = if way == 0 { place + 1 == shape.dims[d] } else { place == 0 };
    let long = cell * if at_border { 0.25 } else { 0.5 };
    let along = if way == 0 { box_size } else { -long };
    let across = box_size * if way == 0 { 0.7 } else { 0.3 } - thick / 2.0;
    let (dx, dy, w, h) = if d == 1 { (across, along, thick, long) } else { (along, across, long, thick) };
    Some([x + cell * 0.25 + dx, y + cell * 0.25 + dy, w, h])
}

/// The link at a pixel of the picture, if one is there: of two directions in one place the warmer one.
pub fn link_at(shape: &NsimShape, heat: &[u8], size: (f64, f64), (x, y): (f64, f64)) -> Option<u32> {
    let at = |place: usize| heat.get(place).copied().unwrap_or(NO_LINK);
    if shape.tree {
        let layout = Tree::new(shape, size.0, size.1);
        let far = |way: &u32| {
            let (from, to) = shape.ends(2 * way)?;
            let ((ax, ay), (bx, by)) = (layout.switch(from), layout.switch(to));
            let (dx, dy) = (bx - ax, by - ay);
            let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(1e-9)).clamp(0.12, 0.88);
            Some((x - ax - along * dx).hypot(y - ay - along * dy))
        };
        let ways = 0..shape.parents.len() as u32;
        let nearest = ways.filter_map(|way| Some((far(&way)?, way))).min_by(|a, b| a.0.total_cmp(&b.0))?;
        let (up, down) = (2 * nearest.1, 2 * nearest.1 + 1);
        let warmer = if at(down as usize) > at(up as usize) { down } else { up };
        return (nearest.0 < 4.0).then_some(warmer);
    }
    let grid = Grid::new(shape, size.0, size.1);
    if grid.cell < DETAIL {
        return None;
    }
    let each = 2 * shape.dims.len();
    let near = |place: &usize| {
        let Some([left, top, w, h]) = link_block(shape, &grid, (place / each) as u32, place % each, at(*place)) else {
            return false;
        };
        let room = (3.0 - w.min(h) / 2.0).max(0.5);
        (left - room..=left + w + room).contains(&x) && (top - room..=top + h + room).contains(&y)
    };
    (0..shape.nodes as usize * each).filter(near).max_by_key(|place| at(*place)).map(|place| place as u32)
}

/// Blocks grouped by colour, because changing the colour is the expensive part.
#[derive(Default)]
struct Blocks(Vec<(Ink, Vec<[f64; 4]>)>);

impl Blocks {
    fn add(&mut self, ink: Ink, block: [f64; 4]) {
        match self.0.iter_mut().find(|(own, _)| *own == ink) {
            Some((_, blocks)) => blocks.push(block),
            None => self.0.push((ink, vec![block])),
        }
    }

    fn draw(self, surface: &mut impl Surface) {
        for (ink, blocks) in self.0 {
            surface.ink(ink);
            for [x, y, w, h] in blocks {
                surface.block(x, y, w, h);
            }
        }
    }
}

fn rank_ink(what: u8) -> Ink {
    match what {
        doing::BUSY => Ink::Work,
        // Warm colours are reserved for links.
        doing::WAITS | doing::ENDED => Ink::Halt,
        _ => Ink::Line,
    }
}

/// Draws a node in a square.
fn node(blocks: &mut Blocks, what: u8, x: f64, y: f64, size: f64) {
    let ink = rank_ink(what);
    match what {
        doing::WAITS => {
            blocks.add(ink, [x, y, size, size]);
            let edge = (size * 0.18).max(1.0);
            blocks.add(Ink::Panel, [x + edge, y + edge, size - 2.0 * edge, size - 2.0 * edge]);
        }
        doing::ENDED => {
            blocks.add(Ink::Line, [x, y, size, size]);
            let dot = (size * 0.4).max(1.5);
            blocks.add(ink, [x + (size - dot) / 2.0, y + (size - dot) / 2.0, dot, dot]);
        }
        _ => blocks.add(ink, [x, y, size, size]),
    }
}

fn cube(surface: &mut impl Surface, scene: &Scene<'_>) {
    let (shape, frame) = (scene.shape, scene.frame);
    let grid = Grid::new(shape, scene.size.0, scene.size.1);
    let (cell, dims) = (grid.cell, shape.dims.len());
    let link_heat =
        |node: u32, index: usize| scene.heat.get(node as usize * 2 * dims + index).copied().unwrap_or(NO_LINK);
    let mut blocks = Blocks::default();
    let box_size = cell * 0.5;
    for n in 0..shape.nodes {
        let (x, y) = grid.at(n);
        let what = frame.ranks.get(n as usize).copied().unwrap_or(doing::NONE);
        if cell < DETAIL {
            let warmest = (0..2 * dims).map(|i| link_heat(n, i)).filter(|h| *h != NO_LINK).max().unwrap_or(0);
            blocks.add(Ink::Heat(warmth(warmest)), [x, y, cell.max(1.0), cell.max(1.0)]);
            continue;
        }
        for index in 0..2 * dims.min(2) {
            let heat = link_heat(n, index);
            if let Some(block) = link_block(shape, &grid, n, index, heat) {
                blocks.add(Ink::Heat(warmth(heat)), block);
            }
        }
        node(&mut blocks, what, x + cell * 0.25, y + cell * 0.25, box_size);
        for index in 4..2 * dims {
            let heat = link_heat(n, index);
            if let Some(block) = link_block(shape, &grid, n, index, heat) {
                blocks.add(Ink::Heat(warmth(heat)), block);
            }
        }
        if held_up(scene, n) {
            let mark = (cell * 0.14).max(2.0);
            blocks.add(Ink::Stall, [x + cell * 0.25, y + cell * 0.25, mark, mark]);
        }
    }
    blocks.draw(surface);
    // Names of the slices, where there is room below them.
    if dims > 2 && grid.gap() >= 12.0 {
        let lettering = Lettering { size: 11.0, mono: false, bold: false, align: Align::Middle };
        for (first, name) in slices(&shape.dims) {
            let ((x, y), wide) = (grid.at(first), cell * f64::from(shape.dims[0]));
            if wide >= name.chars().count() as f64 * 6.5 {
                surface.text(
                    Ink::Text2,
                    lettering,
                    x + wide / 2.0,
                    y + cell * f64::from(shape.dims[1]) + grid.gap() / 2.0,
                    &name,
                );
            }
        }
    }
    surface.begin();
    if let Some(n) = scene.selected.filter(|n| *n < shape.nodes) {
        let (x, y) = grid.at(n);
        let size = cell.max(8.0);
        let shift = (size - cell) / 2.0;
        surface.rect(x - shift, y - shift, size, size);
        surface.stroke(Ink::Accent, 2.0, false);
    }
    if let Some((place, (from, to))) = scene.link.and_then(|place| Some((place, shape.ends(place)?))) {
        let index = place as usize % (2 * dims);
        if let Some([left, top, w, h]) =
            link_block(shape, &grid, from, index, link_heat(from, index)).filter(|_| cell >= DETAIL)
        {
            surface.begin();
            surface.rect(left - 1.5, top - 1.5, w + 3.0, h + 3.0);
            surface.stroke(Ink::Accent, 2.0, false);
        }
        // The node that it leads to, which a link of a further dimension or around a ring does not show.
        let (x, y) = grid.at(to);
        surface.begin();
        surface.rect(x, y, cell, cell);
        surface.stroke(Ink::Accent, 1.0, true);
    }
    if cell >= 34.0 {
        let lettering = Lettering { size: (cell * 0.2).min(13.0), mono: true, bold: false, align: Align::Middle };
        for n in 0..shape.nodes {
            let rank = shape.rank_of.get(n as usize).copied().unwrap_or(u32::MAX);
            if rank != u32::MAX {
                let (x, y) = grid.at(n);
                let what = frame.ranks.get(n as usize).copied().unwrap_or(doing::NONE);
                let ink = if what == doing::BUSY { Ink::Panel } else { Ink::Text };
                let down = if what == doing::ENDED { cell * 0.17 } else { 0.0 };
                surface.text(ink, lettering, x + cell / 2.0, y + cell / 2.0 + down, &rank.to_string());
            }
        }
    }
}

/// The first node of each slice in the first two dimensions, and its place in the others.
fn slices(dims: &[u32]) -> Vec<(u32, String)> {
    let plane = dims.iter().take(2).product::<u32>().max(1);
    let all = dims.iter().product::<u32>() / plane;
    let name = |slice: u32| {
        let mut rest = slice;
        let places = dims.iter().zip("xyzabc".chars()).skip(2).map(|(size, letter)| {
            let at = rest % size;
            rest /= size;
            format!("{letter}={at}")
        });
        places.collect::<Vec<_>>().join(" ")
    };
    (0..all).map(|slice| (slice * plane, name(slice))).collect()
}

/// Whether an input buffer of a switch is nearly full.
fn held_up(scene: &Scene<'_>, switch: u32) -> bool {
    let held = scene.frame.held.get(switch as usize).copied().unwrap_or(0);
    u16::from(held) * 4 >= u16::from(scene.shape.buffer) * 3
}

fn tree(surface: &mut impl Surface, scene: &Scene<'_>) {
    let (shape, frame) = (scene.shape, scene.frame);
    let layout = Tree::new(shape, scene.size.0, scene.size.1);
    let levels = layout.levels.len();
    let small = |size: f64| Lettering { size, mono: false, bold: false, align: Align::Right };
    // From nodes to their switches: thin lines, because their use is not recorded.
    surface.begin();
    if shape.nodes <= 1024 {
        for n in 0..shape.nodes {
            let (x, y) = layout.node(n);
            let (to_x, to_y) = layout.switch(n / shape.dims[0]);
            surface.line(x, y, to_x, to_y);
        }
        surface.stroke(Ink::Line, 1.0, false);
    }
    // Links to the parent switches, as warm as their warmer direction; cold ones first.
    let mut ways: Vec<(u8, u32, u32)> = Vec::with_capacity(shape.parents.len());
    let mut at = 0;
    for switch in 0..shape.switches {
        let (level, _) = layout.level(switch);
        if level + 1 == levels {
            break;
        }
        for _ in 0..shape.dims[level] {
            let Some(parent) = shape.parents.get(at) else { break };
            let heat =
                scene.heat.get(2 * at).copied().unwrap_or(0).max(scene.heat.get(2 * at + 1).copied().unwrap_or(0));
            ways.push((warmth(heat), switch, *parent));
            at += 1;
        }
    }
    for level in 0..HEAT_LEVELS {
        surface.begin();
        for (_, from, to) in ways.iter().filter(|(heat, ..)| *heat == level) {
            let ((x1, y1), (x2, y2)) = (layout.switch(*from), layout.switch(*to));
            surface.line(x1, y1, x2, y2);
        }
        let wide = if shape.nodes > 1024 { 0.5 } else { 0.8 };
        surface.stroke(Ink::Heat(level), wide + f64::from(level) * 0.35, false);
    }
    for switch in 0..shape.switches {
        let (level, _) = layout.level(switch);
        let ((x, y), half) = (layout.switch(switch), layout.half(level));
        surface.ink(if held_up(scene, switch) { Ink::Stall } else { Ink::Text2 });
        surface.block(x - half, y - 5.0, 2.0 * half, 10.0);
    }
    let mut blocks = Blocks::default();
    let room = scene.size.0 / f64::from(shape.nodes.max(1));
    let size = (room * 0.7).clamp(1.0, 12.0);
    for n in 0..shape.nodes {
        let (x, y) = layout.node(n);
        let what = frame.ranks.get(n as usize).copied().unwrap_or(doing::NONE);
        if size < 4.0 {
            // Too small for forms: ended ranks are faded.
            let ink = if what == doing::ENDED { Ink::Line2 } else { rank_ink(what) };
            blocks.add(ink, [x - size / 2.0, y - 4.0, size, 8.0]);
        } else {
            node(&mut blocks, what, x - size / 2.0, y - size / 2.0, size);
        }
    }
    blocks.draw(surface);
    if let Some((from, to)) = scene.link.and_then(|place| shape.ends(place)) {
        let ((x1, y1), (x2, y2)) = (layout.switch(from), layout.switch(to));
        surface.begin();
        surface.line(x1, y1, x2, y2);
        surface.stroke(Ink::Accent, 3.0, false);
    }
    for level in 0..levels {
        surface.text(Ink::Text2, small(11.0), 22.0, layout.row(level + 1), &format!("L{level}"));
    }
    if let Some(switch) = scene.selected.filter(|s| *s < shape.switches) {
        let (x, y) = layout.switch(switch);
        let half = layout.half(layout.level(switch).0).max(4.0);
        surface.begin();
        surface.rect(x - half - 2.0, y - 7.0, 2.0 * half + 4.0, 14.0);
        surface.stroke(Ink::Accent, 2.0, false);
    }
}

/// States of ranks and their messages, for the legend.
pub const LEGEND: [(u8, &str); 3] =
    [(doing::BUSY, "nsim-busy"), (doing::WAITS, "nsim-waits"), (doing::ENDED, "nsim-has-ended")];

/// The colour of an interval of a rank in the space-time diagram.
pub fn activity_ink(what: u8) -> Ink {
    match what {
        0 => Ink::Work,
        1 => Ink::Packet(0),
        _ => Ink::Weak(CoreInk::Halt),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_named_by_the_other_dimensions() {
        assert_eq!(slices(&[4, 4, 2]), [(0, "z=0".to_owned()), (16, "z=1".to_owned())]);
        assert_eq!(slices(&[3, 3, 2, 2])[3], (27, "z=1 a=1".to_owned()));
    }

    #[test]
    fn the_link_under_a_pixel_is_the_one_that_is_drawn_there() {
        let shape = |dims: &[u32], tree: bool, parents: Vec<u32>| NsimShape {
            name: String::new(),
            tree,
            dims: dims.to_vec(),
            wrap: vec![true; dims.len()],
            nodes: dims.iter().product(),
            switches: if tree { 4 } else { dims.iter().product() },
            ranks: 0,
            rank_of: Vec::new(),
            parents,
            buffer: 16,
            window: 100_000,
            packets: None,
        };
        let (cube, size) = (shape(&[4, 4, 2], false, Vec::new()), (600.0, 400.0));
        let heat = vec![100; 32 * 6];
        let grid = Grid::new(&cube, size.0, size.1);
        for place in [0u32, 1, 2, 3, 4, 5, 6 * 21, 6 * 21 + 3, 6 * 31 + 5] {
            let block = link_block(&cube, &grid, place / 6, place as usize % 6, 100).expect("a link");
            let middle = (block[0] + block[2] / 2.0, block[1] + block[3] / 2.0);
            assert_eq!(link_at(&cube, &heat, size, middle), Some(place));
        }
        let (x, y) = grid.at(5);
        assert_eq!(link_at(&cube, &heat, size, (x + grid.cell / 2.0, y + grid.cell / 2.0)), None, "a node is no link");
        // Two switches of two children each, with two switches above.
        let tree = shape(&[2, 2], true, vec![2, 3, 2, 3]);
        let layout = Tree::new(&tree, size.0, size.1);
        let ((ax, ay), (bx, by)) = (layout.switch(1), layout.switch(2));
        let quarter = (ax + (bx - ax) * 0.3, ay + (by - ay) * 0.3);
        assert_eq!(link_at(&tree, &[5, 9, 5, 9, 5, 9, 5, 9], size, quarter), Some(5), "the warmer direction");
    }

    #[test]
    fn what_has_carried_anything_is_warmer_than_what_has_not() {
        assert_eq!((warmth(NO_LINK), warmth(0)), (0, 0));
        assert_eq!((warmth(1), warmth(200)), (1, HEAT_LEVELS - 1));
    }
}
