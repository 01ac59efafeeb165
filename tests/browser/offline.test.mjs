// After the first visit the lab works without network, and a newer version waits until the student wants it.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { test } from "node:test";
import { DIST, screenshot, siteUrl, siteUrlBelow, withLab } from "./harness.mjs";
import { RANKS, becomes, compiled, newInC, printed, runs, until } from "./lab.mjs";

/** Waits until the service worker has stored everything and serves this page. */
const kept = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 20));
  });

for (const [where, address] of [["at the root of a host", siteUrl], ["under a folder", siteUrlBelow]]) {
  test(`without network, ${where}`, async () =>
    withLab({ url: await address() }, async ({ page, context }) => {
      await until(page, "ready", (f) => f.state === "paused");
      await kept(page);
      await context.setOffline(true);
      await page.reload();
      await until(page, "ready without network", (f) => f.state === "paused");
      await page.getByTestId("pace").selectOption({ index: (await page.getByTestId("pace").locator("option").count()) - 1 });
      await page.getByTestId("run").click();
      const ended = await until(page, "ended", (f) => f.state === "ended");
      assert.equal(ended.verdict === "none", false, "the exercise was judged");
    }),
  );
}

/** Paths of the stored documents, and their number. */
const documentsKept = (page) =>
  page.evaluate(async () => {
    const paths = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) if (url.includes("/docs/")) paths.push(url);
    }
    return paths;
  });

test("documents are there without network after the first visit, which does not wait for them", async () => {
  const url = await siteUrlBelow();
  await withLab({ url }, async ({ page, context, requests }) => {
    await until(page, "ready", (f) => f.state === "paused");
    const documents = () => requests.filter((request) => request.includes("/docs/"));
    assert.deepEqual(documents(), [], "nothing of them is asked for by the page");
    const listed = (await (await fetch(`${url}sw.js`)).text()).match(/"docs\/[^"]*"/g).length;
    await until(page, "all are kept", (paths) => paths.length === listed, documentsKept);
    await context.setOffline(true);
    const [opened] = await Promise.all([context.waitForEvent("page"), page.getByTestId("docs").click()]);
    await opened.locator("main.prose h1").waitFor();
    await opened.goto(`${url}docs/dma-put.ja.html`);
    const pictures = await opened.evaluate(() => [...document.images].map((image) => image.complete && image.naturalWidth > 0));
    assert.ok(pictures.length > 0 && pictures.every(Boolean), String(pictures));
    const colour = await opened.evaluate(() => getComputedStyle(document.querySelector("header")).borderBottomStyle);
    assert.equal(colour, "solid", "its style is there");
    await opened.goto(`${url}docs/source/core/machine/src/parts/cycle.rs.html`);
    await opened.locator("main.source .line").first().waitFor();
    await opened.close();
  });
});

test("C works without network after the first visit", async () =>
  withLab({ url: await siteUrl() }, async ({ page, context }) => {
    await until(page, "ready", (f) => f.state === "paused");
    const kept = (page) =>
      page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        let found = 0;
        for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) found += /\/compiler-/.test(url);
        return found;
      });
    await until(page, "the compiler is kept", (found) => found === 2, kept);
    await context.setOffline(true);
    await page.reload();
    await newInC(page);
    await compiled(page, RANKS);
    await runs(page);
    await becomes(() => printed(page), /0 squared is 0/);
  }));

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json", ".png": "image/png" };

/** A server of a copy of the site that a test may change; `{ url, folder, close }`. */
async function copyOfSite() {
  const folder = mkdtempSync(join(tmpdir(), "mcore-lab-offline-"));
  cpSync(DIST, folder, { recursive: true });
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    try {
      const body = readFileSync(join(folder, path === "/" ? "index.html" : path));
      response.writeHead(200, { "content-type": TYPES[extname(path)] ?? (path === "/" ? "text/html" : "application/octet-stream") });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const close = () => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, folder, close };
}

