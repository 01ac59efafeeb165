// A simulator that dies in the middle of a run: from a panic of its own, or because the browser refuses memory. The lab
// has no code for these tests; they change its environment.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { COUNT, becomes, paste, runScratch, seek, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

/** Every node writes a word into each page of its memory, again and again with other values. */
const TOUCH = `	# Every page of every node.
main:	li	$s0, 1
again:	lui	$t0, 1
	li	$t1, 96
page:	sw	$s0, 0($t0)
	addiu	$t0, $t0, 4096
	addiu	$t1, $t1, -1
	bnez	$t1, page
	addiu	$s0, $s0, 1
	b	again
`;

/** The worker of the simulator. */
const worker = (page) => page.workers().find((w) => /worker/.test(w.url())) ?? page.workers()[0];

/** A run of a mode beside the chip: a setting that the form must keep, the start, and its end. */
const MODES = [
  { mode: "nsim", field: "nsim-bytes", value: "64", start: "nsim-build", ends: (f) => f.state === "ended" },
  { mode: "pmnet", field: "pmnet-n", value: "70000", start: "pmnet-run", ends: (f) => f.state === "idle" && f.runs === "1" },
  { mode: "mopt", field: "mopt-bytes", value: "4096", start: "mopt-map", ends: (f) => f.state === "idle" && f.runs === "4" },
  { mode: "tca", field: "tca-script", value: "node 0 { buf = tcaMalloc(64); fill(buf, 8, 1); }", start: "tca-run", ends: (f) => f.state === "idle" && f.runs === "1" },
];

/**
 * Enters the simulator's code a second time while it is running, through the clock that it reads in every slice, until the session
 * is borrowed at that moment. This causes a real panic in the middle of a run. The message is the page's latest one, a second time.
 */
const enterTwice = () => {
  const [own, heard] = [performance.now, self.onmessage];
  let last;
  let inside = false;
  self.onmessage = (event) => {
    last = event.data;
    heard.call(self, event);
  };
  performance.now = function () {
    if (last !== undefined && !inside) {
      inside = true;
      try {
        heard.call(self, new MessageEvent("message", { data: last }));
      } catch (error) {
        performance.now = own;
        throw error;
      }
      inside = false;
    }
    return own.call(performance);
  };
};

for (const [lang, theme] of variants([["en", "light"], ["ja", "dark"]])) {
  test(`after a panic the text is there, and the run can be had again (${lang})`, () =>
    withLab({ lang, theme, allow: ["borrow", "panicked", "unreachable"] }, async ({ page }) => {
      await runScratch(page, COUNT, { columns: 1, rows: 1 });
      // An edit makes a run of its own, which the recipe must restore.
      await seek(page, 20);
      await page.locator('[data-place="$s1"]').dblclick();
      await page.getByTestId("change-value").fill("12");
      await page.getByTestId("change-write").click();
      await page.getByTestId("to-end").click();
      const before = await until(page, "ended", (f) => f.state === "ended");
      await page.getByTestId("to-start").click();
      await until(page, "start", (f) => f.cycle === "0");
      const { cycle, digest } = await seek(page, 33);

      await worker(page).evaluate(enterTwice);
      await page.getByTestId("to-start").click();
      await page.getByTestId("run").click();
      await page.getByTestId("worker-dead").waitFor();
      const words = await page.getByTestId("worker-dead").locator("pre").textContent();
      assert.match(words, /panicked/, "the panic in its own words, with its place");
      await screenshot(page, `crash-panic-${lang}`);
      await becomes(() => page.locator(".cm-content").textContent(), /Nothing stands here/);

      await page.getByTestId("restart-again").click();
      await until(page, "again", (f) => f.end === before.end && f.digest);
      await page.getByTestId("worker-dead").waitFor({ state: "detached" });
      assert.equal((await seek(page, cycle)).digest, digest, "the edit is in the run");
    }),
  );
}

