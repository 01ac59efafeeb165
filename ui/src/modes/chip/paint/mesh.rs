//! Paints the mesh at one cycle.
//!
//! Four levels of detail: from afar, tiles and warm links; nearer, marks, ranks and flits; near, FIFO slots and kinds
//! of flits; inside, every slot, crossbar and arbiter. Shapes of one colour are drawn together; shapes outside the
//! canvas are skipped.

use super::camera::Camera;
use super::crossbar::{self, Insides};
use super::waits::{WaitMarks, values, waits};
use crate::paint::geometry::{self as geo, Grid, Point, Rect};
use crate::paint::marks::{self, FlitForm};
use crate::paint::surface::{Align, HEAT_LEVELS, Ink, Lettering, Surface};
use mcore::base::NodeId;
use mcore::modes::chip::view::{
    ArrowView, BlockedView, CoreBar, CoreRole, FlitPlace, MeshView, PACKET_HUES, PacketId, rank_in,
};
use std::fmt::Write as _;
use std::rc::Rc;

/// More arrows than this are unreadable; then only those of the selected node are drawn.
const MANY_ARROWS: usize = 48;

/// The level of detail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Tiles and links.
    Far,
    /// Marks, ranks and flits.
    Middle,
    /// FIFO slots and kinds of flits.
    Near,
    /// Crossbars, arbiters, Xon and Xoff.
    Inside,
}

impl Detail {
    /// The level of detail for a scale.
    pub fn at(scale: f64) -> Self {
        match scale * geo::PITCH {
            p if p < 34.0 => Self::Far,
            p if p < 68.0 => Self::Middle,
            p if p < 250.0 => Self::Near,
            _ => Self::Inside,
        }
    }
}

/// Further highlights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Blocked chains: the routers in which a packet waits, each for the next.
    pub chains: Vec<Vec<NodeId>>,
    /// The packet whose path is followed.
    pub followed: Option<PacketId>,
    /// Nodes whose lines are marked in the source.
    pub nodes: Vec<NodeId>,
    /// The chain of a deadlock.
    pub waits: WaitMarks,
    /// Values of a watched expression by rank; none: no values are shown.
    pub values: Rc<[String]>,
}

/// Input of the painter.
pub struct Scene<'a> {
    pub mesh: &'a MeshView,
    pub selected: Option<NodeId>,
    /// The node under the pointer.
    pub hovered: Option<NodeId>,
    /// The memory node's name and page, in the page's language.
    pub memory: (&'a str, &'a str),
    /// Further highlights.
    pub marks: &'a Marks,
    /// The viewport.
    pub camera: Camera,
    /// Size of the canvas in pixels.
    pub size: (f64, f64),
}

/// A visible flit in pixels.
struct Spot {
    x: f64,
    y: f64,
    form: FlitForm,
    hue: u8,
}

/// One direction of a link, in pixels.
struct Lane {
    /// Level of warmth.
    level: u8,
    rect: Rect,
}

/// The painter. It keeps its buffers from frame to frame.
#[derive(Default)]
pub struct Painter {
    lanes: Vec<Lane>,
    /// Places of the tiles in the far view.
    cores: Vec<(CoreRole, f64, f64)>,
    spots: Vec<Spot>,
    inside: Vec<NodeId>,
    text: String,
}

