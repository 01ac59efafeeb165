// The single file that `cargo xtask dist` makes: opened from the disk, without any server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { OUT, withLab } from "./harness.mjs";
import { becomes, judged, paste, until } from "./lab.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const SOLUTION = readFileSync(new URL("../../exercises/class/matmul/solution/matmul.s", import.meta.url), "utf8");

/** The address of a single file made of the site that is in dist/. */
function address() {
  assert.ok(existsSync(`${root}dist/index.html`), "there is no site in dist/: run `cargo xtask build`");
  mkdirSync(OUT, { recursive: true });
  const file = `${OUT}/standalone.html`;
  execFileSync("node", ["dist/standalone.mjs", `${root}dist`, file], { cwd: `${root}www`, stdio: "inherit" });
  return pathToFileURL(file).href;
}

for (const lang of ["en", "ja"]) {
  test(`the single file runs from a disk (${lang})`, { timeout: 180_000 }, () =>
    withLab({ lang, url: address() }, async ({ page, requests }) => {
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
      // Nothing but the file itself was asked for; what is inside is `data:` or `blob:`.
      const outside = requests.filter((request) => !/^(data|blob):/.test(request) && !request.startsWith(page.url().split("#")[0]));
      assert.deepEqual(outside, []);
      // The documents are not in the file, so nothing leads there.
      assert.equal(await page.getByTestId("docs").count(), 0);
    }),
  );
}

test("the single file's policy refuses scripts that are not its own", { timeout: 60_000 }, () =>
  withLab({ url: address(), allow: [/security policy: script-src/, /Content Security Policy/] }, async ({ page }) => {
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
