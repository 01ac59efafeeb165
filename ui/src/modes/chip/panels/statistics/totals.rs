//! Totals: numbers, uses of cycles, instructions, transfers, packets, links, routers, nodes.

use crate::fmt::{self, grouped};
use crate::i18n::{I18n, use_i18n};
use crate::modes::chip::paint::bars::{self, Bar, Rule, Stack};
use crate::modes::chip::panels::mpi::map_traffic;
use crate::modes::chip::store::{Counted, Intent, PtrEq};
use crate::paint::hatch;
use crate::paint::palette::Palette;
use crate::widgets::{Cell, Chart, Column, DataTable, Figure, Picture, Row};
use mcore::base::NodeId;
use mcore::modes::chip::view::{BucketView, StatsView, UsesView};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`Totals`].
#[derive(Properties, PartialEq)]
pub struct TotalsProps {
    /// Receives the user's intents.
    pub act: Callback<Intent>,
    /// The statistics.
    pub counted: PtrEq<Counted>,
    pub selected: Option<NodeId>,
    /// Dark theme.
    pub dark: bool,
}

/// The totals as charts and tables.
#[component]
pub fn Totals(props: &TotalsProps) -> Html {
    let i18n = use_i18n();
    let palette = use_memo(props.dark, |_| Palette::of_document());
    let stats = &props.counted.stats;
    let drawn = use_memo((props.counted.clone(), i18n.lang, props.dark), {
        let (i18n, palette) = (i18n.clone(), palette.clone());
        move |(counted, ..)| Drawn::new(&counted.stats, &i18n, &palette)
    });
    let table = Tables { i18n: &i18n, props };
    html! {
        <>
            <Figure title={i18n.t("stats-summary")} testid="stats-summary">{ summary(stats, &i18n) }</Figure>
            <Figure title={i18n.t("stats-uses")} note={i18n.t("stats-uses-note")} testid="stats-uses">
                <Chart svg={drawn.uses.clone()} label={i18n.t("stats-uses")} file="cycles" />
                { legend(stats, &i18n, &palette) }
                { table.uses(stats) }
            </Figure>
            <Figure title={i18n.t("stats-mix")} testid="stats-mix">
                <Chart svg={drawn.mix.clone()} label={i18n.t("stats-mix")} file="instruction-classes" />
                { table.instructions(stats) }
            </Figure>
            <Figure title={i18n.t("stats-latency")} note={i18n.t("stats-latency-note")} testid="stats-latency">
                { drawn.latency.as_ref().map_or_else(
                    || html! { <p class="quiet">{ i18n.t("stats-no-packets") }</p> },
                    |svg| html! {
                        <>
                            <Chart svg={svg.clone()} label={i18n.t("stats-latency")} file="latency" />
                            { table.latency(stats) }
                        </>
                    },
                ) }
            </Figure>
            <Figure title={i18n.t("stats-dma")} testid="stats-dma">
                if stats.dma.sizes.is_empty() {
                    <p class="quiet">{ i18n.t("stats-no-dma") }</p>
                } else {
                    <Chart svg={drawn.dma.clone()} label={i18n.t("stats-dma")} file="dma-sizes" />
                    { table.buckets(&stats.dma.sizes, "stats-bytes", "stats-dmas", "dma-sizes") }
                    { to_mapping(&props.counted, &i18n) }
                }
            </Figure>
            <Figure title={i18n.t("stats-links")} note={i18n.t("stats-links-note")} testid="stats-links">{ table.links(stats) }</Figure>
            <Figure title={i18n.t("stats-routers")} note={i18n.t("stats-routers-note")} testid="stats-routers">{ table.routers(stats) }</Figure>
            <Figure title={i18n.t("stats-nodes")} testid="stats-nodes" wide=true>{ table.nodes(stats) }</Figure>
        </>
    }
}

/// The button that takes the traffic between the nodes to the page of the mapping mode.
fn to_mapping(counted: &PtrEq<Counted>, i18n: &I18n) -> Html {
    if counted.stats.dma.pairs.is_empty() {
        return Html::default();
    }
    let counted = counted.clone();
    let onclick = move |_: MouseEvent| {
        let stats = &counted.stats;
        let rank = |at: NodeId| (u32::from(at.y) - 1) * u32::from(stats.columns) + u32::from(at.x) - 1;
        map_traffic(stats, stats.dma.pairs.iter().map(|p| (rank(p.from), rank(p.to), p.bytes, p.count)));
    };
    html! {
        <p><button type="button" class="btn outlined" {onclick} title={i18n.t("stats-to-mapping-hint")} data-testid="stats-to-mapping">{ i18n.t("stats-to-mapping") }</button></p>
    }
}