impl Painter {
    /// Paints a scene on an empty surface.
    pub fn paint<S: Surface>(&mut self, s: &mut S, scene: &Scene<'_>) {
        let detail = Detail::at(scene.camera.scale);
        let window = Window::new(scene);
        links(s, scene, &window, &mut self.lanes);
        match detail {
            Detail::Far => tiles(s, scene, &window, &mut self.cores),
            _ => boxes(s, scene, &window, detail),
        }
        self.box_contents(s, scene, &window, detail);
        routers(s, scene, &window, detail);
        self.inside.clear();
        if detail == Detail::Inside {
            self.inside.extend(window.ids());
        }
        self.flits(s, scene, &window, detail);
        if detail == Detail::Inside {
            let insides = Insides { mesh: scene.mesh, camera: scene.camera, routers: &self.inside };
            insides.paint(s, &mut self.text);
        }
        blocked(s, scene, &window, detail);
        arrows(s, scene);
        chains(s, scene);
        followed(s, scene, &window);
        waits(s, scene);
        outline(s, scene, scene.hovered.filter(|h| Some(*h) != scene.selected), Ink::Line2, 1.5, false);
        for id in scene.marks.nodes.iter().filter(|id| Some(**id) != scene.selected) {
            outline(s, scene, Some(*id), Ink::Accent, 1.5, true);
        }
        outline(s, scene, scene.selected, Ink::Accent, 2.5, false);
    }

    fn box_contents<S: Surface>(&mut self, s: &mut S, scene: &Scene<'_>, window: &Window, detail: Detail) {
        let k = scene.camera.scale;
        if detail == Detail::Far {
            return;
        }
        // All compute nodes have boxes of one size.
        let size_of_box = scene.camera.grid.node_box(NodeId::new(1, 1));
        if detail >= Detail::Near {
            s.ink(marks::core_tint(CoreRole::Computing));
            for (rank, (x, y)) in window.nodes(scene) {
                bars(s, scene.mesh.bars(rank), Rect { x, y, ..size_of_box }, k);
            }
            s.begin();
            for (rank, (x, y)) in window.nodes(scene) {
                polled_bars(s, scene.mesh.bars(rank), Rect { x, y, ..size_of_box }, k);
            }
            s.stroke(marks::core_ink(CoreRole::Polling), 1.0, false);
        }
        for role in [CoreRole::Computing, CoreRole::Polling, CoreRole::Halted, CoreRole::Trapped] {
            let (dx, dy) = (16.0, geo::BAND + 16.0);
            let r = k * if detail >= Detail::Near { 6.0 } else { 10.0 };
            let mut outlined = false;
            s.begin();
            for (_, (x, y)) in window.of_role(scene, role) {
                marks::core_fill(s, role, x + dx * k, y + dy * k, r);
            }
            s.fill(marks::core_ink(role));
            s.begin();
            for (_, (x, y)) in window.of_role(scene, role) {
                outlined |= marks::core_outline(s, role, x + dx * k, y + dy * k, r);
            }
            if outlined {
                s.stroke(marks::core_ink(role), (r * 0.3).max(0.75), false);
            }
        }
        let size = if detail >= Detail::Near { 12.5 * k } else { (22.0 * k).max(8.5) };
        let lettering = Lettering { size, mono: true, bold: true, align: Align::Right };
        for (rank, (x, y)) in window.nodes(scene) {
            self.text.clear();
            // Writing into a String cannot fail.
            let _ = write!(self.text, "{}", rank_in(&scene.mesh.ranks, rank));
            s.text(Ink::Text, lettering, x + (size_of_box.w - 8.0) * k, y + (geo::BAND + 16.0) * k, &self.text);
        }
        values(s, scene, window.nodes(scene), detail);
        if window.sees(NodeId::MEMORY) {
            let b = scene.camera.grid.node_box(NodeId::MEMORY);
            let (x, y) = scene.camera.pixel(Point { x: b.x + b.w / 2.0, y: b.y + b.h / 2.0 });
            let (name, page) = scene.memory;
            let middle = |size: f64, bold| Lettering { size, mono: false, bold, align: Align::Middle };
            if detail == Detail::Inside && !page.is_empty() {
                s.text(Ink::Text, middle(8.0 * k, true), x, y - 5.0 * k, name);
                s.text(Ink::Text2, middle((4.0 * k).min(13.0), false), x, y + 5.0 * k, page);
            } else {
                s.text(Ink::Text, middle((14.0 * k).max(8.5), true), x, y, name);
            }
        }
    }

