import assert from "node:assert/strict";
import { test } from "node:test";
import { completeC, definitionInC, definitionsInC, usesInC } from "../src/c.js";
import { helpForC } from "../src/help.js";

const TEXT = `#include <mclib.h>
#define N 32 /* rows */
/* int ghost; */
typedef struct { int x, y; } point;
enum color { RED, GREEN = 3 };
struct node { struct node *next; };
int A[N][N], B[N];
static int twice(int n);
static volatile int flag = 0;

static int twice(int n)
{
	int sum = n * 2, more = "int no;"[0];
	return sum + more;
}

int main(void)
{
	point p = { 1, 2 };
	for (int i = 0; i < N; i++)
		p.x += twice(i);
	int sum = p.x * flag;
	return sum;
}
`;

test("names of C are found where they are defined", () => {
  const found = definitionsInC(TEXT);
  const at = (name, line) => {
    const d = definitionInC(found, name, line);
    return d && `${d.line}:${d.from} ${d.kind}`;
  };
  assert.equal(at("N", 20), "2:8 constant");
  assert.equal(at("point", 19), "4:29 type");
  assert.equal(at("RED", 20), "5:13 constant");
  assert.equal(at("GREEN", 20), "5:18 constant");
  assert.equal(at("color", 20), "5:5 type");
  assert.equal(at("node", 20), "6:7 type");
  assert.equal(at("A", 20), "7:4 variable");
  assert.equal(at("B", 20), "7:13 variable");
  assert.equal(at("twice", 21), "11:11 function");
  assert.equal(at("flag", 22), "9:20 variable");
  assert.equal(at("sum", 14), "13:5 variable");
  assert.equal(at("more", 14), "13:18 variable");
  assert.equal(at("sum", 23), "22:5 variable");
  assert.equal(at("p", 21), "19:7 variable");
  assert.equal(at("i", 21), "20:10 variable");
  assert.equal(at("n", 13), "11:21 variable");
  for (const name of ["ghost", "no", "mclib", "return"]) assert.equal(at(name, 20), null, name);
  // A local name of another function is not seen.
  assert.equal(at("more", 22), null);
});

test("names, functions of the library and keywords are offered in C", () => {
  const offers = [{ label: "mc_put", kind: "Function" }, { label: "lw", kind: "Instruction" }];
  const offered = (before, line) =>
    completeC({ before, explicit: false, offers, texts: [TEXT, "int other;\nint f(int hidden) { return hidden; }\n"], line })?.options.map((o) => o.label) ?? null;
  const inMain = offered("\tsu", 22);
  for (const name of ["sum", "i", "mc_put", "return", "twice", "A", "other", "f"]) assert.ok(inMain.includes(name), name);
  for (const name of ["lw", "more", "hidden", "ghost"]) assert.ok(!inMain.includes(name), name);
  assert.equal(completeC({ before: "\tab", explicit: false, offers, texts: [""], line: 1 }).from, 1);
  assert.equal(offered("x = 12", 22), null);
  assert.equal(offered("x ", 22), null);
});

test("all uses of a name are found, and those of other names with the same letters are not", () => {
  const text = `#include <count.h>
#define TWICE(x) ((x) + count) /* count */
struct pair { int count; struct pair *next; };
int count; // count
static const char *name = "count";
int first(int count)
{
	return count + 1;
}
int second(struct pair *p)
{
	count = p->count + p->next->count;
	struct pair q = { .count = count };
	return q.count;
}
`;
  const renamed = (mark) => {
    const [line, column] = mark;
    const pos = text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column;
    const uses = usesInC(text, pos);
    if (!uses) return null;
    let changed = text;
    for (const { from, to } of uses.toReversed()) changed = `${changed.slice(0, from)}#${changed.slice(to)}`;
    return changed.split("\n").flatMap((row, index) => (row.includes("#") && row !== text.split("\n")[index] ? [`${index + 1}: ${row.trim()}`] : []));
  };
  const global = ["2: #define TWICE(x) ((x) + #) /* count */", "4: int #; // count", "12: # = p->count + p->next->count;", "13: struct pair q = { .count = # };"];
  assert.deepEqual(renamed([4, 4]), global);
  assert.deepEqual(renamed([12, 1]), global, "from a use");
  assert.deepEqual(renamed([2, 25]), global, "from the body of a macro");
  assert.deepEqual(renamed([8, 10]), ["6: int first(int #)", "8: return # + 1;"], "a parameter");
  const member = ["3: struct pair { int #; struct pair *next; };", "12: count = p-># + p->next->#;", "13: struct pair q = { .# = count };", "14: return q.#;"];
  assert.deepEqual(renamed([3, 20]), member, "a member");
  assert.deepEqual(renamed([14, 12]), member);
  assert.deepEqual(renamed([10, 18]), ["3: struct # { int count; struct # *next; };", "10: int second(struct # *p)", "13: struct # q = { .count = count };"], "a tag");
  for (const nowhere of [[5, 29], [4, 12], [4, 1], [9, 0], [1, 12]]) assert.equal(renamed(nowhere), null, nowhere);
});

test("no text takes long, and none fails", () => {
  for (const text of ["", "{", "}", "(((", "int", "#define", "/*", '"', "typedef", "enum {", "x".repeat(1000), "int f(".repeat(50_000), "a{".repeat(50_000)]) {
    assert.ok(Array.isArray(definitionsInC(text)), text.slice(0, 9));
    usesInC(text, 1);
  }
});

test("the help for a name has its value at the selected node, if it has one", () => {
  const found = { word: "sum", from: 4, to: 7 };
  const asked = [];
  const values = (rows) => (names) => (asked.push(...names), { node: "1,1", rows });
  const of = (rows, definition) => helpForC({ found, rows: new Map(), definition, defining: "int sum;", values: values(rows), lang: "en" });
  assert.deepEqual(of([["sum", "12  int"]], { line: 3 }).values.rows, [["sum", "12  int"]]);
  assert.equal(of([], { line: 3 }).values, null);
  assert.equal(of([["sum", "12  int"]], null), null, "a name that nobody knows has no help");
  assert.deepEqual(asked, ["sum", "sum", "sum"]);
});
