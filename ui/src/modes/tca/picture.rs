//! The pictures as SVG texts, for the page and for files: sequence diagram, rings of boards, rings of packets, charts.

use crate::i18n::I18n;
use crate::paint::palette::{Palette, Rgb};
use crate::paint::sheet::width_of;
use crate::paint::surface::{HEAT_LEVELS, Ink};
use mcore::modes::tca::{
    TCA_COLUMNS, TcaCurveView, TcaDiagram, TcaFlow, TcaHimeno, TcaLink, TcaMoment, TcaPart, TcaRing, TcaSet,
    TcaSlotState, tca_time,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A colour as an attribute.
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// A text without the characters that XML reads.
fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('`', "")
}

/// The colour of a part of a time.
pub fn ink_of(part: TcaPart) -> Ink {
    match part {
        TcaPart::Hardware => Ink::Packet(0),
        TcaPart::Software => Ink::Packet(1),
        TcaPart::Psn => Ink::Packet(2),
        TcaPart::Program => Ink::Halt,
    }
}

/// The name of the texture of a part.
fn texture(part: TcaPart) -> &'static str {
    match part {
        TcaPart::Hardware => "hardware",
        TcaPart::Software => "software",
        TcaPart::Psn => "psn",
        TcaPart::Program => "program",
    }
}

/// A picture that is being drawn.
pub struct Sheet<'a> {
    svg: String,
    palette: &'a Palette,
}

impl<'a> Sheet<'a> {
    fn new(width: f64, height: f64, palette: &'a Palette) -> Self {
        let font = palette.ui_font.replace('"', "'").replace(['<', '&'], "");
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"{font}\" font-size=\"11\">"
        );
        Self { svg, palette }
    }

    fn ink(&self, ink: Ink) -> String {
        hex(self.palette.rgb(ink))
    }

    fn ground(&mut self, width: f64, height: f64, rgb: Rgb) {
        let _ = write!(self.svg, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"{}\"/>", hex(rgb));
    }

    /// The textures of the parts; `name` keeps those of several pictures of a page apart.
    fn textures(&mut self, name: &str) {
        let light = hex(self.palette.panel.rgb);
        let parts = [TcaPart::Hardware, TcaPart::Software, TcaPart::Psn, TcaPart::Program];
        self.svg += "<defs>";
        for part in parts {
            let colour = self.ink(ink_of(part));
            let marks = match part {
                TcaPart::Hardware => String::new(),
                TcaPart::Software => {
                    format!("<path d=\"M-1 5L5 -1M-1 11L11 -1M5 11L11 5\" stroke=\"{light}\" stroke-width=\"1.1\"/>")
                }
                TcaPart::Psn => format!(
                    "<circle cx=\"3\" cy=\"3\" r=\"1.3\" fill=\"{light}\"/><circle cx=\"8\" cy=\"8\" r=\"1.3\" fill=\"{light}\"/>"
                ),
                TcaPart::Program => format!("<path d=\"M0 3H10M0 8H10\" stroke=\"{light}\" stroke-width=\"1.2\"/>"),
            };
            let _ = write!(
                self.svg,
                "<pattern id=\"{name}-{}\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\"><rect width=\"10\" height=\"10\" fill=\"{colour}\"/>{marks}</pattern>",
                texture(part)
            );
        }
        self.svg += "</defs>";
    }

    fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str, width: f64, more: &str) {
        let _ = write!(
            self.svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" stroke-width=\"{width:.1}\"{more}/>"
        );
    }

    /// An arrow whose head is at the second point.
    fn arrow(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str, dashed: bool) {
        let length = (x2 - x1).hypot(y2 - y1).max(1e-6);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        let base = (x2 - dx * 7.0, y2 - dy * 7.0);
        let dashes = if dashed { " stroke-dasharray=\"4 3\"" } else { "" };
        self.line((x1, y1), base, colour, 1.5, dashes);
        let _ = write!(
            self.svg,
            "<path d=\"M{x2:.1} {y2:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{colour}\"/>",
            base.0 - dy * 3.4,
            base.1 + dx * 3.4,
            base.0 + dy * 3.4,
            base.1 - dx * 3.4
        );
    }

    /// A text; `halo` keeps it readable on lines.
    fn text(&mut self, (x, y): (f64, f64), text: &str, anchor: &str, ink: Ink, more: &str) {
        let colour = self.ink(ink);
        let _ = write!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\"{more}>{}</text>",
            plain(text)
        );
    }

    fn halo(&self, ground: Rgb) -> String {
        format!(" paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"round\"", hex(ground))
    }

    fn end(mut self) -> String {
        self.svg += "</svg>";
        self.svg
    }
}

/// A round number of at least `least`: 1, 2 or 5 times a power of ten.
fn round(least: f64) -> f64 {
    let power = 10f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= least).unwrap_or(least)
}

/// Room above the lanes, and below them.
const TOP: f64 = 46.0;
const BOTTOM: f64 = 8.0;
/// Room for the times.
const LEFT: f64 = 44.0;

