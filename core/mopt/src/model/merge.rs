//! The paper's method: groups of tasks are joined in pairs until one group fills the network.
//!
//! Iteration i has a queue of equal boxes of 2^i tasks. Each join takes the first group off the queue and the group with which it
//! exchanges most, tries the ways to join the two, keeps the best, and appends it to the queue of the next iteration. Networks
//! whose sizes are no powers of two are padded; [`super::squeeze`] brings the tasks to real nodes.

use super::graph::Graph;
use super::network::{Hops, Network, PORTS};
use super::orient::{Place, Way, orientations, shuffle, ways};
use alloc::sync::Arc;
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;
use mcore_topology::{Tie, axis};
use serde::{Deserialize, Serialize};

/// The quantity that a join makes small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// Nothing: the first way is taken.
    None,
    /// CommCost: hops times bytes, over all pairs of tasks of the joined group.
    Mincost,
    /// MaxLink: the most bytes over any one link inside the joined group.
    Minlink,
}

/// The settings of the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    pub objective: Objective,
    /// The hops that a cost counts.
    pub hops: Hops,
    /// The number of the start: 0 is the paper's method, others shuffle the ways of each iteration.
    pub start: u32,
}

/// A join: two groups of an iteration by their places in its queue, and the number of the way that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The first group.
    pub a: u32,
    /// The group that is joined to it.
    pub b: u32,
    /// The way, a place in [`Merge::ways`].
    pub way: u16,
}

/// A join whose ways are being tried.
#[derive(Clone, Debug)]
struct Joint {
    a: u32,
    b: u32,
    /// The traffic between all tasks of both groups: places in the joined list of tasks, and bytes.
    edges: Vec<(u32, u32, u64)>,
    next: usize,
    best: Option<(u128, usize)>,
    values: Vec<u128>,
}

/// The costs inside the two groups of a join, by the order of their axes.
enum Inner {
    Same,
    ByAxes(Vec<([u8; 3], [u128; 2])>),
}

impl Inner {
    fn of(&self, a: [u8; 3], b: [u8; 3]) -> u128 {
        match self {
            Self::Same => 0,
            Self::ByAxes(all) => {
                let of = |axes: [u8; 3], group: usize| {
                    all.iter().find(|(own, _)| *own == axes).map_or(0, |(_, costs)| costs[group])
                };
                of(a, 0) + of(b, 1)
            }
        }
    }
}

/// The method in progress.
#[derive(Clone, Debug)]
pub struct Merge {
    graph: Arc<Graph>,
    network: Network,
    settings: Settings,
    iteration: u32,
    iterations: u32,
    /// The sizes of each group's box, and the axis along which two are joined.
    sizes: Place,
    axis: usize,
    ways: Vec<Way>,
    /// The tasks of group g are those from `g << iteration` on.
    tasks: Vec<u32>,
    group: Vec<u32>,
    /// The place of each task in `tasks`.
    index: Vec<u32>,
    place: Vec<Place>,
    /// Bytes between groups: `starts`, other group, bytes.
    starts: Vec<u32>,
    others: Vec<u32>,
    bytes: Vec<u64>,
    taken: Vec<bool>,
    cursor: u32,
    /// The joins of this iteration so far.
    joined: Vec<(u32, u32)>,
    joint: Option<Joint>,
    choices: Vec<Choice>,
    tried: u64,
    work: u64,
    loads: Vec<u64>,
}

impl Merge {
    /// Begins. The graph must have at most as many ranks as the network has nodes.
    pub fn new(graph: Arc<Graph>, network: &Network, settings: Settings) -> Self {
        let network = network.padded();
        let nodes = network.nodes();
        let mut merge = Self {
            iterations: nodes.ilog2(),
            graph,
            network,
            settings,
            iteration: 0,
            sizes: [1; 3],
            axis: 0,
            ways: Vec::new(),
            tasks: (0..nodes).collect(),
            group: (0..nodes).collect(),
            place: vec![[0; 3]; nodes as usize],
            index: (0..nodes).collect(),
            starts: vec![0],
            others: Vec::new(),
            bytes: Vec::new(),
            taken: vec![false; nodes as usize],
            cursor: 0,
            joined: Vec::new(),
            joint: None,
            choices: Vec::new(),
            tried: 0,
            work: 0,
            loads: Vec::new(),
        };
        for task in 0..nodes {
            for (other, bytes) in merge.graph.partners(task) {
                merge.others.push(other);
                merge.bytes.push(bytes);
            }
            merge.starts.push(merge.others.len() as u32);
        }
        merge.prepare();
        merge
    }

