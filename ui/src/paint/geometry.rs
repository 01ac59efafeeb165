//! Where everything on the chip is drawn, in units in which routers are at least [`PITCH`] apart.
//!
//! Routers are on a [`Grid`] with router (0,0) at the origin. It is as wide and high as the place for the picture: columns or
//! rows can be further apart. The column and the row of the path nodes, which have no boxes, take less. Between two routers there are two lanes, one per direction;
//! traffic keeps to the left. An input FIFO lies on its lane before its router, with the head nearest to it. The box of
//! a node (core, memory, INCC) hangs off the south-east corner of its router; its top band is the INCC: the FIFO and
//! the output buffer towards the router, and the arriving data.

use mcore::base::NodeId;
use mcore::modes::chip::view::{FlitPlace, FlitView};

/// Least distance of the routers of neighbouring compute nodes.
pub const PITCH: f64 = 116.0;
/// Maximum ratio of the two distances, of columns and of rows.
const STRETCH: f64 = 1.6;
/// Distance from the path nodes to the first compute nodes, as a part of the distance of compute nodes, and its minimum: the
/// four slots of a FIFO and a flit on the link have room.
const PATH: (f64, f64) = (0.6, 80.0);
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
/// Free units between a box and the routers to the east and to the south.
const GAP: (f64, f64) = (20.0, 22.0);
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

/// The distances of neighbouring routers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Of two columns of compute nodes.
    pub dx: f64,
    /// Of two rows.
    pub dy: f64,
}

impl Default for Grid {
    fn default() -> Self {
        Self { dx: PITCH, dy: PITCH }
    }
}

/// Distance from the path nodes to the first compute nodes.
fn first(pitch: f64) -> f64 {
    (pitch * PATH.0).max(PATH.1)
}

/// Distance from line `index` of routers to the next one.
fn step(pitch: f64, index: u8) -> f64 {
    if index == 0 { first(pitch) } else { pitch }
}

/// Place of line `index` of routers.
fn line(pitch: f64, index: u8) -> f64 {
    if index == 0 { 0.0 } else { first(pitch) + f64::from(index - 1) * pitch }
}

/// The line at a place or before it; below zero before the first one.
fn line_at(pitch: f64, place: f64) -> f64 {
    if place < first(pitch) { (place / first(pitch)).floor() } else { 1.0 + ((place - first(pitch)) / pitch).floor() }
}

/// Distance from a router to the flit on its link, in the middle of the part that the neighbour's FIFO leaves free.
fn on_link(length: f64) -> f64 {
    (ROUTER + length - ROUTER - 6.0 - 3.5 * SLOT_PITCH + 1.0) / 2.0
}

impl Grid {
    /// The grid of a mesh that fills a place of this shape (width by height) best.
    pub fn shaped(width: u8, height: u8, aspect: f64) -> Self {
        let ratio = |grid: Self| {
            let all = grid.bounds(width, height);
            all.w / all.h
        };
        let wider = aspect > ratio(Self::default());
        let stretched = |by: f64| match wider {
            true => Self { dx: PITCH * by, dy: PITCH },
            false => Self { dx: PITCH, dy: PITCH * by },
        };
        let (mut low, mut high) = (1.0, STRETCH);
        for _ in 0..24 {
            let middle = (low + high) / 2.0;
            if (ratio(stretched(middle)) < aspect) == wider {
                low = middle;
            } else {
                high = middle;
            }
        }
        stretched(low)
    }

    /// Column and row at a point, counted from the routers; below zero before the first ones.
    pub fn cell(self, p: Point) -> (f64, f64) {
        (line_at(self.dx, p.x), line_at(self.dy, p.y))
    }

    /// Centre of a router.
    pub fn router(self, id: NodeId) -> Point {
        at(line(self.dx, id.x), line(self.dy, id.y))
    }