    fn flits<S: Surface>(&mut self, s: &mut S, scene: &Scene<'_>, window: &Window, detail: Detail) {
        let k = scene.camera.scale;
        self.spots.clear();
        for flit in scene.mesh.flits().filter(|f| window.sees(f.at)) {
            let (x, y) = scene.camera.pixel(scene.camera.grid.place(flit.at, flit.place));
            self.spots.push(Spot { x, y, form: marks::form(flit.role, flit.tail), hue: flit.hue });
        }
        match detail {
            Detail::Inside => {
                Insides { mesh: scene.mesh, camera: scene.camera, routers: &self.inside }.slots(s);
            }
            Detail::Near => slots(s, scene, window),
            Detail::Far | Detail::Middle => {}
        }
        // From afar a flit would vanish; a speck of at least a pixel still shows where traffic is dense.
        let k = k.max(1.3 / geo::SLOT);
        for hue in 0..PACKET_HUES {
            s.ink(Ink::Packet(hue));
            for spot in self.spots.iter().filter(|spot| spot.hue == hue) {
                let form = if detail == Detail::Far { FlitForm::Full } else { spot.form };
                marks::flit_fill(s, form, spot.x, spot.y, k);
            }
        }
        if detail > Detail::Far {
            s.begin();
            for spot in &self.spots {
                marks::flit_cut(s, spot.form, spot.x, spot.y, k);
            }
            s.fill(Ink::Panel);
        }
    }
}

/// The four slots of every FIFO that holds a flit (then there is one at its head).
fn slots<S: Surface>(s: &mut S, scene: &Scene<'_>, window: &Window) {
    let k = scene.camera.scale;
    let edge = (0.8 * k).max(0.6);
    for (ink, inset) in [(Ink::Line2, 0.0), (Ink::Panel, edge)] {
        s.ink(ink);
        let heads = scene.mesh.flits().filter(|f| window.sees(f.at)).filter_map(|f| match f.place {
            FlitPlace::Fifo { port, slot: 0 } => Some((f.at, port)),
            _ => None,
        });
        for (at, port) in heads {
            for slot in 0..4 {
                let (x, y) = scene.camera.pixel(scene.camera.grid.fifo_slot(at, port, slot));
                let h = (geo::SLOT / 2.0 + 0.7) * k - inset;
                s.block(x - h, y - h, 2.0 * h, 2.0 * h);
            }
        }
    }
}

/// The part of the mesh that is on the canvas.
struct Window {
    x: (u8, u8),
    y: (u8, u8),
}

impl Window {
    fn new(scene: &Scene<'_>) -> Self {
        let from = scene.camera.point(0.0, 0.0);
        let to = scene.camera.point(scene.size.0, scene.size.1);
        // One more on each side: links and boxes reach into neighbouring cells.
        let range = |from: f64, to: f64, last: u8| {
            let last = f64::from(last);
            ((from - 1.0).clamp(0.0, last) as u8, (to + 2.0).clamp(0.0, last) as u8)
        };
        let ((x0, y0), (x1, y1)) = (scene.camera.grid.cell(from), scene.camera.grid.cell(to));
        Self { x: range(x0, x1, scene.mesh.width), y: range(y0, y1, scene.mesh.height) }
    }

    fn sees(&self, id: NodeId) -> bool {
        (self.x.0..=self.x.1).contains(&id.x) && (self.y.0..=self.y.1).contains(&id.y)
    }

    fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        let (x, y) = (self.x, self.y);
        (y.0..=y.1).flat_map(move |y| (x.0..=x.1).map(move |x| NodeId::new(x, y)))
    }

    /// Compute nodes with rank and the pixel of their box's corner.
    fn nodes<'a>(&self, scene: &'a Scene<'_>) -> impl Iterator<Item = (usize, (f64, f64))> + use<'a> {
        let width = usize::from(scene.mesh.width);
        let camera = scene.camera;
        self.ids().filter(|id| id.x > 0 && id.y > 0).map(move |id| {
            let b = scene.camera.grid.node_box(id);
            let rank = (usize::from(id.y) - 1) * width + usize::from(id.x) - 1;
            (rank, camera.pixel(Point { x: b.x, y: b.y }))
        })
    }

    fn of_role<'a>(&self, scene: &'a Scene<'_>, role: CoreRole) -> impl Iterator<Item = (usize, (f64, f64))> + use<'a> {
        self.nodes(scene).filter(move |(rank, _)| CoreRole::from_byte(scene.mesh.cores[*rank]) == role)
    }
}

