//! The object under the pointer, and its description.

use crate::fmt::plain;
use crate::i18n::I18n;
use crate::paint::geometry::{self as geo, Grid, Hit, Point};
use mcore::base::{Array, NodeId};
use mcore::modes::chip::view::{CoreRole, FlitPlace, FlitRole, FlitView, MeshView, rank_in};

/// An object under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hover {
    Flit(FlitView),
    /// A part of the chip.
    Part(Hit),
}

impl Hover {
    /// The object at a point.
    pub fn at(mesh: &MeshView, grid: Grid, p: Point) -> Option<Self> {
        let part = || grid.hit(p, mesh.width, mesh.height).map(Self::Part);
        grid.flit_at(p, mesh.flits()).map(Self::Flit).or_else(part)
    }

    /// The node that a click here selects.
    pub fn node(&self) -> NodeId {
        match self {
            Self::Flit(flit) => flit.at,
            Self::Part(Hit::Box(id) | Hit::Router(id) | Hit::Link(id, _)) => *id,
        }
    }

    /// The description: a headline and the lines below it.
    pub fn words(&self, mesh: &MeshView, i18n: &I18n) -> (String, Vec<String>) {
        match self {
            Self::Flit(flit) => flit_words(flit, mesh, i18n),
            Self::Part(Hit::Box(id)) if *id == NodeId::MEMORY => memory_words(mesh, i18n),
            Self::Part(Hit::Box(id)) => (node_title(*id, i18n), core_words(*id, mesh, i18n)),
            Self::Part(Hit::Router(id)) => router_words(*id, mesh, i18n),
            Self::Part(Hit::Link(id, port)) => link_words(*id, *port, mesh, i18n),
        }
    }
}

/// Message with the name of a core's state.
pub fn role_label(role: CoreRole) -> &'static str {
    match role {
        CoreRole::Computing => "role-computing",
        CoreRole::Polling => "role-polling",
        CoreRole::Halted => "role-halted",
        CoreRole::Trapped => "role-trapped",
    }
}

/// Message with the name of a port.
pub fn port_label(port: u8) -> &'static str {
    match port {
        0 => "port-north",
        1 => "port-east",
        2 => "port-south",
        3 => "port-west",
        _ => "port-incc",
    }
}

fn node_title(id: NodeId, i18n: &I18n) -> String {
    i18n.tf("node-title", &[("id", &id.to_string())]).to_string()
}

fn core_words(id: NodeId, mesh: &MeshView, i18n: &I18n) -> Vec<String> {
    let Some(rank) = (Array { width: mesh.width, height: mesh.height }).rank(id) else { return vec![] };
    let role = CoreRole::from_byte(mesh.cores[rank]);
    let busy: u32 = mesh.computed(rank);
    vec![
        format!(
            "{} · {}",
            i18n.tf("node-rank", &[("rank", &rank_in(&mesh.ranks, rank).to_string())]),
            i18n.t(role_label(role))
        ),
        i18n.tf("hover-recent", &[("n", &busy.to_string())]).to_string(),
    ]
}

fn memory_words(mesh: &MeshView, i18n: &I18n) -> (String, Vec<String>) {
    let memory = &mesh.memory;
    let mut lines = Vec::new();
    let page = i18n.text(&memory.page);
    if !page.is_empty() {
        lines.push(i18n.tf("memory-page", &[("page", page)]).to_string());
    }
    if memory.busy {
        lines.push(i18n.t("memory-busy").to_string());
    }
    if memory.queued > 0 {
        lines.push(i18n.tf("memory-queued", &[("n", &memory.queued.to_string())]).to_string());
    }
    (i18n.t("memory-node").to_string(), lines)
}

fn router_words(id: NodeId, mesh: &MeshView, i18n: &I18n) -> (String, Vec<String>) {
    let title = i18n.tf("hover-router", &[("id", &id.to_string())]).to_string();
    let blocked = mesh.blocked().filter(|b| b.at == id);
    let mut lines: Vec<String> = blocked.map(|b| format!("⊖ {}", plain(i18n.text(&b.why())))).collect();
    if let Some(crossbar) = mesh.crossbar(id) {
        // Free outputs are omitted in this view; the next turn matters only where packets compete.
        let ports = (0..5).filter(|port| crossbar.holder[usize::from(*port)].is_some());
        lines.extend(ports.map(|port| i18n.text(&crossbar.output(port)).to_owned()));
    }
    (title, lines)
}

