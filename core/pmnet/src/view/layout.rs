//! The positions of a memory system's objects in a picture: as nested boxes, as `lstopo` draws machines, or
//! freely.
//!
//! Nested: every object is a child of its next object on the path to the nearest memory, so a memory contains the
//! objects near it. An only child is drawn in its parent's column. Neighbours that are identical down to their last
//! object are collapsed into one with their number, until the user unfolds them. Routers that lead to no core of their
//! own (links between sockets) contain the boxes that they connect, if each box belongs to one of them. The graph need
//! not be complete: unconnected objects are drawn separately.

use crate::model::{Dat, Kind};
use alloc::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    format,
    string::{String, ToString as _},
    vec,
    vec::Vec,
};

/// Height of an object.
const HIGH: f32 = 38.0;
/// Minimum width of an object.
const WIDE: f32 = 96.0;
/// Gap between an object and its children: space for the wire.
const GAP: f32 = 14.0;
/// Gap between neighbouring boxes, and around the contents of a frame.
const PAD: f32 = 7.0;
/// Height of the heading above identical boxes.
const HEADING: f32 = 30.0;
/// Height of the button in it.
const BUTTON: f32 = 20.0;
/// Approximate width of a letter, in pixels.
const LETTER: f32 = 6.7;
/// Maximum number of objects drawn.
const MAX_DRAWN: usize = 1500;
/// Up to this many boxes, identical ones are unfolded from the start.
const COMFORTABLE: usize = 64;
/// Maximum depth of nested frames.
const DEEPEST: usize = 24;
/// Width of a row beyond which boxes go into several rows.
const ROW: f32 = 1400.0;

/// The kinds of boxes.
#[derive(Clone, Debug, PartialEq)]
pub enum PmnetWhat {
    /// An object, or several identical ones that are drawn once. Indices in the order cores, caches, memories, routers.
    Object(Vec<u32>),
    /// A frame around boxes that belong together.
    Frame,
    /// The heading above identical boxes, which folds and unfolds them.
    Identical {
        /// The key that identifies them.
        key: String,
        /// How many there are.
        count: u32,
        /// True if each is drawn.
        open: bool,
    },
    /// A group that the DAT names.
    Group(String),
}

/// A box of the picture, in its own pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct PmnetBox {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
    /// Its kind.
    pub what: PmnetWhat,
}

/// A line between two objects.
#[derive(Clone, Debug, PartialEq)]
pub struct PmnetWire {
    /// One end.
    pub from: [f32; 2],
    /// The other end.
    pub to: [f32; 2],
    /// The object at the end away from the memory; several if identical ones are drawn once.
    pub lower: Vec<u32>,
    /// The object at the other end, for the first of these.
    pub upper: u32,
}

/// A picture of a memory system.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PmnetMap {
    /// Width of the whole.
    pub width: f32,
    /// Height of the whole.
    pub height: f32,
    /// Boxes, from back to front.
    pub boxes: Vec<PmnetBox>,
    /// Lines.
    pub wires: Vec<PmnetWire>,
    /// For each object, the next one on the path to the nearest memory.
    pub above: Vec<Option<u32>>,
    /// Number of objects that are not drawn because there are too many.
    pub hidden: usize,
}

/// Objects and edges of a DAT, by number.
struct Net<'d> {
    kinds: Vec<Kind>,
    names: Vec<&'d str>,
    classes: Vec<&'d str>,
    near: Vec<Vec<u32>>,
    above: Vec<Option<u32>>,
    /// Hops to the nearest memory.
    hops: Vec<Option<u32>>,
}