/// Level of warmth of a link that was used in this many of the last 64 cycles.
fn heat(used: u8) -> u8 {
    match used {
        0 => 0,
        n => (1 + u32::from(n.min(64)) * u32::from(HEAT_LEVELS - 2) / 64) as u8,
    }
}

/// The lanes of all links, grouped by warmth.
fn links<S: Surface>(s: &mut S, scene: &Scene<'_>, window: &Window, lanes: &mut Vec<Lane>) {
    let (mesh, camera) = (scene.mesh, scene.camera);
    let columns = usize::from(mesh.width) + 1;
    lanes.clear();
    for id in window.ids() {
        let router = usize::from(id.y) * columns + usize::from(id.x);
        for port in 0..4u8 {
            if geo::neighbour(id, port, mesh.width, mesh.height).is_none() {
                continue;
            }
            let level = heat(mesh.warmth[router * 4 + usize::from(port)]);
            let width = 1.6 + 2.2 * f64::from(level) / f64::from(HEAT_LEVELS - 1);
            let width = (width * camera.scale).max(0.6);
            let (a, b) = camera.grid.link(id, port);
            let ((x1, y1), (x2, y2)) = (camera.pixel(a), camera.pixel(b));
            // A lane runs along one axis: widen it along the other.
            let (w, h) = ((x2 - x1).abs(), (y2 - y1).abs());
            let (dx, dy) = if w > h { (0.0, width / 2.0) } else { (width / 2.0, 0.0) };
            let rect = Rect { x: x1.min(x2) - dx, y: y1.min(y2) - dy, w: w + 2.0 * dx, h: h + 2.0 * dy };
            lanes.push(Lane { level, rect });
        }
    }
    for level in 0..HEAT_LEVELS {
        s.ink(Ink::Heat(level));
        for Lane { rect: Rect { x, y, w, h }, .. } in lanes.iter().filter(|lane| lane.level == level) {
            s.block(*x, *y, *w, *h);
        }
    }
}

/// From afar a box is a tile: a tint, and the sign of the core as far as it is recognisable.
fn tiles<S: Surface>(s: &mut S, scene: &Scene<'_>, window: &Window, cores: &mut Vec<(CoreRole, f64, f64)>) {
    let k = scene.camera.scale;
    let Rect { w, h, .. } = scene.camera.grid.node_box(NodeId::new(1, 1));
    let (w, h) = (w * k, h * k);
    cores.clear();
    cores.extend(window.nodes(scene).map(|(rank, (x, y))| (CoreRole::from_byte(scene.mesh.cores[rank]), x, y)));
    for role in [CoreRole::Computing, CoreRole::Polling, CoreRole::Halted, CoreRole::Trapped] {
        let of_role = || cores.iter().filter(|core| core.0 == role);
        s.ink(marks::core_tint(role));
        of_role().for_each(|(_, x, y)| s.block(*x, *y, w, h));
        s.ink(marks::core_ink(role));
        for (_, x, y) in of_role() {
            marks::core_speck(s, role, x + w * 0.25, y + h * 0.25, w * 0.5, h * 0.5);
        }
    }
    if window.sees(NodeId::MEMORY) {
        let b = scene.camera.grid.node_box(NodeId::MEMORY);
        let (x, y) = scene.camera.pixel(Point { x: b.x, y: b.y });
        let (w, h) = (b.w * k, b.h * k);
        for (ink, inset) in [(Ink::Line2, 0.0), (Ink::Panel, 1.0)] {
            s.ink(ink);
            s.block(x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset);
        }
    }
}

