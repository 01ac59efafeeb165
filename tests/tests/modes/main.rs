//! The other modes: networks on chip, interconnects, and memory systems.

mod mopt;
mod mopt_exercise;
mod mopt_session;
mod noc_session;
mod nsim_lessons;
mod nsim_random;
mod nsim_session;
mod pmnet;
mod pmnet_formats;
mod pmnet_session;
mod tca;
mod tca_exercise;
mod tca_session;
