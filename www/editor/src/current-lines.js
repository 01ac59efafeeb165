// The lines of the selected nodes: a tinted line, an arrow in the gutter (signs.js), the names after the text.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";

/** Effect that replaces the marks: `[{line, label, caller}]`, lines from 1. */
export const setCurrentLines = StateEffect.define();

class Names extends WidgetType {
  constructor(text) {
    super();
    this.text = text;
  }
  eq(other) {
    return other.text === this.text;
  }
  toDOM(view) {
    const span = document.createElement("span");
    span.className = "cm-nodeLabel";
    span.textContent = this.text;
    span.setAttribute("role", "note");
    span.setAttribute("aria-label", view.state.phrase("mcore.nodes") + this.text);
    return span;
  }
  ignoreEvent() {
    return true;
  }
}

const line = Decoration.line({ class: "cm-nodeLine" });

/** Marks for `list`; nodes that share a line share one mark, lines that do not exist (any more) are omitted. */
function marks(doc, list) {
  const byLine = new Map();
  for (const { line: number, label, caller } of list) {
    if (!(number >= 1 && number <= doc.lines)) continue;
    const known = byLine.get(number) ?? { labels: [], caller: true };
    if (label && !known.labels.includes(label)) known.labels.push(label);
    known.caller &&= !!caller;
    byLine.set(number, known);
  }
  const decorations = [];
  const lines = [];
  for (const [number, { labels, caller }] of byLine) {
    const at = doc.line(number);
    decorations.push(line.range(at.from));
    if (labels.length) {
      decorations.push(Decoration.widget({ widget: new Names(labels.join(", ")), side: 1 }).range(at.to));
    }
    lines.push({ from: at.from, caller });
  }
  return { decorations: Decoration.set(decorations, true), lines };
}

export const currentLinesField = StateField.define({
  create: () => ({ decorations: Decoration.none, lines: [] }),
  update(value, transaction) {
    if (transaction.docChanged) {
      // Marks move with their text, so that typing above a running program does not shift them.
      value = {
        decorations: value.decorations.map(transaction.changes),
        lines: value.lines.map(({ from, caller }) => ({ from: transaction.changes.mapPos(from), caller })),
      };
    }
    for (const effect of transaction.effects) {
      if (effect.is(setCurrentLines)) value = marks(transaction.state.doc, effect.value);
    }
    return value;
  },
  provide: (self) => EditorView.decorations.from(self, (value) => value.decorations),
});