    /// Sets the axis and the ways of the iteration.
    fn prepare(&mut self) {
        let full = self.network.all_sizes();
        let open = (0..3).filter(|axis| u32::from(self.sizes[*axis]) < full[*axis]);
        self.axis = open.min_by_key(|axis| self.sizes[*axis]).unwrap_or(0);
        self.ways = ways(self.sizes, self.network.dims(), self.axis);
        shuffle(&mut self.ways, self.settings.start, self.iteration);
    }

    /// Whether all groups are joined.
    pub fn is_done(&self) -> bool {
        self.iteration == self.iterations
    }

    /// The current iteration, from 0.
    pub fn iteration(&self) -> u32 {
        self.iteration
    }

    /// All joins of the method: one less than nodes.
    pub fn joins(&self) -> u32 {
        self.network.nodes() - 1
    }

    /// The joins so far.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The ways tried so far.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// The terms calculated so far: an edge in one way is one.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The padded network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The ways of the current iteration, in the order in which they are tried.
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// The sizes of a group's box in the current iteration.
    pub fn box_sizes(&self) -> Place {
        self.sizes
    }

    /// The axis along which groups are joined in the current iteration.
    pub fn axis(&self) -> usize {
        self.axis
    }

    /// The tasks of a group of the current iteration.
    pub fn tasks(&self, group: u32) -> &[u32] {
        let size = 1 << self.iteration;
        &self.tasks[group as usize * size..][..size]
    }

    /// The group of each task in the current iteration.
    pub fn groups(&self) -> &[u32] {
        &self.group
    }

    /// The position of a task in its group's box.
    pub fn place(&self, task: u32) -> Place {
        self.place[task as usize]
    }

    /// The first group of the queue that is not joined yet.
    pub fn first(&self) -> Option<u32> {
        (self.cursor..self.taken.len() as u32).find(|group| !self.taken[*group as usize])
    }

    /// The groups with which a group could be joined, the one with the most bytes first; of equal ones the first in the queue.
    /// At most `most` of them.
    pub fn candidates(&self, group: u32, most: usize) -> Vec<(u32, u64)> {
        let range = self.starts[group as usize] as usize..self.starts[group as usize + 1] as usize;
        let all = self.others[range.clone()].iter().copied().zip(self.bytes[range].iter().copied());
        let mut free: Vec<_> = all.filter(|(other, _)| *other != group && !self.taken[*other as usize]).collect();
        free.sort_unstable_by_key(|(other, bytes)| (Reverse(*bytes), *other));
        free.truncate(most);
        free
    }

    /// Step 1: the group to which `a` is joined.
    fn partner(&self, a: u32) -> Option<u32> {
        let range = self.starts[a as usize] as usize..self.starts[a as usize + 1] as usize;
        let all = self.others[range.clone()].iter().copied().zip(self.bytes[range].iter().copied());
        let free = all.filter(|(other, _)| *other != a && !self.taken[*other as usize]);
        let most = free.min_by_key(|(other, bytes)| (Reverse(*bytes), *other));
        most.map(|(other, _)| other).or_else(|| (a + 1..self.taken.len() as u32).find(|g| !self.taken[*g as usize]))
    }

    /// Works for about `terms` terms, or to the end. Returns whether all groups are joined.
    pub fn step(&mut self, terms: u64) -> bool {
        let until = self.work.saturating_add(terms.max(1));
        while self.work < until && !self.is_done() {
            self.join_a_little(until);
        }
        self.is_done()
    }

    /// Joins the two groups that a recorded choice names.
    pub fn replay(&mut self, choice: Choice) {
        if !self.is_done() {
            self.joint = None;
            self.finish(choice);
        }
    }

