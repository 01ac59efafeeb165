//! The chapter `docs/dma-put.md` is true: its program is run, and this run, or the machine's definition, gives every
//! cycle and number in it. `docs/dma-put.json` holds the same facts for the pictures.
//!
//! After a change of the machine: `MCORE_BLESS=1 cargo test -p mcore-tests --test chip docs_dma_put`, then read the chapter, and
//! `cargo xtask pictures`.

use mcore::base::{Array, Cycle, NodeId, Record, SourceFile};
use mcore::isa::Op;
use mcore::modes::chip::{Command, Event, EventKind, Machine, Outcome, PACKET_FLITS, Spec};
use mcore::net::{FlitKind, PacketTag, Port};
use mcore::program::Program;
use mcore::toolchain::asm::{Options, assemble};
use mcore::toolchain::mclib::library;
use mcore_tests::docs::{Facts, bless, blocks, hold, links, marked, read, unmarked_numbers};
use std::sync::Arc;

const CHAPTERS: [&str; 2] = ["docs/dma-put.md", "docs/dma-put.ja.md"];
const PROGRAM: &str = "docs/dma-put.s";
const ARRAY: Array = Array::new(3, 2);
const FROM: NodeId = NodeId::new(1, 1);
const MIDDLE: NodeId = NodeId::new(2, 1);
const RIVAL: NodeId = NodeId::new(3, 1);
const TO: NodeId = NodeId::new(3, 2);

/// A run with all its events, and the state at the start of each cycle.
struct Run {
    program: Arc<Program>,
    events: Vec<Event>,
    states: Vec<Machine>,
}

impl Run {
    fn new() -> Self {
        let file = SourceFile { name: "dma-put.s".into(), text: read(PROGRAM) };
        let assembly = assemble(&[file], &library(), &Options::default());
        assert!(assembly.diagnostics.is_empty(), "{:#?}", assembly.diagnostics);
        let program = Arc::new(assembly.program.expect("a program"));
        let mut machine = Machine::new(Spec { array: ARRAY, ..Spec::default() }, program.clone())
            .expect("the machine of the chapter");
        let (mut record, mut states) = (Record::new(100_000), vec![machine.clone()]);
        while machine.step_with(&mut record) {
            states.push(machine.clone());
        }
        assert!(matches!(machine.outcome(), Some(Outcome::Halted { .. })), "{:?}", machine.outcome());
        Self { program, events: record.events, states }
    }

    /// The cycle and value of the only event at a node for which `of` returns a value.
    fn one<T>(&self, node: NodeId, of: impl Fn(&EventKind) -> Option<T>) -> (Cycle, T) {
        let mut found = self.events.iter().filter(|e| e.node == node).filter_map(|e| Some((e.cycle, of(&e.what)?)));
        let first = found.next().expect("it happens");
        assert!(found.next().is_none(), "it happens once");
        first
    }

    /// The cycle in which a flit of a packet, counted from its header, moves through the router of a node, and its
    /// input and output port.
    fn moved(&self, node: NodeId, source: NodeId, packet: u32, index: usize) -> (Cycle, Port, Port) {
        let tag = PacketTag { source, number: packet };
        let mut of_packet = self.events.iter().filter_map(|e| match e.what {
            EventKind::FlitMoved { flit, from, to } if e.node == node && flit.tag == tag => Some((e.cycle, from, to)),
            _ => None,
        });
        of_packet.nth(index).expect("the flit comes by")
    }

    /// The cycle in which a flit of a packet leaves the output buffer.
    fn entered(&self, source: NodeId, packet: u32, index: usize) -> Cycle {
        let tag = PacketTag { source, number: packet };
        let mut of_packet = self.events.iter().filter_map(|e| match e.what {
            EventKind::FlitEntered { flit } if flit.tag == tag => Some(e.cycle),
            _ => None,
        });
        of_packet.nth(index).expect("the flit is sent")
    }