/// The charts, drawn once for each statistics, language and theme.
struct Drawn {
    uses: Rc<str>,
    mix: Rc<str>,
    dma: Rc<str>,
    latency: Option<Rc<str>>,
}

impl Drawn {
    fn new(stats: &StatsView, i18n: &I18n, palette: &Palette) -> Self {
        let stacks: Vec<Stack> = parts(stats)
            .into_iter()
            .map(|(label, uses)| Stack {
                label: i18n.t(label).to_string(),
                parts: uses.rows().into_iter().map(|(_, key, cycles)| (key, cycles)).collect(),
            })
            .collect();
        let mut mix: Vec<Bar> = stats
            .instructions
            .mix
            .iter()
            .map(|(class, value)| Bar { label: i18n.t(class_label(class)).to_string(), value: *value })
            .collect();
        mix.sort_by_key(|bar| u64::MAX - bar.value);
        let dma: Vec<Bar> = stats.dma.sizes.iter().map(|b| Bar { label: bars::label_of(b), value: b.count }).collect();
        let latency = stats.network.latency.as_ref().map(|l| {
            let rules = [
                (i18n.t("stats-median"), l.median as f64, grouped(l.median)),
                (i18n.t("stats-mean"), l.mean, format!("{:.1}", l.mean)),
                ("95 %".into(), l.p95 as f64, grouped(l.p95)),
                ("99 %".into(), l.p99 as f64, grouped(l.p99)),
            ]
            .map(|(name, at, number)| Rule { label: format!("{name} {number}"), at });
            let bins = bars::bins(&l.histogram, l.p99);
            bars::histogram(&bins, &rules, &i18n.t("stats-cycles"), &i18n.t("stats-packets"), palette).into()
        });
        Self {
            uses: bars::stacks(&stacks, palette).into(),
            mix: bars::bars(&mix, palette).into(),
            dma: bars::bars(&dma, palette).into(),
            latency,
        }
    }
}

/// The parts of the chip with the uses of their cycles.
fn parts(stats: &StatsView) -> [(&'static str, &UsesView); 4] {
    [
        ("part-cores", &stats.cores),
        ("part-inccs", &stats.inccs),
        ("part-routers", &stats.network.uses),
        ("part-memory", &stats.memory_node),
    ]
}

/// Message with the name of a class of instructions.
fn class_label(class: &str) -> &'static str {
    match class {
        "alu" => "class-alu",
        "muldiv" => "class-muldiv",
        "float" => "class-float",
        "load" => "class-load",
        "store" => "class-store",
        "branch" => "class-branch",
        "jump" => "class-jump",
        "trap" => "class-trap",
        _ => "class-system",
    }
}

/// Message with the outcome of the run.
fn outcome_label(outcome: &str) -> &'static str {
    match outcome {
        "halted" => "outcome-halted",
        "trapped" => "outcome-trapped",
        "cycle-limit" => "outcome-cycle-limit",
        "memory-limit" => "outcome-memory-limit",
        "deadlock" => "outcome-deadlock",
        _ => "outcome-running",
    }
}

