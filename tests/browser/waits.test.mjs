// The tools of the tests: how long they wait, and which variants they run.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { openLab, withLab } from "./harness.mjs";
import { Patience, watchdog } from "./patience.mjs";
import { chosen, variants } from "./variants.mjs";

test("progress begins a wait anew, and without progress it ends", async () => {
  const patience = new Patience(0.05);
  for (let step = 0; step < 5; step += 1) {
    await pause(20);
    patience.sees({ step });
    assert.ok(!patience.isOver, `step ${step}`);
  }
  while (!patience.isOver) {
    await pause(20);
    patience.sees({ step: 4 });
  }
});

test("a page in which nothing happens is given up, one that changes is not", async () => {
  await withLab({}, async ({ page }) => {
    let given;
    const stuck = new Promise((done) => (given = done));
    const end = watchdog(page, () => 0, (seconds) => given(seconds), 2);
    const begin = performance.now();
    await page.evaluate(() => {
      const timer = setInterval(() => document.body.setAttribute("data-tick", String(performance.now())), 200);
      setTimeout(() => clearInterval(timer), 4000);
    });
    assert.ok((await stuck) >= 2);
    assert.ok(performance.now() - begin > 5000, "not while the page changed");
    end();
  });
});

test("a wait for something that never comes ends with the page", async () => {
  const lab = await openLab({ idle: 2 });
  await assert.rejects(lab.page.getByTestId("never").waitFor());
  await assert.rejects(lab.close(), /nothing has happened in the page for \d+ s|closed/);
});

test("a row of numbers chooses every variant, lists choose independently", () => {
  const list = [["en", "light"], ["ja", "dark"], ["ja", "light"]];
  assert.equal(new Set([0, 1, 2].map((number) => chosen(list, number))).size, 3);
  assert.equal(chosen(list, 7), chosen(list, 7));
  const pairs = Array.from({ length: 40 }, (_, number) => `${chosen(list, number)} ${chosen([1, 2], number)}`);
  assert.equal(new Set(pairs).size, 6, "all pairs occur");
  const before = process.env.MCORE_VARIANTS;
  try {
    delete process.env.MCORE_VARIANTS;
    assert.equal(variants(list), list);
    process.env.MCORE_VARIANTS = "1";
    assert.deepEqual(variants(list), [chosen(list, 1)]);
  } finally {
    if (before === undefined) delete process.env.MCORE_VARIANTS;
    else process.env.MCORE_VARIANTS = before;
  }
});
