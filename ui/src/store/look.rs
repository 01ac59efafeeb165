//! How the page looks, as far as the student chooses it: size for a lecture hall, picture or table of the chip, the tour.

use super::{PhoneTab, State};
use serde::{Deserialize, Serialize};

/// How the chip is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MeshShow {
    /// As a picture.
    #[default]
    Picture,
    /// As a table of its nodes.
    Nodes,
    /// As a table of its routers.
    Routers,
}

/// What the browser remembers of the looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Looks {
    /// Larger type and fewer panels, for a lecture hall.
    pub large: bool,
    /// Picture or table.
    pub mesh: MeshShow,
    /// The offer of the tour has been answered.
    pub welcomed: bool,
    /// Keys that type a character do nothing on the page, for those who speak their text or hit keys by chance.
    pub letters_off: bool,
    /// The step of the tour that is shown.
    #[serde(skip)]
    pub tour: Option<usize>,
}

/// A wish that concerns the looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Lecture hall or desk.
    ToggleLarge,
    /// Picture or table of the chip.
    Mesh(MeshShow),
    /// Whether keys that type a character do something on the page.
    ToggleLetters,
    /// Puts the offer of the tour away.
    Welcomed,
    /// Shows a step of the tour; `None` ends it.
    Tour(Option<usize>),
    /// Shows a step of the tour together with the panel that it speaks of.
    TourAt(usize, PhoneTab),
}

impl State {
    /// Does it.
    pub(super) fn look(&mut self, look: Look) {
        match look {
            Look::ToggleLarge => self.looks.large = !self.looks.large,
            Look::Mesh(show) => self.looks.mesh = show,
            Look::ToggleLetters => self.looks.letters_off = !self.looks.letters_off,
            Look::Welcomed => self.looks.welcomed = true,
            Look::Tour(step) => {
                self.looks.tour = step;
                self.looks.welcomed = true;
                self.dialog = None;
            }
            Look::TourAt(step, panel) => {
                self.look(Look::Tour(Some(step)));
                self.show_phone_tab(panel);
            }
        }
    }
}
