// The NAS kernels in the page: each computes the same numbers in the same cycles as natively. The native test
// (tests/tests/samples/npb.rs) writes the file that both compare with.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { withLab } from "./harness.mjs";
import { becomes, compiled, newInC, printed, runs } from "./lab.mjs";

const read = (name) => readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), "utf8");
const GOLDEN = JSON.parse(read("golden/npb.json"));

/** A text with those of the folder that it includes. */
const whole = (name) => read(`npb/${name}`).replace(/#include "(.*)"\n/g, (_, included) => whole(included));

for (const kernels of [["ep", "is", "cg", "mg", "ft"], ["bt", "sp", "lu", "dt BH", "dt WH", "dt SH"]]) {
  test(`the kernels print the same in the same cycles as natively (${kernels.join(", ")})`, { timeout: 240_000 }, () =>
    withLab({}, async ({ page }) => {
      await newInC(page);
      await page.getByTestId("machine").click();
      await page.getByTestId("machine-level").selectOption("2");
      await page.getByTestId("machine-apply").click();
      for (const kernel of kernels) {
        const [name, graph] = kernel.split(" ");
        const definitions = `#define CLASS_T\n${graph ? `#define GRAPH "${graph}"\n` : ""}`;
        await compiled(page, definitions + whole(`${name}.c`));
        const { cycle } = await runs(page);
        assert.equal(Number(cycle), GOLDEN[kernel].cycles, kernel);
        await becomes(async () => (await printed(page)) === GOLDEN[kernel].printed, true, kernel);
      }
    }),
  );
}
