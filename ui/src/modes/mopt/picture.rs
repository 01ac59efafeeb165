//! The pictures as SVG texts, for the page and for files: placement with link loads, matrix, task graph, histogram, ways.

use crate::paint::palette::{Palette, Rgb};
use crate::paint::surface::{HEAT_LEVELS, Ink};
use mcore::modes::mopt::{
    MOPT_NO_LINK, MoptHistogram, MoptMatrix, MoptShape, MoptTasks, MoptWay, mopt_bytes, mopt_short,
};
use std::fmt::Write as _;

/// Places for links of a node.
const PORTS: u32 = 6;
/// Distance of two nodes, in the picture's units.
const PITCH: f64 = 44.0;
/// Half the width and half the height of a node.
const HALF: (f64, f64) = (13.0, 9.0);
/// Room around a plane, for wraps and its name.
const MARGIN: f64 = 26.0;
/// Above this number of nodes there are tiles instead of links and ranks.
const MAX_NODES: u32 = 1024;
/// Edges of a task graph that are drawn.
const MAX_EDGES: usize = 2000;

/// A colour as an attribute.
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Where the nodes of a network are in its picture: planes of x and y, in rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    sizes: [u32; 3],
    columns: u32,
}

impl Layout {
    /// The layout of a network.
    pub fn new(shape: &MoptShape) -> Self {
        let size = |dim: usize| shape.sizes.get(dim).copied().unwrap_or(1).max(1);
        let sizes = [size(0), size(1), size(2)];
        let columns = (1..=sizes[2]).find(|columns| columns * columns >= sizes[2]).unwrap_or(1);
        Self { sizes, columns }
    }

    fn plane(&self) -> (f64, f64) {
        (f64::from(self.sizes[0]) * PITCH + MARGIN, f64::from(self.sizes[1]) * PITCH + MARGIN)
    }

    /// Width and height of the picture.
    pub fn size(&self) -> (f64, f64) {
        let (width, height) = self.plane();
        (width * f64::from(self.columns), height * f64::from(self.sizes[2].div_ceil(self.columns)))
    }

    fn place(&self, node: u32) -> [u32; 3] {
        let [x, y, _] = self.sizes;
        [node % x, node / x % y, node / x / y]
    }

    fn number(&self, [x, y, z]: [u32; 3]) -> u32 {
        x + self.sizes[0] * (y + self.sizes[1] * z)
    }

    /// The centre of a node.
    pub fn centre(&self, node: u32) -> (f64, f64) {
        let [x, y, z] = self.place(node);
        let (width, height) = self.plane();
        (
            f64::from(z % self.columns) * width + MARGIN / 2.0 + (f64::from(x) + 0.5) * PITCH,
            f64::from(z / self.columns) * height + MARGIN / 2.0 + (f64::from(y) + 0.5) * PITCH,
        )
    }

    /// The node at the end of a link, and whether the link closes a ring.
    fn end(&self, link: u32) -> (u32, bool) {
        let (node, dim, down) = (link / PORTS, (link % PORTS / 2) as usize, link % 2 == 1);
        let mut place = self.place(node);
        let size = self.sizes[dim];
        let wraps = if down { place[dim] == 0 } else { place[dim] + 1 == size };
        place[dim] = if down { (place[dim] + size - 1) % size } else { (place[dim] + 1) % size };
        (self.number(place), wraps)
    }

    /// The node that an arrow key goes to.
    pub fn moved(&self, node: u32, key: &str) -> Option<u32> {
        let [mut x, mut y, z] = self.place(node);
        match key {
            "ArrowLeft" => x = x.saturating_sub(1),
            "ArrowRight" => x = (x + 1).min(self.sizes[0] - 1),
            "ArrowUp" => y = y.saturating_sub(1),
            "ArrowDown" => y = (y + 1).min(self.sizes[1] - 1),
            "PageUp" => return Some(self.number([x, y, z.saturating_sub(1)])),
            "PageDown" => return Some(self.number([x, y, (z + 1).min(self.sizes[2] - 1)])),
            _ => return None,
        }
        Some(self.number([x, y, z]))
    }

    /// A node's coordinates, such as `(3,2)`.
    pub fn name(&self, node: u32, dims: usize) -> String {
        let place: Vec<String> = self.place(node).iter().take(dims).map(u32::to_string).collect();
        format!("({})", place.join(","))
    }