/// Places in a sequence diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Lanes {
    width: f64,
    height: f64,
    interval: (u64, u64),
    /// The place of each column; none if nothing uses it.
    places: [Option<f64>; TCA_COLUMNS],
    pitch: f64,
    /// Room to the right of the last column.
    room: f64,
}

impl Lanes {
    /// The places in a picture of this size.
    pub fn new(diagram: &TcaDiagram, (width, height): (f64, f64)) -> Self {
        let used: Vec<usize> = (0..TCA_COLUMNS).filter(|at| diagram.columns.get(*at) == Some(&true)).collect();
        let room = if width > 620.0 { 92.0 } else { 58.0 };
        let first = LEFT + 26.0;
        let pitch = (width - first - room) / (used.len().max(2) - 1) as f64;
        let mut places = [None; TCA_COLUMNS];
        for (number, at) in used.into_iter().enumerate() {
            places[at] = Some(first + pitch * number as f64);
        }
        Self { width, height, interval: diagram.interval, places, pitch, room }
    }

    /// The height of a time.
    pub fn y(&self, time: u64) -> f64 {
        let (from, until) = self.interval;
        let share = (time.clamp(from, until) - from) as f64 / (until - from).max(1) as f64;
        TOP + share * (self.height - TOP - BOTTOM)
    }

    /// The time at a height, as a share of the whole picture.
    pub fn time(&self, share: f64) -> u64 {
        let (from, until) = self.interval;
        let part = (share * self.height - TOP) / (self.height - TOP - BOTTOM);
        from + (part.clamp(0.0, 1.0) * (until - from) as f64).round() as u64
    }

    fn x(&self, column: u8) -> Option<f64> {
        self.places.get(usize::from(column)).copied().flatten()
    }
}

/// The names of the columns.
const NAMES: [&str; TCA_COLUMNS] = [
    "tca-lane-cpu",
    "tca-lane-memory",
    "tca-lane-descriptors",
    "tca-lane-dma",
    "tca-lane-wire",
    "tca-lane-dma",
    "tca-lane-descriptors",
    "tca-lane-memory",
    "tca-lane-cpu",
];

/// The sequence diagram, without the line of the shown time.
pub fn sequence(diagram: &TcaDiagram, lanes: &Lanes, palette: &Palette, i18n: &I18n) -> String {
    let (width, height) = (lanes.width, lanes.height);
    let ground = palette.bg.rgb;
    let mut sheet = Sheet::new(width, height, palette);
    sheet.textures("tca-seq");
    sheet.ground(width, height, ground);
    let halo = sheet.halo(ground);
    // The nodes and their lanes.
    let span = |columns: std::ops::Range<usize>| {
        let places: Vec<f64> = columns.filter_map(|at| lanes.places[at]).collect();
        Some((*places.first()? - 34.0, *places.last()? + 34.0))
    };
    for (node, columns) in [(diagram.nodes.0, 0..4), (diagram.nodes.1, 5..TCA_COLUMNS)] {
        if let Some((from, to)) = span(columns) {
            let (from, to) = (from.max(LEFT - 8.0), to.min(width - 2.0));
            let _ = write!(
                sheet.svg,
                "<rect x=\"{from:.1}\" y=\"4\" width=\"{:.1}\" height=\"18\" rx=\"4\" fill=\"{}\"/>",
                to - from,
                sheet.ink(Ink::Raise)
            );
            let name = i18n.tf("tca-node", &[("n", &node.to_string())]);
            sheet.text(((from + to) / 2.0, 17.0), &name, "middle", Ink::Text, " font-weight=\"600\"");
        }
    }
    let lane = sheet.ink(Ink::Line2);
    let mut end_of_name = 0.0;
    for (column, place) in lanes.places.iter().enumerate() {
        let Some(x) = place else { continue };
        let name = i18n.t(NAMES[column]);
        let half = width_of(&name, 11.0) / 2.0;
        // Names that would touch are left out; the lanes are in the order of the way.
        if x - half >= end_of_name + 3.0 {
            sheet.text((*x, 37.0), &name, "middle", Ink::Text2, "");
            end_of_name = x + half;
        }
        sheet.line((*x, 42.0), (*x, height - 2.0), &lane, 1.0, "");
    }
    times(&mut sheet, lanes);
    // Arrows below the blocks.
    for arrow in &diagram.arrows {
        let (Some(x1), Some(x2)) = (lanes.x(arrow.from.0), lanes.x(arrow.to.0)) else { continue };
        let (y1, y2) = (lanes.y(arrow.from.1), lanes.y(arrow.to.1));
        let colour = sheet.ink(ink_of(arrow.part));
        let side = if x2 > x1 { 7.0 } else { -7.0 };
        sheet.arrow((x1 + side, y1), (x2 - side, y2.max(y1)), &colour, arrow.returns);
    }
    for block in &diagram.blocks {
        let Some(x) = lanes.x(block.column) else { continue };
        let (y1, y2) = (lanes.y(block.begin), lanes.y(block.end));
        let title = plain(i18n.text(&block.says));
        let title = if title.is_empty() { String::new() } else { format!("<title>{title}</title>") };
        let _ = write!(
            sheet.svg,
            "<rect x=\"{:.1}\" y=\"{y1:.1}\" width=\"12\" height=\"{:.1}\" rx=\"2\" fill=\"url(#tca-seq-{})\" stroke=\"{}\" stroke-width=\"0.6\">{title}</rect>",
            x - 6.0,
            (y2 - y1).max(0.8),
            texture(block.part),
            hex(ground)
        );
    }
    labels(&mut sheet, diagram, lanes, i18n, &halo);
    notes(&mut sheet, diagram, lanes, i18n, &halo);
    sheet.end()
}

