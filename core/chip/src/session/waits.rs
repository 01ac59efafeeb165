//! Why a node waits, and the chain of a deadlock: searched for in the recorded run, in the background.

use super::{Session, Update};
use crate::view::{WaitChainView, WaitView, WriterView, place_text};
use crate::{Edit, Machine, Outcome, Place, Senders, Started, Wanted, WriterSearch, wanted};
use alloc::{boxed::Box, sync::Arc, vec::Vec};
use mcore_base::timeline::{Journal, Moment};
use mcore_base::{Cycle, NodeId};

/// The explanation in progress, and the last one.
#[derive(Default)]
pub(super) struct Waits {
    job: Option<Box<WaitJob>>,
    /// The cycle, the node, and the end of the known run of the last explanation.
    explained: Option<(Cycle, NodeId, Cycle)>,
    chain: Option<Box<ChainJob>>,
    chain_sent: bool,
}

/// The current goal of a search.
enum Stage {
    /// The write that ends the waiting, forwards.
    Write(Box<Moment<Machine>>),
    Writer(Box<WriterSearch>),
    /// The writer of the present value.
    Before(Box<WriterSearch>),
}

/// The explanation of one wait.
struct WaitJob {
    rank: usize,
    wanted: Wanted,
    view: WaitView,
    stage: Stage,
    written: Cycle,
}

/// All DMAs of a run to the words that cores wait for.
struct ChainJob {
    moment: Moment<Machine>,
    journal: Arc<Journal<Edit>>,
    senders: Senders,
    until: Cycle,
}

impl Session {
    /// The shown cycle, the node to explain and the end of the known run, if time is paused and the node polls memory.
    fn wait_to_explain(&self) -> Option<(Cycle, NodeId, Cycle)> {
        let work = self.work.as_ref().filter(|_| self.watch.waits && self.running.is_none())?;
        let node = self.watch.node?;
        let machine = work.timeline.now();
        let rank = machine.spec().array.rank(node)?;
        wanted(machine, rank)?;
        Some((machine.state.cycle, node, work.timeline.end()))
    }

    fn has_deadlock(&self) -> bool {
        let work = self.work.as_ref().filter(|_| self.watch.waits && !self.waits.chain_sent);
        let outcome = work.filter(|work| work.is_at_end()).and_then(|work| work.timeline.now().outcome());
        matches!(outcome, Some(Outcome::Deadlock(_)))
    }

    /// True if a wait or a deadlock has to be explained.
    pub(super) fn has_to_explain(&self) -> bool {
        let wait = self.wait_to_explain();
        wait.is_some() && wait != self.waits.explained || self.waits.chain.is_some() || self.has_deadlock()
    }

    /// Works on explanations for at most `cycles` cycles.
    pub(super) fn explain(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        match self.wait_to_explain() {
            Some(now) if self.waits.explained != Some(now) => self.explain_wait(now, cycles, updates),
            _ => self.follow_chain(cycles, updates),
        }
    }

    fn explain_wait(&mut self, now: (Cycle, NodeId, Cycle), cycles: u64, updates: &mut Vec<Update>) {
        let Some(work) = &self.work else { return };
        let (timeline, machine) = (&work.timeline, work.timeline.now());
        let fits = |job: &WaitJob| (job.view.cycle, job.view.node) == (now.0, now.1);
        let mut job = match self.waits.job.take().filter(|job| fits(job)) {
            Some(job) => job,
            None => {
                let rank = machine.spec().array.rank(now.1);
                let Some((rank, wanted)) = rank.and_then(|rank| Some((rank, wanted(machine, rank)?))) else { return };
                let ended = work.outcome.is_some();
                Box::new(WaitJob {
                    rank,
                    wanted,
                    view: WaitView::of(machine, rank, &wanted, (now.2, ended)),
                    stage: Stage::Write(Box::new(timeline.before(now.0))),
                    written: 0,
                })
            }
        };
        if job.advance(timeline, now.2, cycles) {
            self.waits.explained = Some(now);
            updates.push(Update::Wait(Box::new(job.view)));
        } else {
            self.waits.job = Some(job);
        }
    }

