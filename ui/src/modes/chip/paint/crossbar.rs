//! The inside of routers, shown when one of them fills the canvas: which input holds which output, which input has the
//! turn at each output, which heads wait for which outputs, and which inputs signal Xoff.
//!
//! Each port has an *inlet* (a dot) and an *outlet* (a dial) at its edge of the router. The hand of a dial points at
//! the input that its arbiter asks first. A thick curve is a held output, a dashed one a head that waits for it.

use super::camera::Camera;
use crate::paint::geometry::{self as geo, Grid, Point};
use crate::paint::surface::{Align, Ink, Lettering, Surface};
use mcore::base::NodeId;
use mcore::modes::chip::view::{CrossbarView, FlitPlace, FlitView, MeshView};
use std::fmt::Write as _;

/// Radius of a dial.
const DIAL: f64 = 2.1;
/// Radius of an inlet's dot.
const DOT: f64 = 1.3;
/// Distance of dots and dials from the centre of the router.
const RIM: f64 = 11.0;
/// Letters smaller than this many pixels are unreadable.
const LEAST_LETTERS: f64 = 7.5;

fn at(c: Point, x: f64, y: f64) -> Point {
    Point { x: c.x + x, y: c.y + y }
}

/// Where flits that arrive by a port enter the crossbar.
pub fn inlet(grid: Grid, id: NodeId, port: u8) -> Point {
    let c = grid.router(id);
    match port {
        0 => at(c, geo::LANE, -RIM),
        1 => at(c, RIM, geo::LANE),
        2 => at(c, -geo::LANE, RIM),
        3 => at(c, -RIM, -geo::LANE),
        _ => at(c, 12.4, 9.2),
    }
}

/// The dial of an output's arbiter.
pub fn outlet(grid: Grid, id: NodeId, port: u8) -> Point {
    let c = grid.router(id);
    match port {
        0 => at(c, -geo::LANE, -RIM),
        1 => at(c, RIM, -geo::LANE),
        2 => at(c, geo::LANE, RIM),
        3 => at(c, -RIM, geo::LANE),
        _ => at(c, 9.2, 12.4),
    }
}

/// Direction in which the hand of a dial points at a port.
fn hand(port: u8) -> (f64, f64) {
    match port {
        0 => (0.0, -1.0),
        1 => (1.0, 0.0),
        2 => (0.0, 1.0),
        3 => (-1.0, 0.0),
        _ => (0.707, 0.707),
    }
}

/// Centre of the tag that says Xon or Xoff: past the last slot of the input's FIFO, where the neighbour's flits wait.
pub fn tag(grid: Grid, id: NodeId, port: u8) -> Point {
    let c = grid.router(id);
    if port >= geo::INCC {
        return at(c, geo::BOX + 26.0, geo::BOX - 3.4);
    }
    let slot = grid.fifo_slot(id, port, 3);
    let (dx, dy) = hand(port);
    // On a short link it is nearer.
    let far = (grid.room_before(id, port) / 2.0).min(11.0);
    at(slot, dx * far, dy * far)
}

/// The routers whose insides are drawn, and the input of their painter.
pub struct Insides<'a> {
    pub mesh: &'a MeshView,
    /// The viewport.
    pub camera: Camera,
    /// The routers on the canvas.
    pub routers: &'a [NodeId],
}