fn boxes<S: Surface>(s: &mut S, scene: &Scene<'_>, window: &Window, detail: Detail) {
    let k = scene.camera.scale;
    s.begin();
    for id in window.ids().filter(|id| geo::has_box(*id)) {
        let c = scene.camera.grid.router(id);
        let (x1, y1) = scene.camera.pixel(Point { x: c.x + geo::ROUTER - 3.0, y: c.y + geo::ROUTER - 3.0 });
        let (x2, y2) = scene.camera.pixel(Point { x: c.x + geo::BOX + 4.0, y: c.y + geo::BOX + 4.0 });
        s.line(x1, y1, x2, y2);
    }
    s.stroke(Ink::Line2, (3.0 * k).max(0.6), false);

    s.begin();
    for id in window.ids().filter(|id| geo::has_box(*id)) {
        add_box(s, scene, id, 0.0);
    }
    s.fill(Ink::Panel);
    s.stroke(Ink::Line2, k.max(0.6), false);
    if detail >= Detail::Near {
        // The lower edge of the INCC band.
        s.begin();
        for id in window.ids().filter(|id| geo::has_box(*id)) {
            let b = scene.camera.grid.node_box(id);
            let (x, y) = scene.camera.pixel(Point { x: b.x, y: b.y + geo::BAND });
            s.line(x + k, y, x + (b.w - 1.0) * k, y);
        }
        s.stroke(Ink::Line, k.max(0.6), false);
    }
}

fn add_box<S: Surface>(s: &mut S, scene: &Scene<'_>, id: NodeId, grow: f64) {
    let k = scene.camera.scale;
    let Rect { x, y, w, h } = scene.camera.grid.node_box(id);
    let (x, y) = scene.camera.pixel(Point { x, y });
    s.round_rect(x - grow, y - grow, w * k + 2.0 * grow, h * k + 2.0 * grow, 7.0 * k);
}

/// The activity in the last cycles, at the foot of a box whose corner is given in pixels and whose size in units.
fn bars<S: Surface>(s: &mut S, recent: impl Iterator<Item = CoreBar>, place: Rect, k: f64) {
    for (i, bar) in recent.enumerate() {
        // The bar of an idle core still has a foot, so that the row of bars stays visible.
        let Rect { x, y, w, h } = bar_part(place, i, (0, bar.computed));
        s.block(place.x + x * k, place.y + (y - 1.0) * k, w * k, (h + 1.0) * k);
    }
}

/// Adds the frames of the cycles in polling loops, on top of the bars of the others.
fn polled_bars<S: Surface>(s: &mut S, recent: impl Iterator<Item = CoreBar>, place: Rect, k: f64) {
    for (i, bar) in recent.enumerate().filter(|(_, bar)| bar.polled > 0) {
        let Rect { x, y, w, h } = bar_part(place, i, (bar.computed, bar.computed + bar.polled));
        s.rect(place.x + x * k + 0.5, place.y + (y - 1.0) * k + 0.5, w * k - 1.0, h * k - 1.0);
    }
}

/// A part of bar `i` from one number of cycles to another, in units from the corner of the box.
fn bar_part(place: Rect, i: usize, (from, to): (u8, u8)) -> Rect {
    let (left, bottom, step) = (8.0, place.h - 7.0, (place.w - 16.0 + 2.0) / 8.0);
    // Below the marks of the core.
    let unit = (bottom - geo::BAND - 29.0) / 8.0;
    let (from, to) = (f64::from(from), f64::from(to));
    Rect { x: left + i as f64 * step, y: bottom - to * unit, w: step - 2.0, h: (to - from) * unit }
}

