// The main job from end to end, as a student does it: open the lab, run the sequential program, make it parallel, read
// the verdict, and look at the run backwards and forwards.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot, withLab } from "./harness.mjs";
import { atRest, becomes, drawn, facts, judged, paste, runScratch, seek, until } from "./lab.mjs";
import { variants } from "./variants.mjs";

const SOLUTION = readFileSync(new URL("../../exercises/class/matmul/solution/matmul.s", import.meta.url), "utf8");

/** Digests of states of the solution's run by cycle, from the native simulator. */
const DIGESTS = JSON.parse(readFileSync(new URL("../golden/digests.json", import.meta.url), "utf8"));

/** Drags the handle of the slider with the mouse to a part of the whole run. */
async function drag(page, part) {
  const slider = page.getByTestId("slider");
  await atRest(page);
  const box = await slider.boundingBox();
  const { cycle, end } = await facts(page);
  const at = (p) => box.x + 1 + (box.width - 2) * p;
  const y = box.y + box.height / 2;
  await page.mouse.move(at(Number(cycle) / Number(end)), y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) await page.mouse.move(at(Number(cycle) / Number(end)) + ((at(part) - at(Number(cycle) / Number(end))) * i) / 8, y);
  await page.mouse.up();
  const shown = await until(page, "the slider's cycle is shown", (f) => Math.abs(Number(f.cycle) / Number(end) - part) < 0.03 && f.digest !== "");
  return shown;
}

/** The pixels of the mesh. */
const picture = (page) => page.getByTestId("mesh").evaluate((canvas) => canvas.toDataURL());

/** Waits until the mesh shows a cycle. */
async function pictured(page, cycle) {
  await page.locator(`[data-testid="mesh"][data-cycle="${cycle}"]`).waitFor();
  await drawn(page);
}

for (const lang of variants(["en", "ja"])) {
  test(`a student parallelises the matrix multiplication (${lang})`, () =>
    withLab({ lang }, async ({ page }) => {
      await becomes(() => page.locator("html").getAttribute("lang"), lang);
      // The exercise is open, with its program assembled.
      await until(page, "ready", (f) => f.state === "paused" && f.end === "0");
      await page.getByTestId("pace").selectOption({ index: (await page.getByTestId("pace").locator("option").count()) - 1 });

      // The sequential program: the right result, but computed by one node alone.
      await page.getByTestId("run").click();
      const sequential = await judged(page, "failed");
      assert.equal(sequential.speedup, "1.00");
      await becomes(() => page.getByTestId("check").allTextContents(), (checks) => checks.some((text) => text.includes("1,024")));

      // The parallel one.
      await paste(page, SOLUTION);
      await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
      await page.getByTestId("run").click();
      const parallel = await judged(page, "passed");
      assert.ok(Number(parallel.speedup) >= 10, parallel.speedup);
      // The same states as those of the native simulator.
      for (const [cycle, digest] of Object.entries(DIGESTS)) {
        await seek(page, cycle);
        const there = await until(page, `the digest of cycle ${cycle}`, (f) => f.cycle === cycle && f.digest !== "");
        assert.equal(there.digest, digest, `cycle ${cycle}`);
      }
      const said = lang === "ja" ? /[ぁ-ん]/ : /[a-z]/;
      await becomes(() => page.getByTestId("verdict").textContent(), said);
      await becomes(() => page.getByTestId("verdict").textContent(), new RegExp(parallel.speedup.slice(0, 4)));

      // To the middle, and to the time when B moves down the chain: there flits are in flight.
      await drag(page, 0.5);
      const there = await drag(page, 0.08);
      assert.ok(Number(there.flits) > 10, there.flits);
      await pictured(page, there.cycle);
      const before = await picture(page);
      if (lang === "en") await screenshot(page, "matmul-flits");

      // One cycle back and forward again: the same state and the same picture.
      await page.getByTestId("back").click();
      const back = await until(page, "one cycle back", (f) => Number(f.cycle) === Number(there.cycle) - 1 && f.digest !== "");
      assert.notEqual(back.digest, there.digest);
      await page.getByTestId("step").click();
      const again = await until(page, "forward again", (f) => f.cycle === there.cycle && f.digest !== "");
      assert.equal(again.digest, there.digest);
      assert.equal(again.flits, there.flits);
      await pictured(page, there.cycle);
      await becomes(() => picture(page), before);

      // The other language, at once and without losing anything.
      await page.getByTestId(lang === "ja" ? "lang-en" : "lang-ja").click();
      const other = await until(page, "the other language", (f) => f.verdict === "passed");
      assert.equal(other.digest, there.digest);
      await becomes(() => page.locator("html").getAttribute("lang"), lang === "ja" ? "en" : "ja");
    }),
  );
}

