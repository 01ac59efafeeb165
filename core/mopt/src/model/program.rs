//! Communication as a program of the interconnect mode, in its form of a trace: a line for each operation of a rank.
//!
//! Bruck's allgather and CG keep their steps, so that their times are those of the programs; other communication starts all at once.
//!
//! For the chip the messages become a program in C with MPI.

use super::graph::{Edge, Graph};
use super::pattern::{CG_PRODUCTS, Pattern, PatternError, cg_partners};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use mcore_ranks::{Op, Place, Program, write_op};

/// Maximum number of lines of a trace.
pub const MAX_LINES: u64 = 4 << 20;

/// The first line of a trace.
const HEAD: &str = "# rank operation arguments\n";

/// Patterns whose traces have their steps.
pub const STEPS: [&str; 2] = ["bruck-allgather", "cg"];

/// The trace of a pattern; none if it would have more than [`MAX_LINES`] lines.
///
/// # Errors
/// The pattern has no traffic.
pub fn trace(pattern: &Pattern) -> Result<Option<String>, PatternError> {
    let graph = pattern.graph()?;
    Ok(match pattern.name.as_str() {
        "bruck-allgather" => pattern.program()?.map(|program| steps(&program, pattern.ranks)),
        "cg" => cg(pattern),
        _ => all_at_once(&graph),
    })
}

/// The trace of any communication: each rank receives and sends everything at once, all messages to a rank as one. Its first line says
/// so.
pub fn all_at_once(graph: &Graph) -> Option<String> {
    if 2 * graph.pairs() as u64 + u64::from(graph.ranks()) > MAX_LINES {
        return None;
    }
    let mut text =
        String::from("# all messages of a pair of ranks as one, all at once: order and times are not known\n");
    text += HEAD;
    for rank in 0..graph.ranks() {
        for (partner, _) in graph.partners(rank).filter(|(partner, _)| graph.bytes(*partner, rank) > 0) {
            write_op(&mut text, rank, &Op::Irecv { from: Some(partner), tag: Some(0) });
        }
        for Edge { to, bytes, .. } in graph.edges_of(rank) {
            write_op(&mut text, rank, &Op::Isend { to, bytes, tag: 0 });
        }
        write_op(&mut text, rank, &Op::WaitAll);
    }
    Some(text)
}

/// The messages of a program in their order: each exchange is a receive and a send at once, as in the paper's figure 7.
fn steps(program: &Program, ranks: u32) -> String {
    let mut text = String::from(HEAD);
    for rank in 0..ranks {
        let mut place = Place::default();
        while let Op::Sendrecv { to, bytes, from, .. } = program.next(rank, ranks, &mut place, None) {
            for op in [Op::Irecv { from, tag: Some(0) }, Op::Isend { to, bytes, tag: 0 }, Op::WaitAll] {
                write_op(&mut text, rank, &op);
            }
        }
    }
    text
}

/// One call of `conj_grad`, in the order of its messages.
fn cg(pattern: &Pattern) -> Option<String> {
    let mut text = String::from(HEAD);
    let ranks = pattern.ranks;
    let steps = u64::from(cg_partners(ranks, pattern.rows, 0).0.len() as u32);
    if u64::from(ranks) * 3 * (CG_PRODUCTS * (3 * steps + 1) + steps) > MAX_LINES {
        return None;
    }
    for rank in 0..ranks {
        let (row, (opposite, own)) = cg_partners(ranks, pattern.rows, rank);
        let mut exchange = |partner: u32, bytes: u64| {
            if partner != rank {
                let receive = Op::Irecv { from: Some(partner), tag: Some(0) };
                for op in [receive, Op::Send { to: partner, bytes, tag: 0 }, Op::WaitAll] {
                    write_op(&mut text, rank, &op);
                }
            }
        };
        // Sums go through the row in the order of the steps, products from the last step on.
        row.iter().for_each(|(partner, _)| exchange(*partner, 8));
        for product in 0..CG_PRODUCTS {
            row.iter().rev().for_each(|(partner, bytes)| exchange(*partner, *bytes));
            exchange(opposite, own);
            let sums = if product + 1 < CG_PRODUCTS { 2 } else { 1 };
            (0..sums).for_each(|_| row.iter().for_each(|(partner, _)| exchange(*partner, 8)));
        }
    }
    Some(text)
}

/// Maximum number of messages of a program in C: each is a line of it.
const MAX_C_MESSAGES: usize = 4096;
/// Maximum number of bytes that a rank of a program in C sends and receives: they must fit its node's memory.
const MAX_C_BYTES: u64 = 256 << 10;

/// A program in C with MPI in which each rank sends and receives everything at once, for the chip; none if it would be too long or
/// too large for its nodes.
pub fn c_program(graph: &Graph) -> Option<String> {
    if graph.pairs() > MAX_C_MESSAGES {
        return None;
    }
    let mut of_rank = vec![0u64; graph.ranks() as usize];
    let mut messages = String::new();
    for Edge { from, to, bytes, .. } in graph.edges() {
        for rank in [from, to] {
            if let Some(sum) = of_rank.get_mut(rank as usize) {
                *sum = sum.saturating_add(bytes);
            }
        }
        messages += &format!("\t{{{from}, {to}, {bytes}}},\n");
    }
    if of_rank.iter().any(|sum| *sum > MAX_C_BYTES) {
        return None;
    }
    Some(format!("{C_HEAD}{messages}{C_REST}"))
}

/// The program before its messages.
const C_HEAD: &str = "/* The communication of the mapping page: every rank sends all its messages at once. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static const struct { int from, to, bytes; } messages[] = {
";

/// The program after them.
const C_REST: &str = "};
#define COUNT (sizeof messages / sizeof *messages)

static MPI_Request requests[2 * COUNT];

int main(int argc, char **argv)
{
\tint rank, open = 0;
\tMPI_Init(&argc, &argv);
\tMPI_Comm_rank(MPI_COMM_WORLD, &rank);
\tdouble begin = MPI_Wtime();
\tfor (unsigned i = 0; i < COUNT; i++) {
\t\tint bytes = messages[i].bytes;
\t\tif (messages[i].to == rank)
\t\t\tMPI_Irecv(malloc(bytes), bytes, MPI_BYTE, messages[i].from, 0, MPI_COMM_WORLD, &requests[open++]);
\t\tif (messages[i].from == rank)
\t\t\tMPI_Isend(calloc(bytes, 1), bytes, MPI_BYTE, messages[i].to, 0, MPI_COMM_WORLD, &requests[open++]);
\t}
\tMPI_Waitall(open, requests, MPI_STATUSES_IGNORE);
\tMPI_Barrier(MPI_COMM_WORLD);
\tif (rank == 0)
\t\tprintf(\"%.0f ns\\n\", (MPI_Wtime() - begin) * 1e9);
\tMPI_Finalize();
\treturn 0;
}
";
