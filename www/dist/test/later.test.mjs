// The functions of the simulator that only programs in C, or with MPI, need.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLater } from "../later.mjs";

test("what follows MPI comes later, and what runs every program does not", () => {
  const later = [
    "<mcore[0123456789abcdef]::modes::chip::observe::mpi::Mpi>::take",
    "<mcore::modes::chip::observe::mpi_run::CommRecord>::write::<alloc::string::String>",
    "<mcore::modes::chip::view::mpi_profile::MpiProfileView>::of",
    "<mcore::modes::chip::view::mpi::MpiWait>::of",
    "mcore::modes::chip::view::mpi_news::sentence",
    "<mcore::modes::chip::view::spacetime::MpiArrows>::of",
    "mcore::mode::comm::write::<alloc::string::String>",
    "mcore::toolchain::debug::bytes::from_bytes",
    "<alloc::collections::btree::map::BTreeMap<u64, mcore::modes::chip::observe::mpi::Open>>::insert",
  ];
  const first = [
    "<mcore::modes::chip::view::spacetime::SpaceTimeView>::of",
    "<mcore::modes::chip::session::follower::Counter as mcore::base::sink::Sink<mcore::modes::chip::observe::event::Event>>::emit",
    "mcore::modes::chip::view::chip_outcome::wait_in_mpi",
    "<mcore::modes::chip::parts::chip::Chip>::step_with",
    "mcore::mode::command",
    "<mcore::toolchain::debug::Debug>::of",
  ];
  assert.deepEqual(later.filter((name) => !isLater(name)), []);
  assert.deepEqual(first.filter(isLater), []);
});

test("the first part has the functions of the standard library that it calls, even if they are named after the later part", () => {
  const shared = [
    "<alloc[3ca501edff3f0c7c]::raw_vec::RawVec<mcore[a34c09d1d0c0f181]::mode::comm::Interval>>::grow_one",
    "core::ptr::drop_in_place::<mcore::modes::chip::observe::mpi::MpiMessages>",
    "<mcore::modes::chip::observe::mpi::MpiCall as core::clone::Clone>::clone",
  ];
  assert.deepEqual(shared.filter(isLater.border), []);
  assert.ok(isLater.border("<mcore[0123456789abcdef]::modes::chip::observe::mpi::Mpi>::take"));
  assert.ok(isLater.border("mcore::mode::comm::write::<alloc::string::String>"));
  assert.ok(isLater.border("core::ptr::drop_in_place::<mcore[0123456789abcdef]::modes::chip::observe::mpi::Mpi>[1]"));
});