    /// The line of a link: from and to. The two directions are side by side.
    fn line(&self, link: u32) -> ((f64, f64), (f64, f64)) {
        let (node, port) = (link / PORTS, link % PORTS);
        let (x, y) = self.centre(node);
        let (to, wraps) = self.end(link);
        let (to_x, to_y) = self.centre(to);
        let (side, stub) = (3.2, MARGIN / 2.0 - 2.0);
        match port {
            0 => ((x + HALF.0, y - side), (if wraps { x + HALF.0 + stub } else { to_x - HALF.0 }, y - side)),
            1 => ((x - HALF.0, y + side), (if wraps { x - HALF.0 - stub } else { to_x + HALF.0 }, y + side)),
            2 => ((x + side, y + HALF.1), (x + side, if wraps { y + HALF.1 + stub } else { to_y - HALF.1 })),
            3 => ((x - side, y - HALF.1), (x - side, if wraps { y - HALF.1 - stub } else { to_y + HALF.1 })),
            // Vertical links are marks at two corners of their node.
            4 => ((x + HALF.0 - 1.0, y + HALF.1 + 4.0), (x + HALF.0 + 5.0, y + HALF.1 + 4.0)),
            _ => ((x - HALF.0 + 1.0, y - HALF.1 - 4.0), (x - HALF.0 - 5.0, y - HALF.1 - 4.0)),
        }
    }
}

/// A map as it is drawn.
pub struct Scene<'a> {
    /// The network.
    pub shape: &'a MoptShape,
    /// The node of each rank.
    pub map: &'a [u32],
    /// The bytes of each link; differences if `signed`.
    pub bytes: &'a [f64],
    /// The values are differences of two maps.
    pub signed: bool,
    /// The most bytes of the scale, common to all maps shown.
    pub most: f64,
    /// The group of each rank: 0 for none. Colours and outlines repeat after six.
    pub groups: &'a dyn Fn(usize) -> u32,
    /// Links to be lit.
    pub lit: &'a [u32],
    /// The selected link.
    pub link: Option<u32>,
    /// Nodes with a frame: taken up, and the place of the keys.
    pub framed: [Option<u32>; 2],
}

fn heat(value: f64, most: f64) -> Ink {
    let level = (value / most.max(1.0) * f64::from(HEAT_LEVELS - 1)).round();
    Ink::Heat((level as u8).min(HEAT_LEVELS - 1))
}

fn begin(width: f64, height: f64, palette: &Palette) -> String {
    let font = palette.ui_font.replace('"', "'").replace(['<', '&'], "");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{font}\" font-size=\"11\">"
    )
}

