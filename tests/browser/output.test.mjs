// The output of all nodes: it opens itself, it is a list in the order of cycles, and it can be filtered, copied and saved.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bringAxe, faults } from "./axe.mjs";
import { screenshot, withLab } from "./harness.mjs";
import { becomes, compiled, newInC, paste, runs, seek, showTab, until } from "./lab.mjs";

/** Two lines and a warning of each of 16 ranks. */
const PROGRAM = `#include <stdio.h>
#include <mpi.h>
int main(int argc, char **argv) {
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("hello from %d\\n", rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank % 5 == 0)
        fprintf(stderr, "warning of %d\\n", rank);
    printf("bye from %d\\n", rank);
    MPI_Finalize();
    return 0;
}
`;

const rows = (page) => page.getByTestId("output-row").count();
const chosen = (page) => page.locator('.strip [aria-selected="true"]').getAttribute("data-testid");

for (const [lang, theme] of [["en", "light"], ["ja", "dark"]])
  test(`the output opens itself and shows the lines of all nodes (${lang}, ${theme})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      await newInC(page);
      assert.match(await page.getByTestId("last-line").textContent(), lang === "ja" ? /まだありません/ : /no output yet/);
      await compiled(page, PROGRAM);
      assert.equal(await chosen(page), "tab-run", "nothing is printed yet");
      const before = await page.getByTestId("mesh").boundingBox();
      await runs(page);
      await becomes(() => chosen(page), "tab-output");
      assert.deepEqual(await page.getByTestId("mesh").boundingBox(), before, "nothing moves");
      await becomes(() => rows(page), 36);
      const cycles = await page.getByTestId("output-visit").allTextContents();
      const numbers = cycles.map((text) => Number(text.replaceAll(",", "")));
      assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b));
      assert.equal(await page.locator(".output-row.output-error").count(), 4);
      assert.match(await page.getByTestId("last-line").textContent(), /bye from \d+/);
      assert.ok(await page.getByTestId("result").isVisible(), "the verdict is beside it");
      await screenshot(page, `output-${lang}-${theme}`);
      await bringAxe(page);
      assert.deepEqual(await faults(page), []);

      // A click goes to the cycle of a line; the later lines are grey.
      const fifth = page.getByTestId("output-row").nth(4);
      await fifth.getByTestId("output-visit").click();
      await until(page, "the cycle of the line", (f) => f.cycle === String(numbers[4]));
      const later = numbers.filter((cycle) => cycle > numbers[4]).length;
      await becomes(() => page.locator(".output-later").count(), later);
      assert.equal(await page.locator(".output-shown").count(), 1);
      await screenshot(page, `output-earlier-${lang}-${theme}`);
      await page.getByTestId("to-start").click();
      await becomes(() => page.locator(".output-later").count(), 36);
      assert.match(await page.getByTestId("last-line").textContent(), lang === "ja" ? /まだありません/ : /no output yet/);
    }));

test("lines are chosen by rank, text and stream, copied and saved", () =>
  withLab({ prepare: (context) => context.grantPermissions(["clipboard-read", "clipboard-write"]) }, async ({ page }) => {
    await newInC(page);
    await compiled(page, PROGRAM);
    await runs(page);
    await becomes(() => rows(page), 36);
    await page.getByTestId("output-stderr").click();
    await becomes(() => rows(page), 4);
    await page.getByTestId("output-rank-5").click();
    await becomes(() => rows(page), 1);
    await page.getByTestId("output-rank-10").click();
    await becomes(() => rows(page), 2);
    await page.getByTestId("output-both").click();
    await becomes(() => rows(page), 6);
    await page.getByTestId("output-search").fill("BYE");
    await becomes(() => rows(page), 2);
    await page.getByTestId("output-copy").click();
    await page.getByTestId("notice").waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.deepEqual(copied.trim().split("\n").toSorted(), ["[10] bye from 10", "[5] bye from 5"]);
    await page.getByTestId("output-rank-all").click();
    await becomes(() => rows(page), 16);
    const saving = page.waitForEvent("download");
    await page.getByTestId("output-save").click();
    const saved = readFileSync(await (await saving).path(), "utf8");
    assert.equal(saved.trim().split("\n").length, 16);
    await page.getByTestId("output-search").fill("nowhere");
    await page.getByTestId("output-empty").waitFor();
    await page.getByTestId("output-search").fill("");
    await page.getByTestId("output-empty").waitFor({ state: "detached" });
  }));

test("a long output is scrolled, and a chosen tab stays", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    await compiled(
      page,
      '#include <stdio.h>\n#include <mclib.h>\nint main(void) {\n    for (int i = 0; i < 400; i++)\n        if (mc_rank() == 0)\n            printf("line %d\\n", i);\n    return 0;\n}\n',
    );
    await showTab(page, "watch");
    await runs(page);
    assert.equal(await chosen(page), "tab-watch", "the user has chosen it");
    await page.getByTestId("last-line").click();
    await becomes(() => chosen(page), "tab-output");
    const lines = page.getByTestId("output-lines");
    const line = (n) => lines.getByText(`line ${n}`, { exact: true });
    await becomes(() => page.getByTestId("output").getAttribute("data-lines"), "400");
    await line(399).waitFor();
    await lines.evaluate((host) => host.scrollTo(0, 0));
    await line(0).waitFor();
    await lines.evaluate((host) => host.scrollTo(0, 200 * 18));
    await line(200).waitFor();
    const [row, box] = [await line(200).boundingBox(), await lines.boundingBox()];
    assert.ok(Math.abs(row.y - box.y) < 18, "the line is where it belongs");
    // A seek brings the place of the shown cycle into view.
    const first = await line(200).locator("..").getByTestId("output-visit").textContent();
    await lines.evaluate((host) => host.scrollTo(0, 0));
    await seek(page, Number(first.replaceAll(",", "")));
    await page.locator(".output-shown").waitFor();
    await line(200).waitFor();
    await screenshot(page, "output-long");
  }));

test("on a phone the last line leads to the output", () =>
  withLab({ width: 390, height: 800 }, async ({ page }) => {
    await newInC(page);
    await compiled(page, PROGRAM);
    await page.getByTestId("phone-chip").click();
    await runs(page);
    await page.getByTestId("last-line").click();
    await becomes(() => rows(page), 36);
    assert.ok(await page.getByTestId("output-row").last().isVisible());
    await screenshot(page, "output-phone");
  }));

test("the squares and the output have the ranks of a rank map, and both runs are compared", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    await compiled(page, PROGRAM);
    await runs(page);
    await becomes(() => rows(page), 36);
    const plain = await page.getByTestId("lab").getAttribute("data-end");
    const order = [...Array(16).keys()].reverse();
    const map = order.map((place, rank) => `${rank} ${place % 4},${Math.floor(place / 4)}\n`).join("");
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "ranks.map"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, map);
    await page.getByTestId("tab-ranks.map").waitFor();
    await page.getByTestId("assemble").click();
    await until(page, "assembled", (f) => f.state === "paused" && f.cycle === "0");
    await becomes(() => page.getByTestId("node").locator(".bar").innerText(), /rank 15/);
    await runs(page);
    await page.getByTestId("map-effect").waitFor();
    const mapped = await page.getByTestId("lab").getAttribute("data-end");
    const said = (await page.getByTestId("map-effect").innerText()).replaceAll(",", "");
    assert.ok(said.includes(`${plain} → ${mapped} cycles`), said);
    await page.getByTestId("output-rank-15").click();
    await becomes(() => rows(page), 3);
    assert.match(await page.getByTestId("output-visit").first().getAttribute("title"), /\(1,1\)/);
    await screenshot(page, "output-mapped");
  }));

test("a run is there again after a visit to another mode", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    await compiled(page, PROGRAM);
    const { end } = await runs(page);
    await seek(page, 2000);
    await page.getByTestId("mode-nsim").click();
    await page.getByTestId("nsim").waitFor();
    await page.getByTestId("mode-chip").click();
    await until(page, "the run", (f) => f.end === end && f.cycle === "2000");
    await becomes(() => chosen(page), "tab-output");
    await becomes(() => rows(page), 36);
  }));

test("the work is printed with its statement, its files, the chart and the verdict", () =>
  withLab({ theme: "dark" }, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("run").click();
    await until(page, "a verdict", (f) => f.verdict !== "none");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await page.emulateMedia({ media: "print" });
    const print = page.getByTestId("print");
    await print.locator(".print-number").first().waitFor();
    const text = await page.getByTestId("tab-matmul.s").evaluate(() => document.querySelector(".print-view").innerText);
    assert.match(text, /Parallel matrix multiplication/);
    assert.match(text, /\n62\s+C:/);
    for (const part of [".run-chart canvas", ".result"]) await page.locator(part).first().waitFor();
    assert.equal(await page.locator(".panel.mesh").isVisible(), false);
    const white = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(white, "rgb(255, 255, 255)");
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await becomes(() => print.count(), 0);
  }));

test("a compilation can be cancelled, and the next text is compiled", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    const line = `s += f(s) * 3 + s / 7;\n`.repeat(30_000);
    await paste(page, `int f(int x) { return x; }\nint main(void) {\nint s = 0;\n${line}return s;\n}\n`, "main.c");
    await page.getByTestId("assemble-cancel").click();
    await until(page, "the simulator is new", (f) => f.state === "empty");
    await page.locator("[data-testid=assemble]:enabled").waitFor();
    await paste(page, PROGRAM, "main.c");
    await until(page, "compiled", (f) => f.state === "paused");
    await runs(page);
    await becomes(() => rows(page), 36);
  }));

test("an exercise leads to the same one in C, and is compiled at -O0 without being judged", () =>
  withLab({}, async ({ page }) => {
    await until(page, "ready", (f) => f.state === "paused");
    await page.getByTestId("tab-task").click();
    assert.match(await page.getByTestId("exercise").locator('option[value="class/matmul"]').textContent(), /also in C/);
    await page.getByTestId("task-twin").click();
    await page.getByTestId("tab-matmul.c").waitFor();
    await until(page, "it is compiled", (f) => f.state === "paused" && f.cycle === "0");
    await runs(page);
    await until(page, "a verdict", (f) => f.verdict !== "none");
    await seek(page, 100_000);
    await page.getByTestId("unoptimised").click();
    await page.getByTestId("own-level").waitFor();
    await until(page, "compiled anew", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("run").click();
    assert.equal((await until(page, "ended", (f) => f.state === "ended")).verdict, "none");
    await screenshot(page, "own-level");
    await page.getByTestId("own-level-back").click();
    await until(page, "compiled as before", (f) => f.state === "paused" && f.cycle === "0");
    await page.getByTestId("run").click();
    await until(page, "a verdict again", (f) => f.verdict !== "none");
  }));

/** Reads two numbers and writes a picture of two pixels, which is gone at the start of the run. */
const DRAWS = `#include <stdio.h>
#include <mclib.h>
int main(int argc, char **argv) {
    int a = 0, b = 0;
    if (mc_rank() != 0)
        return 0;
    printf("read %d, %d %s\\n", scanf("%d %d", &a, &b), argc, argc > 2 ? argv[2] : "");
    FILE *file = fopen("two.pgm", "w");
    fprintf(file, "P2 2 1 255\\n%d %d\\n", a, b);
    fclose(file);
    file = fopen("notes.txt", "w");
    fputs("first\\nsecond\\n", file);
    fclose(file);
    return 0;
}
`;

/** Writes a BMP of 2 x 1 pixels, and the beginning of a PNG. */
const ENCODES = `#include <stdio.h>
#include <mclib.h>
int main(void)
{
    if (mc_rank() != 0)
        return 0;
    static const unsigned char bmp[] = { 'B', 'M', 62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24,
        0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0 };
    static const unsigned char png[] = { 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, 2, 0, 0, 0, 1 };
    FILE *file = fopen("two.bmp", "wb");
    fwrite(bmp, 1, sizeof bmp, file);
    fclose(file);
    file = fopen("part.png", "wb");
    fwrite(png, 1, sizeof png, file);
    fclose(file);
    return 0;
}
`;

test("pictures that the browser decodes are shown, and damaged ones as bytes", () =>
  withLab({}, async ({ page }) => {
    await newInC(page);
    await compiled(page, ENCODES);
    await runs(page);
    await page.getByTestId("file-two.bmp").click();
    const picture = page.getByTestId("file-picture");
    await becomes(() => picture.evaluate((image) => `${image.naturalWidth} ${image.naturalHeight}`), "2 1");
    assert.match(await picture.getAttribute("alt"), /2 by 1/);
    await page.getByTestId("file-part.png").click();
    await becomes(() => page.getByTestId("file-text").textContent(), (text) => text.startsWith("000000  89 50 4e 47"), "the bytes");
    await page.getByTestId("file-two.bmp").click();
    await picture.waitFor();
  }));

/** Writes two texts and two pictures that differ in one place each. */
const PAIRS = `#include <stdio.h>
#include <mclib.h>
static void put(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    fputs(text, file);
    fclose(file);
}
int main(void)
{
    if (mc_rank() != 0)
        return 0;
    put("a.txt", "one\\ntwo\\nthree\\n");
    put("b.txt", "one\\nTWO\\nthree\\n");
    put("a.pgm", "P2 2 1 10\\n3 7\\n");
    put("b.pgm", "P2 2 1 10\\n3 9\\n");
    return 0;
}
`;

for (const [lang, theme] of [["en", "light"], ["ja", "dark"]])
  test(`two files are compared (${lang}, ${theme})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      await newInC(page);
      await compiled(page, PAIRS);
      await runs(page);
      const said = () => page.getByTestId("file-difference").textContent();
      const rows = () => page.locator("[data-testid=file-rows] tbody tr").allInnerTexts();
      const compare = page.getByTestId("file-compare");
      await page.getByTestId("file-a.txt").click();
      await compare.selectOption("b.txt");
      await becomes(rows, (found) => found.length === 1 && /^2\s+two\S\s+TWO\S$/.test(found[0]), "the line that differs");
      assert.match(await said(), lang === "en" ? /differ: 1\b/ : /1 行/);
      await screenshot(page, `files-compare-${lang}-${theme}`);
      await page.getByTestId("file-as-bytes").click();
      await becomes(rows, (found) => found.length === 1 && found[0].startsWith("000000"), "the bytes that differ");
      await bringAxe(page);
      assert.deepEqual(await faults(page), []);
      // A file of the user: equal, whatever the form.
      const own = { name: "expected.txt", mimeType: "text/plain", buffer: Buffer.from("one\ntwo\nthree\n") };
      await page.getByTestId("file-compare-own").setInputFiles(own);
      await becomes(said, lang === "en" ? "The two files are equal." : "2 つのファイルは同じです。");
      assert.equal(await page.getByTestId("file-rows").count(), 0);
      await page.getByTestId("file-compare-end").click();
      await page.getByTestId("file-text").waitFor();
      await page.getByTestId("file-a.pgm").click();
      await compare.selectOption("b.pgm");
      await becomes(said, (text) => text.includes("1") && text.includes("2"), "pixels that differ");
      const picture = page.getByTestId("file-picture");
      const pixels = () => picture.evaluate((canvas) => [...canvas.getContext("2d").getImageData(0, 0, 2, 1).data]);
      await becomes(async () => (await pixels())[4], 255, "the pixel that differs is white");
      // At the start neither file is there.
      await page.getByTestId("to-start").click();
      await page.getByTestId("file-difference").waitFor({ state: "detached" });
    }));

