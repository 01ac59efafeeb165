// The built site starts: page, worker, no errors in the browser, at the root and under a folder.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { list } from "../../www/dist/files.mjs";
import { DIST, openLab, siteUrl, siteUrlBelow, withLab } from "./harness.mjs";
import { becomes } from "./lab.mjs";

for (const [name, url] of [
  ["at the root of a server", siteUrl],
  ["under a folder", siteUrlBelow],
]) {
  test(`page and worker start ${name}`, async () => {
    await withLab({ url: await url(), serviceWorker: true }, async ({ page, requests }) => {
      await page.locator("[data-testid=lab][data-state=paused]").waitFor();
      assert.equal(page.workers().length, 1);
      const wasm = requests.filter((address) => address.endsWith(".wasm")).map((address) => /\/(\w+)-[^/]*$/.exec(address)[1]);
      assert.deepEqual(wasm, ["page", "simulator"]);
    });
  });
}

test("a page that cannot load its program says so, in both languages", async () => {
  const prepare = (context) => context.route(/_bg\.wasm$/, (route) => route.abort());
  await withLab({ prepare, ready: false, allow: [/_bg\.wasm/, /Failed to fetch/] }, async ({ page }) => {
    const alert = page.getByRole("alert");
    await alert.waitFor();
    await becomes(() => alert.innerText(), /ページを起動できませんでした[^]*The page could not start/);
  });
});

test("a worker that cannot load its program tells the page", async () => {
  await withLab({ allow: ["nothing.js"] }, async ({ page }) => {
    const answer = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { worker: script } = document.querySelector("meta[name=mcore-simulator]").dataset;
          const worker = new Worker(script, { type: "module" });
          worker.onmessage = ({ data }) => resolve(data);
          worker.postMessage({ js: new URL("nothing.js", document.baseURI).href });
          worker.postMessage({ wasm: null });
          worker.postMessage("kept, not lost, but nobody is there");
        }),
    );
    assert.match(answer.fatal, /nothing\.js/);
  });
});

test("messages to a worker that is still loading arrive, once each and in order", async () => {
  await withLab({}, async ({ page }) => {
    const answers = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const got = [];
          const { worker: script } = document.querySelector("meta[name=mcore-simulator]").dataset;
          const worker = new Worker(script, { type: "module" });
          worker.onmessage = ({ data }) => {
            got.push(data);
            if (data === 200) setTimeout(() => resolve(got), 50);
          };
          // A program that doubles numbers, in the shape of a generated module.
          const code = "export default async () => { await new Promise((done) => setTimeout(done, 100)); onmessage = ({ data }) => postMessage(2 * data); }";
          worker.postMessage({ js: `data:text/javascript,${encodeURIComponent(code)}` });
          worker.postMessage({ wasm: null });
          for (const number of [1, 2, 3]) worker.postMessage(number);
          setTimeout(() => worker.postMessage(100), 300);
        }),
    );
    assert.deepEqual(answers, [2, 4, 6, 200]);
  });
});

test("the harness sees what goes wrong", async () => {
  for (const [wrong, seen] of [
    [() => document.head.append(Object.assign(document.createElement("style"), { textContent: "p { color: red }" })), /security policy: style-src-elem/],
    [() => document.body.setAttribute("onclick", "1"), /security policy: script-src-attr/],
    [() => console.error("oh no"), /console error: oh no/],
    [() => void setTimeout(() => { throw new Error("thrown"); }), /uncaught: Error: thrown/],
    [() => fetch("missing.txt").then(() => {}), /status 404/],
    [() => fetch("https://example.org/").catch(() => {}), /connect-src/],
  ]) {
    const lab = await openLab();
    await lab.page.evaluate(wrong);
    const violations = () => lab.page.evaluate(() => globalThis.__violations.map((text) => `security policy: ${text}`));
    await becomes(async () => [...lab.problems, ...(await violations())].join("\n"), seen);
    await assert.rejects(lab.close(), (error) => seen.test(error.actual?.join("\n")), String(seen));
  }
});

test("solutions are not served, licences are", async () => {
  const url = await siteUrl();
  const indexes = ["index", "index-mopt", "index-tca"].map(async (name) => (await fetch(`${url}exercises/${name}.json`)).json());
  for (const { id, files } of (await Promise.all(indexes)).flatMap(({ packs }) => packs)) {
    for (const file of files) {
      assert.doesNotMatch(file, /(^|\/)solutions?\//i);
      assert.equal((await fetch(`${url}exercises/${id}/${file}`)).status, 200, file);
    }
  }
  const licences = await (await fetch(`${url}licences.txt`)).text();
  for (const work of ["yew ", "wasm-bindgen ", "@codemirror/view ", "MIT License"]) assert.ok(licences.includes(work), work);
});

test("the header leads to the documents, in the language of the page", async () => {
  for (const url of [await siteUrl(), await siteUrlBelow()]) {
    await withLab({ url, lang: "ja" }, async ({ page, context }) => {
      const [documents] = await Promise.all([context.waitForEvent("page"), page.getByTestId("docs").click()]);
      await documents.waitForLoadState();
      assert.equal(documents.url(), `${url}docs/index.ja.html`);
      await becomes(() => documents.locator("html").getAttribute("lang"), "ja");
      assert.equal(await documents.locator("script").count(), 0);
      await documents.close();
    });
  }
});

/** Pages of documents that a visit of their lists reaches by links. */
const DOCUMENTS = list(join(DIST, "docs")).filter((path) => path.endsWith(".html"));

// A test for some of them each, at the root of a server and under a folder in turn.
const PART = 12;
for (let first = 0; first < DOCUMENTS.length; first += PART) {
  const paths = DOCUMENTS.slice(first, first + PART);
  test(`documents need no program and fit a phone (${paths[0]} …)`, async () => {
    const url = await (first % (2 * PART) ? siteUrlBelow() : siteUrl());
    // An icon still loading when the next page is opened does not count as missing.
    const options = { url, path: `docs/${paths[0]}`, ready: false, theme: "dark", width: 360, height: 780, allow: [/icon\.svg \(net::ERR_ABORTED/] };
    await withLab(options, async ({ page }) => {
      const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(dark, "rgb(15, 20, 27)", "the theme follows the system");
      for (const path of paths) {
        await page.goto(`${url}docs/${path}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `nothing sticks out of ${path}: ${wide}`);
        const broken = await page.evaluate(() => [...document.images].filter((i) => !i.naturalWidth).map((i) => i.src));
        assert.deepEqual(broken, [], path);
      }
    });
  });
}

test("links of the documents lead to every document and to nothing that is missing", async () => {
  const url = await siteUrl();
  const [seen, open] = [new Set(["index.html"]), ["index.html"]];
  while (open.length) {
    const here = open.pop();
    const answer = await fetch(`${url}docs/${here}`);
    assert.equal(answer.status, 200, here);
    for (const [, href] of (await answer.text()).matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const address = new URL(href, `${url}docs/${here}`);
      const path = address.href.split("#")[0].slice(`${url}docs/`.length);
      if (!address.href.startsWith(`${url}docs/`) || seen.has(path)) continue;
      seen.add(path);
      open.push(path);
    }
  }
  assert.deepEqual(DOCUMENTS.filter((path) => !seen.has(path)), [], "documents without a link");
});