/// Times at the left, with lines.
fn times(sheet: &mut Sheet<'_>, lanes: &Lanes) {
    let (from, until) = lanes.interval;
    let lines = ((lanes.height - TOP - BOTTOM) / 44.0).max(2.0);
    let step = round((until - from) as f64 / lines).max(1.0);
    let faint = sheet.ink(Ink::Line);
    let mut number = (from as f64 / step).ceil();
    while number * step <= until as f64 {
        let time = number * step;
        let y = lanes.y(time as u64);
        sheet.line((LEFT - 8.0, y), (lanes.width, y), &faint, 1.0, " stroke-dasharray=\"2 4\"");
        let us = time / 1000.0;
        let digits = if step >= 1000.0 { 0 } else { (3.0 - step.log10().floor()).clamp(1.0, 3.0) as usize };
        sheet.text((LEFT - 12.0, y + 4.0), &format!("{us:.digits$}"), "end", Ink::Text2, " font-size=\"10\"");
        number += 1.0;
    }
}

/// Labels beside the blocks, where there is room.
fn labels(sheet: &mut Sheet<'_>, diagram: &TcaDiagram, lanes: &Lanes, i18n: &I18n, halo: &str) {
    // Where a completion has its time, no label is.
    let mut last = [f64::MIN; TCA_COLUMNS];
    let last_column = (0..TCA_COLUMNS).rev().find(|at| lanes.places[*at].is_some()).unwrap_or(0);
    for block in &diagram.blocks {
        let column = usize::from(block.column);
        let Some(x) = lanes.x(block.column) else { continue };
        let (y1, y2) = (lanes.y(block.begin), lanes.y(block.end));
        let y = (y1 + y2) / 2.0 + 4.0;
        if y2 - y1 < 3.0 || y - last[column] < 11.0 {
            continue;
        }
        let room = if column == last_column { lanes.room - 12.0 } else { lanes.pitch - 22.0 };
        let name = i18n.text(&block.label);
        let long = format!("{name} {}", block.end - block.begin);
        let fits = |text: &str| width_of(text, 10.5) <= room;
        let text = if fits(&long) { long } else { name.to_owned() };
        if text.is_empty() || !fits(&text) {
            continue;
        }
        last[column] = y;
        sheet.text((x + 10.0, y), &text, "start", Ink::Text, &format!(" font-size=\"10.5\"{halo}"));
    }
}

/// Completions, and everything that went wrong.
fn notes(sheet: &mut Sheet<'_>, diagram: &TcaDiagram, lanes: &Lanes, i18n: &I18n, halo: &str) {
    for arrow in diagram.arrows.iter().filter(|arrow| arrow.returns) {
        let (Some(x1), Some(x2)) = (lanes.x(arrow.from.0), lanes.x(arrow.to.0)) else { continue };
        let (y1, y2) = (lanes.y(arrow.from.1), lanes.y(arrow.to.1));
        if y2 - y1 > 40.0 {
            let ns = tca_time(arrow.to.1 - arrow.from.1);
            let text = i18n.tf("tca-returns", &[("time", &ns)]);
            sheet.text(
                ((x1 + x2) / 2.0, (y1 + y2) / 2.0 - 6.0),
                &text,
                "middle",
                Ink::Text,
                &format!(" font-size=\"10.5\"{halo}"),
            );
        }
    }
    let mut last: BTreeMap<u8, f64> = BTreeMap::new();
    for note in &diagram.notes {
        let Some(x) = lanes.x(note.column) else { continue };
        let y = lanes.y(note.at);
        let ink = if note.wrong { Ink::Stall } else { Ink::Text };
        let colour = sheet.ink(ink);
        let title = plain(i18n.text(&note.says));
        let _ = write!(sheet.svg, "<g><title>{title}</title>");
        sheet.line((x - 18.0, y), (x + 18.0, y), &colour, 1.8, "");
        if note.wrong {
            sheet.line((x - 22.0, y - 4.0), (x - 14.0, y + 4.0), &colour, 1.8, "");
            sheet.line((x - 22.0, y + 4.0), (x - 14.0, y - 4.0), &colour, 1.8, "");
        }
        let below = y + 13.0;
        if last.get(&note.column).is_none_or(|before| below - before >= 12.0) {
            last.insert(note.column, below);
            let text = i18n.text(&note.label);
            let half = width_of(text, 11.5) / 2.0;
            let at = (x.max(half + 4.0)).min(lanes.width - half - 4.0);
            sheet.text((at, below), text, "middle", ink, &format!(" font-size=\"11.5\" font-weight=\"600\"{halo}"));
        }
        sheet.svg += "</g>";
    }
}

