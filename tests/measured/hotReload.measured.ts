import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'

import playwright from '../journeys/playwright.config.ts'

/** Somebody writes declarations under `npm run dev`, with a form of theirs open in a browser. */
const root = process.cwd()

const BUSINESS = 'dist/hotReload'
const folder = join(root, BUSINESS)

let address: string
let server: ChildProcess
let browser: Browser
let page: Page

const path = () => join(folder, 'customers.ts')
const change = (from: string | RegExp, to: string) =>
  writeFileSync(path(), readFileSync(path(), 'utf8').replace(from, to))

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, 'examples/hire'), folder, { recursive: true })
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, BUSINESS, DEMO: '1', DATA_DIR: join(folder, 'data') }
  const ports = { PORT: String(port), API_PORT: String(await freePort()) }
  server = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: root,
    env: { ...env, ...ports },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready) => {
    server.stdout?.on('data', (text) => /ready at/.test(String(text)) && ready())
  })
  browser = await chromium.launch(playwright.use?.launchOptions)
  page = await browser.newPage()
  await page.goto(`${address}/customers/create`)
  await page.getByLabel('E-mail').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill('try-leadgate-now')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel(/^Name/).fill('Acme')
  await page.waitForFunction(() => sessionStorage.getItem('leadgate.draft')?.includes('Acme'))
}, 180_000)

afterAll(async () => {
  await browser?.close()
  if (server?.exitCode === null) {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const found = probe.address()
  probe.close()
  return typeof found === 'object' && found ? found.port : 0
}

/** Waits for the server, which starts anew too. */
const answers = () =>
  expect
    .poll(async () => (await fetch(`${address}/api/health`)).status, { timeout: 60_000 })
    .toBe(200)

const overlay = () => page.locator('vite-error-overlay .message')
const name = () => page.getByLabel(/^Name/).inputValue()

test('12.10 a page follows a declaration within 3 s, and keeps its address and what is typed', async () => {
  const taken: number[] = []
  for (const label of ['Firm', 'Business', 'Trade']) {
    const start = performance.now()
    change(
      /company: field\.text\(\{(?: label: '\w+',)?/,
      `company: field.text({ label: '${label}',`,
    )
    await page.getByLabel(label).waitFor()
    await expect.poll(name).toBe('Acme')
    taken.push(performance.now() - start)
    await answers()
  }
  expect(page.url()).toBe(`${address}/customers/create`)
  expect(Math.min(...taken)).toBeLessThan(3_000)
}, 120_000)

test('12.10 a file that cannot be read is told over the page, which stays', async () => {
  change("title: 'name',", "title: 'name")
  await overlay().waitFor()
  expect(await name()).toBe('Acme')
  change("title: 'name", "title: 'name',")
  await overlay().waitFor({ state: 'detached' })
  await expect.poll(name).toBe('Acme')
  // The server notices the broken file later than the page does.
  await page.waitForTimeout(3_000)
  await answers()
}, 120_000)

test('12.5 a new field asks for its migration, and stands in the form as soon as that is written', async () => {
  change(
    /(notes: field[^]*?form: \{\n {4}Customer: \['name',)/,
    "nick: field.text({ optional: true }),\n    $1 'nick',",
  )
  await expect
    .poll(() => overlay().textContent(), { timeout: 30_000 })
    .toContain('customers.nick: no column')
  const { status, stderr } = spawnSync('npm', ['run', 'migration', '--', 'nick'], {
    cwd: root,
    env: { ...process.env, BUSINESS },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  await overlay().waitFor({ state: 'detached' })
  await page.getByLabel(/^Nick/).waitFor()
  expect(await name()).toBe('Acme')
}, 120_000)
