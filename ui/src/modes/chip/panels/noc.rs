//! The NoC bench: the chip's network under synthetic traffic, measured in the background.

use super::wants;
use crate::fmt::grouped;
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::curve::{self, Words};
use crate::modes::chip::store::{Analyse, Intent, Noc};
use crate::paint::palette::Palette;
use crate::shell::fields::select_of;
use crate::widgets::{Cell, Chart, Column, DataTable, Figure, Row};
use mcore::base::NodeId;
use mcore::modes::chip::session::{NocOptions, NocTraffic};
use mcore::modes::chip::view::NocCurve;
use std::rc::Rc;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`NocPanel`].
#[derive(Properties, PartialEq)]
pub struct NocPanelProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The state of the bench.
    pub noc: Noc,
    /// Dark theme.
    pub dark: bool,
}

/// The panel.
#[component]
pub fn NocPanel(props: &NocPanelProps) -> Html {
    let i18n = use_i18n();
    let noc = &props.noc;
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let drawn = use_memo((noc.curve.clone(), i18n.lang, props.dark), {
        let (i18n, palette) = (i18n.clone(), palette.clone());
        move |(curve, ..)| {
            let words = words(&i18n);
            curve.as_ref().map(|c| {
                let pictures = [curve::latency(c, &palette, &words), curve::accepted(c, &palette, &words)];
                pictures.map(Rc::<str>::from)
            })
        }
    });
    let figures = noc.curve.as_ref().zip(drawn.as_ref().as_ref()).map(|(curve, [latency, accepted])| {
        html! {
            <>
                <Figure title={i18n.t("noc-latency")} note={i18n.text(&curve.title).to_owned()} testid="noc-latency">
                    <Chart svg={latency.clone()} label={i18n.t("noc-latency")} file="noc-latency" />
                </Figure>
                <Figure title={i18n.t("noc-throughput")} note={i18n.t("noc-throughput-note")} testid="noc-throughput">
                    <Chart svg={accepted.clone()} label={i18n.t("noc-throughput")} file="noc-throughput" />
                </Figure>
                <Figure title={i18n.t("noc-points")} testid="noc-points" wide=true>{ table(curve, &i18n) }</Figure>
            </>
        }
    });
    let problem = noc.problem.as_ref().map(|text| i18n.text(text).to_owned()).unwrap_or_default();
    html! {
        <div class="figures" tabindex="0" data-testid="noc" data-points={noc.curve.as_ref().map_or(0, |c| c.points.len()).to_string()}>
            <Figure title={i18n.t("noc-title")} note={i18n.t("noc-note")} testid="noc-form">
                <Form act={props.act.clone()} running={noc.running} {problem} progress={noc.progress} />
            </Figure>
            { figures.unwrap_or_default() }
        </div>
    }
}

fn words(i18n: &I18n) -> Words {
    let t = |id: &str| i18n.t(id).to_string();
    Words {
        load: t("noc-offered-axis"),
        latency: t("noc-latency-axis"),
        accepted: t("noc-accepted"),
        zero_load: t("noc-zero-load"),
        bound: t("noc-bound"),
        mean: t("stats-mean"),
    }
}

fn table(curve: &NocCurve, i18n: &I18n) -> Html {
    let rows = curve.points.iter().enumerate().map(|(id, p)| {
        let load = |v: f64| Cell::number(format!("{v:.4}"), v);
        let cycles = |v: Option<f64>, digits: usize| match v {
            Some(v) if digits == 0 => Cell::number(grouped(v.round() as u64), v),
            Some(v) => Cell::number(format!("{v:.digits$}"), v),
            None => Cell::number("–", f64::INFINITY),
        };
        let l = p.latency.as_ref();
        let state = i18n.t(if p.saturated { "noc-saturated" } else { "noc-carried" });
        Row {
            cells: vec![
                Cell::number(format!("{:.3}", p.load), p.load),
                load(p.offered),
                load(p.accepted),
                cycles(l.map(|l| l.mean), 1),
                cycles(l.map(|l| l.p50 as f64), 0),
                cycles(l.map(|l| l.p95 as f64), 0),
                cycles(l.map(|l| l.p99 as f64), 0),
                cycles(l.map(|l| l.max as f64), 0),
                Cell::number(format!("{:.2}", p.hops), p.hops),
                Cell::number(grouped(p.packets), p.packets as f64),
                Cell::words(state),
            ],
            id,
            current: false,
        }
    });
    let names = [
        "noc-load",
        "noc-offered",
        "noc-accepted",
        "stats-mean",
        "stats-median",
        "stats-p95",
        "stats-p99",
        "stats-most",
        "noc-hops",
        "stats-packets",
    ];
    let mut columns: Vec<Column> = names.map(|name| Column::number(i18n.t(name))).into();
    columns.push(Column::words(i18n.t("noc-state")));
    html! {
        <DataTable label={i18n.t("noc-points")} columns={Rc::new(columns)} rows={Rc::new(rows.collect::<Vec<_>>())} file="noc" testid="table-noc" />
    }
}