/// The line of the shown time, over the sequence diagram.
pub fn now(time: u64, lanes: &Lanes, palette: &Palette) -> String {
    let mut sheet = Sheet::new(lanes.width, lanes.height, palette);
    let (from, until) = lanes.interval;
    if (from..=until).contains(&time) {
        let y = lanes.y(time);
        let colour = sheet.ink(Ink::Accent);
        sheet.line((LEFT - 8.0, y), (lanes.width, y), &colour, 1.4, "");
        let text = format!("{:.2}", time as f64 / 1000.0);
        let wide = (width_of(&text, 10.5) + 8.0).max(32.0);
        let top = (y - 9.0).clamp(0.0, lanes.height - 18.0);
        let _ = write!(
            sheet.svg,
            "<rect x=\"0\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"18\" rx=\"4\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10.5\" font-weight=\"600\" fill=\"{}\">{text}</text>",
            wide / 2.0,
            top + 13.0,
            hex(palette.panel.rgb)
        );
    }
    sheet.end()
}

/// A sample of the texture of a part, for the legend.
pub fn swatch(part: TcaPart, palette: &Palette) -> String {
    let name = format!("tca-key-{}", texture(part));
    let mut sheet = Sheet::new(14.0, 14.0, palette);
    sheet.textures(&name);
    let _ = write!(sheet.svg, "<rect width=\"14\" height=\"14\" rx=\"2\" fill=\"url(#{name}-{})\"/>", texture(part));
    sheet.end()
}

/// The traffic of a directed link: transfers that share it, and a text on it.
pub struct Traffic {
    /// From this board.
    pub from: u8,
    /// To this board.
    pub to: u8,
    /// Transfers at once.
    pub shared: u64,
    /// The text of its title.
    pub text: String,
}

/// The traffic of a whole run.
pub fn of_run(links: &[TcaLink], text: impl Fn(&TcaLink) -> String) -> Vec<Traffic> {
    links.iter().map(|link| Traffic { from: link.from, to: link.to, shared: link.shared, text: text(link) }).collect()
}

/// The traffic of a time.
pub fn of_flows(flows: &[TcaFlow], text: impl Fn(u64, u64) -> String) -> Vec<Traffic> {
    let mut links: BTreeMap<(u8, u8), (u64, u64)> = BTreeMap::new();
    for flow in flows {
        for link in &flow.links {
            let sum = links.entry(*link).or_default();
            *sum = (sum.0 + 1, sum.1 + flow.rate);
        }
    }
    links
        .into_iter()
        .map(|((from, to), (shared, rate))| Traffic { from, to, shared, text: text(shared, rate) })
        .collect()
}

