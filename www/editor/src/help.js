// Help for the word under the pointer (or at the cursor): its effect, its syntax and encoding, the present values of
// its operands, the definition of a label.

import { definitionOf, statementAt } from "./symbols.js";

/** An element with a class and children. */
function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  node.append(...children);
  return node;
}

/** Text with `code` between backquotes. */
function rich(text) {
  return text.split("`").map((part, i) => (i % 2 ? element("code", "", part) : document.createTextNode(part)));
}

/**
 * The facts about the word `found` (`{word, from, to}`) of a line, or null: `{head, operands, kind, meaning, encoding,
 * values, definition}`.
 *
 * `rows` maps words to help rows; `defined` are the `definitions` of the text; `number` is the line's; `values(operands)`
 * returns `{node, rows: [[operand, value]]}` of the selected node, or null.
 */
export function helpFor({ line, found, rows, defined, number, values, lang }) {
  const statement = statementAt(line, found.from);
  const isMnemonic = statement.word?.from === found.from;
  const row = rows.get(found.word) ?? (isMnemonic ? rows.get(found.word.toLowerCase()) : undefined);
  const definition = isMnemonic ? null : definitionOf(defined, found.word, number);
  const asked = isMnemonic && row ? statement.operands : [found.word];
  const now = (isMnemonic ? row && asked.length : true) ? values(asked) : null;
  const shown = now && now.rows.length ? now : null;
  if (!row && !definition && !shown) return null;
  return {
    head: found.word,
    operands: row?.operands ?? "",
    kind: row?.kind ?? "Label",
    meaning: row ? (row.meaning[lang] ?? row.meaning.en) : "",
    encoding: row?.encoding ?? "",
    note: row?.note ?? "",
    values: shown,
    definition,
  };
}

/** The same in a text of C: functions of the library by their prototype, own names by the line that defines them. */
export function helpForC({ found, rows, definition, defining, values, lang }) {
  const row = rows.get(found.word);
  const now = values([found.word]);
  const help = { head: found.word, encoding: "", values: now?.rows.length ? now : null, definition };
  if (definition) return { ...help, operands: defining, kind: "", meaning: "" };
  return row?.kind === "Function" ? { ...help, operands: row.operands, kind: row.kind, meaning: row.meaning[lang] ?? row.meaning.en } : null;
}

/** The tooltip for the result of `helpFor`; `phrase` returns the editor's own phrases. */
export function helpDom(help, phrase) {
  const box = element("div", "cm-tooltip-help");
  const head = element("div", "cm-helpHead", element("code", "", help.head));
  // A prototype already contains the function's name.
  if (help.operands) head.append(" ", element("code", "cm-helpOperands", help.operands));
  if (help.kind) head.append(element("span", "cm-helpKind", phrase(`mcore.kind.${help.kind}`)));
  box.append(head);
  if (help.meaning) box.append(element("div", "cm-helpMeaning", ...rich(help.meaning)));
  for (const line of help.encoding ? help.encoding.split("\n") : []) {
    const code = help.kind === "Pseudo" ? `→ ${line}` : line;
    box.append(element("code", "cm-helpCode", code));
  }
  if (help.note) box.append(element("pre", "cm-helpNote", help.note));
  if (help.definition) {
    const where = `${phrase("mcore.defined")}${help.definition.file ?? ""}${help.definition.file ? ":" : ""}${help.definition.line}`;
    box.append(element("div", "cm-helpWhere", where, " ", element("kbd", "", "F12")));
  }
  if (help.values) {
    box.append(element("div", "cm-helpNow", phrase("mcore.now") + help.values.node));
    const body = element("tbody", "");
    for (const [operand, value] of help.values.rows) {
      body.append(element("tr", "", element("th", "", operand), element("td", "", value)));
    }
    box.append(element("table", "cm-helpValues", body));
  }
  return box;
}

/** The same for a screen reader. */
export function helpSpoken(help, phrase) {
  const parts = [`${help.head} ${help.operands}`.trim(), help.meaning.replaceAll("`", "")];
  if (help.definition) parts.push(`${phrase("mcore.defined")}${help.definition.line}`);
  if (help.values) parts.push(phrase("mcore.now") + help.values.node, ...help.values.rows.map(([o, v]) => `${o} ${v}`));
  return parts.filter(Boolean).join(". ");
}
