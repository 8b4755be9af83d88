import { expect } from '../parts/story.ts'
import type { Visit } from './visit.ts'

/** A list of a few rows: what stands in them was looked at with all of them. */
const few = 'lead/search?filter=%7B%22search%22%3A%22anna%22%7D'

/** Everything that opens over a list to choose from. */
export async function menus({ page, dialog, button, go, open, look, close }: Visit) {
  await go(few)
  await expect(page.locator('tbody tr').first()).toBeVisible()
  for (const key of ['language', 'help', 'account', 'density', 'view', 'actions_for']) {
    await open(`menu ${key}`, button(key), 'menu')
    await close()
  }
  const bell = page.getByRole('banner').locator('[aria-haspopup=menu]').nth(2)
  await open('menu of the bell', bell, 'menu')
  await close()
  await open('columns', button('columns'), 'dialog')
  await dialog.getByRole('searchbox').fill('q q q')
  await look('columns, none found')
  await close()
  await button('help').hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await look('hint')
  await open('page size', page.locator('.MuiTablePagination-root [role=combobox]'), 'listbox')
  await close()
}

/** Each control of the filters, opened and set, and the conditions of one's own. */
export async function filters({ page, say, button, go, open, look, close }: Visit) {
  await go(few)
  const panel = page.getByRole('group', { name: say('filters') })
  const opener = page.getByRole('button', { name: new RegExp(`^${String(say('filters'))}`) })
  if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click()
  await open('filter by period', panel.getByRole('combobox').first(), 'listbox')
  await page.getByRole('option').nth(1).click()
  await open('filter by days and by records', panel.getByRole('combobox').nth(1), 'listbox')
  await page.getByRole('option').first().click()
  await close()
  await button('own_conditions').click()
  await button('add_condition').click()
  await look('condition, its field open')
  await close()
  await button('add_group').click()
  await close()
  await look('group of conditions')
  await button('clear_all').click()
  await panel.getByRole('textbox').first().fill('999999999')
  await expect(page.getByText(say('no_match'))).toBeVisible()
  await look('nothing matches')
  await button('filters').or(opener).first().click()
}

/** What is asked before and told after something is done to the whole list or to many of it. */
export async function bulk({ page, say, dialog, button, go, open, look, close }: Visit) {
  await go(few)
  await open('export', button('export'), 'dialog')
  await dialog.getByRole('button', { name: say('export'), exact: true }).click()
  await expect(dialog.getByRole('button', { name: say('download') })).toBeVisible()
  await look('export is done')
  await close()
  await page.locator('thead input[type=checkbox]').click()
  await look('rows are chosen')
  const act = (key: string) =>
    page.getByRole('toolbar').getByRole('button', { name: say(key), exact: true })
  await act('edit').click()
  await open('bulk edit, choice of a field', dialog.getByRole('combobox'), 'listbox')
  await page.getByRole('option').nth(3).click()
  await look('bulk edit of a field')
  await dialog.getByRole('button', { name: say('cancel'), exact: true }).click()
  await act('resources.leads.actions.tag.label').click()
  await open('act with records', dialog.getByRole('combobox').first(), 'listbox')
  await page.keyboard.press('Escape')
  await close()
  await open('bulk delete', act('delete'), 'dialog')
  await close()
}

/** A saved view from its name to its end. */
export async function views({ page, say, dialog, button, go, open, look, close }: Visit) {
  await go(few)
  const item = (key: string) => page.getByRole('menuitem', { name: say(key), exact: true })
  await button('view').click()
  await open('name of a view', item('view_save_as'), 'dialog')
  await dialog.getByRole('textbox').fill('A view to look at')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=/)
  await open('menu of an own view', button('view'), 'menu')
  await item('view_share').click()
  await dialog.getByRole('radio').nth(1).check()
  await open('role that a view is for', dialog.getByRole('combobox'), 'listbox')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: say('save'), exact: true }).click()
  await expect(dialog.getByRole('combobox')).toHaveAttribute('aria-invalid', 'true')
  await look('view that is refused')
  await close()
  await button('view').click()
  await open('delete a view', item('view_delete'), 'dialog')
  await dialog.getByRole('button', { name: say('delete'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** The search and the shortcuts, from the keyboard. */
export async function search({ page, say, dialog, go, look, close }: Visit) {
  await go(few)
  const box = dialog.getByRole('combobox')
  // The keys come once the page stands.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(box).toBeVisible({ timeout: 500 })
  }).toPass()
  await look('search, recent')
  await box.fill('anna')
  await expect(dialog.getByRole('option').nth(2)).toBeVisible()
  await look('search, found')
  await box.fill('qqqqqqq')
  await expect(dialog.getByText(say('nothing_found_for'))).toBeVisible()
  await look('search, nothing found')
  await close()
  await page.keyboard.press('?')
  await expect(dialog).toBeVisible()
  await look('shortcuts')
  await close()
}
