// The NAS kernels in the page: each computes the same numbers in the same cycles as natively. The native test
// (tests/tests/samples/npb.rs) writes the files that both compare with. `MCORE_NPB=S` runs class S on all arrays of at most
// 64 nodes, which takes some minutes; without it the test runs class T on 16 nodes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { withLab } from "./harness.mjs";
import { becomes, compiled, newInC, printed, runs } from "./lab.mjs";

const read = (name) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), "utf8");

/** A text with those of the folder that it includes. */
const whole = (name) => read(`npb/${name}`).replace(/#include "(.*)"\n/g, (_, included) => whole(included));

/** The program of a kernel, whose name may have a graph. */
function program(kernel, definitions) {
  const [name, graph] = kernel.split(" ");
  return definitions + (graph ? `#define GRAPH "${graph}"\n` : "") + whole(`${name}.c`);
}

/** Changes fields of the machine. */
async function machine(page, fields) {
  await page.getByTestId("machine").click();
  await page.getByTestId("machine-level").selectOption("2");
  if (fields) {
    await page.getByTestId("machine-width").fill(fields.width);
    await page.getByTestId("machine-height").fill(fields.height);
    await page.getByTestId("machine-memory").selectOption(String(fields.node_memory_kib));
    await page.getByTestId("machine-limit").fill("1000000000000");
  }
  await page.getByTestId("machine-apply").click();
}

/** Runs the program and compares with its native run. */
async function same(page, text, expected, name) {
  await compiled(page, text);
  const { cycle } = await runs(page);
  assert.equal(Number(cycle), expected.cycles, name);
  await becomes(async () => (await printed(page)) === expected.printed, true, name);
}

if (process.env.MCORE_NPB === "S") {
  for (const [name, expected] of Object.entries(JSON.parse(read("golden/npb-s.json")))) {
    test(`class S prints the same in the same cycles as natively: ${name}`, () =>
      withLab({}, async ({ page }) => {
        const [, kernel, width, height] = name.match(/^(.*) (\d+)x(\d+)$/);
        await newInC(page);
        await machine(page, { width, height, ...expected });
        await same(page, program(kernel, ""), expected, name);
      }),
    );
  }
} else {
  const golden = JSON.parse(read("golden/npb.json"));
  for (const kernels of [["ep", "is", "cg", "mg", "ft"], ["bt", "sp", "lu", "dt BH", "dt WH", "dt SH"]]) {
    test(`the kernels print the same in the same cycles as natively (${kernels.join(", ")})`, () =>
      withLab({}, async ({ page }) => {
        await newInC(page);
        await machine(page);
        for (const kernel of kernels) await same(page, program(kernel, "#define CLASS_T\n"), golden[kernel], kernel);
      }),
    );
  }
}
