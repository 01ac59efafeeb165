use super::*;
use mcore::modes::chip::view::{BlockedView, FlitRole, FlitView};
use std::collections::HashMap;

/// A surface that counts instead of drawing.
#[derive(Default)]
struct Counter {
    draws: usize,
    fills: HashMap<Ink, usize>,
    strokes: HashMap<Ink, usize>,
    texts: Vec<String>,
    path: usize,
    blocks: Option<Ink>,
}

impl Surface for Counter {
    fn ink(&mut self, ink: Ink) {
        self.draws += 1;
        self.blocks = Some(ink);
    }
    fn block(&mut self, _: f64, _: f64, _: f64, _: f64) {
        *self.fills.entry(self.blocks.expect("a colour has been chosen")).or_default() += 1;
    }
    fn begin(&mut self) {
        self.path = 0;
    }
    fn rect(&mut self, _: f64, _: f64, _: f64, _: f64) {
        self.path += 1;
    }
    fn round_rect(&mut self, _: f64, _: f64, _: f64, _: f64, _: f64) {
        self.path += 1;
    }
    fn circle(&mut self, _: f64, _: f64, _: f64) {
        self.path += 1;
    }
    fn quarter(&mut self, _: f64, _: f64, _: f64) {
        self.path += 1;
    }
    fn line(&mut self, _: f64, _: f64, _: f64, _: f64) {
        self.path += 1;
    }
    fn triangle(&mut self, _: (f64, f64), _: (f64, f64), _: (f64, f64)) {
        self.path += 1;
    }
    fn curve(&mut self, _: (f64, f64), _: (f64, f64), _: (f64, f64), _: (f64, f64)) {
        self.path += 1;
    }
    fn fill(&mut self, ink: Ink) {
        self.draws += 1;
        *self.fills.entry(ink).or_default() += self.path;
    }
    fn stroke(&mut self, ink: Ink, _: f64, _: bool) {
        self.draws += 1;
        *self.strokes.entry(ink).or_default() += self.path;
    }
    fn text(&mut self, _: Ink, _: Lettering, _: f64, _: f64, text: &str) {
        self.texts.push(text.to_owned());
    }
}

fn painted(mesh: &MeshView, camera: Camera, size: (f64, f64)) -> Counter {
    painted_with(mesh, camera, size, Marks::default())
}

fn painted_with(mesh: &MeshView, camera: Camera, size: (f64, f64), marks: Marks) -> Counter {
    let mut counter = Counter::default();
    let selected = Some(NodeId::new(1, 1));
    let scene = Scene { mesh, selected, hovered: None, memory: ("memory", "page 0x4c"), marks: &marks, camera, size };
    Painter::default().paint(&mut counter, &scene);
    counter
}

fn fitted(mesh: &MeshView) -> Counter {
    let size = (700.0, 560.0);
    painted(mesh, Camera::fit((mesh.width, mesh.height), size.0, size.1), size)
}

fn flit(at: NodeId, place: FlitPlace, hue: u8) -> FlitView {
    FlitView { at, place, role: FlitRole::Data, tail: false, hue, source: at, packet: 0 }
}

#[test]
fn a_small_chip_shows_every_router_link_node_and_rank() {
    let counter = fitted(&MeshView::new(4, 4));
    assert_eq!(counter.fills[&Ink::Raise], 25, "routers");
    assert_eq!(counter.fills[&Ink::Heat(0)], 2 * 2 * 4 * 5, "both directions of every link");
    assert_eq!(counter.fills[&Ink::Work], 16, "computing cores");
    assert_eq!(counter.texts.len(), 16 + 1);
    assert!(counter.texts.contains(&"15".to_owned()));
    assert_eq!(counter.strokes[&Ink::Accent], 1);
}

#[test]
fn states_are_told_apart_by_shape() {
    let mut mesh = MeshView::new(2, 2);
    mesh.cores.copy_from_slice(&[0, 1, 2, 3]);
    let counter = fitted(&mesh);
    for ink in [Ink::Work, Ink::Poll, Ink::Halt, Ink::Trap] {
        assert_eq!(counter.fills[&ink], 1, "{ink:?}");
    }
}

#[test]
fn a_fifo_with_a_flit_shows_its_four_slots() {
    let mut mesh = MeshView::new(4, 4);
    mesh.push_flit(flit(NodeId::new(2, 2), FlitPlace::Fifo { port: 3, slot: 0 }, 2));
    mesh.push_flit(flit(NodeId::new(2, 2), FlitPlace::Fifo { port: 3, slot: 1 }, 2));
    let counter = fitted(&mesh);
    assert_eq!(counter.fills[&Ink::Packet(2)], 2);
    assert_eq!(counter.fills[&Ink::Panel], 17 + 4, "16 nodes, the memory node, four slots");
}

#[test]
fn held_up_heads_are_marked() {
    let mut mesh = MeshView::new(4, 4);
    mesh.push_blocked(BlockedView { at: NodeId::new(1, 3), port: 0, wants: 1, holder: None });
    assert_eq!(fitted(&mesh).strokes[&Ink::Stall], 1);
}

