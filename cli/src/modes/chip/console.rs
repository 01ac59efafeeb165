//! The nodes' console output, on standard output and standard error.

use crate::failure::Failure;
use crate::modes::chip::args::ConsoleChoice;
use crate::text::pictures;
use mcore::base::NodeId;
use mcore::modes::chip::Machine;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Writes to a terminal: control characters as pictures, since a program of others must not steer the terminal. Line feeds and tabs stay,
/// and so does a carriage return before a line feed. Into files and pipes every byte goes as it is.
pub struct Shown<W: Write> {
    out: W,
    is_terminal: bool,
    /// A byte that the next one decides about: a carriage return, or the first byte of a control character of C1.
    before: Option<u8>,
}

impl<W: Write> Shown<W> {
    /// For an output; `is_terminal` is false if every byte is to be passed on.
    pub fn new(out: W, is_terminal: bool) -> Self {
        Self { out, is_terminal, before: None }
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        let mut shown: Vec<u8> = Vec::with_capacity(bytes.len());
        for byte in bytes.iter().copied() {
            match (self.before.take(), byte) {
                (Some(b'\r'), b'\n') => shown.extend(b"\r\n"),
                (Some(0xc2), 0x80..=0x9f) => shown.extend(picture(byte).bytes()),
                (Some(before), _) => {
                    match before {
                        b'\r' => shown.extend(picture(before).bytes()),
                        _ => shown.push(before),
                    }
                    self.take(byte, &mut shown);
                }
                (None, _) => self.take(byte, &mut shown),
            }
        }
        self.out.write_all(&shown)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Shown<W> {
    /// Shows a byte, or keeps it.
    fn take(&mut self, byte: u8, shown: &mut Vec<u8>) {
        match byte {
            b'\r' | 0xc2 => self.before = Some(byte),
            b'\n' | b'\t' => shown.push(byte),
            0..0x20 | 0x7f => shown.extend(picture(byte).bytes()),
            _ => shown.push(byte),
        }
    }
}

/// The picture of a control character.
fn picture(code: u8) -> String {
    pictures(&char::from(code).to_string())
}

/// A part of a node's console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    pub node: NodeId,
    /// Number of bytes on its console before.
    pub from: u32,
    /// Number of bytes printed.
    pub bytes: u32,
}

/// Joins the consoles.
///
/// The output of a chosen node, and that of the only node of a chip, is passed on at once. Else it is held back until a
/// second node prints: from then on whole lines are passed on, each with its node before it. If no second one prints,
/// the output of the first is passed on unchanged at the end.
pub struct Consoles<W> {
    out: W,
    choice: ConsoleChoice,
    /// Bytes of each node that have not been passed on.
    held: BTreeMap<NodeId, Vec<u8>>,
    mixed: bool,
    /// Shows the standard error of the nodes, not their standard output.
    errors: bool,
}

impl<W: Write> Consoles<W> {
    /// Shows the consoles that `choice` selects.
    pub fn new(out: W, choice: ConsoleChoice, errors: bool) -> Self {
        Self { out, choice, held: BTreeMap::new(), mixed: false, errors }
    }

    /// Passes on what was printed, in the order of printing.
    pub fn take(&mut self, machine: &Machine, printed: &[Printed]) -> Result<(), Failure> {
        for p in printed {
            let Some(node) = machine.node(p.node) else { continue };
            let from = p.from as usize;
            let bytes: Vec<u8> = node.console.stream(self.errors, from..from + p.bytes as usize).collect();
            if bytes.is_empty() {
                continue;
            }
            self.print(p.node, bytes.into_iter(), machine.spec().array.nodes() == 1).map_err(Failure::writing)?;
        }
        if printed.is_empty() { Ok(()) } else { self.out.flush().map_err(Failure::writing) }
    }

    fn print(&mut self, node: NodeId, bytes: impl Iterator<Item = u8>, alone: bool) -> io::Result<()> {
        match self.choice {
            ConsoleChoice::Node(chosen) if chosen != node => return Ok(()),
            ConsoleChoice::All if !alone => {}
            _ => return self.out.write_all(&bytes.collect::<Vec<u8>>()),
        }
        self.held.entry(node).or_default().extend(bytes);
        if !self.mixed && self.held.len() < 2 {
            return Ok(());
        }
        // The first node printed its lines before the second one, so they go first.
        let nodes: Vec<NodeId> = if self.mixed { vec![node] } else { self.held.keys().copied().collect() };
        let first = nodes.iter().filter(|n| **n != node);
        for node in first.chain([&node]) {
            pass_lines(&mut self.out, *node, self.held.entry(*node).or_default())?;
        }
        self.mixed = true;
        Ok(())
    }

    /// Passes on the rest. A line without an end gets one if it has its node before it.
    pub fn finish(mut self) -> Result<(), Failure> {
        let mut finish = || {
            for (node, bytes) in &self.held {
                if !self.mixed {
                    self.out.write_all(bytes)?;
                } else if !bytes.is_empty() {
                    write!(self.out, "[{},{}] ", node.x, node.y)?;
                    self.out.write_all(bytes)?;
                    self.out.write_all(b"\n")?;
                }
            }
            self.out.flush()
        };
        finish().map_err(Failure::writing)
    }
}

/// Passes on whole lines and keeps the rest.
fn pass_lines(out: &mut impl Write, node: NodeId, held: &mut Vec<u8>) -> io::Result<()> {
    let Some(end) = held.iter().rposition(|b| *b == b'\n') else { return Ok(()) };
    for line in held[..=end].split_inclusive(|b| *b == b'\n') {
        write!(out, "[{},{}] ", node.x, node.y)?;
        out.write_all(line)?;
    }
    held.drain(..=end);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_pictures_and_a_pipe_every_byte() {
        let text = b"a\x1b]0;title\x07\tb\r\nc\rd\x7f \xc2\x9b2J \xc2\xa9 \xe6\x97\xa5\xff\n";
        let shown = "a␛]0;title␇\tb\r\nc␍d␡ ␛[2J © 日".as_bytes();
        // Whole, and byte by byte.
        for size in [text.len(), 1] {
            let mut out = Vec::new();
            let mut terminal = Shown::new(&mut out, true);
            text.chunks(size).for_each(|part| terminal.write_all(part).expect("memory"));
            assert_eq!(out, [shown, b"\xff\n"].concat());
        }
        let mut out = Vec::new();
        Shown::new(&mut out, false).write_all(text).expect("memory");
        assert_eq!(out, text);
    }

    fn shown(choice: ConsoleChoice, alone: bool, prints: &[(u8, &str)]) -> String {
        let mut out = Vec::new();
        let mut consoles = Consoles::new(&mut out, choice, false);
        for (x, text) in prints {
            consoles.print(NodeId::new(*x, 1), text.bytes(), alone).expect("written");
        }
        consoles.finish().expect("written");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn one_node_is_plain_and_several_have_their_names() {
        let all = ConsoleChoice::All;
        assert_eq!(shown(all, false, &[]), "");
        assert_eq!(shown(all, false, &[(2, "a"), (2, "b\nc")]), "ab\nc");
        assert_eq!(shown(all, true, &[(1, "a"), (1, "b\nc")]), "ab\nc");
        let mixed = [(2, "a\nb"), (1, "x"), (2, "c\n"), (1, "y\nz"), (3, "\n")];
        assert_eq!(shown(all, false, &mixed), "[2,1] a\n[2,1] bc\n[1,1] xy\n[3,1] \n[1,1] z\n");
        assert_eq!(shown(ConsoleChoice::Node(NodeId::new(2, 1)), false, &mixed), "a\nbc\n");
    }
}
