import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { longSession } from '../scenarios/long-session.ts'
import { Sandbox } from '../scenarios/sandbox.ts'
import { CHROMIUM, QUIET } from './chromium.ts'
import { ServedPage } from './served-page.ts'

const HOSTILE =
  'Hostile <script>document.title="owned"</script><img src=x onerror=document.title="owned"> [a](javascript:alert(1)) javascript:alert(2) data:text/html,x https://example.com/docs'
const MANY = 300
const OTHERS = [
  ['#/search/port', '.found li'],
  ['#/graph', '.graph-list li'],
  ['#/window', '.found li'],
  ['#/log', '.log-row'],
  ['#/health', '.facts'],
] as const
const WCAG_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What may be otherwise where only colours and width are. */
const OF_COLOURS_AND_WIDTH = ['color-contrast', 'scrollable-region-focusable', 'target-size']
/** What a mistake of ours would let in. */
const BREACH = `
  const script = document.createElement('script')
  script.textContent = 'document.title = "owned"'
  const image = new Image()
  image.src = 'https://example.com/x.png'
  document.body.append(script, image)`
/** A browser that is driven always shows its page: the page is told what a person would bring about. */
const SEEN = (isSeen: boolean) => `
  Object.defineProperty(document, 'hidden', { value: ${!isSeen}, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))`
const REFUSAL = { error: { type: 'internal', message: 'the disk is full', fix: [] } }
const NAME = 'the page in a browser (skipped where no chromium is installed)'

let sandbox: Sandbox
let served: ServedPage
let browser: Browser
let context: BrowserContext
let page: Page
/** What the browser complained of: a policy that was broken, a script that failed. */
let complaints: string[] = []

function add(...args: readonly string[]): string {
  return sandbox.askJson<{ id: string }>(['add', ...args]).id
}

