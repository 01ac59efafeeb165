//! The canvas of the mesh: drawn at most once per screen refresh, however often it is requested.

use crate::i18n::I18n;
use crate::modes::chip::paint::camera::Camera;
use crate::modes::chip::paint::hover::Hover;
use crate::modes::chip::paint::mesh::{Detail, Marks, Painter, Scene};
use crate::paint::canvas::{self, Canvas};
use crate::paint::geometry;
use crate::paint::palette::Palette;
use crate::paint::pixels::Pixels;
use gloo_events::{EventListener, EventListenerOptions};
use gloo_render::{AnimationFrame, request_animation_frame};
use mcore::base::NodeId;
use mcore::modes::chip::view::{CoreRole, Frame, MeshView};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ResizeObserver, WheelEvent};
use yew::{Callback, UseStateSetter};

/// The canvas and the data for drawing on it again.
pub struct Stage {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    painter: Painter,
    pixels: Pixels,
    palette: Palette,
    dark: Option<bool>,
    camera: Camera,
    /// The whole chip must be visible, also after a change of size.
    fitted: bool,
    /// The next selected node must be brought into view.
    reveal: bool,
    /// Called when the picture starts and stops showing the insides of routers.
    on_inside: Option<Callback<bool>>,
    inside: bool,
    frame: Rc<Frame>,
    /// Shown until the session sends a mesh.
    idle: MeshView,
    selected: Option<NodeId>,
    hovered: Option<NodeId>,
    marks: Marks,
    words: (String, String),
    size: (f64, f64),
    /// The last measured width, height and pixel ratio: asking the browser costs a layout of the page.
    screen: (f64, f64, f64),
    pending: Option<AnimationFrame>,
}

/// A shared [`Stage`].
#[derive(Clone)]
pub struct StageRef(Rc<RefCell<Stage>>);

/// A machine without a program: no core computes.
fn idle(width: u8, height: u8) -> MeshView {
    let mut mesh = MeshView::new(width, height);
    mesh.cores.fill(CoreRole::Halted as u8);
    mesh
}

impl Stage {
    /// The stage on a canvas. `None` if the browser gives no context.
    pub fn open(canvas: HtmlCanvasElement) -> Option<StageRef> {
        let context = canvas::context(&canvas)?;
        let stage = Self {
            canvas,
            context,
            painter: Painter::default(),
            pixels: Pixels::default(),
            palette: Palette::default(),
            dark: None,
            camera: Camera { scale: 1.0, x: 0.0, y: 0.0, grid: geometry::Grid::default() },
            fitted: true,
            reveal: false,
            on_inside: None,
            inside: false,
            frame: Rc::default(),
            idle: idle(1, 1),
            selected: None,
            hovered: None,
            marks: Marks::default(),
            words: Default::default(),
            size: (0.0, 0.0),
            screen: (0.0, 0.0, 1.0),
            pending: None,
        };
        Some(StageRef(Rc::new(RefCell::new(stage))))
    }

    fn mesh(&self) -> &MeshView {
        self.frame.mesh.as_ref().unwrap_or(&self.idle)
    }

    fn world(&self) -> geometry::Rect {
        self.camera.grid.bounds(self.mesh().width, self.mesh().height)
    }

    /// Shifts the picture as little as possible so that a node is visible, with its router.
    fn reveal(&mut self, id: NodeId) {
        let (w, h) = self.size;
        let grid = self.camera.grid;
        let (rect, c) = (grid.node_box(id), grid.router(id));
        let rect = geometry::Rect {
            x: c.x - geometry::ROUTER,
            y: c.y - geometry::ROUTER,
            w: rect.x + rect.w - c.x + geometry::ROUTER,
            h: rect.y + rect.h - c.y + geometry::ROUTER,
        };
        let moved = self.camera.showing(rect, w, h);
        if moved != self.camera {
            self.camera = moved;
            self.fitted = false;
        }
    }

