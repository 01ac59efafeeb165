import assert from "node:assert/strict";
import { test } from "node:test";
import { StringStream } from "@codemirror/language";
import { mips, wordAt } from "../src/mips.js";

/** The tokens of some lines as `kind:text`, without blanks; `-` is text of no kind. */
function tokens(...lines) {
  const state = mips.startState();
  return lines.map((line) => {
    const stream = new StringStream(line, 8, 2);
    const found = [];
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = mips.token(stream, state);
      assert.ok(stream.pos > stream.start, `no progress in ${JSON.stringify(line)} at ${stream.pos}`);
      const text = stream.current();
      if (text.trim()) found.push(`${kind ?? "-"}:${text}`);
    }
    return found;
  });
}

/** The tokens of one line. */
const line = (text) => tokens(text)[0];

test("a statement with label, mnemonic, registers and number", () => {
  assert.deepEqual(line("inner: addiu $t2, $31, -4 # next word"), [
    "labelName:inner",
    "-::",
    "keyword:addiu",
    "atom:$t2",
    "-:,",
    "atom:$31",
    "-:,",
    "-:-",
    "number:4",
    "comment:# next word",
  ]);
});

test("operands that look like mnemonics are names", () => {
  assert.deepEqual(line("\tb add"), ["keyword:b", "variableName:add"]);
  assert.deepEqual(line("add.s $f0, $f1, $f2")[0], "keyword:add.s");
});

test("directives, strings with escapes, characters", () => {
  assert.deepEqual(line('msg: .asciiz "a \\"b\\" # c\\n" // d'), [
    "labelName:msg",
    "-::",
    "meta:.asciiz",
    'string:"a \\"b\\" # c\\n"',
    "comment:// d",
  ]);
  assert.deepEqual(line("li $t0, '\\n'").at(-1), "string:'\\n'");
  assert.deepEqual(line('.ascii "open').at(-1), 'string:"open');
});

test("numbers of all kinds", () => {
  for (const number of ["0", "42", "0x1F", "0XfF", "0b1010", "1.5", "2e10", "1.0e-3", "1_000"]) {
    assert.deepEqual(line(`.word ${number}`).at(-1), `number:${number}`);
  }
});

test("relocations, addresses and expressions", () => {
  assert.deepEqual(line("lui $t0, %hi(A+4)"), [
    "keyword:lui",
    "atom:$t0",
    "-:,",
    "macroName:%hi",
    "-:(",
    "variableName:A",
    "-:+",
    "number:4",
    "-:)",
  ]);
});

test("labels: several, with dots and dollars, with Japanese, after blanks", () => {
  assert.deepEqual(line("a: .L$1: 開始 : nop"), ["labelName:a", "-::", "labelName:.L$1", "-::", "labelName:開始", "-::", "keyword:nop"]);
});

test("block comments over lines", () => {
  assert.deepEqual(tokens("nop /* a", "add b", "c */ nop", "/* d */ nop"), [
    ["keyword:nop", "comment:/* a"],
    ["comment:add b"],
    ["comment:c */", "keyword:nop"],
    ["comment:/* d */", "keyword:nop"],
  ]);
});

test("a semicolon ends a statement", () => {
  assert.deepEqual(line("nop; nop"), ["keyword:nop", "-:;", "keyword:nop"]);
});

test("any text makes progress", () => {
  tokens('"', "'", "$", "%", "/", "*/", "\\", "@!?", "漢字 😀", "\u0000", "/*", "/");
});

test("the word under the mouse", () => {
  assert.deepEqual(wordAt("  addiu $t0, 4", 4), { from: 2, to: 7, word: "addiu" });
  assert.deepEqual(wordAt("  addiu $t0, 4", 9), { from: 8, to: 11, word: "$t0" });
  assert.deepEqual(wordAt("a: .word 1", 5), { from: 3, to: 8, word: ".word" });
  assert.equal(wordAt("   nop", 1), null);
  assert.equal(wordAt("", 0), null);
});