    fn join_a_little(&mut self, until: u64) {
        let joint = match self.joint.take() {
            Some(joint) => joint,
            None => {
                let Some(a) = self.first() else { return };
                let Some(b) = self.partner(a) else { return };
                self.work += u64::from(self.starts[a as usize + 1] - self.starts[a as usize]) + 1;
                if self.settings.objective == Objective::None {
                    self.tried += 1;
                    self.finish(Choice { a, b, way: 0 });
                    return;
                }
                self.joint(a, b)
            }
        };
        let joint = self.evaluate(joint, until, false);
        match joint.best {
            Some((_, way)) if joint.next >= self.ways.len() => {
                self.tried += self.ways.len() as u64;
                self.finish(Choice { a: joint.a, b: joint.b, way: way as u16 });
            }
            _ => self.joint = Some(joint),
        }
    }

    /// The value of each way to join two groups, in the order of [`Merge::ways`]: MaxLink of the joined group, or the part of
    /// CommCost that depends on the way, which is the cost between the two groups.
    pub fn values(&mut self, a: u32, b: u32) -> Vec<u128> {
        let joint = self.joint(a, b);
        self.evaluate(joint, u64::MAX, true).values
    }

    /// Collects the traffic of a join: between the two groups only, unless the traffic inside them matters too.
    fn joint(&self, a: u32, b: u32) -> Joint {
        let mut edges = Vec::new();
        let number = |task: u32| self.number(a, b, task);
        if self.settings.objective == Objective::Minlink {
            for task in self.tasks(a).iter().chain(self.tasks(b)) {
                let ends = self.graph.sends(*task).filter_map(|(to, bytes)| Some((number(*task)?, number(to)?, bytes)));
                edges.extend(ends);
            }
            // A way is given up as soon as it is no better, so the heaviest come first.
            edges.sort_unstable_by_key(|(from, to, bytes)| (Reverse(*bytes), *from, *to));
        } else {
            for task in self.tasks(a) {
                let across = self.graph.partners(*task).filter(|(other, _)| self.group[*other as usize] == b);
                edges.extend(across.filter_map(|(other, bytes)| Some((number(*task)?, number(other)?, bytes))));
            }
        }
        Joint { a, b, edges, next: 0, best: None, values: Vec::new() }
    }

    /// The place of a task in the joined list of two groups, if it is in one of them.
    fn number(&self, a: u32, b: u32, task: u32) -> Option<u32> {
        let (group, at) = (self.group[task as usize], self.index[task as usize]);
        let size = 1 << self.iteration;
        match group {
            _ if group == a => Some(at - a * size),
            _ if group == b => Some(at - b * size + size),
            _ => None,
        }
    }

    /// Tries ways until the work is done; with `all` it notes the exact value of each.
    fn evaluate(&mut self, mut joint: Joint, until: u64, all: bool) -> Joint {
        if self.settings.objective == Objective::Minlink {
            while joint.next < self.ways.len() && (all || self.work < until) {
                let bound = joint.best.filter(|_| !all).map_or(u64::MAX, |(best, _)| best as u64);
                let value = u128::from(self.link_value(&joint, joint.next, bound));
                self.work += joint.edges.len() as u64 + 1;
                note(&mut joint, value, all);
            }
            return joint;
        }
        let values = self.cost_values(&joint);
        self.work += (joint.edges.len() as u64 + 1) * self.ways.len() as u64 / 3;
        values.into_iter().for_each(|value| note(&mut joint, value, all));
        joint
    }

