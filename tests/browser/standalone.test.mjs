// The single file that `cargo xtask dist` makes: opened from the disk, without any server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, singleFile, withLab } from "./harness.mjs";
import { MPI_RING, RANKS, becomes, compiled, judged, newInC, paste, printed, profiled, runs, showTab, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const SOLUTION = readFileSync(new URL("../../exercises/class/matmul/solution/matmul.s", import.meta.url), "utf8");

for (const lang of variants(["en", "ja"])) {
  test(`the single file runs from a disk (${lang})`, () =>
    withLab({ lang, url: singleFile() }, async ({ page, requests }) => {
      await until(page, "ready", (f) => f.state === "paused" && f.end === "0");
      await page.getByTestId("pace").selectOption({ index: (await page.getByTestId("pace").locator("option").count()) - 1 });
      await paste(page, SOLUTION);
      await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
      await page.getByTestId("run").click();
      await judged(page, "passed");
      // The examples are inside, with their pictures.
      await page.getByTestId("gallery").click();
      const pictures = page.getByTestId("example").locator("img");
      await pictures.first().waitFor();
      await becomes(() => pictures.count(), (n) => n >= 8);
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded();
        await picture.evaluate((img) => img.decode());
        assert.ok(await picture.evaluate((img) => img.naturalWidth > 0 && img.src.startsWith("data:image/svg+xml")));
      }
      await page.getByTestId("example").first().click();
      await until(page, "the example runs", (f) => f.end !== "0" && f.state !== "empty");
      assert.deepEqual(outside(requests, page), []);
    }),
  );
}

/** Requests for anything but the file itself; its own contents have `data:` or `blob:` addresses. */
const outside = (requests, page) =>
  requests.filter((request) => !/^(data|blob):/.test(request) && !request.startsWith(page.url().split("#")[0]));

test("the single file holds all modes, and the header leads from one to the other", () =>
  withLab({ url: singleFile() }, async ({ page, requests }) => {
    await until(page, "the chip", (f) => f.state === "paused" && f.end === "0");
    const facts = (mode) => (page) => page.getByTestId(mode).evaluate((element) => ({ ...element.dataset }));
    await page.getByTestId("mode-nsim").click();
    await page.getByTestId("nsim").waitFor();
    await until(page, "a machine", (f) => f.state === "paused", facts("nsim"));
    await page.getByTestId("nsim-dims").fill("4x4x4");
    await page.getByTestId("nsim-build").click();
    await until(page, "its run", (f) => f.state === "ended" && Number(f.packets) > 0, facts("nsim"));
    await screenshot(page, "standalone-nsim");
    await page.getByTestId("mode-pmnet").click();
    await page.getByTestId("pmnet").waitFor();
    await until(page, "a memory system", (f) => Number(f.objects) > 0, facts("pmnet"));
    await page.locator("[data-testid=pmnet-run]:enabled").click();
    const ran = await until(page, "its run", (f) => f.state === "idle" && f.runs === "1", facts("pmnet"));
    assert.equal(ran.bottleneck, "mem0");
    await screenshot(page, "standalone-pmnet");
    await page.getByTestId("mode-mopt").click();
    await page.getByTestId("mopt").waitFor();
    await until(page, "its maps", (f) => f.state === "idle" && f.runs === "4" && f.loads === "2", facts("mopt"));
    await page.getByTestId("mode-tca").click();
    await page.getByTestId("tca").waitFor();
    await until(page, "its run", (f) => f.state === "idle" && f.time === "2300", facts("tca"));
    await page.getByTestId("mode-chip").click();
    await until(page, "the chip again", (f) => f.state === "paused");
    // Also by its address, as in a bookmark.
    await page.goto(`${page.url().split("#")[0]}#/nsim`);
    await page.getByTestId("nsim").waitFor();
    assert.deepEqual(outside(requests, page), []);
  }),
);

