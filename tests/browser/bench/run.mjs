// Opens the page of the benchmarks in headless Chromium and prints its lines. Started by `cargo xtask bench`.

import { launch } from "../harness.mjs";

const MINUTES = 10;
const browser = await launch();
try {
  const page = await browser.newPage();
  page.on("console", (message) => {
    if (message.type() !== "log") console.error(message.text());
  });
  await page.goto(process.argv[2]);
  await page.waitForFunction(() => globalThis.bench?.finished, null, { timeout: MINUTES * 60_000 });
  const { lines, error } = await page.evaluate(() => globalThis.bench);
  for (const line of lines) console.log(line);
  if (error) throw new Error(`the benchmarks failed in Chromium: ${error}`);
} finally {
  await browser.close();
}