    /// Cycles in which a flit at the head of an input of a router did not move.
    fn held_up(&self, node: NodeId, input: Port) -> Vec<Cycle> {
        let held = |e: &&Event| matches!(e.what, EventKind::HeldUp { inputs } if inputs >> input as u8 & 1 != 0);
        self.events.iter().filter(|e| e.node == node).filter(held).map(|e| e.cycle).collect()
    }

    /// The state after a cycle, that is, at the start of the next one. The page shows it as that next cycle.
    fn after(&self, cycle: Cycle) -> &Machine {
        &self.states[cycle as usize + 1]
    }

    fn node(&self, after: Cycle, id: NodeId) -> &mcore::modes::chip::ComputeNode {
        &self.after(after).state.nodes[ARRAY.rank(id).expect("a compute node")]
    }

    fn router(&self, after: Cycle, id: NodeId) -> mcore::modes::chip::Router<'_> {
        self.after(after).state.network.router(ARRAY.router(id))
    }

    /// The cycle in which a word of the destination's memory gets a value.
    fn written(&self, addr: u32, value: u32) -> Cycle {
        let rank = ARRAY.rank(TO).expect("a compute node");
        let at = self.states.iter().position(|m| m.peek(rank, addr) == Some(value)).expect("it is written");
        at as Cycle - 1
    }
}

