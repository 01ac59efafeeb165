// The functions of the simulator that only programs with MPI need.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLater } from "../later.mjs";

test("what follows MPI comes later, and what runs every program does not", () => {
  const later = [
    "<mcore[0123456789abcdef]::modes::chip::observe::mpi::Mpi>::take",
    "<mcore::modes::chip::observe::mpi_run::CommRecord>::write::<alloc::string::String>",
    "<mcore::modes::chip::view::mpi_profile::MpiProfileView>::of",
    "mcore::modes::chip::view::mpi_news::sentence",
    "<mcore::modes::chip::view::spacetime::MpiArrows>::of",
    "mcore::mode::comm::write::<alloc::string::String>",
    "<alloc::collections::btree::map::BTreeMap<u64, mcore::modes::chip::observe::mpi::Open>>::insert",
  ];
  const first = [
    "<mcore::modes::chip::view::spacetime::SpaceTimeView>::of",
    "<mcore::modes::chip::session::follower::Counter as mcore::base::sink::Sink<mcore::modes::chip::observe::event::Event>>::emit",
    "<mcore::modes::chip::view::mpi::MpiWait>::of",
    "<mcore::modes::chip::parts::chip::Chip>::step_with",
    "mcore::mode::command",
  ];
  assert.deepEqual(later.filter((name) => !isLater(name)), []);
  assert.deepEqual(first.filter(isLater), []);
});
