//! The colours of the page's theme, read from the custom properties of the document (`www/style/tokens.css`).

use super::surface::{CoreInk, HEAT_LEVELS, Ink};
use mcore::modes::chip::view::PACKET_HUES;

/// A colour as red, green, blue.
pub type Rgb = [u8; 3];

/// A colour in both forms that painters need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Colour {
    /// For charts.
    pub rgb: Rgb,
    /// For canvases.
    css: String,
}

impl Colour {
    fn new(rgb: Rgb) -> Self {
        let [r, g, b] = rgb;
        Self { rgb, css: format!("#{r:02x}{g:02x}{b:02x}") }
    }
}

/// All colours of a theme.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    /// Background of the mesh.
    pub bg: Colour,
    /// Background of charts and boxes.
    pub panel: Colour,
    /// Raised areas.
    pub raise: Colour,
    /// Faint lines.
    pub line: Colour,
    /// Clear lines.
    pub line2: Colour,
    pub text: Colour,
    /// Secondary text.
    pub text2: Colour,
    /// Selection.
    pub accent: Colour,
    /// Blocked traffic.
    pub stall: Colour,
    /// Core states: computing, polling, halted, trapped.
    pub cores: [Colour; 4],
    weak: [Colour; 4],
    packets: Vec<Colour>,
    heat: Vec<Colour>,
    /// Typeface of text.
    pub ui_font: String,
    /// Typeface of numbers.
    pub mono_font: String,
}

impl Palette {
    /// Reads a palette through a function that returns the value of a custom property.
    pub fn read(property: impl Fn(&str) -> String) -> Self {
        let rgb = |name: &str| parse(&property(name)).unwrap_or([128; 3]);
        let colour = |name: &str| Colour::new(rgb(name));
        let panel = rgb("--panel");
        let cores = ["--work", "--poll", "--halt", "--trap"].map(rgb);
        let (cold, warm, hot) = (rgb("--heat0"), rgb("--heat1"), rgb("--heat2"));
        let heat = (0..HEAT_LEVELS).map(|level| {
            let t = f64::from(level) / f64::from(HEAT_LEVELS - 1);
            Colour::new(if t < 0.5 { mix(cold, warm, t * 2.0) } else { mix(warm, hot, t * 2.0 - 1.0) })
        });
        Self {
            bg: colour("--bg"),
            panel: colour("--panel"),
            raise: colour("--raise"),
            line: colour("--line"),
            line2: colour("--line2"),
            text: colour("--ink"),
            text2: colour("--ink2"),
            accent: colour("--accent"),
            stall: colour("--stall"),
            weak: cores.map(|c| Colour::new(mix(panel, c, 0.55))),
            cores: cores.map(Colour::new),
            packets: (1..=PACKET_HUES).map(|n| colour(&format!("--p{n}"))).collect(),
            heat: heat.collect(),
            ui_font: property("--ui"),
            mono_font: property("--mono"),
        }
    }

    /// The colour for a meaning, as CSS.
    pub fn css(&self, ink: Ink) -> &str {
        &self.colour(ink).css
    }

    /// The colour for a meaning, as numbers.
    pub fn rgb(&self, ink: Ink) -> Rgb {
        self.colour(ink).rgb
    }

    fn colour(&self, ink: Ink) -> &Colour {
        let core = |core: CoreInk| match core {
            CoreInk::Work => 0,
            CoreInk::Poll => 1,
            CoreInk::Halt => 2,
            CoreInk::Trap => 3,
        };
        match ink {
            Ink::Panel => &self.panel,
            Ink::Raise => &self.raise,
            Ink::Line => &self.line,
            Ink::Line2 => &self.line2,
            Ink::Text => &self.text,
            Ink::Text2 => &self.text2,
            Ink::Accent => &self.accent,
            Ink::Stall => &self.stall,
            Ink::Work => &self.cores[0],
            Ink::Poll => &self.cores[1],
            Ink::Halt => &self.cores[2],
            Ink::Trap => &self.cores[3],
            Ink::Weak(c) => &self.weak[core(c)],
            Ink::Packet(n) => self.packets.get(usize::from(n)).unwrap_or(&self.text),
            Ink::Heat(n) => self.heat.get(usize::from(n)).unwrap_or(&self.line2),
        }
    }

    /// The current palette of the document.
    pub fn of_document() -> Self {
        let window = gloo_utils::window();
        let style =
            gloo_utils::document().document_element().and_then(|root| window.get_computed_style(&root).ok().flatten());
        Self::read(|name| {
            style.as_ref().and_then(|s| s.get_property_value(name).ok()).unwrap_or_default().trim().to_owned()
        })
    }
}

/// A colour between two others; `t` is the share of the second.
pub fn mix(from: Rgb, to: Rgb, t: f64) -> Rgb {
    std::array::from_fn(|i| (f64::from(from[i]) + (f64::from(to[i]) - f64::from(from[i])) * t).round() as u8)
}

/// Reads `#rgb` or `#rrggbb`.
fn parse(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#')?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        3 => Some([8, 4, 0].map(|shift| (value >> shift & 15) as u8 * 17)),
        6 => Some([16, 8, 0].map(|shift| (value >> shift & 255) as u8)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_both_lengths() {
        assert_eq!(parse("#fff"), Some([255; 3]));
        assert_eq!(parse("#0f8a7e"), Some([0x0f, 0x8a, 0x7e]));
        assert_eq!(parse("teal"), None);
    }

    #[test]
    fn warmth_goes_from_cold_to_hot() {
        let palette = Palette::read(|name| {
            match name {
                "--heat0" => "#000000",
                "--heat2" => "#ffffff",
                _ => "#808080",
            }
            .to_owned()
        });
        assert_eq!(palette.css(Ink::Heat(0)), "#000000");
        assert_eq!(palette.css(Ink::Heat(HEAT_LEVELS - 1)), "#ffffff");
    }

    #[test]
    fn every_token_that_painters_read_is_in_both_themes() {
        let css = include_str!("../../../www/style/tokens.css");
        let (light, dark) = css.split_once("[data-theme=\"dark\"]").expect("two themes");
        let mut names: Vec<String> =
            ["bg", "panel", "raise", "line", "line2", "ink", "ink2", "accent", "stall", "work", "poll"]
                .iter()
                .chain(&["halt", "trap", "heat0", "heat1", "heat2"])
                .map(|n| format!("--{n}: #"))
                .collect();
        names.extend((1..=PACKET_HUES).map(|n| format!("--p{n}: #")));
        for name in names {
            assert!(light.contains(&name) && dark.contains(&name), "{name}");
        }
    }
}