/// All numbers of the chapter.
fn facts(run: &Run) -> Facts {
    let mut facts = Facts::new();
    let mut fact = |name: &str, number: i64| assert_eq!(facts.insert(name.to_owned(), number), None, "{name}");

    // The machine and its words.
    let (stored, command) = run.one(FROM, |e| match e {
        EventKind::DmaStarted { first: 0, command } => Some(*command),
        _ => None,
    });
    let hops = i64::from(FROM.x.abs_diff(TO.x)) + i64::from(FROM.y.abs_diff(TO.y));
    assert_eq!(command, Command { dst: TO, ..command });
    let words = command.words as usize;
    let per_packet = PACKET_FLITS as usize - 3;
    fact("columns", ARRAY.width.into());
    fact("rows", ARRAY.height.into());
    for (name, node) in [("rank-from", FROM), ("rank-rival", RIVAL), ("rank-to", TO)] {
        fact(name, ARRAY.rank(node).expect("a compute node") as i64);
    }
    fact("word-bits", u32::BITS.into());
    fact("packet-flits", PACKET_FLITS.into());
    fact("packet-bytes", i64::from(PACKET_FLITS) * 4);
    fact("packet-words", per_packet as i64);
    fact("preamble", PACKET_FLITS as i64 - per_packet as i64);
    fact("words", words as i64);
    fact("bytes", words as i64 * 4);
    fact("packets", command.packets().into());
    fact("hops", hops);
    fact("routers", hops + 1);
    let second = words - per_packet;
    fact("second-words", second as i64);
    fact("second-flits", second as i64 + 3);

    // From the store to the command registers.
    fact("stored", stored as i64);
    let is_store =
        |e: &&Event| (e.node, e.cycle) == (FROM, stored) && matches!(e.what, EventKind::Executed { op: Op::Sw, .. });
    assert!(run.events.iter().any(|e| is_store(&e)), "a store starts it");
    assert!(run.node(stored, FROM).incc.interface == Some(command), "it waits in the interface after that cycle");
    assert_eq!(run.node(stored, FROM).incc.status(), 1);
    let current = stored + 1;
    assert!(run.node(current, FROM).incc.current.is_some_and(|s| s.command == command && s.position == 0));
    assert_eq!(run.node(current, FROM).incc.status(), 2);
    fact("current", current as i64);
    let (halted, _) = run.one(FROM, |e| matches!(e, EventKind::Halted { .. }).then_some(()));
    fact("halted", halted as i64);

    // The route of the first packet, without competition.
    let header = run.entered(FROM, 0, 0);
    fact("header-formed", header as i64);
    let route = [
        ("header-east", FROM, Port::Incc, Port::East),
        ("header-straight", MIDDLE, Port::West, Port::East),
        ("header-turn", RIVAL, Port::West, Port::South),
        ("header-out", TO, Port::North, Port::Incc),
    ];
    for (name, node, from, to) in route {
        let (cycle, came, went) = run.moved(node, FROM, 0, 0);
        assert_eq!((came, went), (from, to), "{name}");
        fact(name, cycle as i64);
    }
    let arrives = run.moved(TO, FROM, 0, 0).0 + 1;
    assert!(run.node(arrives, TO).incc.input.is_some_and(|f| f.is_header()));
    fact("header-arrives", arrives as i64);
    assert!(run.node(arrives + 1, TO).incc.receiving.is_some_and(|r| r.address_flits == 0));
    fact("header-taken", arrives as i64 + 1);

    // Its words.
    let inbox = run.program.symbol("inbox").expect("the label").value;
    let value = |k: usize| 11 + k as u32;
    fact("first-value", value(0).into());
    fact("last-value", value(words - 1).into());
    let first_data = run.entered(FROM, 0, 3);
    fact("data-formed", first_data as i64);
    let reaches = run.moved(TO, FROM, 0, 3).0 + 1;
    fact("data-arrives", reaches as i64);
    fact("data-written", run.written(inbox, value(0)) as i64);
    fact("tail-formed", run.entered(FROM, 0, PACKET_FLITS as usize - 1) as i64);
    let (delivered, ()) = run.one(TO, |e| match e {
        EventKind::PacketDelivered { tag: PacketTag { source: FROM, number: 0 } } => Some(()),
        _ => None,
    });
    assert_eq!(delivered, run.written(inbox + 4 * (per_packet as u32 - 1), value(per_packet - 1)));
    fact("tail-written", delivered as i64);
    fact("latency", (delivered - header) as i64);

    // The second packet and its rival.
    let second_header = run.entered(FROM, 1, 0);
    fact("second-formed", second_header as i64);
    let (rival_stored, _) = run.one(RIVAL, |e| matches!(e, EventKind::DmaStarted { .. }).then_some(()));
    fact("rival-stored", rival_stored as i64);
    fact("rival-formed", run.entered(RIVAL, 0, 0) as i64);
    let tail_turn = run.moved(RIVAL, FROM, 0, PACKET_FLITS as usize - 1).0;
    fact("tail-turn", tail_turn as i64);
    let granted = run.moved(RIVAL, RIVAL, 0, 0).0;
    assert_eq!(granted, tail_turn + 1, "the output is granted again in the next cycle");
    fact("granted", granted as i64);
    let south = Port::South as usize;
    let arbiter = run.router(tail_turn, RIVAL).arbiter(south);
    assert_eq!(arbiter.cursor(), Port::Incc as u8, "behind the last winner, the west");
    let heads = [Port::West, Port::Incc].map(|p| run.router(granted - 1, RIVAL).front(p as usize));
    assert!(heads[1].is_some_and(|f| f.kind == FlitKind::Header), "the rival waits already");
    let met = run.moved(MIDDLE, FROM, 1, 0).0 + 1;
    assert_eq!(met, granted, "both headers are there when the output is granted");
    assert_eq!(run.router(granted, RIVAL).holder(south), Some(Port::Incc as usize));
    let rival_tail = run.moved(RIVAL, RIVAL, 0, PACKET_FLITS as usize - 1).0;
    fact("rival-tail", rival_tail as i64);
    let held = run.held_up(RIVAL, Port::West);
    assert_eq!(held, (granted..=rival_tail).collect::<Vec<_>>());
    fact("held", held.len() as i64);

    // Xoff: the input from the west is full.
    let west = Port::West as usize;
    let full = |cycle: &Cycle| run.router(*cycle, RIVAL).xoff(west);
    let cycles: Vec<Cycle> = (0..run.states.len() as Cycle - 1).filter(full).collect();
    let (xoff, last_xoff) = (cycles[0], cycles[cycles.len() - 1]);
    assert_eq!(cycles, (xoff..=last_xoff).collect::<Vec<_>>(), "once");
    let waiting = run.router(xoff, RIVAL).len(west);
    fact("fifo", waiting as i64);
    fact("fifo-has-room", waiting as i64 - 1);
    fact("xoff", xoff as i64);
    fact("xoff-last", last_xoff as i64);
    fact("xon", last_xoff as i64 + 1);
    let behind = run.held_up(MIDDLE, Port::West);
    assert_eq!(behind, (xoff..=last_xoff).collect::<Vec<_>>(), "the flit behind is held up as long as Xoff is told");
    let tail_in_middle = run.moved(FROM, FROM, 1, second + 2).0 + 1;
    assert_eq!(run.router(tail_in_middle, MIDDLE).len(west), 2);
    fact("second-tail-waits", tail_in_middle as i64);
    fact("behind", 2);
    let goes_on = run.moved(RIVAL, FROM, 1, 0).0;
    fact("second-turn", goes_on as i64);
    assert_eq!(run.moved(MIDDLE, FROM, 1, waiting).0, last_xoff + 1);

    // The end, and the node that sees it.
    let (end, ()) = run.one(TO, |e| match e {
        EventKind::DmaDelivered { tag: PacketTag { source: FROM, number: 1 } } => Some(()),
        _ => None,
    });
    let last = inbox + 4 * (words as u32 - 1);
    assert_eq!(end, run.written(last, value(words - 1)));
    fact("last-arrives", run.moved(TO, FROM, 1, second + 2).0 as i64 + 1);
    fact("last-written", end as i64);
    let formula = stored + 5 + 10 + (second as u64 - 1) + hops as u64 + 3;
    fact("formula", formula as i64);
    fact("late", (end - formula) as i64);
    let load = |e: &&Event| e.node == TO && e.cycle > end && matches!(e.what, EventKind::Executed { op: Op::Lw, .. });
    let sees = run.events.iter().find(load).expect("it looks").cycle;
    assert_eq!(run.node(sees, TO).core.processor.registers.general[8], value(words - 1), "$t0 holds it");
    fact("seen", sees as i64);
    let (done, _) = run.one(TO, |e| matches!(e, EventKind::Halted { .. }).then_some(()));
    fact("receiver-halts", done as i64);

    // Pictures: the page's cycle n is the state before cycle n is simulated.
    for (name, after) in [
        ("picture-command", stored),
        ("picture-header", header),
        ("picture-worm", header + 4),
        ("picture-meet", granted),
        ("picture-xoff", tail_in_middle + 1),
        ("picture-on", goes_on + 1),
        ("picture-written", end),
    ] {
        fact(name, after as i64 + 1);
    }
    facts
}

