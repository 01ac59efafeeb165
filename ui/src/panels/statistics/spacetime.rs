//! The space-time picture as a component: a click goes to that cycle and that node.

use crate::fmt::grouped;
use crate::i18n::use_i18n;
use crate::intent::Intent;
use crate::paint::canvas;
use crate::paint::palette::Palette;
use crate::paint::spacetime::{self, Layout};
use crate::store::{Analyse, Counted, Told};
use crate::widgets::{Figure, Icon, IconName, csv, save_text, save_url};
use mcore::base::{Array, Cycle, NodeId};
use mcore::view::SpaceTimeView;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, ImageData, ResizeObserver};
use yew::prelude::*;

/// Ranks that have room beside the picture.
const LABELS: usize = 16;

/// Properties of [`SpaceTime`].
#[derive(Properties, PartialEq)]
pub struct SpaceTimeProps {
    /// Told what the user wants.
    pub act: Callback<Intent>,
    /// The statistics.
    pub counted: Told<Counted>,
    /// The shown cycle.
    pub cycle: Cycle,
    /// The selected node.
    pub selected: Option<NodeId>,
    /// Dark theme.
    pub dark: bool,
}

/// The picture with its axes.
#[component]
pub fn SpaceTime(props: &SpaceTimeProps) -> Html {
    let i18n = use_i18n();
    let node = use_node_ref();
    let width = use_state(|| 0);
    let (space, stats) = (&props.counted.space, &props.counted.stats);
    let array = Array { width: stats.columns, height: stats.rows };
    let nodes = array.nodes();
    let layout = Layout::of(nodes);
    {
        let (node, width) = (node.clone(), width.setter());
        use_effect_with((), move |()| {
            let watch = node.cast::<HtmlCanvasElement>().and_then(|canvas| {
                let observed = canvas.clone();
                let on_resize = Closure::<dyn FnMut()>::new(move || width.set(canvas.client_width()));
                let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
                observer.observe(&observed);
                Some((observer, on_resize))
            });
            move || {
                if let Some((observer, _on_resize)) = watch {
                    observer.disconnect();
                }
            }
        });
    }
    {
        let node = node.clone();
        use_effect_with((props.counted.clone(), props.dark, *width), move |(counted, ..)| {
            if let Some(canvas) = node.cast::<HtmlCanvasElement>() {
                draw(&canvas, &counted.space, nodes);
            }
        });
    }
    let visit = {
        let (act, cycles) = (props.act.clone(), space.cycles);
        move |x: f64, y: f64| {
            let cycle = (x.clamp(0.0, 1.0) * cycles as f64) as Cycle;
            act.emit(Intent::Analyse(Analyse::Visit(cycle, array.node(layout.rank(y, nodes)))));
        }
    };
    let onclick = {
        let (node, visit) = (node.clone(), visit);
        move |event: MouseEvent| {
            let Some(canvas) = node.cast::<HtmlCanvasElement>() else { return };
            let (w, h) = (f64::from(canvas.client_width().max(1)), f64::from(canvas.client_height().max(1)));
            visit(f64::from(event.offset_x()) / w, f64::from(event.offset_y()) / h);
        }
    };
    let onkeydown = {
        let (act, cycle, selected) = (props.act.clone(), props.cycle, props.selected);
        let (step, cycles) = (space.per_column.max(1), space.cycles);
        move |event: KeyboardEvent| {
            let rank = selected.and_then(|id| array.rank(id)).unwrap_or(0);
            let (cycle, rank) = match event.key().as_str() {
                "ArrowLeft" => (cycle.saturating_sub(step), rank),
                "ArrowRight" => ((cycle + step).min(cycles), rank),
                "ArrowUp" => (cycle, rank.saturating_sub(1)),
                "ArrowDown" => (cycle, (rank + 1).min(nodes - 1)),
                _ => return,
            };
            event.prevent_default();
            act.emit(Intent::Analyse(Analyse::Visit(cycle, array.node(rank))));
        }
    };
    let save_png = {
        let node = node.clone();
        move |_: MouseEvent| {
            let url = node.cast::<HtmlCanvasElement>().and_then(|c| c.to_data_url().ok());
            url.into_iter().for_each(|url| save_url("space-time.png", &url));
        }
    };
    let save_csv = {
        let counted = props.counted.clone();
        move |_: MouseEvent| save_text("space-time.csv", "text/csv", &as_csv(&counted.space, nodes))
    };
    let row = props.selected.and_then(|id| array.rank(id)).map(|rank| rank / layout.group);
    let every = layout.rows.div_ceil(LABELS);
    let labels = (0..layout.rows).step_by(every).map(|row| {
        let y = row as f64 * layout.thick as f64 + (layout.thick.max(10)) as f64 / 2.0;
        html! { <text key={row} x="34" y={format!("{y:.1}")}>{ row * layout.group }</text> }
    });
    let height = layout.height();
    let keys = [("key-computing", "role-computing"), ("key-polling", "stats-waiting"), ("key-resting", "role-halted")]
        .map(|(class, label)| html! { <span key={class} class={classes!("key", class)}>{ i18n.t(label) }</span> });
    let label = i18n.tf("space-label", &[("n", &grouped(space.cycles))]);
    html! {
        <Figure title={i18n.t("space-title")} note={i18n.t("space-note")} testid="space-time" wide=true>
            <div class="spacetime">
                <svg class="ranks" width="40" height={(height + 8).to_string()} aria-hidden="true">{ for labels }</svg>
                <div class="space">
                    <canvas
                        ref={node} tabindex="0" role="application" aria-label={label} height={height.to_string()}
                        {onclick} {onkeydown} data-testid="space-canvas" data-rows={layout.rows.to_string()}
                    ></canvas>
                    <svg
                        class="over" width="100%" height={height.to_string()} viewBox={format!("0 0 {} {}", space.cycles.max(1), layout.rows)}
                        preserveAspectRatio="none" aria-hidden="true"
                    >
                        { row.map(|row| html! { <rect x="0" y={row.to_string()} width={space.cycles.max(1).to_string()} height="1" /> }).unwrap_or_default() }
                        <line x1={props.cycle.to_string()} x2={props.cycle.to_string()} y1="0" y2={layout.rows.to_string()} />
                    </svg>
                    <div class="axis"><span>{ "0" }</span><span class="legend-inline">{ for keys }</span><span>{ grouped(space.cycles) }</span></div>
                </div>
            </div>
            <div class="sheet-foot">
                <span class="grow"></span>
                <button type="button" class="btn tiny" onclick={save_png} aria-label={i18n.t("save-png")} title={i18n.t("save-png")}>
                    <Icon name={IconName::Save} />{ "PNG" }
                </button>
                <button type="button" class="btn tiny" onclick={save_csv} aria-label={i18n.t("save-csv")} title={i18n.t("save-csv")}>
                    <Icon name={IconName::Save} />{ "CSV" }
                </button>
            </div>
        </Figure>
    }
}