fn routers<S: Surface>(s: &mut S, scene: &Scene<'_>, window: &Window, detail: Detail) {
    let k = scene.camera.scale;
    let h = geo::ROUTER * k;
    if detail == Detail::Far {
        s.ink(Ink::Line2);
        for id in window.ids() {
            let (x, y) = scene.camera.pixel(scene.camera.grid.router(id));
            s.block(x - h, y - h, 2.0 * h, 2.0 * h);
        }
        return;
    }
    s.begin();
    for id in window.ids() {
        let (x, y) = scene.camera.pixel(scene.camera.grid.router(id));
        s.round_rect(x - h, y - h, 2.0 * h, 2.0 * h, 5.0 * k);
    }
    s.fill(Ink::Raise);
    s.stroke(Ink::Line2, k.clamp(0.5, 1.2), false);
}

fn blocked<S: Surface>(s: &mut S, scene: &Scene<'_>, window: &Window, detail: Detail) {
    if scene.mesh.blocked().next().is_none() {
        return;
    }
    let k = scene.camera.scale;
    let r = match detail {
        Detail::Far => (4.6 * k).max(1.4),
        Detail::Inside => 2.0 * k,
        Detail::Middle | Detail::Near => (4.6 * k).max(3.0),
    };
    // In the inside view the sign is on the dot of the input; else where there is room for it.
    let place = |b: &BlockedView| match detail {
        Detail::Inside => crossbar::inlet(scene.camera.grid, b.at, b.port),
        _ => scene.camera.grid.blocked_mark(b.at, b.port),
    };
    let marks = || scene.mesh.blocked().filter(|b| window.sees(b.at)).map(|b| scene.camera.pixel(place(&b)));
    if detail == Detail::Far {
        s.ink(Ink::Stall);
        marks().for_each(|(x, y)| s.block(x - r, y - r, 2.0 * r, 2.0 * r));
        return;
    }
    s.begin();
    for (x, y) in marks() {
        s.circle(x, y, r);
    }
    s.fill(Ink::Panel);
    s.stroke(Ink::Stall, (r * 0.28).max(0.8), false);
    s.ink(Ink::Stall);
    marks().for_each(|(x, y)| s.block(x - r * 0.5, y - r * 0.16, r, r * 0.32));
}

/// Blocked chains: rings around the routers of each chain, connected in their order.
fn chains<S: Surface>(s: &mut S, scene: &Scene<'_>) {
    if scene.marks.chains.is_empty() {
        return;
    }
    let k = scene.camera.scale;
    let (width, r) = ((2.5 * k).clamp(1.5, 4.0), ((geo::ROUTER + 5.0) * k).max(4.0));
    let at = |id: &NodeId| scene.camera.pixel(scene.camera.grid.router(*id));
    s.begin();
    for chain in &scene.marks.chains {
        for pair in chain.windows(2) {
            let ((x1, y1), (x2, y2)) = (at(&pair[0]), at(&pair[1]));
            let far = (x2 - x1).hypot(y2 - y1);
            // From ring to ring.
            if far > 2.0 * r {
                let (dx, dy) = ((x2 - x1) * r / far, (y2 - y1) * r / far);
                s.line(x1 + dx, y1 + dy, x2 - dx, y2 - dy);
            }
        }
    }
    s.stroke(Ink::Stall, width, true);
    s.begin();
    for (x, y) in scene.marks.chains.iter().flatten().map(at) {
        s.circle(x, y, r);
    }
    s.stroke(Ink::Stall, width, false);
}

/// A ring around each flit of the followed packet.
fn followed<S: Surface>(s: &mut S, scene: &Scene<'_>, window: &Window) {
    let Some(packet) = scene.marks.followed else { return };
    let r = (geo::SLOT * 0.95 * scene.camera.scale).max(4.0);
    s.begin();
    for flit in scene.mesh.flits().filter(|f| f.source == packet.source && f.packet == packet.number) {
        if window.sees(flit.at) {
            let (x, y) = scene.camera.pixel(scene.camera.grid.place(flit.at, flit.place));
            s.circle(x, y, r);
        }
    }
    s.stroke(Ink::Accent, (r * 0.22).max(1.5), false);
}

