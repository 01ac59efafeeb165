//! A [`Surface`] that writes SVG, natively: pictures of the mesh for the gallery of examples.
//!
//! `cargo xtask pictures` makes all of them again (it sets `MCORE_BLESS`). Otherwise the test makes only missing ones,
//! and checks that they are pictures of a reasonable size.

use crate::paint::palette::Palette;
use crate::paint::surface::{Align, Ink, Lettering, Surface};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The picture being drawn.
struct Svg<'a> {
    palette: &'a Palette,
    body: String,
    /// The current path.
    path: String,
    /// Blocks of one colour that are not written yet.
    blocks: Option<(Ink, String)>,
}

/// A number with at most one decimal.
fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

impl<'a> Svg<'a> {
    fn new(palette: &'a Palette) -> Self {
        Self { palette, body: String::new(), path: String::new(), blocks: None }
    }

    fn write_blocks(&mut self) {
        if let Some((ink, path)) = self.blocks.take().filter(|(_, path)| !path.is_empty()) {
            let _ = write!(self.body, r#"<path fill="{}" d="{path}"/>"#, self.palette.css(ink));
        }
    }

    fn finish(mut self, width: f64, height: f64) -> String {
        self.write_blocks();
        let (w, h, bg) = (n(width), n(height), self.palette.bg.rgb);
        let [r, g, b] = bg;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" stroke-linecap="round"><rect width="{w}" height="{h}" fill="#{r:02x}{g:02x}{b:02x}"/>{}</svg>"##,
            self.body
        ) + "\n"
    }
}

fn rect_path(x: f64, y: f64, w: f64, h: f64) -> String {
    format!("M{} {}h{}v{}h{}z", n(x), n(y), n(w), n(h), n(-w))
}