/// A map with the loads of its links.
pub fn placement(scene: &Scene<'_>, palette: &Palette) -> String {
    let layout = Layout::new(scene.shape);
    if scene.shape.nodes > MAX_NODES {
        return tiles(scene, &layout, palette);
    }
    let (width, height) = layout.size();
    let mut svg = begin(width, height, palette);
    let ink = |ink: Ink| hex(palette.rgb(ink));
    let dims = scene.shape.sizes.len();
    if dims > 2 {
        for z in 0..layout.sizes[2] {
            let (x, y) = layout.centre(layout.number([0, 0, z]));
            let _ = write!(
                svg,
                "<text x=\"{:.0}\" y=\"{:.0}\" fill=\"{}\">z = {z}</text>",
                x - HALF.0,
                y - HALF.1 - 14.0,
                ink(Ink::Text2)
            );
        }
    }
    let busiest = scene.bytes.iter().copied().fold(0.0, f64::max);
    let first = scene.bytes.iter().position(|bytes| *bytes == busiest).filter(|_| busiest > 0.0 && !scene.signed);
    for (link, bytes) in (0u32..).zip(scene.bytes) {
        if *bytes == MOPT_NO_LINK && !scene.signed || scene.signed && *bytes == 0.0 {
            continue;
        }
        let ((x1, y1), (x2, y2)) = layout.line(link);
        let part = (bytes.abs() / scene.most.max(1.0)).clamp(0.0, 1.0);
        let stroke = match (scene.signed, *bytes < 0.0) {
            (false, _) => ink(heat(*bytes, scene.most)),
            (true, true) => ink(Ink::Packet(0)),
            (true, false) => ink(Ink::Packet(1)),
        };
        let (to, wraps) = layout.end(link);
        let value = match scene.signed {
            true => format!("{}{}", if *bytes < 0.0 { "−" } else { "+" }, mopt_bytes(bytes.abs() as u64)),
            false => mopt_bytes(*bytes as u64),
        };
        let title = format!("{} → {}: {value}", layout.name(link / PORTS, dims), layout.name(to, dims));
        let _ = write!(
            svg,
            "<line data-link=\"{link}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{stroke}\" stroke-width=\"{:.1}\"><title>{title}</title></line>",
            1.2 + part * 4.4
        );
        if wraps || link % PORTS > 3 {
            // The arrow of a stub.
            let (dx, dy) = (
                (x2 - x1).signum() * f64::from(u8::from(x2 != x1)),
                (y2 - y1).signum() * f64::from(u8::from(y2 != y1)),
            );
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{stroke}\"/>",
                x2 + dx * 4.0,
                y2 + dy * 4.0,
                x2 - dy * 3.0,
                y2 - dx * 3.0,
                x2 + dy * 3.0,
                y2 + dx * 3.0
            );
        }
        if scene.signed && scene.shape.nodes <= 256 {
            let sign = if *bytes < 0.0 { "−" } else { "+" };
            let (across, along) = if y1 == y2 {
                (0.0, if link % 2 == 0 { -4.0 } else { 11.0 })
            } else {
                (if link % 2 == 0 { 6.0 } else { -6.0 }, 4.0)
            };
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\">{sign}</text>",
                (x1 + x2) / 2.0 + across,
                (y1 + y2) / 2.0 + along,
                ink(Ink::Text)
            );
        }
    }
    for link in scene.lit {
        let ((x1, y1), (x2, y2)) = layout.line(*link);
        let _ = write!(
            svg,
            "<line class=\"mo-lit\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{}\" stroke-width=\"2\" pointer-events=\"none\"/>",
            ink(Ink::Accent)
        );
    }
    let mut frame = |link: u32, colour: String, dashes: &str| {
        let ((x1, y1), (x2, y2)) = layout.line(link);
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dashes} pointer-events=\"none\"/>",
            x1.min(x2) - 4.0,
            y1.min(y2) - 4.0,
            (x2 - x1).abs() + 8.0,
            (y2 - y1).abs() + 8.0
        );
    };
    if let Some(first) = first {
        frame(first as u32, ink(Ink::Text), " stroke-dasharray=\"3 2\"");
    }
    if let Some(link) = scene.link {
        frame(link, ink(Ink::Accent), "");
    }
    let mut ranks = vec![None; scene.shape.nodes as usize];
    for (rank, node) in scene.map.iter().enumerate() {
        if let Some(place) = ranks.get_mut(*node as usize) {
            *place = Some(rank);
        }
    }
    for (node, rank) in (0u32..).zip(&ranks) {
        let (x, y) = layout.centre(node);
        let group = rank.map_or(0, |rank| (scene.groups)(rank));
        let hues = [Ink::Packet(2), Ink::Packet(3), Ink::Packet(0), Ink::Packet(1), Ink::Packet(4), Ink::Packet(5)];
        let (stroke, width, dashes) = match group {
            0 => (ink(Ink::Line2), 1.0, ""),
            group => (
                ink(hues[(group as usize - 1) % hues.len()]),
                2.0,
                ["", " stroke-dasharray=\"4 2\"", " stroke-dasharray=\"1 2\""][(group as usize - 1) % 3],
            ),
        };
        let [taken, cursor] = scene.framed;
        let (fill, text) = if taken == Some(node) { (Ink::Accent, Ink::Panel) } else { (Ink::Panel, Ink::Text) };
        let _ = write!(
            svg,
            "<g data-node=\"{node}\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"4\" fill=\"{}\" stroke=\"{stroke}\" stroke-width=\"{width}\"{dashes}/>",
            x - HALF.0,
            y - HALF.1,
            HALF.0 * 2.0,
            HALF.1 * 2.0,
            ink(fill)
        );
        if let Some(rank) = rank {
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\" pointer-events=\"none\">{rank}</text>",
                y + 4.0,
                ink(text)
            );
        }
        if cursor == Some(node) {
            let _ = write!(
                svg,
                "<rect class=\"mo-cursor\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.0}\" height=\"{:.0}\" rx=\"6\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
                x - HALF.0 - 3.0,
                y - HALF.1 - 3.0,
                HALF.0 * 2.0 + 6.0,
                HALF.1 * 2.0 + 6.0,
                ink(Ink::Accent)
            );
        }
        svg += "</g>";
    }
    svg + "</svg>"
}

