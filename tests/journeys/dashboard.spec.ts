import type { Locator, Page } from '@playwright/test'

import { awayFromMidnight } from '../fixtures/work/midnight.ts'
import { call, signIn as tokenOf } from '../fixtures/process.ts'
import { expect, expectAccessible, findingsOn, test } from './parts/story.ts'

const names = ['Leads', 'Failed leads', 'Leads sent successfully', 'Leads sent failed', 'FTDs']

const cards = (page: Page) => page.getByRole('main').locator('h2.MuiTypography-subtitle2')
const drawn = (page: Page) => page.locator('.recharts-area-curve')

/** Adds up every shift within the page itself from the first paint on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = Object.assign(window, { shifted: 0 })
    const isOnPage = ({ node }: { node: Node | null }) => node?.parentElement?.closest('main')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as any[]) {
        if (entry.sources.some(isOnPage)) shifts.shifted += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as any).shifted)
}

test('a manager begins at the dashboard and follows a number to its list', async ({
  page,
  signIn,
}) => {
  test.setTimeout(400_000)
  await awayFromMidnight(1.5)
  await signIn('Manager')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(cards(page)).toHaveText(names)
  await expect(drawn(page)).toHaveCount(5)
  await expectAccessible(page)

  const leads = page.getByRole('link', {
    name: /^Leads [\d,]+ (?:[\d.,]+% (?:more|less) than|As many as) /,
  })
  let value = await leads.locator('h2 + p').textContent()
  await test.step('the series is read as a table and shown day by day to the pointer', async () => {
    await expect(
      page.getByRole('table', { name: 'Leads per day', exact: true }).getByRole('row'),
    ).toHaveCount(7)
    const series = leads.locator('.recharts-surface')
    await series.hover()
    await expect(leads.getByText(/^[\d,]+ · \w{3} \d\d, \d{4}$/)).toBeVisible()
  })

  await test.step('the bars of the sources have more than half of their part', async () => {
    const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? 0
    const table = page.getByRole('table', { name: 'Source', exact: true })
    const bars = table.locator('.recharts-responsive-container')
    expect(await widthOf(bars)).toBeGreaterThan((await widthOf(table)) / 2)
  })

  await test.step('a new lead counts at once, without a reload', async () => {
    const address = process.env['CONSOLE_ADDRESS']!
    const token = await tokenOf(address, 'admin@example.com', 'try-leadgate-now')
    const sources = await call(address, 'GET', '/settings/source/all', { token })
    const body = { source: sources.body.data[0].id, email: `new${Date.now()}@example.com` }
    await call(address, 'POST', '/lead', { token, body })
    const more = (Number(value?.replaceAll(',', '')) + 1).toLocaleString('en')
    await expect(leads.locator('h2 + p')).toHaveText(more)
    value = more
  })

  await test.step('the link leads to the leads of the same days', async () => {
    await leads.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/lead\/search\?.*created_at_from/)
    await expect(page.getByText(`of ${value}`)).toBeVisible()
    await page.goBack()
    await expect(cards(page)).toHaveText(names)
  })
})

test('nothing on the dashboard moves while its numbers come, and they are there again after a reload', async ({
  page,
  signIn,
}) => {
  const shifted = await watchShifts(page)
  let answer: () => void = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await signIn('Manager')
  await expect(drawn(page)).toHaveCount(5)
  await page.evaluate(() => window.localStorage.removeItem('leadgate.dashboard'))
  await page.route('**/api/dashboard', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(cards(page)).toHaveText(names)
  // Nobody has moved a focus yet.
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toHaveCSS(
    'outline-style',
    'none',
  )
  const placeholders = page.getByRole('main').locator('[aria-busy=true]')
  await expect(placeholders).toHaveCount(5)
  await expect(placeholders.first().locator('circle')).toHaveCount(7)
  await expectAccessible(page)
  answer()
  await expect(drawn(page)).toHaveCount(5)
  await page.waitForTimeout(300)
  expect(await shifted()).toBe(0)

  await page.unroute('**/api/dashboard')
  await page.route('**/api/dashboard', () => new Promise(() => {}))
  await page.reload()
  await expect(drawn(page)).toHaveCount(5)
  await page.waitForTimeout(300)
  expect(await shifted()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

for (const scheme of ['light', 'dark'] as const) {
  test(`the dashboard is whole at 360 px, from right to left and without motion in ${scheme} colours`, async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await signIn('Administrator')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(drawn(page)).toHaveCount(5)
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(width).toBe(360)
    expect(await findingsOn(page)).toEqual([])

    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitemradio', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(drawn(page)).toHaveCount(5)
    await expect.poll(width).toBe(360)
    expect(await findingsOn(page)).toEqual([])
    const first = drawn(page).first()
    const [, x = ''] = /^M([\d.]+)/.exec((await first.getAttribute('d')) ?? '') ?? []
    // The oldest day stands where reading begins.
    expect(Number(x)).toBeGreaterThan(200)
  })
}