#[test]
fn the_formula_gives_the_cycles_of_the_first_packet() {
    let facts = facts(&Run::new());
    let (c, h) = (facts["stored"], facts["hops"]);
    assert_eq!(facts["header-formed"], c + 2);
    assert_eq!(facts["data-formed"], c + 5);
    assert_eq!(facts["data-arrives"], c + 5 + h + 2);
    assert_eq!(facts["data-written"], c + 5 + h + 3);
    assert_eq!(facts["tail-written"], c + 5 + facts["packet-words"] - 1 + h + 3);
    assert_eq!(facts["second-formed"], c + 2 + 10);
    assert_eq!(facts["latency"], facts["packet-flits"] + h + 2);
    assert_eq!(facts["seen"], facts["last-written"] + 1);
}

#[test]
fn every_number_of_the_chapter_is_a_fact() {
    let facts = facts(&Run::new());
    let json = serde_json::to_string_pretty(&facts).expect("numbers") + "\n";
    let is = std::fs::read_to_string(mcore_tests::root().join("docs/dma-put.json")).unwrap_or_default();
    bless("docs/dma-put.json", &is, &json);
    let mut used = Vec::new();
    for chapter in CHAPTERS {
        hold(chapter, &facts);
        let text = read(chapter);
        // Japanese writes "a cycle" and "one of them" with a digit.
        let articles = ["1 つ", "2 つ", "1 サイクル", "1 語", "1 段", "1 命令", "1 ビット", "1 回"];
        let plain = articles.iter().fold(text.clone(), |text, article| text.replace(article, ""));
        let (unmarked, nodes) = unmarked_numbers(&plain);
        assert!(unmarked.is_empty(), "{chapter}: numbers that no test holds: {unmarked:?}");
        for (x, y) in nodes {
            assert!(x <= ARRAY.width && y <= ARRAY.height, "{chapter}: there is no node ({x},{y})");
        }
        assert!(!text.lines().any(|l| l.trim_start().starts_with("<!--")), "{chapter}: a marker must not begin a line");
        let mut names: Vec<String> = marked(&text).into_iter().map(|t| t.name).collect();
        names.sort();
        names.dedup();
        used.push(names);
    }
    assert_eq!(used[0], used[1], "both languages tell the same");
    let unused: Vec<_> = facts.keys().filter(|n| !n.starts_with("picture-") && !used[0].contains(n)).collect();
    assert!(unused.is_empty(), "facts that the chapter does not tell: {unused:?}");
}

