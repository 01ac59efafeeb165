//! The speed-up of the loaded program over the number of nodes, measured in the background.

use super::wants;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::speedup::{self, Words};
use crate::modes::chip::store::{Analyse, Intent, SpeedUp, sizes_up_to};
use crate::paint::palette::Palette;
use crate::widgets::{Cell, Chart, Column, DataTable, Figure, Row};
use mcore::modes::chip::view::{Baseline, SpeedUpView};
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`SpeedUpPanel`].
#[derive(Properties, PartialEq)]
pub struct SpeedUpPanelProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The state of the measurement.
    pub speedup: SpeedUp,
    /// Columns and rows of the machine on which the program is loaded.
    pub machine: (u8, u8),
    /// A program is loaded.
    pub ready: bool,
    /// Dark theme.
    pub dark: bool,
}

/// The panel.
#[component]
pub fn SpeedUpPanel(props: &SpeedUpPanelProps) -> Html {
    let i18n = use_i18n();
    let found = &props.speedup.found;
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let drawn = use_memo((found.clone(), i18n.lang, props.dark), {
        let (i18n, palette) = (i18n.clone(), palette.clone());
        move |(found, ..)| {
            let words = words(&i18n);
            found.as_ref().map(|f| {
                let pictures = [speedup::speedup(f, &palette, &words), speedup::efficiency(f, &palette, &words)];
                pictures.map(Rc::<str>::from)
            })
        }
    });
    let figures = found.as_ref().zip(drawn.as_ref().as_ref()).map(|(found, [times, efficiency])| {
        html! {
            <>
                <Figure title={i18n.t("speedup-times")} note={note(found, &i18n)} testid="speedup-chart">
                    <Chart svg={times.clone()} label={i18n.t("speedup-times")} file="speed-up" />
                </Figure>
                <Figure title={i18n.t("speedup-efficiency")} note={i18n.t("speedup-efficiency-note")} testid="speedup-efficiency">
                    <Chart svg={efficiency.clone()} label={i18n.t("speedup-efficiency")} file="efficiency" />
                </Figure>
                <Figure title={i18n.t("speedup-points")} testid="speedup-points" wide=true>{ table(found, &i18n) }</Figure>
            </>
        }
    });
    let (width, height) = props.machine;
    html! {
        <div
            class="figures" tabindex="0" data-testid="speedup" data-points={found.as_ref().map_or(0, |f| f.points.len()).to_string()}
            data-running={props.speedup.running.to_string()}
        >
            <Figure title={i18n.t("speedup-title")} note={i18n.t("speedup-note")} testid="speedup-form">
                <Form
                    key={format!("{width}x{height}")} act={props.act.clone()} speedup={props.speedup.clone()}
                    machine={props.machine} ready={props.ready}
                />
            </Figure>
            { figures.unwrap_or_default() }
        </div>
    }
}

fn words(i18n: &I18n) -> Words {
    let t = |id: &str| i18n.t(id).to_string();
    Words {
        nodes: t("speedup-nodes"),
        speedup: t("speedup-axis"),
        efficiency: t("speedup-efficiency"),
        measured: t("speedup-measured"),
        ideal: t("speedup-ideal"),
    }
}

/// The baseline of the runs.
fn note(found: &SpeedUpView, i18n: &I18n) -> String {
    let against = match &found.baseline {
        Some(Baseline::Reference { cycles }) => i18n.tf("speedup-reference", &[("n", &grouped(*cycles))]),
        Some(Baseline::Smallest { nodes, cycles }) => {
            i18n.tf("speedup-smallest", &[("nodes", &grouped(u64::from(*nodes))), ("n", &grouped(*cycles))])
        }
        None => AttrValue::default(),
    };
    match &found.note {
        Some(note) => format!("{} {against}", i18n.text(note)),
        None => against.to_string(),
    }
}

fn table(found: &SpeedUpView, i18n: &I18n) -> Html {
    let rows = found.points.iter().enumerate().map(|(id, p)| {
        let ratio = |v: Option<f64>, text: fn(f64) -> String| match v {
            Some(v) => Cell::number(text(v), v),
            None => Cell::number("–", f64::NEG_INFINITY),
        };
        let cycles = if p.cycles == 0 { "–".to_owned() } else { grouped(p.cycles) };
        let state = match &p.problem {
            None => i18n.t("speedup-ok").to_string(),
            Some(problem) => format!("✕ {}", i18n.text(problem)),
        };
        let nodes = p.nodes();
        Row {
            cells: vec![
                Cell::number(grouped(u64::from(nodes)), f64::from(nodes)),
                Cell::words(format!("{} × {}", p.width, p.height)),
                Cell::number(cycles, p.cycles as f64),
                ratio(p.speedup, |v| format!("{v:.2}")),
                ratio(p.efficiency, |v| format!("{:.1} %", v * 100.0)),
                Cell::words(state),
            ],
            id,
            current: false,
        }
    });
    let columns = vec![
        Column::number(i18n.t("speedup-nodes")),
        Column::words(i18n.t("speedup-array")),
        Column::number(i18n.t("stats-cycles")),
        Column::number(i18n.t("speedup-axis")),
        Column::number(i18n.t("speedup-efficiency")),
        Column::words(i18n.t("speedup-result")),
    ];
    html! {
        <DataTable
            label={i18n.t("speedup-points")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())}
            file="speed-up" testid="table-speedup"
        />
    }
}

