// Completions of assembly by the place of the cursor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { complete } from "../src/complete.js";

const OFFERS = [
  { label: "li", kind: "Pseudo" },
  { label: "$f10", kind: "Register" },
  { label: "mc_rank", kind: "Function" },
];
const at = (before, explicit = false) => complete({ before, explicit, offers: OFFERS, symbols: [], text: before });
const labels = (found) => found?.options.map(({ label }) => label);

test("a statement begins with an instruction, and operands are names", () => {
  assert.deepEqual(labels(at("main: l")), ["li"]);
  assert.ok(labels(at("\tli $f")).includes("$f10") && !labels(at("\tli $f")).includes("li"));
});

test("a number is offered nothing, so that Enter after it ends the line", () => {
  for (const before of ["main: li $v0, 10", "\tli $v0, 0x1f", "1"]) assert.equal(at(before), null, before);
  assert.equal(at("\tli $v0, 10", true), null);
  assert.equal(at("\tli $v0, "), null);
  assert.ok(labels(at("\tli $v0, ", true)).includes("$f10"));
});