    /// Box of a node. Path nodes have none: see [`has_box`].
    pub fn node_box(self, id: NodeId) -> Rect {
        let c = self.router(id);
        let (w, h) = (step(self.dx, id.x) - BOX - GAP.0, step(self.dy, id.y) - BOX - GAP.1);
        Rect { x: c.x + BOX, y: c.y + BOX, w, h }
    }

    /// The bounds of a mesh with that many columns and rows of compute nodes.
    pub fn bounds(self, width: u8, height: u8) -> Rect {
        let last = self.node_box(NodeId::new(width, height));
        Rect { x: -ROUTER, y: -ROUTER, w: last.x + last.w + ROUTER, h: last.y + last.h + ROUTER }
    }

    /// Distance from a router to its neighbour beyond a port, north 0 to west 3.
    fn length(self, id: NodeId, port: u8) -> f64 {
        match port {
            0 => step(self.dy, id.y.saturating_sub(1)),
            1 => step(self.dx, id.x),
            2 => step(self.dy, id.y),
            _ => step(self.dx, id.x.saturating_sub(1)),
        }
    }

    /// The lane that leaves a router by an output port, north 0 to west 3, from edge to edge.
    pub fn link(self, id: NodeId, output: u8) -> (Point, Point) {
        let c = self.router(id);
        let ((dx, dy), (sx, sy)) = port(output);
        let end = self.length(id, output) - ROUTER;
        (at(c.x + dx * ROUTER + sx, c.y + dy * ROUTER + sy), at(c.x + dx * end + sx, c.y + dy * end + sy))
    }

    /// Centre of a slot of an input FIFO.
    pub fn fifo_slot(self, id: NodeId, input: u8, slot: u8) -> Point {
        let c = self.router(id);
        let k = f64::from(slot);
        if input >= INCC {
            return at(c.x + BOX + 8.0 + k * 9.0, c.y + BOX + BAND / 2.0);
        }
        let ((dx, dy), (sx, sy)) = port(input);
        let d = ROUTER + 6.0 + k * SLOT_PITCH;
        // Flits that arrive here left the neighbour by the opposite port, so they are on the other lane.
        at(c.x + dx * d - sx, c.y + dy * d - sy)
    }

    /// Room between the last slot of an input FIFO and the flit on the link that leads to it.
    pub fn room_before(self, id: NodeId, input: u8) -> f64 {
        let length = self.length(id, input);
        length - on_link(length) - ROUTER - 6.0 - 3.0 * SLOT_PITCH
    }

    /// Centre of a flit at its place.
    pub fn place(self, id: NodeId, place: FlitPlace) -> Point {
        let c = self.router(id);
        let b = self.node_box(id);
        let band = b.y + BAND / 2.0;
        // The box of the memory node is small: three rows instead of one.
        let memory = id == NodeId::MEMORY;
        match place {
            FlitPlace::Fifo { port, slot } => self.fifo_slot(id, port, slot),
            FlitPlace::Link { port: output } if output >= INCC && memory => at(b.x + 17.0, band + 10.0),
            FlitPlace::Link { port: output } if output >= INCC => at(b.x + b.w - 18.5, band),
            FlitPlace::Link { port: output } => {
                let ((dx, dy), (sx, sy)) = port(output);
                let d = on_link(self.length(id, output));
                at(c.x + dx * d + sx, c.y + dy * d + sy)
            }
            FlitPlace::Entering | FlitPlace::OutBuffer if memory => at(b.x + 8.0, band + 10.0),
            // Past the FIFO that it enters; the output buffer is empty then, so its place is free.
            FlitPlace::Entering => at(b.x + 8.0 + 4.0 * 9.0, band),
            FlitPlace::OutBuffer => at(b.x + 8.0 + 4.0 * 9.0 + 3.0, band),
            // Deeper in the node than the link. Only the memory node can have more than one waiting: they get their own
            // row.
            FlitPlace::InBuffer { slot: 0 } if !memory => at(b.x + b.w - 8.0, band),
            FlitPlace::InBuffer { slot } => at(b.x + 8.0 + f64::from(slot) * 9.0, b.y + b.h - BAND / 2.0),
        }
    }

