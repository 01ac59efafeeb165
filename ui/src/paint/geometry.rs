//! Where everything on the chip is drawn, in units in which routers are [`PITCH`] apart.
//!
//! Routers are on a grid with router (0,0) at the origin. Between two routers there are two lanes, one per direction;
//! traffic keeps to the left. An input FIFO lies on its lane before its router, with the head nearest to it. The box of
//! a node (core, memory, INCC) hangs off the south-east corner of its router; its top band is the INCC: the FIFO and
//! the output buffer towards the router, and the arriving data.

use mcore::base::NodeId;
use mcore::modes::chip::view::{FlitPlace, FlitView};

/// Distance of neighbouring routers.
pub const PITCH: f64 = 116.0;
/// Half the side of a router.
pub const ROUTER: f64 = 15.0;
/// Distance of a lane from the middle between the two directions.
pub const LANE: f64 = 4.5;
/// Side of a FIFO slot.
pub const SLOT: f64 = 8.0;
/// Distance of neighbouring FIFO slots.
pub const SLOT_PITCH: f64 = 10.0;
/// Offset of a box from the middle of its router.
pub const BOX: f64 = 20.0;
/// Width of a box.
pub const BOX_W: f64 = 76.0;
/// Height of a box.
pub const BOX_H: f64 = 74.0;
/// Height of the INCC band at the top of a box.
pub const BAND: f64 = 14.0;

/// Number of the INCC's port.
pub const INCC: u8 = 4;

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the east.
    pub x: f64,
    /// To the south.
    pub y: f64,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// West edge.
    pub x: f64,
    /// North edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// True if the point is inside.
    pub fn contains(self, p: Point) -> bool {
        (self.x..=self.x + self.w).contains(&p.x) && (self.y..=self.y + self.h).contains(&p.y)
    }
}

fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// Centre of a router.
pub fn router(id: NodeId) -> Point {
    at(f64::from(id.x) * PITCH, f64::from(id.y) * PITCH)
}

/// Box of a node. Path nodes have none: see [`has_box`].
pub fn node_box(id: NodeId) -> Rect {
    let c = router(id);
    Rect { x: c.x + BOX, y: c.y + BOX, w: BOX_W, h: BOX_H }
}

/// True for the memory node and compute nodes.
pub fn has_box(id: NodeId) -> bool {
    (id.x == 0) == (id.y == 0)
}

/// The bounds of a mesh with that many columns and rows of compute nodes.
pub fn bounds(width: u8, height: u8) -> Rect {
    Rect {
        x: -ROUTER,
        y: -ROUTER,
        w: f64::from(width) * PITCH + BOX + BOX_W + ROUTER,
        h: f64::from(height) * PITCH + BOX + BOX_H + ROUTER,
    }
}

/// Unit vector from a router out of a port, and the sideways shift of the lane that leaves by it.
fn port(port: u8) -> ((f64, f64), (f64, f64)) {
    match port {
        0 => ((0.0, -1.0), (-LANE, 0.0)),
        1 => ((1.0, 0.0), (0.0, -LANE)),
        2 => ((0.0, 1.0), (LANE, 0.0)),
        _ => ((-1.0, 0.0), (0.0, LANE)),
    }
}

/// The neighbour beyond an output port, if the mesh has one there.
pub fn neighbour(id: NodeId, port: u8, width: u8, height: u8) -> Option<NodeId> {
    match port {
        0 => id.y.checked_sub(1).map(|y| NodeId::new(id.x, y)),
        1 => (id.x < width).then(|| NodeId::new(id.x + 1, id.y)),
        2 => (id.y < height).then(|| NodeId::new(id.x, id.y + 1)),
        3 => id.x.checked_sub(1).map(|x| NodeId::new(x, id.y)),
        _ => None,
    }
}

/// The lane that leaves a router by an output port, north 0 to west 3, from edge to edge.
pub fn link(id: NodeId, output: u8) -> (Point, Point) {
    let c = router(id);
    let ((dx, dy), (sx, sy)) = port(output);
    let end = PITCH - ROUTER;
    (at(c.x + dx * ROUTER + sx, c.y + dy * ROUTER + sy), at(c.x + dx * end + sx, c.y + dy * end + sy))
}

