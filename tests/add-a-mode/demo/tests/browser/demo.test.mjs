// The mode of prime numbers: a list of two runs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withLab } from "./harness.mjs";

test("there are 168 prime numbers below 1000, and 1229 below 10000", () =>
  withLab({ path: "#/demo" }, async ({ page }) => {
    await page.getByTestId("demo-run").click();
    const rows = page.getByTestId("demo-rows").locator("td");
    await rows.nth(1).waitFor();
    assert.deepEqual(await rows.allTextContents(), ["168", "1,229"]);
  }));