/// The rings of boards with the traffic on their links.
pub fn rings(
    (length, rings): (u8, u8),
    traffic: &[Traffic],
    marked: &[u8],
    chosen: Option<(u8, u8)>,
    palette: &Palette,
) -> String {
    let (width, row) = (352.0, 64.0);
    let height = if rings > 1 { 150.0 } else { 92.0 };
    let pitch = (width - 40.0) / f64::from(length.max(2) - 1);
    let centre = |board: u8| {
        let (at, ring) = (board % length, board / length);
        (20.0 + pitch * f64::from(at), 44.0 + row * f64::from(ring))
    };
    let mut sheet = Sheet::new(width, height, palette);
    sheet.ground(width, height, palette.panel.rgb);
    let cable = sheet.ink(Ink::Line2);
    let closes = |a: u8, b: u8| a / length == b / length && a.abs_diff(b) + 1 == length && length > 2;
    // The curve of a cable that closes a ring; `side` moves it for the two directions.
    let bow = |ring: u8, side: f64| {
        let ((x1, y), (x2, _)) = (centre(ring * length), centre(ring * length + length - 1));
        let up = if ring == 0 { -1.0 } else { 1.0 };
        let deep = y + up * (34.0 + side);
        format!(
            "M{x1:.1} {:.1}C{:.1} {deep:.1} {:.1} {deep:.1} {x2:.1} {:.1}",
            y + up * 9.0,
            x1 + 14.0,
            x2 - 14.0,
            y + up * 9.0
        )
    };
    for ring in 0..rings {
        for at in 0..length.saturating_sub(1) {
            let (a, b) = (centre(ring * length + at), centre(ring * length + at + 1));
            sheet.line(a, b, &cable, 1.6, "");
        }
        if length > 2 {
            let _ = write!(
                sheet.svg,
                "<path d=\"{}\" fill=\"none\" stroke=\"{cable}\" stroke-width=\"1.6\"/>",
                bow(ring, 0.0)
            );
        }
    }
    if rings > 1 {
        for at in 0..length {
            sheet.line(centre(at), centre(at + length), &cable, 1.6, "");
        }
    }
    for load in traffic {
        let level = ((load.shared.min(4) as f64) / 4.0 * f64::from(HEAT_LEVELS - 1)).round() as u8;
        let colour = sheet.ink(Ink::Heat(level.max(HEAT_LEVELS / 2)));
        let stroke = 1.6 + 1.5 * load.shared.min(5) as f64;
        let is_chosen = chosen == Some((load.from, load.to));
        let title = plain(&load.text);
        let _ = write!(
            sheet.svg,
            "<g class=\"tca-link\" data-link=\"{}\"><title>{} → {}: {title}</title>",
            u32::from(load.from) * 256 + u32::from(load.to),
            load.from,
            load.to
        );
        let (a, b) = (centre(load.from), centre(load.to));
        let at = if closes(load.from, load.to) {
            let side = if load.from < load.to { 4.0 } else { -4.0 };
            let path = bow(load.from / length, side);
            let _ = write!(
                sheet.svg,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{stroke:.1}\"/>"
            );
            if is_chosen {
                let accent = sheet.ink(Ink::Accent);
                let _ = write!(sheet.svg, "<path d=\"{path}\" fill=\"none\" stroke=\"{accent}\" stroke-width=\"1\"/>");
            }
            let up = if load.from / length == 0 { -1.0 } else { 1.0 };
            ((a.0 + b.0) / 2.0, a.1 + up * 30.0 + 4.0)
        } else {
            let long = (b.0 - a.0).hypot(b.1 - a.1).max(1.0);
            // The two directions are side by side.
            let (dx, dy) = (-(b.1 - a.1) / long * 4.0, (b.0 - a.0) / long * 4.0);
            let (a, b) = ((a.0 + dx, a.1 + dy), (b.0 + dx, b.1 + dy));
            sheet.line(a, b, &colour, stroke, "");
            if is_chosen {
                let accent = sheet.ink(Ink::Accent);
                sheet.line(a, b, &accent, 1.2, "");
            }
            ((a.0 + b.0) / 2.0 + dx * 1.9, (a.1 + b.1) / 2.0 + dy * 1.9 + 4.0)
        };
        if load.shared > 1 {
            let halo = sheet.halo(palette.panel.rgb);
            sheet.text(at, &load.shared.to_string(), "middle", Ink::Text, &format!(" font-weight=\"600\"{halo}"));
        }
        sheet.svg += "</g>";
    }
    for board in 0..length * rings {
        let (x, y) = centre(board);
        let stroke = sheet.ink(if marked.contains(&board) { Ink::Accent } else { Ink::Line2 });
        let wide = if marked.contains(&board) { 1.8 } else { 1.0 };
        let _ = write!(
            sheet.svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"24\" height=\"18\" rx=\"4\" fill=\"{}\" stroke=\"{stroke}\" stroke-width=\"{wide}\"/>",
            x - 12.0,
            y - 9.0,
            hex(palette.panel.rgb)
        );
        sheet.text((x, y + 4.0), &board.to_string(), "middle", Ink::Text, "");
    }
    sheet.end()
}

/// Cells of a row of the picture of rings and queues, in a wide and in a narrow column.
const CELLS: [usize; 2] = [16, 8];
/// Width of a cell, and distance of two rows.
const CELL: f64 = 21.0;
const ROW: f64 = 22.0;

/// A row of cells: a caption, and the cells with text, class of ink, title, and the number of a slot.
struct Cells {
    caption: String,
    cells: Vec<(String, Option<Ink>, String, Option<String>)>,
}

/// The ink of the state of a slot.
fn ink_of_slot(state: TcaSlotState) -> Ink {
    match state {
        TcaSlotState::Built => Ink::Packet(1),
        TcaSlotState::Sent => Ink::Packet(0),
        TcaSlotState::Landed => Ink::Packet(2),
        TcaSlotState::Processed => Ink::Halt,
    }
}

/// The message with the name of the state of a slot.
pub fn name_of_slot(state: TcaSlotState) -> &'static str {
    match state {
        TcaSlotState::Built => "tca-slot-built",
        TcaSlotState::Sent => "tca-slot-sent",
        TcaSlotState::Landed => "tca-slot-landed",
        TcaSlotState::Processed => "tca-slot-processed",
    }
}

/// The key of a slot, for clicks.
pub fn key_of_slot(ring: &TcaRing, psn: u64) -> String {
    format!("{} {} {} {psn}", ring.from, ring.to, u8::from(ring.set == TcaSet::High))
}

