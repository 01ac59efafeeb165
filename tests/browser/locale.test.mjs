// Numbers and times are written by the browser's own rules of the language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, paste, stays, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const LOOP = `
main:   li      $t0, 6000
1:      addiu   $t0, $t0, -1
        bnez    $t0, 1b
        nop
        sw      $zero, -0xcc($zero)
`;

for (const lang of variants(["en", "ja"])) {
  test(`numbers and times are written by the rules of the language (${lang})`, () =>
    withLab({ lang }, async ({ page }) => {
      await until(page, "ready", (f) => f.state === "paused");
      await page.getByTestId("exercise").selectOption("scratch");
      await paste(page, LOOP, "main.s");
      await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
      const paces = page.getByTestId("pace");
      await paces.selectOption({ index: (await paces.locator("option").count()) - 1 });
      await page.getByTestId("run").click();
      const { end } = await until(page, "ended", (f) => f.state === "ended");
      assert.ok(Number(end) > 10_000);
      const written = await page.evaluate(([n, lang]) => new Intl.NumberFormat(lang).format(n), [Number(end), lang]);
      assert.match(written, /\d\D\d{3}$/, "a number with groups");
      await becomes(() => page.getByTestId("cycle").innerText(), (shown) => shown.includes(written), `${written} is shown`);

      // A saved version of the text, with its time.
      await page.getByTestId("exercise").selectOption("scratch");
      const before = Date.now();
      await paste(page, `# changed\n${LOOP}`, "main.s");
      await page.getByTestId("saved").filter({ hasText: /^(saved|保存済み)$/ }).waitFor();
      await page.getByTestId("saved").click();
      const shown = await page.locator(".version-time").first().innerText();
      const times = await page.evaluate(
        ([from, to, lang]) => {
          const format = new Intl.DateTimeFormat(lang, { dateStyle: "short", timeStyle: "short" });
          return [from, to].map((at) => format.format(at));
        },
        [before, Date.now(), lang],
      );
      assert.ok([times[0], times[1]].some((time) => shown.replace(/\s/g, " ").includes(time.replace(/\s/g, " "))), `${shown}: ${times}`);
    }));
}

test("a language that cannot be fetched is reported in a mode, and can be tried again", async () => {
  let cut = true;
  const prepare = (context) => context.route(/tca_ja-\w+\.txt/, (route) => (cut ? route.abort() : route.continue()));
  await withLab({ path: "#/tca", prepare, serviceWorker: false, allow: [/tca_ja|ERR_FAILED|fetch/] }, async ({ page }) => {
    await page.getByTestId("lang-ja").click();
    const notice = page.getByTestId("lang-missing");
    await notice.waitFor();
    assert.match(await notice.innerText(), /Could not be loaded: ja/);
    await screenshot(page, "lang-missing");
    await notice.getByRole("button").click();
    await notice.waitFor({ state: "detached" });
    await becomes(() => page.locator("html").getAttribute("lang"), "en");
    cut = false;
    await page.getByTestId("lang-ja").click();
    await becomes(() => page.locator("html").getAttribute("lang"), "ja");
  });
});

test("the language that is chosen last counts, though an earlier one arrives later", async () => {
  let release;
  const held = new Promise((done) => (release = done));
  const prepare = (context) => context.route(/tca_ja-\w+\.txt/, (route) => held.then(() => route.continue()));
  await withLab({ path: "#/tca", prepare, serviceWorker: false }, async ({ page }) => {
    const lang = () => page.locator("html").getAttribute("lang");
    await page.getByTestId("lang-ja").click();
    await page.getByTestId("lang-en").click();
    const arrived = page.waitForResponse(/tca_ja/);
    release();
    await arrived;
    await stays(lang, "en");
    await page.getByTestId("lang-ja").click();
    await becomes(lang, "ja");
  });
});
