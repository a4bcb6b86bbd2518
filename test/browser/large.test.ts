import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFacts } from '../../bench/corpus.ts'
import { longSession } from '../scenarios/long-session.ts'
import { Sandbox } from '../scenarios/sandbox.ts'
import { CHROMIUM, QUIET } from './chromium.ts'
import { ServedPage } from './served-page.ts'

const COUNT = 100_000
/** Comparing all takes half a minute of a processor that others may want too; of these, some seconds. */
const FEWER = 20_000
const LONG_MS = 240_000
/** Of the whole page: what is in sight, and some rows more. */
const MOST_NODES = 2500
/** Asks for review first, then for what other views show, and tells which was answered when. */
const QUESTIONS_BESIDE_REVIEW = `(async () => {
  const answered = []
  const ask = async (operation, fields) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/api/' + operation, { method: 'POST', headers, body: JSON.stringify(fields) })
    await response.json()
    answered.push(operation)
  }
  const review = ask('review', { asCompared: true, limit: 1 })
  await ask('list', { limit: 1 })
  await ask('log', { limit: 1 })
  await review
  return answered
})()`
const ONE_QUESTION = `fetch('/api/list', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
}).then(({ status }) => status)`
/** Six messages each. */
const STEPS = 500
const NAME = 'the page over many entries (skipped where no chromium is installed)'

let sandbox: Sandbox
let served: ServedPage
let browser: Browser
let page: Page
let asked: string[] = []

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const nodes = () => page.evaluate<number>('document.querySelectorAll("*").length')

