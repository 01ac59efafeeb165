//! The messages on the space-time picture: an arrow from the store that starts a DMA to the word that arrives last.

use super::spacetime::{Layers, Layout};
use super::span::Span;
use mcore::base::{Array, NodeId};
use mcore::modes::chip::view::{Message, MpiArrowView, SpaceTimeView};

/// Average width in pixels that one arrow needs to be readable.
const ROOM: f64 = 9.0;
/// Minimum number of arrows, however narrow the picture is.
const LEAST: usize = 24;
/// Number of nodes from which only the arrows of the selected node are drawn, if it has any.
const CROWD: usize = 64;
/// Distance in pixels at which the pointer is on an arrow.
const REACH: f64 = 6.0;
/// Length and half the width of an arrow's head.
const HEAD: (f64, f64) = (7.0, 2.6);

/// An arrow, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Its tail.
    pub from: (f64, f64),
    /// Its head.
    pub to: (f64, f64),
    /// Its start is known: it has a dot.
    pub begins: bool,
    /// Its end is known: it has a head.
    pub ends: bool,
    /// To or from the memory node: dashed.
    pub memory: bool,
    /// To or from the selected node.
    pub selected: bool,
    /// The index of its message in the traffic.
    pub message: usize,
}

impl Arrow {
    /// The distance from a point.
    fn distance(&self, (x, y): (f64, f64)) -> f64 {
        let ((x0, y0), (x1, y1)) = (self.from, self.to);
        let (dx, dy) = (x1 - x0, y1 - y0);
        let along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy).max(1e-9);
        let along = along.clamp(0.0, 1.0);
        (x - x0 - along * dx).hypot(y - y0 - along * dy)
    }

    /// The corners of its head.
    pub fn head(&self) -> [(f64, f64); 3] {
        let (dx, dy) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let length = dx.hypot(dy).max(1e-9);
        let (ux, uy) = (dx / length, dy / length);
        let back = (self.to.0 - HEAD.0 * ux, self.to.1 - HEAD.0 * uy);
        [self.to, (back.0 - HEAD.1 * uy, back.1 + HEAD.1 * ux), (back.0 + HEAD.1 * uy, back.1 - HEAD.1 * ux)]
    }
}

/// The messages in a part of the run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traffic {
    /// The messages that are known individually.
    pub messages: Vec<Message>,
    /// The number of all messages. Exact if `exact`.
    pub total: u64,
    /// False if the number is estimated from the recorded ones.
    pub exact: bool,
    /// The same messages with the facts that MPI knows; none for DMAs.
    pub mpi: Option<Vec<MpiArrowView>>,
}

/// True if a message was in flight at some time in a part of the run.
fn touches(message: &Message, span: Span) -> bool {
    message.from.is_none_or(|from| from < span.until) && message.until.is_none_or(|until| until >= span.from)
}

fn covers(view: &SpaceTimeView, span: Span) -> bool {
    view.from <= span.from && span.until <= view.from + view.cycles
}

/// The number of all messages in a part, and whether it is exact: a picture of just that part has counted them, any other has
/// recorded each `every`th of them, of which `found` are in the part.
fn total(view: &SpaceTimeView, span: Span, counted: u64, found: usize, every: u64) -> (u64, bool) {
    let whole = (view.from, view.from + view.cycles) == (span.from, span.until);
    (if whole { counted } else { found as u64 * every }, whole || every == 1)
}

/// A message of MPI as an arrow has it.
fn outline(message: &MpiArrowView) -> Message {
    Message {
        source: message.source,
        dst: message.dst,
        from: Some(message.from),
        until: message.until,
        bytes: Some(message.bytes),
    }
}

