//! Draws a memory system as SVG: boxes and wires, and on them the counts of a run. Colour is never the only sign: wires
//! are wide and warm by their traffic, objects have the number and a bar of their busy time.

use crate::i18n::{I18n, use_i18n};
use mcore::modes::pmnet::{PmnetBox, PmnetMap, PmnetObject, PmnetWhat, kind_text, moved_text, seconds_text};
use mcore::modes::pmnet::{PmnetDat, PmnetKind};
use std::rc::Rc;
use yew::prelude::*;

/// Levels of warmth.
const HEATS: f64 = 5.0;

/// Bytes transferred from each object to the one above it. A run counts by object, not by edge: the bytes that an
/// object served are divided among those below it in proportion to what they missed (caches) or passed on (routers),
/// evenly among cores. Exact for a single object below, or if all behave the same.
pub fn traffic(map: &PmnetMap, counts: &[PmnetObject]) -> Vec<f64> {
    let weight = |o: usize| match counts[o].kind {
        PmnetKind::Core => 1.0,
        PmnetKind::Cache => counts[o].misses() as f64,
        PmnetKind::Router | PmnetKind::Memory => counts[o].bytes() as f64,
    };
    let mut sums = vec![0.0; counts.len()];
    for (o, above) in map.above.iter().enumerate().take(counts.len()) {
        if let Some(above) = above {
            sums[*above as usize] += weight(o);
        }
    }
    let of = |(o, above): (usize, &Option<u32>)| match above {
        Some(above) if sums[*above as usize] > 0.0 => {
            counts[*above as usize].bytes() as f64 * weight(o) / sums[*above as usize]
        }
        _ => 0.0,
    };
    map.above.iter().enumerate().take(counts.len()).map(of).collect()
}

/// Boxes, and whether each is drawn below the wires.
type Layer = Vec<(bool, Html)>;

/// Properties of [`Drawing`].
#[derive(Properties, PartialEq)]
pub struct DrawingProps {
    /// The positions of all boxes and wires.
    pub map: Rc<PmnetMap>,
    /// The memory system.
    pub dat: Rc<PmnetDat>,
    /// The counts; empty if none are shown.
    pub counts: Rc<Vec<PmnetObject>>,
    /// Selected objects.
    pub selected: Rc<Vec<String>>,
    /// The box that Tab focuses.
    pub focus: usize,
    /// The distance by which the selected objects are dragged.
    pub drag: (f32, f32),
}

/// A short text for a class: capacity or rate.
fn figure_of(dat: &PmnetDat, kind: PmnetKind, class: &str) -> String {
    let size = |bytes: u64| match bytes {
        b if b >= 1 << 30 => format!("{} GiB", b >> 30),
        b if b >= 1 << 20 => format!("{} MiB", b >> 20),
        b if b >= 1 << 10 => format!("{} KiB", b >> 10),
        b => format!("{b} B"),
    };
    match kind {
        PmnetKind::Core => String::new(),
        PmnetKind::Cache => {
            dat.cache_class.iter().find(|c| c.name == class).map(|c| size(c.capacity)).unwrap_or_default()
        }
        PmnetKind::Memory => dat
            .mem_class
            .iter()
            .find(|c| c.name == class)
            .map(|c| mcore::modes::pmnet::bandwidth_text(c.read_bandwidth))
            .unwrap_or_default(),
        PmnetKind::Router => dat
            .router_class
            .iter()
            .find(|c| c.name == class)
            .map(|c| mcore::modes::pmnet::bandwidth_text(c.read_bandwidth))
            .unwrap_or_default(),
    }
}

