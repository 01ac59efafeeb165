//! The machine: its definition against the reference model and its documents, its fast path, and its observers.

mod docs_dma_put;
mod docs_machine;
mod events;
mod float;
mod float_fast;
mod float_host;
mod lookahead;
mod marks;
mod mesh_view;
mod naive_network;
mod observed;
mod own_statistic;
mod printf;
mod reasons;
mod spacetime;
mod typed_view;