/// Centre of a slot of an input FIFO.
pub fn fifo_slot(id: NodeId, input: u8, slot: u8) -> Point {
    let c = router(id);
    let k = f64::from(slot);
    if input >= INCC {
        return at(c.x + BOX + 8.0 + k * 9.0, c.y + BOX + BAND / 2.0);
    }
    let ((dx, dy), (sx, sy)) = port(input);
    let d = ROUTER + 6.0 + k * SLOT_PITCH;
    // Flits that arrive here left the neighbour by the opposite port, so they are on the other lane.
    at(c.x + dx * d - sx, c.y + dy * d - sy)
}

/// Centre of a flit at its place.
pub fn place(id: NodeId, place: FlitPlace) -> Point {
    let c = router(id);
    let band = c.y + BOX + BAND / 2.0;
    match place {
        FlitPlace::Fifo { port, slot } => fifo_slot(id, port, slot),
        FlitPlace::Link { port: output } if output >= INCC => at(c.x + BOX + BOX_W - 18.5, band),
        FlitPlace::Link { port: output } => {
            let ((dx, dy), (sx, sy)) = port(output);
            // In the middle of the part that the neighbour's FIFO leaves free.
            at(c.x + dx * 38.0 + sx, c.y + dy * 38.0 + sy)
        }
        // Past the FIFO that it enters; the output buffer is empty then, so its place is free.
        FlitPlace::Entering => at(c.x + BOX + 8.0 + 4.0 * 9.0, band),
        FlitPlace::OutBuffer => at(c.x + BOX + 8.0 + 4.0 * 9.0 + 3.0, band),
        // Deeper in the node than the link. Only the memory node can have more than one waiting: they get their own
        // row.
        FlitPlace::InBuffer { slot: 0 } if id != NodeId::MEMORY => at(c.x + BOX + BOX_W - 8.0, band),
        FlitPlace::InBuffer { slot } => at(c.x + BOX + 8.0 + f64::from(slot) * 9.0, c.y + BOX + BOX_H - BAND / 2.0),
    }
}

/// Centre of the mark for a blocked head, inside the router beside the port.
pub fn blocked_mark(id: NodeId, input: u8) -> Point {
    let c = router(id);
    let (dx, dy) = match input {
        0 => (2.0, -9.5),
        1 => (9.5, -1.0),
        2 => (-2.0, 9.5),
        3 => (-9.5, -1.0),
        _ => (9.5, 9.5),
    };
    at(c.x + dx, c.y + dy)
}

/// The part of the chip at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A node's box.
    Box(NodeId),
    /// A router.
    Router(NodeId),
    /// The lane out of a router by a port.
    Link(NodeId, u8),
}

/// The part at a point of a mesh of that size.
pub fn hit(p: Point, width: u8, height: u8) -> Option<Hit> {
    // The cell whose router is to the north-west; a router's own edge reaches a little into the previous cells.
    let cell = |v: f64, last: u8| {
        let index = ((v + ROUTER) / PITCH).floor();
        (0.0..=f64::from(last)).contains(&index).then_some(index as u8)
    };
    let id = NodeId::new(cell(p.x, width)?, cell(p.y, height)?);
    let c = router(id);
    let (x, y) = (p.x - c.x, p.y - c.y);
    if x.abs() <= ROUTER && y.abs() <= ROUTER {
        return Some(Hit::Router(id));
    }
    if has_box(id) && node_box(id).contains(p) {
        return Some(Hit::Box(id));
    }
    let near = 2.0 * LANE;
    if y.abs() <= near && x > 0.0 && id.x < width {
        return Some(if y < 0.0 { Hit::Link(id, 1) } else { Hit::Link(NodeId::new(id.x + 1, id.y), 3) });
    }
    if x.abs() <= near && y > 0.0 && id.y < height {
        return Some(if x > 0.0 { Hit::Link(id, 2) } else { Hit::Link(NodeId::new(id.x, id.y + 1), 0) });
    }
    None
}