#[test]
fn warmth_has_levels_from_cold_to_hot() {
    assert_eq!(heat(0), 0);
    assert_eq!(heat(1), 1);
    assert_eq!(heat(64), HEAT_LEVELS - 1);
    assert!((0..64).all(|n| heat(n) <= heat(n + 1)));
}

#[test]
fn thousands_of_flits_cost_a_handful_of_changes_of_colour() {
    let mut mesh = MeshView::new(32, 32);
    for i in 0..20_000u32 {
        let at = NodeId::new((i % 33) as u8, (i / 33 % 33) as u8);
        mesh.push_flit(flit(at, FlitPlace::Fifo { port: (i % 5) as u8, slot: (i / 7 % 4) as u8 }, (i % 6) as u8));
    }
    let counter = fitted(&mesh);
    assert!(counter.draws < 40, "{}", counter.draws);
    let seen: usize = (0..6).map(|hue| counter.fills[&Ink::Packet(hue)]).sum();
    assert_eq!(seen, 20_000);
}

#[test]
fn a_followed_packet_is_ringed_and_no_other() {
    let mut mesh = MeshView::new(4, 4);
    let source = NodeId::new(2, 2);
    for packet in [4, 4, 5] {
        let place = FlitPlace::Fifo { port: 3, slot: (packet % 4) as u8 };
        mesh.push_flit(FlitView { packet, source, ..flit(source, place, 0) });
    }
    let size = (700.0, 560.0);
    let camera = Camera::fit((4, 4), size.0, size.1);
    let marks = Marks { followed: Some(PacketId { source, number: 4 }), ..Marks::default() };
    let counter = painted_with(&mesh, camera, size, marks);
    assert_eq!(counter.strokes[&Ink::Accent], 2 + 1, "two flits and the selection");
}

#[test]
fn a_blocked_chain_joins_its_routers() {
    let size = (700.0, 560.0);
    let camera = Camera::fit((4, 4), size.0, size.1);
    let chain = vec![NodeId::new(1, 1), NodeId::new(2, 1), NodeId::new(3, 1)];
    let marks = Marks { chains: vec![chain], ..Marks::default() };
    let counter = painted_with(&MeshView::new(4, 4), camera, size, marks);
    assert_eq!(counter.strokes[&Ink::Stall], 3 + 2, "a ring for each, a line between two");
}

#[test]
fn what_is_outside_the_canvas_is_not_drawn() {
    let mesh = MeshView::new(32, 32);
    let camera = Camera { scale: 1.0, x: -1000.0, y: -1000.0, grid: Grid::default() };
    let counter = painted(&mesh, camera, (500.0, 400.0));
    assert!(counter.fills[&Ink::Raise] < 80, "{}", counter.fills[&Ink::Raise]);
}

#[test]
fn a_selection_beyond_a_smaller_mesh_is_no_harm() {
    let mesh = MeshView::new(1, 1);
    let accents = |selected| {
        let scene = Scene {
            mesh: &mesh,
            selected: Some(selected),
            hovered: None,
            memory: ("", ""),
            marks: &Marks::default(),
            camera: Camera::fit((1, 1), 100.0, 100.0),
            size: (100.0, 100.0),
        };
        let mut counter = Counter::default();
        Painter::default().paint(&mut counter, &scene);
        counter.strokes.get(&Ink::Accent).copied().unwrap_or(0)
    };
    assert_eq!(accents(NodeId::new(1, 1)), 1, "the ring of the selection");
    assert_eq!(accents(NodeId::new(9, 9)), 0, "no node, no ring");
}

#[test]
fn the_chain_of_a_deadlock_has_numbers_and_an_end_and_watched_values_are_on_their_nodes() {
    let mesh = MeshView::new(3, 2);
    let camera = Camera::fit((3, 2), 700.0, 560.0);
    let (a, b, c) = (NodeId::new(1, 1), NodeId::new(2, 1), NodeId::new(3, 2));
    let waits = WaitMarks { steps: vec![(a, Some(b)), (b, Some(c)), (c, None)], missing: Some(c) };
    let values: Rc<[String]> = ["v0", "", "v2"].map(str::to_owned).into();
    let counter = painted_with(&mesh, camera, (700.0, 560.0), Marks { waits, values, ..Marks::default() });
    let of = |text: &str| counter.texts.iter().filter(|t| *t == text).count();
    assert_eq!((of("v0"), of("v2")), (1, 1));
    // Ranks are texts too; 2 is the number of the second wait and a rank.
    assert_eq!((of("1"), of("2"), of("3")), (2, 2, 1));
    assert_eq!(counter.strokes[&Ink::Trap], 1 + 2, "a circle with a cross");
    let plain = painted(&mesh, camera, (700.0, 560.0));
    assert_eq!(plain.texts.len() + 2 + 2, counter.texts.len());
}
