//! A breakpoint or watchpoint while it is typed into the form.

use mcore::base::NodeId;
use mcore::modes::chip::session::{StopAt, StopSpec, WatchHow};

/// The kind of condition of a stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum What {
    /// A source line.
    #[default]
    Line,
    Label,
    Address,
    /// A register or memory is used.
    Watch,
    Cycle,
    DmaStarted,
    DmaArrived,
    Trap,
    Deadlock,
    /// A core halts.
    Halt,
}

impl What {
    /// All kinds in the order of the list, with their messages.
    pub const ALL: [(Self, &'static str); 10] = [
        (Self::Line, "stop-what-line"),
        (Self::Label, "stop-what-label"),
        (Self::Address, "stop-what-address"),
        (Self::Watch, "stop-what-watch"),
        (Self::Cycle, "stop-what-cycle"),
        (Self::DmaStarted, "stop-what-dma-started"),
        (Self::DmaArrived, "stop-what-dma-arrived"),
        (Self::Trap, "stop-what-trap"),
        (Self::Deadlock, "stop-what-deadlock"),
        (Self::Halt, "stop-what-halt"),
    ];

    /// Message and example for the field of the place; `None` if there is no such field.
    pub fn place_label(self, in_c: bool) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Line => Some(("stop-place-line", if in_c { "matmul.c:31" } else { "matmul.s:31" })),
            Self::Label => Some(("stop-place-label", "main")),
            Self::Address => Some(("stop-place-address", "0x1040")),
            Self::Watch => Some(("stop-place-watch", "$t0, flag, 0x2000")),
            Self::Cycle => Some(("stop-place-cycle", "18204")),
            _ => None,
        }
    }

    /// Whether the stop can be limited to some nodes.
    pub fn has_nodes(self) -> bool {
        !matches!(self, Self::Cycle | Self::Deadlock)
    }
}

/// The accesses that trigger a watchpoint, as messages.
pub const HOWS: [&str; 4] = ["stop-how-change", "stop-how-write", "stop-how-read", "stop-how-value"];

/// The form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Number of the stop being changed.
    pub id: Option<u32>,
    /// The kind of condition.
    pub what: What,
    /// Line, label, address, register or cycle.
    pub place: String,
    /// Index into [`HOWS`].
    pub how: usize,
    /// Test of a value, such as `== 5`.
    pub test: String,
    /// Number of watched words.
    pub words: String,
    /// Nodes, such as `(1,1) (2,3)`; empty: all.
    pub nodes: String,
    /// Condition, such as `$t0 == 5`.
    pub condition: String,
}

/// Parses a number in the notation of programs.
fn number(text: &str) -> Option<u64> {
    let text = text.trim().replace([',', '_'], "");
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    hex.map_or_else(|| text.parse().ok(), |digits| u64::from_str_radix(digits, 16).ok())
}

/// Parses nodes: pairs of numbers with any separators.
pub fn nodes(text: &str) -> Option<Vec<NodeId>> {
    let fields = text.split(|c: char| !c.is_ascii_digit()).filter(|f| !f.is_empty());
    let numbers = fields.map(|f| f.parse().ok()).collect::<Option<Vec<u8>>>()?;
    let only_pairs = text.chars().all(|c| c.is_ascii_digit() || " (),;.".contains(c));
    (numbers.len().is_multiple_of(2) && only_pairs)
        .then(|| numbers.chunks(2).map(|p| NodeId::new(p[0], p[1])).collect())
}

/// A field of the form, for error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Place,
    /// The number of words.
    Words,
    /// The test of a value.
    Test,
    Nodes,
}

impl Draft {
    /// The stop; a line without a file is one of `file`. On error the wrong field and a message.
    pub fn read(&self, id: u32, file: Option<&str>) -> Result<StopSpec, (Field, &'static str)> {
        let place = self.place.trim();
        if place.is_empty() && self.what.place_label(false).is_some() {
            return Err((Field::Place, "stop-bad-empty"));
        }
        let at = match self.what {
            What::Line => {
                let (file, line) = match place.rsplit_once(':') {
                    Some((file, line)) => (Some(file.trim()), line),
                    None => (file, place),
                };
                let line = number(line).and_then(|n| u32::try_from(n).ok()).filter(|n| *n > 0);
                match (file.filter(|f| !f.is_empty()), line) {
                    (Some(file), Some(line)) => StopAt::Line { file: file.to_owned(), line },
                    _ => return Err((Field::Place, "stop-bad-line")),
                }
            }
            What::Label => StopAt::Label(place.to_owned()),
            What::Address => match number(place).and_then(|n| u32::try_from(n).ok()) {
                Some(address) => StopAt::Address(address),
                None => return Err((Field::Place, "stop-bad-address")),
            },
            What::Watch => {
                let words = if self.words.trim().is_empty() { Some(1) } else { number(&self.words) };
                let Some(words) = words.filter(|n| (1..=1 << 18).contains(n)) else {
                    return Err((Field::Words, "stop-bad-words"));
                };
                let how = match self.how {
                    0 => WatchHow::Change,
                    1 => WatchHow::Write,
                    2 => WatchHow::Read,
                    _ if self.test.trim().is_empty() => return Err((Field::Test, "stop-bad-test")),
                    _ => WatchHow::Value(self.test.trim().to_owned()),
                };
                if place.starts_with('$') && how == WatchHow::Read {
                    return Err((Field::Place, "stop-bad-read"));
                }
                StopAt::Watch { place: place.to_owned(), words: words as u32, how }
            }
            What::Cycle => match number(place) {
                Some(cycle) => StopAt::Cycle(cycle),
                None => return Err((Field::Place, "stop-bad-cycle")),
            },
            What::DmaStarted => StopAt::DmaStarted,
            What::DmaArrived => StopAt::DmaArrived,
            What::Trap => StopAt::Trap,
            What::Deadlock => StopAt::Deadlock,
            What::Halt => StopAt::Halt,
        };
        let nodes = if self.what.has_nodes() { nodes(&self.nodes) } else { Some(Vec::new()) };
        let nodes = nodes.ok_or((Field::Nodes, "stop-bad-nodes"))?;
        let condition = if self.what.has_nodes() { self.condition.trim().to_owned() } else { String::new() };
        Ok(StopSpec { id, at, nodes, condition })
    }