describe.skipIf(CHROMIUM === undefined)(NAME, { timeout: LONG_MS }, () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? '', args: QUIET })
    await openFacts(COUNT)
  }, LONG_MS)
  afterAll(async () => {
    await close()
    await browser?.close()
  })

  test('has only the layers near what is to be seen, from the first to the last', async () => {
    await page.getByText('100,000 layers').waitFor()
    const main = page.locator('main')
    for (const share of [0.1, 0.5, 0.9, 1]) {
      await main.evaluate((box, part) => box.scrollTo(0, part * box.scrollHeight), share)
      await page.locator('.layer-awaited').first().waitFor({ state: 'detached' })
      await page.locator('.layer-title').first().waitFor()
      expect(await nodes()).toBeLessThan(MOST_NODES)
    }
    const last = page.locator('.row').last()
    expect(await last.getAttribute('aria-posinset')).toBe(String(COUNT))
    expect(await last.getAttribute('aria-setsize')).toBe(String(COUNT))
  })

  test('goes from row to row by keys, and the row that has the focus stays when others are scrolled to', async () => {
    const main = page.locator('main')
    await main.evaluate((box) => box.scrollTo(0, 30_000 * 60))
    await page.locator('.layer-awaited').first().waitFor({ state: 'detached' })
    const place = () => page.locator('.row:focus-within').getAttribute('aria-posinset')
    await page.keyboard.press('j')
    const first = Number(await place())
    expect(first).toBeGreaterThan(29_000)
    for (let nth = 0; nth < 40; nth += 1) await page.keyboard.press('j')
    await expect.poll(place).toBe(String(first + 40))
    await main.evaluate((box) => box.scrollTo(0, 0))
    await page.locator('.row[aria-posinset="1"] .layer-title').waitFor()
    expect(await place()).toBe(String(first + 40))
  })

  test('shows the change that brought them by its first steps, and asks for all of their names at once', async () => {
    asked = []
    await page.keyboard.press('l')
    await page.getByRole('button', { name: /^99,996 more$/ }).waitFor()
    await page
      .locator('.ops .entry-link', { hasText: /^Fact / })
      .nth(3)
      .waitFor()
    expect(asked.filter((path) => path === '/api/list')).toHaveLength(1)
    await page.getByRole('button', { name: /^99,996 more$/ }).click()
    await page
      .locator('.ops .entry-link', { hasText: /^Fact / })
      .nth(39)
      .waitFor()
    expect(asked.filter((path) => path === '/api/list')).toHaveLength(2)
    expect(asked).not.toContain('/api/show')
  })

  test('finds the best of many, draws the graph, and tells what is stored before it has looked at everything', async () => {
    await page.goto(`${served.origin}/#/search/port`)
    await page.getByText('the best 50 shown').waitFor()
    expect(await nodes()).toBeLessThan(MOST_NODES)
    await page.keyboard.press('Tab')
    await page.goto(`${served.origin}/#/graph`)
    await page.getByText('Nothing is joined here yet').waitFor()
    await page.goto(`${served.origin}/#/health`)
    await page.locator('.facts dd', { hasText: '100,000' }).first().waitFor()
  })

  test('answers while texts are compared, and then asks one question after another, page by page', async () => {
    await close()
    await openFacts(FEWER)
    await page.goto(`${served.origin}/#/review`)
    await heading('Review').waitFor()
    await page.getByText('Comparing 20,000 texts').waitFor()
    // Another process compares: the server has time for other views.
    await page.goto(`${served.origin}/#/`)
    await page.locator('.layer-title').first().waitFor()
    await page.goto(`${served.origin}/#/review`)
    await page.getByText('Comparing 20,000 texts').waitFor()
    await page.getByText(/^1 of [\d,]+ questions/).waitFor({ timeout: LONG_MS })
    await page.getByText('Comparing').waitFor({ state: 'detached' })
    for (let nth = 0; nth < 50; nth += 1) await page.keyboard.press('j')
    await page.getByText(/^51 of /).waitFor()
    await page.locator('.side .text').nth(1).waitFor()
  })

  test('answers other views while it goes through near pairs for the first time', async () => {
    await served.stop()
    served = await ServedPage.open(sandbox)
    await page.goto(served.link)
    await page.locator('.layer-title').first().waitFor()
    const answered = await page.evaluate<readonly string[]>(QUESTIONS_BESIDE_REVIEW)
    expect(answered).toEqual(['list', 'log', 'review'])
    // What was gone through once is at hand: now it is the first to answer.
    expect(await page.evaluate(QUESTIONS_BESIDE_REVIEW)).toEqual(['review', 'list', 'log'])
    await page.goto(`${served.origin}/#/review`)
    await page.getByText(/^1 of [\d,]+ questions/).waitFor()
  })

  test('shows a session of thousands of messages to the last, and answers other views while it is worked out', async () => {
    await close()
    sandbox = new Sandbox()
    sandbox.write('session.jsonl', longSession(STEPS))
    sandbox.run(['session', 'import', 'session.jsonl', '--any-project'])
    await openPage()
    await page.goto(`${served.origin}/#/window`)
    await page.locator('.found-title', { hasText: 'Fix the rounding of every file' }).click()
    await page.getByText('Looking…').waitFor()
    expect(await page.evaluate(ONE_QUESTION)).toBe(200)
    expect(await page.getByText(/tokens without Varve/).count()).toBe(0)
    await page.getByText(/tokens without Varve/).waitFor({ timeout: LONG_MS })
    const all = await page.getByRole('button', { name: /^All / }).textContent()
    const count = Number(all?.replace(/\D/g, ''))
    expect(count).toBeGreaterThan(6 * STEPS - 5)
    const last = page.locator('.row').last()
    await expect
      .poll(async () => {
        await page.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
        return last.getAttribute('aria-posinset')
      })
      .toBe(String(count))
    expect(await nodes()).toBeLessThan(MOST_NODES)
  })
})

async function openFacts(count: number): Promise<void> {
  sandbox = new Sandbox()
  const facts = sandbox.write('facts.jsonl', '')
  writeFacts(facts, count)
  sandbox.run(['import', 'jsonl', facts])
  await openPage()
}

async function openPage(): Promise<void> {
  served = await ServedPage.open(sandbox)
  page = await browser.newPage()
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(served.link)
  await heading('Strata').waitFor()
}

async function close(): Promise<void> {
  await page?.close()
  await served?.stop()
  sandbox?.remove()
}