/// The slots of a ring at its sender, or at its receiver.
fn slots(ring: &TcaRing, receiver: bool, count: usize, i18n: &I18n) -> Cells {
    let high = ring.set == TcaSet::High;
    let set = i18n.t(if high { "tca-set-high" } else { "tca-set-low" });
    let landed = ring.used.iter().filter(|slot| slot.state == TcaSlotState::Landed).count();
    let processed =
        ring.used.iter().filter(|slot| slot.state == TcaSlotState::Processed).count() as u64 + ring.credited;
    let caption = if receiver {
        let values = [("set", &*set), ("psn", &processed.to_string()), ("n", &landed.to_string())]
            .map(|(a, b)| (a, b.to_owned()));
        let values: Vec<(&str, &str)> = values.iter().map(|(a, b)| (*a, b.as_str())).collect();
        i18n.tf("tca-ring-receive", &values)
    } else {
        let (sent, credited) = (ring.sent.to_string(), ring.credited.to_string());
        i18n.tf("tca-ring-send", &[("set", &set), ("sent", &sent), ("confirmed", &credited)])
    };
    // Of a long ring, the part around its oldest packet.
    let shown = (ring.slots as usize).min(count);
    let first = if ring.slots as usize > count { ring.credited % ring.slots / count as u64 * count as u64 } else { 0 };
    let cell = |number: usize| {
        let slot = first + number as u64;
        let own = ring.used.iter().find(|used| used.slot == slot);
        let seen = |used: &&mcore::modes::tca::TcaSlot| !receiver || matches!(used.state, TcaSlotState::Landed);
        match own.filter(seen) {
            Some(used) => {
                let text = if receiver { format!("{}", used.length) } else { format!("{}", used.psn + 1) };
                let state = i18n.t(name_of_slot(used.state));
                let title = format!("{slot}: PSN {}, {state}, {} B", used.psn + 1, used.length);
                (text, Some(ink_of_slot(used.state)), title, Some(key_of_slot(ring, used.psn)))
            }
            None => (String::new(), None, format!("{slot}"), None),
        }
    };
    Cells { caption: caption.to_string(), cells: (0..shown).map(cell).collect() }
}

/// Rings, descriptors and queues of both nodes at the shown time.
pub fn memory(moment: &TcaMoment, width: f64, chosen: Option<&str>, palette: &Palette, i18n: &I18n) -> String {
    let narrow = width < 400.0;
    let column = if narrow { width } else { width / 2.0 };
    let count = CELLS[usize::from(column < CELL * CELLS[0] as f64 + 8.0)];
    let sides = [moment.nodes.0, moment.nodes.1].map(|node| rows(moment, node, count, i18n));
    let cell = CELL.min((column - 12.0) / count as f64);
    let heights = sides.each_ref().map(|side| 22.0 + side.len() as f64 * (ROW + 18.0));
    let height = if narrow { heights[0] + heights[1] } else { heights[0].max(heights[1]) };
    let mut sheet = Sheet::new(width, height, palette);
    sheet.ground(width, height, palette.panel.rgb);
    for (number, side) in sides.iter().enumerate() {
        let left = if narrow { 6.0 } else { 6.0 + column * number as f64 };
        let mut y = if narrow && number == 1 { heights[0] } else { 0.0 } + 14.0;
        let node = if number == 0 { moment.nodes.0 } else { moment.nodes.1 };
        let name = i18n.tf("tca-node", &[("n", &node.to_string())]);
        sheet.text((left, y), &name, "start", Ink::Text, " font-weight=\"600\"");
        y += 16.0;
        for row in side {
            sheet.text((left, y), &row.caption, "start", Ink::Text2, "");
            let top = y + 5.0;
            for (at, (text, ink, title, key)) in row.cells.iter().enumerate() {
                let x = left + cell * at as f64;
                let stroke = sheet.ink(ink.unwrap_or(Ink::Line2));
                let data = key.as_ref().map(|key| format!(" data-slot=\"{key}\"")).unwrap_or_default();
                let thick = if key.is_some() && key.as_deref() == chosen { 2.6 } else { 1.2 };
                let fill = if ink.is_some() { sheet.ink(Ink::Raise) } else { hex(palette.panel.rgb) };
                let _ = write!(
                    sheet.svg,
                    "<g{data}><title>{}</title><rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>",
                    plain(title),
                    cell - 2.0,
                    ROW - 4.0
                );
                if !text.is_empty() {
                    let size = if text.chars().count() > 3 { 8.0 } else { 10.0 };
                    sheet.text(
                        (x + (cell - 2.0) / 2.0, top + 12.5),
                        text,
                        "middle",
                        Ink::Text,
                        &format!(" font-size=\"{size}\""),
                    );
                }
                sheet.svg += "</g>";
            }
            y += ROW + 18.0;
        }
    }
    sheet.end()
}