impl<'d> Net<'d> {
    fn new(dat: &'d Dat) -> Self {
        let (mut kinds, mut names, mut classes) = (Vec::new(), Vec::new(), Vec::new());
        for (kind, name, class, _) in dat.objects() {
            kinds.push(kind);
            names.push(name);
            classes.push(class);
        }
        let ids: BTreeMap<&str, u32> = names.iter().enumerate().map(|(i, name)| (*name, i as u32)).collect();
        let mut near = vec![Vec::new(); kinds.len()];
        for edge in &dat.edge_obj {
            if let (Some(a), Some(b)) = (ids.get(edge.source.as_str()), ids.get(edge.target.as_str())) {
                near[*a as usize].push(*b);
                near[*b as usize].push(*a);
            }
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        let mut net =
            Self { above: vec![None; kinds.len()], hops: vec![None; kinds.len()], kinds, names, classes, near };
        net.search();
        net
    }

    /// Breadth-first search from all memories at once.
    fn search(&mut self) {
        let mut open: VecDeque<u32> = VecDeque::new();
        for (i, _) in self.kinds.iter().enumerate().filter(|(_, kind)| **kind == Kind::Memory) {
            self.hops[i] = Some(0);
            open.push_back(i as u32);
        }
        while let Some(at) = open.pop_front() {
            let far = self.hops[at as usize].unwrap_or(0) + 1;
            // No path leads through a core.
            if self.kinds[at as usize] == Kind::Core {
                continue;
            }
            for next in &self.near[at as usize] {
                let next = *next as usize;
                if self.hops[next].is_none() {
                    self.hops[next] = Some(far);
                    self.above[next] = Some(at);
                    open.push_back(next as u32);
                }
            }
        }
    }
}

/// An object with its children.
#[derive(Clone, Debug, Default)]
struct Tree {
    /// Objects in one column.
    heads: Vec<u32>,
    children: Vec<Tree>,
    /// A description that is equal for identical trees.
    form: String,
}

impl Tree {
    fn leaf(net: &Net<'_>, object: u32) -> Self {
        let mut tree = Self { heads: vec![object], ..Self::default() };
        tree.describe(net);
        tree
    }

    fn describe(&mut self, net: &Net<'_>) {
        let mut form = String::new();
        for head in &self.heads {
            form += &format!("{:?} {:?};", net.kinds[*head as usize], net.classes[*head as usize]);
        }
        for child in &self.children {
            form += &format!("({})", child.form);
        }
        self.form = form;
    }

