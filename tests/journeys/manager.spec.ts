import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { expect, expectAccessible, focusIsOver, test } from './parts/story.ts'

test('a manager looks at yesterday, gives the desks other room, and minds contracts that end', async ({
  page,
  signIn,
}) => {
  const main = page.getByRole('main')
  await signIn('Manager')

  await test.step('the dashboard tells how it goes', async () => {
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await expect(main.getByText('Leads sent successfully').first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('what yesterday brought, by department and by source', async () => {
    await openList(page, 'Broker departments')
    await page.getByRole('link', { name: 'FTD statistics' }).click()
    await choose(page, 'Days', 'Yesterday')
    const table = page.getByRole('table', { name: 'FTD statistics' })
    await expect(table.getByRole('columnheader').first()).toHaveText('Department')
    await expect(table.getByRole('row', { name: /UK desk/ })).toBeVisible()
    await choose(page, 'Then by', 'Source')
    await expect(table.getByRole('columnheader').nth(1)).toHaveText('Source')
    await expect(table.getByRole('row', { name: /UK desk/ }).first()).toBeVisible()
    await expectAccessible(page)
    await choose(page, 'Then by', 'Nothing')
    await choose(page, 'By', 'Source')
    await expect(table.getByRole('columnheader').first()).toHaveText('Source')
    await expect(table.getByRole('rowheader', { name: 'Total' })).toBeVisible()
  })

  await test.step('the report goes out as a file', async () => {
    const offered = main
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .first()
    const total = await offered.textContent()
    await page.getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export FTD statistics' })
    await focusIsOver(page)
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^ftd-statistics-\d{4}-\d\d-\d\d\.csv$/)
    const text = readFileSync(await file.path(), 'utf8')
      .replaceAll('"', '')
      .trim()
    const [days, names, ...rows] = text.split(/\r?\n/).map((line) => line.split(','))
    expect([days?.[4], names?.slice(0, 2)]).toEqual(['By send date', ['Source', 'Offered']])
    expect(rows.at(-1)?.slice(0, 2)).toEqual(['Total', total])
    expect(rows.length).toBeGreaterThan(1)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('a desk gets another priority', async () => {
    await openList(page, 'Broker departments')
    await page
      .getByRole('row', { name: /DACH desk/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    const priority = page.getByRole('textbox', { name: 'Priority' })
    await priority.clear()
    await priority.pressSequentially('2')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // The form has the same tabs as the record's page.
    await expect(priority).toHaveCount(0)
    await page.getByRole('tab', { name: 'Changes' }).click()
    await expect(page.getByRole('row', { name: /Priority/ })).toContainText('10 → 2')
    await expectAccessible(page)
  })

  await test.step('two desks take a fifth more a day', async () => {
    await openList(page, 'Broker departments')
    await selectDesks(page, ['DACH desk', 'French desk'])
    await page.getByRole('button', { name: 'Change caps' }).click()
    const dialog = page.getByRole('dialog')
    await focusIsOver(page)
    await dialog.getByRole('textbox', { name: 'Percent' }).pressSequentially('20')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change caps' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: /DACH desk/ }).getByText(/of 30$/)).toBeVisible()
    await expect(page.getByRole('row', { name: /French desk/ }).getByText(/of 36$/)).toBeVisible()
  })

  await test.step('and open for other hours', async () => {
    await selectDesks(page, ['DACH desk'])
    await page.getByRole('button', { name: 'Change opening hours' }).click()
    const dialog = page.getByRole('dialog')
    await focusIsOver(page)
    const from = dialog.getByLabel('From').first()
    await from.clear()
    await from.pressSequentially('0730AM')
    await from.press('Tab')
    await expect(from).toHaveValue('07:30')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change opening hours' }).click()
    await expect(dialog).toBeHidden()
    await page
      .getByRole('row', { name: /DACH desk/ })
      .getByRole('link')
      .first()
      .click()
    await expect(main.getByText('07:30').first()).toBeVisible()
  })

  await test.step('a change that was wrong is taken back', async () => {
    await page.getByRole('tab', { name: 'Changes' }).click()
    const caps = page.getByRole('row', { name: /Caps/ })
    await caps.getByRole('button', { name: 'Revert' }).click()
    await expect(main.getByText(/of 25$/)).toBeVisible()
  })

  await test.step('contracts that end within thirty days', async () => {
    await openList(page, 'Brokers')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await choose(page, 'Contract expires', 'Next 30 days')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row', { name: /Monte Azul/ })).toContainText('in 27 days')
    await expectAccessible(page)
  })
})

async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click()
  // The page before it has filters of its own.
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${name}( |$)`) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function selectDesks(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check()
  }
}