async function open(hash: string): Promise<void> {
  await page.goto(`${served.origin}/${hash}`)
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

describe.skipIf(CHROMIUM === undefined)(NAME, () => {
  let digest = ''
  let source = ''
  let hostile = ''
  beforeAll(async () => {
    sandbox = new Sandbox()
    const lines = Array.from({ length: MANY }, (_, nth) =>
      JSON.stringify({
        id: `old-${nth}`,
        content: `Old note ${nth} of the archive`,
        created: '2020-01-01T00:00:00Z',
      }),
    )
    sandbox.write('old.jsonl', `${lines.join('\n')}\n`)
    sandbox.ask(['import', 'old.jsonl'])
    const sources = ['one', 'two', 'three'].map((nth) => add(`The worker retries webhooks by way ${nth}`))
    source = sources[0] ?? ''
    digest = add(
      'The worker retries webhooks in three ways',
      '--title',
      'How webhooks are retried',
      '--type',
      'digest',
    )
    const hooked = add('Webhooks are signed with `rotate_key` of the server')
    sandbox.ask(['compact', 'apply', digest, ...sources.flatMap((id) => ['--note', id])])
    sandbox.ask(['link', 'add', digest, hooked, '--type', 'supports'])
    hostile = add(HOSTILE)
    add(`${'x'.repeat(1_000_000)} the end`, '--allow-large')
    add('يستمع الخادم إلى المنفذ')
    add('The API listens on port 3000')
    add('The API listens on port 3001')
    sandbox.ask(['edit', digest, '--title', 'How webhooks are tried again'])
    sandbox.write('session.jsonl', longSession(40))
    sandbox.ask(['session', 'import', 'session.jsonl', '--any-project'])
    served = await ServedPage.open(sandbox)
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: QUIET })
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    sandbox?.remove()
  })
  beforeEach(async () => {
    complaints = []
    context = await browser.newContext({ colorScheme: 'light' })
    page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(served.link)
    await heading('Strata').waitFor()
  })
  afterEach(() => context.close())

  test('shows layers with the newest on top, and uncovers what is pressed beneath a digest', async () => {
    expect(page.url()).toBe(`${served.origin}/`)
    const rows = page.getByRole('listitem')
    expect(await page.locator('.layer-title').first().textContent()).toBe('The API listens on port 3001')
    const layer = rows.filter({ hasText: 'How webhooks are tried again' })
    await layer.getByRole('button', { name: 'Over 3 others' }).click()
    expect(await layer.locator('.uncovered a').count()).toBe(3)
    await layer.locator('.uncovered a').first().click()
    await page.getByText('pressed into a digest').waitFor()
    expect(complaints).toEqual([])
  })

  test('shows code in a line as code, and no other mark', async () => {
    const line = page.locator('.layer-title', { has: page.locator('code') })
    await line.locator('code').waitFor()
    expect(await line.locator('code').allTextContents()).toEqual(['rotate_key'])
    expect(await line.textContent()).toBe('Webhooks are signed with rotate_key of the server')
  })

  test('holds only the rows in sight of thousands, and gets to the last', async () => {
    const last = page.locator('.row').last()
    // The list grows while it is drawn: its end is further down than it was.
    await expect
      .poll(
        async () => {
          await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
          return (await last.getAttribute('aria-posinset')) === (await last.getAttribute('aria-setsize'))
        },
        { timeout: 20_000 },
      )
      .toBe(true)
    await page
      .getByText(/Old note \d+ of the archive/)
      .first()
      .waitFor()
    expect(await page.locator('.row').count()).toBeLessThan(60)
    expect(Number(await last.getAttribute('aria-setsize'))).toBeGreaterThan(MANY)
  })

  test('says of an entry why it is hidden, what it stands for, and how its text changed', async () => {
    await open(`#/entry/${source}`)
    const tops = page.getByRole('list', { name: 'What stands in for it' })
    await tops.getByRole('link', { name: 'How webhooks are tried again' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('It is shown for 3 others as well.').waitFor()
    const sources = page.getByRole('list', { name: 'What it stands in for' }).getByRole('listitem')
    expect((await sources.allTextContents()).toSorted()).toEqual(
      ['one', 'three', 'two'].map((way) => `digestsThe worker retries webhooks by way ${way}`),
    )
    await page.getByText(/^(?:Looked at|Found) \d+ times?/).waitFor()
    expect(await page.locator('del').allTextContents()).toEqual(['retried'])
    expect(await page.locator('ins').allTextContents()).toEqual(['tried again'])
  })

  test('shows a hostile entry as text: no element, no script, no link but to the web [RS-59]', async () => {
    await open(`#/entry/${hostile}`)
    const text = page.locator('.reading > .text')
    await text.waitFor()
    expect(await text.textContent()).toBe(HOSTILE)
    expect(
      await text.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://example.com/docs'])
    expect(await page.locator('main script, main img').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
    // The policy holds even where something of ours would not.
    await page.evaluate(BREACH)
    await expect
      .poll(() => complaints.filter((each) => each.includes('Content Security Policy')).length)
      .toBe(2)
    expect(await page.title()).not.toBe('owned')
    const asked = { headers: { authorization: `Bearer ${served.token}` } }
    expect((await served.send('/assets/..%2f..%2fpackage.json', asked)).status).toBe(404)
    expect((await served.post('show', { id: '../x' })).status).not.toBe(200)
  })

  test('shows the beginning of a line of a megabyte, and all of it when asked', async () => {
    await open('#/search/end')
    await page.locator('.found-title').first().click()
    await page.getByRole('button', { name: 'Show all 1,000,008 characters' }).click()
    await page.getByText('the end').first().waitFor()
  })

  test('finds what is hidden by what stands for it, and says why', async () => {
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('way two')
    const found = page.locator('.found li').first()
    await found.getByText('How webhooks are tried again').waitFor()
    // Its headline is looked up after the result is there.
    await found.locator('p', { hasText: /shown instead of .*by way two/ }).waitFor()
    await found.getByText(/^uncategorised · \d+ \w+ \d{4}$/).waitFor()
    await found.getByText('Why').click()
    expect(await found.locator('details').textContent()).toMatch(/two \d/)
    await page.getByRole('searchbox').fill('zzzzzz')
    await page.getByText('Nothing says that').waitFor()
  })

  test('draws what joins the memory: the list says the same as the picture, and the picture points where the focus is', async () => {
    await page.keyboard.press('g')
    await heading('Graph').waitFor()
    const rows = page.locator('.graph-list > li')
    await rows
      .filter({ hasText: /supports →\s*Webhooks are signed/ })
      .getByText('over 3 others')
      .waitFor()
    expect(await rows.count()).toBe(await page.locator('.node').count())
    expect(await page.locator('.joint').count()).toBe(1)
    await page.keyboard.press('j')
    expect(await page.locator('.node-chosen title').textContent()).toBe('How webhooks are tried again')
    await page.getByRole('button', { name: 'Every entry for itself' }).click()
    await page.locator('.node-hidden').nth(2).waitFor()
    expect(await page.locator('.joint-lineage').count()).toBe(3)
    const title = page.locator('.found-title', { hasText: 'by way two' })
    await rows.filter({ has: title }).getByRole('link', { name: 'around it' }).click()
    await page.getByText('2 steps far').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(complaints).toEqual([])
  })

  test('shows a session’s window by how much of each part is sent, and the original of what is left out', async () => {
    await page.keyboard.press('w')
    await page.locator('.found-title').first().click()
    await page.getByText(/tokens without Varve, .* with it, in \d+ pass/).waitFor()
    await page.getByRole('button', { name: /^Left out [1-9]/ }).click()
    const rows = page.locator('.window-part')
    const left = page.getByRole('button', { name: /^Left out/ })
    expect(await left.getAttribute('aria-pressed')).toBe('true')
    const count = Number((await left.textContent())?.replace(/\D/g, ''))
    await page.locator(`.row[aria-setsize="${count}"]`).first().waitFor()
    // Only those near what is to be seen are there.
    expect(await rows.count()).toBeLessThan(count)
    await rows.first().getByRole('button').click()
    await rows.first().getByText('The original').waitFor()
    const [sent = '', original = ''] = await rows.first().locator('.text').allTextContents()
    expect(original.length).toBeGreaterThan(2 * sent.length)
    // A click on the map leads to the part, whatever is chosen in the list.
    await page.locator('.strip .level-full').first().dispatchEvent('click')
    await page.getByText('Sent as it is').waitFor()
    // The same again leads there again.
    const part = page.locator('.window-part', { hasText: 'Sent as it is' })
    await part.getByRole('button').click()
    await page.getByText('Sent as it is').waitFor({ state: 'detached' })
    await page.locator('.strip .level-full').first().dispatchEvent('click')
    await page.getByText('Sent as it is').waitFor()
    expect(complaints).toEqual([])
  })

  test('follows what others write, and takes a change back and forth', async () => {
    add('Written while the page was open')
    const layer = page.locator('.layer-title', { hasText: 'Written while the page was open' })
    await layer.waitFor()
    await page.keyboard.press('l')
    const change = page.locator('.log-row', { hasText: 'Written while the page was open' })
    await change.getByRole('button', { name: /^undo add/ }).click()
    await change.getByRole('button', { name: /^redo add/ }).click()
    await change.getByRole('button', { name: /^undo add/ }).waitFor()
    const [last] = sandbox.askJson<{ items: readonly { via: string }[] }>(['log', '--limit', '1']).items
    expect(last?.via).toBe('ui')
  })

  test('listens only while it is to be seen, and then shows what came meanwhile', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.evaluate(SEEN(false))
    add('Written while nobody looked')
    await page.evaluate(SEEN(true))
    await page.locator('.layer-title', { hasText: 'Written while nobody looked' }).waitFor()
    expect(asked.filter((path) => path === '/events')).toHaveLength(1)
  })

  test('has keys of one letter until they are turned off, and remembers it', async () => {
    // On a narrow page too.
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: 'Single-letter keys' }).click()
    await page.reload()
    await heading('Strata').waitFor()
    await page.keyboard.press('l')
    expect(new URL(page.url()).hash).toBe('')
    await page.getByRole('button', { name: 'Single-letter keys' }).click()
    await page.keyboard.press('l')
    await heading('Log').waitFor()
  })

  test('keeps the layers that are there when others can’t be read', async () => {
    await page.locator('.layer-title').first().waitFor()
    await page.route('**/api/list', (route) => route.fulfill({ status: 500, json: REFUSAL }))
    await page.locator('main').evaluate((main) => main.scrollTo(0, 220 * 60))
    await page.getByText('the disk is full').waitFor()
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0))
    await page.locator('.layer-title').first().waitFor()
  })

  test('settles a question by keys, and takes the answer back', async () => {
    await page.keyboard.press('v')
    await heading('Review').waitFor()
    const sides = page.locator('.side', { hasText: 'The API listens on port' })
    await sides.nth(1).locator('mark').waitFor()
    expect((await sides.locator('mark').allTextContents()).toSorted()).toEqual(['3000', '3001'])
    await page.locator('.ops', { hasText: 'supersedes' }).waitFor()
    await page.keyboard.press('r')
    await page.getByText('Kept apart.').waitFor()
    await page.keyboard.press('u')
    await page.getByText('Taken back.').waitFor()
    await sides.first().waitFor()
  })

  test('says so when its server is gone, and when its link is another run’s', async () => {
    const own = await ServedPage.open(sandbox)
    await page.goto(own.link)
    await heading('Strata').waitFor()
    await own.stop()
    await page.getByText('Nothing answers any more').waitFor()
    const next = await ServedPage.open(sandbox, new URL(own.origin).port)
    await page.goto(`${own.origin}/#/log`)
    await page.getByText('This link is no longer good').waitFor()
    await page.goto(own.link)
    await page.getByRole('heading', { name: 'This link is no longer good' }).waitFor()
    await next.stop()
  })

  test('keeps to WCAG AA by axe in every view, light and dark, wide and narrow', async () => {
    for (const [colorScheme, width, rules] of [
      ['light', 1200, WCAG_AA],
      ['dark', 390, OF_COLOURS_AND_WIDTH],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      for (const [hash, seen] of [
        ['#/', '.layer-title'],
        [`#/entry/${digest}`, '.log-row'],
        ['#/review', '.side'],
        // Made of what the others are made of: their colours are no others.
        ...(colorScheme === 'light' ? OTHERS : []),
      ] as const) {
        await open(hash)
        await page.locator(seen).first().waitFor()
        await page.locator('.waiting').first().waitFor({ state: 'detached' })
        const { violations } = await new AxeBuilder({ page }).options({ runOnly: [...rules] }).analyze()
        expect(
          violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
          `${hash} ${colorScheme}`,
        ).toEqual([])
        const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        expect(isWider, `${hash} at ${width}`).toBe(false)
      }
    }
  })
})