    /// Centre of the mark for a blocked head, inside the router beside the port.
    pub fn blocked_mark(self, id: NodeId, input: u8) -> Point {
        let c = self.router(id);
        let (dx, dy) = match input {
            0 => (2.0, -9.5),
            1 => (9.5, -1.0),
            2 => (-2.0, 9.5),
            3 => (-9.5, -1.0),
            _ => (9.5, 9.5),
        };
        at(c.x + dx, c.y + dy)
    }

    /// The part at a point of a mesh of that size.
    pub fn hit(self, p: Point, width: u8, height: u8) -> Option<Hit> {
        // The cell whose router is to the north-west; a router's own edge reaches a little into the previous cells.
        let (column, row) = self.cell(at(p.x + ROUTER, p.y + ROUTER));
        let within = |index: f64, last: u8| (0.0..=f64::from(last)).contains(&index).then_some(index as u8);
        let id = NodeId::new(within(column, width)?, within(row, height)?);
        let c = self.router(id);
        let (x, y) = (p.x - c.x, p.y - c.y);
        if x.abs() <= ROUTER && y.abs() <= ROUTER {
            return Some(Hit::Router(id));
        }
        if has_box(id) && self.node_box(id).contains(p) {
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
    pub fn flit_at(self, p: Point, flits: impl Iterator<Item = FlitView>) -> Option<FlitView> {
        let reach = SLOT / 2.0 + 1.5;
        flits
            .map(|f| {
                let q = self.place(f.at, f.place);
                ((q.x - p.x).abs().max((q.y - p.y).abs()), f)
            })
            .filter(|(d, _)| *d <= reach)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, f)| f)
    }
}

