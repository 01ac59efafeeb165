//! Use of the links in an interval of the run, as warmth on a small chip.

use super::use_client_size;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::camera::Camera;
use crate::modes::chip::paint::mesh::{Detail, Marks, Painter, Scene};
use crate::modes::chip::store::{Counted, Intent, PtrEq};
use crate::paint::canvas::{self, Canvas};
use crate::paint::geometry;
use crate::paint::palette::Palette;
use crate::paint::pixels::Pixels;
use crate::widgets::{Cell, Column, DataTable, Figure, Icon, IconName, Row, save_url};
use mcore::base::{Array, Cycle, NodeId};
use mcore::modes::chip::view::{CoreBar, CoreRole, MeshView, SpaceTimeView};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlCanvasElement, HtmlInputElement};
use yew::prelude::*;

/// Rows of the table.
const BUSIEST: usize = 24;

/// Properties of [`Heat`].
#[derive(Properties, PartialEq)]
pub struct HeatProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The statistics.
    pub counted: PtrEq<Counted>,
    /// The shown cycle.
    pub cycle: Cycle,
    pub selected: Option<NodeId>,
    /// Dark theme.
    pub dark: bool,
}

/// The average chip of one interval: the main activity of each core, and in how many of 64 cycles each link was used.
fn chip(space: &SpaceTimeView, array: Array, column: usize) -> MeshView {
    let mut mesh = MeshView::new(array.width, array.height);
    for (index, used) in mesh.warmth.iter_mut().enumerate() {
        let share = u32::from(space.link(index / 4, index % 4, column));
        *used = (share * 64).div_ceil(255) as u8;
    }
    let middle =
        (column as u64 * space.per_link_column + space.per_link_column / 2).min(space.cycles.saturating_sub(1));
    let at = (middle / space.per_column.max(1)) as usize;
    for rank in 0..array.nodes() {
        let [computing, polling] = space.core(rank, at).map(u16::from);
        let rest = 255u16.saturating_sub(computing + polling);
        mesh.cores[rank] = if computing >= polling && computing >= rest {
            CoreRole::Computing as u8
        } else if polling >= rest {
            CoreRole::Polling as u8
        } else {
            CoreRole::Halted as u8
        };
        let eighths = |share: u16| (share * 8 / 255) as u8;
        mesh.set_bars(rank, [CoreBar { computed: eighths(computing), polled: eighths(polling) }; 8]);
    }
    mesh
}

/// The most used links of an interval: from, to, share of its cycles.
fn busiest(space: &SpaceTimeView, array: Array, column: usize) -> Vec<(NodeId, NodeId, f64)> {
    let mut found: Vec<(NodeId, NodeId, f64)> = (0..array.routers() * 4)
        .filter_map(|index| {
            let (router, port) = (index / 4, index % 4);
            let share = space.link(router, port, column);
            let from = array.router_id(router);
            let to = geometry::neighbour(from, port as u8, array.width, array.height)?;
            (share > 0).then(|| (from, to, f64::from(share) / 255.0))
        })
        .collect();
    found.sort_by(|a, b| b.2.total_cmp(&a.2));
    found.truncate(BUSIEST);
    found
}

/// The figure.
#[component]
pub fn Heat(props: &HeatProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    let size = use_client_size(&node);
    // The chosen position of the slider; without one it follows the shown cycle.
    let chosen = use_state(|| None::<usize>);
    let (space, stats) = (&props.counted.space, &props.counted.stats);
    let array = Array { width: stats.columns, height: stats.rows };
    let last = (space.link_columns as usize).saturating_sub(1);
    let per = space.per_link_column.max(1);
    let column = chosen.unwrap_or((props.cycle / per) as usize).min(last);
    {
        let (node, words) = (node.clone(), i18n.t("memory-short"));
        let what = (props.counted.clone(), column, props.selected, props.dark, size, i18n.lang);
        use_effect_with(what, move |(counted, column, selected, ..)| {
            if let Some(canvas) = node.cast::<HtmlCanvasElement>() {
                draw(&canvas, &chip(&counted.space, array, *column), *selected, &words);
            }
        });
    }
    let (from, until) = (column as u64 * per, ((column as u64 + 1) * per).min(space.cycles));
    let interval = i18n.tf("heat-stretch", &[("from", &grouped(from)), ("until", &grouped(until))]);
    html! {
        <Figure title={i18n.t("heat-title")} note={i18n.t("heat-note")} testid="heat" wide=true>
            <div class="heat">
                <div class="heat-map">
                    <canvas ref={node.clone()} role="img" aria-label={interval.clone()} data-testid="heat-canvas"></canvas>
                    { slider(&chosen, (column, last), interval, &node, &i18n) }
                </div>
                { table(props, busiest(space, array, column), &i18n) }
            </div>
        </Figure>
    }
}

