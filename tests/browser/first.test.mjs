// A first visit: the requests needed before a statement can be read and a program written, and those that may follow
// later.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { firstVisit } from "../../www/dist/sizes.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, until } from "./lab.mjs";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** Requests that follow when the page is usable: the other texts of the exercise and the rest of the program. */
const OTHER_TEXTS = /(?:task\.ja\.md|hints\.\w+\.md|exercise\.toml)$/;
const LATER = new RegExp(`(?:rest-[0-9a-f]+_bg|simulator-[0-9a-f]+_bg)\\.wasm$|${OTHER_TEXTS.source}`);

/** Holds back the requests that are not needed for reading and writing; `release()` lets them continue. */
async function slowNetwork(context) {
  let release;
  const released = new Promise((done) => (release = done));
  await context.route(LATER, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("an exercise is read and written in, and a run is asked for, while the simulator is still coming", { timeout: 120_000 }, async () => {
  let release;
  const prepare = async (context) => (release = await slowNetwork(context));
  await withLab({ firstVisit: true, serviceWorker: true, prepare }, async ({ page, requests, url }) => {
    await page.getByTestId("task").getByRole("heading", { name: "Parallel matrix multiplication" }).first().waitFor();
    await page.getByTestId("tab-matmul.s").click();
    const text = page.locator(".cm-content");
    await text.click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("# written early");
    await becomes(() => text.innerText(), /# written early/);
    await page.getByTestId("lang-ja").click();
    await page.locator("html[lang=ja]").waitFor();
    await screenshot(page, "first-visit-early");
    // Its statement has been requested in English only.
    await page.getByTestId("tab-task").click();
    await page.getByTestId("task").getByRole("heading", { name: "Parallel matrix multiplication" }).first().waitFor();
    await page.getByTestId("tab-matmul.s").click();

    // Only the files counted in the figure of a first visit have been requested.
    const counted = new Set(firstVisit(DIST).filter(({ until }) => until === "usable").map(({ path }) => path));
    // The sum has the longer statement, in either language.
    for (const path of [...counted]) if (/task\.\w+\.md$/.test(path)) counted.add(path.replace(/\w+\.md$/, "en.md"));
    const base = new URL(".", url).href;
    const asked = requests.filter((address) => address.startsWith(base)).map((address) => address.slice(base.length) || "index.html");
    const later = /^(rest-|worker-|simulator-|sw\.js|app\.webmanifest|icon-)/;
    assert.deepEqual(asked.filter((path) => !counted.has(path) && !later.test(path) && !OTHER_TEXTS.test(path)), [], "asked for, but not counted");

    const before = await page.locator(".panels").boundingBox();
    await page.getByTestId("run").click();
    release();
    const run = await until(page, "running", (f) => f.state === "running" || f.state === "ended");
    assert.ok(Number(run.end) > 0 || run.state === "running");
    await becomes(() => text.innerText(), /# written early/);
    // The other texts have arrived.
    await page.getByTestId("tab-task").click();
    await page.getByTestId("task").getByRole("heading", { name: "行列積の並列化" }).first().waitFor();
    await page.getByTestId("hint").waitFor();
    assert.deepEqual(await page.locator(".panels").boundingBox(), before, "nothing moves when the rest comes");
    const early = await page.evaluate(() => performance.getEntriesByName("mcore-rest-early").length);
    assert.equal(early, 0, "the first part has come to a function of the rest: see www/dist/rest.mjs");
    await becomes(() => page.evaluate(() => performance.getEntriesByName("mcore-rest").length), 1);
  });
});

test("when the rest cannot be had, the page says so and what was written is kept", { timeout: 120_000 }, async (t) => {
  const split = firstVisit(DIST).some(({ path }) => path.startsWith("rest-"));
  if (!split) return t.skip("a development build is in one part");
  let failing = true;
  const prepare = (context) =>
    context.route(/rest-[0-9a-f]+_bg\.wasm$/, (route) => (failing ? route.abort() : route.continue()));
  await withLab({ firstVisit: true, serviceWorker: true, prepare, allow: [/rest-/, /ERR_FAILED/] }, async ({ page }) => {
    await page.getByTestId("tab-matmul.s").click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("# kept");
    await page.getByRole("alert").filter({ hasText: "could not start" }).waitFor({ timeout: 20_000 });
    failing = false;
    await page.reload();
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("tab-matmul.s").click();
    await becomes(() => page.locator(".cm-content").innerText(), /# kept/);
  });
});