for (const [at, { mode, field, value, start, ends }] of MODES.entries()) {
  const [lang, theme] = [["ja", "dark"], ["en", "light"]][at % 2];
  test(`after a panic in ${mode} the form is kept, and a new simulator runs it`, () =>
    withLab({ lang, theme, path: `#/${mode}`, allow: ["borrow", "panicked", "unreachable"] }, async ({ page }) => {
      const facts = () => page.getByTestId(mode).evaluate((e) => ({ ...e.dataset }));
      const begun = { nsim: (f) => f.state === "paused", pmnet: (f) => Number(f.objects) > 0, mopt: (f) => f.state === "idle" && f.loads === "2", tca: (f) => f.state === "idle" && f.runs === "1" };
      const opened = begun[mode];
      await until(page, "a machine is there", opened, facts);
      await page.getByTestId(field).fill(value);
      await page.getByTestId(field).press("Tab");

      // The driver can hear of the worker after the page.
      await becomes(() => worker(page) !== undefined, true);
      await worker(page).evaluate(enterTwice);
      await page.locator(`[data-testid=${start}]:enabled`).click();
      await page.getByTestId("lab-dead").waitFor();
      assert.match(await page.getByTestId("lab-dead").locator("pre").textContent(), /panicked/, "the panic in its own words");
      await screenshot(page, `crash-panic-${mode}`);

      await page.getByTestId("lab-restart").click();
      await page.getByTestId("lab-dead").waitFor({ state: "detached" });
      await becomes(() => page.getByTestId(field).inputValue(), value);
      await page.locator(`[data-testid=${start}]:enabled`).click();
      await until(page, "the run ended", ends, facts);
    }),
  );
}

/** A number in WebAssembly's encoding (LEB128). */
const leb = (number) => {
  const bytes = [];
  do {
    bytes.push((number & 127) | (number > 127 ? 128 : 0));
    number >>>= 7;
  } while (number);
  return bytes;
};

/** The same module with a memory that cannot grow beyond `pages` pages of 64 KiB. */
function withLeastMemory(wasm, pages) {
  const read = (at) => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = wasm[at++];
      value |= (byte & 127) << shift;
      shift += 7;
      if (byte < 128) return [value >>> 0, at];
    }
  };
  for (let at = 8; at < wasm.length; ) {
    const [id, start] = [wasm[at], at];
    const [size, body] = read(at + 1);
    if (id === 5) {
      const [count, flags] = read(body);
      assert.equal(count, 1);
      const [least] = read(flags + 1);
      assert.ok(least < pages, `${least} pages are there from the begin`);
      const section = [1, 1, ...leb(least), ...leb(pages)];
      return Buffer.concat([wasm.subarray(0, start), Buffer.from([5, ...leb(section.length), ...section]), wasm.subarray(body + size)]);
    }
    at = body + size;
  }
  throw new Error("a module without a memory");
}

/**
 * The browser gives simulators at most `mebibytes` MiB. (A dying simulator panics on further messages, because its
 * session is still borrowed.)
 */
function shortOfMemory(mebibytes) {
  const memory = { patched: 0 };
  memory.prepare = (context) =>
    context.route(/simulator[^/]*\.wasm/, async (route) => {
      const response = await route.fetch();
      memory.patched += 1;
      await route.fulfill({ response, body: withLeastMemory(await response.body(), mebibytes * 16) });
    });
  return memory;
}

for (const [lang, theme] of variants([["ja", "light"], ["en", "dark"]])) {
  test(`without memory the simulator says so, the text is there, and work goes on (${lang})`, () => {
    const memory = shortOfMemory(64);
    return withLab({ lang, theme, allow: ["unreachable", "memory", "borrow"], prepare: memory.prepare }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      assert.ok(memory.patched >= 1, "the simulator has little memory");
      await page.getByTestId("exercise").selectOption("scratch");
      await page.getByTestId("machine").click();
      await page.getByTestId("machine-width").fill("16");
      await page.getByTestId("machine-height").fill("16");
      await page.getByTestId("machine-apply").click();
      await paste(page, TOUCH, "main.s");
      await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
      await page.getByTestId("to-end").click();
      await page.getByTestId("worker-dead").waitFor();
      await page.getByTestId("dead-memory").waitFor();
      await screenshot(page, `crash-memory-${lang}`);
      await becomes(() => page.locator(".cm-content").textContent(), /Every page of every node/);

      // A smaller program runs in that little memory.
      await page.getByTestId("restart").click();
      await page.getByTestId("worker-dead").waitFor({ state: "detached" });
      await paste(page, COUNT, "main.s");
      await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0" && f.digest);
      await page.getByTestId("to-end").click();
      const { cycle } = await until(page, "ended", (f) => f.state === "ended");
      assert.ok(Number(cycle) > 40);
    });
  });
}
