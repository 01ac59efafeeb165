//! The chip as a table, with the contents of the picture: for reading, sorting, and screen readers.

use crate::fmt::plain;
use crate::i18n::I18n;
use crate::modes::chip::paint::hover::{port_label, role_label};
use crate::modes::chip::store::{Intent, MeshShow};
use crate::widgets::{Cell, Column, DataTable, Row};
use mcore::base::{Array, NodeId};
use mcore::modes::chip::view::{CoreRole, FlitPlace, Frame, MeshView, rank_in};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`MeshTable`].
#[derive(Properties, PartialEq)]
pub struct MeshTableProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The current frame.
    pub frame: Rc<Frame>,
    /// Nodes or routers.
    pub show: MeshShow,
    pub selected: Option<NodeId>,
}

/// The table.
#[component]
pub fn MeshTable(props: &MeshTableProps) -> Html {
    let i18n = crate::i18n::use_i18n();
    let Some(mesh) = &props.frame.mesh else {
        return html! { <p class="empty">{ i18n.t("node-none") }</p> };
    };
    let width = mesh.width;
    let on_row = {
        let act = props.act.clone();
        Callback::from(move |id: usize| {
            let columns = usize::from(width) + 1;
            act.emit(Intent::Select(NodeId::new((id % columns) as u8, (id / columns) as u8)));
        })
    };
    let (label, columns, rows) = match props.show {
        MeshShow::Routers => ("mesh-table-routers", router_columns(&i18n), router_rows(mesh, props.selected, &i18n)),
        _ => ("mesh-table-nodes", node_columns(&i18n), node_rows(mesh, props.selected, &i18n)),
    };
    // Separate tables, so that a chosen order applies to only one of them.
    html! {
        <div class="mesh-table" data-testid="mesh-table">
            <DataTable
                key={label} label={i18n.t(label)} columns={Rc::new(columns)} rows={Rc::new(rows)} {on_row}
                file={label} testid="mesh-rows"
            />
        </div>
    }
}

fn index(mesh: &MeshView, id: NodeId) -> usize {
    Array { width: mesh.width, height: mesh.height }.router(id)
}

fn ids(mesh: &MeshView) -> impl Iterator<Item = NodeId> + use<> {
    let (width, height) = (mesh.width, mesh.height);
    (0..=height).flat_map(move |y| (0..=width).map(move |x| NodeId::new(x, y)))
}

fn node_columns(i18n: &I18n) -> Vec<Column> {
    vec![
        Column::words(i18n.t("stats-node")),
        Column::number(i18n.t("stats-rank")),
        Column::words(i18n.t("mesh-col-state")),
        Column::words(i18n.t("mesh-col-reason")),
        Column::number(i18n.t("mesh-col-recent")),
        Column::number(i18n.t("mesh-col-incc")),
        Column::words(i18n.t("mesh-col-dma")),
    ]
}

/// One row per node: the memory node and the compute nodes.
fn node_rows(mesh: &MeshView, selected: Option<NodeId>, i18n: &I18n) -> Vec<Row> {
    let columns = usize::from(mesh.width) + 1;
    let places = columns * (usize::from(mesh.height) + 1);
    let mut held = vec![0u32; places];
    for flit in mesh.flits() {
        let at_incc = match flit.place {
            FlitPlace::OutBuffer | FlitPlace::InBuffer { .. } | FlitPlace::Entering => true,
            FlitPlace::Fifo { .. } | FlitPlace::Link { .. } => false,
        };
        held[index(mesh, flit.at)] += u32::from(at_incc);
    }
    let mut sends = vec![None; places];
    mesh.arrows().for_each(|a| sends[index(mesh, a.from)] = Some(a.to));
    let cell = |n: u32| Cell::number(n.to_string(), f64::from(n));
    ids(mesh)
        .filter(|id| crate::paint::geometry::has_box(*id))
        .map(|id| {
            let at = index(mesh, id);
            let rank = (Array { width: mesh.width, height: mesh.height }).rank(id);
            let (state, reason, recent) = match rank {
                Some(rank) => {
                    let recent = mesh.computed(rank);
                    let reason = mesh.reason(rank).map(|t| i18n.text(&t).to_owned()).unwrap_or_default();
                    (i18n.t(role_label(CoreRole::from_byte(mesh.cores[rank]))), reason, Some(recent))
                }
                None => (i18n.t("memory-node"), memory(mesh, i18n), None),
            };
            let number = |n: Option<u32>| n.map_or_else(|| Cell::number("–", -1.0), cell);
            Row {
                cells: vec![
                    Cell { text: id.to_string().into(), key: at as f64 },
                    number(rank.map(|r| rank_in(&mesh.ranks, r))),
                    Cell::words(state),
                    Cell::words(reason),
                    number(recent),
                    cell(held[at]),
                    Cell::words(sends[at].map(|to| format!("→ {to}")).unwrap_or_default()),
                ],
                id: at,
                current: selected == Some(id),
            }
        })
        .collect()
}