fn percent(share: f64) -> String {
    fmt::percent(share, 1)
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn summary(stats: &StatsView, i18n: &I18n) -> Html {
    let (i, network) = (&stats.instructions, &stats.network);
    let per_cycle = format!("{:.2}", share(i.executed, stats.cycles + stats.drain));
    let rows = [
        ("stats-outcome", i18n.t(outcome_label(&stats.outcome)).to_string(), "outcome"),
        ("stats-cycles-run", grouped(stats.cycles), "cycles"),
        ("stats-drain", grouped(stats.drain), "drain"),
        ("stats-executed", grouped(i.executed), "executed"),
        ("stats-polled", format!("{} ({})", grouped(i.polled), percent(share(i.polled, i.executed))), "polled"),
        ("stats-per-cycle", per_cycle, "per-cycle"),
        ("stats-dmas", grouped(stats.dma.count), "dmas"),
        ("stats-dma-bytes", grouped(stats.dma.bytes), "dma-bytes"),
        ("stats-packets", grouped(network.packets), "packets"),
        ("stats-flits", grouped(network.flits), "flits"),
    ];
    let rows = rows.into_iter().map(|(label, value, id)| {
        html! { <tr key={id}><th scope="row">{ i18n.t(label) }</th><td class="num" data-testid={format!("sum-{id}")}>{ value }</td></tr> }
    });
    let busiest = network.busiest_link.as_ref().map(|l| {
        i18n.tf(
            "stats-busiest",
            &[("from", &l.from.to_string()), ("to", &l.to.to_string()), ("share", &percent(l.share))],
        )
    });
    let congested = network
        .most_congested
        .as_ref()
        .map(|r| i18n.tf("stats-congested", &[("at", &r.at.to_string()), ("share", &percent(r.share))]));
    html! {
        <>
            <table class="sheet sum"><tbody>{ for rows }</tbody></table>
            <p class="small quiet">{ busiest.unwrap_or_default() }<br />{ congested.unwrap_or_default() }</p>
        </>
    }
}

/// The meaning of the patterns of the stacked bars, for those that occur.
fn legend(stats: &StatsView, i18n: &I18n, palette: &Palette) -> Html {
    let mut seen: Vec<(AttrValue, &'static str)> = Vec::new();
    for (name, key, _) in parts(stats).into_iter().flat_map(|(_, uses)| uses.rows()) {
        if !seen.iter().any(|(_, k)| *k == key) {
            seen.push((i18n.text(&name).to_owned().into(), key));
        }
    }
    let entries = seen.into_iter().map(|(name, key)| {
        let svg: Rc<str> = hatch::swatch(key, palette).into();
        html! { <li key={key}><Picture {svg} />{ name }</li> }
    });
    html! { <ul class="patterns">{ for entries }</ul> }
}

/// Message above the table that is saved under this name.
fn title_of(name: &str) -> &'static str {
    match name {
        "cycles" => "stats-uses",
        "instructions" => "stats-mix",
        "latency" => "stats-latency",
        "dma-sizes" => "stats-dma",
        "links" => "stats-links",
        "routers" => "stats-routers",
        _ => "stats-nodes",
    }
}

/// Makes the tables.
struct Tables<'a> {
    i18n: &'a I18n,
    props: &'a TotalsProps,
}

