// The pictures of the chapter docs/dma-put.md: the built page in the light theme, at the cycles given in
// docs/dma-put.json (a test of the chapter checks them). Run by `cargo xtask pictures`.

import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withLab } from "../harness.mjs";
import { runScratch, seek } from "../lab.mjs";

const docs = new URL("../../../docs/", import.meta.url);
const cycles = JSON.parse(readFileSync(new URL("dma-put.json", docs), "utf8"));
const program = readFileSync(new URL("dma-put.s", docs), "utf8");
mkdirSync(new URL("pictures/", docs), { recursive: true });
const file = (name) => fileURLToPath(new URL(`pictures/dma-put-${name}.png`, docs));

/** The compute nodes in the picture of the chip: without the northern and western edges. */
async function computeNodes(page) {
  const { x, y, width, height } = await page.getByTestId("mesh").boundingBox();
  return { x: x + 0.185 * width, y: y + 0.215 * height, width: 0.81 * width, height: 0.775 * height };
}

/** A picture of a card of the node panel: the one that contains this table, or its upper part. */
async function card(page, table, name, part = 1) {
  const found = page.locator(".card", { has: page.getByTestId(table) });
  await found.scrollIntoViewIfNeeded();
  const box = await found.boundingBox();
  await page.screenshot({ path: file(name), clip: { ...box, height: box.height * part } });
}

for (const lang of ["en", "ja"]) {
  const suffix = lang === "ja" ? ".ja" : "";
  await withLab({ lang, width: 1440, height: 900 }, async ({ page }) => {
    await runScratch(page, program, { columns: cycles.columns, rows: cycles.rows });
    await page.locator('[data-testid="node"][data-node="1,1"]').waitFor();
    await seek(page, cycles["picture-command"]);
    await card(page, "incc", `command${suffix}`);

    // The receiver and its inbox.
    await page.getByTestId("mesh").focus();
    for (const [key, node] of [["ArrowRight", "2,1"], ["ArrowRight", "3,1"], ["ArrowDown", "3,2"]]) {
      await page.keyboard.press(key);
      await page.locator(`[data-testid="node"][data-node="${node}"]`).waitFor();
    }
    await page.getByTestId("mesh").blur();
    await page.getByTestId("memory-focus").fill("inbox");
    await page.getByTestId("memory-focus").press("Enter");
    await seek(page, cycles["picture-written"]);
    await page.getByTestId("memory").locator(".changed").waitFor();
    await card(page, "memory", `written${suffix}`, 0.36);

    // The chip itself looks the same in both languages.
    if (lang === "ja") return;
    for (const name of ["header", "worm", "meet", "xoff", "on"]) {
      await seek(page, cycles[`picture-${name}`]);
      // The canvas is painted in the next frame.
      await page.waitForTimeout(200);
      await page.screenshot({ path: file(name), clip: await computeNodes(page) });
    }
  });
}
