//! Destinations of events. Code that emits events is generic over the sink, so unwanted events cost nothing.

use alloc::vec::Vec;

/// An event that has a kind: a number below 32.
pub trait Kinded {
    /// Number of the kind.
    fn kind(&self) -> u32;
}

/// Receives events.
pub trait Sink<E: Kinded> {
    /// Bit k is set if events of kind k are wanted. It is a constant, so the compiler can remove the code that only
    /// serves unwanted events.
    const WANTS: u32 = u32::MAX;

    /// Receives one event, of a kind that is wanted.
    fn emit(&mut self, event: E);
}

impl<E: Kinded, S: Sink<E>> Sink<E> for &mut S {
    const WANTS: u32 = S::WANTS;

    #[inline]
    fn emit(&mut self, event: E) {
        (**self).emit(event);
    }
}

/// Wants nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Null;

impl<E: Kinded> Sink<E> for Null {
    const WANTS: u32 = 0;

    #[inline]
    fn emit(&mut self, _: E) {}
}

/// Keeps the first events, up to a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<E> {
    /// The events kept, in the order in which they were emitted.
    pub events: Vec<E>,
    /// Number of events that were emitted when the record was full.
    pub dropped: u64,
    limit: usize,
}

impl<E> Record<E> {
    /// An empty record for at most `limit` events.
    pub fn new(limit: usize) -> Self {
        Self { events: Vec::new(), dropped: 0, limit }
    }
}

impl<E: Kinded> Sink<E> for Record<E> {
    fn emit(&mut self, event: E) {
        if self.events.len() < self.limit {
            self.events.push(event);
        } else {
            self.dropped += 1;
        }
    }
}

/// Counts events by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Number of events of each kind.
    pub by_kind: [u64; 32],
}

impl Count {
    /// Number of all events.
    pub fn total(&self) -> u64 {
        self.by_kind.iter().sum()
    }
}

impl<E: Kinded> Sink<E> for Count {
    #[inline]
    fn emit(&mut self, event: E) {
        self.by_kind[event.kind() as usize & 31] += 1;
    }
}

/// Two sinks at once; each receives the kinds that it wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tee<A, B>(pub A, pub B);

impl<E: Kinded + Clone, A: Sink<E>, B: Sink<E>> Sink<E> for Tee<A, B> {
    const WANTS: u32 = A::WANTS | B::WANTS;

    #[inline]
    fn emit(&mut self, event: E) {
        let kind = event.kind();
        if B::WANTS >> kind & 1 != 0 {
            self.1.emit(event.clone());
        }
        if A::WANTS >> kind & 1 != 0 {
            self.0.emit(event);
        }
    }
}

/// A sink that receives only some kinds: bit k of `KINDS` is set for kind k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Only<const KINDS: u32, S>(pub S);

impl<E: Kinded, S: Sink<E>, const KINDS: u32> Sink<E> for Only<KINDS, S> {
    const WANTS: u32 = S::WANTS & KINDS;

    #[inline]
    fn emit(&mut self, event: E) {
        self.0.emit(event);
    }
}

/// Calls a function for each event.
#[derive(Clone, Copy, Debug, Default)]
pub struct Each<F>(pub F);

impl<E: Kinded, F: FnMut(E)> Sink<E> for Each<F> {
    #[inline]
    fn emit(&mut self, event: E) {
        (self.0)(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Kinded for u32 {
        fn kind(&self) -> u32 {
            self % 4
        }
    }

    fn wanted<S: Sink<u32>>(_: &S) -> u32 {
        S::WANTS
    }

    #[test]
    fn each_sink_of_a_tee_is_told_of_what_it_wants() {
        let mut sink = Tee(Record::new(2), Tee(Count::default(), Only::<0b10, _>(Record::new(9))));
        (0..8).for_each(|e: u32| sink.emit(e));
        let Tee(record, Tee(count, Only(odd))) = sink;
        assert_eq!((record.events, record.dropped), (alloc::vec![0, 1], 6));
        assert_eq!((count.total(), count.by_kind[3]), (8, 2));
        assert_eq!(odd.events, [1, 5]);
    }

    #[test]
    fn what_is_wanted_is_known_when_compiling() {
        assert_eq!(wanted(&Null), 0);
        assert_eq!(wanted(&Tee(Null, Only::<6, _>(Count::default()))), 6);
        assert_eq!(wanted(&&mut Only::<4, _>(Only::<6, _>(Each(|_: u32| ())))), 4);
        assert_eq!(wanted(&Tee(Null, Null)), 0);
    }
}