    /// The part of CommCost that depends on the way. A cost is a sum over the dimensions, and each dimension depends on few choices:
    /// which own axis of each group lies along it, and whether it is mirrored. So each such combination is summed once.
    fn cost_values(&self, joint: &Joint) -> Vec<u128> {
        let tasks = |place: u32| {
            let size = 1u32 << self.iteration;
            let (group, at) = if place < size { (joint.a, place) } else { (joint.b, place - size) };
            self.tasks[((group << self.iteration) + at) as usize]
        };
        let sides: Vec<(Place, Place, u64)> =
            joint.edges.iter().map(|(a, b, bytes)| (self.place(tasks(*a)), self.place(tasks(*b)), *bytes)).collect();
        let full = self.network.all_sizes();
        let wraps = self.network.is_torus() && self.settings.hops == Hops::Torus;
        // By dimension, own axis and mirroring of the first group, and of the second one.
        let mut sums: [[[Option<u128>; 6]; 6]; 3] = [[[None; 6]; 6]; 3];
        let inside = self.inner_costs(joint, wraps);
        let mut values = Vec::with_capacity(self.ways.len());
        for (a, b) in &self.ways {
            let mut value = inside.of(a.axes, b.axes);
            for dim in 0..3 {
                let ((axis_a, mut flip_a), (axis_b, mut flip_b)) = (a.face(dim), b.face(dim));
                if dim != self.axis && flip_a {
                    // Both mirrored is the same as none.
                    (flip_a, flip_b) = (false, !flip_b);
                }
                let (of_a, of_b) =
                    (usize::from(axis_a) * 2 + usize::from(flip_a), usize::from(axis_b) * 2 + usize::from(flip_b));
                let sum = match sums[dim][of_a][of_b] {
                    Some(sum) => sum,
                    None => {
                        let last = u32::from(self.sizes[dim]) - 1;
                        let shift = if dim == self.axis { last + 1 } else { 0 };
                        let mut sum = 0u128;
                        for (at_a, at_b, bytes) in &sides {
                            let (at_a, at_b) =
                                (u32::from(at_a[usize::from(axis_a)]), u32::from(at_b[usize::from(axis_b)]));
                            let at_a = if flip_a { last - at_a } else { at_a };
                            let at_b = if flip_b { last - at_b } else { at_b } + shift;
                            sum += u128::from(axis::distance(at_a, at_b, full[dim], wraps)) * u128::from(*bytes);
                        }
                        sums[dim][of_a][of_b] = Some(sum);
                        sum
                    }
                };
                value += sum;
            }
            values.push(value);
        }
        values
    }

    /// The costs inside the two groups. Turning a box changes them only if the box goes all the way round one ring and not round
    /// another one; otherwise they are the same for all ways and left out.
    fn inner_costs(&self, joint: &Joint, wraps: bool) -> Inner {
        let full = self.network.all_sizes();
        let goes_round = |axis: usize| self.sizes[axis] > 1 && u32::from(self.sizes[axis]) == full[axis];
        let differ = |a: usize, b: usize| self.sizes[a] == self.sizes[b] && goes_round(a) && !goes_round(b);
        let varies = wraps && (0..3).any(|a| (0..3).any(|b| differ(a, b)));
        if !varies {
            return Inner::Same;
        }
        let mut by_axes: Vec<([u8; 3], [u128; 2])> = Vec::new();
        for own in orientations(self.sizes, self.network.dims()) {
            if by_axes.iter().all(|(axes, _)| *axes != own.axes) {
                by_axes.push((own.axes, [joint.a, joint.b].map(|group| self.inner_cost(group, own.axes, full, wraps))));
            }
        }
        Inner::ByAxes(by_axes)
    }

    fn inner_cost(&self, group: u32, axes: [u8; 3], full: [u32; 3], wraps: bool) -> u128 {
        let mut sum = 0;
        for task in self.tasks(group) {
            for (other, bytes) in self.graph.partners(*task) {
                if other > *task && self.group[other as usize] == group {
                    let (a, b) = (self.place(*task), self.place(other));
                    let hops: u32 = (0..3)
                        .map(|dim| {
                            let own = usize::from(axes[dim]);
                            axis::distance(a[own].into(), b[own].into(), full[dim], wraps)
                        })
                        .sum();
                    sum += u128::from(hops) * u128::from(bytes);
                }
            }
        }
        sum
    }