fn draw(canvas: &HtmlCanvasElement, space: &SpaceTimeView, nodes: usize) {
    let height = Layout::of(nodes).height();
    // By the object model, because the page's policy forbids style attributes.
    let _ = canvas.style().set_property("height", &format!("{height}px"));
    let (_, _, ratio) = canvas::size_to_screen(canvas);
    let size = (canvas.width() as usize, canvas.height() as usize);
    if size.0 == 0 || size.1 == 0 {
        return;
    }
    let data = spacetime::picture(space, nodes, &Palette::of_document(), size, ratio);
    let image = ImageData::new_with_u8_clamped_array(wasm_bindgen::Clamped(&data), size.0 as u32);
    let context = canvas::context(canvas);
    if let (Ok(image), Some(context)) = (image, context) {
        // Fails only for a canvas without a pixel.
        let _ = context.put_image_data(&image, 0.0, 0.0);
    }
}

/// Rank by rank and column by column, shares from 0 to 1.
fn as_csv(space: &SpaceTimeView, nodes: usize) -> String {
    let head = ["rank", "from cycle", "computing", "waiting"].map(str::to_owned).to_vec();
    let share = |byte: u8| format!("{:.3}", f64::from(byte) / 255.0);
    let rows = (0..nodes).flat_map(|rank| {
        (0..space.columns as usize).map(move |column| {
            let [computing, polling] = space.core(rank, column);
            let from = column as u64 * space.per_column;
            vec![rank.to_string(), from.to_string(), share(computing), share(polling)]
        })
    });
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    csv(rows.iter().map(|row| row.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_a_line_for_each_rank_and_column() {
        let space = SpaceTimeView {
            cycles: 8,
            per_column: 4,
            cores: vec![255, 0, 0, 255, 0, 0, 0, 0],
            columns: 2,
            ..SpaceTimeView::default()
        };
        let text = as_csv(&space, 2);
        let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines.len(), 1 + 4);
        assert_eq!(lines[2], "0,4,0.000,1.000");
    }
}
