//! A recorded conversation between page and session, byte for byte: each side must understand the messages of the
//! other. A change of the protocol shows here.
//!
//! `MCORE_BLESS=1 cargo test -p mcore-tests --test session transcript` records it anew; read the difference.

use mcore::base::{NodeId, SourceFile};
use mcore::modes::chip::session::{
    Command, Goal, MachineOptions, PastEdit, Place, Register, Request, Session, StopAt, StopSpec, Update, Watch,
};
use mcore::modes::chip::view::MemoryFocus;
use mcore_tests::root;
use std::fs;

const TEXT: &str = "	.set	noreorder
main:	li	$s0, 0
	li	$s1, 3
loop:	addiu	$s0, $s0, 1
	sw	$s0, total
	bne	$s0, $s1, loop
	nop
	li	$v0, 10
	syscall
	nop
	.data
total:	.word	0
";

fn commands() -> Vec<Command> {
    let node = NodeId::new(1, 1);
    let stop = |id, at| StopSpec { id, at, nodes: vec![], condition: String::new() };
    let file = |text: String| vec![SourceFile { name: "a.s".into(), text }];
    let watch = Watch { mesh: false, memory: MemoryFocus::Address(0x1000), memory_rows: 1, ..Watch::default() };
    vec![
        Command::SetMemoryLimit(64 << 20),
        Command::SetMachine(MachineOptions { width: 1, height: 1, ..MachineOptions::default() }),
        Command::Watch(watch),
        Command::Assemble { files: file("main: adu $t0\n".into()) },
        Command::Assemble { files: file(TEXT.into()) },
        Command::SetStops(vec![
            stop(1, StopAt::Line { file: "a.s".into(), line: 4 }),
            stop(2, StopAt::Label("lop".into())),
        ]),
        Command::Run { until: None, pace: None },
        Command::Step(1),
        Command::Find { back: true, goal: Goal::Line { node, over: true, own: false } },
        Command::RunBack,
        Command::SetStops(vec![]),
        Command::SetRegister { node, register: Register::General(17), value: 2 },
        Command::Run { until: None, pace: None },
        Command::LastWriter { node, place: Place::Register(Register::General(16)), at_end: false },
        Command::KeepRun,
        Command::Replay {
            edits: vec![PastEdit { cycle: 2, node, place: Place::Register(Register::General(17)), value: 1 }],
            end: 100,
            cycle: 5,
        },
        Command::CompareWithKept,
        Command::Seek(1_000_000),
        Command::Seek(3),
    ]
}

fn record() -> String {
    let mut session = Session::default();
    let mut lines = String::new();
    let mut id = 0;
    let mut send = |session: &mut Session, command: Command, lines: &mut String| {
        id += 1;
        let request = Request { id, command };
        let sent = serde_json::to_string(&request).expect("a request is plain data");
        assert_eq!(serde_json::from_str::<Request>(&sent).expect("it can be read"), request);
        lines.push_str(&format!("> {sent}\n"));
        session.handle(request)
    };
    for command in commands() {
        let mut updates = send(&mut session, command, &mut lines);
        loop {
            let mut drawn = false;
            for update in &updates {
                let reported = serde_json::to_string(update).expect("an update is plain data");
                assert_eq!(serde_json::from_str::<Update>(&reported).expect("it can be read"), *update);
                lines.push_str(&format!("< {reported}\n"));
                drawn |= matches!(update, Update::Frame(_));
            }
            if drawn {
                updates = send(&mut session, Command::Ack, &mut lines);
            } else if session.is_busy() {
                updates = session.run_slice(1_000);
            } else {
                break;
            }
        }
    }
    lines
}

#[test]
fn the_conversation_is_as_it_was_recorded() {
    let lines = record();
    assert_eq!(lines, record(), "the same again");
    let golden = root().join("tests/golden/transcript.txt");
    if std::env::var_os("MCORE_BLESS").is_some() {
        fs::write(&golden, &lines).expect("the folder can be written");
    }
    let known = fs::read_to_string(golden).expect("the recorded conversation");
    for (number, (now, then)) in lines.lines().zip(known.lines()).enumerate() {
        assert_eq!(now, then, "line {}", number + 1);
    }
    assert_eq!(lines.lines().count(), known.lines().count());
}
