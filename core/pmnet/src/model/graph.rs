//! The graph of a memory system, and the routes through it: from every object to every memory with the fewest hops.
//!
//! For each memory a breadth-first search gives every object its next neighbour on the path to it. So the routes of
//! different cores to one memory stay together once they meet. Cores and memories are end points: no route leads
//! through them. Of several equally near neighbours, the first one in the DAT is taken (cores, caches, memories,
//! routers, each in its order).

use super::dat::{Dat, DatError};
use alloc::{
    collections::{BTreeMap, VecDeque},
    format,
    string::String,
    vec,
    vec::Vec,
};
use mcore_base::text;

/// Index of an object in [`Graph::objects`].
pub type ObjectId = u16;

/// Means "no route" in the table of next objects.
const NOWHERE: ObjectId = ObjectId::MAX;

/// Maximum number of caches on the route from a core to a memory.
pub const MAX_LEVELS: usize = 16;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Issues accesses.
    Core,
    /// Ends accesses that hit, and passes on misses.
    Cache,
    /// Ends every access.
    Memory,
    /// Passes everything on.
    Router,
}

/// An object as part of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name in the DAT.
    pub name: String,
    pub kind: Kind,
    /// Its index among the DAT's objects of this kind.
    pub index: usize,
    /// Of a cache: its level, one more than the number of caches between it and its nearest core (L1, L2, ...); 0 for
    /// all other objects, and for a cache on no route.
    pub level: u8,
}

/// Objects, edges, and the next object on every route.
#[derive(Clone, Debug)]
pub struct Graph {
    /// All objects: cores, caches, memories, routers, each in the order of the DAT.
    pub objects: Vec<Object>,
    /// The objects that share an edge with each object, in ascending order.
    pub neighbours: Vec<Vec<ObjectId>>,
    pub memories: Vec<ObjectId>,
    /// For each memory and each object: the next object on the route to that memory.
    next: Vec<ObjectId>,
    /// For each memory and each object: hops left.
    hops: Vec<u16>,
}