    /// Number of boxes drawn if nothing below is unfolded.
    fn folded(&self) -> usize {
        let mut seen = BTreeSet::new();
        let children = self.children.iter().filter(|child| seen.insert(child.form.as_str()));
        self.heads.len() + children.map(Self::folded).sum::<usize>()
    }
}

/// The trees of a memory system.
fn forest(net: &Net<'_>) -> Vec<Tree> {
    let count = net.kinds.len();
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (i, above) in net.above.iter().enumerate() {
        if let Some(above) = above {
            below[*above as usize].push(i as u32);
        }
    }
    // The farthest first, so that children are done before their parents.
    let mut order: Vec<u32> = (0..count as u32).filter(|i| net.hops[*i as usize].is_some()).collect();
    order.sort_by_key(|i| core::cmp::Reverse(net.hops[*i as usize]));
    let mut leads = vec![false; count];
    let mut trees: Vec<Option<Tree>> = vec![None; count];
    let mut depths = vec![0_usize; count];
    let mut apart: Vec<u32> = Vec::new();
    for i in &order {
        let own = *i as usize;
        leads[own] = net.kinds[own] == Kind::Core || below[own].iter().any(|b| leads[*b as usize]);
        if !leads[own] {
            // Drawn separately, and so are its children.
            apart.push(*i);
            continue;
        }
        let mut tree = Tree { heads: vec![*i], ..Tree::default() };
        let mut children: Vec<Tree> = Vec::new();
        for b in &below[own] {
            if let Some(child) = trees[*b as usize].take() {
                depths[own] = depths[own].max(depths[*b as usize]);
                children.push(child);
            }
        }
        match children.len() {
            1 => {
                let only = children.remove(0);
                tree.heads.extend(only.heads);
                tree.children = only.children;
            }
            0 => {}
            _ if depths[own] >= DEEPEST => {
                // Too deep to be nested further: the objects below form one column.
                children.into_iter().for_each(|child| tree.heads.extend(child.heads));
            }
            _ => {
                depths[own] += 1;
                tree.children = children;
            }
        }
        tree.describe(net);
        trees[own] = Some(tree);
    }
    let mut roots: Vec<Tree> = trees.into_iter().flatten().collect();
    apart.sort_unstable();
    // A memory without its own cores goes with the boxes at its router.
    let mut root_of: BTreeMap<u32, usize> = BTreeMap::new();
    let mut inside: Vec<BTreeSet<u32>> = Vec::new();
    for (number, root) in roots.iter().enumerate() {
        let mut all = BTreeSet::new();
        collect(root, &mut all);
        all.iter().for_each(|object| {
            root_of.insert(*object, number);
        });
        inside.push(all);
    }
    apart.retain(|object| {
        let is_memory = net.kinds[*object as usize] == Kind::Memory;
        let home = net.near[*object as usize].iter().find_map(|near| root_of.get(near));
        match (is_memory, home) {
            (true, Some(home)) => {
                roots[*home].heads.insert(0, *object);
                inside[*home].insert(*object);
                false
            }
            _ => true,
        }
    });
    roots.iter_mut().for_each(|root| root.describe(net));
    // Routers between boxes, if every box is at exactly one of them, contain their boxes.
    let hubs: Vec<u32> = apart.iter().copied().filter(|o| net.kinds[*o as usize] == Kind::Router).collect();
    let hubs_of: Vec<Vec<u32>> = inside
        .iter()
        .map(|all| {
            let at = |hub: &u32| net.near[*hub as usize].iter().any(|near| all.contains(near));
            hubs.iter().copied().filter(at).collect()
        })
        .collect();
    let mut forest = Vec::new();
    if !hubs.is_empty() && hubs_of.iter().all(|hubs| hubs.len() == 1) {
        for hub in &hubs {
            let mut tree = Tree { heads: vec![*hub], ..Tree::default() };
            for (root, of) in roots.iter_mut().zip(&hubs_of) {
                if of[0] == *hub {
                    tree.children.push(core::mem::take(root));
                }
            }
            if tree.children.len() == 1 {
                let only = tree.children.remove(0);
                tree.heads.extend(only.heads);
                tree.children = only.children;
            }
            tree.describe(net);
            forest.push(tree);
        }
        apart.retain(|object| !hubs.contains(object));
    } else {
        forest = roots;
    }
    forest.extend(apart.into_iter().map(|object| Tree::leaf(net, object)));
    let lost = (0..count as u32).filter(|i| net.hops[*i as usize].is_none());
    forest.extend(lost.map(|object| Tree::leaf(net, object)));
    forest
}

fn collect(tree: &Tree, all: &mut BTreeSet<u32>) {
    all.extend(&tree.heads);
    tree.children.iter().for_each(|child| collect(child, all));
}

/// Children in classes of identical ones, in the order of the first of each class.
fn identical(children: &[Tree]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, child) in children.iter().enumerate() {
        let class = *known.entry(child.form.as_str()).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        classes[class].push(i);
    }
    classes
}

/// The identical trees that are unfolded from the start: level by level, as long as a whole level fits.
fn unfolded(forest: &[Tree], net: &Net<'_>) -> BTreeSet<String> {
    let mut open = BTreeSet::new();
    let mut drawn: usize = identical(forest).iter().map(|class| forest[class[0]].folded()).sum();
    let mut level: Vec<&[Tree]> = vec![forest];
    while !level.is_empty() {
        let mut keys = Vec::new();
        let mut more = 0;
        let mut next: Vec<&[Tree]> = Vec::new();
        for children in &level {
            for class in identical(children) {
                let first = &children[class[0]];
                if class.len() > 1 {
                    more += (class.len() - 1) * first.folded();
                    keys.push(net.names[first.heads[0] as usize].to_string());
                }
                next.extend(class.iter().map(|i| &children[*i].children[..]));
            }
        }
        if drawn + more > COMFORTABLE {
            break;
        }
        drawn += more;
        open.extend(keys);
        level = next.into_iter().filter(|children| !children.is_empty()).collect();
    }
    open
}