/// The rows of a node: its send rings, its receive rings, its descriptors, its queues.
fn rows(moment: &TcaMoment, node: u8, count: usize, i18n: &I18n) -> Vec<Cells> {
    let mut all = Vec::new();
    for ring in moment.rings.iter().filter(|ring| ring.from == node) {
        all.push(slots(ring, false, count, i18n));
    }
    for ring in moment.rings.iter().filter(|ring| ring.to == node) {
        all.push(slots(ring, true, count, i18n));
    }
    let index = usize::from(node == moment.nodes.1);
    let (internal, host) = moment.descriptors[index];
    let working = moment.channels[index].iter().map(|(busy, waits)| {
        let text = if *busy { "●".to_owned() } else { String::new() };
        let text = if *waits > 0 { format!("{text}+{waits}") } else { text };
        let title = i18n.t(if *busy { "tca-channel-busy" } else { "tca-channel-idle" }).to_string();
        (text, busy.then_some(Ink::Packet(0)), title, None)
    });
    let values = [internal.to_string(), host.to_string()];
    all.push(Cells {
        caption: i18n.tf("tca-channels", &[("internal", &values[0]), ("host", &values[1])]).to_string(),
        cells: working.collect(),
    });
    for queue in moment.queues.iter().filter(|queue| queue.node == node).take(2) {
        let (qp, state) = (queue.qp.to_string(), format!("{:?}", queue.state).to_uppercase());
        let filled = |mut cells: Vec<(String, Option<Ink>, String, Option<String>)>| {
            cells.truncate(count);
            while cells.len() < 8 {
                cells.push((String::new(), None, String::new(), None));
            }
            cells
        };
        let named = |label: &str, count: usize| {
            i18n.tf(label, &[("qp", &qp), ("state", &state), ("n", &count.to_string())]).to_string()
        };
        let own = &queue.queues;
        let sending = own.sending.iter().map(|(wr, issued)| {
            let ink = if *issued { Ink::Packet(0) } else { Ink::Packet(1) };
            (
                wr.to_string(),
                Some(ink),
                i18n.t(if *issued { "tca-wr-issued" } else { "tca-wr-queued" }).to_string(),
                None,
            )
        });
        all.push(Cells { caption: named("tca-queue-send", own.sending.len()), cells: filled(sending.collect()) });
        let receiving = own
            .receiving
            .iter()
            .map(|(wr, bytes)| (wr.to_string(), Some(Ink::Line2), format!("{wr}: {bytes} B"), None));
        all.push(Cells {
            caption: named("tca-queue-receive", own.receiving.len()),
            cells: filled(receiving.collect()),
        });
        let completed = own.completed.iter().map(|(wr, status)| {
            let ink = if status.name() == "SUCCESS" { Ink::Packet(2) } else { Ink::Stall };
            (wr.to_string(), Some(ink), format!("{wr}: {}", status.name()), None)
        });
        all.push(Cells { caption: named("tca-queue-done", own.completed.len()), cells: filled(completed.collect()) });
    }
    all
}

/// The look of a line of a chart: ink and dashes.
pub fn line_look(number: usize) -> (Ink, &'static str) {
    match number {
        0 => (Ink::Packet(2), "2 3"),
        1 => (Ink::Packet(0), ""),
        2 => (Ink::Packet(3), "8 3 2 3"),
        3 => (Ink::Packet(1), "6 3"),
        4 => (Ink::Packet(4), "10 4"),
        5 => (Ink::Packet(5), "3 3"),
        _ => (Ink::Packet(5), "1 2"),
    }
}

/// Powers of ten with their names on the axis of sizes.
const SIZES: [(f64, &str); 7] = [
    (8.0, "8 B"),
    (64.0, "64"),
    (512.0, "512"),
    (4096.0, "4 K"),
    (32_768.0, "32 K"),
    (262_144.0, "256 K"),
    (2_097_152.0, "2 M"),
];

/// A chart over size with two logarithmic axes: latency in µs, or bandwidth in GB/s. Open marks are figures of the paper.
pub fn curves(lines: &[TcaCurveView], bandwidth: bool, hidden: &[bool], palette: &Palette, i18n: &I18n) -> String {
    let (width, height, left, bottom, top) = (352.0, 224.0, 44.0, 26.0, 16.0);
    let mut sheet = Sheet::new(width, height, palette);
    sheet.ground(width, height, palette.panel.rgb);
    let value = |point: &mcore::modes::tca::TcaPoint| {
        if bandwidth { point.bandwidth_gb_s } else { point.latency_ns as f64 / 1000.0 }
    };
    let shown = || lines.iter().enumerate().filter(|(number, _)| hidden.get(*number) != Some(&true));
    let all = || shown().flat_map(|(_, line)| &line.points).map(value).filter(|value| *value > 0.0);
    let low = all().fold(f64::INFINITY, f64::min).log10();
    let high = all().fold(f64::NEG_INFINITY, f64::max).log10();
    let (low, high) = if low.is_finite() { (low.floor(), high.max(low + 0.1)) } else { (0.0, 1.0) };
    let high = high + (high - low) * 0.06;
    let x = |bytes: f64| left + (bytes.log2() - 3.0) / 19.0 * (width - left - 12.0);
    let y = |value: f64| height - bottom - (value.max(1e-12).log10() - low) / (high - low) * (height - bottom - top);
    let faint = sheet.ink(Ink::Line);
    for power in low as i32..=high.floor() as i32 {
        let at = 10f64.powi(power);
        sheet.line((left, y(at)), (width - 8.0, y(at)), &faint, 1.0, "");
        let text =
            if power < 0 { format!("{at:.*}", power.unsigned_abs() as usize) } else { crate::fmt::grouped(at as u64) };
        sheet.text((left - 6.0, y(at) + 4.0), &text, "end", Ink::Text2, "");
    }
    for (bytes, name) in SIZES {
        sheet.line((x(bytes), top), (x(bytes), height - bottom), &faint, 1.0, "");
        sheet.text((x(bytes), height - bottom + 14.0), name, "middle", Ink::Text2, "");
    }
    sheet.text((4.0, 11.0), if bandwidth { "GB/s" } else { "µs" }, "start", Ink::Text2, "");
    for (number, line) in shown() {
        let (ink, dashes) = line_look(number);
        let colour = sheet.ink(ink);
        let points: Vec<String> =
            line.points.iter().map(|point| format!("{:.1},{:.1}", x(point.bytes as f64), y(value(point)))).collect();
        let _ = write!(
            sheet.svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-dasharray=\"{dashes}\"><title>{}</title></polyline>",
            points.join(" "),
            if line.branch { 1.2 } else { 1.8 },
            plain(i18n.text(&line.name))
        );
    }
    for (number, line) in shown() {
        let Some(paper) = line.paper else { continue };
        let colour = sheet.ink(line_look(number).0);
        let (at, value) =
            if bandwidth { (4_194_304.0, paper.bandwidth_gb_s) } else { (8.0, paper.latency_ns / 1000.0) };
        let _ = write!(
            sheet.svg,
            "<circle class=\"tca-paper\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{}\" stroke=\"{colour}\" stroke-width=\"2\"><title>{}</title></circle>",
            x(at),
            y(value),
            hex(palette.panel.rgb),
            plain(&format!("{}: {value} {}", i18n.text(&line.name), if bandwidth { "GB/s" } else { "µs" }))
        );
    }
    sheet.end()
}

