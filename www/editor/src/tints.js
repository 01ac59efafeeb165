// The colours of lines whose instructions are shown beside the editor: a strip at the end of the line number, of the same
// colour as at the instructions.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** Effect that replaces the colours: `[{line, colour}]`, lines from 1, colours from 0 to 5. */
export const setTints = StateEffect.define();

const strips = Array.from({ length: 6 }, (_, colour) => Decoration.line({ class: `cm-tint-${colour}` }));

function marks(doc, list) {
  const shown = list.filter(({ line, colour }) => line >= 1 && line <= doc.lines && strips[colour]);
  return Decoration.set(shown.map(({ line, colour }) => strips[colour].range(doc.line(line).from)), true);
}

/** Effect that marks the line, from 1, whose instructions are marked; 0 marks none. */
export const setPartner = StateEffect.define();

const partnerLine = Decoration.line({ class: "cm-partner" });

export const partner = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    if (transaction.docChanged) value = value.map(transaction.changes);
    const { doc } = transaction.state;
    for (const effect of transaction.effects) {
      if (!effect.is(setPartner)) continue;
      const known = effect.value >= 1 && effect.value <= doc.lines;
      value = known ? Decoration.set([partnerLine.range(doc.line(effect.value).from)]) : Decoration.none;
    }
    return value;
  },
  provide: (self) => EditorView.decorations.from(self),
});

export const tints = StateField.define({
  create: () => Decoration.none,
  update(value, transaction) {
    if (transaction.docChanged) value = value.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setTints)) value = marks(transaction.state.doc, effect.value);
    return value;
  },
  provide: (self) => EditorView.decorations.from(self),
});
