//! On the picture of the chip: who waits for whom in a deadlock, as numbered arrows, and the values of a watched
//! expression.

use super::mesh::{Detail, Scene};
use crate::paint::geometry::{Grid, Point};
use crate::paint::surface::{Align, Ink, Lettering, Surface};
use mcore::base::NodeId;

/// The chain of a deadlock on the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WaitMarks {
    /// From the node that waits to the one that should send, in the order of their numbers, from 1.
    pub steps: Vec<(NodeId, Option<NodeId>)>,
    /// The node at which the chain ends: nothing sends its word, or it sends nothing.
    pub missing: Option<NodeId>,
}

fn middle(grid: Grid, id: NodeId) -> Point {
    let b = grid.node_box(id);
    Point { x: b.x + b.w / 2.0, y: b.y + b.h / 2.0 }
}

/// The chain: an arrow with its number for each wait, and ✗ at its end.
pub fn waits<S: Surface>(s: &mut S, scene: &Scene<'_>) {
    let marks = &scene.marks.waits;
    let inside = |id: NodeId| id.x >= 1 && id.y >= 1 && id.x <= scene.mesh.width && id.y <= scene.mesh.height;
    let (k, grid) = (scene.camera.scale, scene.camera.grid);
    let width = (2.5 * k).clamp(1.5, 4.0);
    // Of each arrow the middle of its line, where its number is written.
    let mut numbers = Vec::new();
    for (index, (from, to)) in marks.steps.iter().enumerate() {
        let Some(to) = to.filter(|to| inside(*to) && inside(*from) && to != from) else { continue };
        let (a, d) = (scene.camera.pixel(middle(grid, *from)), scene.camera.pixel(middle(grid, to)));
        let (dx, dy) = (d.0 - a.0, d.1 - a.1);
        let length = dx.hypot(dy).max(1e-6);
        let (ux, uy) = (dx / length, dy / length);
        // From edge to edge of the boxes, beside the middle so that two nodes that wait for each other show two arrows.
        let gap = (grid.node_box(NodeId::new(1, 1)).h * 0.42 * k).min(length * 0.35);
        let (sx, sy) = (-uy * 5.0 * k, ux * 5.0 * k);
        let (from, to) = ((a.0 + ux * gap + sx, a.1 + uy * gap + sy), (d.0 - ux * gap + sx, d.1 - uy * gap + sy));
        s.begin();
        s.line(from.0, from.1, to.0, to.1);
        s.stroke(Ink::Stall, width, false);
        let h = (9.0 * k).clamp(6.0, 16.0);
        let back = (to.0 - ux * h, to.1 - uy * h);
        s.begin();
        s.triangle(to, (back.0 - uy * h * 0.5, back.1 + ux * h * 0.5), (back.0 + uy * h * 0.5, back.1 - ux * h * 0.5));
        s.fill(Ink::Stall);
        numbers.push((index + 1, (from.0 + (back.0 - from.0) * 0.5, from.1 + (back.1 - from.1) * 0.5)));
    }
    let r = (9.0 * k).clamp(7.0, 14.0);
    let lettering = Lettering { size: r * 1.2, mono: false, bold: true, align: Align::Middle };
    for (number, (x, y)) in numbers {
        s.begin();
        s.circle(x, y, r);
        s.fill(Ink::Panel);
        s.stroke(Ink::Stall, width * 0.6, false);
        s.text(Ink::Text, lettering, x, y, &number.to_string());
    }
    if let Some(end) = marks.missing.filter(|id| inside(*id)) {
        let (x, y) = scene.camera.pixel(middle(grid, end));
        let h = (11.0 * k).clamp(5.0, 18.0);
        s.begin();
        s.circle(x, y, h * 1.5);
        s.fill(Ink::Panel);
        s.stroke(Ink::Trap, width * 0.6, false);
        s.begin();
        s.line(x - h, y - h, x + h, y + h);
        s.line(x - h, y + h, x + h, y - h);
        s.stroke(Ink::Trap, width * 1.4, false);
    }
}

/// The values of the watched expression, by rank, in the lower part of the boxes.
pub fn values<S: Surface>(
    s: &mut S,
    scene: &Scene<'_>,
    nodes: impl Iterator<Item = (usize, (f64, f64))>,
    detail: Detail,
) {
    if detail == Detail::Far || scene.marks.values.is_empty() {
        return;
    }
    let k = scene.camera.scale;
    // All compute nodes have boxes of one size.
    let of_box = scene.camera.grid.node_box(NodeId::new(1, 1));
    let size = (12.0 * k).max(8.5);
    let lettering = Lettering { size, mono: true, bold: true, align: Align::Middle };
    for (rank, (x, y)) in nodes {
        let Some(text) = scene.marks.values.get(rank).filter(|text| !text.is_empty()) else { continue };
        let (w, h) = (of_box.w * k, size * 1.3);
        let bottom = y + of_box.h * k - h - 2.0 * k;
        // On its own ground: the bars of activity are below it.
        s.ink(Ink::Panel);
        s.block(x + 2.0 * k, bottom, w - 4.0 * k, h);
        s.text(Ink::Accent, lettering, x + w / 2.0, bottom + h / 2.0, text);
    }
}