/// The messages of MPI in a part of the run; none if no picture of it has any.
pub fn messages(layers: Layers<'_>, span: Span) -> Option<Traffic> {
    let covering = layers.iter().filter(|v| covers(v, span));
    let found = covering.filter_map(|v| v.mpi.as_ref().map(|mpi| (*v, mpi)));
    let (view, found) = found.min_by_key(|(v, mpi)| (mpi.every, u64::MAX - v.cycles))?;
    let mpi: Vec<MpiArrowView> = found.messages.iter().filter(|m| touches(&outline(m), span)).cloned().collect();
    let (total, exact) = total(view, span, found.total, mpi.len(), found.every);
    let messages = mpi.iter().map(outline).collect();
    Some(Traffic { messages, total, exact, mpi: Some(mpi) })
}

/// The DMAs in a part of the run from the best of the pictures: the one that recorded most of them. Of those that
/// recorded as many, the longest, because it knows both ends of more messages.
pub fn traffic(layers: Layers<'_>, span: Span) -> Traffic {
    let covering = layers.iter().filter(|v| covers(v, span) && v.every > 0);
    let Some(view) = covering.min_by_key(|v| (v.every, u64::MAX - v.cycles)) else { return Traffic::default() };
    let messages: Vec<Message> = view.messages.iter().filter(|m| touches(m, span)).copied().collect();
    let (total, exact) = total(view, span, view.total, messages.len(), view.every);
    Traffic { messages, total, exact, mpi: None }
}

/// Whether the message starts or ends at the selected node.
pub fn is_of(message: &Message, selected: Option<NodeId>) -> bool {
    selected.is_some_and(|node| message.source == node || message.dst == node)
}

/// Whether only the arrows of the selected node are drawn: there are many nodes, and that one has some.
pub fn is_crowd(traffic: &Traffic, layout: Layout, selected: Option<NodeId>) -> bool {
    layout.nodes >= CROWD && traffic.messages.iter().any(|message| is_of(message, selected))
}

/// As many arrows as are readable in a picture of that width, spread evenly.
pub fn arrows(
    traffic: &Traffic,
    span: Span,
    (layout, array): (Layout, Array),
    width: f64,
    selected: Option<NodeId>,
) -> Vec<Arrow> {
    let most = ((width / ROOM) as usize).max(LEAST);
    let mine = |m: &Message| is_of(m, selected);
    let crowd = is_crowd(traffic, layout, selected);
    let wanted = traffic.messages.iter().enumerate().filter(|(_, m)| !crowd || mine(m));
    let every = wanted.clone().count().div_ceil(most).max(1);
    let chosen = wanted.enumerate().filter(|(i, _)| i.is_multiple_of(every)).map(|(_, m)| m);
    let arrow = |(message, m): (usize, &Message)| {
        let (y0, y1) = (layout.middle(array, m.source)?, layout.middle(array, m.dst)?);
        // In the middle of its cycle; an unknown end lies outside.
        let x = |cycle: Option<u64>, edge: f64| cycle.map_or(edge, |c| (span.share(c) + half(span)) * width);
        Some(Arrow {
            from: (x(m.from, 0.0), y0),
            to: (x(m.until, width), y1),
            begins: m.from.is_some(),
            ends: m.until.is_some(),
            memory: m.source == NodeId::MEMORY || m.dst == NodeId::MEMORY,
            selected: mine(m),
            message,
        })
    };
    let mut arrows: Vec<Arrow> = chosen.filter_map(arrow).collect();
    // Selected arrows lie above the others.
    arrows.sort_by_key(|a| a.selected);
    arrows
}

/// The arrow under the pointer; of several the nearest, which is drawn last.
pub fn under(arrows: &[Arrow], at: (f64, f64)) -> Option<&Arrow> {
    let near = arrows.iter().rev().map(|arrow| (arrow.distance(at), arrow)).filter(|(distance, _)| *distance <= REACH);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, arrow)| arrow)
}