    /// The form for an existing stop.
    pub fn of(spec: &StopSpec) -> Self {
        let nodes: Vec<String> = spec.nodes.iter().map(ToString::to_string).collect();
        let mut draft =
            Self { id: Some(spec.id), nodes: nodes.join(" "), condition: spec.condition.clone(), ..Self::default() };
        (draft.what, draft.place) = match &spec.at {
            StopAt::Line { file, line } => (What::Line, format!("{file}:{line}")),
            StopAt::Label(name) => (What::Label, name.clone()),
            StopAt::Address(address) => (What::Address, format!("{address:#x}")),
            StopAt::Cycle(cycle) => (What::Cycle, cycle.to_string()),
            StopAt::Watch { place, .. } => (What::Watch, place.clone()),
            StopAt::DmaStarted | StopAt::Communication => (What::DmaStarted, String::new()),
            StopAt::DmaArrived => (What::DmaArrived, String::new()),
            StopAt::Trap => (What::Trap, String::new()),
            StopAt::Deadlock => (What::Deadlock, String::new()),
            StopAt::Halt => (What::Halt, String::new()),
        };
        if let StopAt::Watch { words, how, .. } = &spec.at {
            draft.words = if *words > 1 { words.to_string() } else { String::new() };
            (draft.how, draft.test) = match how {
                WatchHow::Change => (0, String::new()),
                WatchHow::Write => (1, String::new()),
                WatchHow::Read => (2, String::new()),
                WatchHow::Value(test) => (3, test.clone()),
            };
        }
        draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(place: &str) -> Result<StopSpec, (Field, &'static str)> {
        Draft { place: place.to_owned(), ..Draft::default() }.read(1, Some("a.s"))
    }

    #[test]
    fn a_line_has_a_file_or_is_one_of_the_shown_file() {
        let at = |file: &str, line| Ok(StopAt::Line { file: file.to_owned(), line });
        assert_eq!(line("31").map(|s| s.at), at("a.s", 31));
        assert_eq!(line(" b.s : 2 ").map(|s| s.at), at("b.s", 2));
        for wrong in ["0", "x", "b.s:", ":4", "99999999999"] {
            assert_eq!(line(wrong), Err((Field::Place, "stop-bad-line")), "{wrong}");
        }
        assert_eq!(line(""), Err((Field::Place, "stop-bad-empty")));
    }

    #[test]
    fn nodes_are_pairs_however_they_are_written() {
        assert_eq!(nodes(""), Some(vec![]));
        assert_eq!(nodes("(1,1), (2,3)"), Some(vec![NodeId::new(1, 1), NodeId::new(2, 3)]));
        assert_eq!(nodes("1,1 2,3"), Some(vec![NodeId::new(1, 1), NodeId::new(2, 3)]));
        assert_eq!(nodes("1"), None);
        assert_eq!(nodes("all"), None);
        assert_eq!(nodes("300,1"), None);
    }

    #[test]
    fn a_watchpoint_says_what_counts() {
        let draft = Draft { what: What::Watch, place: "sum".into(), how: 3, ..Draft::default() };
        assert_eq!(draft.read(1, None), Err((Field::Test, "stop-bad-test")));
        let draft = Draft { test: "== 5".into(), words: "0x10".into(), ..draft };
        let spec = draft.read(1, None).expect("a stop");
        assert_eq!(spec.at, StopAt::Watch { place: "sum".into(), words: 16, how: WatchHow::Value("== 5".into()) });
        let read = Draft { what: What::Watch, place: "$t0".into(), how: 2, ..Draft::default() };
        assert_eq!(read.read(1, None), Err((Field::Place, "stop-bad-read")));
    }

    #[test]
    fn what_is_read_can_be_written_and_read_again() {
        let specs = [
            StopAt::Line { file: "m.s".into(), line: 3 },
            StopAt::Label("main".into()),
            StopAt::Address(0x1040),
            StopAt::Cycle(12),
            StopAt::Watch { place: "x+4".into(), words: 2, how: WatchHow::Read },
            StopAt::Watch { place: "$t0".into(), words: 1, how: WatchHow::Value("> 3".into()) },
            StopAt::DmaStarted,
            StopAt::DmaArrived,
            StopAt::Trap,
            StopAt::Deadlock,
            StopAt::Halt,
        ];
        for at in specs {
            let has_nodes = !matches!(at, StopAt::Cycle(_) | StopAt::Deadlock);
            let nodes = if has_nodes { vec![NodeId::new(1, 2)] } else { vec![] };
            let condition = if has_nodes { "$t1 != 0".to_owned() } else { String::new() };
            let spec = StopSpec { id: 7, at, nodes, condition };
            assert_eq!(Draft::of(&spec).read(7, None), Ok(spec));
        }
    }
}