/// A large network: a tile for each node, by the busiest link that leaves it.
fn tiles(scene: &Scene<'_>, layout: &Layout, palette: &Palette) -> String {
    let [x, y, z] = layout.sizes;
    let columns = layout.columns;
    let gap = 2;
    let (width, height) = ((x + gap) * columns, (y + gap) * z.div_ceil(columns));
    let mut svg = begin(width.into(), height.into(), palette);
    let mut paths = vec![String::new(); HEAT_LEVELS.into()];
    for node in 0..scene.shape.nodes {
        let links = (node * PORTS) as usize..((node + 1) * PORTS) as usize;
        let most = scene.bytes.get(links).into_iter().flatten().fold(0.0f64, |most, bytes| most.max(bytes.abs()));
        let [px, py, pz] = layout.place(node);
        let (left, top) = (px + pz % columns * (x + gap), py + pz / columns * (y + gap));
        let Ink::Heat(level) = heat(most, scene.most) else { continue };
        let _ = write!(paths[usize::from(level)], "M{left} {top}h1v1h-1Z");
    }
    for (level, path) in (0u8..).zip(paths) {
        let _ = write!(svg, "<path d=\"{path}\" fill=\"{}\"/>", hex(palette.rgb(Ink::Heat(level))));
    }
    svg + "</svg>"
}

/// The matrix: rows are sources. Colours follow the logarithm.
pub fn matrix(matrix: &MoptMatrix, palette: &Palette) -> String {
    let side = matrix.side.max(1);
    let cell = (512 / side).max(2);
    let mut svg = begin((side * cell).into(), (side * cell).into(), palette);
    let _ = write!(
        svg,
        "<rect width=\"100%\" height=\"100%\" fill=\"{}\" stroke=\"{}\"/>",
        hex(palette.rgb(Ink::Panel)),
        hex(palette.rgb(Ink::Line2))
    );
    let least = matrix.cells.iter().copied().filter(|bytes| *bytes > 0.0).fold(matrix.most, f64::min);
    let span = (matrix.most / least.max(1.0)).ln().max(1e-9);
    let mut paths = vec![String::new(); HEAT_LEVELS.into()];
    for (at, bytes) in (0u32..).zip(&matrix.cells) {
        if *bytes > 0.0 {
            let part = if matrix.most > least { (bytes / least).ln() / span } else { 1.0 };
            // The coldest colour is too near to the ground.
            let level = 2 + (part * f64::from(HEAT_LEVELS - 3)).round() as usize;
            let (x, y) = (at % side * cell, at / side * cell);
            let _ = write!(paths[level.min(usize::from(HEAT_LEVELS) - 1)], "M{x} {y}h{cell}v{cell}h-{cell}Z");
        }
    }
    for (level, path) in (0u8..).zip(paths) {
        let _ = write!(svg, "<path d=\"{path}\" fill=\"{}\"/>", hex(palette.rgb(Ink::Heat(level))));
    }
    svg + "</svg>"
}

