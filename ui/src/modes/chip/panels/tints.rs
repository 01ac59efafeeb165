//! Colours of lines: a line of C has the colour of its instructions in the panel of the node.

use mcore::modes::chip::view::{DisasmRow, SourcePlace};

/// Number of colours (`www/style/node.css` and `www/editor/src/theme.js`); further lines use them again.
const COLOURS: usize = 6;

/// Instructions in sight before and after the current one; `.code-rows` in `www/style/node.css` has room for them.
const AROUND: (usize, usize) = (3, 5);

/// The first instruction in sight: those in sight are around the current one, or nearest to it with an instruction of the line
/// `in_view`.
pub fn first_in_sight(rows: &[DisasmRow], in_view: Option<&SourcePlace>) -> usize {
    let length = (AROUND.0 + AROUND.1 + 1).min(rows.len());
    let current = rows.iter().position(|r| r.current).unwrap_or_default();
    let from = current.saturating_sub(AROUND.0).min(rows.len() - length);
    let of_it = (0..rows.len()).filter(|at| in_view.is_some() && rows[*at].source.as_ref() == in_view);
    let nearest = of_it.min_by_key(|at| at.abs_diff(current));
    match nearest {
        Some(at) if at < from => at,
        Some(at) if at >= from + length => at + 1 - length,
        _ => from,
    }
}

/// The lines of these instructions with their colours. A line keeps its colour while the list moves, unless one of the last
/// lines before it in the list has the same.
pub fn tints(rows: &[DisasmRow]) -> Vec<(SourcePlace, usize)> {
    let mut found: Vec<(SourcePlace, usize)> = Vec::new();
    for place in rows.iter().filter_map(|row| row.source.as_ref()) {
        if found.iter().any(|(known, _)| known == place) {
            continue;
        }
        let last = &found[found.len().saturating_sub(COLOURS - 1)..];
        let is_free = |colour: &usize| !last.iter().any(|(_, used)| used == colour);
        let own = place.line as usize % COLOURS;
        let colour = (own..own + COLOURS).map(|colour| colour % COLOURS).find(is_free).unwrap_or(own);
        found.push((place.clone(), colour));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::base::Text;

    fn row(line: u32, current: bool) -> DisasmRow {
        DisasmRow {
            addr: line.to_string(),
            word: String::new(),
            text: String::new(),
            label: String::new(),
            source: (line > 0).then(|| SourcePlace { file: "a.c".into(), line }),
            current,
            meaning: Text::default(),
        }
    }

    #[test]
    fn the_current_instruction_is_always_in_sight() {
        for (count, current, first) in [(21, 10, 7), (21, 0, 0), (21, 20, 12), (4, 3, 0), (0, 0, 0)] {
            let rows: Vec<_> = (0..count).map(|i| row(i, i == current)).collect();
            assert_eq!(first_in_sight(&rows, None), first);
        }
    }

    #[test]
    fn an_instruction_of_the_partner_is_brought_into_view() {
        let rows: Vec<_> = (0..21).map(|i| row(1 + i / 3, i == 10)).collect();
        let place = |line| SourcePlace { file: "a.c".into(), line };
        let first = |line| first_in_sight(&rows, Some(&place(line)));
        assert_eq!(first_in_sight(&rows, None), 7);
        assert_eq!((first(4), first(99)), (7, 7), "in sight, not listed");
        // The last instruction of line 1 is the third of all, the first one of line 7 is the 19th.
        assert_eq!((first(1), first(7)), (2, 10));
    }

    #[test]
    fn lines_of_one_list_have_different_colours_and_keep_them() {
        let lines = |lines: &[u32]| {
            let rows: Vec<_> = lines.iter().map(|line| row(*line, false)).collect();
            tints(&rows).into_iter().map(|(place, colour)| (place.line, colour)).collect::<Vec<_>>()
        };
        assert_eq!(lines(&[7, 7, 0, 9, 7, 8]), [(7, 1), (9, 3), (8, 2)]);
        assert_eq!(lines(&[9, 7, 8]), [(9, 3), (7, 1), (8, 2)]);
        assert_eq!(lines(&[6, 12]), [(6, 0), (12, 1)]);
        assert_eq!(lines(&[1, 2, 3, 4, 5, 6, 7]).last(), Some(&(7, 1)), "there are only six");
        let many = lines(&[6, 12, 7, 8, 9, 10, 11, 6, 18, 24]);
        assert!(many.windows(2).all(|pair| pair[0].1 != pair[1].1), "{many:?}");
        assert_eq!(lines(&[0]), []);
    }
}