/// The text form of sizes.
fn write(sizes: &[(u8, u8)]) -> String {
    sizes.iter().map(|(w, h)| format!("{w}x{h}")).collect::<Vec<_>>().join(" ")
}

/// Parses sizes such as `4x2`, separated by spaces or commas.
fn read(text: &str) -> Option<Vec<(u8, u8)>> {
    let parts = text.split(|c: char| c.is_whitespace() || c == ',' || c == '、').filter(|p| !p.is_empty());
    let sizes: Option<Vec<_>> = parts
        .map(|part| {
            let (w, h) = part.split_once(['x', 'X', '×'])?;
            Some((w.parse().ok().filter(|w| *w > 0)?, h.parse().ok().filter(|h| *h > 0)?))
        })
        .collect();
    sizes.filter(|s| !s.is_empty())
}

/// Properties of [`Form`].
#[derive(Properties, PartialEq)]
struct FormProps {
    act: Callback<Intent>,
    speedup: SpeedUp,
    machine: (u8, u8),
    ready: bool,
}

/// Sizes, start and stop, progress.
#[component]
fn Form(props: &FormProps) -> Html {
    let i18n = use_i18n();
    let (width, height) = props.machine;
    let typed = use_state(|| write(&sizes_up_to(width, height)));
    let wrong = use_state(|| false);
    let oninput = {
        let (typed, wrong) = (typed.clone(), wrong.clone());
        move |event: InputEvent| {
            let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
            wrong.set(false);
            typed.set(input.value());
        }
    };
    let start = {
        let (typed, wrong, act) = (typed.clone(), wrong.clone(), props.act.clone());
        Callback::from(move |_: MouseEvent| match read(&typed) {
            Some(sizes) => act.emit(Intent::Analyse(Analyse::SpeedUp(sizes))),
            None => wrong.set(true),
        })
    };
    let stop = wants(&props.act, Intent::Analyse(Analyse::StopSpeedUp));
    let problem = match (&props.speedup.problem, *wrong, props.ready) {
        (_, true, _) => i18n.t("speedup-bad-sizes").to_string(),
        (Some(text), ..) => i18n.text(text).to_owned(),
        (None, false, false) => i18n.t("speedup-no-program").to_string(),
        _ => String::new(),
    };
    let (said, value, most) = match props.speedup.progress.filter(|_| props.speedup.running) {
        Some((point, points, cycle)) => {
            let (n, of) = ((point + 1).min(points).to_string(), points.to_string());
            let said = i18n.tf("speedup-progress", &[("n", &n), ("of", &of), ("cycle", &grouped(cycle))]);
            (said, point, points)
        }
        None => (AttrValue::default(), 0, 1),
    };
    html! {
        <div class="noc-form">
            <label class="field"><span>{ i18n.t("speedup-sizes") }</span>
                <input
                    type="text" value={(*typed).clone()} {oninput} spellcheck="false" autocomplete="off"
                    aria-invalid={wrong.to_string()} data-testid="speedup-sizes"
                />
            </label>
            <p class="problem noc-problem" role="alert">{ problem }</p>
            <div class="noc-go">
                if props.speedup.running {
                    <button type="button" class="btn outlined" onclick={stop} data-testid="speedup-stop">{ i18n.t("noc-stop") }</button>
                } else {
                    <button
                        type="button" class="btn primary" onclick={start} disabled={!props.ready} data-testid="speedup-start"
                    >{ i18n.t("noc-start") }</button>
                }
                <progress value={value.to_string()} max={most.to_string()} aria-label={i18n.t("speedup-title")}></progress>
                <span class="small quiet" data-testid="speedup-said">{ said }</span>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_they_are_written() {
        let sizes = sizes_up_to(4, 4);
        assert_eq!(read(&write(&sizes)), Some(sizes));
        assert_eq!(read("1x1, 2×2、16X8"), Some(vec![(1, 1), (2, 2), (16, 8)]));
        for bad in ["", "4", "0x1", "256x1", "2x", "axb", "2x2x2"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