impl Surface for Svg<'_> {
    fn ink(&mut self, ink: Ink) {
        if self.blocks.as_ref().is_none_or(|(now, _)| *now != ink) {
            self.write_blocks();
            self.blocks = Some((ink, String::new()));
        }
    }
    fn block(&mut self, x: f64, y: f64, w: f64, h: f64) {
        if let Some((_, path)) = &mut self.blocks {
            path.push_str(&rect_path(x, y, w, h));
        }
    }
    fn begin(&mut self) {
        self.write_blocks();
        self.path.clear();
    }
    fn rect(&mut self, x: f64, y: f64, w: f64, h: f64) {
        self.path.push_str(&rect_path(x, y, w, h));
    }
    fn round_rect(&mut self, x: f64, y: f64, w: f64, h: f64, radius: f64) {
        let r = radius;
        let (r, a, b) = (n(r), n(w - 2.0 * r), n(h - 2.0 * r));
        let arc = |dx: &str, dy: &str| format!("a{r} {r} 0 0 1 {dx} {dy}");
        let minus = |v: &str| format!("-{v}");
        let path = format!(
            "M{} {}h{a}{}v{b}{}h-{a}{}v-{b}{}z",
            n(x + radius),
            n(y),
            arc(&r, &r),
            arc(&minus(&r), &r),
            arc(&minus(&r), &minus(&r)),
            arc(&r, &minus(&r)),
        );
        self.path.push_str(&path);
    }
    fn circle(&mut self, x: f64, y: f64, radius: f64) {
        let (d, r) = (n(2.0 * radius), n(radius));
        let _ = write!(self.path, "M{} {}a{r} {r} 0 1 0 -{d} 0a{r} {r} 0 1 0 {d} 0z", n(x + radius), n(y));
    }
    fn quarter(&mut self, x: f64, y: f64, r: f64) {
        let r = n(r);
        let _ = write!(self.path, "M{} {}v-{r}a{r} {r} 0 0 1 {r} {r}z", n(x), n(y));
    }
    fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64) {
        let _ = write!(self.path, "M{} {}L{} {}", n(x1), n(y1), n(x2), n(y2));
    }
    fn triangle(&mut self, a: (f64, f64), b: (f64, f64), c: (f64, f64)) {
        let _ = write!(self.path, "M{} {}L{} {}L{} {}z", n(a.0), n(a.1), n(b.0), n(b.1), n(c.0), n(c.1));
    }
    fn curve(&mut self, from: (f64, f64), c1: (f64, f64), c2: (f64, f64), to: (f64, f64)) {
        let [a, b, c, d] = [from, c1, c2, to].map(|p| format!("{} {}", n(p.0), n(p.1)));
        let _ = write!(self.path, "M{a}C{b} {c} {d}");
    }
    fn fill(&mut self, ink: Ink) {
        let _ = write!(self.body, r#"<path fill="{}" d="{}"/>"#, self.palette.css(ink), self.path);
    }
    fn stroke(&mut self, ink: Ink, width: f64, dashed: bool) {
        let dashes = if dashed { r#" stroke-dasharray="5 4""# } else { "" };
        let css = self.palette.css(ink);
        let _ = write!(
            self.body,
            r#"<path fill="none" stroke="{css}" stroke-width="{}"{dashes} d="{}"/>"#,
            n(width),
            self.path
        );
    }
    fn text(&mut self, ink: Ink, lettering: Lettering, x: f64, y: f64, text: &str) {
        self.write_blocks();
        let anchor = match lettering.align {
            Align::Middle => "middle",
            Align::Right => "end",
        };
        // A picture cannot use the fonts of the page around it.
        let family = if lettering.mono { "monospace" } else { "sans-serif" };
        let weight = if lettering.bold { r#" font-weight="600""# } else { "" };
        let _ = write!(
            self.body,
            r#"<text x="{}" y="{}" fill="{}" font-family="{family}" font-size="{}"{weight} text-anchor="{anchor}" dominant-baseline="central">{}</text>"#,
            n(x),
            n(y),
            self.palette.css(ink),
            n(lettering.size),
            text.replace('&', "&amp;").replace('<', "&lt;")
        );
    }
}

mod pictures {
    use super::*;
    use crate::modes::chip::gallery::{Example, Gallery};
    use crate::modes::chip::paint::camera::Camera;
    use crate::modes::chip::paint::mesh::{Marks, Painter, Scene};
    use mcore::base::{NodeId, SourceFile};
    use mcore::modes::chip::session::{Command, Compilers, Request, Session, Update, Watch};
    use mcore::modes::chip::view::MeshView;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    /// Size of a picture.
    const SIZE: (f64, f64) = (320.0, 200.0);

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/examples")
    }

    /// The colours of a theme, from the style sheet.
    fn palette(dark: bool) -> Palette {
        let css = include_str!("../../../../../www/style/tokens.css");
        let (light, rest) = css.split_once("[data-theme=\"dark\"]").expect("two themes");
        let read = |css: &str| -> HashMap<String, String> {
            let lines = css.lines().filter_map(|l| l.trim().strip_suffix(';')?.split_once(':'));
            lines.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect()
        };
        let mut tokens = read(light);
        if dark {
            tokens.extend(read(rest));
        }
        Palette::read(|name| tokens.get(name).cloned().unwrap_or_default())
    }

    /// The chip at a cycle of an example.
    fn mesh_at(example: &Example, cycle: u64) -> MeshView {
        let files = example.files.iter().map(|name| SourceFile {
            name: name.clone(),
            text: std::fs::read_to_string(folder().join(&example.id).join(name)).expect("a file of the example"),
        });
        let compiler = mcore_cc::compile::C::default();
        let mut session = Session::with_compilers(Compilers::new(vec![Arc::new(compiler)]));
        let mut mesh = None;
        let commands = [
            Command::SetMachine(example.machine()),
            Command::Assemble { files: files.collect() },
            Command::Watch(Watch::default()),
            Command::Run { until: Some(cycle), pace: None },
        ];
        let take = |updates: Vec<Update>, mesh: &mut Option<MeshView>| {
            for update in updates {
                if let Update::Frame(frame) = update {
                    *mesh = frame.mesh.filter(|_| frame.cycle <= cycle);
                }
            }
        };
        for (id, command) in (1..).zip(commands) {
            take(session.handle(Request { id, command }), &mut mesh);
            while session.is_busy() {
                take(session.run_slice(1000), &mut mesh);
                take(session.handle(Request { id: 100, command: Command::Ack }), &mut mesh);
            }
        }
        mesh.expect("a picture")
    }

    fn picture(mesh: &MeshView, selected: NodeId, dark: bool) -> String {
        let palette = palette(dark);
        let mut svg = Svg::new(&palette);
        let scene = Scene {
            mesh,
            selected: Some(selected),
            hovered: None,
            memory: ("", ""),
            marks: &Marks::default(),
            camera: Camera::fit((mesh.width, mesh.height), SIZE.0, SIZE.1),
            size: SIZE,
        };
        Painter::default().paint(&mut svg, &scene);
        svg.finish(SIZE.0, SIZE.1)
    }

    #[test]
    fn every_example_has_its_pictures() {
        let index = std::fs::read_to_string(folder().join("index.json")).expect("the list of examples");
        let gallery: Gallery = serde_json::from_str(&index).expect("as the page reads it");
        let cycles: serde_json::Value = serde_json::from_str(&index).expect("JSON");
        assert!(gallery.examples.len() >= 8);
        for (number, example) in gallery.examples.iter().enumerate() {
            let cycle = cycles["examples"][number]["picture"].as_u64().expect("a cycle for the picture");
            for dark in [false, true] {
                let file = folder().join(&example.id).join(if dark { "dark.svg" } else { "light.svg" });
                if std::env::var_os("MCORE_BLESS").is_some() || !file.exists() {
                    let mesh = mesh_at(example, cycle);
                    let selected = NodeId::new(example.node.0, example.node.1);
                    std::fs::write(&file, picture(&mesh, selected, dark)).expect("the picture can be written");
                }
                let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
                assert!(text.starts_with("<svg") && text.contains("<path"), "{}", file.display());
                assert!(text.len() < 150_000, "{} has {} bytes", file.display(), text.len());
            }
        }
    }
}