fn link_words(id: NodeId, port: u8, mesh: &MeshView, i18n: &I18n) -> (String, Vec<String>) {
    let to = geo::neighbour(id, port, mesh.width, mesh.height).unwrap_or(id);
    let title = i18n.tf("hover-link", &[("from", &id.to_string()), ("to", &to.to_string())]).to_string();
    let router = Array { width: mesh.width, height: mesh.height }.router(id);
    let used = mesh.warmth.get(router * 4 + usize::from(port)).copied().unwrap_or_default();
    (title, vec![i18n.tf("hover-used", &[("n", &used.to_string())]).to_string()])
}

fn flit_words(flit: &FlitView, mesh: &MeshView, i18n: &I18n) -> (String, Vec<String>) {
    let kind = i18n.t(match flit.role {
        FlitRole::Header => "flit-header",
        FlitRole::Address => "flit-address",
        FlitRole::Stride => "flit-stride",
        FlitRole::Data => "flit-data",
    });
    let title = i18n.tf(if flit.tail { "hover-tail" } else { "hover-flit" }, &[("kind", &kind)]).to_string();
    let mut lines = vec![
        i18n.tf("hover-packet", &[("n", &flit.packet.to_string()), ("from", &flit.source.to_string())]).to_string(),
    ];
    let at = flit.at.to_string();
    lines.push(match flit.place {
        FlitPlace::Fifo { port, slot } => {
            let (port, slot) = (i18n.t(port_label(port)), (slot + 1).to_string());
            i18n.tf("place-fifo", &[("id", &at), ("port", &port), ("slot", &slot)]).to_string()
        }
        FlitPlace::Link { port } => {
            i18n.tf("place-link", &[("id", &at), ("port", &i18n.t(port_label(port)))]).to_string()
        }
        FlitPlace::Entering => i18n.tf("place-entering", &[("id", &at)]).to_string(),
        FlitPlace::OutBuffer => i18n.tf("place-out", &[("id", &at)]).to_string(),
        FlitPlace::InBuffer { .. } => i18n.tf("place-in", &[("id", &at)]).to_string(),
    });
    if let FlitPlace::Fifo { port, slot: 0 } = flit.place
        && let Some(blocked) = mesh.blocked().find(|b| b.at == flit.at && b.port == port)
    {
        lines.push(format!("⊖ {}", plain(i18n.text(&blocked.why()))));
    }
    (title, lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::Lang;
    use mcore::modes::chip::view::BlockedView;

    #[test]
    fn a_held_up_head_says_why_in_the_language_of_the_page() {
        let mut mesh = MeshView::new(2, 2);
        let at = NodeId::new(1, 2);
        let place = FlitPlace::Fifo { port: 3, slot: 0 };
        mesh.push_flit(FlitView { at, place, role: FlitRole::Header, tail: false, hue: 0, source: at, packet: 7 });
        mesh.push_blocked(BlockedView { at, port: 3, wants: 1, holder: Some(0) });
        let hover = Hover::at(&mesh, Grid::default(), Grid::default().place(at, place)).expect("a flit is there");
        let (title, lines) = hover.words(&mesh, &I18n::new(Lang::Ja));
        assert!(title.contains("ヘッダ"), "{title}");
        assert!(lines.iter().any(|l| l.contains("東 の出力は 北 の入力")), "{lines:?}");
        assert!(lines.iter().any(|l| l.contains("#7")), "{lines:?}");
    }

    #[test]
    fn a_box_tells_rank_and_state() {
        let mut mesh = MeshView::new(2, 2);
        mesh.cores[3] = 1;
        let id = NodeId::new(2, 2);
        let b = Grid::default().node_box(id);
        let hover = Hover::at(&mesh, Grid::default(), Point { x: b.x + 40.0, y: b.y + 60.0 }).expect("a box is there");
        assert_eq!(hover.node(), id);
        let (title, lines) = hover.words(&mesh, &I18n::new(Lang::En));
        assert_eq!(title, "Node (2,2)");
        assert_eq!(lines[0], "rank 3 · polling");
    }
}