/// A part of the picture with its size; positions are relative to its upper left corner.
#[derive(Default)]
struct Cell {
    w: f32,
    h: f32,
    boxes: Vec<PmnetBox>,
    wires: Vec<PmnetWire>,
    /// The upper end of a wire to the parent, and the objects there.
    top: Option<([f32; 2], Vec<u32>)>,
}

impl Cell {
    fn put(&mut self, mut other: Self, x: f32, y: f32) -> Option<([f32; 2], Vec<u32>)> {
        for b in &mut other.boxes {
            (b.x, b.y) = (b.x + x, b.y + y);
        }
        for wire in &mut other.wires {
            for end in [&mut wire.from, &mut wire.to] {
                *end = [end[0] + x, end[1] + y];
            }
        }
        self.boxes.append(&mut other.boxes);
        self.wires.append(&mut other.wires);
        self.w = self.w.max(x + other.w);
        self.h = self.h.max(y + other.h);
        other.top.map(|([tx, ty], objects)| ([tx + x, ty + y], objects))
    }
}

struct Painter<'n, 'd> {
    net: &'n Net<'d>,
    open: BTreeSet<String>,
    drawn: usize,
    hidden: usize,
}

impl Painter<'_, '_> {
    /// Identical trees, drawn once.
    fn tree(&mut self, trees: &[&Tree]) -> Cell {
        let first = trees[0];
        self.drawn += first.heads.len();
        let framed = !first.children.is_empty();
        let pad = if framed { PAD } else { 0.0 };
        let name = |head: &u32| self.net.names[*head as usize].chars().count().min(24) as f32 * LETTER + 30.0;
        let mut width = first.heads.iter().map(name).fold(WIDE, f32::max);
        let rows = self.rows(trees);
        width = width.max(rows.w);
        let mut cell = Cell::default();
        if framed {
            let h = 2.0 * pad + first.heads.len() as f32 * (HIGH + GAP) + rows.h;
            cell.boxes.push(PmnetBox { x: 0.0, y: 0.0, w: width + 2.0 * pad, h, what: PmnetWhat::Frame });
        }
        let middle = pad + width / 2.0;
        let mut y = pad;
        for i in 0..first.heads.len() {
            let objects: Vec<u32> = trees.iter().map(|tree| tree.heads[i]).collect();
            if i == 0 {
                cell.top = Some(([middle, y], objects.clone()));
            } else {
                let (from, to) = ([middle, y - GAP], [middle, y]);
                cell.wires.push(PmnetWire { from, to, lower: objects.clone(), upper: first.heads[i - 1] });
            }
            cell.boxes.push(PmnetBox { x: pad, y, w: width, h: HIGH, what: PmnetWhat::Object(objects) });
            y += HIGH + GAP;
        }
        let (tops, inset) = (rows.tops, (width - rows.w) / 2.0);
        cell.put(rows.cell, pad + inset, y);
        for ([x, top], objects) in tops {
            let to = [pad + inset + x, y + top];
            let from = [to[0].clamp(pad + 4.0, pad + width - 4.0), y - GAP];
            // Boxes of a second row get no wire, which would cross other boxes; the object above them shows their
            // parent.
            if top <= PAD + 1.0 {
                let upper = first.heads[first.heads.len() - 1];
                cell.wires.push(PmnetWire { from, to, lower: objects, upper });
            }
        }
        cell.w = width + 2.0 * pad;
        cell.h = match framed {
            true => y + rows.h + pad,
            false => y - GAP,
        };
        cell
    }

