/** The look of the page, in light and dark. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --ink: #22252a; --soft: #6b7078; --line: #e3e0d8; --card: #ffffff;
  --full: #2f6f9f; --compressed: #d39a2c; --placeholder: #c9c4b8; --pass: #b4432f; --raw: #b9b4a8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --ink: #e6e4df; --soft: #989da6; --line: #2c3036; --card: #1d2024;
    --full: #5da3d5; --compressed: #e0ae4c; --placeholder: #474b52; --pass: #ee7d66; --raw: #5a5f67;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 ui-sans-serif, system-ui, sans-serif }
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 96px }
h1 { font-size: 24px; margin: 0; letter-spacing: -.01em }
h2 { font-size: 16px; margin: 40px 0 4px }
p { margin: 4px 0 12px; color: var(--soft); max-width: 74ch }
code, pre, .num { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-variant-numeric: tabular-nums }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(165px, 1fr)); gap: 12px; margin: 24px 0 0 }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 12px 14px }
.card b { display: block; font-size: 22px; font-weight: 600; letter-spacing: -.02em }
.card span { color: var(--soft); font-size: 13px }
table { border-collapse: collapse; width: 100%; margin: 8px 0 }
th, td { text-align: right; padding: 6px 10px; border-bottom: 1px solid var(--line); white-space: nowrap }
th { color: var(--soft); font-weight: 500; font-size: 13px }
th:first-child, td:first-child { text-align: left }
.scroll { overflow-x: auto }
svg { display: block; width: 100%; height: 220px }
svg text { fill: var(--soft); font: 11px ui-sans-serif, system-ui, sans-serif; paint-order: stroke; stroke: var(--paper); stroke-width: 4px }
.strip { display: flex; height: 30px; border-radius: 6px; overflow: hidden; border: 1px solid var(--line); background: var(--card) }
.strip i { display: block; height: 100%; min-width: 0; cursor: pointer }
.strip i:hover { outline: 2px solid var(--ink); outline-offset: -2px }
.label { display: flex; justify-content: space-between; color: var(--soft); font-size: 13px; margin: 10px 0 4px }
.full { background: var(--full) } .compressed { background: var(--compressed) } .placeholder { background: var(--placeholder) }
.legend { display: flex; flex-wrap: wrap; gap: 8px; margin: 14px 0 }
.legend button, .more { font: inherit; font-size: 13px; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 999px; padding: 3px 12px; cursor: pointer }
.legend button[aria-pressed=true] { border-color: var(--ink) }
.legend button i { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 6px }
.legend input { font: inherit; font-size: 13px; flex: 1; min-width: 160px; padding: 3px 12px; border-radius: 999px; border: 1px solid var(--line); background: var(--card); color: var(--ink) }
.row { display: grid; grid-template-columns: 46px 82px minmax(0, 1fr) 190px 128px; gap: 10px; align-items: center; width: 100%; font: inherit; font-size: 13px; text-align: left; color: inherit; background: none; border: 0; border-bottom: 1px solid var(--line); padding: 4px 0; cursor: pointer }
.row:hover { background: color-mix(in srgb, var(--line) 40%, transparent) }
.row .who, .row .why { color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.row .what { overflow: hidden }
.row .what div { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.row .num { text-align: right; color: var(--soft) }
.bar { height: 7px; border-radius: 4px; background: color-mix(in srgb, var(--line) 70%, transparent); margin-top: 3px; position: relative; overflow: hidden }
.bar i { position: absolute; inset: 0 auto 0 0; border-radius: 4px }
.bar .was { background: var(--line) }
.open { padding: 4px 0 14px 56px; border-bottom: 1px solid var(--line); font-size: 13px }
.open pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 320px; overflow: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; margin: 4px 0 10px; font-size: 12px }
.open h3 { font-size: 12px; font-weight: 500; color: var(--soft); margin: 6px 0 0 }
.more { margin: 14px 0 }
.human .who { color: var(--ink); font-weight: 600 }
.none { color: var(--soft); padding: 24px 0 }
@media (max-width: 720px) { .row { grid-template-columns: 34px minmax(0, 1fr) 96px } .row .who, .row .why { display: none } .open { padding-left: 0 } }
`