/// Traffic patterns by the command's names, and their labels.
const PATTERNS: [(&str, &str); 8] = [
    ("uniform", "noc-uniform"),
    ("transpose", "noc-transpose"),
    ("bit-complement", "noc-bit-complement"),
    ("neighbour", "noc-neighbour"),
    ("tornado", "noc-tornado"),
    ("bit-reverse", "noc-bit-reverse"),
    ("shuffle", "noc-shuffle"),
    ("hot-spot", "noc-hot-spot"),
];

/// The typed values.
#[derive(Clone, Debug, PartialEq)]
struct Typed {
    width: String,
    height: String,
    traffic: String,
    node: String,
    share: String,
    packet: String,
    burst: String,
    loads: String,
    seed: String,
    cycles: String,
}

impl Default for Typed {
    fn default() -> Self {
        let o = NocOptions::default();
        let loads: Vec<String> = o.loads.iter().map(|l| format!("{}", f64::from(*l) / 1000.0)).collect();
        Self {
            width: o.width.to_string(),
            height: o.height.to_string(),
            traffic: "uniform".into(),
            node: "1,1".into(),
            share: "10".into(),
            packet: o.packet.to_string(),
            burst: o.burst.to_string(),
            loads: loads.join(" "),
            seed: o.seed.to_string(),
            cycles: o.cycles.to_string(),
        }
    }
}

/// Loads in thousandths, from numbers separated by spaces or commas.
fn loads(text: &str) -> Option<Vec<u32>> {
    let parts = text.split(|c: char| c.is_whitespace() || c == ',' || c == '、').filter(|p| !p.is_empty());
    parts
        .map(|p| p.parse::<f64>().ok().filter(|l| (0.0..=1.0).contains(l)).map(|l| (l * 1000.0).round() as u32))
        .collect()
}

impl Typed {
    /// The options; on error the message with the name of the wrong field.
    fn options(&self) -> Result<NocOptions, &'static str> {
        let traffic = match self.traffic.as_str() {
            "transpose" => NocTraffic::Transpose,
            "bit-complement" => NocTraffic::BitComplement,
            "neighbour" => NocTraffic::Neighbour,
            "tornado" => NocTraffic::Tornado,
            "bit-reverse" => NocTraffic::BitReverse,
            "shuffle" => NocTraffic::Shuffle,
            "hot-spot" => {
                let place = self.node.trim().trim_matches(['(', ')']).split_once(',');
                let node = place.and_then(|(x, y)| Some(NodeId::new(x.trim().parse().ok()?, y.trim().parse().ok()?)));
                let share = self.share.trim().parse::<f64>().ok().filter(|s| (0.0..=100.0).contains(s));
                NocTraffic::HotSpot {
                    node: node.ok_or("noc-bad-node")?,
                    share: (share.ok_or("noc-bad-share")? * 10.0).round() as u32,
                }
            }
            _ => NocTraffic::Uniform,
        };
        Ok(NocOptions {
            width: self.width.trim().parse().map_err(|_| "machine-bad-size")?,
            height: self.height.trim().parse().map_err(|_| "machine-bad-size")?,
            traffic,
            packet: self.packet.trim().parse().map_err(|_| "noc-bad-packet")?,
            burst: self.burst.trim().parse().map_err(|_| "noc-bad-burst")?,
            loads: loads(&self.loads).ok_or("noc-bad-loads")?,
            seed: self.seed.trim().parse().map_err(|_| "noc-bad-seed")?,
            cycles: self.cycles.trim().replace(',', "").parse().map_err(|_| "noc-bad-cycles")?,
        })
    }
}

/// Properties of [`Form`].
#[derive(Properties, PartialEq)]
struct FormProps {
    act: Callback<Intent>,
    running: bool,
    problem: String,
    progress: Option<(u32, u32, u64, u64)>,
}