/// The task graph: the ranks in a circle.
pub fn tasks(tasks: &MoptTasks, ranks: u32, palette: &Palette) -> String {
    let mut svg = begin(560.0, 560.0, palette);
    let place = |rank: u32| {
        let angle = f64::from(rank) / f64::from(ranks.max(1)) * std::f64::consts::TAU - std::f64::consts::FRAC_PI_2;
        (280.0 + angle.cos() * 250.0, 280.0 + angle.sin() * 250.0)
    };
    let heaviest: Vec<_> = tasks.edges.iter().take(MAX_EDGES).collect();
    for edge in heaviest.iter().rev() {
        let ((x1, y1), (x2, y2)) = (place(edge.a), place(edge.b));
        let part = edge.bytes / tasks.most.max(1.0);
        let _ = write!(
            svg,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{}\" stroke-width=\"{:.1}\"><title>{} – {}: {}</title></line>",
            hex(palette.rgb(heat(edge.bytes, tasks.most))),
            0.6 + part * 2.4,
            edge.a,
            edge.b,
            edge.text
        );
    }
    let names = ranks <= 64;
    for rank in 0..ranks {
        let (x, y) = place(rank);
        let (panel, line, text) = (palette.rgb(Ink::Panel), palette.rgb(Ink::Line2), palette.rgb(Ink::Text));
        let radius = if names { 11 } else { 3 };
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\"/>",
            hex(panel),
            hex(line)
        );
        if names {
            let _ = write!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"{}\">{rank}</text>",
                y + 4.0,
                hex(text)
            );
        }
    }
    svg + "</svg>"
}

/// Links by their bytes: a bar for each map, the first one hatched.
pub fn histogram(histogram: &MoptHistogram, names: &[String], links: &str, axis: &str, palette: &Palette) -> String {
    let (width, height, left, bottom, top) = (460.0, 230.0, 46.0, 40.0, 28.0);
    let mut svg = begin(width, height, palette);
    let hue = |map: usize| hex(palette.rgb(Ink::Packet(if map == 0 { 1 } else { 0 })));
    let text = hex(palette.rgb(Ink::Text2));
    let _ = write!(
        svg,
        "<defs><pattern id=\"mo-hatch\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"2.4\" height=\"5\" fill=\"{}\"/></pattern></defs>",
        hue(0)
    );
    let fill = |map: usize| if map == 0 { "url(#mo-hatch)".to_owned() } else { hue(map) };
    for (map, name) in names.iter().enumerate() {
        let x = left + map as f64 * 200.0;
        let name = name.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"6\" width=\"11\" height=\"11\" fill=\"{}\" stroke=\"{}\"/><text x=\"{}\" y=\"16\" fill=\"{text}\">{name}</text>",
            fill(map),
            hue(map),
            x + 17.0
        );
    }
    let most = histogram.bins.iter().flat_map(|bin| &bin.counts).copied().max().unwrap_or(1).max(1);
    let (plot_width, plot_height) = (width - left - 8.0, height - bottom - top);
    for part in 0..=4 {
        let y = top + plot_height * (1.0 - f64::from(part) / 4.0);
        let _ = write!(
            svg,
            "<line x1=\"{left}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{text}\">{:.0}</text>",
            width - 8.0,
            hex(palette.rgb(Ink::Line)),
            left - 5.0,
            y + 4.0,
            f64::from(most) * f64::from(part) / 4.0
        );
    }
    let step = plot_width / histogram.bins.len().max(1) as f64;
    let every = histogram.bins.len().div_ceil(8).max(1);
    for (at, bin) in histogram.bins.iter().enumerate() {
        let x = left + at as f64 * step;
        let bar = step * 0.86 / bin.counts.len().max(1) as f64;
        for (map, count) in bin.counts.iter().enumerate() {
            let tall = plot_height * f64::from(*count) / f64::from(most);
            let _ = write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{bar:.1}\" height=\"{tall:.1}\" fill=\"{}\" stroke=\"{}\"><title>{}: {count}</title></rect>",
                x + bar * map as f64,
                top + plot_height - tall,
                fill(map),
                hue(map),
                bin.text
            );
        }
        if at % every == 0 {
            let from = if histogram.unit > 1.0 {
                format!("{:.0}", bin.from / histogram.unit)
            } else {
                mopt_short(bin.from as u64)
            };
            let _ =
                write!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{text}\">{from}</text>", top + plot_height + 14.0);
        }
    }
    let _ = write!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{text}\">{axis}</text><text x=\"2\" y=\"26\" fill=\"{text}\" font-size=\"10\">{links}</text></svg>",
        width - 8.0,
        height - 6.0
    );
    svg
}

