// The findings of axe-core on a page.

import { readFileSync } from "node:fs";

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Loads `axe` into the page. */
export const bringAxe = (page) => page.evaluate(AXE);

/** Adds to `found` how much wider the page is than its window. */
export async function fits(page, where, found) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) found.push(`${where}: ${wide} px wider than the page`);
}

/** Adds to `found` the findings of axe on the current page, and how much wider it is than its window. */
export async function lookAt(page, where, found) {
  found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
  await fits(page, where, found);
}

/** The findings of axe on the current page, with their places; call `bringAxe` first. */
export async function faults(page) {
  // With reduced motion transitions take no time, but a change is drawn only in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const { violations } = await page.evaluate(async (tags) => axe.run(document, { runOnly: tags }), TAGS);
  return violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(" ")} ${n.any[0]?.message ?? n.all[0]?.message ?? n.none[0]?.message ?? ""} ${n.html.slice(0, 160)}`));
}