fn arrows<S: Surface>(s: &mut S, scene: &Scene<'_>) {
    let few = scene.mesh.arrows().len() <= MANY_ARROWS;
    let shown = |a: &ArrowView| a.from != a.to && (few || [Some(a.from), Some(a.to)].contains(&scene.selected));
    let k = scene.camera.scale;
    for hue in 0..PACKET_HUES {
        let mut any = false;
        for arrow in scene.mesh.arrows().filter(|a| a.hue == hue).filter(shown) {
            if !any {
                s.begin();
                any = true;
            }
            let (from, to) = arrow_ends(scene.camera.grid, &arrow);
            let (a, d) = (scene.camera.pixel(from), scene.camera.pixel(to));
            // Bent to the left of its direction, so that the arrows of an exchange do not cover each other.
            let (dx, dy) = (d.0 - a.0, d.1 - a.1);
            let bend = 0.16;
            let b = (a.0 + dx * 0.3 - dy * bend, a.1 + dy * 0.3 + dx * bend);
            let c = (a.0 + dx * 0.7 - dy * bend, a.1 + dy * 0.7 + dx * bend);
            s.curve(a, b, c, d);
        }
        if !any {
            continue;
        }
        s.stroke(Ink::Packet(hue), (1.5 * k).clamp(0.8, 2.5), true);
        s.begin();
        for arrow in scene.mesh.arrows().filter(|a| a.hue == hue).filter(shown) {
            let (from, to) = arrow_ends(scene.camera.grid, &arrow);
            let (a, d) = (scene.camera.pixel(from), scene.camera.pixel(to));
            let (dx, dy) = (d.0 - a.0, d.1 - a.1);
            let (cx, cy) = (a.0 + dx * 0.7 - dy * 0.16, a.1 + dy * 0.7 + dx * 0.16);
            let (vx, vy) = (d.0 - cx, d.1 - cy);
            let length = vx.hypot(vy).max(1e-6);
            let (ux, uy) = (vx / length, vy / length);
            let h = (7.0 * k).clamp(4.0, 12.0);
            let back = (d.0 - ux * h, d.1 - uy * h);
            s.triangle(
                d,
                (back.0 - uy * h * 0.5, back.1 + ux * h * 0.5),
                (back.0 + uy * h * 0.5, back.1 - ux * h * 0.5),
            );
        }
        s.fill(Ink::Packet(hue));
    }
}

/// From the edge of one box to the edge of the other, so that it does not cover the contents of the boxes.
fn arrow_ends(grid: Grid, arrow: &ArrowView) -> (Point, Point) {
    let middle = |id: NodeId| {
        let b = grid.node_box(id);
        (Point { x: b.x + b.w / 2.0, y: b.y + b.h / 2.0 }, b)
    };
    let ((from, a), (to, b)) = (middle(arrow.from), middle(arrow.to));
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // The part of the arrow that lies inside each box.
    let part = |r: Rect| (r.w / 2.0 / dx.abs()).min(r.h / 2.0 / dy.abs()).min(0.45);
    let at = |t: f64| Point { x: from.x + dx * t, y: from.y + dy * t };
    (at(part(a)), at(1.0 - part(b)))
}

fn outline<S: Surface>(s: &mut S, scene: &Scene<'_>, id: Option<NodeId>, ink: Ink, width: f64, dashed: bool) {
    let Some(id) = id.filter(|id| id.x <= scene.mesh.width && id.y <= scene.mesh.height) else { return };
    s.begin();
    if geo::has_box(id) {
        add_box(s, scene, id, 1.0);
    } else {
        let (x, y) = scene.camera.pixel(scene.camera.grid.router(id));
        let h = geo::ROUTER * scene.camera.scale + 1.0;
        s.round_rect(x - h, y - h, 2.0 * h, 2.0 * h, 5.0 * scene.camera.scale);
    }
    s.stroke(ink, width, dashed);
}

#[cfg(test)]
mod tests;