test("the single file holds the documents, with pictures, links and source files", () =>
  withLab({ url: singleFile(), lang: "ja" }, async ({ page, context, requests }) => {
    await until(page, "the chip", (f) => f.state === "paused");
    // From the lab by its header, in its language.
    const [documents] = await Promise.all([context.waitForEvent("page"), page.getByTestId("docs").click()]);
    await documents.locator("main.prose").waitFor();
    assert.equal(await documents.locator("html").getAttribute("lang"), "ja");
    await documents.close();
    // Every reachable page exists, with all its anchors and pictures.
    const lab = page.url().split("#")[0];
    await page.goto(`${lab}#/docs/index.html`);
    await page.locator("main.prose").waitFor();
    const open = ["index.html"];
    const seen = new Set(open);
    const anchors = [];
    while (open.length) {
      const path = open.pop();
      const found = await page.evaluate(async (path) => {
        const shown = new Promise((done) => addEventListener("hashchange", () => setTimeout(done), { once: true }));
        if (location.hash !== `#/docs/${path}`) {
          location.hash = `#/docs/${path}`;
          await shown;
        }
        await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
        return {
          title: document.querySelector("h1").textContent,
          broken: [...document.images].filter((image) => !image.naturalWidth).length,
          missing: [...document.links].filter((link) => !link.hash && !/^https:/.test(link.href)).map((link) => link.href),
          links: [...document.links].map((link) => link.hash).filter((hash) => hash.startsWith("#/docs/")),
          ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
        };
      }, path);
      assert.deepEqual([found.broken, found.missing], [0, []], path);
      if (path !== "index.html") assert.notEqual(found.title, "Documentation", `${path} is there`);
      anchors.push([path, new Set(found.ids)]);
      for (const link of found.links) {
        const [other] = decodeURIComponent(link.slice("#/docs/".length)).split("#");
        if (!seen.has(other)) {
          seen.add(other);
          open.push(other);
        }
        anchors.push([path, decodeURIComponent(link.slice("#/docs/".length))]);
      }
    }
    for (const name of ["dma-put.ja.html", "machine.html", "architecture.html", "source/core/machine/src/parts/cycle.rs.html"]) assert.ok(seen.has(name), name);
    const ids = new Map(anchors.filter(([, what]) => what instanceof Set));
    for (const [from, link] of anchors.filter(([, what]) => typeof what === "string" && what.includes("#"))) {
      const [path, anchor] = link.split("#");
      assert.ok(ids.get(path).has(anchor), `${from} leads to ${link}`);
    }
    // A link to a line goes there; back is the reader's previous place, and the name of the lab leads to the lab.
    await page.goto(`${lab}#/docs/dma-put.html`);
    await page.locator("main.prose h1").waitFor();
    const link = page.locator('main a[href*="#L"]').first();
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await link.click();
    const line = page.locator(".line[data-target]");
    await line.waitFor();
    await until(page, "the line is in sight", (top) => top >= 0 && top < 900, () => line.evaluate((e) => e.getBoundingClientRect().top));
    await screenshot(page, "standalone-source");
    await page.goBack();
    await until(page, "back where it was", (y) => Math.abs(y - before) < 4, (page) => page.evaluate(() => scrollY));
    await screenshot(page, "standalone-document");
    await page.locator("nav .lab").click();
    await until(page, "the chip", (f) => f.state === "paused");
    assert.deepEqual(outside(requests, page), []);
  }),
);

test("the single file's policy refuses scripts that are not its own", () =>
  withLab({ url: singleFile(), allow: [/security policy: script-src/, /Content Security Policy/] }, async ({ page }) => {
    const ran = await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "globalThis.__foreign = true";
      document.body.append(script);
      return globalThis.__foreign === true;
    });
    assert.equal(ran, false);
    const evaluated = await page.evaluate(() => {
      const script = document.createElement("script");
      script.src = "data:text/javascript,globalThis.__foreign=true";
      document.body.append(script);
      return new Promise((resolve) => {
        script.onload = () => resolve(true);
        script.onerror = () => resolve(false);
      });
    });
    assert.equal(evaluated, false);
  }),
);

test("C works in the single file", () =>
  withLab({ url: singleFile() }, async ({ page }) => {
    await newInC(page);
    await compiled(page, RANKS.replace("n * n", "n * m"));
    await becomes(() => page.getByTestId("finding").first().innerText(), /main\.c.*6/s);
    await compiled(page, RANKS);
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("int wrong = undeclared;\n");
    await becomes(() => page.getByTestId("finding").first().innerText(), /undeclared/);
    await page.keyboard.press("ControlOrMeta+z");
    await compiled(page, RANKS);
    await runs(page);
    await becomes(() => printed(page), /0 squared is 0/);
    // The simulator's part for MPI is inside, too.
    await compiled(page, MPI_RING);
    const { cycle } = await runs(page);
    await becomes(() => printed(page), /sum 120/);
    await showTab(page, "mpi");
    await profiled(page, Number(cycle));
    await screenshot(page, "standalone-mpi");
  }));
