//! Rank maps of MPI: the file that the mapping mode writes becomes a table in the program, which MPIMC reads in `MPI_Init`.

use super::mpi::RANK_MAP as TABLE;
use alloc::{format, string::String, vec::Vec};
use mcore_base::text;
use mcore_base::{Array, Diagnostic, FileId, SourceFile, Span};
use mcore_ranks::{RankMap, RankMapError};

/// A finding with the name of its file.
type Found = (String, Diagnostic);

/// The assembly text with the table of a program's rank map, and the findings. There is no text after an error.
pub fn table(maps: &[SourceFile], array: Option<Array>) -> (Option<SourceFile>, Vec<Found>) {
    let mut found = Vec::new();
    let Some(map) = maps.first() else { return (None, found) };
    if let Some(second) = maps.get(1) {
        let first = &map.name;
        found.push(at(
            second,
            Diagnostic::error(
                whole(second),
                text!(
                    "a program has one rank map, and `{first}` is there already; remove one of them",
                    "ランク配置ファイルは 1 つだけ使えます。`{first}` がすでにあります。どちらかを消してください"
                ),
            ),
        ));
        return (None, found);
    }
    let Some(array) = array else {
        found.push(at(
            map,
            Diagnostic::warning(
                whole(map),
                text!(
                    "a rank map has no effect here; it is for runs of a program on a chip of known size",
                    "ここではランク配置ファイルは使われません。大きさの決まったチップでプログラムを実行するときのものです"
                ),
            ),
        ));
        return (None, found);
    };
    match read(map, array, &mut found) {
        Ok(nodes) => {
            let mut text =
                format!("\t.rdata\n\t.align 1\n\t.globl {TABLE}\n{TABLE}: .half {}, {}", array.width, array.height);
            for node in nodes {
                let id = array.node(node as usize);
                text += &format!(", {}", id.to_word());
            }
            text.push('\n');
            (Some(SourceFile { name: format!("{}.s", map.name), text }), found)
        }
        Err(error) => {
            let mut span = match error.line {
                0 => whole(map),
                line => Span::of_line(FileId(0), line, &map.text),
            };
            // From the wrong word to the end of the line.
            let skipped = error.column.saturating_sub(span.col).min(span.len.saturating_sub(1));
            (span.col, span.len) = (span.col + skipped, span.len - skipped);
            found.push(at(map, Diagnostic::error(span, error.fault.message())));
            (None, found)
        }
    }
}

/// The node of each rank. If the last ranks are missing they get the nodes that are left, and a finding says so.
fn read(map: &SourceFile, array: Array, found: &mut Vec<Found>) -> Result<Vec<u32>, RankMapError> {
    let (width, height, nodes) = (u32::from(array.width), u32::from(array.height), array.nodes() as u32);
    let node_at = |parts: &[u32]| match *parts {
        [x, y] if x < width && y < height => Some(y * width + x),
        _ => None,
    };
    let mut ranks = RankMap::read(&map.text, nodes, nodes, &node_at)?;
    if let Some(first) = ranks.first_ranks().filter(|count| (1..nodes).contains(count)) {
        let last = nodes - 1;
        let message = text!(
            "the map has {first} ranks and the chip has {nodes} nodes: ranks {first} to {last} run on the nodes that are left, in order",
            "配置は {first} ランク分で、チップには {nodes} ノードあります。ランク {first} から {last} は残りのノードに順番に置かれます"
        );
        found.push(at(map, Diagnostic::warning(whole(map), message)));
        ranks.fill();
    }
    ranks.finish()
}

/// The finding that a program with a rank map does not use MPI.
pub fn without_mpi(map: &SourceFile) -> Found {
    let message = text!(
        "this rank map has no effect: the program does not call MPI_Init",
        "このランク配置ファイルは使われません。プログラムが MPI_Init を呼んでいません"
    );
    at(map, Diagnostic::warning(whole(map), message))
}

fn whole(map: &SourceFile) -> Span {
    Span::of_line(FileId(0), 1, &map.text)
}

fn at(map: &SourceFile, diagnostic: Diagnostic) -> Found {
    (map.name.clone(), diagnostic)
}
