// The source editor of the page: CodeMirror 6 behind a handle of plain calls.
//
// Published as `globalThis.McoreEditor`. ../README.md lists the calls with their Rust declarations.
//
// The editor lives in a shadow root. There CodeMirror hands its style rules to the browser as constructed style
// sheets instead of <style> elements, so the page's Content-Security-Policy needs neither 'unsafe-inline' nor a nonce.
// The page's colours come in as CSS variables, which shadow roots inherit.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, insertTab } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, indentUnit, syntaxTree } from "@codemirror/language";
import { forEachDiagnostic, lintGutter, linter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { closeSearchPanel, gotoLine, highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorState } from "@codemirror/state";
import {
  EditorView,
  activateHover,
  crosshairCursor,
  drawSelection,
  dropCursor,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  rectangularSelection,
  tooltips,
} from "@codemirror/view";

import { offsetToColumn, spanToRange } from "./columns.js";
import { currentLines, setCurrentLines } from "./current-lines.js";
import { mips, wordAt } from "./mips.js";
import { phrases } from "./phrases.js";
import { theme } from "./theme.js";

/** Marks changes that the page made, so that `onChange` reports only what the user did. */
const byPage = Annotation.define();

const assembly = StreamLanguage.define(mips);

/** The language of a file, by the end of its name. */
const languageOf = (name) => (/\.(s|asm|inc)$/i.test(name) || name === "" ? assembly : []);

/** Moves to the next or previous finding, shows it, and says it to a screen reader. */
const findingCommand = (move) => (view) => {
  if (!move(view)) return false;
  const { from, to } = view.state.selection.main;
  const texts = [];
  forEachDiagnostic(view.state, (finding, start, end) => {
    if (start === from && end === to) texts.push(finding.spoken);
  });
  if (texts.length) view.dispatch({ effects: EditorView.announce.of(texts.join(" ")) });
  return true;
};

/** Tab: takes a completion, indents a selection, else inserts. CodeMirror lets Escape, Tab leave the editor. */
const tabKeys = [
  { key: "Tab", run: acceptCompletion },
  {
    key: "Tab",
    run: (view) => (view.state.readOnly ? false : view.state.selection.ranges.some((r) => !r.empty) ? indentMore(view) : insertTab(view)),
    shift: (view) => (view.state.readOnly ? false : indentLess(view)),
  },
];

/** A paragraph of a tooltip. */
function paragraph(className, ...parts) {
  const element = document.createElement("div");
  element.className = className;
  element.append(...parts);
  return element;
}

/** One finding of the assembler as CodeMirror wants it. */
function toFinding(doc, { severity, message, tip, ...span }) {
  return {
    ...spanToRange(doc, span),
    severity: severity ?? "error",
    message,
    // Not CodeMirror's; read back by `findingCommand`.
    spoken: tip ? `${message} ${tip}` : message,
    renderMessage(view) {
      const box = document.createDocumentFragment();
      box.append(paragraph("cm-diagnosticMessage", message));
      if (tip) box.append(paragraph("cm-diagnosticTip", view.state.phrase("mcore.tip"), tip));
      return box;
    },
  };
}

/** Objects and `Map`s alike: Rust's serialiser makes the latter. */
const asMap = (from) => (from instanceof Map ? from : new Map(Object.entries(from ?? {})));
const plain = (value) => (value instanceof Map ? Object.fromEntries(value) : value);

/**
 * Puts an editor into `parent` and returns its handle.
 *
 * `options`: `label` (what a screen reader calls it), `lang` (`ja` or `en`), `theme` (`light` or `dark`),
 * `text` and `readOnly` (of the first document, whose name is `name`, by default empty).
 */
function create(parent, options = {}) {
  const settings = { label: "", lang: "en", theme: "light", ...plain(options) };
  const listeners = new Set();
  let completions = [];
  let help = new Map();

  const part = { label: new Compartment(), lang: new Compartment(), theme: new Compartment(), readOnly: new Compartment() };
  const labelNow = () =>
    EditorView.contentAttributes.of({
      "aria-label": settings.label,
      "aria-description": phrases(settings.lang)["mcore.leave"],
      translate: "no",
    });
  const langNow = () => EditorState.phrases.of(phrases(settings.lang));
  const themeNow = () => EditorView.darkTheme.of(settings.theme === "dark");

  /** Help for the instruction at `pos`, as a tooltip. */
  const helpSource = (view, pos) => {
    const line = view.state.doc.lineAt(pos);
    const found = wordAt(line.text, pos - line.from);
    const entry = found && plain(help.get(found.word) ?? help.get(found.word.toLowerCase()));
    const text = entry && (typeof entry === "string" ? entry : (entry[settings.lang] ?? entry.en));
    if (!text || /comment|string/.test(syntaxTree(view.state).resolveInner(pos, 1).name)) return null;
    return {
      pos: line.from + found.from,
      end: line.from + found.to,
      above: true,
      create() {
        const name = document.createElement("code");
        name.textContent = found.word;
        return { dom: paragraph("cm-tooltip-help", name, " ", text) };
      },
    };
  };
  const helpHover = hoverTooltip(helpSource, { hoverTime: 400 });

  /** The same help without a mouse, for the word at the cursor. */
  const showHelp = (view) => {
    const { head } = view.state.selection.main;
    const found = helpSource(view, head);
    if (!found) return false;
    activateHover(view, head, 1, { tooltip: helpHover, until: (tr) => tr.docChanged || !!tr.selection });
    view.dispatch({ effects: EditorView.announce.of(found.create().dom.textContent) });
    return true;
  };

  const completionSource = (context) => {
    const before = context.matchBefore(/[$.%]?[\p{L}\p{N}_.]*/u);
    if (!before || (before.from === before.to && !context.explicit)) return null;
    if (/comment|string/.test(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null;
    return { from: before.from, options: completions, validFor: /^[$.%]?[\p{L}\p{N}_.]*$/u };
  };

  /** A fresh state for a document: nothing in its undo history. */
  const stateFor = (name, text, readOnly) =>
    EditorState.create({
      doc: text,
      extensions: [
        part.label.of(labelNow()),
        part.lang.of(langNow()),
        part.theme.of(themeNow()),
        part.readOnly.of(EditorState.readOnly.of(readOnly)),
        languageOf(name),
        theme,
        EditorState.tabSize.of(8),
        indentUnit.of("\t"),
        lintGutter(),
        currentLines,
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        dropCursor(),
        rectangularSelection(),
        crosshairCursor(),
        EditorState.allowMultipleSelections.of(true),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [completionSource], icons: false }),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        linter(null),
        helpHover,
        tooltips({ position: "fixed" }),
        keymap.of([
          { key: "F2", run: findingCommand(nextDiagnostic), shift: findingCommand(previousDiagnostic) },
          { key: "Alt-h", run: showHelp },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...tabKeys,
          ...searchKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.every((tr) => !tr.docChanged || tr.annotation(byPage))) return;
          for (const listener of listeners) listener(current);
        }),
      ],
    });

  const host = document.createElement("div");
  host.className = "mcore-editor";
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":host { display: block; height: 100%; min-height: 0 } .cm-editor { position: relative }");
  root.adoptedStyleSheets = [sheet];
  parent.append(host);

  let current = settings.name ?? "";
  /** Name → state and scroll place of every document that is not shown; the shown one lives in the view. */
  const hidden = new Map();
  /** Names in the order of opening. */
  const names = [current];
  const view = new EditorView({ state: stateFor(current, settings.text ?? "", !!settings.readOnly), parent: root, root });

  const stateOf = (name) => (name === current ? view.state : hidden.get(name)?.state);
  const known = (name) => {
    if (!names.includes(name)) throw new Error(`McoreEditor: no document "${name}"; open are: ${names.join(", ")}`);
    return name;
  };
  /** Applies a transaction to a document, shown or not. */
  const dispatchTo = (name, spec) => {
    if (name === current) view.dispatch(spec);
    else hidden.get(known(name)).state = hidden.get(name).state.update(spec).state;
  };
  /** Settings may have changed while a document was hidden. */
  const settingsNow = () => [
    part.label.reconfigure(labelNow()),
    part.lang.reconfigure(langNow()),
    part.theme.reconfigure(themeNow()),
  ];
  const replaceAll = (name, text) => {
    const { doc } = stateOf(known(name));
    if (doc.toString() === text) return;
    dispatchTo(name, { changes: { from: 0, to: doc.length, insert: text }, annotations: byPage.of(true) });
  };

  return {
    /** Replaces the text of the shown document (or of `name`); can be undone. */
    setText: (text, name = current) => replaceAll(name, text),

    /** The text of the shown document (or of `name`), lines ended by `\n`. */
    getText: (name = current) => stateOf(known(name)).doc.toString(),

    /** Whether the shown document (or `name`) may be edited. */
    setReadOnly: (readOnly, name = current) =>
      dispatchTo(name, { effects: part.readOnly.reconfigure(EditorState.readOnly.of(!!readOnly)) }),

    /** Opens a document without showing it. An open one gets the new text (can be undone) and access. */
    openDoc(name, text, readOnly = false) {
      if (!names.includes(name)) {
        names.push(name);
        hidden.set(name, { state: stateFor(name, text, !!readOnly) });
        return;
      }
      replaceAll(name, text);
      this.setReadOnly(readOnly, name);
    },

    /** Shows an open document, with its own undo history, selection and scroll place. */
    switchTo(name) {
      if (known(name) === current) return;
      hidden.set(current, { state: view.state, scroll: view.scrollSnapshot() });
      const { state, scroll } = hidden.get(name);
      hidden.delete(name);
      current = name;
      view.setState(state);
      view.dispatch({ effects: [...settingsNow(), ...(scroll ? [scroll] : [])] });
    },

    /** Closes a document; the shown one cannot be closed, and false says so. */
    closeDoc(name) {
      if (name === current || !hidden.delete(name)) return false;
      names.splice(names.indexOf(name), 1);
      return true;
    },

    /** The open documents in the order of opening: `[{name, readOnly, current}]`. */
    docs: () => names.map((name) => ({ name, readOnly: stateOf(name).readOnly, current: name === current })),

    /** Shows findings `[{line, col, len, severity, message, tip}]` of the shown document (or of `name`). */
    setDiagnostics(list, name = current) {
      const state = stateOf(known(name));
      dispatchTo(name, setDiagnostics(state, Array.from(list, (entry) => toFinding(state.doc, plain(entry)))));
    },

    /** Marks the lines that the selected nodes are at: `[{line, label}]`. */
    setCurrentLines: (list, name = current) =>
      dispatchTo(known(name), { effects: setCurrentLines.of(Array.from(list, plain)) }),

    /** Puts the cursor at a place, in the middle of the view, and the focus into the editor. */
    goTo(line, col = 1) {
      const { from } = spanToRange(view.state.doc, { line, col });
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
      view.focus();
    },

    /** `{line, col}` of the cursor, both from 1, columns in Unicode scalar values. */
    cursor() {
      const { head } = view.state.selection.main;
      const line = view.state.doc.lineAt(head);
      return { line: line.number, col: offsetToColumn(line.text, head - line.from) };
    },

    /** `light` or `dark`; colours follow the page's variables by themselves, this is for what CodeMirror derives. */
    setTheme(name) {
      settings.theme = name;
      view.dispatch({ effects: part.theme.reconfigure(themeNow()) });
    },

    /** `ja` or `en`: panels, tooltips, announcements and instruction help. */
    setPhrases(lang) {
      settings.lang = lang;
      // An open panel keeps the words it was made with.
      closeSearchPanel(view);
      view.dispatch({ effects: [part.lang.reconfigure(langNow()), part.label.reconfigure(labelNow())] });
    },

    /** What a screen reader calls the editor. */
    setLabel(label) {
      settings.label = label;
      view.dispatch({ effects: part.label.reconfigure(labelNow()) });
    },

    /** Mnemonic → `{en, ja}`: shown on hover and by Alt-H. */
    setInstructionHelp(map) {
      help = asMap(map);
    },

    /** Words offered while typing: `[{label, type, detail}]`. */
    setCompletions(list) {
      completions = Array.from(list, plain);
    },

    /** Calls `callback(name)` after each edit of the user's; returns a function that ends it. */
    onChange(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },

    /** Opens find and replace. */
    openFind: () => openSearchPanel(view),

    /** Opens "go to line". */
    openGoToLine: () => gotoLine(view),

    focus: () => view.focus(),

    /** Takes the editor out of the page; the handle is dead afterwards. */
    destroy() {
      listeners.clear();
      view.destroy();
      host.remove();
    },
  };
}

globalThis.McoreEditor = { create };
