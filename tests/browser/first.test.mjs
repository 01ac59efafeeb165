// A first visit: the first exercise before any program, the requests needed before a program can be written, and those that
// may follow later.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstVisit } from "../../www/dist/sizes.mjs";
import { DIST, screenshot, withLab } from "./harness.mjs";
import { becomes, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

/** Requests that follow when the page is usable: the other texts of the exercise and the simulator. The editor follows them. */
const OTHER_TEXTS = /(?:task\.ja\.md|hints\.\w+\.md|exercise\.toml)$/;
const LATER = new RegExp(`simulator-[0-9a-f]+_bg\\.wasm$|${OTHER_TEXTS.source}`);
const PAGE = /page-[0-9a-f]+_bg\.wasm$/;

/** Holds back the requests that `held` matches; `release()` lets them continue. */
async function slowNetwork(context, held) {
  let release;
  const released = new Promise((done) => (release = done));
  await context.route(held, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const TITLES = { en: "Parallel matrix multiplication", ja: "行列積の並列化" };

for (const [lang, theme, width, height] of variants([["en", "light", 1440, 900], ["ja", "dark", 1024, 768], ["ja", "light", 1920, 1080]])) {
  test(`the first exercise is read before the program of the page is there (${lang}, ${theme}, ${width})`, async () => {
    let release;
    const prepare = async (context) => (release = await slowNetwork(context, PAGE));
    await withLab({ lang, theme, width, height, firstVisit: true, ready: false, prepare }, async ({ page }) => {
      const heading = page.getByRole("heading", { name: TITLES[lang] }).first();
      await heading.waitFor();
      const early = await heading.boundingBox();
      assert.equal(await page.locator("html").getAttribute("data-theme"), theme);
      const other = page.getByText(TITLES[lang === "en" ? "ja" : "en"]);
      assert.equal(await other.count(), 1, "the other language is there");
      assert.ok(!(await other.isVisible()), "and is not shown");
      await screenshot(page, `first-visit-${lang}-${theme}-${width}`);
      release();
      await until(page, "ready", (f) => f.state === "paused");
      await page.locator(".first").waitFor({ state: "detached" });
      assert.deepEqual(await page.getByTestId("task").getByRole("heading", { name: TITLES[lang] }).first().boundingBox(), early, "the text does not move");
    });
  });
}

test("on a phone a first visit shows the frame until the chip is there", async () => {
  let release;
  const prepare = async (context) => (release = await slowNetwork(context, PAGE));
  await withLab({ lang: "ja", theme: "dark", width: 390, height: 844, firstVisit: true, ready: false, prepare }, async ({ page }) => {
    await page.getByText("チップを読み込んでいます").waitFor();
    const header = await page.locator(".first .top").boundingBox();
    await screenshot(page, "first-visit-phone");
    release();
    await until(page, "ready", (f) => f.state === "paused");
    await page.locator(".first").waitFor({ state: "detached" });
    assert.deepEqual(await page.locator(".top").boundingBox(), header);
  });
});

test("who opens something else, or comes again, does not see the first exercise before the page", async () => {
  for (const options of [{ path: "#/nsim", firstVisit: true }, { path: "?pack=none.zip", firstVisit: true }, {}]) {
    let release;
    const prepare = async (context) => (release = await slowNetwork(context, /_bg\.wasm$/));
    await withLab({ ...options, ready: false, prepare, allow: [/404/] }, async ({ page }) => {
      await page.locator("#boot").waitFor({ state: "attached" });
      await page.waitForFunction(() => globalThis.mcoreBoot);
      assert.ok(!(await page.locator(".first").isVisible()), JSON.stringify(options));
      release();
      await page.locator("#boot").waitFor({ state: "detached" });
    });
  }
});

test("an exercise is read and written in, and a run is asked for, while the simulator is still coming", async () => {
  let release;
  const prepare = async (context) => (release = await slowNetwork(context, LATER));
  await withLab({ firstVisit: true, serviceWorker: true, prepare }, async ({ page, requests, url }) => {
    await page.getByTestId("task").getByRole("heading", { name: "Parallel matrix multiplication" }).first().waitFor();
    // The editor follows the simulator, unless a file is opened.
    await page.getByTestId("editor-waiting").waitFor({ state: "attached" });
    assert.deepEqual(requests.filter((address) => /editor-/.test(address)), []);
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
    const counted = new Set(firstVisit(DIST).filter(({ until }) => until === "readable" || until === "usable").map(({ path }) => path));
    // The sum has the longer statement, in either language.
    for (const path of [...counted]) if (/task\.\w+\.md$/.test(path)) counted.add(path.replace(/\w+\.md$/, "en.md"));
    // It also has the longer start files.
    for (const path of [...counted]) counted.add(path.replace("/start.ja/", "/start/"));
    const base = new URL(".", url).href;
    const asked = requests.filter((address) => address.startsWith(base)).map((address) => address.slice(base.length) || "index.html");
    // So it is with the messages; those of the second language are fetched when it is chosen.
    const later = /^(page_|worker-|simulator-|editor-|sw\.js|app\.webmanifest|icon-)/;
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
    assert.deepEqual(await page.locator(".panels").boundingBox(), before, "nothing moves when the others arrive");
  });
});

test("the text is there without the editor, which is asked for again", async () => {
  let refused = true;
  const prepare = (context) => context.route(/editor-[0-9a-f]+\.js$/, (route) => (refused ? route.abort() : route.continue()));
  await withLab({ firstVisit: true, prepare, allow: [/editor|ERR_FAILED/] }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("tab-matmul.s").click();
    await page.getByTestId("editor-again").waitFor();
    await becomes(() => page.getByTestId("editor-waiting").innerText(), /could not be loaded[^]*main:/);
    await screenshot(page, "first-visit-no-editor");
    refused = false;
    await page.getByTestId("editor-again").click();
    await becomes(() => page.locator(".cm-content").innerText(), /main:/);
    await page.getByTestId("editor-waiting").waitFor({ state: "detached" });
  });
});