    fn measure(&mut self) {
        self.screen = canvas::size_to_screen(&self.canvas);
        self.paint();
    }

    fn paint(&mut self) {
        self.pending = None;
        let (width, height, ratio) = self.screen;
        if width < 1.0 || height < 1.0 {
            return;
        }
        if self.fitted {
            self.camera = Camera::fit((self.mesh().width, self.mesh().height), width, height);
        }
        self.size = (width, height);
        let mut surface = Canvas::new(&self.context, &self.palette, (width, height, ratio));
        if Detail::at(self.camera.scale) == Detail::Far {
            surface = surface.with_pixels(&mut self.pixels);
        }
        let scene = Scene {
            mesh: self.frame.mesh.as_ref().unwrap_or(&self.idle),
            selected: self.selected,
            hovered: self.hovered,
            memory: (&self.words.0, &self.words.1),
            marks: &self.marks,
            camera: self.camera,
            size: self.size,
        };
        self.painter.paint(&mut surface, &scene);
        surface.flush();
        let inside = Detail::at(self.camera.scale) == Detail::Inside;
        if inside != self.inside {
            self.inside = inside;
            if let Some(callback) = self.on_inside.clone() {
                // Deferred, because the callback may need the stage, which is borrowed here.
                gloo_timers::callback::Timeout::new(0, move || callback.emit(inside)).forget();
            }
        }
    }
}

impl StageRef {
    /// Draws at the next screen refresh.
    fn ask(&self) {
        if self.0.borrow().pending.is_some() {
            return;
        }
        let stage = self.0.clone();
        let pending = request_animation_frame(move |_| stage.borrow_mut().paint());
        self.0.borrow_mut().pending = Some(pending);
    }

    /// Shows a frame.
    pub fn show(&self, frame: &Rc<Frame>, selected: Option<NodeId>, dark: bool, i18n: &I18n, size: (u8, u8)) {
        {
            let mut s = self.0.borrow_mut();
            if s.dark != Some(dark) {
                s.palette = Palette::of_document();
                s.dark = Some(dark);
            }
            let before = (s.mesh().width, s.mesh().height);
            s.frame = frame.clone();
            // For measurements: the cycle of the frame on the canvas.
            let _ = s.canvas.set_attribute("data-cycle", &frame.cycle.to_string());
            if (s.idle.width, s.idle.height) != size {
                s.idle = idle(size.0, size.1);
            }
            if (s.mesh().width, s.mesh().height) != before {
                s.fitted = true;
            }
            if s.selected != selected
                && std::mem::take(&mut s.reveal)
                && let Some(id) = selected
            {
                s.reveal(id);
            }
            s.selected = selected;
            let page = i18n.text(&s.mesh().memory.page);
            let page =
                if page.is_empty() { String::new() } else { i18n.tf("memory-page", &[("page", page)]).to_string() };
            s.words = (i18n.t("memory-short").to_string(), page);
        }
        self.ask();
    }

    /// Highlights chains and packets.
    pub fn mark(&self, marks: Marks) {
        if self.0.borrow().marks != marks {
            self.0.borrow_mut().marks = marks;
            self.ask();
        }
    }

    /// Shows the whole chip.
    pub fn fit(&self) {
        self.0.borrow_mut().fitted = true;
        self.ask();
    }

    /// Zooms around the centre.
    pub fn zoom(&self, factor: f64) {
        let (w, h) = self.0.borrow().size;
        self.zoom_at(factor, w / 2.0, h / 2.0);
    }

    /// Zooms around a pixel.
    pub fn zoom_at(&self, factor: f64, x: f64, y: f64) {
        {
            let mut s = self.0.borrow_mut();
            let (w, h) = s.size;
            s.camera = s.camera.zoomed(factor, x, y).panned(0.0, 0.0, s.world(), w, h);
            s.fitted = false;
        }
        self.ask();
    }

