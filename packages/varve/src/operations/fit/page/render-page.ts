import { tokenSize } from '@varve/core/fidelity'
import type { FittedSession } from '../fitted-session.ts'
import { type PageData, pageData } from './page-data.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { PAGE_STYLE } from './page-style.ts'

/** How every page’s title begins: by it one is known. */
export const PAGE_TITLE = 'Fitted window: '

/** The map of a window as one page that needs nothing else: no network, no other file. */
export function renderPage(fitted: FittedSession): string {
  const data = pageData(fitted)
  const raw = data.sizes.at(-1)?.[0] ?? 0
  const shown = data.sizes.at(-1)?.[1] ?? 0
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${PAGE_TITLE}${escapeHtml(data.title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(data.title)}</h1>
<p>${escapeHtml(data.subtitle)}</p>
<div class="cards">
${cards(fitted, data, raw, shown).join('\n')}
</div>
<h2>Size of the window, call by call</h2>
<p>Grey is what was sent, blue is what would be. Red dots are passes: the only moments at which anything older changes, so that the prompt cache holds between them.</p>
<div id="chart"></div>
<h2>Over the whole session</h2>
<p>Recall is how much of what the agent used later it would still have seen. Unsupported is how often it quoted something it would no longer have seen, and would have had to read again; the cost includes that.</p>
<div class="scroll">${table(data)}</div>
<h2>The window of call ${data.call}${fitted.segments.length > 1 ? ` in segment ${fitted.window.segment}` : ''}</h2>
<p>Every part by its size, in order, before and after: blue is sent as it is, amber as an extract, grey as one line. Click one to see what is sent of it. Nothing is lost: what is left out comes back by its handle.</p>
<div class="label"><span>as recorded</span><span class="num">${tokenSize(raw)} tokens</span></div>
<div class="strip" id="before"></div>
<div class="label"><span>fitted</span><span class="num">${tokenSize(shown)} tokens</span></div>
<div class="strip" id="after"></div>
<div class="legend" id="legend"></div>
<div id="rows"></div>
<p>Replay of a recorded session: the agent saw everything, and no model was asked. Long texts are cut on this page, and secrets are masked.</p>
</main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`
}

function cards(fitted: FittedSession, data: PageData, raw: number, shown: number): readonly string[] {
  const [recorded, chosen] = data.policies
  const saved = (recorded?.dollars ?? 0) - (chosen?.dollars ?? 0)
  const { full, compressed, placeholder } = fitted.window.view.levels
  return [
    card(`${tokenSize(raw)} → ${tokenSize(shown)}`, `tokens at call ${data.call}`),
    card(percent(chosen?.tokens ?? 1), 'of the tokens, over the session'),
    card(`$${saved.toFixed(2)}`, `saved of $${(recorded?.dollars ?? 0).toFixed(2)}, with refetches`),
    card(percent(chosen?.recall ?? 1), 'of what it needed still in view'),
    card(`${full} · ${compressed} · ${placeholder}`, 'parts full, compressed, left out'),
  ]
}

function card(figure: string, meaning: string): string {
  return `<div class="card"><b class="num">${escapeHtml(figure)}</b><span>${escapeHtml(meaning)}</span></div>`
}

function table({ policies }: PageData): string {
  const head = ['', 'tokens', 'cost', 'of the input’s cost', 'passes', 'recall', 'unsupported', 'user lines']
  const rows = policies.map((policy) => [
    policy.name,
    percent(policy.tokens),
    `$${policy.dollars.toFixed(2)}`,
    percent(policy.cost),
    String(policy.passes),
    percent(policy.recall),
    percent(policy.unsupported),
    percent(policy.userLines),
  ])
  const cells = (row: readonly string[], tag: string) =>
    row.map((cell) => `<${tag} class="num">${escapeHtml(cell)}</${tag}>`).join('')
  return `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
