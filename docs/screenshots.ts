import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium, type Browser, type Page } from '@playwright/test'

import { call, signIn as tokenOf, startConsole } from '../tests/fixtures/process.ts'

// `npm run screenshots`: the pictures of docs/design.md, of a console with its demo, made anew.
const folder = join(import.meta.dirname, 'screenshots')

interface Picture {
  readonly name: string
  readonly path: string
  readonly scheme?: 'light' | 'dark'
  readonly isPhone?: true
  readonly locale?: string
  /** What is done before the picture is taken. */
  prepare?(page: Page): Promise<void>
}

const pictures: readonly Picture[] = [
  { name: 'login', path: '/' },
  { name: 'login-dark', path: '/', scheme: 'dark' },
  { name: 'dashboard', path: '/dashboard' },
  { name: 'dashboard-dark', path: '/dashboard', scheme: 'dark' },
  { name: 'leads', path: '/lead/search' },
  { name: 'leads-dark', path: '/lead/search', scheme: 'dark' },
  { name: 'leads-arabic', path: '/lead/search', locale: 'ar' },
  { name: 'leads-phone', path: '/lead/search', isPhone: true },
  {
    name: 'search',
    path: '/lead/search',
    async prepare(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('ann')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'lead-form', path: '/lead/search/create' },
]

const data = mkdtempSync(join(tmpdir(), 'leadgate-screenshots-'))
mkdirSync(folder, { recursive: true })
const running = await startConsole(
  process.cwd(),
  { DATA_DIR: data, DEMO: '1' },
  'src/server/start.js',
)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
try {
  for (const picture of pictures.filter(
    ({ name }) => !process.argv[2] || name.includes(process.argv[2]),
  )) {
    await take(browser, picture)
    process.stdout.write(`${picture.name}\n`)
  }
} finally {
  await browser.close()
  await running.stop()
  rmSync(data, { recursive: true, force: true })
}

async function take(on: Browser, { name, path, scheme, isPhone, locale, prepare }: Picture) {
  const context = await on.newContext({
    baseURL: running.address,
    colorScheme: scheme ?? 'light',
    viewport: isPhone ? { width: 360, height: 740 } : { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (!name.startsWith('login')) await signIn(page, locale ?? 'en')
  await page.goto(path)
  await page.locator('main').first().waitFor()
  await prepare?.(page)
  await page.waitForTimeout(3000)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await context.close()
}

/** Signs in; the language is the account's own. */
async function signIn(page: Page, locale: string): Promise<void> {
  const [, email = '', password = ''] = /^ {2}(admin@\S+) +(\S+)/m.exec(running.output()) ?? []
  const token = await tokenOf(running.address, email, password)
  await call(running.address, 'PUT', '/profile', { token, body: { settings: { locale } } })
  await page.goto('/')
  await page.getByLabel(/e-mail|البريد/i).fill(email)
  await page
    .getByLabel('Password', { exact: true })
    .or(page.locator('input[type=password]'))
    .first()
    .fill(password)
  await page.locator('button[type=submit]').click()
  await page.getByRole('banner').first().waitFor({ timeout: 60_000 })
}