    fn follow_chain(&mut self, cycles: u64, updates: &mut Vec<Update>) {
        let Some(work) = &self.work else { return };
        let machine = work.timeline.now();
        let Some(Outcome::Deadlock(waiting)) = machine.outcome() else {
            self.waits.chain = None;
            return;
        };
        let job = self.waits.chain.get_or_insert_with(|| {
            let words = waiting.iter().filter_map(|w| w.addr).map(|addr| addr & !3);
            Box::new(ChainJob {
                moment: work.timeline.before(work.timeline.start()),
                journal: work.timeline.journal().clone(),
                senders: Senders::new(words),
                until: work.timeline.end(),
            })
        });
        if job.advance(cycles) {
            let view = WaitChainView::of(machine, &job.senders);
            (self.waits.chain, self.waits.chain_sent) = (None, true);
            updates.extend(view.map(|view| Update::WaitChain(Box::new(view))));
        }
    }
}

impl WaitJob {
    /// Continues for at most `cycles` cycles; true when it is finished.
    fn advance(&mut self, timeline: &mcore_base::timeline::Timeline<Machine>, end: Cycle, cycles: u64) -> bool {
        let (rank, addr) = (self.rank, self.wanted.addr);
        let name = |machine: &Machine| place_text(Place::Word(addr), &machine.image(rank).program);
        match &mut self.stage {
            Stage::Write(moment) => {
                let journal = timeline.journal();
                let from = self.view.cycle;
                if moment.cycle() < from {
                    moment.run_to(from.min(moment.cycle().saturating_add(cycles)), journal);
                    return false;
                }
                let value = |machine: &Machine| machine.peek(rank, addr).unwrap_or(0);
                let before = value(&moment.state);
                let until = end.min(moment.cycle().saturating_add(cycles));
                while moment.cycle() < until && moment.step_by(journal, Machine::step) {
                    let word = value(&moment.state);
                    let ends = self.wanted.until.map_or(word != before, |relation| relation.holds(word));
                    if ends {
                        self.written = moment.cycle();
                        let search = WriterSearch::new(timeline, rank, Place::Word(addr), self.written);
                        return match search {
                            Some(search) => {
                                self.stage = Stage::Writer(Box::new(search));
                                false
                            }
                            None => self.look_before(timeline),
                        };
                    }
                }
                if moment.cycle() >= end || moment.state.outcome().is_some() {
                    return self.look_before(timeline);
                }
                false
            }
            Stage::Writer(search) => {
                let Some(writer) = search.advance(timeline, cycles) else { return false };
                let machine = timeline.now();
                let own = search.own_line();
                let writer = WriterView::of(machine, self.view.node, name(machine), self.written, writer, own);
                self.view.ends_by(machine, &writer);
                self.look_before(timeline)
            }
            Stage::Before(search) => {
                let Some(writer) = search.advance(timeline, cycles) else { return false };
                let machine = timeline.now();
                let own = search.own_line();
                let view = WriterView::of(machine, self.view.node, name(machine), self.view.cycle, writer, own);
                self.view.before = Some(view);
                true
            }
        }
    }

    /// Begins the last stage; true if there is none.
    fn look_before(&mut self, timeline: &mcore_base::timeline::Timeline<Machine>) -> bool {
        let place = Place::Word(self.wanted.addr);
        match WriterSearch::new(timeline, self.rank, place, self.view.cycle) {
            Some(search) => {
                self.stage = Stage::Before(Box::new(search));
                false
            }
            None => true,
        }
    }
}

impl ChainJob {
    /// Continues for at most `cycles` cycles; true when the whole run has been seen.
    fn advance(&mut self, cycles: u64) -> bool {
        for _ in 0..cycles {
            if self.moment.cycle() >= self.until {
                return true;
            }
            let mut started = Started::default();
            if !self.moment.step_by(&self.journal, |machine| machine.step_with(&mut started)) {
                return true;
            }
            if !started.0.is_empty() {
                self.senders.record(&self.moment.state, &started.0);
            }
        }
        self.moment.cycle() >= self.until
    }
}