impl Graph {
    /// The graph of a DAT that has been checked.
    ///
    /// # Errors
    /// Objects without edges, and cores that do not reach every memory.
    pub fn new(dat: &Dat) -> Result<Self, Vec<DatError>> {
        dat.validate()?;
        let mut objects = Vec::with_capacity(dat.object_count());
        let mut add = |kind, index, name: &String| objects.push(Object { name: name.clone(), kind, index, level: 0 });
        dat.core_obj.iter().enumerate().for_each(|(i, o)| add(Kind::Core, i, &o.name));
        dat.cache_obj.iter().enumerate().for_each(|(i, o)| add(Kind::Cache, i, &o.name));
        dat.mem_obj.iter().enumerate().for_each(|(i, o)| add(Kind::Memory, i, &o.name));
        dat.router_obj.iter().enumerate().for_each(|(i, o)| add(Kind::Router, i, &o.name));

        let ids: BTreeMap<&str, ObjectId> =
            objects.iter().enumerate().map(|(id, o)| (o.name.as_str(), id as ObjectId)).collect();
        let mut neighbours = vec![Vec::new(); objects.len()];
        for edge in &dat.edge_obj {
            if let (Some(a), Some(b)) = (ids.get(edge.source.as_str()), ids.get(edge.target.as_str())) {
                neighbours[usize::from(*a)].push(*b);
                neighbours[usize::from(*b)].push(*a);
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        let memories: Vec<ObjectId> =
            (0..objects.len()).filter(|id| objects[*id].kind == Kind::Memory).map(|id| id as ObjectId).collect();
        let mut graph = Self { objects, neighbours, memories, next: Vec::new(), hops: Vec::new() };
        graph.search();
        graph.check()?;
        graph.find_levels();
        Ok(graph)
    }

    /// Breadth-first search from each memory.
    fn search(&mut self) {
        let count = self.objects.len();
        for memory in &self.memories {
            let mut hops = vec![u16::MAX; count];
            let mut next = vec![NOWHERE; count];
            let mut open = VecDeque::from([*memory]);
            hops[usize::from(*memory)] = 0;
            while let Some(at) = open.pop_front() {
                let far = hops[usize::from(at)] + 1;
                if at != *memory && matches!(self.objects[usize::from(at)].kind, Kind::Core | Kind::Memory) {
                    continue;
                }
                for other in self.neighbours[usize::from(at)].iter().map(|o| usize::from(*o)) {
                    if hops[other] == u16::MAX {
                        hops[other] = far;
                        open.push_back(other as ObjectId);
                    }
                    if hops[other] == far && at < next[other] {
                        next[other] = at;
                    }
                }
            }
            self.hops.extend(hops);
            self.next.extend(next);
        }
    }

    fn check(&self) -> Result<(), Vec<DatError>> {
        let mut errors = Vec::new();
        let list = |kind| match kind {
            Kind::Core => "core_obj",
            Kind::Cache => "cache_obj",
            Kind::Memory => "mem_obj",
            Kind::Router => "router_obj",
        };
        for (id, object) in self.objects.iter().enumerate() {
            let place = format!("{} `{}`", list(object.kind), object.name);
            if self.neighbours[id].is_empty() {
                let what = text!(
                    "is connected to nothing; add an edge_obj that names it",
                    "どこにもつながっていません。これを指す edge_obj を加えてください"
                );
                errors.push(DatError::new(place, "", what));
                continue;
            }
            if object.kind != Kind::Core {
                continue;
            }
            let lost: Vec<&str> = (0..self.memories.len())
                .filter(|m| self.next(*m, id as ObjectId).is_none())
                .map(|m| self.objects[usize::from(self.memories[m])].name.as_str())
                .collect();
            if let Some(first) = lost.first() {
                let what = if lost.len() == self.memories.len() {
                    text!(
                        "reaches no memory; the way to one may lead through caches and routers only",
                        "どのメモリにも届きません。メモリまでの道は、キャッシュとルータだけを通れます"
                    )
                } else {
                    let count = lost.len();
                    text!(
                        "does not reach the memory `{first}` ({count} in all); connect it by an edge or a router",
                        "メモリ `{first}` に届きません（全部で {count} 個）。エッジやルータでつないでください"
                    )
                };
                errors.push(DatError::new(place, "", what));
                continue;
            }
            let caches = |m| self.way(m, id as ObjectId).filter(|o| self.kind(*o) == Kind::Cache).count();
            let most = (0..self.memories.len()).map(caches).max().unwrap_or(0);
            if most > MAX_LEVELS {
                let what = text!(
                    "has {most} caches on its way to a memory; at most {MAX_LEVELS} are simulated",
                    "メモリまでにキャッシュが {most} 個あります。上限は {MAX_LEVELS} 個です"
                );
                errors.push(DatError::new(place, "", what));
            }
        }
        errors.truncate(100);
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    fn find_levels(&mut self) {
        let mut levels = vec![0_u8; self.objects.len()];
        for core in self.cores() {
            for memory in 0..self.memories.len() {
                let mut level = 0;
                for at in self.way(memory, core).filter(|o| self.kind(*o) == Kind::Cache) {
                    level += 1;
                    let found = &mut levels[usize::from(at)];
                    if *found == 0 || level < *found {
                        *found = level;
                    }
                }
            }
        }
        for (object, level) in self.objects.iter_mut().zip(levels) {
            object.level = level;
        }
    }

    /// The kind of an object.
    pub fn kind(&self, object: ObjectId) -> Kind {
        self.objects[usize::from(object)].kind
    }

    /// All cores.
    pub fn cores(&self) -> impl Iterator<Item = ObjectId> + use<> {
        // Cores come first.
        let count = self.objects.iter().take_while(|o| o.kind == Kind::Core).count();
        (0..count).map(|id| id as ObjectId)
    }

    /// The object after `from` on the route to a memory (its index in [`Graph::memories`]).
    pub fn next(&self, memory: usize, from: ObjectId) -> Option<ObjectId> {
        let next = self.next[memory * self.objects.len() + usize::from(from)];
        (next != NOWHERE).then_some(next)
    }

    /// The table of [`Graph::next`], memory by memory.
    pub fn next_table(&self) -> &[ObjectId] {
        &self.next
    }

    /// The table of [`Graph::hops`], memory by memory.
    pub fn hops_table(&self) -> &[u16] {
        &self.hops
    }

    /// Hops from an object to a memory.
    pub fn hops(&self, memory: usize, from: ObjectId) -> u16 {
        self.hops[memory * self.objects.len() + usize::from(from)]
    }

    /// For each object, whether its requests certainly never return to it, whichever memories it and the objects after
    /// it send their lines to. False also for some other objects: those reached from an object for which it is false.
    pub fn one_way(&self) -> Vec<bool> {
        let ways = |from: usize| (0..self.memories.len()).filter_map(move |m| self.next(m, from as ObjectId));
        let mut before = vec![0_u32; self.objects.len()];
        (0..self.objects.len()).flat_map(ways).for_each(|next| before[usize::from(next)] += 1);
        // Objects without predecessors, then those whose predecessors are all done, and so on (topological order).
        let mut sorted: Vec<usize> = (0..self.objects.len()).filter(|object| before[*object] == 0).collect();
        let mut one_way = vec![false; self.objects.len()];
        while let Some(object) = sorted.pop() {
            one_way[object] = true;
            for next in ways(object).map(usize::from) {
                before[next] -= 1;
                if before[next] == 0 {
                    sorted.push(next);
                }
            }
        }
        one_way
    }

    /// The objects on the route from `from` (excluded) to a memory, which is the last one.
    pub fn way(&self, memory: usize, from: ObjectId) -> impl Iterator<Item = ObjectId> {
        core::iter::successors(self.next(memory, from), move |at| self.next(memory, *at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dat(objects: &str, edges: &[(&str, &str)]) -> Dat {
        let mut lists = BTreeMap::<&str, Vec<String>>::new();
        for name in objects.split_whitespace() {
            let (list, class) = match name.as_bytes()[0] {
                b'c' => ("core_obj", "C"),
                b'l' => ("cache_obj", "L"),
                b'm' => ("mem_obj", "M"),
                _ => ("router_obj", "R"),
            };
            lists.entry(list).or_default().push(format!("{{\"name\":\"{name}\",\"class\":\"{class}\"}}"));
        }
        let edges = edges
            .iter()
            .enumerate()
            .map(|(i, (a, b))| format!("{{\"name\":\"e{i}\",\"class\":\"E\",\"source\":\"{a}\",\"target\":\"{b}\"}}"));
        lists.insert("edge_obj", edges.collect());
        let lists: Vec<String> = lists.iter().map(|(k, v)| format!("\"{k}\":[{}]", v.join(","))).collect();
        let text = format!(
            "{{\"core_class\":[{{\"name\":\"C\"}}],\"edge_class\":[{{\"name\":\"E\"}}],
            \"cache_class\":[{{\"name\":\"L\",\"capacity\":1024,\"associativity\":2,\"linesize\":64,\"read_bandwidth\":1,\"write_bandwidth\":1}}],
            \"mem_class\":[{{\"name\":\"M\",\"capacity\":1048576,\"linesize\":64,\"read_bandwidth\":1,\"write_bandwidth\":1}}],
            \"router_class\":[{{\"name\":\"R\",\"read_bandwidth\":1,\"write_bandwidth\":1}}],{}}}",
            lists.join(",")
        );
        Dat::read(&text).unwrap_or_else(|e| panic!("{e:?}"))
    }

    fn names(graph: &Graph, memory: usize, from: ObjectId) -> Vec<&str> {
        graph.way(memory, from).map(|o| graph.objects[usize::from(o)].name.as_str()).collect()
    }

    #[test]
    fn ways_are_shortest_and_levels_are_distances_from_the_core() {
        let edges = [("c0", "l1"), ("l1", "l2"), ("l2", "r0"), ("r0", "m0"), ("r0", "r1"), ("r1", "m1"), ("c1", "l2")];
        let graph = Graph::new(&dat("c0 c1 l1 l2 m0 m1 r0 r1", &edges)).expect("a graph");
        assert_eq!(names(&graph, 0, 0), ["l1", "l2", "r0", "m0"]);
        assert_eq!(names(&graph, 1, 0), ["l1", "l2", "r0", "r1", "m1"]);
        assert_eq!(names(&graph, 1, 1), ["l2", "r0", "r1", "m1"]);
        assert_eq!((graph.hops(0, 0), graph.hops(1, 0)), (4, 5));
        let level = |name: &str| graph.objects.iter().find(|o| o.name == name).expect("there").level;
        assert_eq!((level("l1"), level("l2"), level("m0")), (1, 1, 0), "c1 is beside l2");
    }

    #[test]
    fn ways_that_lead_both_ways_are_not_one_way() {
        let one_way = |objects: &str, edges: &[(&str, &str)]| {
            let graph = Graph::new(&dat(objects, edges)).expect("a graph");
            let objects = graph.objects.iter().zip(graph.one_way());
            objects.filter(|(_, one_way)| *one_way).map(|(o, _)| o.name.clone()).collect::<Vec<_>>()
        };
        let edges = [("c0", "l1"), ("l1", "l2"), ("l2", "r0"), ("r0", "m0"), ("r0", "r1"), ("r1", "m1"), ("c1", "l2")];
        assert_eq!(
            one_way("c0 c1 l1 l2 m0 m1 r0 r1", &edges),
            ["c0", "c1", "l1", "l2"],
            "r0 and r1 send to each other"
        );
        let back = [("c0", "l1"), ("c1", "l2"), ("l1", "l2"), ("l1", "l3"), ("l2", "m0"), ("l3", "m1")];
        assert_eq!(one_way("c0 c1 l1 l2 l3 m0 m1", &back), ["c0", "c1"]);
    }

    #[test]
    fn no_way_leads_through_a_core_or_a_memory() {
        let lost = Graph::new(&dat("c0 c1 m0", &[("c0", "c1"), ("c1", "m0")])).expect_err("c0 is lost");
        assert!(lost[0].text().en.contains("core_obj `c0`: reaches no memory"), "{lost:?}");
        let lost = Graph::new(&dat("c0 m0 m1", &[("c0", "m0"), ("m0", "m1")])).expect_err("m1 is behind m0");
        assert!(lost[0].text().en.contains("`m1` (1 in all)"), "{lost:?}");
        let alone = Graph::new(&dat("c0 m0 l0", &[("c0", "m0")])).expect_err("l0 is alone");
        assert!(alone[0].text().en.contains("cache_obj `l0`: is connected to nothing"), "{alone:?}");
    }

    #[test]
    fn equally_near_neighbours_are_taken_in_their_order() {
        let edges = [("c0", "r1"), ("c0", "r0"), ("r0", "m0"), ("r1", "m0")];
        let graph = Graph::new(&dat("c0 m0 r0 r1", &edges)).expect("a graph");
        assert_eq!(names(&graph, 0, 0), ["r0", "m0"]);
    }
}
