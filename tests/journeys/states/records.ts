import { signIn } from '../../fixtures/process.ts'
import { peopleCsv } from '../parts/people.ts'
import { expect } from '../parts/story.ts'
import type { Visit } from './visit.ts'

/** A form over its list: its choices, what is asked when it is left, and what stands there after it is saved. */
export async function forms({ page, say, dialog, button, go, open, look, close }: Visit) {
  await go('settings/sources')
  const first = page.locator('tbody tr').first()
  await first.getByRole('link').first().click()
  await expect(dialog.getByRole('textbox').first()).toBeVisible()
  await look('form over its list')
  await open('record to choose in a form', dialog.getByRole('combobox').first(), 'listbox')
  await page.getByRole('option', { selected: false }).first().click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: say('leave') })).toBeVisible()
  await look('leave without saving?')
  await button('leave_anyway').click()
  await expect(dialog).toHaveCount(0)
  const cell = first.locator('[data-inline=name]')
  const old = await first.getByRole('link').first().innerText()
  await cell.locator('xpath=ancestor::td').dblclick({ position: { x: 4, y: 4 } })
  await look('cell that is edited')
  await dialog.getByRole('textbox').fill(`${old}.`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByRole('button', { name: say('undo') })).toBeVisible()
  await look('toast with undo')
  await expect(page.getByRole('group', { name: say('last_act') })).toBeVisible()
  await look('what was done last')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('link', { name: old, exact: true })).toBeVisible()
  await first.getByRole('button', { name: say('actions_for') }).click()
  await open('delete?', page.getByRole('menuitem', { name: say('delete') }), 'dialog')
  await close()
}

/** A day from a calendar, and one that is written in no way that is understood. */
export async function dates({ page, dialog, go, open, look, close }: Visit) {
  await go('lead/search/create')
  const day = dialog.locator('input[name=date_of_birth]')
  await day.fill('31 31')
  await day.press('Tab')
  await expect(day).toHaveAttribute('aria-invalid', 'true')
  await look('date that is none')
  await day.fill('')
  const opener = dialog.locator('[data-field=date_of_birth]').getByRole('button')
  await open('calendar', opener, 'grid')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(day).toHaveValue(/\d{4}/)
  await day.fill('')
  await close()
}

/** A record with everything open that can be opened on it. */
export async function record({ page, say, button, go, open, look, close }: Visit) {
  await go('lead/single/1')
  const timeline = page.getByRole('tab', { name: say('timeline') })
  await timeline.click()
  await expect(timeline).toHaveAttribute('aria-selected', 'true')
  await look('timeline')
  await open('what else may be done', button('actions_for'), 'menu')
  const status = page.getByRole('menuitem', { name: say('resources.leads.actions.status.label') })
  await open('status to choose', status, 'dialog')
  await close()
  await go('profile/notifications')
  await page.locator('tbody tr').first().getByRole('link').first().click()
  await expect(page.getByRole('link', { name: say('all_notifications') })).toBeVisible()
  await look('notification')
}

/** A role: its matrix with areas open, searched and changed, and why it may or may not. */
export async function role({ page, say, dialog, button, go, open, look }: Visit) {
  await go('management/role/2/edit')
  const tools = page.getByRole('searchbox', { name: say('search_permissions') })
  await tools.fill('lead')
  await expect(page.getByRole('checkbox').nth(20)).toBeVisible()
  await page.getByRole('checkbox').nth(5).click()
  await expect(button('undo_changes')).toBeVisible()
  await look('matrix, searched and changed')
  await tools.fill('q q q')
  await look('matrix, nothing found')
  await button('undo_changes').click()
  await go('management/roles/2/show')
  await page.getByRole('button', { name: say('why') }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await look('why a role may')
  await open('act to ask about', dialog.getByRole('combobox').nth(1), 'listbox')
}

/** A file on its way in, from the choice to the report. */
export async function imports({ page, say, button, go, open, look, close }: Visit) {
  await go('lead/search/import')
  const input = page.locator('input[type=file]')
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer })
  await input.setInputFiles(file('people.pdf', Buffer.from('%PDF')))
  await expect(page.getByRole('alert')).toBeVisible()
  await look('import, wrong file')
  await input.setInputFiles(file('people.csv', peopleCsv(30, `state${Date.now()}`, 10)))
  await expect(page.getByRole('cell').first()).toBeVisible()
  await look('import, file')
  await button('next').click()
  await open('import, columns', page.getByRole('combobox').first(), 'listbox')
  await close()
  await button('start_import').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look('import, a source is missing')
  await page.getByRole('combobox', { name: say('resources.leads.fields.source') }).click()
  await page.getByRole('option').first().click()
  await button('start_import').click()
  await expect(button('download_failed')).toBeVisible()
  await look('import, report')
}

/** Who one is, and where one is signed in. */
export async function profile({ page, dialog, button, go, open, close }: Visit) {
  await signIn(new URL(page.url()).origin, 'admin@example.com', 'try-leadgate-now')
  await go('profile')
  await open('sign out others?', button('sign_out_others'), 'dialog')
  await expect(dialog).toBeVisible()
  await close()
}