impl Insides<'_> {
    fn pixel(&self, p: Point) -> (f64, f64) {
        self.camera.pixel(p)
    }

    /// Connected ports of a router.
    fn ports(&self, id: NodeId) -> impl Iterator<Item = u8> + use<> {
        let (width, height) = (self.mesh.width, self.mesh.height);
        (0..5u8).filter(move |port| match *port {
            geo::INCC => geo::has_box(id),
            port => geo::neighbour(id, port, width, height).is_some(),
        })
    }

    fn crossbars(&self) -> impl Iterator<Item = (NodeId, CrossbarView)> + '_ {
        self.routers.iter().filter_map(|id| Some((*id, self.mesh.crossbar(*id)?)))
    }

    /// Every slot of every FIFO, so that free ones are visible too.
    pub fn slots<S: Surface>(&self, s: &mut S) {
        let k = self.camera.scale;
        for (ink, inset) in [(Ink::Line2, 0.0), (Ink::Panel, (0.6 * k).max(1.0))] {
            s.ink(ink);
            for id in self.routers {
                for port in self.ports(*id) {
                    for slot in 0..4 {
                        let (x, y) = self.pixel(self.camera.grid.fifo_slot(*id, port, slot));
                        let h = (geo::SLOT / 2.0 + 0.5) * k - inset;
                        s.block(x - h, y - h, 2.0 * h, 2.0 * h);
                    }
                }
            }
        }
    }

    /// Crossbars with their dials, and the tags of the FIFOs.
    pub fn paint<S: Surface>(&self, s: &mut S, text: &mut String) {
        self.curves(s);
        self.dials(s);
        self.tags(s, text);
    }

    /// A curve through the centre of the router from an input to an output.
    fn curve<S: Surface>(&self, s: &mut S, id: NodeId, input: u8, output: u8) {
        let (a, d, c) =
            (inlet(self.camera.grid, id, input), outlet(self.camera.grid, id, output), self.camera.grid.router(id));
        let towards = |p: Point| Point { x: c.x + (p.x - c.x) * 0.25, y: c.y + (p.y - c.y) * 0.25 };
        s.curve(self.pixel(a), self.pixel(towards(a)), self.pixel(towards(d)), self.pixel(d));
    }

    fn curves<S: Surface>(&self, s: &mut S) {
        let k = self.camera.scale;
        for (id, crossbar) in self.crossbars().filter(|(_, c)| !c.is_idle()) {
            for (output, input) in (0u8..).zip(crossbar.holder).filter_map(|(o, i)| Some((o, i?))) {
                let head =
                    self.mesh.flits().find(|f| f.at == id && f.place == FlitPlace::Fifo { port: input, slot: 0 });
                s.begin();
                self.curve(s, id, input, output);
                s.stroke(head.map_or(Ink::Text2, |f: FlitView| Ink::Packet(f.hue)), 1.7 * k, false);
            }
            s.begin();
            for (input, output) in (0u8..).zip(crossbar.wants).filter_map(|(i, o)| Some((i, o?))) {
                if crossbar.holder[usize::from(output) % 5] != Some(input) {
                    self.curve(s, id, input, output);
                }
            }
            s.stroke(Ink::Stall, (0.6 * k).max(1.2), true);
        }
    }

    fn dials<S: Surface>(&self, s: &mut S) {
        let k = self.camera.scale;
        let each = |draw: &mut dyn FnMut(NodeId, u8, &CrossbarView)| {
            for (id, crossbar) in self.crossbars() {
                self.ports(id).for_each(|port| draw(id, port, &crossbar));
            }
        };
        s.begin();
        each(&mut |id, port, _| {
            let (x, y) = self.pixel(inlet(self.camera.grid, id, port));
            s.circle(x, y, DOT * k);
        });
        s.fill(Ink::Text2);
        s.begin();
        each(&mut |id, port, _| {
            let (x, y) = self.pixel(outlet(self.camera.grid, id, port));
            s.circle(x, y, DIAL * k);
        });
        s.fill(Ink::Panel);
        s.stroke(Ink::Text2, (0.35 * k).max(1.0), false);
        s.begin();
        each(&mut |id, port, crossbar| {
            let (x, y) = self.pixel(outlet(self.camera.grid, id, port));
            let (dx, dy) = hand(crossbar.first[usize::from(port) % 5]);
            s.line(x, y, x + dx * DIAL * 0.85 * k, y + dy * DIAL * 0.85 * k);
        });
        s.stroke(Ink::Text, (0.6 * k).max(1.4), false);
    }

    /// Xon or Xoff of each FIFO, and the packet of each flit as text.
    fn tags<S: Surface>(&self, s: &mut S, text: &mut String) {
        let k = self.camera.scale;
        let size = (3.4 * k).min(13.0);
        if size < LEAST_LETTERS {
            return;
        }
        let lettering = |bold| Lettering { size, mono: true, bold, align: Align::Middle };
        let (w, h) = (size * 2.7, size * 1.25);
        for wanted in [false, true] {
            let chosen = || {
                self.crossbars().flat_map(|(id, c)| {
                    self.ports(id)
                        .filter(move |port| c.xoff[usize::from(*port) % 5] == wanted)
                        .map(move |port| self.pixel(tag(self.camera.grid, id, port)))
                })
            };
            s.begin();
            chosen().for_each(|(x, y)| s.round_rect(x - w / 2.0, y - h / 2.0, w, h, 3.0));
            s.fill(Ink::Panel);
            let ink = if wanted { Ink::Stall } else { Ink::Line2 };
            s.stroke(ink, if wanted { 1.5 } else { 1.0 }, false);
            for (x, y) in chosen() {
                let ink = if wanted { Ink::Stall } else { Ink::Text2 };
                s.text(ink, lettering(wanted), x, y, if wanted { "Xoff" } else { "Xon" });
            }
        }
        for flit in self.mesh.flits() {
            let FlitPlace::Fifo { port, slot } = flit.place else { continue };
            if port >= geo::INCC || !self.routers.contains(&flit.at) {
                continue;
            }
            let p = self.camera.grid.fifo_slot(flit.at, port, slot);
            // On the outer side of the lane.
            let c = self.camera.grid.router(flit.at);
            let beside = match port {
                0 => Point { x: p.x + 5.2 + 3.0, y: p.y },
                2 => Point { x: p.x - 5.2 - 3.0, y: p.y },
                _ => Point { x: p.x, y: p.y + (p.y - c.y).signum() * 7.2 },
            };
            text.clear();
            // Writing into a String cannot fail.
            let _ = write!(text, "#{}", flit.packet);
            let (x, y) = self.pixel(beside);
            let small = Lettering { size: size * 0.85, mono: true, bold: false, align: Align::Middle };
            s.text(Ink::Text2, small, x, y, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const G: Grid = Grid { dx: geo::PITCH, dy: geo::PITCH };

    #[test]
    fn dots_and_dials_do_not_cover_each_other() {
        let id = NodeId::new(1, 1);
        let places: Vec<(Point, f64)> =
            (0..5).flat_map(|port| [(inlet(G, id, port), DOT), (outlet(G, id, port), DIAL)]).collect();
        for (i, (a, r)) in places.iter().enumerate() {
            for (b, q) in &places[..i] {
                assert!((a.x - b.x).hypot(a.y - b.y) >= r + q, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn a_tag_stands_between_the_fifo_and_the_flit_that_waits_on_the_link() {
        let id = NodeId::new(2, 2);
        let sender = NodeId::new(1, 2);
        let (tag, waiting) = (tag(G, id, 3), G.place(sender, FlitPlace::Link { port: 1 }));
        let last = G.fifo_slot(id, 3, 3);
        assert!(waiting.x < tag.x && tag.x < last.x, "{tag:?}");
        assert!((waiting.y - tag.y).abs() < 1e-9, "on its lane");
    }
}
