// The source editor of the page: CodeMirror 6 with an interface of plain calls.
//
// Published as `globalThis.McoreEditor`. ../README.md lists the calls with their Rust declarations.
//
// The editor lives in a shadow root. There CodeMirror passes its style rules to the browser as constructed style sheets
// instead of <style> elements, so the page's Content-Security-Policy needs neither 'unsafe-inline' nor a nonce. The
// page's colours are CSS variables, which shadow roots inherit.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, indentLess, indentMore, insertNewline, insertTab } from "@codemirror/commands";
import { StreamLanguage, bracketMatching, indentUnit, syntaxTree } from "@codemirror/language";
import { forEachDiagnostic, linter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { closeSearchPanel, gotoLine, highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { Annotation, Compartment, EditorSelection, EditorState } from "@codemirror/state";
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
  rectangularSelection,
  tooltips,
} from "@codemirror/view";

import { c as cLanguage } from "@codemirror/legacy-modes/mode/clike";

import { beside, setBeside } from "./beside.js";
import { breakpoints, setBreakpoints } from "./breakpoints.js";
import { offsetToColumn, spanToRange } from "./columns.js";
import { completeC, definitionInC, definitionsInC, usesInC } from "./c.js";
import { complete, fromHelp } from "./complete.js";
import { setCurrentLines } from "./current-lines.js";
import { heat, setHeat } from "./heat.js";
import { partner, setPartner, setTints, tints } from "./tints.js";
import { helpDom, helpFor, helpForC, helpSpoken } from "./help.js";
import { mips, wordAt } from "./mips.js";
import { phrases } from "./phrases.js";
import { changesTo } from "./replace.js";
import { signGutters } from "./signs.js";
import { definitionOf, definitions } from "./symbols.js";
import { theme } from "./theme.js";

/** Marks changes made by the page, so that `onChange` reports only those of the user. */
const byPage = Annotation.define();

const assembly = StreamLanguage.define(mips);
const cSource = StreamLanguage.define(cLanguage);

/** True for texts that the assembler reads. */
const isAssembly = (name) => /\.(s|asm|inc)$/i.test(name) || name === "";

/** True for texts of C. */
const isC = (name) => /\.[ch]$/i.test(name);

/** The language of a file, by its extension. */
const languageOf = (name) => (isAssembly(name) ? assembly : isC(name) ? cSource : []);

/** Moves to the next or previous finding, shows it, and announces it to screen readers. */
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

/** Tab accepts a completion, indents a selection, else inserts. CodeMirror lets Escape, Tab leave the editor. */
const tabKeys = [
  { key: "Tab", run: acceptCompletion },
  {
    key: "Tab",
    run: (view) => (view.state.readOnly ? false : view.state.selection.ranges.some((r) => !r.empty) ? indentMore(view) : insertTab(view)),
    shift: (view) => (view.state.readOnly ? false : indentLess(view)),
  },
];

/**
 * Text that arrives as a whole without being pasted (a phone's clipboard key, dictation), or over a selection. By
 * default the browser rearranges the elements of the editor for it, and words displayed beside the text become part of
 * it.
 */
const insertedText = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main } = view.state.selection;
    const text = event.data;
    const ours = event.inputType === "insertText" && text && !event.isComposing && !view.composing;
    if (!ours || view.state.readOnly || (main.empty && text.length < 2)) return false;
    event.preventDefault();
    const spec = { userEvent: "input.type", scrollIntoView: true };
    const insert = () => view.state.update(view.state.replaceSelection(text), spec);
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, main.from, main.to, text, insert))) view.dispatch(insert());
    return true;
  },
});

/** A paragraph of a tooltip. */
function paragraph(className, ...parts) {
  const element = document.createElement("div");
  element.className = className;
  element.append(...parts);
  return element;
}

/** Enter over whole lines: their indentation is removed with them. */
const enterKey = {
  key: "Enter",
  run: (view) => {
    const { doc, selection } = view.state;
    const whole = ({ from, empty }) => !empty && from === doc.lineAt(from).from;
    return selection.ranges.every(whole) && insertNewline(view);
  },
};

