import type { Page } from '@playwright/test'

import { expect, expectAccessible, test } from '../parts/story.ts'

const opened = async (page: Page) => {
  const filters = page.getByRole('button', { name: /^Filters|^عوامل/ })
  const conditions = page.getByRole('button', { name: /^More conditions|^شروط/ })
  // What the user left open comes from the server, perhaps just before the click; on a phone they hide the button.
  await expect(async () => {
    const isClosed = page.locator('[aria-expanded=false]').and(filters)
    if (await isClosed.isVisible()) await isClosed.click()
    await conditions.waitFor({ timeout: 2_000 })
  }).toPass()
}

const rows = (page: Page) => page.locator('tbody tr')

test('a condition is built, read back from the address and taken away by keyboard alone', async ({
  page,
  signIn,
}) => {
  await signIn('Manager')
  await page.goto('/lead/search?filter=%7B%7D')
  await expect(rows(page)).toHaveCount(25)
  await opened(page)
  const add = page.getByRole('button', { name: 'Add a condition' })
  await page.getByRole('button', { name: 'More conditions' }).focus()
  await page.keyboard.press('Enter')
  await add.waitFor()
  await add.focus()
  await page.keyboard.press('Enter')
  const condition = page.getByRole('group', { name: 'Condition 1' })
  await expect(condition.getByRole('combobox', { name: 'Field' })).toBeFocused()
  await page.keyboard.type('created')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await condition.getByRole('combobox', { name: 'Period' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Last 7 days' }).waitFor()
  await page.keyboard.type('last 7')
  const found = page.waitForResponse((answer) =>
    decodeURIComponent(answer.url()).includes('{"created_at":"last_7_days"}'),
  )
  await page.keyboard.press('Enter')
  await found

  await page.reload()
  const chip = page.getByRole('button', { name: 'Created: Last 7 days – remove this filter' })
  await expect(chip).toBeVisible()
  await opened(page)
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveText('Last 7 days')
  await chip.focus()
  await page.keyboard.press('Delete')
  await expect(chip).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
  await page.goBack()
  await expect(chip).toBeVisible()
})

test('a list is sorted by two columns with the keyboard', async ({ page, signIn }) => {
  await signIn('Manager')
  await page.goto('/broker/search')
  const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  await head('Contract expires').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(head('Contract expires')).toHaveAttribute('aria-sort', 'ascending')
  await head('Name').getByRole('button').focus()
  await page.keyboard.press('Shift+Enter')
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Shift+Enter')
  await expect(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=contract_expires_in%2C-name/)
  await expectAccessible(page)
})

test('thousands of ids are asked for in a body and outlive a reload', async ({ page, signIn }) => {
  await signIn('Manager')
  await page.goto('/lead/search')
  await opened(page)
  const ids = Array.from({ length: 3000 }, (_, index) => index + 1).join('|')
  const box = page
    .getByRole('group', { name: 'Filters' })
    .getByRole('textbox', { name: 'ID', exact: true })
  const found = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/lead/search'),
  )
  await box.fill(`${ids} nobody`)
  await expect(page.getByText('3,000 understood · 1 dropped: nobody')).toBeVisible()
  expect((await found).postDataJSON().id).toHaveLength(3000)
  expect(page.url().length).toBeLessThan(500)
  const answer = await (await found).response()
  const { meta } = (await answer?.json()) ?? {}
  const total = page.getByText(`1–25 of ${meta.total.toLocaleString('en-US')}`)
  await expect(total).toBeVisible()
  await page.reload()
  await expect(page.getByText('ID: 1, 2, 3, or 2,997 more')).toBeVisible()
  await expect(total).toBeVisible()
})

const where = JSON.stringify({
  any: [
    { status: [1, 2] },
    { all: [{ created_at: 'last_30_days' }, { email: { contains: 'example' } }] },
  ],
})
const filter = { status: [1], created_at: 'this_year', where }
const address = `/lead/search?filter=${encodeURIComponent(JSON.stringify(filter))}`

for (const [width, language, colorScheme] of [
  [1280, 'en', 'light'],
  [360, 'en', 'dark'],
  [1280, 'ar', 'dark'],
  [360, 'ar', 'light'],
] as const) {
  test(`the builder has no finding of axe and fits: ${width} px, ${language}, ${colorScheme}`, async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ colorScheme })
    await signIn('Manager', language)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await opened(page)
    await expect(page.getByRole('group', { name: /^Condition 1$|^الشرط 1$/ })).toHaveCount(2)
    await expectAccessible(page)
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > window.innerWidth,
    )
    expect(isWider).toBe(false)
    await page.screenshot({
      path: test.info().outputPath('builder.png'),
      fullPage: true,
    })
  })
}