    /// The children, side by side.
    fn rows(&mut self, trees: &[&Tree]) -> Rows {
        let mut parts: Vec<Cell> = Vec::new();
        for class in identical(&trees[0].children) {
            let child = |tree: &usize| trees.iter().map(|t| &t.children[*tree]).collect::<Vec<_>>();
            if class.len() == 1 {
                parts.push(self.limited(&child(&class[0])));
                continue;
            }
            let key = self.net.names[trees[0].children[class[0]].heads[0] as usize].to_string();
            let of: Vec<Vec<&Tree>> = class.iter().map(child).collect();
            parts.push(self.run(key, &of, trees[0].heads.last().copied()));
        }
        flow(parts, ROW)
    }

    /// Identical boxes: all of them, or one with their number.
    fn run(&mut self, key: String, of: &[Vec<&Tree>], upper: Option<u32>) -> Cell {
        let open = self.open.contains(&key);
        let count = of.len() as u32;
        let parts: Vec<Cell> = match open {
            true => of.iter().map(|trees| self.limited(trees)).collect(),
            false => vec![self.limited(&of.concat())],
        };
        let rows = flow(parts, ROW);
        let mut cell = Cell::default();
        let width = rows.w.max(72.0);
        let what = PmnetWhat::Identical { key, count, open };
        cell.boxes.push(PmnetBox { x: 0.0, y: 0.0, w: width, h: BUTTON, what });
        let inset = (width - rows.w) / 2.0;
        if let Some(upper) = upper {
            for ([x, y], objects) in rows.tops.iter().filter(|([_, y], _)| *y <= PAD + 1.0) {
                let (from, to) = ([inset + x, BUTTON], [inset + x, HEADING + y]);
                cell.wires.push(PmnetWire { from, to, lower: objects.clone(), upper });
            }
        }
        let first = rows.tops.into_iter().next();
        cell.put(rows.cell, inset, HEADING);
        cell.top = first.map(|(_, objects)| {
            let objects = if open { of.iter().map(|trees| trees[0].heads[0]).collect() } else { objects };
            // The heading is in between; the wire goes to its middle.
            ([width / 2.0, 0.0], objects)
        });
        (cell.w, cell.h) = (width, HEADING + rows.h);
        cell
    }

    /// Draws trees only within the maximum number of objects.
    fn limited(&mut self, trees: &[&Tree]) -> Cell {
        if self.drawn >= MAX_DRAWN {
            let mut all = BTreeSet::new();
            trees.iter().for_each(|tree| collect(tree, &mut all));
            self.hidden += all.len();
            return Cell::default();
        }
        self.tree(trees)
    }
}

struct Rows {
    cell: Cell,
    w: f32,
    h: f32,
    tops: Vec<([f32; 2], Vec<u32>)>,
}

/// Boxes side by side, in enough rows to make the whole about half as high as wide, or fewer.
fn flow(parts: Vec<Cell>, most: f32) -> Rows {
    let parts: Vec<Cell> = parts.into_iter().filter(|part| part.w > 0.0).collect();
    let whole: f32 = parts.iter().map(|part| part.w + PAD).sum();
    let high = parts.iter().map(|part| part.h).fold(0.0, f32::max);
    let mut rows = 1.0;
    while whole / rows > most && whole / rows > 1.8 * rows * (high + PAD) {
        rows += 1.0;
    }
    let widest = parts.iter().map(|part| part.w).fold(0.0, f32::max);
    let limit = if rows > 1.0 { (whole / rows).max(widest) + PAD } else { f32::MAX };
    let mut out = Rows { cell: Cell::default(), w: 0.0, h: 0.0, tops: Vec::new() };
    let (mut x, mut y, mut row) = (0.0, 0.0, 0.0_f32);
    for part in parts {
        if x > 0.0 && x + part.w > limit {
            (x, y, row) = (0.0, y + row + PAD, 0.0);
        }
        let (w, h) = (part.w, part.h);
        if let Some(top) = out.cell.put(part, x, y) {
            out.tops.push(top);
        }
        out.w = out.w.max(x + w);
        out.h = out.h.max(y + h);
        x += w + PAD;
        row = row.max(h);
    }
    out
}