/// True for the memory node and compute nodes.
pub fn has_box(id: NodeId) -> bool {
    (id.x == 0) == (id.y == 0)
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

/// The part of the chip at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A node's box.
    Box(NodeId),
    Router(NodeId),
    /// The lane out of a router by a port.
    Link(NodeId, u8),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As narrow as a grid can be.
    const G: Grid = Grid { dx: PITCH, dy: PITCH };

    #[test]
    fn a_fifo_lies_on_the_lane_that_leads_to_it() {
        // A flit that leaves (1,1) to the east arrives at (2,1) from the west; the other directions are alike.
        for (output, to, input) in
            [(1, NodeId::new(2, 1), 3), (3, NodeId::new(0, 1), 1), (0, NodeId::new(1, 0), 2), (2, NodeId::new(1, 2), 0)]
        {
            let (from, end) = G.link(NodeId::new(1, 1), output);
            for slot in 0..4 {
                let p = G.fifo_slot(to, input, slot);
                let on_x = (p.x - from.x).abs() < 1e-9 && (from.x - end.x).abs() < 1e-9;
                let on_y = (p.y - from.y).abs() < 1e-9 && (from.y - end.y).abs() < 1e-9;
                assert!(on_x || on_y, "output {output}, slot {slot}");
            }
        }
    }

    #[test]
    fn no_two_places_of_a_router_overlap() {
        for id in [NodeId::new(2, 2), NodeId::new(1, 1), NodeId::MEMORY] {
            places_do_not_overlap(id);
        }
    }

    fn places_do_not_overlap(id: NodeId) {
        let mut places: Vec<_> = (0..5)
            .flat_map(|port| (0..4).map(move |slot| FlitPlace::Fifo { port, slot }))
            .chain((0..5).map(|port| FlitPlace::Link { port }))
            .chain([FlitPlace::OutBuffer])
            .collect();
        places.extend((0..4).map(|slot| FlitPlace::InBuffer { slot }));
        assert_eq!(places.len(), 30, "without `Entering`, which never is there together with `OutBuffer`");
        for (i, a) in places.iter().enumerate() {
            for b in &places[i + 1..] {
                let (p, q) = (G.place(id, *a), G.place(id, *b));
                let distance = (p.x - q.x).abs().max((p.y - q.y).abs());
                assert!(distance >= SLOT, "{a:?} and {b:?} are {distance} apart");
            }
            let entering = G.place(id, FlitPlace::Entering);
            let distance = (G.place(id, *a).x - entering.x).abs().max((G.place(id, *a).y - entering.y).abs());
            assert!(distance >= SLOT || *a == FlitPlace::OutBuffer, "{a:?}");
        }
    }

    #[test]
    fn a_flit_on_a_link_does_not_cover_the_fifo_at_its_end() {
        let p = G.place(NodeId::new(1, 1), FlitPlace::Link { port: 1 });
        let q = G.fifo_slot(NodeId::new(2, 1), 3, 3);
        assert!(q.x - p.x >= SLOT);
    }

    #[test]
    fn on_the_short_way_from_the_path_nodes_flits_do_not_cover_each_other_either() {
        let p = G.place(NodeId::new(0, 2), FlitPlace::Link { port: 1 });
        let q = G.fifo_slot(NodeId::new(1, 2), 3, 3);
        assert!(q.x - p.x >= SLOT, "{p:?} {q:?}");
        assert!(p.x - G.router(NodeId::new(0, 2)).x - ROUTER >= SLOT / 2.0, "outside the router");
    }

    #[test]
    fn a_grid_takes_the_shape_of_its_place() {
        let shape = |aspect| {
            let grid = Grid::shaped(4, 4, aspect);
            let all = grid.bounds(4, 4);
            (grid, all.w / all.h)
        };
        for aspect in [0.8, 1.0, 1.3] {
            assert!((shape(aspect).1 - aspect).abs() < 0.01, "{aspect}: {:?}", shape(aspect));
        }
        for (aspect, grid) in [(0.1, (PITCH, PITCH * STRETCH)), (9.0, (PITCH * STRETCH, PITCH))] {
            let found = shape(aspect).0;
            assert!((found.dx - grid.0).abs() < 0.1 && (found.dy - grid.1).abs() < 0.1, "{found:?}");
        }
    }

    #[test]
    fn a_point_is_in_the_cell_of_its_router() {
        let grid = Grid { dx: 150.0, dy: PITCH };
        for id in [NodeId::new(0, 0), NodeId::new(1, 0), NodeId::new(3, 2)] {
            let c = grid.router(id);
            assert_eq!(grid.cell(at(c.x + 1.0, c.y + 1.0)), (f64::from(id.x), f64::from(id.y)));
        }
        assert_eq!(grid.cell(at(-1.0, -200.0)).0, -1.0);
    }

    #[test]
    fn hits_find_what_is_drawn() {
        let id = NodeId::new(2, 3);
        let middle = |r: Rect| at(r.x + r.w / 2.0, r.y + r.h / 2.0);
        assert_eq!(G.hit(G.router(id), 4, 4), Some(Hit::Router(id)));
        assert_eq!(G.hit(middle(G.node_box(id)), 4, 4), Some(Hit::Box(id)));
        for output in 0..4 {
            let (a, b) = G.link(id, output);
            assert_eq!(G.hit(at((a.x + b.x) / 2.0, (a.y + b.y) / 2.0), 4, 4), Some(Hit::Link(id, output)));
        }
        assert_eq!(G.hit(at(-100.0, 0.0), 4, 4), None);
        assert_eq!(G.hit(middle(G.node_box(NodeId::new(1, 0))), 4, 4), None, "a path node has no box");
        assert_eq!(G.hit(G.router(NodeId::new(5, 0)), 4, 4), None, "beyond the east edge");
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
        let b = G.bounds(4, 3);
        let last = G.node_box(NodeId::new(4, 3));
        assert!(b.contains(at(last.x + last.w, last.y + last.h)) && b.contains(at(-ROUTER, -ROUTER)));
    }
}