/// A text cut to fit into its box, for letters of that width.
fn cut(name: &str, width: f32, letter: f32) -> String {
    let room = ((width - 14.0) / letter).max(3.0) as usize;
    if name.chars().count() <= room {
        return name.to_owned();
    }
    name.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

/// The first of some texts, from long to short, that fits into its box; if none fits, the last one is cut.
fn fitting(texts: &[String], width: f32, letter: f32) -> String {
    let room = (width - 14.0) / letter;
    let fits = texts.iter().find(|text| text.chars().count() as f32 <= room);
    fits.cloned().unwrap_or_else(|| texts.last().map(|text| cut(text, width, letter)).unwrap_or_default())
}

/// An object, or several identical ones, as shown in the picture.
struct Look {
    name: String,
    spoken: String,
    /// Texts for below the name, from long to short: the first that fits is shown.
    second: Vec<String>,
    /// Share of the bottleneck's time, 0 to 1.
    share: f64,
    worst: bool,
    kind: &'static str,
}

fn look_of(props: &DrawingProps, parts: &[(PmnetKind, &str, &str)], objects: &[u32], most: f64, i18n: &I18n) -> Look {
    let counted = |o: u32| props.counts.get(o as usize);
    let time = |o: u32| counted(o).map_or(0.0, |c| c.time);
    // The object with the longest time represents all.
    let first = objects.iter().copied().reduce(|a, b| if time(b) > time(a) { b } else { a }).unwrap_or(0);
    let Some((kind, name, class)) = parts.get(first as usize).copied() else {
        return Look {
            name: String::new(),
            spoken: String::new(),
            second: Vec::new(),
            share: 0.0,
            worst: false,
            kind: "core",
        };
    };
    let more = objects.len() - 1;
    let shown = if more > 0 { format!("{name} +{more}") } else { name.to_owned() };
    let level = counted(first).map_or(0, |c| c.level);
    let mut spoken = format!("{} {name}", i18n.text(&kind_text(kind, level)));
    if more > 0 {
        spoken += &format!(", {}", i18n.tf("pmnet-and-alike", &[("n", &more.to_string())]));
    }
    let share = if most > 0.0 { time(first) / most } else { 0.0 };
    let second = match counted(first) {
        Some(count) => {
            spoken += &format!(
                ", {}",
                i18n.tf(
                    "pmnet-occupied",
                    &[
                        ("time", &seconds_text(count.time)),
                        ("percent", &format!("{:.0}", share * 100.0)),
                        ("moved", &moved_text(count.bytes())),
                    ]
                )
            );
            let time = seconds_text(count.time);
            vec![format!("{time} · {:.0} %", share * 100.0), time]
        }
        None => {
            let figure = figure_of(&props.dat, kind, class);
            vec![if figure.is_empty() { class.to_owned() } else { figure }]
        }
    };
    let kind = match kind {
        PmnetKind::Core => "core",
        PmnetKind::Cache => "cache",
        PmnetKind::Memory => "memory",
        PmnetKind::Router => "router",
    };
    Look { name: shown, spoken, second, share, worst: share >= 0.999_999, kind }
}

/// Boxes and wires.
#[component]
pub fn Drawing(props: &DrawingProps) -> Html {
    let i18n = use_i18n();
    let map = &props.map;
    let parts: Vec<(PmnetKind, &str, &str)> = props.dat.objects().map(|(k, n, c, _)| (k, n, c)).collect();
    let most = props.counts.iter().map(|c| c.time).fold(0.0, f64::max);
    let flows = traffic(map, &props.counts);
    let busiest = flows.iter().copied().fold(0.0, f64::max);
    let is_selected =
        |o: u32| parts.get(o as usize).is_some_and(|(_, name, _)| props.selected.iter().any(|s| s == name));
    let moved = |b: &PmnetBox| match &b.what {
        PmnetWhat::Object(objects) if objects.iter().any(|o| is_selected(*o)) => props.drag,
        _ => (0.0, 0.0),
    };
    let wires = map.wires.iter().enumerate().map(|(i, wire)| {
        let along = |o: u32| map.above.get(o as usize) == Some(&Some(wire.upper)) || wire.lower.len() > 1;
        let flow = wire.lower.iter().filter(|o| along(**o)).filter_map(|o| flows.get(*o as usize)).copied().fold(0.0, f64::max);
        let share = if busiest > 0.0 { flow / busiest } else { 0.0 };
        let heat = if flow > 0.0 { (share * HEATS).ceil().clamp(1.0, HEATS) } else { 0.0 };
        let shift = |o: u32| if is_selected(o) { props.drag } else { (0.0, 0.0) };
        let (a, b) = match wire.lower.first() {
            Some(lower) => (shift(wire.upper), shift(*lower)),
            None => ((0.0, 0.0), (0.0, 0.0)),
        };
        html! {
            <line
                key={format!("w{i}")} class={format!("pm-wire pm-heat-{heat}")} stroke-width={format!("{:.1}", 1.5 + 9.0 * share.sqrt())}
                x1={(wire.from[0] + a.0).to_string()} y1={(wire.from[1] + a.1).to_string()} x2={(wire.to[0] + b.0).to_string()} y2={(wire.to[1] + b.1).to_string()}
            />
        }
    });
    let boxes = map.boxes.iter().enumerate().map(|(i, b)| {
        let (dx, dy) = moved(b);
        let transform = format!("translate({} {})", b.x + dx, b.y + dy);
        let (w, h) = (b.w.to_string(), b.h.to_string());
        let tabindex = if i == props.focus { "0" } else { "-1" };
        let behind = matches!(b.what, PmnetWhat::Frame | PmnetWhat::Group(_));
        let drawn = match &b.what {
            PmnetWhat::Frame => html! { <rect key={i} class="pm-frame" {transform} width={w} height={h} rx="6" /> },
            PmnetWhat::Group(name) => html! {
                <g key={i} {transform}>
                    <rect class="pm-group" width={w} height={h} rx="8" /><text class="pm-group-name" x="10" y="17">{ name }</text>
                </g>
            },
            PmnetWhat::Identical { key, count, open } => {
                let label = i18n.tf(if *open { "pmnet-fold" } else { "pmnet-unfold" }, &[("n", &count.to_string()), ("name", key)]);
                let middle = (b.w / 2.0).to_string();
                html! {
                    <g
                        key={i} id={format!("pm-{i}")} {transform} class="pm-alike" role="button" {tabindex} aria-expanded={open.to_string()} aria-label={label}
                        data-box={i.to_string()} data-key={key.clone()} data-testid="pmnet-alike"
                    >
                        <rect width={w} height={h} rx="4" />
                        <text x={middle} y="14.5" text-anchor="middle">{ format!("{} × {count}", if *open { "▾" } else { "▸" }) }</text>
                    </g>
                }
            }
            PmnetWhat::Object(objects) => {
                let look = look_of(props, &parts, objects, most, &i18n);
                let selected = objects.iter().any(|o| is_selected(*o));
                let bar = ((b.w - 16.0) * look.share as f32).max(0.0);
                let class = classes!(
                    "pm-object",
                    format!("pm-{}", look.kind),
                    selected.then_some("pm-selected"),
                    look.worst.then_some("pm-worst"),
                    (objects.len() > 1).then_some("pm-many"),
                );
                let name = objects.first().and_then(|o| parts.get(*o as usize)).map(|(_, name, _)| (*name).to_owned());
                let spoken = if look.worst { format!("{}, {}", look.spoken, i18n.t("pmnet-is-bottleneck")) } else { look.spoken };
                html! {
                    <g
                        key={i} id={format!("pm-{i}")} {transform} {class} role="button" {tabindex} aria-pressed={selected.to_string()}
                        data-box={i.to_string()} data-index={i.to_string()} data-name={name}
                    >
                        <title>{ spoken }</title>
                        if objects.len() > 1 {
                            <rect class="pm-behind" x="4" y="-4" width={w.clone()} height={h.clone()} rx="5" />
                        }
                        <rect class="pm-face" width={w} height={h.clone()} rx="5" />
                        <rect class="pm-kind" width="4" height={h} rx="2" />
                        <text class="pm-name" x="10" y="14">{ cut(&look.name, b.w, 7.0) }</text>
                        <text class="pm-second" x="10" y="27">{ fitting(&look.second, b.w, 5.6) }</text>
                        if most > 0.0 {
                            <rect class="pm-track" x="10" y="31" width={(b.w - 16.0).to_string()} height="3.5" rx="1.5" />
                            <rect class={format!("pm-bar pm-heat-{}", (look.share * HEATS).ceil().clamp(0.0, HEATS))} x="10" y="31" width={bar.to_string()} height="3.5" rx="1.5" />
                        }
                    </g>
                }
            }
        };
        (behind, drawn)
    });
    let (behind, front): (Layer, Layer) = boxes.partition(|(behind, _)| *behind);
    let only = |list: Layer| list.into_iter().map(|(_, html)| html).collect::<Html>();
    html! { <>{ only(behind) }<g class="pm-wires" aria-hidden="true">{ for wires }</g>{ only(front) }</> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::modes::pmnet::pmnet_preset;
    use mcore::modes::pmnet::{pmnet_nested, pmnet_results_of};

    #[test]
    fn traffic_is_shared_by_misses_and_nothing_is_lost() {
        let mut dat = pmnet_preset("i7-7700k").expect("a preset");
        let read = |part: &mut PmnetDat, list: &str, place: usize, bytes: u64, misses: u64| {
            let part = match list {
                "cache" => &mut part.cache_obj[place],
                _ => &mut part.mem_obj[place],
            };
            (part.bytes_read, part.num_read_miss, part.time) = (Some(bytes), Some(misses), Some(1.0));
        };
        // The last level with 600 bytes, of which one second level requested two thirds.
        let l2: Vec<usize> = (0..dat.cache_obj.len()).filter(|i| dat.cache_obj[*i].class == "L2").collect();
        let l3 = dat.cache_obj.iter().position(|c| c.class == "L3").expect("there");
        read(&mut dat, "cache", l3, 600, 5);
        read(&mut dat, "cache", l2[0], 900, 20);
        read(&mut dat, "cache", l2[1], 900, 10);
        read(&mut dat, "memory", 0, 320, 0);
        let map = pmnet_nested(&dat, &Default::default());
        let counts = pmnet_results_of(&dat);
        let flows = traffic(&map, &counts);
        let of = |name: &str| flows[counts.iter().position(|c| c.name == name).expect("there")];
        assert_eq!((of("L2_0"), of("L2_1"), of("L2_2"), of("L3_0")), (400.0, 200.0, 0.0, 320.0));
    }

    #[test]
    fn names_are_cut_to_their_boxes() {
        assert_eq!(cut("core0", 104.0, 7.0), "core0");
        assert_eq!(cut("a very long name of an object", 104.0, 7.0).chars().count(), 12);
        let texts = ["12.7 ms · 100 %".to_owned(), "12.7 ms".to_owned()];
        assert_eq!([120.0, 90.0].map(|width| fitting(&texts, width, 5.6)), ["12.7 ms · 100 %", "12.7 ms"]);
    }
}