/** One finding of the assembler in CodeMirror's format. */
function toFinding(doc, { severity, message, tip, ...span }) {
  return {
    ...spanToRange(doc, span),
    severity: severity ?? "error",
    message,
    // Not CodeMirror's; shown beside the line.
    tip,
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

/** Accepts objects and `Map`s: Rust's serialiser makes the latter. */
const asMap = (from) => (from instanceof Map ? from : new Map(Object.entries(from ?? {})));
const plain = (value) => (value instanceof Map ? Object.fromEntries(value) : value);

/**
 * Creates an editor in `parent` and returns its handle.
 *
 * `options`: `label` (its name for screen readers), `lang` (`ja` or `en`), `theme` (`light` or `dark`), `text` and
 * `readOnly` (of the first document, whose name is `name`, by default empty).
 */
function create(parent, options = {}) {
  const settings = { label: "", lang: "en", theme: "light", ...plain(options) };
  const listeners = new Set();
  const breakpointListeners = new Set();
  const breakpointListener = {
    toggle: (line) => breakpointListeners.forEach((listener) => listener(current, line, undefined)),
    condition: (line) => breakpointListeners.forEach((listener) => listener(current, line, null)),
    moved: (list) => breakpointListeners.forEach((listener) => listener(current, 0, list)),
  };
  /** Called with the place of a definition in another document. */
  const visitors = new Set();
  /** Called with the line of the cursor, and with the line under the pointer or 0. */
  const pointers = new Set();
  const pointed = { true: "", false: "" };
  /** Reports the line of the cursor, or with `hovers` that under the pointer, when it has changed. */
  const pointAt = (line, hovers) => {
    const place = `${line ? current : ""}:${line}`;
    if (pointed[hovers] === place) return;
    pointed[hovers] = place;
    pointers.forEach((pointer) => pointer(current, line, hovers));
  };
  const pointAtCursor = () => pointAt(view.state.doc.lineAt(view.state.selection.main.head).number, false);
  /** Help rows by their word, and the same as completions in the present language. */
  let help = new Map();
  let offers = [];
  /** Labels of the last assembly: `[{name, detail}]`. */
  let symbols = [];
  /** The present values of operands: a function of the page. */
  let values = () => null;

  const part = { label: new Compartment(), lang: new Compartment(), theme: new Compartment(), readOnly: new Compartment() };
  const labelNow = () => {
    const leave = phrases(settings.lang)["mcore.leave"];
    return [
      EditorView.contentAttributes.of({
        "aria-label": settings.label,
        "aria-description": leave,
        translate: "no",
        // The text scrolls, so the keyboard must reach it; set explicitly for tools that look for it.
        tabindex: "0",
      }),
      // The theme shows it after the focus has moved here by key (`data-keys`).
      EditorView.editorAttributes.of({ "data-leave": leave }),
    ];
  };
  const langNow = () => EditorState.phrases.of(phrases(settings.lang));
  const themeNow = () => EditorView.darkTheme.of(settings.theme === "dark");

  const phraseOf = (state) => (text) => state.phrase(text);

  const wordNear = (line, pos) => wordAt(line.text, pos - line.from, isC(current) ? /\w+/g : undefined);

  /** The texts of C, the shown one first. */
  const inC = () => [current, ...names.filter((name) => name !== current && isC(name))];

  /** Where a name of C is defined as seen from a line of the shown text, with the file; or null. */
  const placeInC = (word, line) => {
    let prototype = null;
    for (const file of inC()) {
      const found = definitionInC(definitionsInC(stateOf(file).doc.toString()), word, file === current ? line : 0);
      if (found && found.kind !== "prototype") return { ...found, file };
      prototype ??= found && { ...found, file };
    }
    return prototype;
  };

  /** The help for the word at `pos`, with its place, or null. */
  const helpAt = (view, pos) => {
    const { state } = view;
    const line = state.doc.lineAt(pos);
    const found = wordNear(line, pos);
    if (!found || /comment|string/.test(syntaxTree(state).resolveInner(pos, 1).name)) return null;
    const place = { from: line.from + found.from, to: line.from + found.to };
    if (isC(current)) {
      const definition = placeInC(found.word, line.number);
      const defining = definition && stateOf(definition.file).doc.line(definition.line).text.trim();
      const shown = definition && { ...definition, file: definition.file === current ? "" : definition.file };
      const text = helpForC({ found, rows: help, definition: shown, defining, values, lang: settings.lang });
      return text && { text, ...place };
    }
    if (!isAssembly(current)) return null;
    const context = { line: line.text, found, rows: help, number: line.number, values, lang: settings.lang };
    const text = helpFor({ ...context, defined: definitions(state.doc.toString()) });
    return text && { text, ...place };
  };

  /** Help for the word at `pos`, as a tooltip. */
  const helpSource = (view, pos) => {
    const found = helpAt(view, pos);
    if (!found) return null;
    const create = () => ({ dom: helpDom(found.text, phraseOf(view.state)) });
    return { pos: found.from, end: found.to, above: true, create };
  };
  const helpHover = hoverTooltip(helpSource, { hoverTime: 400 });

  /** The same help without a mouse, for the word at the cursor. */
  const showHelp = (view) => {
    const { head } = view.state.selection.main;
    const found = helpAt(view, head);
    if (!found) return false;
    activateHover(view, head, 1, { tooltip: helpHover, until: (tr) => tr.docChanged || !!tr.selection });
    view.dispatch({ effects: EditorView.announce.of(helpSpoken(found.text, phraseOf(view.state))) });
    return true;
  };

  const completionSource = (context) => {
    if (/comment|string/.test(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null;
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const text = context.state.doc.toString();
    const { explicit } = context;
    if (isC(current)) {
      const texts = inC().map((name) => stateOf(name).doc.toString());
      const found = completeC({ before, explicit, offers, texts, line: line.number });
      return found && { from: line.from + found.from, options: found.options, validFor: /^#?\w*$/ };
    }
    if (!isAssembly(current)) return null;
    const found = complete({ before, explicit, offers, symbols, text });
    return found && { from: line.from + found.from, options: found.options, validFor: /^[$.%]?[\p{L}\p{N}_.]*$/u };
  };

  /** Goes to the definition of the name at `pos`, in any document; false if there is none. */
  const goToDefinition = (view, pos) => {
    const line = view.state.doc.lineAt(pos);
    const found = wordNear(line, pos);
    if (!found) return false;
    const show = (name, line, from) => {
      if (name === current) {
        const at = view.state.doc.line(line).from + from;
        view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }), userEvent: "select" });
        view.focus();
      } else {
        for (const visitor of visitors) visitor(name, line);
      }
      return true;
    };
    if (isC(current)) {
      const place = placeInC(found.word, line.number);
      return !!place && show(place.file, place.line, place.from);
    }
    if (!isAssembly(current)) return false;
    for (const name of [current, ...names.filter((other) => other !== current && isAssembly(other))]) {
      const { doc } = stateOf(name);
      // Numbered labels belong to their file. Other names do too, but one without a definition in its file is usually
      // meant where it is defined.
      const here = definitionOf(definitions(doc.toString()), found.word, name === current ? line.number : 0);
      if (!here || (name !== current && /^\d/.test(found.word))) continue;
      return show(name, here.line, here.from);
    }
    return false;
  };

  /** Selects all uses of the name at the cursor in a text of C: the next keys change them together. */
  const selectUses = (view) => {
    if (!isC(current)) return false;
    const { head } = view.state.selection.main;
    const uses = usesInC(view.state.doc.toString(), head);
    if (!uses) return false;
    const main = uses.findIndex(({ from, to }) => from <= head && head <= to);
    const ranges = uses.map(({ from, to }) => EditorSelection.range(from, to));
    const spoken = EditorView.announce.of(view.state.phrase("mcore.uses", uses.length));
    view.dispatch({ selection: EditorSelection.create(ranges, Math.max(main, 0)), effects: spoken, userEvent: "select" });
    return true;
  };

  /** Ctrl-click (Cmd-click) on a name goes to its definition; elsewhere it adds a cursor, as usual. */
  const definitionClick = EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return false;
      const pos = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (pos === null || !goToDefinition(view, pos)) return false;
      event.preventDefault();
      return true;
    },
  });

  /** A new state for a document, with an empty undo history. */
  const stateFor = (name, text, readOnly) => EditorState.create({ doc: text, extensions: extensionsFor(name, readOnly) });

  const extensionsFor = (name, readOnly) => [
    part.label.of(labelNow()),
    part.lang.of(langNow()),
    part.theme.of(themeNow()),
    part.readOnly.of(EditorState.readOnly.of(readOnly)),
    languageOf(name),
    theme,
    EditorState.tabSize.of(8),
    indentUnit.of("\t"),
    breakpoints(breakpointListener),
    signGutters(breakpointListener.toggle),
    heat,
    tints,
    partner,
    beside,
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
    definitionClick,
    insertedText,
    tooltips({ position: "fixed" }),
    keymap.of([
      { key: "F2", run: findingCommand(nextDiagnostic), shift: findingCommand(previousDiagnostic) },
      { key: "Alt-h", run: showHelp },
      { key: "Alt-r", run: selectUses },
      { key: "F12", run: (view) => goToDefinition(view, view.state.selection.main.head), preventDefault: true },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...tabKeys,
      ...searchKeymap,
      ...historyKeymap,
      enterKey,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.selectionSet || update.docChanged) pointAtCursor();
    }),
    EditorView.domEventHandlers({
      mousemove(event, view) {
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        pointAt(at === null ? 0 : view.state.doc.lineAt(at).number, true);
      },
      mouseleave: () => void pointAt(0, true),
    }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged || update.transactions.every((tr) => !tr.docChanged || tr.annotation(byPage))) return;
      for (const listener of listeners) listener(current);
    }),
  ];

  const host = document.createElement("div");
  host.className = "mcore-editor";
  const root = host.attachShadow({ mode: "open", delegatesFocus: true });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":host { display: block; height: 100%; min-height: 0 } .cm-editor { position: relative }");
  root.adoptedStyleSheets = [sheet];
  parent.append(host);

  let current = settings.name ?? "";
  /** Name → state and scroll position of every hidden document; the shown one is in the view. */
  const hidden = new Map();
  /** Names in the order of opening. */
  const names = [current];
  const view = new EditorView({ state: stateFor(current, settings.text ?? "", !!settings.readOnly), parent: root, root });

  // A click beside the text focuses the scrolling element, which has no focus ring.
  view.scrollDOM.addEventListener("focus", () => view.focus());

  // Tab does not leave the editor: after it was pressed to get here, or here, the way out is shown until text is typed.
  let lastKey = "";
  const aroundKeys = (event) => (lastKey = event.key ?? "");
  const showLeave = () => view.dom.toggleAttribute("data-keys", lastKey === "Tab");
  window.addEventListener("keydown", aroundKeys, true);
  window.addEventListener("pointerdown", aroundKeys, true);
  view.contentDOM.addEventListener("focus", showLeave);
  view.contentDOM.addEventListener("pointerdown", showLeave);
  view.contentDOM.addEventListener("keydown", ({ key }) => {
    if (key === "Tab" || key.length === 1 || key === "Enter") showLeave();
  });

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
  /** Settings that may have changed while a document was hidden. */
  const settingsNow = () => [
    part.label.reconfigure(labelNow()),
    part.lang.reconfigure(langNow()),
    part.theme.reconfigure(themeNow()),
  ];
  const replaceAll = (name, text) => {
    const { doc } = stateOf(known(name));
    if (doc.toString() === text) return;
    dispatchTo(name, { changes: changesTo(doc, text), annotations: byPage.of(true) });
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

    /** Shows an open document, with its own undo history, selection and scroll position. */
    switchTo(name) {
      if (known(name) === current) return;
      hidden.set(current, { state: view.state, scroll: view.scrollSnapshot() });
      const { state, scroll } = hidden.get(name);
      hidden.delete(name);
      current = name;
      view.setState(state);
      view.dispatch({ effects: [...settingsNow(), ...(scroll ? [scroll] : [])] });
      pointAtCursor();
    },

    /** Closes a document; returns false for the shown one, which cannot be closed. */
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
      const findings = Array.from(list, (entry) => toFinding(state.doc, plain(entry)));
      const { effects } = setDiagnostics(state, findings);
      dispatchTo(name, { effects: [].concat(effects, setBeside.of(findings)) });
    },

    /** Shows the heat of lines: `[{line, width, share, polls}]`; an empty list shows none. */
    setHeat: (list, name = current) => dispatchTo(known(name), { effects: setHeat.of(Array.from(list, plain)) }),
    /** Colours lines like their instructions: `[{line, colour}]`; an empty list colours none. */
    setTints: (list, name = current) => dispatchTo(known(name), { effects: setTints.of(Array.from(list, plain)) }),

    /** Marks the line whose instructions are marked beside the editor; 0 marks none. */
    setPartner: (line, name = current) => dispatchTo(known(name), { effects: setPartner.of(line) }),

    /** Calls `callback(name, line, hovers)` for the line of the cursor, and for that under the pointer (0: none). */
    onPoint(callback) {
      pointers.add(callback);
      pointAtCursor();
      return () => pointers.delete(callback);
    },

    /** Scrolls to a line if it is not in view. Neither the cursor nor the focus moves. */
    reveal(line) {
      const { doc } = view.state;
      const at = doc.line(Math.min(Math.max(1, line), doc.lines)).from;
      view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: 3 * view.defaultLineHeight }) });
    },

    /** Marks the lines of the selected nodes: `[{line, label, caller}]`. */
    setCurrentLines: (list, name = current) =>
      dispatchTo(known(name), { effects: setCurrentLines.of(Array.from(list, plain)) }),

    /** Marks the breakpoints of the shown document (or of `name`): `[{id, line, enabled, bound, title}]`. */
    setBreakpoints: (list, name = current) =>
      dispatchTo(known(name), { effects: setBreakpoints.of(Array.from(list, plain)) }),

    /**
     * Calls `callback(name, line, undefined)` to set or remove one on a line, `callback(name, line, null)` to give one a condition, and `callback(name, 0, [{id, line}])`
     * when an edit has moved them; returns a function that stops the calls.
     */
    onBreakpoint(callback) {
      breakpointListeners.add(callback);
      return () => breakpointListeners.delete(callback);
    },

    /** Puts the cursor at a place, scrolls it to the middle of the view, and focuses the editor. */
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

    /**
     * `light` or `dark`; colours follow the page's variables by themselves, this is for the styles that CodeMirror
     * derives.
     */
    setTheme(name) {
      settings.theme = name;
      view.dispatch({ effects: part.theme.reconfigure(themeNow()) });
    },

    /** `ja` or `en`: panels, tooltips, announcements and instruction help. */
    setPhrases(lang) {
      settings.lang = lang;
      offers = fromHelp([...help.values()], lang);
      // An open panel keeps the phrases it was made with.
      closeSearchPanel(view);
      view.dispatch({ effects: [part.lang.reconfigure(langNow()), part.label.reconfigure(labelNow())] });
    },

    /** Sets the name of the editor for screen readers. */
    setLabel(label) {
      settings.label = label;
      view.dispatch({ effects: part.label.reconfigure(labelNow()) });
    },

    /** Help rows `[{word, kind, operands, meaning: {en, ja}, encoding, note}]`: shown on hover and by Alt-H, offered while typing. */
    setHelp(list) {
      help = new Map(Array.from(list, (entry) => [plain(entry).word, { ...plain(entry), meaning: plain(plain(entry).meaning) }]));
      offers = fromHelp([...help.values()], settings.lang);
    },

    /** Labels of the last assembly, offered while typing: `[{name, detail}]`. */
    setSymbols(list) {
      symbols = Array.from(list, plain);
    },

    /**
     * `callback(operands)` returns `{node, rows: [[operand, value]]}` with the present values at the selected node, or
     * null.
     */
    setValues(callback) {
      values = (operands) => plain(callback(operands)) ?? null;
    },

    /** Calls `callback(name, line)` for a definition in a hidden document; returns a function that stops the calls. */
    onVisit(callback) {
      visitors.add(callback);
      return () => visitors.delete(callback);
    },

    /**
     * The undo history of the shown document (or of `name`) as text, for `restoreHistory`; empty if longer than
     * `most`.
     */
    history(name = current, most = 1_000_000) {
      const text = JSON.stringify(stateOf(known(name)).toJSON({ history: historyField }));
      return text.length > most ? "" : text;
    },

    /** Restores an undo history; returns false, without a change, if it belongs to another text or cannot be read. */
    restoreHistory(name, text) {
      const now = stateOf(known(name));
      let state;
      try {
        const saved = JSON.parse(text);
        if (saved.doc !== now.doc.toString()) return false;
        state = EditorState.fromJSON(saved, { extensions: extensionsFor(name, now.readOnly) }, { history: historyField });
      } catch {
        return false;
      }
      if (name === current) view.setState(state);
      else hidden.get(name).state = state;
      return true;
    },

    /** Calls `callback(name)` after each edit of the user; returns a function that stops the calls. */
    onChange(callback) {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },

    /** Opens find and replace. */
    openFind: () => openSearchPanel(view),

    /** Opens "go to line". */
    openGoToLine: () => gotoLine(view),

    focus: () => view.focus(),

    /** Removes the editor from the page; the handle is dead afterwards. */
    destroy() {
      listeners.clear();
      breakpointListeners.clear();
      pointers.clear();
      window.removeEventListener("keydown", aroundKeys, true);
      window.removeEventListener("pointerdown", aroundKeys, true);
      view.destroy();
      host.remove();
    },
  };
}

globalThis.McoreEditor = { create };
