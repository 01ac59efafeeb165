//! The profile of MPI as a panel shows it: sentences, tables, and the bytes between ranks in a square of bounded size.

use super::{MpiPairView, MpiProfileView};
use alloc::{vec, vec::Vec};
use mcore_base::{NodeId, Text};
use serde::{Deserialize, Serialize};

/// Maximum number of rows and columns of the matrix; more ranks share them.
const SIDE: u32 = 64;
/// Maximum number of pairs of ranks that are listed.
const PAIRS: usize = 1 << 14;

/// The bytes from rank to rank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MpiMatrix {
    /// Ranks that share a row and a column.
    pub group: u32,
    /// Rows and columns.
    pub side: u32,
    /// Row by row, one row for each source: bytes.
    pub bytes: Vec<u64>,
    /// Row by row, one row for each source: messages.
    pub messages: Vec<u64>,
}

/// The panel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MpiPanelView {
    /// The whole in one sentence.
    pub summary: Text,
    /// Sentences about late senders and late receivers.
    pub late: Vec<Text>,
    /// Rows of cells by function, the first one with the headings.
    pub functions: Vec<Vec<Text>>,
    /// Rows of cells by rank, the first one with the headings.
    pub ranks: Vec<Vec<Text>>,
    /// The node of each rank.
    pub nodes: Vec<NodeId>,
    /// The bytes between ranks.
    pub matrix: MpiMatrix,
    /// The pairs of ranks with messages, unless there are too many.
    pub pairs: Option<Vec<MpiPairView>>,
}

impl MpiMatrix {
    fn of(profile: &MpiProfileView) -> Self {
        let ranks = profile.ranks.len() as u32;
        let group = ranks.div_ceil(SIDE).max(1);
        let side = ranks.div_ceil(group);
        let cells = (side * side) as usize;
        let (mut bytes, mut messages) = (vec![0; cells], vec![0; cells]);
        for pair in &profile.pairs {
            let cell = (pair.source / group * side + pair.destination / group) as usize;
            if let (Some(b), Some(m)) = (bytes.get_mut(cell), messages.get_mut(cell)) {
                *b += pair.bytes;
                *m += pair.messages;
            }
        }
        Self { group, side, bytes, messages }
    }
}

impl MpiPanelView {
    /// The panel of a profile.
    pub fn of(profile: &MpiProfileView) -> Self {
        let [functions, ranks] = profile.tables();
        Self {
            summary: profile.summary(),
            late: profile.late(),
            functions,
            ranks,
            nodes: profile.ranks.iter().map(|rank| rank.node).collect(),
            matrix: MpiMatrix::of(profile),
            pairs: (profile.pairs.len() <= PAIRS).then(|| profile.pairs.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{MpiPairView, MpiRankView};

    fn profile(ranks: u32, pairs: &[(u32, u32, u64)]) -> MpiProfileView {
        let rank = |rank| MpiRankView {
            rank,
            node: NodeId::new(1, 1),
            run: 100,
            total: Default::default(),
            cycles_of: Vec::new(),
        };
        let pair = |(source, destination, bytes): &(u32, u32, u64)| MpiPairView {
            source: *source,
            destination: *destination,
            messages: 1,
            bytes: *bytes,
        };
        MpiProfileView {
            ranks: (0..ranks).map(rank).collect(),
            pairs: pairs.iter().map(pair).collect(),
            ..MpiProfileView::default()
        }
    }

    #[test]
    fn a_small_matrix_has_a_row_and_a_column_for_each_rank() {
        let matrix = MpiMatrix::of(&profile(3, &[(0, 1, 8), (2, 0, 5)]));
        assert_eq!((matrix.group, matrix.side), (1, 3));
        assert_eq!(matrix.bytes, [0, 8, 0, 0, 0, 0, 5, 0, 0]);
        assert_eq!(matrix.messages, [0, 1, 0, 0, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn many_ranks_share_rows_and_no_byte_is_lost() {
        let pairs = [(0, 1, 8), (15, 2, 5), (1023, 1023, 7), (1008, 1023, 1), (999, 0, 3)];
        let matrix = MpiMatrix::of(&profile(1024, &pairs));
        assert_eq!((matrix.group, matrix.side, matrix.bytes.len()), (16, 64, 4096));
        assert_eq!((matrix.bytes[0], matrix.bytes[4095], matrix.messages[4095]), (13, 8, 2));
        assert_eq!(matrix.bytes.iter().sum::<u64>(), 24);
        // A number of ranks that is no multiple.
        let odd = MpiMatrix::of(&profile(65, &[(64, 64, 9)]));
        assert_eq!((odd.group, odd.side, odd.bytes.last()), (2, 33, Some(&9)));
        assert_eq!(MpiMatrix::of(&profile(0, &[])), MpiMatrix { group: 1, ..MpiMatrix::default() });
    }
}
