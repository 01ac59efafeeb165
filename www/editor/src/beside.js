// The finding of a line, beside the line: sign, message and tip after the text. The tooltip of the squiggle has the
// full text; this one is visible without pointing.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";

/** Shapes as in the gutter. */
const SIGNS = { error: "✗", warning: "▲", info: "●" };

class Message extends WidgetType {
  constructor(finding, more) {
    super();
    this.severity = finding.severity;
    this.message = finding.message;
    this.tip = finding.tip ?? "";
    this.more = more;
  }
  eq(other) {
    return other.message === this.message && other.severity === this.severity && other.tip === this.tip && other.more === this.more;
  }
  toDOM() {
    const span = document.createElement("span");
    span.className = `cm-beside cm-beside-${this.severity}`;
    // Screen readers read findings by F2 and in the list of findings.
    span.setAttribute("aria-hidden", "true");
    span.textContent = `${SIGNS[this.severity] ?? "●"} ${this.message}`;
    if (this.tip) {
      const tip = document.createElement("span");
      tip.className = "cm-besideTip";
      tip.textContent = ` ${this.tip}`;
      span.append(tip);
    }
    if (this.more) span.append(` (+${this.more})`);
    return span;
  }
  ignoreEvent() {
    return true;
  }
}

/** The first finding of each line, errors before warnings; `findings` in CodeMirror's format, with our `tip`. */
function messages(doc, findings) {
  const byLine = new Map();
  for (const finding of findings) {
    const line = doc.lineAt(finding.from);
    const known = byLine.get(line.number);
    if (!known) byLine.set(line.number, { at: line.to, finding, more: 0 });
    else {
      known.more += 1;
      if (known.finding.severity !== "error" && finding.severity === "error") known.finding = finding;
    }
  }
  const widget = ({ at, finding, more }) => Decoration.widget({ widget: new Message(finding, more), side: 2 }).range(at);
  return Decoration.set([...byLine.values()].map(widget), true);
}

/** Effect that replaces the messages. */
export const setBeside = StateEffect.define();

/** The findings of a document, for the gutter; their places move with the text. */
export const findingsField = StateField.define({
  create: () => [],
  update(findings, transaction) {
    if (transaction.docChanged && findings.length) {
      findings = findings.map((finding) => ({ ...finding, from: transaction.changes.mapPos(finding.from) }));
    }
    for (const effect of transaction.effects) if (effect.is(setBeside)) findings = effect.value;
    return findings;
  },
});

export const beside = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    if (transaction.docChanged) {
      // The words beside a line are about its old text.
      const { doc } = transaction.state;
      const touched = [];
      transaction.changes.iterChangedRanges((_from, _to, from, to) => touched.push([doc.lineAt(from).from, doc.lineAt(to).to]));
      marks = marks.update({ filter: (at) => !touched.some(([from, to]) => at >= from && at <= to) });
    }
    for (const effect of transaction.effects) {
      if (effect.is(setBeside)) marks = messages(transaction.state.doc, effect.value);
    }
    return marks;
  },
  provide: (self) => EditorView.decorations.from(self),
});
