//! The share of each line in the cycles of a profile, for the editor.

use crate::fmt::share;
use crate::i18n::I18n;
use crate::modes::chip::editor::LineHeat;
use mcore::modes::chip::view::{LineRow, ProfileView};

/// The width of the strip of the line with most cycles.
const WIDEST: u128 = 7;

/// The heat of the lines.
pub fn of_lines(profile: &ProfileView, i18n: &I18n) -> Vec<LineHeat> {
    heat(profile, &i18n.t("role-polling"))
}

/// The same with the word for polling.
fn heat(profile: &ProfileView, polls: &str) -> Vec<LineHeat> {
    let cycles = |l: &LineRow| l.computing.saturating_add(l.polling);
    let most = profile.lines.iter().map(cycles).max().unwrap_or(0).max(1);
    let line = |l: &LineRow| {
        let (cycles, polling) = (cycles(l), l.polling > l.computing);
        let width = (u128::from(cycles) * WIDEST).div_ceil(u128::from(most)) as u32;
        let word = if polling { format!(" {polls}") } else { String::new() };
        // Less than a thousandth is no share worth reading.
        let told = u128::from(cycles) * 1000 >= u128::from(profile.total.max(1));
        let share = if told { format!("{}{word}", share(cycles, profile.total)) } else { String::new() };
        LineHeat { file: l.place.file.clone(), line: l.place.line, width, share, polls: polling }
    };
    profile.lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::modes::chip::view::SourcePlace;

    #[test]
    fn the_hottest_line_has_the_widest_strip_and_polling_has_a_word() {
        let row = |line, computing, polling| LineRow {
            place: SourcePlace { file: "main.s".to_owned(), line },
            function: String::new(),
            own: true,
            computing,
            polling,
        };
        let lines = vec![row(3, 7_000, 0), row(4, 100, 1_900), row(5, 1, 0)];
        let profile = ProfileView { total: 9_001, polling: 1_900, lines, ..ProfileView::default() };
        let found = heat(&profile, "polling");
        let of = |i: usize| (found[i].line, found[i].width, found[i].share.as_str(), found[i].polls);
        assert_eq!(of(0), (3, 7, "77.8 %", false));
        assert_eq!(of(1), (4, 2, "22.2 % polling", true));
        assert_eq!(of(2), (5, 1, "", false));
        assert!(heat(&ProfileView::default(), "polling").is_empty());
    }
}