/** Programs with faults, and the page's messages about them. */
const WRONG = [
  { name: "errors in the text", text: "main: lw $t0, wrong\n adu $t1, $t2, $t3\n", findings: 2 },
  { name: "a misaligned load", text: "main: li $t0, 0x1002\n lw $t1, 0($t0)\n", says: ["(1,1)", "lw $t1, 0($t0)", "matmul.s line 2"] },
  { name: "a jump into data", text: " .data\nx: .word 1\n .text\nmain: la $t0, x\n jr $t0\n", says: ["(1,1)", "no instruction"] },
  { name: "a core that waits for ever", text: " .data\nx: .word 0\n .text\nmain: lw $t0, x\n beqz $t0, main\n", says: ["Deadlock", "(1,1)"] },
  { name: "a program that never ends", text: "main: addiu $t0, $t0, 1\n b main\n", says: ["limit"] },
  {
    name: "two DMAs without polling",
    text: "main: li $t0, 0x0201\n sw $t0, -256($zero)\n li $t0, 0x2000\n sw $t0, -252($zero)\n sw $t0, -248($zero)\n li $t0, 64\n sw $t0, -232($zero)\n sw $t0, -232($zero)\n",
    says: ["(1,1)", "waits in the interface", "matmul.s line 8"],
  },
];

test("programs that go wrong end in a message, and the page stays usable", () =>
  withLab({ lang: "en" }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    const labels = ".data\nA: .space 4096\nB: .space 4096\nC: .space 4096\n.text\n";
    await page.getByTestId("pace").selectOption({ index: (await page.getByTestId("pace").locator("option").count()) - 1 });
    for (const { name, text, findings, says } of WRONG) {
      // The exercise fills A and B, so every program has these labels, after its own lines.
      await paste(page, findings ? text : text + labels);
      if (findings) {
        await page.getByTestId("finding").nth(findings - 1).waitFor();
        await becomes(() => page.getByTestId("finding").count(), findings, name);
        continue;
      }
      await until(page, `${name}: assembled`, (f) => f.state === "paused" && f.cycle === "0");
      await page.getByTestId("run").click();
      await until(page, `${name}: ended`, (f) => f.state === "ended");
      for (const part of says) await becomes(() => page.getByTestId("banner").textContent(), (banner) => banner.includes(part), `${name}: "${part}" is missing`);
    }
    await paste(page, SOLUTION);
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("run").click();
    await judged(page, "passed");
  }),
);

test("work survives a reload", () =>
  withLab({ lang: "en" }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("tab-matmul.s").click();
    await page.locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.insertText("# my own line\n");
    await page.getByTestId("saved").filter({ hasText: /^saved$/ }).waitFor();
    await page.reload();
    await until(page, "ready again", (f) => f.state === "paused");
    await page.getByTestId("tab-matmul.s").click();
    await becomes(() => page.locator(".cm-content").textContent(), /my own line/);
  }),
);

/** Adds 0.1 and 0.2 as singles and as doubles, compares, and divides by zero. */
const FLOATS = ` .data
singles: .float 0.1, 0.2
doubles: .double 0.1, 0.2
 .text
main: la $t0, singles
 lwc1 $f2, 0($t0)
 lwc1 $f3, 4($t0)
 add.s $f4, $f2, $f3
 la $t0, doubles
 ldc1 $f6, 0($t0)
 ldc1 $f8, 8($t0)
 add.d $f10, $f6, $f8
 c.lt.d $fcc3, $f6, $f10
 mtc1 $zero, $f12
 div.s $f13, $f2, $f12
 li $v0, 10
 syscall
`;

for (const { lang, theme, width, height } of variants([
  { lang: "en", theme: "light", width: 1440, height: 900 },
  { lang: "ja", theme: "dark", width: 360, height: 780 },
])) {
  test(`floating-point registers are shown on request (${lang}, ${theme}, ${width} px)`, () =>
    withLab({ lang, theme, width, height }, async ({ page }) => {
      const end = await runScratch(page, FLOATS, { columns: 1, rows: 1, phone: width < 900 });
      if (width < 900) await page.getByTestId("phone-node").click();
      const section = page.getByTestId("float");
      assert.equal(await page.getByTestId("float-registers").count(), 0, "integers at first");
      await page.getByTestId("registers-float").focus();
      await page.keyboard.press("Enter");
      const cell = (name) => section.locator(`th:text-is("${name}") + td`);
      // The cycle after the division, which is the fourth instruction from the end (li, syscall follow).
      await seek(page, Number(end.cycle) - 2);
      await becomes(() => cell("$f4").textContent(), "0.3");
      await becomes(() => cell("$f13").textContent(), "inf");
      await becomes(() => cell("$f13").getAttribute("class"), /changed/);
      await becomes(() => section.locator(".registers .changed").count(), 1);
      const fcsr = page.getByTestId("fcsr").locator("td");
      await becomes(() => fcsr.nth(0).textContent(), /^[0-9a-f]{8}$/);
      await becomes(() => fcsr.nth(1).textContent(), lang === "ja" ? /最も近い数/ : /nearest/);
      await becomes(() => fcsr.nth(2).textContent(), "3");
      await becomes(() => fcsr.nth(3).textContent(), "Z");
      await becomes(() => fcsr.nth(4).textContent(), /Z.*I/);
      await section.scrollIntoViewIfNeeded();
      await screenshot(page, `float-single-${lang}`);
      await page.getByTestId("float-as-double").click();
      await becomes(() => cell("$f10").textContent(), "0.30000000000000004");
      await becomes(() => cell("$f11").count(), 0, "a double occupies a pair");
      await screenshot(page, `float-double-${lang}`);
      await page.getByTestId("float-as-hex").click();
      await becomes(() => cell("$f13").textContent(), "7f800000");
      await atRest(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, "nothing sticks out");
    }),
  );
}
