//! The signs for cores and flits: shape first, colour second. The mesh and its legend use the same.

use super::geometry::SLOT;
use super::surface::{CoreInk, Ink, Surface};
use mcore::modes::chip::view::{CoreRole, FlitRole};

/// Colour of a core's state.
pub fn core_ink(role: CoreRole) -> Ink {
    match role {
        CoreRole::Computing => Ink::Work,
        CoreRole::Polling => Ink::Poll,
        CoreRole::Halted => Ink::Halt,
        CoreRole::Trapped => Ink::Trap,
    }
}

/// Tint of a core's state.
pub fn core_tint(role: CoreRole) -> Ink {
    Ink::Weak(match role {
        CoreRole::Computing => CoreInk::Work,
        CoreRole::Polling => CoreInk::Poll,
        CoreRole::Halted => CoreInk::Halt,
        CoreRole::Trapped => CoreInk::Trap,
    })
}

/// Draws a core's sign in blocks, as far as a few pixels can show it: full, a quarter, a bar, a frame.
pub fn core_speck<S: Surface>(s: &mut S, role: CoreRole, x: f64, y: f64, w: f64, h: f64) {
    match role {
        CoreRole::Computing => s.block(x, y, w, h),
        CoreRole::Polling => s.block(x + w / 2.0, y, w / 2.0, h / 2.0),
        CoreRole::Halted => s.block(x, y + h * 0.4, w, h * 0.2),
        CoreRole::Trapped => {
            let t = (w * 0.25).max(1.0);
            s.block(x, y, w, t);
            s.block(x, y + h - t, w, t);
            s.block(x, y, t, h);
            s.block(x + w - t, y, t, h);
        }
    }
}

/// Adds the filled part of a core's sign to the path: disc, quarter, bar, cross.
pub fn core_fill<S: Surface>(s: &mut S, role: CoreRole, x: f64, y: f64, r: f64) {
    match role {
        CoreRole::Computing => s.circle(x, y, r),
        CoreRole::Polling => s.quarter(x, y, r * 0.87),
        CoreRole::Halted => s.rect(x - r, y - r * 0.18, 2.0 * r, r * 0.36),
        CoreRole::Trapped => {
            s.triangle((x, y - r * 1.05), (x + r * 1.1, y + r * 0.9), (x - r * 1.1, y + r * 0.9));
        }
    }
}

/// Adds the outlined part of a core's sign to the path, if it has one.
pub fn core_outline<S: Surface>(s: &mut S, role: CoreRole, x: f64, y: f64, r: f64) -> bool {
    if role == CoreRole::Polling {
        s.circle(x, y, r * 0.87);
    }
    role == CoreRole::Polling
}

/// The form of a flit's sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlitForm {
    /// A full square with an arrow cut out: header.
    Arrow,
    /// An empty square: address.
    Empty,
    /// A cross: stride.
    Cross,
    /// A full square: data.
    Full,
    /// Two bars: the last flit of a packet.
    Bars,
}

/// The form for a kind of flit.
pub fn form(role: FlitRole, tail: bool) -> FlitForm {
    match role {
        _ if tail => FlitForm::Bars,
        FlitRole::Header => FlitForm::Arrow,
        FlitRole::Address => FlitForm::Empty,
        FlitRole::Stride => FlitForm::Cross,
        FlitRole::Data => FlitForm::Full,
    }
}

/// Draws the filled part of a flit at pixel (x, y), in blocks; `k` is the size of a unit.
pub fn flit_fill<S: Surface>(s: &mut S, form: FlitForm, x: f64, y: f64, k: f64) {
    let h = SLOT / 2.0 * k;
    match form {
        FlitForm::Arrow | FlitForm::Full => s.block(x - h, y - h, 2.0 * h, 2.0 * h),
        FlitForm::Bars => {
            s.block(x - h, y - h, h * 0.8, 2.0 * h);
            s.block(x + h * 0.2, y - h, h * 0.8, 2.0 * h);
        }
        FlitForm::Cross => {
            let t = h * 0.28;
            s.block(x - h, y - t, 2.0 * h, 2.0 * t);
            s.block(x - t, y - h, 2.0 * t, h - t);
            s.block(x - t, y + t, 2.0 * t, h - t);
        }
        FlitForm::Empty => {
            // An outline of four bars, so that all forms consist of blocks.
            let t = h * 0.42;
            s.block(x - h, y - h, 2.0 * h, t);
            s.block(x - h, y + h - t, 2.0 * h, t);
            s.block(x - h, y - h + t, t, 2.0 * (h - t));
            s.block(x + h - t, y - h + t, t, 2.0 * (h - t));
        }
    }
}

/// Adds the part that is cut out of a flit to the path.
pub fn flit_cut<S: Surface>(s: &mut S, form: FlitForm, x: f64, y: f64, k: f64) {
    if form == FlitForm::Arrow {
        s.triangle((x - 1.7 * k, y - 2.4 * k), (x + 2.0 * k, y), (x - 1.7 * k, y + 2.4 * k));
    }
}
