/** Draws the page from the data that stands in it. Plain: the page must work from a folder, with no network. */
export const PAGE_SCRIPT = `
const data = JSON.parse(document.getElementById('data').textContent)
const make = (name, props = {}, ...children) => {
  const node = document.createElement(name)
  Object.assign(node, props)
  node.append(...children)
  return node
}
const size = (tokens) => tokens < 1000 ? String(Math.round(tokens)) : (tokens / 1000).toFixed(tokens < 10000 ? 1 : 0) + 'k'
const percent = (share) => (share * 100).toFixed(1).replace(/^100\\.0$/, '100') + ' %'
const parts = data.messages.flatMap((message) => message.parts.map((part) => ({ ...part, message })))
const rows = new Map()

function drawChart() {
  const chart = document.getElementById('chart')
  // As wide as the page: scaled down, its words could not be read.
  const [width, height, left, bottom, right] = [Math.max(280, chart.clientWidth), 220, 44, 24, 44]
  const most = data.sizes.reduce((largest, [raw]) => Math.max(largest, raw), data.marks.high * 1.05)
  const x = (at) => left + (at / Math.max(1, data.sizes.length - 1)) * (width - left - right)
  const y = (tokens) => 8 + (1 - tokens / most) * (height - bottom - 8)
  const path = (pick) => data.sizes.map((each, at) => (at ? 'L' : 'M') + x(at).toFixed(1) + ' ' + y(pick(each)).toFixed(1)).join('')
  const mark = (tokens, name) => tokens > most ? '' : '<line x1="' + left + '" x2="' + (width - right) + '" y1="' + y(tokens) + '" y2="' + y(tokens) + '" stroke="var(--line)" stroke-dasharray="3 4"/><text x="0" y="' + (y(tokens) + 4) + '">' + size(tokens) + '</text><text x="' + (left + 4) + '" y="' + (y(tokens) - 5) + '">' + name + '</text>'
  const passes = data.sizes.map(([, shown, isPass], at) => isPass ? '<circle cx="' + x(at) + '" cy="' + y(shown) + '" r="4" fill="var(--pass)"><title>pass at call ' + (at + 1) + ': down to ' + size(shown) + ' tokens</title></circle>' : '').join('')
  const end = (pick) => {
    const last = data.sizes.at(-1)
    return last === undefined ? '' : '<text x="' + (width - right + 6) + '" y="' + (y(pick(last)) + 4) + '">' + size(pick(last)) + '</text>'
  }
  chart.innerHTML = '<svg viewBox="0 0 ' + width + ' ' + height + '" role="img" aria-label="Size of the window at each call">' +
    '<path d="' + path(([raw]) => raw) + '" fill="none" stroke="var(--raw)" stroke-width="2"/>' +
    '<path d="' + path(([, shown]) => shown) + '" fill="none" stroke="var(--full)" stroke-width="2"/>' +
    mark(data.marks.high, 'a pass is due') + mark(data.marks.low, 'and brings it down to here') + passes + end(([raw]) => raw) + (data.sizes.at(-1)?.[0] === data.sizes.at(-1)?.[1] ? '' : end(([, shown]) => shown)) +
    '<text x="' + left + '" y="' + (height - 4) + '">call 1</text><text x="' + (width - right) + '" y="' + (height - 4) + '" text-anchor="end">call ' + data.sizes.length + '</text></svg>'
}

function drawStrip(id, sizeOf, levelOf) {
  const strip = document.getElementById(id)
  const total = parts.reduce((sum, part) => sum + part.tokens, 0)
  for (const part of parts) {
    const tokens = sizeOf(part)
    if (tokens <= 0) continue
    const cell = make('i', { className: levelOf(part), title: part.kind + ' ' + part.name + ' · ' + size(part.tokens) + (part.level === 'full' ? '' : ' → ' + size(part.shown)) + ' · ' + part.reason })
    cell.style.width = (tokens / total) * 100 + '%'
    cell.onclick = () => show(part)
    strip.append(cell)
  }
}

function show(part) {
  if (!rows.has(part)) { chosen.most = parts.length; drawRows() }
  const row = rows.get(part)
  if (!row) return
  row.scrollIntoView({ block: 'center', behavior: 'smooth' })
  if (!row.nextSibling?.classList?.contains('open')) row.click()
}

function opened(part) {
  const box = make('div', { className: 'open' })
  const facts = [part.why, part.handle && 'handle ' + part.handle, part.p !== undefined && 'needed again: ' + (part.p * 100).toFixed(1) + ' %', part.loss !== undefined && 'loss ' + part.loss.toFixed(4)].filter(Boolean)
  if (facts.length) box.append(make('div', { className: 'num', textContent: facts.join(' · ') }))
  if (part.sent !== undefined) box.append(make('h3', { textContent: 'What is sent' }), make('pre', { textContent: part.sent || '(left out)' }))
  box.append(make('h3', { textContent: part.sent === undefined ? 'Sent as it is' : 'The original' }), make('pre', { textContent: part.text || '(empty)' }))
  return box
}

function drawRow(part, most) {
  const row = make('button', { className: 'row' + (part.message.human ? ' human' : ''), type: 'button' })
  row.setAttribute('aria-expanded', 'false')
  const bar = make('div', { className: 'bar' })
  const was = make('i', { className: 'was' })
  was.style.width = Math.max(0.4, Math.sqrt(part.tokens / most) * 100) + '%'
  const now = make('i', { className: part.level })
  now.style.width = Math.max(0.4, Math.sqrt(part.shown / most) * 100) + '%'
  bar.append(was, now)
  row.append(
    make('span', { className: 'num', textContent: '#' + part.message.number }),
    make('span', { className: 'who', textContent: part.message.human ? 'person' : part.message.role }),
    make('span', { className: 'what' }, make('div', { textContent: part.kind + (part.name ? ' · ' + part.name : '') }), bar),
    make('span', { className: 'why', textContent: part.why, title: part.reason }),
    make('span', { className: 'num', textContent: part.level === 'full' ? size(part.tokens) : size(part.tokens) + ' → ' + size(part.shown) }),
  )
  row.onclick = () => {
    const next = row.nextSibling
    const isOpen = next?.classList?.contains('open') === true
    if (isOpen) next.remove()
    else row.after(opened(part))
    row.setAttribute('aria-expanded', String(!isOpen))
  }
  return row
}

const FIRST_ROWS = 1000
const chosen = { level: undefined, words: '', bySize: false, most: FIRST_ROWS }

function drawRows() {
  const list = document.getElementById('rows')
  const most = parts.reduce((largest, { tokens }) => Math.max(largest, tokens), 1)
  const words = chosen.words.toLowerCase()
  rows.clear()
  list.replaceChildren()
  const ordered = chosen.bySize ? parts.toSorted((a, b) => b.tokens - a.tokens) : parts
  const said = (part) => [part.kind, part.name, part.reason, part.why, part.handle].join(' ').toLowerCase()
  const found = ordered.filter((part) => (!chosen.level || part.level === chosen.level) && (!words || said(part).includes(words)))
  for (const part of found.slice(0, chosen.most)) {
    const row = drawRow(part, most)
    rows.set(part, row)
    list.append(row)
  }
  const left = found.length - chosen.most
  if (left > 0) {
    const more = make('button', { className: 'more', type: 'button', textContent: 'Show the other ' + left })
    more.onclick = () => { chosen.most = parts.length; drawRows() }
    list.append(more)
  }
  if (!rows.size) list.append(make('div', { className: 'none', textContent: 'Nothing of the window is like that.' }))
}

function drawLegend() {
  const legend = document.getElementById('legend')
  const count = (level) => parts.filter((part) => !level || part.level === level).length
  const buttons = [[undefined, 'all'], ['full', 'full'], ['compressed', 'compressed'], ['placeholder', 'left out']].map(([level, name]) => {
    const button = make('button', { type: 'button' })
    if (level) button.append(make('i', { className: level }))
    button.append(name + ' ' + count(level))
    button.setAttribute('aria-pressed', String(level === undefined))
    button.onclick = () => {
      chosen.level = level
      for (const each of buttons) each.setAttribute('aria-pressed', String(each === button))
      drawRows()
    }
    return button
  })
  const search = make('input', { type: 'search', placeholder: 'tool, path, reason or handle', ariaLabel: 'Search the parts' })
  search.oninput = () => { chosen.words = search.value; drawRows() }
  const order = make('button', { type: 'button', textContent: 'largest first' })
  order.setAttribute('aria-pressed', 'false')
  order.onclick = () => {
    chosen.bySize = !chosen.bySize
    order.setAttribute('aria-pressed', String(chosen.bySize))
    drawRows()
  }
  legend.append(...buttons, order, search)
}

drawChart()
addEventListener('resize', drawChart)
drawStrip('before', (part) => part.tokens, (part) => part.level)
drawStrip('after', (part) => part.shown, (part) => part.level)
drawLegend()
drawRows()
`
