// The node panel: formats of registers and memory, changed values, labels, INCC registers and buffers, source lines,
// and that nothing moves while numbers change.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, compiled, newInC, openScratch, paste, runs, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const PROGRAM = `        .include "mclib.s"
        .data
words:  .word 7, -8, 0x41424344, 0x3fc00000
pair:   .double 2.5
buffer: .space 64
        .text
main:   li    $t0, -3          # first
        la    $t1, words
        li    $t2, 0x48690000
        sw    $t0, 4($t1)
        li    $a0, 0x0201
        la    $a1, buffer
        la    $a2, words
        li    $a3, 16
        jal   mc_put
        jal   mc_wait
        li    $a0, 0
        jal   mc_exit
`;

/** Opens the work without an exercise with the program and advances `steps` cycles. */
async function open(page, steps) {
  await openScratch(page, PROGRAM);
  await go(page, steps);
}

async function go(page, steps) {
  const { cycle } = await until(page, "paused", (f) => f.state === "paused");
  for (let i = 0; i < steps; i++) await page.getByTestId("step").click();
  await until(page, "stepped", (f) => Number(f.cycle) === Number(cycle) + steps && f.digest !== "");
}

const register = (page, index) => page.locator(`[data-kind="register"][data-index="${index}"]`);
const word = (page, address) => page.locator(`[data-kind="word"][data-address="${address}"]`);

test("registers in every reading, each an element with node and number", async () => {
  await withLab({}, async ({ page }) => {
    await open(page, 5);
    const format = page.getByTestId("registers-format");
    const readings = { "read-hex": "fffffffd", "read-signed": "-3", "read-unsigned": "4294967293", "read-binary": "1111111111111111 1111111111111101", "read-single": "NaN" };
    for (const [name, text] of Object.entries(readings)) {
      await format.selectOption(name);
      await becomes(() => register(page, 8).textContent(), text, name);
    }
    await format.selectOption("read-text");
    await becomes(() => register(page, 10).textContent(), "..iH");
    await becomes(() => register(page, 8).getAttribute("data-node"), "1,1");
    await becomes(() => page.locator('[data-kind="register"]').count(), 35);
  });
});

test("what the last instruction wrote is marked, and what is other than in the last picture, by shapes", async () => {
  await withLab({}, async ({ page }) => {
    await open(page, 1);
    await becomes(() => register(page, 8).getAttribute("class"), "changed");
    const shape = (locator) => locator.evaluate((element) => getComputedStyle(element, "::before").content);
    await becomes(() => shape(register(page, 8)), '"▸"');
    await page.getByTestId("slider").focus();
    await until(page, "known", (f) => f.digest !== "");
    await go(page, 5);
    const { cycle } = await until(page, "paused", (f) => f.state === "paused");
    await page.getByTestId("slider").fill("0");
    await until(page, "begin", (f) => f.cycle === "0" && f.digest !== "");
    await becomes(() => page.locator("td.since").count(), 0, "a run has begun: nothing has changed yet");
    await page.getByTestId("slider").fill(cycle);
    await until(page, "there", (f) => f.cycle === cycle && f.digest !== "");
    await becomes(() => register(page, 8).getAttribute("class"), "since");
    await becomes(() => shape(register(page, 8)), '"▹"');
    await becomes(() => register(page, 8).getAttribute("title"), /before: 00000000/);
  });
});

test("memory in every reading, by label, with what was stored", async () => {
  await withLab({}, async ({ page }) => {
    await open(page, 6);
    const focus = page.getByTestId("memory-focus");
    await focus.fill("words");
    await focus.press("Enter");
    await page.locator(".memory th.label", { hasText: "words" }).waitFor();
    const first = page.getByTestId("memory").locator("td").first();
    await first.filter({ hasText: "00000007" }).waitFor();
    const base = Number(await first.getAttribute("data-address"));
    await word(page, base + 4).filter({ hasText: "fffffffd" }).waitFor();
    const format = page.getByTestId("memory-format");
    const readings = {
      "read-signed": [4, "-3"], "read-unsigned": [4, "4294967293"], "read-halves": [4, "-3 -1"], "read-bytes": [4, "253 255 255 255"],
      "read-text": [8, "DCBA"], "read-binary": [0, "0000000000000000 0000000000000111"], "read-single": [12, "1.5"], "read-double": [16, "2.5"],
    };
    for (const [name, [at, text]] of Object.entries(readings)) {
      await format.selectOption(name);
      await becomes(() => word(page, base + at).textContent(), text, name);
      const clipped = await page.locator('[data-kind="word"]').evaluateAll((cells) => {
        const table = cells[0].closest("table").getBoundingClientRect();
        return cells.filter((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const box = range.getBoundingClientRect();
          return box.left < table.left || box.right > table.right + 1;
        }).length;
      });
      assert.equal(clipped, 0, `${name}: cells that reach out of the table`);
    }
    await format.selectOption("read-hex");
    await page.getByTestId("memory-down").click();
    await page.getByTestId("memory-place").filter({ hasText: "0x" }).waitFor();
  });
});

for (const [lang, theme, width, height] of variants([["en", "light", 1440, 1400], ["ja", "dark", 1440, 1400], ["ja", "light", 390, 1900]])) {
  test(`INCC with command, buffers and registers; the source line (${lang}, ${theme}, ${width})`, async () => {
    await withLab({ lang, theme, width, height }, async ({ page }) => {
      if (width < 900) {
        await until(page, "ready", (f) => f.state === "paused");
        await page.getByTestId("exercise").selectOption("scratch");
        await page.getByTestId("phone-source").click();
        await paste(page, PROGRAM, "main.s");
        await page.getByTestId("assembly").filter({ hasText: /\d/ }).waitFor();
        await page.getByTestId("phone-node").click();
        await go(page, 27);
      } else {
        await open(page, 27);
      }
      await page.getByTestId("incc-registers").locator("summary").click();
      const registers = page.locator('[data-kind="incc"]');
      await registers.nth(6).waitFor();
      await becomes(() => registers.count(), 7);
      await becomes(() => registers.first().textContent(), "00000201");
      await becomes(() => page.getByTestId("incc-registers").innerText(), /\(2,1\)[\s\S]*words[\s\S]*buffer/);
      await becomes(() => page.getByTestId("incc").innerText(), /put 16 B/);
      await becomes(() => page.getByTestId("source-line").innerText(), /(main|mc_\w+)\.s:\d+/);
      await screenshot(page, `node-${lang}-${theme}-${width}`);
    });
  });
}

test("nothing moves while numbers change", async () => {
  await withLab({ height: 1400 }, async ({ page }) => {
    await open(page, 1);
    const boxes = () => page.locator(".cards .card").evaluateAll((cards) => cards.map((card) => {
      const { top, height } = card.getBoundingClientRect();
      return [Math.round(top), Math.round(height)].join("+");
    }));
    const first = await boxes();
    for (let i = 0; i < 45; i++) {
      await go(page, 1);
      assert.deepEqual(await boxes(), first, `after ${i + 2} cycles`);
    }
  });
});

test("the data behind the overview are a table, CSV and a picture", async () => {
  await withLab({}, async ({ page }) => {
    await open(page, 5);
    await page.getByTestId("data").click();
    await page.getByTestId("table-overview").waitFor();
    const save = async (locator) => (await Promise.all([page.waitForEvent("download"), locator.click()]))[0];
    const csv = await save(page.getByTestId("table-overview").getByRole("button", { name: /CSV/ }));
    assert.equal(csv.suggestedFilename(), "overview.csv");
    const png = await save(page.getByTestId("overview-png"));
    assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
  });
});

const HEAP = `#include <stdlib.h>