/// A fenced block with a path after its language quotes that file: its lines are in the file in this order, one after
/// the other; a line `...` omits some.
#[test]
fn what_the_chapter_quotes_stands_in_the_source() {
    for chapter in CHAPTERS {
        let (blocks, _) = blocks(&read(chapter));
        let mut quotes = 0;
        for block in blocks {
            let Some((_, path)) = block.info.split_once(' ') else { continue };
            let source = read(path);
            let lines: Vec<&str> = source.lines().map(str::trim).collect();
            let mut from = 0;
            for part in block.lines.split(|l| l.trim() == "...") {
                let part: Vec<&str> = part.iter().map(|l| l.trim()).collect();
                let at = lines[from..].windows(part.len().max(1)).position(|w| w == part);
                from += at.unwrap_or_else(|| panic!("{chapter}: not in {path}: {part:#?}"));
            }
            quotes += 1;
        }
        assert!(quotes >= 3, "{chapter} shows source");
    }
}

/// A link whose text is code and whose target is a source file names something in it: a function (`Incc::update`), a
/// type, a constant, or the file itself.
#[test]
fn what_the_chapter_names_exists() {
    for chapter in CHAPTERS {
        let mut names = 0;
        for (shown, target) in links(&read(chapter)) {
            let path = target.split('#').next().unwrap_or_default();
            if path.is_empty() {
                continue;
            }
            let file = mcore_tests::root().join("docs").join(path);
            assert!(file.is_file(), "{chapter}: there is no {path}");
            let Some(name) = shown.strip_prefix('`').and_then(|s| s.strip_suffix('`')) else { continue };
            if !path.ends_with(".rs") || path.ends_with(name) {
                continue;
            }
            let source = std::fs::read_to_string(&file).expect("UTF-8");
            let (owner, item) = name.rsplit_once("::").map_or(("", name), |(o, i)| (o, i));
            let has = |what: &str| source.lines().any(|l| l.contains(what));
            let item = item.trim_end_matches("()");
            let defined = ["fn", "struct", "enum", "const", "static"]
                .iter()
                .any(|kind| ["(", "<", " ", ":", ";"].iter().any(|end| has(&format!("{kind} {item}{end}"))));
            assert!(defined, "{chapter}: {path} does not define `{item}`");
            assert!(
                owner.is_empty() || has(&format!("impl {owner}")) || has(&format!("for {owner}")),
                "{chapter}: {path} has no `{owner}`"
            );
            names += 1;
        }
        assert!(names >= 10, "{chapter} leads to the source");
    }
}