/// The picture as nested boxes. `turned` are keys of identical boxes whose initial state (folded or unfolded) is
/// reversed.
pub fn pmnet_nested(dat: &Dat, turned: &BTreeSet<String>) -> PmnetMap {
    let net = Net::new(dat);
    let forest = forest(&net);
    let mut open = unfolded(&forest, &net);
    for key in turned {
        if !open.remove(key) {
            open.insert(key.clone());
        }
    }
    let mut painter = Painter { net: &net, open, drawn: 0, hidden: 0 };
    let top = Tree { children: forest, ..Tree::default() };
    let rows = painter.rows(&[&top]);
    let mut whole = Cell::default();
    whole.put(rows.cell, PAD, PAD);
    let hidden = painter.hidden;
    let mut map = PmnetMap {
        width: rows.w + 2.0 * PAD,
        height: rows.h + 2.0 * PAD,
        boxes: whole.boxes,
        wires: whole.wires,
        above: net.above.clone(),
        hidden,
    };
    join_hubs(&mut map, &net);
    map
}

/// Lines between routers that contain boxes: the connections of sockets.
fn join_hubs(map: &mut PmnetMap, net: &Net<'_>) {
    let mut places: BTreeMap<u32, (f32, f32, f32)> = BTreeMap::new();
    for b in &map.boxes {
        if let PmnetWhat::Object(objects) = &b.what
            && let [only] = objects[..]
            && net.kinds[only as usize] == Kind::Router
        {
            places.insert(only, (b.x, b.x + b.w, b.y + HIGH / 2.0));
        }
    }
    for (a, (left, right, y)) in &places {
        for b in net.near[*a as usize].iter().filter(|b| *b > a) {
            let Some((other_left, other_right, other_y)) = places.get(b) else { continue };
            // Only between neighbours: lines across other boxes would be meaningless.
            let beside = *y == *other_y && (other_left - right > 0.0 || left - other_right > 0.0);
            let tree = net.above[*a as usize] == Some(*b) || net.above[*b as usize] == Some(*a);
            if beside && !tree && (other_left - right).max(left - other_right) < 60.0 {
                let (from, to) = if right < other_left { (*right, *other_left) } else { (*other_right, *left) };
                map.wires.push(PmnetWire { from: [from, *y], to: [to, *y], lower: vec![*a], upper: *b });
            }
        }
    }
}