    /// Shifts the picture by pixels.
    pub fn pan(&self, dx: f64, dy: f64) {
        {
            let mut s = self.0.borrow_mut();
            let (w, h) = s.size;
            s.camera = s.camera.panned(dx, dy, s.world(), w, h);
            s.fitted = false;
        }
        self.ask();
    }

    /// Brings the next selected node into view.
    pub fn reveal_next(&self) {
        self.0.borrow_mut().reveal = true;
    }

    /// Shows one router as large as possible, with its FIFOs and the INCC of its node.
    pub fn look_inside(&self, id: NodeId) {
        {
            let mut s = self.0.borrow_mut();
            let (w, h) = s.size;
            let c = s.camera.grid.router(id);
            // The FIFOs extend as far to every side as the INCC band to the east.
            let reach = geometry::BOX + 50.0;
            let rect = geometry::Rect { x: c.x - reach, y: c.y - reach, w: 2.0 * reach, h: 2.0 * reach };
            s.camera = s.camera.close_up(rect, w, h);
            s.fitted = false;
        }
        self.ask();
    }

    /// Sets the callback for when the insides of routers appear or disappear.
    pub fn report_inside(&self, callback: Callback<bool>) {
        self.0.borrow_mut().on_inside = Some(callback);
    }

    /// Pixel of the centre of a node's box or of its router, for a menu that is opened by key.
    pub fn pixel_of(&self, id: NodeId) -> (f64, f64) {
        let s = self.0.borrow();
        s.camera.pixel(s.camera.grid.router(id))
    }

    /// The object at a pixel.
    pub fn hover_at(&self, x: f64, y: f64) -> Option<Hover> {
        let s = self.0.borrow();
        Hover::at(s.mesh(), s.camera.grid, s.camera.point(x, y))
    }

    /// Outlines the node under the pointer.
    pub fn set_hovered(&self, id: Option<NodeId>) {
        if self.0.borrow().hovered != id {
            self.0.borrow_mut().hovered = id;
            self.ask();
        }
    }

    /// Size of the canvas in pixels.
    pub fn size(&self) -> (f64, f64) {
        self.0.borrow().size
    }

    /// The canvas.
    pub fn canvas(&self) -> HtmlCanvasElement {
        self.0.borrow().canvas.clone()
    }

    /// Draws again whenever the canvas changes its size, until the guard is dropped.
    pub fn follow_size(&self) -> Option<SizeGuard> {
        let stage = self.clone();
        // Immediately: a canvas of the wrong size for one refresh flickers.
        let on_resize = Closure::<dyn FnMut()>::new(move || stage.0.borrow_mut().measure());
        let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
        observer.observe(&self.canvas());
        Some(SizeGuard { observer, _on_resize: on_resize })
    }

    /// Zooms by the wheel, until the guard is dropped.
    pub fn follow_wheel(&self, hover: UseStateSetter<Option<super::pointer::Shown>>) -> EventListener {
        let stage = self.clone();
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&self.canvas(), "wheel", options, move |event| {
            let Some(event) = event.dyn_ref::<WheelEvent>() else { return };
            event.prevent_default();
            // Convert lines and pages to pixels, for wheels that report those.
            let unit = match event.delta_mode() {
                WheelEvent::DOM_DELTA_LINE => 16.0,
                WheelEvent::DOM_DELTA_PAGE => 400.0,
                _ => 1.0,
            };
            // A pinch on a touchpad is reported as small wheel steps with Control.
            let speed = if event.ctrl_key() { 0.01 } else { 0.0016 };
            let factor = (-event.delta_y() * unit * speed).exp();
            stage.zoom_at(factor, f64::from(event.offset_x()), f64::from(event.offset_y()));
            hover.set(None);
        })
    }
}

/// Stops watching the canvas's size when dropped.
pub struct SizeGuard {
    observer: ResizeObserver,
    _on_resize: Closure<dyn FnMut()>,
}

impl Drop for SizeGuard {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
