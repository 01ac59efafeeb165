//! The interface of a drawing surface for the painters.

/// Meaning of a colour; the theme decides which colour that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Background of boxes.
    Panel,
    /// Slightly raised areas: routers.
    Raise,
    /// Faint lines.
    Line,
    /// Clear lines.
    Line2,
    Text,
    /// Secondary text.
    Text2,
    /// The selection.
    Accent,
    /// A computing core.
    Work,
    /// A polling core.
    Poll,
    /// A halted core.
    Halt,
    /// A trapped core.
    Trap,
    /// Blocked traffic.
    Stall,
    /// A packet hue, 0..[`mcore::modes::chip::view::PACKET_HUES`].
    Packet(u8),
    /// Warmth of a link, 0..[`HEAT_LEVELS`].
    Heat(u8),
    /// A weak tint of a core's colour, for tiles and bars.
    Weak(CoreInk),
}

/// The core colours that also exist as a tint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoreInk {
    /// Computing.
    Work,
    Poll,
    Halt,
    /// Trapped.
    Trap,
}

/// Steps between a cold and a hot link.
pub const HEAT_LEVELS: u8 = 8;

/// Alignment of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The point is in the middle.
    Middle,
    /// The point is at the right end.
    Right,
}

/// The style of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    /// Size in pixels.
    pub size: f64,
    /// Digits of equal width.
    pub mono: bool,
    pub bold: bool,
    /// Alignment at the point.
    pub align: Align,
}

/// A surface measured in CSS pixels.
///
/// Shapes that appear in thousands (flits, lanes, bars) consist of blocks: browsers draw axis-aligned rectangles of one
/// colour much faster than a path of the same rectangles. Other shapes are collected into a path, drawn by one `fill`
/// or `stroke`.
pub trait Surface {
    /// Chooses the colour of the blocks that follow.
    fn ink(&mut self, ink: Ink);
    /// Draws a rectangle immediately.
    fn block(&mut self, x: f64, y: f64, w: f64, h: f64);
    /// Starts a new path.
    fn begin(&mut self);
    /// Adds a rectangle.
    fn rect(&mut self, x: f64, y: f64, w: f64, h: f64);
    /// Adds a rectangle with round corners.
    fn round_rect(&mut self, x: f64, y: f64, w: f64, h: f64, r: f64);
    /// Adds a circle.
    fn circle(&mut self, x: f64, y: f64, r: f64);
    /// Adds the upper right quarter of a disc.
    fn quarter(&mut self, x: f64, y: f64, r: f64);
    /// Adds a line.
    fn line(&mut self, x1: f64, y1: f64, x2: f64, y2: f64);
    /// Adds a triangle.
    fn triangle(&mut self, a: (f64, f64), b: (f64, f64), c: (f64, f64));
    /// Adds a curve with two control points.
    fn curve(&mut self, from: (f64, f64), c1: (f64, f64), c2: (f64, f64), to: (f64, f64));
    /// Fills the path.
    fn fill(&mut self, ink: Ink);
    /// Strokes the path.
    fn stroke(&mut self, ink: Ink, width: f64, dashed: bool);
    /// Draws a text; `y` is its middle.
    fn text(&mut self, ink: Ink, lettering: Lettering, x: f64, y: f64, text: &str);
}