/// Half a cycle as a share of a part.
fn half(span: Span) -> f64 {
    0.5 / span.cycles().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::modes::chip::view::MpiArrows;

    fn message(source: (u8, u8), dst: (u8, u8), from: Option<u64>, until: Option<u64>) -> Message {
        let node = |(x, y)| NodeId::new(x, y);
        Message { source: node(source), dst: node(dst), from, until, bytes: Some(4) }
    }

    fn view(from: u64, cycles: u64, messages: Vec<Message>, every: u64) -> SpaceTimeView {
        let total = messages.len() as u64 * every;
        SpaceTimeView { from, cycles, messages, every, total, ..SpaceTimeView::default() }
    }

    const SPAN: Span = Span { from: 100, until: 200 };

    #[test]
    fn an_arrow_leads_from_row_to_row_and_from_start_to_arrival() {
        let array = Array::new(2, 2);
        let layout = Layout::of(4);
        let traffic =
            Traffic { messages: vec![message((1, 1), (2, 2), Some(110), Some(150))], total: 1, exact: true, mpi: None };
        let [arrow] = arrows(&traffic, SPAN, (layout, array), 1000.0, None)[..] else { panic!("one arrow") };
        let row = |rank| layout.top(rank) as f64 + 9.0;
        let rounded = |(x, y): (f64, f64)| ((x * 1e6).round() / 1e6, y);
        assert_eq!((rounded(arrow.from), rounded(arrow.to)), ((105.0, row(0)), (505.0, row(3))));
        assert!(arrow.begins && arrow.ends && !arrow.memory && !arrow.selected);
        let [tip, a, b] = arrow.head();
        assert_eq!(tip, arrow.to);
        assert!(a.0 < tip.0 && b.0 < tip.0, "the head points forwards");
    }

    #[test]
    fn ends_outside_the_known_cycles_are_open_and_reach_the_edge() {
        let array = Array::new(2, 2);
        let messages = vec![
            message((0, 0), (1, 1), None, Some(120)),
            message((1, 1), (0, 0), Some(150), None),
            message((9, 9), (1, 1), Some(150), Some(160)),
        ];
        let traffic = Traffic { messages, total: 3, exact: true, mpi: None };
        let found = arrows(&traffic, SPAN, (Layout::of(4), array), 1000.0, Some(NodeId::new(1, 1)));
        assert_eq!(found.len(), 2, "there is no node (9,9)");
        assert_eq!((found[0].from.0, found[0].begins, found[0].ends), (0.0, false, true));
        assert_eq!((found[1].to.0, found[1].begins, found[1].ends), (1000.0, true, false));
        assert!(found.iter().all(|a| a.memory && a.selected));
    }

    #[test]
    fn only_as_many_as_can_be_read_are_drawn() {
        let messages: Vec<_> =
            (0..300).map(|i| message((1, 1), (2, 1), Some(100 + i / 3), Some(101 + i / 3))).collect();
        let traffic = Traffic { messages, total: 300, exact: true, mpi: None };
        let layout = (Layout::of(4), Array::new(2, 2));
        assert_eq!(arrows(&traffic, SPAN, layout, 900.0, None).len(), 100);
        assert_eq!(arrows(&traffic, SPAN, layout, 90.0, None).len(), 24, "a few even on a narrow picture");
        assert_eq!(arrows(&traffic, SPAN, layout, 9000.0, None).len(), 300);
    }

    #[test]
    fn the_picture_that_knows_most_of_the_messages_tells_of_them() {
        let long = message((1, 1), (2, 1), Some(50), Some(250));
        let cut = message((1, 1), (2, 1), None, Some(150));
        let before = message((1, 1), (2, 1), Some(10), Some(99));
        let whole = view(0, 1000, vec![before, long], 1);
        let part = view(100, 100, vec![cut], 1);
        // Both have all messages; the longer one knows where they start.
        assert_eq!(traffic(&[&part, &whole], SPAN), Traffic { messages: vec![long], total: 1, exact: true, mpi: None });
        // A picture with only some messages is worse than one with all.
        let thinned = view(0, 1000, vec![before, long], 4);
        assert_eq!(traffic(&[&part, &thinned], SPAN).messages, [cut]);
        let reckoned = traffic(&[&thinned], SPAN);
        assert_eq!((reckoned.total, reckoned.exact), (4, false));
        assert_eq!(traffic(&[&thinned], Span { from: 0, until: 1000 }).total, 8);
        assert_eq!(traffic(&[&part], Span { from: 0, until: 1000 }), Traffic::default(), "not covered");
    }

    fn mpi(ranks: (u32, u32), from: u64, until: Option<u64>) -> MpiArrowView {
        let node = |rank: u32| NodeId::new(1 + rank as u8 % 2, 1 + rank as u8 / 2);
        let (source, dst) = (node(ranks.0), node(ranks.1));
        MpiArrowView { source, dst, ranks, from, until, bytes: 8, tag: Some(3), function: "MPI_Send".into() }
    }

    #[test]
    fn messages_of_mpi_have_arrows_of_their_own() {
        let all = vec![mpi((0, 1), 50, Some(120)), mpi((1, 3), 150, None), mpi((2, 0), 10, Some(99))];
        let arrows_of = MpiArrows { messages: all.clone(), every: 1, total: 3 };
        let view = SpaceTimeView { mpi: Some(arrows_of), ..view(0, 1000, vec![], 1) };
        let found = messages(&[&view], SPAN).expect("messages");
        assert_eq!((found.total, found.exact, found.mpi.as_deref()), (2, true, Some(&all[..2])));
        let drawn = arrows(&found, SPAN, (Layout::of(4), Array::new(2, 2)), 1000.0, None);
        assert_eq!(drawn.iter().map(|a| (a.message, a.ends)).collect::<Vec<_>>(), [(0, true), (1, false)]);
        assert_eq!(messages(&[&SpaceTimeView { mpi: None, ..view }], SPAN), None);
    }

    #[test]
    fn the_pointer_finds_the_nearest_arrow_within_reach() {
        let messages =
            vec![message((1, 1), (2, 1), Some(100), Some(199)), message((1, 2), (2, 2), Some(100), Some(199))];
        let traffic = Traffic { messages, total: 2, exact: true, mpi: None };
        let drawn = arrows(&traffic, SPAN, (Layout::of(4), Array::new(2, 2)), 1000.0, None);
        let middle = |a: &Arrow| ((a.from.0 + a.to.0) / 2.0, (a.from.1 + a.to.1) / 2.0);
        for arrow in &drawn {
            let (x, y) = middle(arrow);
            assert_eq!(under(&drawn, (x, y + 2.0)).map(|a| a.message), Some(arrow.message));
        }
        assert_eq!(under(&drawn, (500.0, 400.0)), None);
        // Beyond its ends an arrow is not under the pointer.
        assert_eq!(under(&drawn, (drawn[0].to.0 + 20.0, drawn[0].to.1)), None);
    }

    #[test]
    fn in_a_crowd_the_selected_node_comes_first() {
        let array = Array::new(8, 8);
        let messages: Vec<_> =
            (0..64u8).map(|i| message((1 + i % 8, 1 + i / 8), (1, 1), Some(100 + u64::from(i)), Some(190))).collect();
        let traffic = Traffic { messages, total: 64, exact: true, mpi: None };
        let drawn = |selected| arrows(&traffic, SPAN, (Layout::of(64), array), 9000.0, selected);
        assert_eq!(drawn(None).len(), 64);
        let mine = drawn(Some(NodeId::new(3, 2)));
        assert_eq!(mine.iter().map(|a| (a.message, a.selected)).collect::<Vec<_>>(), [(10, true)]);
        assert_eq!(drawn(Some(NodeId::MEMORY)).len(), 64, "a node without arrows hides none");
        let crowd = |nodes, selected| is_crowd(&traffic, Layout::of(nodes), selected);
        assert!(crowd(64, Some(NodeId::new(3, 2))) && !crowd(64, Some(NodeId::MEMORY)) && !crowd(64, None));
        assert!(!crowd(63, Some(NodeId::new(3, 2))));
    }
}