impl Tables<'_> {
    fn words(&self, label: &str) -> Column {
        Column::words(self.i18n.t(label))
    }

    fn number(&self, label: &str) -> Column {
        Column::number(self.i18n.t(label))
    }

    fn table(&self, name: &'static str, columns: Vec<Column>, rows: Vec<Row>, sorted: Option<usize>) -> Html {
        html! {
            <DataTable
                label={self.i18n.t(title_of(name))} columns={Rc::new(columns)} rows={Rc::new(rows)} {sorted} file={name} testid={format!("table-{name}")}
            />
        }
    }

    /// A table whose rows select a node of the chip.
    fn places(
        &self,
        name: &'static str,
        columns: Vec<Column>,
        rows: Vec<(NodeId, Vec<Cell>)>,
        sorted: Option<usize>,
    ) -> Html {
        let ids: Rc<Vec<NodeId>> = Rc::new(rows.iter().map(|(at, _)| *at).collect());
        let selected = self.props.selected;
        let rows: Vec<Row> = rows
            .into_iter()
            .enumerate()
            .map(|(id, (at, cells))| Row { cells, id, current: selected == Some(at) })
            .collect();
        let act = self.props.act.clone();
        let on_row = Callback::from(move |id: usize| {
            if let Some(at) = ids.get(id) {
                act.emit(Intent::Select(*at));
            }
        });
        html! {
            <DataTable
                label={self.i18n.t(title_of(name))} columns={Rc::new(columns)} rows={Rc::new(rows)} {sorted} {on_row} file={name} testid={format!("table-{name}")}
            />
        }
    }

    fn uses(&self, stats: &StatsView) -> Html {
        let parts = parts(stats);
        let mut keys: Vec<(String, &'static str)> = Vec::new();
        for (name, key, _) in parts.iter().flat_map(|(_, uses)| uses.rows()) {
            if !keys.iter().any(|(_, k)| *k == key) {
                keys.push((self.i18n.text(&name).to_owned(), key));
            }
        }
        let rows = keys.into_iter().enumerate().map(|(id, (name, key))| {
            let cells = parts.iter().map(|(_, uses)| {
                let cycles = uses.rows().into_iter().find(|(_, k, _)| *k == key).map_or(0, |(_, _, c)| c);
                let text = if cycles == 0 { "–".to_owned() } else { percent(share(cycles, uses.cycles())) };
                Cell::number(text, share(cycles, uses.cycles()))
            });
            Row { cells: std::iter::once(Cell::words(name)).chain(cells).collect(), id, current: false }
        });
        let columns = std::iter::once(self.words("stats-use"));
        let columns = columns.chain(parts.iter().map(|(label, _)| self.number(label))).collect();
        self.table("cycles", columns, rows.collect(), None)
    }

    fn instructions(&self, stats: &StatsView) -> Html {
        let all = stats.instructions.executed;
        let rows = stats.instructions.by_name.iter().enumerate().map(|(id, (name, count))| Row {
            cells: vec![
                Cell::words(name.clone()),
                Cell::number(grouped(*count), *count as f64),
                Cell::number(percent(share(*count, all)), *count as f64),
            ],
            id,
            current: false,
        });
        let columns = vec![self.words("stats-instruction"), self.number("stats-count"), self.number("stats-share")];
        self.table("instructions", columns, rows.collect(), Some(1))
    }

    fn buckets(&self, buckets: &[BucketView], what: &str, count: &str, name: &'static str) -> Html {
        let rows = buckets.iter().enumerate().map(|(id, b)| Row {
            cells: vec![Cell::number(bars::label_of(b), b.from as f64), Cell::number(grouped(b.count), b.count as f64)],
            id,
            current: false,
        });
        self.table(name, vec![self.number(what), self.number(count)], rows.collect(), None)
    }

    fn latency(&self, stats: &StatsView) -> Html {
        let Some(l) = &stats.network.latency else { return Html::default() };
        let facts = [
            ("stats-least", grouped(l.least)),
            ("stats-median", grouped(l.median)),
            ("stats-mean", format!("{:.1}", l.mean)),
            ("stats-p95", grouped(l.p95)),
            ("stats-p99", grouped(l.p99)),
            ("stats-most", grouped(l.most)),
        ];
        let facts = facts.into_iter().map(|(label, value)| {
            html! { <span key={label}>{ self.i18n.t(label) }{ " " }<b data-testid={label}>{ value }</b></span> }
        });
        html! {
            <>
                <p class="facts">{ for facts }</p>
                { self.buckets(&l.histogram, "stats-cycles", "stats-packets", "latency") }
            </>
        }
    }

    fn links(&self, stats: &StatsView) -> Html {
        let rows = stats.links.iter().map(|l| {
            let cells = vec![
                Cell::words(format!("{} → {}", l.from, l.to)),
                Cell::number(grouped(l.flits), l.flits as f64),
                Cell::number(grouped(l.packets), l.packets as f64),
                Cell::number(percent(l.share), l.share),
            ];
            (l.from, cells)
        });
        let columns = vec![
            self.words("stats-link"),
            self.number("stats-flits"),
            self.number("stats-packets"),
            self.number("stats-used"),
        ];
        self.places("links", columns, rows.collect(), Some(1))
    }

    fn routers(&self, stats: &StatsView) -> Html {
        let rows = stats.routers.iter().map(|r| {
            let cells = vec![
                Cell::words(r.at.to_string()),
                Cell::number(grouped(r.held_up), r.held_up as f64),
                Cell::number(percent(r.share), r.share),
                Cell::number(percent(share(r.uses.progress, r.uses.cycles())), r.uses.progress as f64),
            ];
            (r.at, cells)
        });
        let columns = vec![
            self.words("stats-router"),
            self.number("stats-held-up"),
            self.number("stats-share"),
            self.number("stats-moving"),
        ];
        self.places("routers", columns, rows.collect(), Some(1))
    }

    fn nodes(&self, stats: &StatsView) -> Html {
        let of = |uses: &UsesView, key: &str| uses.stalled.get(key).copied().unwrap_or(0);
        let rows = stats.nodes.iter().map(|n| {
            let part =
                |cycles: u64, uses: &UsesView| Cell::number(percent(share(cycles, uses.cycles())), cycles as f64);
            let cells = vec![
                Cell::words(n.at.to_string()),
                Cell::number(n.rank.to_string(), n.rank.into()),
                Cell::number(grouped(n.executed), n.executed as f64),
                Cell::number(grouped(n.polled), n.polled as f64),
                Cell::number(grouped(n.dmas), n.dmas as f64),
                part(n.core.progress, &n.core),
                part(
                    of(&n.core, "polling") + of(&n.core, "waiting-for-incc") + of(&n.core, "waiting-for-time"),
                    &n.core,
                ),
                part(of(&n.core, "halted") + of(&n.core, "trapped"), &n.core),
                part(n.incc.progress, &n.incc),
            ];
            (n.at, cells)
        });
        let columns = vec![
            self.words("stats-node"),
            self.number("stats-rank"),
            self.number("stats-executed"),
            self.number("stats-polled"),
            self.number("stats-dmas"),
            self.number("role-computing"),
            self.number("stats-waiting"),
            self.number("role-halted"),
            self.number("stats-incc-busy"),
        ];
        self.places("nodes", columns, rows.collect(), None)
    }
}
