import { readFileSync } from 'node:fs'

import { peopleCsv } from './parts/people.ts'
import { screens } from './parts/screens.ts'
import { atRest, shiftsOn, watchShifts } from './parts/shifts.ts'
import { expect, expectAccessible, findingsOn, test } from './parts/story.ts'

test('an administrator imports leads, watches, searches, edits and exports them', async ({
  page,
  signIn,
}) => {
  test.setTimeout(240_000)
  await signIn('Administrator')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectAccessible(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Leads', exact: true }).click()
  await expect(page).toHaveURL(/\/lead\/search/)
  await expect(page.getByRole('row')).toHaveCount(26)
  await expectAccessible(page)

  await test.step('import a file and see its progress after a reload', async () => {
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    const file = {
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: peopleCsv(6_000, 'journey', 1_000),
    }
    await page.getByLabel('File', { exact: true }).setInputFiles(file)
    await expect(page.getByRole('cell', { name: 'Ada journey' }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expectAccessible(page)
    const source = page.getByRole('combobox', { name: /^Source/ })
    await source.click()
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: 'Start import' }).click()
    await expect(page).toHaveURL(/import=\d+/)
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: '5,994' })).toBeVisible({
      timeout: 60_000,
    })
    await expectAccessible(page)
  })

  await test.step('download the rows that failed, each with its reason', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /failed rows/i }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    expect(text.trim().split('\n')).toHaveLength(7)
    expect(text).toMatch(/bad_email|bad_phone|missing_contact/)
  })

  await test.step('find one of them and change it in the drawer', async () => {
    await page.goto('/lead/search')
    await page.getByRole('searchbox', { name: 'Search' }).fill('journey.4242')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('row').nth(1).getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const city = page.getByRole('dialog').getByLabel('City')
    await expect(city).toHaveValue('London')
    await city.fill('Leeds')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Lead successfully updated')).toBeVisible()
  })

  await test.step('export what the search found', async () => {
    await page.goto('/lead/search?search=' + encodeURIComponent('journey.42'))
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /export/i }).click()
    await page.goto('/profile/jobs')
    await expect(page.getByRole('row').nth(1)).toContainText(/finished/i, { timeout: 30_000 })
    await expectAccessible(page)
  })
})

// Axe sees dark colours and Arabic on the phone's visit, which then looks at each screen at a desk.
for (const [scheme, locale, tag] of [
  ['light', 'en', []],
  ['dark', 'ar', ['@long']],
] as const) {
  const title = `every screen stands still and axe finds nothing on it in ${scheme} colours and ${locale}`
  test(title, { tag: [...tag] }, async ({ page, signIn }) => {
    test.setTimeout(300_000)
    await watchShifts(page)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.goto('/')
    await expectAccessible(page)
    await signIn('Administrator', locale)
    const findings: Record<string, string[]> = {}
    for (const screen of screens) {
      await page.goto(`/${screen}`)
      await atRest(page)
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      const found = [...(await shiftsOn(page)), ...(await findingsOn(page))]
      if (found.length > 0) findings[screen] = found
    }
    expect(findings).toEqual({})
  })
}