/// The picture in free form: objects are at the `position` in the DAT, else in layers, with cores at the top. Groups of
/// the DAT are frames.
pub fn pmnet_free(dat: &Dat) -> PmnetMap {
    let net = Net::new(dat);
    let count = net.kinds.len().min(MAX_DRAWN);
    let deepest = net.hops.iter().flatten().copied().max().unwrap_or(0);
    let mut filled: BTreeMap<u32, f32> = BTreeMap::new();
    let widths: BTreeMap<u32, f32> = net.hops.iter().fold(BTreeMap::new(), |mut sums, hops| {
        *sums.entry(hops.unwrap_or(deepest + 1)).or_default() += WIDE + 3.0 * PAD;
        sums
    });
    let widest = widths.values().copied().fold(0.0, f32::max);
    let mut map = PmnetMap { above: net.above.clone(), hidden: net.kinds.len() - count, ..PmnetMap::default() };
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, (.., extra)) in dat.objects().enumerate().take(count) {
        let layer = net.hops[i].unwrap_or(deepest + 1);
        let place = Dat::position(extra).map_or_else(
            || {
                let at = filled.entry(layer).or_default();
                let x = (widest - widths[&layer]) / 2.0 + *at;
                *at += WIDE + 3.0 * PAD;
                // Objects nearest to memory are at the bottom; unconnected ones below everything.
                let row = if layer > deepest { deepest + 1 } else { deepest - layer };
                [x, row as f32 * (HIGH + 3.0 * GAP)]
            },
            |[x, y]| [x as f32, y as f32],
        );
        map.boxes.push(PmnetBox {
            x: place[0],
            y: place[1],
            w: WIDE,
            h: HIGH,
            what: PmnetWhat::Object(vec![i as u32]),
        });
        if let Some(group) = extra.get("group").and_then(|group| group.as_str()) {
            groups.entry(group).or_default().push(i);
        }
    }
    let mut frames = Vec::new();
    for (name, members) in groups {
        let boxes = &map.boxes;
        let of = |pick: fn(&PmnetBox) -> f32| members.iter().map(move |i| pick(&boxes[*i])).collect::<Vec<_>>();
        let least = |list: Vec<f32>| list.into_iter().fold(f32::MAX, f32::min);
        let most = |list: Vec<f32>| list.into_iter().fold(f32::MIN, f32::max);
        let (left, top) = (least(of(|b| b.x)) - PAD, least(of(|b| b.y)) - PAD - HEADING);
        let (right, bottom) = (most(of(|b| b.x + b.w)) + PAD, most(of(|b| b.y + b.h)) + PAD);
        let what = PmnetWhat::Group(name.to_string());
        frames.push(PmnetBox { x: left, y: top, w: right - left, h: bottom - top, what });
    }
    frames.append(&mut map.boxes);
    map.boxes = frames;
    let first = map.boxes.iter().position(|b| matches!(b.what, PmnetWhat::Object(_))).unwrap_or(0);
    for a in 0..count {
        for b in net.near[a].iter().map(|b| *b as usize).filter(|b| *b > a && *b < count) {
            let middle = |b: &PmnetBox| [b.x + b.w / 2.0, b.y + b.h / 2.0];
            let (lower, upper) = if net.above[b] == Some(a as u32) { (b, a) } else { (a, b) };
            let (from, to) = (middle(&map.boxes[first + upper]), middle(&map.boxes[first + lower]));
            map.wires.push(PmnetWire { from, to, lower: vec![lower as u32], upper: upper as u32 });
        }
    }
    // Moves all boxes into the picture.
    let left = map.boxes.iter().map(|b| b.x).fold(0.0, f32::min) - PAD;
    let top = map.boxes.iter().map(|b| b.y).fold(0.0, f32::min) - PAD;
    for b in &mut map.boxes {
        (b.x, b.y) = (b.x - left, b.y - top);
    }
    for end in map.wires.iter_mut().flat_map(|wire| [&mut wire.from, &mut wire.to]) {
        *end = [end[0] - left, end[1] - top];
    }
    map.width = map.boxes.iter().map(|b| b.x + b.w).fold(0.0, f32::max) + PAD;
    map.height = map.boxes.iter().map(|b| b.y + b.h).fold(0.0, f32::max) + PAD;
    map
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::preset::{NAMES, Preset};

    fn preset(name: &str) -> Dat {
        Preset::read(name).expect("a preset").dat()
    }

    fn objects(map: &PmnetMap) -> Vec<u32> {
        let of = |b: &PmnetBox| if let PmnetWhat::Object(objects) = &b.what { objects.clone() } else { Vec::new() };
        let mut all: Vec<u32> = map.boxes.iter().flat_map(of).collect();
        all.sort_unstable();
        all
    }

    fn drawn(map: &PmnetMap) -> usize {
        map.boxes.iter().filter(|b| matches!(b.what, PmnetWhat::Object(_))).count()
    }

    /// Whether no two boxes overlap, except for frames with their contents.
    fn apart(map: &PmnetMap) -> bool {
        let solid: Vec<&PmnetBox> = map.boxes.iter().filter(|b| b.what != PmnetWhat::Frame).collect();
        let clear = |a: &PmnetBox, b: &PmnetBox| {
            a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01 || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01
        };
        solid.iter().enumerate().all(|(i, a)| solid[i + 1..].iter().all(|b| clear(a, b)))
    }

    #[test]
    fn every_object_is_in_the_picture_once_folded_or_not() {
        for name in NAMES {
            let dat = preset(name);
            let wanted: Vec<u32> = (0..dat.object_count() as u32).collect();
            let mut turned = BTreeSet::new();
            // Unfolds all folded boxes, until there are none.
            for _ in 0..40 {
                let map = pmnet_nested(&dat, &turned);
                assert_eq!(objects(&map), wanted, "{name}");
                assert!(apart(&map), "{name}");
                assert!(
                    map.boxes.iter().all(|b| b.x >= 0.0 && b.x + b.w <= map.width && b.y + b.h <= map.height),
                    "{name}"
                );
                let folded = map.boxes.iter().filter_map(|b| match &b.what {
                    PmnetWhat::Identical { key, open: false, .. } => Some(key.clone()),
                    _ => None,
                });
                let folded: Vec<String> = folded.collect();
                if folded.is_empty() {
                    assert_eq!(drawn(&map), wanted.len(), "{name}");
                    break;
                }
                turned.extend(folded);
            }
        }
    }

    #[test]
    fn a_machine_of_128_cores_is_readable_and_a_small_one_is_drawn_whole() {
        let small = pmnet_nested(&preset("i7-7700k"), &BTreeSet::new());
        assert_eq!(drawn(&small), 14);
        let large = pmnet_nested(&preset("epyc-7702-nps4"), &BTreeSet::new());
        assert!((20..=COMFORTABLE).contains(&drawn(&large)), "{}", drawn(&large));
        // Two sockets with four quadrants each; groups of cores and cores are folded.
        let counts: Vec<(u32, bool)> = large
            .boxes
            .iter()
            .filter_map(|b| match &b.what {
                PmnetWhat::Identical { count, open, .. } => Some((*count, *open)),
                _ => None,
            })
            .collect();
        assert_eq!(counts.iter().filter(|(_, open)| *open).count(), 3, "{counts:?}");
        assert!(counts.contains(&(2, true)) && counts.contains(&(4, false)));
        assert!(large.width < 1900.0 && large.height < 1100.0, "{} x {}", large.width, large.height);
    }

    #[test]
    fn what_is_not_connected_stands_in_the_picture_too() {
        let mut dat = preset("i7-7700k");
        dat.edge_obj.retain(|edge| edge.source != "L3_0" && edge.target != "L3_0");
        let map = pmnet_nested(&dat, &BTreeSet::new());
        assert_eq!(objects(&map).len(), 14);
        let free = pmnet_free(&dat);
        assert_eq!((objects(&free).len(), free.wires.len()), (14, 8));
    }

    #[test]
    fn in_free_form_objects_stand_where_the_dat_says() {
        let mut dat = preset("i7-7700k");
        let at = |dat: &Dat| {
            let map = pmnet_free(dat);
            let of = |i: u32| {
                let own = |b: &&PmnetBox| b.what == PmnetWhat::Object(vec![i]);
                map.boxes.iter().find(own).map(|b| (b.x, b.y)).expect("drawn")
            };
            (of(0), of(1))
        };
        let position = |x: f64, y: f64| serde_json::json!([x, y]);
        dat.core_obj[0].extra.insert("position".into(), position(100.0, 50.0));
        dat.core_obj[1].extra.insert("position".into(), position(400.0, -50.0));
        let ((x0, y0), (x1, y1)) = at(&dat);
        assert_eq!((x1 - x0, y1 - y0), (300.0, -100.0));
        // An invalid position is ignored.
        dat.core_obj[0].extra.insert("position".into(), serde_json::json!(["a"]));
        at(&dat);
    }
}
