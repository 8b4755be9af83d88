import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium, type Browser, type BrowserContext } from '@playwright/test'

import { call, startConsole } from '../../fixtures/process.ts'
import { workOf } from '../../journeys/parts/work.ts'
import { buildPeer, servePeer } from './peerServer.ts'

// `npm run bench -- first-row [rounds]`: from the address to the first painted row of the lead list in Chromium, beside a
// plain react-admin application with the same columns over the same API; cold and with the browser's cache, in turns.
const rounds = Number(process.argv[3] ?? 10)
const account = { email: 'admin@example.com', password: 'try-leadgate-now' }

/** Milliseconds since the navigation, and what was fetched until the first row. */
interface Visit {
  readonly row: number
  /** What the page's main thread worked: waiting for a busy machine is none. */
  readonly work: number
  readonly paint: number
  /** When the list was asked for. */
  readonly asked: number
  readonly scripts: number
  readonly requests: readonly string[]
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface App {
  readonly name: string
  readonly url: string
  readonly state: StorageState
}

/** In the page: notes when the first row of real values, with its date, has been painted. A text: tsx names functions. */
const watchFirstRow = `
  const observer = new MutationObserver(() => {
    const cells = [...document.querySelectorAll('tbody td')]
    if (!cells.some((cell) => /20\\d\\d/.test(cell.textContent))) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (window.firstRow = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
`

const folder = mkdtempSync(join(tmpdir(), 'leadgate-first-row-'))
await buildPeer(join(folder, 'peer'))
const env = { DATA_DIR: join(folder, 'data'), DEMO: '1', RATE_LIMIT: '100000000' }
const console = await startConsole(process.cwd(), env, 'src/server/start.js')
const peer = await servePeer(join(folder, 'peer'), console.address)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    // What a new window loads for its own address bar, after the first paint, is no part of the page.
    '--disable-features=PreloadTopChromeWebUI,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  ],
})
try {
  const apps = [await ours(browser), await theirs(browser)]
  const visits = apps.map(() => ({ cold: [] as Visit[], warm: [] as Visit[] }))
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const at of order) {
      const app = apps[at]
      if (!app) continue
      const { cold, warm } = await visit(browser, app)
      visits[at]?.cold.push(cold)
      visits[at]?.warm.push(warm)
    }
  }
  for (const kind of ['cold', 'warm'] as const) {
    const [us, them] = visits.map((all) => all[kind])
    print(kind, us ?? [], them ?? [])
  }
  process.stdout.write(`${visits[0]?.cold.at(-1)?.requests.join('\n')}\n`)
} finally {
  await browser.close()
  peer.stop()
  await console.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Signed in by the form, with the list seen once: what the browser then keeps is what people have. */
async function ours(browser: Browser): Promise<App> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(console.address)
  await page.locator('input[type=email]').fill(account.email)
  await page.locator('input[type=password]').fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/dashboard/)
  const url = `${console.address}/lead/search`
  await page.goto(url)
  await page
    .locator('tbody td', { hasText: /20\d\d/ })
    .first()
    .waitFor()
  await page.waitForLoadState('load')
  const state = await context.storageState()
  await context.close()
  return { name: 'Leadgate', url, state }
}

async function theirs(browser: Browser): Promise<App> {
  const { body } = await call(console.address, 'POST', '/login', { body: account })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(peer.address)
  await page.evaluate((token) => localStorage.setItem('token', token), body.data.access_token)
  const state = await context.storageState()
  await context.close()
  return { name: 'react-admin', url: `${peer.address}/#/lead`, state }
}

async function visit(browser: Browser, { url, state }: App): Promise<{ cold: Visit; warm: Visit }> {
  const context = await browser.newContext({
    storageState: state,
    viewport: { width: 1440, height: 900 },
  })
  await context.addInitScript({ content: watchFirstRow })
  const cold = await open(context, url)
  const warm = await open(context, url)
  await context.close()
  return { cold, warm }
}

declare global {
  interface Window {
    firstRow?: number
  }
}

async function open(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  const work = await workOf(page)
  await page.goto(url)
  await page.waitForFunction(() => window.firstRow !== undefined, undefined, { timeout: 60_000 })
  const worked = await work()
  const found = await page.evaluate(() => {
    const row = window.firstRow ?? NaN
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const before = entries.filter(({ startTime }) => startTime < row)
    return {
      row,
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      asked: before.find(({ name }) => name.includes('/search'))?.startTime ?? NaN,
      scripts: before.filter(({ name }) => name.endsWith('.js')).length,
      requests: before.map(
        ({ name, startTime, responseEnd }) =>
          `${Math.round(startTime)}–${Math.round(responseEnd)} ${new URL(name).pathname}`,
      ),
    }
  })
  // What comes after the rows belongs to the visit, and disturbs no other. The console's stream of changes never ends.
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  await page.close()
  return { ...found, work: worked }
}

function print(kind: string, us: readonly Visit[], them: readonly Visit[]): void {
  const of = (visits: readonly Visit[], what: 'row' | 'work' | 'paint' | 'asked' | 'scripts') =>
    median(visits.map((one) => one[what]))
  const row = (what: 'row' | 'work' | 'paint' | 'asked') =>
    `${what} ${Math.round(of(us, what))} / ${Math.round(of(them, what))} ms = ${(of(us, what) / of(them, what)).toFixed(2)}`
  const scripts = `${of(us, 'scripts')} scripts`
  process.stdout.write(
    `first row ${kind}: ${row('row')}; ${row('work')}; ${row('paint')}; ${row('asked')}; ${scripts}\n`,
  )
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length / 2
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
    : (sorted[Math.floor(middle)] ?? NaN)
}