    /// MaxLink of the joined group for a way; at least `bound` if it is not below.
    fn link_value(&mut self, joint: &Joint, way_number: usize, bound: u64) -> u64 {
        let size = 1u32 << self.iteration;
        let (of_a, of_b) = self.ways[way_number];
        let mut sizes = self.sizes.map(u32::from);
        sizes[self.axis] *= 2;
        let mut places: Vec<[u32; 3]> = Vec::with_capacity(2 * size as usize);
        places.extend(self.tasks(joint.a).iter().map(|task| of_a.apply(self.place(*task), self.sizes).map(u32::from)));
        places.extend(self.tasks(joint.b).iter().map(|task| {
            let mut place = of_b.apply(self.place(*task), self.sizes).map(u32::from);
            place[self.axis] += u32::from(self.sizes[self.axis]);
            place
        }));
        let full = self.network.all_sizes();
        let torus = self.network.is_torus();
        let mut loads = core::mem::take(&mut self.loads);
        loads.clear();
        loads.resize(2 * size as usize * PORTS, 0u64);
        let strides = [1, sizes[0], sizes[0] * sizes[1]];
        let mut most = 0;
        'edges: for (from, to, bytes) in &joint.edges {
            let (mut at, to) = (places[*from as usize], places[*to as usize]);
            let mut node = at[0] + sizes[0] * (at[1] + sizes[1] * at[2]);
            for dim in 0..3 {
                let (up, count) = axis::path(at[dim], to[dim], full[dim], torus, Tie::Direct);
                for _ in 0..count {
                    let load = &mut loads[node as usize * PORTS + 2 * dim + usize::from(!up)];
                    *load += bytes;
                    most = most.max(*load);
                    let next = axis::beside(at[dim], full[dim], up);
                    node = node - at[dim] * strides[dim] + next * strides[dim];
                    at[dim] = next;
                }
                if most >= bound {
                    break 'edges;
                }
            }
        }
        self.loads = loads;
        most
    }

    /// Keeps a way of a join, and begins the next iteration if this was the last join of this one.
    fn finish(&mut self, choice: Choice) {
        let Choice { a, b, way } = choice;
        let Some((of_a, of_b)) = self.ways.get(usize::from(way)).copied() else { return };
        let size = 1usize << self.iteration;
        for at in 0..size {
            for (group, orientation, shift) in [(a, of_a, 0), (b, of_b, self.sizes[self.axis])] {
                let task = self.tasks[group as usize * size + at] as usize;
                self.place[task] = orientation.apply(self.place[task], self.sizes);
                self.place[task][self.axis] += shift;
            }
        }
        self.taken[a as usize] = true;
        self.taken[b as usize] = true;
        while self.taken.get(self.cursor as usize) == Some(&true) {
            self.cursor += 1;
        }
        self.joined.push((a, b));
        self.choices.push(choice);
        if self.joined.len() * 2 == self.taken.len() {
            self.next_iteration();
        }
    }

    fn next_iteration(&mut self) {
        let size = 1usize << self.iteration;
        let joined = core::mem::take(&mut self.joined);
        let mut tasks = Vec::with_capacity(self.tasks.len());
        let mut new_group = vec![0u32; self.taken.len()];
        for ((a, b), number) in joined.iter().zip(0..) {
            for group in [*a, *b] {
                tasks.extend_from_slice(&self.tasks[group as usize * size..][..size]);
                new_group[group as usize] = number;
            }
        }
        tasks.iter().zip(0..).for_each(|(task, at)| self.index[*task as usize] = at);
        self.tasks = tasks;
        self.group.iter_mut().for_each(|group| *group = new_group[*group as usize]);
        // Bytes between the new groups.
        let mut slot = vec![u32::MAX; joined.len()];
        let (mut starts, mut others, mut bytes) = (vec![0u32], Vec::<u32>::new(), Vec::<u64>::new());
        for ((a, b), own) in joined.iter().zip(0u32..) {
            let first = others.len();
            for group in [*a, *b] {
                for at in self.starts[group as usize] as usize..self.starts[group as usize + 1] as usize {
                    let other = new_group[self.others[at] as usize];
                    if other == own {
                        continue;
                    }
                    let place = &mut slot[other as usize];
                    if *place == u32::MAX {
                        *place = others.len() as u32;
                        others.push(other);
                        bytes.push(self.bytes[at]);
                    } else {
                        bytes[*place as usize] += self.bytes[at];
                    }
                }
            }
            others[first..].iter().for_each(|other| slot[*other as usize] = u32::MAX);
            starts.push(others.len() as u32);
        }
        (self.starts, self.others, self.bytes) = (starts, others, bytes);
        self.work += self.others.len() as u64;
        self.iteration += 1;
        self.sizes[self.axis] *= 2;
        self.taken = vec![false; joined.len()];
        self.cursor = 0;
        if !self.is_done() {
            self.prepare();
        }
    }

    /// The node of each rank in the padded network, once all groups are joined.
    pub fn nodes(&self) -> Vec<u32> {
        let place = self.place.iter().take(self.graph.ranks() as usize);
        place.map(|place| self.network.node(place.map(u32::from))).collect()
    }
}

/// Notes the value of the next way.
fn note(joint: &mut Joint, value: u128, all: bool) {
    if joint.best.is_none_or(|(best, _)| value < best) {
        joint.best = Some((value, joint.next));
    }
    if all {
        joint.values.push(value);
    }
    joint.next += 1;
}