fn memory(mesh: &MeshView, i18n: &I18n) -> String {
    let mut words = Vec::new();
    if mesh.memory.busy {
        words.push(i18n.t("memory-busy").to_string());
    }
    if mesh.memory.queued > 0 {
        words.push(i18n.tf("memory-queued", &[("n", &mesh.memory.queued.to_string())]).to_string());
    }
    words.join(" · ")
}

fn router_columns(i18n: &I18n) -> Vec<Column> {
    vec![
        Column::words(i18n.t("stats-router")),
        Column::number(i18n.t("mesh-col-flits")),
        Column::number(i18n.t("mesh-col-held")),
        Column::words(i18n.t("mesh-col-reason")),
        Column::words(i18n.t("mesh-col-crossbar")),
        Column::number(i18n.t("mesh-col-link")),
    ]
}

/// One row per router.
fn router_rows(mesh: &MeshView, selected: Option<NodeId>, i18n: &I18n) -> Vec<Row> {
    let places = (usize::from(mesh.width) + 1) * (usize::from(mesh.height) + 1);
    let (mut flits, mut held, mut why) = (vec![0u32; places], vec![0u32; places], vec![String::new(); places]);
    for flit in mesh.flits() {
        flits[index(mesh, flit.at)] += u32::from(matches!(flit.place, FlitPlace::Fifo { .. }));
    }
    for blocked in mesh.blocked() {
        let at = index(mesh, blocked.at);
        held[at] += 1;
        if !why[at].is_empty() {
            why[at] += " · ";
        }
        why[at] += &plain(i18n.text(&blocked.why()));
    }
    let cell = |n: u32| Cell::number(n.to_string(), f64::from(n));
    ids(mesh)
        .map(|id| {
            let at = index(mesh, id);
            let through: Vec<_> = mesh
                .crossbar(id)
                .iter()
                .flat_map(|c| (0u8..).zip(c.holder).filter_map(|(output, input)| Some((input?, output))))
                .map(|(input, output)| format!("{} → {}", i18n.t(port_label(input)), i18n.t(port_label(output))))
                .collect();
            let used = mesh.warmth[at * 4..at * 4 + 4].iter().copied().max().unwrap_or(0);
            Row {
                cells: vec![
                    Cell { text: id.to_string().into(), key: at as f64 },
                    cell(flits[at]),
                    cell(held[at]),
                    Cell::words(why[at].clone()),
                    Cell::words(through.join(" · ")),
                    cell(u32::from(used)),
                ],
                id: at,
                current: selected == Some(id),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::Lang;
    use mcore::modes::chip::view::{ArrowView, BlockedView, CrossbarView, FlitRole, FlitView};

    fn mesh() -> MeshView {
        let mut mesh = MeshView::new(2, 2);
        let at = NodeId::new(1, 2);
        mesh.cores[3] = 1;
        for place in [FlitPlace::Fifo { port: 3, slot: 0 }, FlitPlace::OutBuffer] {
            mesh.push_flit(FlitView { at, place, role: FlitRole::Data, tail: false, hue: 0, source: at, packet: 7 });
        }
        mesh.push_blocked(BlockedView { at, port: 3, wants: 1, holder: Some(0) });
        mesh.push_arrow(ArrowView { from: at, to: NodeId::MEMORY, hue: 0 });
        for index in 0..9 {
            let mut crossbar = CrossbarView::default();
            crossbar.holder[1] = (index == 7).then_some(0);
            mesh.push_crossbar(&crossbar);
        }
        mesh
    }

    fn words(row: &Row) -> Vec<&str> {
        row.cells.iter().map(|c| c.text.as_str()).collect()
    }

    #[test]
    fn every_node_is_a_row_and_says_what_the_picture_shows() {
        let rows = node_rows(&mesh(), Some(NodeId::new(2, 2)), &I18n::new(Lang::En));
        assert_eq!(rows.len(), 5, "four compute nodes and the memory node");
        assert_eq!(words(&rows[0])[0], "(0,0)");
        let sender = rows.iter().find(|r| r.cells[0].text == "(1,2)").expect("a row");
        assert_eq!(words(sender), ["(1,2)", "2", "computing", "", "0", "1", "→ (0,0)"]);
        assert_eq!(words(&rows[4])[2], "polling");
        assert!(rows[4].current && !sender.current);
    }

    #[test]
    fn every_router_is_a_row_and_says_why_packets_wait() {
        let rows = router_rows(&mesh(), None, &I18n::new(Lang::Ja));
        assert_eq!(rows.len(), 9);
        let busy = words(&rows[7]);
        assert_eq!((busy[0], busy[1], busy[2], busy[4]), ("(1,2)", "1", "1", "北 → 東"));
        assert!(busy[3].contains("東 の出力"), "{busy:?}");
        assert_eq!(words(&rows[0])[1..4], ["0", "0", ""]);
    }
}