/// A way to join two groups: two boxes with the places of their first nodes.
pub fn way(way: &MoptWay, sizes: [u32; 3], axis: u32, palette: &Palette) -> String {
    let mut svg = begin(48.0, 26.0, palette);
    let along_y = axis == 1;
    for (second, origin, mirrored) in [(false, way.origin_a, way.mirrored_a), (true, way.origin_b, way.mirrored_b)] {
        let (width, height) = if along_y { (30.0, 11.0) } else { (21.0, 20.0) };
        let (x, y) = match (second, along_y) {
            (false, _) => (2.0, 2.0),
            (true, false) => (25.0, 2.0),
            (true, true) => (2.0, 14.0),
        };
        let colour = hex(palette.rgb(Ink::Packet(if second { 3 } else { 2 })));
        let part = |dim: usize| {
            let most = sizes[dim].saturating_sub(1).max(1);
            (f64::from(origin[dim]) / f64::from(most)).min(1.0)
        };
        let (dot_x, dot_y) = (x + 4.0 + part(0) * (width - 8.0), y + 4.0 + part(1) * (height - 8.0));
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\"{}/>",
            if second { " stroke-dasharray=\"3 2\"" } else { "" }
        );
        // A mirror image has a square instead of a dot.
        let _ = match mirrored {
            true => write!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"5\" height=\"5\" fill=\"{colour}\"/>",
                dot_x - 2.5,
                dot_y - 2.5
            ),
            false => write!(svg, "<circle cx=\"{dot_x:.1}\" cy=\"{dot_y:.1}\" r=\"2.6\" fill=\"{colour}\"/>"),
        };
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(sizes: &[u32], torus: bool) -> MoptShape {
        MoptShape {
            name: Default::default(),
            ranks: 8,
            pairs: 0,
            bytes: 0.0,
            bytes_text: String::new(),
            network: String::new(),
            torus,
            sizes: sizes.to_vec(),
            nodes: sizes.iter().product(),
            links: 0,
            notices: Vec::new(),
        }
    }

    #[test]
    fn every_node_has_a_place_of_its_own_inside() {
        for sizes in [&[8, 8][..], &[1, 7], &[4, 3, 5], &[16, 2, 2]] {
            let layout = Layout::new(&shape(sizes, true));
            let (width, height) = layout.size();
            let mut places: Vec<(i64, i64)> = (0..sizes.iter().product::<u32>())
                .map(|node| {
                    let (x, y) = layout.centre(node);
                    assert!(x > HALF.0 && y > HALF.1 && x + HALF.0 < width && y + HALF.1 < height, "{sizes:?} {node}");
                    assert_eq!(layout.number(layout.place(node)), node);
                    (x as i64, y as i64)
                })
                .collect();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), sizes.iter().product::<u32>() as usize);
        }
    }

    #[test]
    fn links_end_at_neighbours_and_wraps_are_known() {
        let layout = Layout::new(&shape(&[4, 4], true));
        assert_eq!([layout.end(0), layout.end(1)], [(1, false), (3, true)]);
        assert_eq!([layout.end(2), layout.end(3)], [(4, false), (12, true)]);
        let ((_, y), (_, back)) = (layout.line(0).0, layout.line(PORTS + 1).0);
        assert!(y != back, "the two directions are side by side");
        assert_eq!(layout.moved(5, "ArrowRight"), Some(6));
        assert_eq!(layout.moved(3, "ArrowRight"), Some(3));
        assert_eq!(layout.moved(5, "x"), None);
    }

    #[test]
    fn links_and_ranks_are_drawn_up_to_a_size_and_tiles_above_it() {
        let draw = |sizes: &[u32]| {
            let shape = shape(sizes, false);
            let map: Vec<u32> = (0..8).collect();
            let bytes = vec![7.0; (shape.nodes * PORTS) as usize];
            let scene = Scene {
                shape: &shape,
                map: &map,
                bytes: &bytes,
                signed: false,
                most: 7.0,
                groups: &|_| 0,
                lit: &[],
                link: None,
                framed: [None; 2],
            };
            placement(&scene, &Palette::read(|_| "#336699".to_owned()))
        };
        let small = draw(&[4, 4]);
        assert_eq!((small.matches("data-node").count(), small.matches("data-link").count()), (16, 96));
        assert!(small.contains("stroke-dasharray"), "the busiest link is dashed");
        let large = draw(&[64, 64]);
        assert_eq!((large.matches("data-node").count(), large.matches("h1v1h-1Z").count()), (0, 4096));
    }
}
