// Figures of the page, one JSON line each: the bytes of a first visit, the time of a visit, and the frames of a large
// running chip. Started by `cargo xtask bench --page`; by hand, MCORE_LAB_URL is the site that is in dist/.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { launch, siteUrl } from "../harness.mjs";
import { MOTION, startScratch, until } from "../lab.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const report = (name, unit, value, more = {}) =>
  console.log(JSON.stringify({ name, where: "page", unit, value: Math.round(value * 100) / 100, ...more }));

/** Compressed bytes, by the step of a visit that needs them. */
function bytes() {
  const lines = execFileSync("node", ["dist/sizes.mjs", `${root}dist`, "--json"], { cwd: `${root}www` });
  const files = String(lines).trim().split("\n").map((line) => JSON.parse(line));
  for (const { path, raw, gzip, until } of files) report("first-visit-file", "bytes gzip", gzip, { path, raw, until });
  const sum = (when) => files.filter((file) => file.until === when).reduce((all, { gzip }) => all + gzip, 0);
  report("first-visit-until-readable", "bytes gzip", sum("readable"));
  report("first-visit-until-usable", "bytes gzip", sum("readable") + sum("usable"));
  const running = sum("readable") + sum("usable") + sum("running");
  report("first-visit-until-running", "bytes gzip", running);
  report("first-visit-until-writing", "bytes gzip", running + sum("writing"));
}

/** Runs in the page before its first script: notes when the lab is there, when its editor is, and when its program is assembled. */
function noteTimes() {
  globalThis.__times = {};
  const look = () => {
    const lab = document.querySelector("[data-testid=lab]");
    if (lab && !__times.usable) __times.usable = performance.now();
    if (document.querySelector(".mcore-editor") && !__times.writing) __times.writing = performance.now();
    if (lab?.dataset.state === "paused" && !__times.ready) __times.ready = performance.now();
    if (!__times.ready || !__times.writing) setTimeout(look, 2);
  };
  look();
}

/** Times of a visit in milliseconds from its start: the page can be used; a program can be written; the first program can run. */
async function visit(page, go) {
  await go();
  await page.waitForFunction(() => globalThis.__times?.ready && globalThis.__times.writing, null, { timeout: 60_000 });
  return page.evaluate(() => globalThis.__times);
}

const middle = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** First visits with fresh profiles, then repeated ones that the service worker serves. */
async function times(url, visits = 5) {
  const first = [];
  const again = [];
  for (let i = 0; i < visits; i++) {
    const browser = await launch();
    const page = await browser.newPage();
    await page.addInitScript(noteTimes);
    first.push(await visit(page, () => page.goto(url)));
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
    });
    again.push(await visit(page, () => page.reload()));
    await browser.close();
  }
  for (const [name, list] of [["first", first], ["repeat", again]]) {
    for (const what of ["usable", "writing", "ready"]) {
      const values = list.map((entry) => entry[what]);
      report(`${name}-visit-${what}`, "ms", middle(values), { least: Math.round(Math.min(...values)), visits });
    }
  }
}

/** Frames while 32 x 32 nodes run in full motion. */
async function frames(url, seconds = 8) {
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await until(page, "ready", (f) => f.state === "paused");
  await startScratch(page, MOTION, { columns: 32, rows: 32 });
  await until(page, "running", (f) => Number(f.cycle) > 200);

  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const busy = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value * 1000;
    return { task: of("TaskDuration"), script: of("ScriptDuration"), layout: of("LayoutDuration") + of("RecalcStyleDuration") };
  };
  const before = await busy();
  const seen = await page.evaluate(
    (seconds) =>
      new Promise((resolve) => {
        const long = [];
        new PerformanceObserver((list) => long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
        // The chip shows every state, the rest of the page a few per second.
        const chip = document.querySelector("#chip");
        const begin = performance.now();
        const gaps = [];
        let shown = 0;
        let cycle = chip.dataset.cycle;
        let last = begin;
        const frame = (now) => {
          gaps.push(now - last);
          last = now;
          if (chip.dataset.cycle !== cycle) shown++;
          cycle = chip.dataset.cycle;
          if (now - begin < seconds * 1000) requestAnimationFrame(frame);
          else resolve({ gaps: gaps.slice(1), shown, long, took: now - begin });
        };
        requestAnimationFrame(frame);
      }),
    seconds,
  );
  const after = await busy();
  await browser.close();

  const sorted = seen.gaps.toSorted((a, b) => a - b);
  const part = (p) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))];
  const each = (what) => (after[what] - before[what]) / seen.gaps.length;
  report("motion-32x32-frames", "frames a second", (seen.gaps.length * 1000) / seen.took);
  report("motion-32x32-new-states", "states shown a second", (seen.shown * 1000) / seen.took);
  report("motion-32x32-frame-gap", "ms", part(0.5), { p95: Math.round(part(0.95) * 10) / 10, longest: Math.round(part(1)) });
  report("motion-32x32-main-thread", "ms a frame", each("task"), {
    script: Math.round(each("script") * 100) / 100,
    layout: Math.round(each("layout") * 100) / 100,
  });
  report("motion-32x32-long-tasks", "tasks over 50 ms", seen.long.length, { longest: Math.round(Math.max(0, ...seen.long)) });
}

const url = await siteUrl();
bytes();
await times(url);
await frames(url);
