// Marks on lines that the page sets: they move with the text until it sets others.

import { StateField } from "@codemirror/state";
import { Decoration, EditorView } from "@codemirror/view";

/** A field of the decorations that `marks(doc, value)` makes for the newest value of an effect. */
export const marked = (effect, marks) =>
  StateField.define({
    create: () => Decoration.none,
    update(value, transaction) {
      if (transaction.docChanged) value = value.map(transaction.changes);
      for (const set of transaction.effects) if (set.is(effect)) value = marks(transaction.state.doc, set.value);
      return value;
    },
    provide: (self) => EditorView.decorations.from(self),
  });