/// A sample of a line of the charts.
pub fn line_sample(number: usize, palette: &Palette) -> String {
    let mut sheet = Sheet::new(28.0, 10.0, palette);
    let (ink, dashes) = line_look(number);
    let colour = sheet.ink(ink);
    sheet.line((0.0, 5.0), (28.0, 5.0), &colour, 2.0, &format!(" stroke-dasharray=\"{dashes}\""));
    sheet.end()
}

/// The parts of an iteration of the benchmark.
pub const HIMENO_PARTS: [(&str, TcaPart); 3] = [
    ("tca-himeno-compute", TcaPart::Program),
    ("tca-himeno-halo", TcaPart::Hardware),
    ("tca-himeno-allreduce", TcaPart::Software),
];

/// The benchmark: for each run a bar of its three parts, all bars equally long.
pub fn himeno(rows: &[std::rc::Rc<TcaHimeno>], palette: &Palette) -> String {
    let (width, pitch, left, right) = (352.0, 20.0, 88.0, 72.0);
    let height = rows.len() as f64 * pitch + 8.0;
    let mut sheet = Sheet::new(width, height, palette);
    sheet.textures("tca-himeno");
    sheet.ground(width, height, palette.panel.rgb);
    for (number, row) in rows.iter().enumerate() {
        let y = 4.0 + number as f64 * pitch;
        let name = format!("{} {}", row.size, row.grid.replace('x', "×"));
        sheet.text((left - 6.0, y + 12.0), &name, "end", Ink::Text, "");
        let mut x = left;
        for (part, ns) in HIMENO_PARTS.iter().zip([row.compute, row.halo, row.allreduce]) {
            let wide = (width - left - right) * ns as f64 / row.total.max(1) as f64;
            let _ = write!(
                sheet.svg,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"15\" fill=\"url(#tca-himeno-{})\"><title>{}</title></rect>",
                texture(part.1),
                plain(&tca_time(ns))
            );
            x += wide;
        }
        sheet.text((width - right + 6.0, y + 12.0), &tca_time(row.total), "start", Ink::Text2, "");
    }
    sheet.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn palette() -> Palette {
        Palette::read(|name| if name == "--ui" { "sans-serif".into() } else { "#336699".into() })
    }

    #[test]
    fn steps_of_axes_are_round() {
        assert_eq!([0.3, 1.0, 3.0, 700.0].map(round), [0.5, 1.0, 5.0, 1000.0]);
    }

    #[test]
    fn a_time_is_found_again_at_its_height() {
        let diagram = TcaDiagram {
            nodes: (0, 1),
            interval: (1000, 7000),
            columns: vec![true; TCA_COLUMNS],
            blocks: Vec::new(),
            arrows: Vec::new(),
            notes: Vec::new(),
            coarse: false,
        };
        let lanes = Lanes::new(&diagram, (700.0, 500.0));
        for time in [1000, 2300, 6999] {
            assert_eq!(lanes.time(lanes.y(time) / 500.0), time);
        }
        let places: Vec<f64> = (0..TCA_COLUMNS as u8).filter_map(|column| lanes.x(column)).collect();
        assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 40.0), "{places:?}");
        assert!(now(2300, &lanes, &palette()).contains(">2.30<") && !now(900, &lanes, &palette()).contains("<line"));
    }

    #[test]
    fn rings_show_sharing_by_number_and_width() {
        let traffic = [(2, 3, 2), (7, 0, 1), (2, 10, 3)].map(|(from, to, shared)| Traffic {
            from,
            to,
            shared,
            text: format!("<{shared}>"),
        });
        let svg = rings((8, 2), &traffic, &[2, 3], Some((2, 3)), &palette());
        assert_eq!(svg.matches("data-link").count(), 3);
        assert!(svg.contains(">2</text>") && svg.contains(">3</text>") && svg.contains("&lt;2&gt;"));
        assert_eq!(svg.matches("<rect x=").count(), 16);
        assert!(!svg.contains("NaN"));
        assert!(!rings((2, 1), &[], &[], None, &palette()).contains("NaN"));
    }
}