/// The slider over the intervals of the run, by their indices `now` and `last`, and the button that saves the picture.
fn slider(
    chosen: &UseStateHandle<Option<usize>>,
    (now, last): (usize, usize),
    interval: AttrValue,
    node: &NodeRef,
    i18n: &I18n,
) -> Html {
    let oninput = {
        let chosen = chosen.clone();
        move |event: InputEvent| {
            let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
            chosen.set(Some(input.value_as_number().max(0.0) as usize));
        }
    };
    let follow = {
        let chosen = chosen.clone();
        move |_: MouseEvent| chosen.set(None)
    };
    let save = {
        let node = node.clone();
        move |_: MouseEvent| {
            let url = node.cast::<HtmlCanvasElement>().and_then(|c| c.to_data_url().ok());
            url.into_iter().for_each(|url| save_url("links.png", &url));
        }
    };
    html! {
        <div class="heat-time">
            <input
                type="range" min="0" max={last.to_string()} step="1" value={now.to_string()} {oninput}
                aria-label={i18n.t("heat-slider")} aria-valuetext={interval.clone()} data-testid="heat-slider"
            />
            <span class="small quiet heat-stretch">{ interval }</span>
            <button type="button" class="btn tiny" onclick={follow} disabled={chosen.is_none()}>{ i18n.t("heat-follow") }</button>
            <button type="button" class="btn tiny" onclick={save} aria-label={i18n.t("save-png")} title={i18n.t("save-png")}>
                <Icon name={IconName::Save} />{ "PNG" }
            </button>
        </div>
    }
}

/// The table of the most used links; a row selects the node that the link leaves.
fn table(props: &HeatProps, found: Vec<(NodeId, NodeId, f64)>, i18n: &I18n) -> Html {
    let row = |(id, (from, to, share)): (usize, &(NodeId, NodeId, f64))| Row {
        cells: vec![Cell::words(format!("{from} → {to}")), Cell::number(format!("{:.1} %", 100.0 * share), *share)],
        id,
        current: props.selected == Some(*from),
    };
    let rows: Vec<Row> = found.iter().enumerate().map(row).collect();
    let act = props.act.clone();
    let on_row = Callback::from(move |id: usize| {
        if let Some((from, ..)) = found.get(id) {
            act.emit(Intent::Select(*from));
        }
    });
    let columns = vec![Column::words(i18n.t("stats-link")), Column::number(i18n.t("stats-used"))];
    html! {
        <DataTable
            label={i18n.t("heat-title")} columns={Rc::new(columns)} rows={Rc::new(rows)} {on_row} file="links-in-time"
            testid="table-heat"
        />
    }
}

fn draw(canvas: &HtmlCanvasElement, mesh: &MeshView, selected: Option<NodeId>, memory: &str) {
    let (width, height, ratio) = canvas::size_to_screen(canvas);
    let Some(context) = canvas::context(canvas) else { return };
    if width < 1.0 || height < 1.0 {
        return;
    }
    let (palette, mut pixels, marks) = (Palette::of_document(), Pixels::default(), Marks::default());
    let camera = Camera::fit((mesh.width, mesh.height), width, height);
    let mut surface = Canvas::new(&context, &palette, (width, height, ratio));
    if Detail::at(camera.scale) == Detail::Far {
        surface = surface.with_pixels(&mut pixels);
    }
    let size = (width, height);
    let scene = Scene { mesh, selected, hovered: None, memory: (memory, ""), marks: &marks, camera, size };
    Painter::default().paint(&mut surface, &scene);
    surface.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chip of one node: four routers, two intervals of four cycles.
    fn space() -> SpaceTimeView {
        let mut links = vec![0; 4 * 4 * 2];
        // Router 0 (0,0), output east (1), second interval: in every cycle.
        links[3] = 255;
        // Router 3 (1,1), output north (0), second interval: in a quarter of them.
        links[3 * 8 + 1] = 64;
        SpaceTimeView {
            cycles: 8,
            per_column: 4,
            columns: 2,
            cores: vec![255, 0, 0, 255],
            per_link_column: 4,
            link_columns: 2,
            links,
            ..SpaceTimeView::default()
        }
    }

    #[test]
    fn warmth_and_cores_are_those_of_the_stretch() {
        let array = Array { width: 1, height: 1 };
        let (first, second) = (chip(&space(), array, 0), chip(&space(), array, 1));
        assert!(first.warmth.iter().all(|w| *w == 0));
        assert_eq!((second.warmth[1], second.warmth[12]), (64, 17));
        assert_eq!((first.cores[0], second.cores[0]), (CoreRole::Computing as u8, CoreRole::Polling as u8));
    }

    #[test]
    fn the_busiest_link_comes_first() {
        let found = busiest(&space(), Array { width: 1, height: 1 }, 1);
        let ends: Vec<_> = found.iter().map(|(from, to, _)| (*from, *to)).collect();
        let at = NodeId::new;
        assert_eq!(ends, [(at(0, 0), at(1, 0)), (at(1, 1), at(1, 0))]);
    }
}