/** Publishes another version: one file differs, and so does the list of the service worker. */
async function publish(folder, text) {
  const { integrity } = await import("../../www/dist/files.mjs");
  const file = join(folder, "licences.txt");
  const before = readFileSync(file);
  writeFileSync(file, text);
  const script = join(folder, "sw.js");
  const old = readFileSync(script, "utf8");
  const next = old.replace(integrity(before), integrity(Buffer.from(text))).replace(/(version"?:\s*")[0-9a-f]+/, `$1${Date.now()}`);
  assert.notEqual(next, old);
  writeFileSync(script, next);
}

test("a new version waits, is announced during a run, and takes over without losing work", async () => {
  const site = await copyOfSite();
  try {
    await withLab({ url: site.url }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      await kept(page);
      const caches = () => page.evaluate(() => globalThis.caches.keys());
      const [first] = await caches();
      assert.equal(await page.getByTestId("update").count(), 0, "nothing is announced on the first visit");

      await page.getByTestId("tab-matmul.s").click();
      const editor = page.locator(".cm-content");
      await editor.click();
      await page.keyboard.press("ControlOrMeta+Home");
      await page.keyboard.type("# my work\n");
      await publish(site.folder, "another version\n");
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
      const notice = page.getByTestId("update");
      await notice.waitFor();
      await screenshot(page, "update-notice");
      await becomes(async () => (await caches()).length, 2, "the old version serves on");

      // A run is in progress: it goes on beside the new version, and ends with the page.
      await page.getByTestId("assemble").click();
      await page.locator("[data-testid=assemble]:enabled:not(.edited)").waitFor();
      await page.getByTestId("pace").selectOption({ index: 1 });
      await page.getByTestId("run").click();
      await until(page, "running", (f) => f.state === "running" && Number(f.cycle) > 0);
      await notice.waitFor();
      await Promise.all([page.waitForEvent("load"), notice.getByTestId("update-now").click()]);
      await until(page, "ready again", (f) => f.state === "paused");
      await page.getByTestId("tab-matmul.s").click();
      await page.getByText("# my work").waitFor();
      await becomes(() => page.getByTestId("update").count(), 0);
      const after = await caches();
      assert.equal(after.length, 1, "the old version is gone");
      assert.notEqual(after[0], first);
      assert.equal(await page.evaluate(async () => (await fetch("licences.txt")).text()), "another version\n");
    });
  } finally {
    site.close();
  }
});

test("half a new version is not taken", async () => {
  const site = await copyOfSite();
  try {
    await withLab({ url: site.url, allow: [/licences/, /integrity/i] }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      await kept(page);
      await publish(site.folder, "another version\n");
      // Like an unfinished upload: the list is new, but the file does not match it.
      writeFileSync(join(site.folder, "licences.txt"), "yet another\n");
      const state = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration.update();
        const next = registration.installing ?? registration.waiting;
        if (!next) return "none";
        while (next.state === "installing") await new Promise((done) => setTimeout(done, 20));
        return next.state;
      });
      assert.equal(state, "redundant");
      assert.equal(await page.getByTestId("update").count(), 0);
    });
  } finally {
    site.close();
  }
});

test("it can be installed: the manifest names icons that are there", async () =>
  withLab({ url: await siteUrlBelow() }, async ({ page }) => {
    const found = await page.evaluate(async () => {
      const link = document.querySelector("link[rel=manifest]");
      const manifest = await (await fetch(link.href)).json();
      const icons = await Promise.all(
        manifest.icons.map(async ({ src, sizes }) => {
          const picture = await createImageBitmap(await (await fetch(new URL(src, link.href))).blob());
          return [sizes, `${picture.width}x${picture.height}`];
        }),
      );
      return { start: new URL(manifest.start_url, link.href).href, icons };
    });
    assert.equal(found.start, new URL(".", page.url()).href);
    for (const [promised, real] of found.icons) assert.equal(real, promised);
    assert.ok(found.icons.length >= 3);
  }),
);
