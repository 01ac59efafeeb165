//! The appearance of the page as far as the student chooses it: size for a lecture hall, picture or table of the chip,
//! the tour.

use super::{AnalysisTab, PhoneTab, State};
use serde::{Deserialize, Serialize};

/// The view of the chip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeshShow {
    #[default]
    Picture,
    /// As a table of its nodes.
    Nodes,
    /// As a table of its routers.
    Routers,
}

/// The stored settings of the page's appearance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Looks {
    /// Larger type and fewer panels, for a lecture hall.
    pub large: bool,
    /// Picture or table.
    pub mesh: MeshShow,
    /// The offer of the tour has been answered.
    pub welcomed: bool,
    /// Keys that type a character have no effect on the page, for users who dictate or hit keys by accident.
    pub letters_off: bool,
    /// The editor stays where it is, whatever the selected node does.
    pub still: bool,
    /// The shown step of the tour.
    #[serde(skip)]
    pub tour: Option<usize>,
}

/// A request about the appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Switches between lecture hall and desk.
    ToggleLarge,
    /// Shows a picture or a table of the chip.
    Mesh(MeshShow),
    /// Switches the effect of keys that type a character on or off.
    ToggleLetters,
    /// Lets the editor follow the selected node, or no longer.
    ToggleFollow,
    /// Dismisses the offer of the tour.
    Welcomed,
    /// Shows a step of the tour; `None` ends it.
    Tour(Option<usize>),
    /// Shows a step of the tour together with the panel that it describes.
    TourAt(usize, PhoneTab),
}

impl State {
    /// Applies a change of the appearance.
    pub(super) fn look(&mut self, look: Look) {
        match look {
            Look::ToggleLarge => self.looks.large = !self.looks.large,
            Look::Mesh(show) => self.looks.mesh = show,
            Look::ToggleLetters => self.looks.letters_off = !self.looks.letters_off,
            Look::ToggleFollow => self.looks.still = !self.looks.still,
            Look::Welcomed => self.looks.welcomed = true,
            Look::Tour(step) => {
                self.looks.tour = step;
                self.looks.welcomed = true;
                self.dialog = None;
            }
            Look::TourAt(step, panel) => {
                self.look(Look::Tour(Some(step)));
                if panel == PhoneTab::Result {
                    self.analysis.drawer.tab = AnalysisTab::Run;
                }
                self.show_phone_tab(panel);
            }
        }
    }
}