for (const [lang, theme] of [["en", "dark"], ["ja", "light"]])
  test(`a program reads its input, and its files are shown and rewind (${lang}, ${theme})`, () =>
    withLab({ lang, theme }, async ({ page }) => {
      await newInC(page);
      // The machine's settings have the input.
      await page.getByTestId("machine").click();
      await page.getByTestId("machine-input").fill("0 255\n");
      await page.getByTestId("machine-arguments").fill("-n 'two words'");
      await page.getByTestId("machine-apply").click();
      await page.getByTestId("machine-input").waitFor({ state: "detached" });
      await compiled(page, DRAWS);
      assert.equal(await page.getByTestId("files").count(), 0, "there are no files yet");
      await runs(page);
      await becomes(() => page.getByTestId("output-row").first().innerText(), (line) => /read 2/.test(line), "the input");
      assert.match(await page.getByTestId("output-row").first().innerText(), /3 two words/, "the arguments");
      await page.getByTestId("file-two.pgm").click();
      const picture = page.getByTestId("file-picture");
      await picture.waitFor();
      const pixels = () => picture.evaluate((canvas) => [...canvas.getContext("2d").getImageData(0, 0, 2, 1).data]);
      await becomes(async () => (await pixels()).join(" "), "0 0 0 255 255 255 255 255");
      await screenshot(page, `files-${lang}-${theme}`);
      await page.getByTestId("file-notes.txt").click();
      await becomes(() => page.getByTestId("file-text").textContent(), "first\nsecond\n");
      const saved = page.waitForEvent("download");
      await page.getByTestId("file-save").click();
      const download = await saved;
      assert.equal(download.suggestedFilename(), "notes.txt");
      assert.equal(readFileSync(await download.path(), "utf8"), "first\nsecond\n");
      await bringAxe(page);
      assert.deepEqual(await faults(page), []);
      // At the start of the run there is no such file.
      await page.getByTestId("to-start").click();
      await becomes(() => page.getByTestId("file-notes.txt").count(), 0);
      await page.getByTestId("file-text").waitFor({ state: "detached" });
      await page.getByTestId("file-close").click();
      await becomes(() => page.getByTestId("files").count(), 0);
    }));
