import type { Page } from '@playwright/test'

import { expect, expectAccessible, focusIsOver, test } from './parts/story.ts'

test('a person edits in place, in bulk, undoes, copies, and loses nothing typed', async ({
  page,
  context,
  signIn,
}) => {
  test.setTimeout(240_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn('Administrator')
  await page.goto('/settings/sources')
  const rows = page.locator('tbody tr')
  await expect(rows.nth(2)).toBeVisible()
  const cell = rows.first().locator('[data-inline=name]')
  const old = await rows.first().getByRole('link').first().innerText()

  await test.step('a cell opens by double click, saves by Enter, and is undone by its toast', async () => {
    await cell.locator('xpath=ancestor::td').dblclick({ position: { x: 4, y: 4 } })
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(name).toBeFocused()
    await expectAccessible(page)
    await name.fill('Aa renamed in place')
    await name.press('Enter')
    await expect(page.getByRole('link', { name: 'Aa renamed in place' })).toBeVisible()
    await expect(rows.first().locator('[data-inline=name] [data-edit]')).toBeFocused()
    await expect.poll(() => coveredByToast(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByText('Undone')).toBeVisible()
    await expect(page.getByRole('link', { name: old, exact: true })).toBeVisible()
  })

  await test.step('Escape leaves the value as it was', async () => {
    await cell.locator('[data-edit]').focus()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Name' }).fill('not this')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(cell.locator('[data-edit]')).toBeFocused()
    await expect(page.getByRole('link', { name: old, exact: true })).toBeVisible()
  })

  await test.step('all that match are edited by a job, whose report and undo survive', async () => {
    await page.goto('/lead/search')
    await expect(page.getByRole('row')).toHaveCount(26)
    await page.locator('thead input[type=checkbox]').click()
    await expect(page.getByText('25 selected')).toBeVisible()
    await page.getByRole('button', { name: /^Select all 2,\d+ that match$/ }).click()
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('combobox', { name: 'Field to change' }).click()
    await page.getByRole('option', { name: 'Funnel' }).click()
    await page.getByRole('textbox', { name: 'Funnel' }).fill('autumn')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Change 2,\d+ leads$/ }).click()
    await expect(page.getByText(/This changes Funnel of 2,\d+ leads/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Change 2,\d+ leads$/ }).click()
    await expect(page.getByRole('progressbar').first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo what was done' }).click({ timeout: 90_000 })
    await expect(page.getByText('It is being undone in the background.')).toBeVisible()
    await page.goto('/profile/jobs')
    await expect(page.getByRole('row').nth(1)).toContainText(/Leads: Undo.*Finished/, {
      timeout: 90_000,
    })
  })

  await test.step('a deleted lead comes back by Ctrl+Z; the focus stays in the list', async () => {
    await page.goto('/lead/search')
    const first = page.locator('tbody tr').first()
    const id = await first.locator('[data-copy]').first().getAttribute('data-copy')
    const copied = page.locator(`[data-copy="${id}"]`)
    await first.getByRole('button', { name: /^Actions for/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(copied).toHaveCount(0)
    await expect(first.getByRole('button', { name: /^Actions for/ })).toBeFocused()
    const bar = page.getByRole('group', { name: 'What you did last' })
    await expect(bar).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Control+z')
    await expect(copied).toHaveCount(1)
    await expect(bar).toHaveCount(0)
  })

  await test.step('an e-mail is copied from its row once revealed, seen on hover only', async () => {
    await page.getByRole('button', { name: 'Reveal contacts on this page' }).click()
    const tool = page.locator('tbody tr').nth(2).locator('[data-copy*="@"]')
    await expect(tool).toHaveCSS('opacity', '0')
    await page.locator('tbody tr').nth(2).hover()
    await expect(tool).toHaveCSS('opacity', '1')
    await tool.click()
    await expect(page.getByText('Copied')).toHaveCount(1)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await tool.getAttribute('data-copy'))
    await expect(page).toHaveURL(/\/lead\/search$/)
  })

  await test.step('a dirty form asks before Escape, a link, the back button and a reload', async () => {
    await page
      .locator('tbody tr')
      .nth(2)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const city = page.getByRole('dialog').getByLabel('City')
    await city.fill('Nowhere')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await page.goBack()
    await question.getByRole('button', { name: 'Go on editing' }).click()
    await expect(city).toHaveValue('Nowhere')
    const asked = page.waitForEvent('dialog')
    const reload = page.reload()
    const native = await asked
    expect(native.type()).toBe('beforeunload')
    await native.accept()
    await reload
    // What was typed is back, and goes by a choice of its own.
    await expect(page.getByRole('dialog').getByLabel('City')).toHaveValue('Nowhere')
    await page.getByRole('button', { name: 'Discard it' }).click()
    await expect(page.getByRole('dialog').getByLabel('City')).not.toHaveValue('Nowhere')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/lead\/search$/)
  })

  await test.step('B21: no message stands over what can be pressed, on a phone neither', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/settings/tags')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(`Renamed ${Date.now()}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Setting successfully updated')).toBeVisible()
    await expect.poll(() => coveredByToast(page)).toEqual([])
  })
})

/** What a message hides of that which can be pressed; waits until there is a message. */
async function coveredByToast(page: Page): Promise<string[]> {
  return page
    .locator('.MuiAlert-filled')
    .first()
    .evaluate((toast) =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, input')]
        .filter((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          const found = document.elementFromPoint(left + width / 2, top + height / 2)
          return !toast.contains(one) && found !== null && toast.contains(found)
        })
        .map((one) => one.outerHTML.slice(0, 200)),
    )
}

test('every act of a list is done by keyboard alone', async ({ page, signIn }) => {
  await signIn('Administrator')
  await page.goto('/settings/tags')
  const rows = page.locator('tbody tr')
  await expect(rows.nth(1)).toBeVisible()
  await page.locator('thead input[type=checkbox]').focus()
  const tab = async (times: number) => {
    for (let n = 0; n < times; n += 1) await page.keyboard.press('Tab')
  }
  while (!(await rows.first().locator('input[type=checkbox]').evaluate(isFocused))) await tab(1)
  await page.keyboard.press(' ')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(rows.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Aa by keyboard')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Aa by keyboard' })).toBeVisible()
  // Keys right after a save belong to what was typed.
  await expect(async () => {
    await page.keyboard.press('m')
    await expect(page.getByRole('menu')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await focusIsOver(page)
  await page.keyboard.press('Escape')
  await expect(rows.first().getByRole('button', { name: /^Actions for/ })).toBeFocused()
})

const isFocused = (element: Element) => element === document.activeElement

test('a tag is merged into another one, and goes', async ({ page, signIn }) => {
  await signIn('Administrator')
  for (const name of ['Zz tepid', 'Zz warm']) {
    await page.goto('/settings/tags')
    await page.getByRole('link', { name: 'New tag' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Setting successfully created').first()).toBeVisible()
  }
  await page.goto('/settings/tags')
  await page.getByRole('button', { name: 'Actions for Zz tepid' }).click()
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Nothing uses it.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Merge into' }).fill('Zz warm')
  await page.getByRole('option', { name: 'Zz warm' }).click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByText('Finished')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Zz warm' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Zz tepid' })).toHaveCount(0)
})