/// The flit nearest to a point, if one is under it.
pub fn flit_at(p: Point, flits: impl Iterator<Item = FlitView>) -> Option<FlitView> {
    let reach = SLOT / 2.0 + 1.5;
    flits
        .map(|f| {
            let q = place(f.at, f.place);
            ((q.x - p.x).abs().max((q.y - p.y).abs()), f)
        })
        .filter(|(d, _)| *d <= reach)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, f)| f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifo_lies_on_the_lane_that_leads_to_it() {
        // A flit that leaves (1,1) to the east arrives at (2,1) from the west; the other directions are alike.
        for (output, to, input) in
            [(1, NodeId::new(2, 1), 3), (3, NodeId::new(0, 1), 1), (0, NodeId::new(1, 0), 2), (2, NodeId::new(1, 2), 0)]
        {
            let (from, end) = link(NodeId::new(1, 1), output);
            for slot in 0..4 {
                let p = fifo_slot(to, input, slot);
                let on_x = (p.x - from.x).abs() < 1e-9 && (from.x - end.x).abs() < 1e-9;
                let on_y = (p.y - from.y).abs() < 1e-9 && (from.y - end.y).abs() < 1e-9;
                assert!(on_x || on_y, "output {output}, slot {slot}");
            }
        }
    }

    #[test]
    fn no_two_places_of_a_router_overlap() {
        let id = NodeId::new(2, 2);
        let mut places: Vec<_> = (0..5)
            .flat_map(|port| (0..4).map(move |slot| FlitPlace::Fifo { port, slot }))
            .chain((0..5).map(|port| FlitPlace::Link { port }))
            .chain([FlitPlace::OutBuffer])
            .collect();
        places.extend((0..4).map(|slot| FlitPlace::InBuffer { slot }));
        assert_eq!(places.len(), 30, "without `Entering`, which never is there together with `OutBuffer`");
        for (i, a) in places.iter().enumerate() {
            for b in &places[i + 1..] {
                let (p, q) = (place(id, *a), place(id, *b));
                let distance = (p.x - q.x).abs().max((p.y - q.y).abs());
                assert!(distance >= SLOT, "{a:?} and {b:?} are {distance} apart");
            }
            let entering = place(id, FlitPlace::Entering);
            let distance = (place(id, *a).x - entering.x).abs().max((place(id, *a).y - entering.y).abs());
            assert!(distance >= SLOT || *a == FlitPlace::OutBuffer, "{a:?}");
        }
    }

    #[test]
    fn a_flit_on_a_link_does_not_cover_the_fifo_at_its_end() {
        let p = place(NodeId::new(1, 1), FlitPlace::Link { port: 1 });
        let q = fifo_slot(NodeId::new(2, 1), 3, 3);
        assert!(q.x - p.x >= SLOT);
    }

    #[test]
    fn hits_find_what_is_drawn() {
        let id = NodeId::new(2, 3);
        let middle = |r: Rect| at(r.x + r.w / 2.0, r.y + r.h / 2.0);
        assert_eq!(hit(router(id), 4, 4), Some(Hit::Router(id)));
        assert_eq!(hit(middle(node_box(id)), 4, 4), Some(Hit::Box(id)));
        for output in 0..4 {
            let (a, b) = link(id, output);
            assert_eq!(hit(at((a.x + b.x) / 2.0, (a.y + b.y) / 2.0), 4, 4), Some(Hit::Link(id, output)));
        }
        assert_eq!(hit(at(-100.0, 0.0), 4, 4), None);
        assert_eq!(hit(middle(node_box(NodeId::new(1, 0))), 4, 4), None, "a path node has no box");
        assert_eq!(hit(router(NodeId::new(5, 0)), 4, 4), None, "beyond the east edge");
    }

    #[test]
    fn only_the_memory_node_and_compute_nodes_have_boxes() {
        let with: Vec<_> =
            (0..3u8).flat_map(|y| (0..3u8).map(move |x| NodeId::new(x, y))).filter(|id| has_box(*id)).collect();
        assert_eq!(with.len(), 5);
        assert_eq!(with[0], NodeId::MEMORY);
    }

    #[test]
    fn everything_is_inside_the_bounds() {
        let b = bounds(4, 3);
        let last = node_box(NodeId::new(4, 3));
        assert!(b.contains(at(last.x + last.w, last.y + last.h)) && b.contains(at(-ROUTER, -ROUTER)));
    }
}