/// The form with the options of the measurement.
#[component]
fn Form(props: &FormProps) -> Html {
    let i18n = use_i18n();
    let typed = use_state(Typed::default);
    let wrong = use_state(|| None::<&'static str>);
    let field = |label: &str, value: &str, testid: &'static str, set: fn(&mut Typed, String)| {
        let (typed, wrong) = (typed.clone(), wrong.clone());
        let oninput = move |event: InputEvent| {
            let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
            let mut next = (*typed).clone();
            set(&mut next, input.value());
            typed.set(next);
            wrong.set(None);
        };
        html! {
            <label class="field"><span>{ i18n.t(label) }</span>
                <input type="text" value={value.to_owned()} {oninput} data-testid={testid} />
            </label>
        }
    };
    let on_traffic = {
        let typed = typed.clone();
        move |event: Event| {
            let Some(select) = select_of(&event) else { return };
            typed.set(Typed { traffic: select.value(), ..(*typed).clone() });
        }
    };
    let patterns = PATTERNS.map(|(name, label)| {
        html! { <option key={name} value={name} selected={typed.traffic == name}>{ i18n.t(label) }</option> }
    });
    let hot = (typed.traffic == "hot-spot").then(|| {
        html! {
            <>
                { field("noc-hot-node", &typed.node, "noc-hot-node", |t, v| t.node = v) }
                { field("noc-hot-share", &typed.share, "noc-hot-share", |t, v| t.share = v) }
            </>
        }
    });
    let start = {
        let (typed, wrong, act) = (typed.clone(), wrong.clone(), props.act.clone());
        Callback::from(move |_: MouseEvent| match typed.options() {
            Ok(options) => act.emit(Intent::Analyse(Analyse::Measure(options))),
            Err(message) => wrong.set(Some(message)),
        })
    };
    let stop = wants(&props.act, Intent::Analyse(Analyse::StopMeasuring));
    let problem = wrong.map_or_else(|| props.problem.clone(), |message| i18n.t(message).to_string());
    let (said, value, most) = match props.progress.filter(|_| props.running) {
        Some((point, points, cycle, most)) => {
            let (n, of) = ((point + 1).to_string(), points.to_string());
            let said = i18n.tf("noc-progress", &[("n", &n), ("of", &of), ("cycle", &grouped(cycle))]);
            (said, f64::from(point) + (cycle as f64 / most.max(1) as f64).min(1.0), f64::from(points))
        }
        None => (AttrValue::default(), 0.0, 1.0),
    };
    html! {
        <div class="noc-form">
            <div class="noc-fields">
                { field("machine-width", &typed.width, "noc-width", |t, v| t.width = v) }
                { field("machine-height", &typed.height, "noc-height", |t, v| t.height = v) }
                <label class="field"><span>{ i18n.t("noc-traffic") }</span>
                    <select onchange={on_traffic} data-testid="noc-traffic">{ for patterns }</select>
                </label>
                { hot.unwrap_or_default() }
                { field("noc-packet", &typed.packet, "noc-packet", |t, v| t.packet = v) }
                { field("noc-burst", &typed.burst, "noc-burst", |t, v| t.burst = v) }
                { field("noc-cycles", &typed.cycles, "noc-cycles", |t, v| t.cycles = v) }
                { field("noc-seed", &typed.seed, "noc-seed", |t, v| t.seed = v) }
            </div>
            { field("noc-loads", &typed.loads, "noc-loads", |t, v| t.loads = v) }
            <p class="problem noc-problem" role="alert">{ problem }</p>
            <div class="noc-go">
                if props.running {
                    <button type="button" class="btn outlined" onclick={stop} data-testid="noc-stop">{ i18n.t("noc-stop") }</button>
                } else {
                    <button type="button" class="btn primary" onclick={start} data-testid="noc-start">{ i18n.t("noc-start") }</button>
                }
                <progress value={value.to_string()} max={most.to_string()} aria-label={i18n.t("noc-title")}></progress>
                <span class="small quiet">{ said }</span>
            </div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_at_first_can_be_measured() {
        assert_eq!(Typed::default().options(), Ok(NocOptions::default()));
    }

    #[test]
    fn loads_are_parted_by_anything() {
        assert_eq!(loads("0.05, 0.1  0.15、1"), Some(vec![50, 100, 150, 1000]));
        assert_eq!(loads("0.05 x"), None);
        assert_eq!(loads("2"), None);
    }

    #[test]
    fn a_wrong_field_is_named() {
        let hot = Typed { traffic: "hot-spot".into(), node: "(2, 3)".into(), ..Typed::default() };
        let node = NodeId::new(2, 3);
        assert_eq!(hot.options().map(|o| o.traffic), Ok(NocTraffic::HotSpot { node, share: 100 }));
        assert_eq!(Typed { node: "2".into(), ..hot }.options(), Err("noc-bad-node"));
        assert_eq!(Typed { packet: "ten".into(), ..Typed::default() }.options(), Err("noc-bad-packet"));
    }
}
