import type { Page } from '@playwright/test'

import { expect, expectAccessible, focusIsOver, test } from '../parts/story.ts'

const search = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const box = (page: Page) => search(page).getByRole('combobox')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function openSearch(page: Page) {
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  // The keys come a moment after what stands on the screen.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused({ timeout: 1_000 })
  }).toPass()
}

test('a manager finds everything by keyboard alone', async ({ page, signIn }) => {
  await signIn('Manager')
  await page.goto('/lead/search')
  await expect(page.getByRole('row')).toHaveCount(26)

  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/search')) calls.push(new URL(request.url()).search)
  })
  await openSearch(page)
  await page.keyboard.type('german')
  await expect(search(page).getByRole('option', { name: /Germany/ })).toBeVisible()
  await expect.poll(() => calls.at(-1)).toBe('?text=german')
  expect(calls.length).toBeLessThan('german'.length)
  await expectAccessible(page)

  await page.keyboard.press('Control+a')
  await page.keyboard.type('#7')
  const lead = search(page).getByRole('group', { name: 'Leads', exact: true }).getByRole('option')
  await expect(lead).toHaveCount(1)
  const name = (await lead.textContent())?.split(/\S+@|#/)[0] ?? ''
  while ((await lead.getAttribute('aria-selected')) !== 'true') {
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/lead\/single\/7$/)
  await expect(heading(page, new RegExp(`^${name}`))).toBeFocused()
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText('Leads')
  await expect(page).toHaveTitle(new RegExp(name))

  await openSearch(page)
  const recent = search(page).getByRole('group', { name: 'Recently opened' })
  await expect(recent.getByRole('option').first()).toHaveText('Leads')
  await page.keyboard.type('tags')
  await expect(search(page).getByRole('option').first()).toHaveText('Settings › Tags')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Tags')).toBeFocused()

  await openSearch(page)
  await expect(recent.getByRole('option').first()).toContainText(name)
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const tab = await opened
  await expect(tab).toHaveURL(/\/lead\/single\/7$/)
  await tab.close()
  await page.keyboard.press('Escape')
  await expect(search(page)).toHaveCount(0)
})

test('a list is worked through without a mouse', async ({ page, signIn }) => {
  await signIn('Manager')
  await page.goto('/settings/tags')
  const links = page.locator('tbody a')
  await expect(links.first()).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('j')
    await expect(links.first()).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('j')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar')).toContainText('1 selected')
  await page.keyboard.press('k')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('e')
  await expect(page.getByRole('dialog')).toBeVisible()
  await focusIsOver(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(links.first()).toBeFocused()

  await page.keyboard.press('?')
  const overlay = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(overlay.getByText('New tag')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(overlay).toHaveCount(0)

  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(heading(page, 'Leads')).toBeFocused()
  await page.keyboard.press('[')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await page.keyboard.press('[')
})

test('an analyst finds no lead by a part of an address that they see masked', async ({
  page,
  signIn,
}) => {
  await signIn('Analyst')
  const bodies: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/search')) bodies.push(await response.text())
  })
  await page.goto('/lead/search')
  await openSearch(page)
  await page.keyboard.type('@example')
  await expect(search(page).getByText('Nothing found for “@example”')).toBeVisible()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('#7')
  await expect(
    search(page)
      .getByText(/•••@/)
      .first(),
  ).toBeVisible()
  expect(bodies.join()).not.toMatch(/[^•]@example/)
})

test('a phone shows the search on its whole screen', async ({ page, signIn }) => {
  await signIn('Manager')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/settings/countries')
  await expect(heading(page, 'Countries')).toBeVisible()
  const sizes = await page
    .getByRole('banner')
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => Math.min(one.clientWidth, one.clientHeight)))
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('franc')
  const france = search(page).getByRole('option', { name: /^France / })
  await expect(france).toBeVisible()
  await expectAccessible(page)
  const dialog = await search(page).boundingBox()
  expect(dialog).toMatchObject({ x: 0, width: 360 })
  expect((await france.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await france.click()
  await expect(search(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/settings\/countries\/\d+/)
})
