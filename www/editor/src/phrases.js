// The editor's own phrases, by language. English is built into CodeMirror. A unit test compares the Japanese list with
// the phrases found in the installed packages.

/** Phrases of our own, with their English text. */
export const OWN = {
  "mcore.tip": "Tip: ",
  "mcore.leave": "Press Escape, then Tab, to leave the editor.",
  "mcore.nodes": "Nodes here: ",
  "mcore.breakpointSet": "Breakpoint set on line $",
  "mcore.breakpointGone": "Breakpoint removed from line $",
  "mcore.now": "Now at node ",
  "mcore.defined": "Defined in line ",
  "mcore.uses": "Uses of the name that are selected: $",
  "mcore.kind.Instruction": "instruction",
  "mcore.kind.Pseudo": "pseudo-instruction",
  "mcore.kind.Directive": "directive",
  "mcore.kind.Register": "register",
  "mcore.kind.Function": "library function",
  "mcore.kind.Constant": "constant",
  "mcore.kind.Label": "label",
};

const ja = {
  // view
  "Control character": "制御文字",
  // commands
  "Selection deleted": "選択範囲を削除しました",
  // language (folding)
  "Folded lines": "折りたたんだ行",
  "Unfolded lines": "展開した行",
  "Fold line": "行を折りたたむ",
  "Unfold line": "行を展開する",
  "folded code": "折りたたまれたコード",
  unfold: "展開",
  to: "から",
  // search
  Find: "検索",
  Replace: "置換後の文字列",
  next: "次へ",
  previous: "前へ",
  all: "すべて選択",
  "match case": "大文字と小文字を区別",
  "by word": "単語単位",
  regexp: "正規表現",
  replace: "置換",
  "replace all": "すべて置換",
  close: "閉じる",
  "current match": "現在の一致",
  "on line": "行",
  "replaced match on line $": "$ 行目の一致を置換しました",
  "replaced $ matches": "$ 件を置換しました",
  "Go to line": "行へ移動",
  go: "移動",
  // autocomplete
  Completions: "入力候補",
  // lint
  Diagnostics: "診断",
  "No diagnostics": "診断はありません",
  // ours
  "mcore.tip": "ヒント: ",
  "mcore.leave": "Esc キーのあと Tab キーでエディタから出られます。",
  "mcore.nodes": "ここを実行中のノード: ",
  "mcore.breakpointSet": "$ 行目にブレークポイントを置きました",
  "mcore.breakpointGone": "$ 行目のブレークポイントを外しました",
  "mcore.now": "現在の値 ノード ",
  "mcore.defined": "定義の行: ",
  "mcore.uses": "選択した名前の使用箇所: $",
  "mcore.kind.Instruction": "命令",
  "mcore.kind.Pseudo": "疑似命令",
  "mcore.kind.Directive": "ディレクティブ",
  "mcore.kind.Register": "レジスタ",
  "mcore.kind.Function": "ライブラリ関数",
  "mcore.kind.Constant": "定数",
  "mcore.kind.Label": "ラベル",
};

/** The phrase table for `lang` (`ja`; everything else is English), for `EditorState.phrases`. */
export function phrases(lang) {
  return lang === "ja" ? ja : OWN;
}