int table[3] = { 10, 20, 30 };
int *block;

int main(void)
{
	int i = 1 << 26;
	block = malloc(12);
	block[1] = 5;
	free(block);
	return table[i];
}
`;

test("memory of a program in C is read as variables, and pointers out of place have a note", () =>
  withLab({ height: 1400 }, async ({ page }) => {
    await newInC(page);
    await compiled(page, HEAP);
    await runs(page);
    // The message of the trap names the access.
    await becomes(() => page.getByTestId("ended").innerText(), (text) => /table\[i\].*67108864.*3 elements/s.test(text), "the access of the trap");
    await page.getByTestId("memory-format").selectOption("read-variables");
    await page.getByTestId("memory-focus").fill("table");
    await page.getByTestId("memory-focus").press("Enter");
    await becomes(() => page.getByTestId("memory").innerText(), (text) => /table\[0\]\s+10\s+table\[1\]\s+20\s+table\[2\]\s+30/.test(text), "variables");
    const note = (name) => page.getByTestId(`variable-${name}`).innerText();
    await becomes(() => note("block"), (text) => /16 bytes that has been freed/.test(text), "a block that was freed");
    await screenshot(page, "memory-variables");
    await page.getByTestId("memory-format").selectOption("read-hex");
    await becomes(() => page.getByTestId("memory").innerText(), (text) => /0000000a\s+00000014\s+0000001e/.test(text), "words");
  }));
