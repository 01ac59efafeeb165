// The built site starts: page, worker, no complaint of the browser, at the root and under a folder.

import assert from "node:assert/strict";
import { test } from "node:test";
import { siteUrl, siteUrlBelow, withLab } from "./harness.mjs";

for (const [name, url] of [
  ["at the root of a server", siteUrl],
  ["under a folder", siteUrlBelow],
]) {
  test(`page and worker start ${name}`, async () => {
    await withLab({ url: await url() }, async ({ page, requests }) => {
      await page.locator("#doubled").filter({ hasText: "42" }).waitFor();
      const wasm = requests.filter((address) => address.endsWith(".wasm"));
      assert.equal(wasm.length, 1, `page and worker share one wasm, asked for were: ${wasm}`);
    });
  });
}
