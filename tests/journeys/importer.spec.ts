import type { Page } from '@playwright/test'

import { expect, expectAccessible, test } from './parts/story.ts'

/** What a colleague wrote by hand: its headers say nothing to the console. */
const header = 'Person;Familie;Anschrift elektronisch;Ruf;Staat;Ort'
const fields = ['First name', 'Last name', 'E-mail', 'Phone', 'Country', 'City']
const people = Array.from(
  { length: 6 },
  (_, n) => `Greta;Lund${n};greta.lund${n}@example.org;+44740012340${n};GB;Leeds`,
)
const wrong = [
  'Hanna;Moor;hanna.moor(at)example.org;+447400123420;GB;York',
  'Ivo;Sand;ivo.sand@example.org;4.47E+11;GB;York',
  'Greta;Again;greta.lund0@example.org;+447400123422;GB;York',
]
const fileOf = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[header, ...lines].join('\n')}\n`),
})

test('an importer brings a file, looks at it the next morning, fixes, tags and takes back', async ({
  page,
  signIn,
}) => {
  test.setTimeout(300_000)
  page.setDefaultTimeout(20_000)
  await signIn('Importer')
  const next = page.getByRole('button', { name: 'Next' })
  const main = page.getByRole('main')

  await test.step('maps the columns of a file by hand, and keeps that for the next one', async () => {
    await page.goto('/lead/search/import')
    await chooseFile(page, fileOf('fair.csv', [...people, ...wrong]))
    await expect(page.getByRole('cell', { name: '+447400123400' })).toBeVisible()
    await expect(page.getByText('Rows: 9')).toBeVisible()
    await expectAccessible(page)
    await next.click()
    for (const [at, name] of header.split(';').entries()) {
      await page.getByRole('combobox', { name: `Field for ${name}` }).click()
      await page.getByRole('option', { name: fields[at], exact: true }).click()
    }
    await expectAccessible(page)
    await next.click()
    const source = page.getByRole('combobox', { name: /^Source/ })
    await source.click()
    await source.pressSequentially('lantern')
    await page.getByRole('option', { name: 'Lantern Webinar' }).click()
    const name = page.getByRole('textbox', { name: 'Keep these columns and settings as' })
    await name.pressSequentially('Fair in Leeds')
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await expect(name).toHaveValue('')
    await page.getByRole('textbox', { name: 'Note' }).fill('Badges from the fair in Leeds')
    await expectAccessible(page)
  })

  await test.step('sees in a check what would come of it, and takes it in', async () => {
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible({ timeout: 30_000 })
    const refused = page.getByRole('table', { name: 'The first refused rows' })
    await expect(refused.getByRole('row')).toHaveCount(4)
    await expect(refused.getByRole('row', { name: /hanna\. ?moor\(at\)/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 6 rows' }).click()
    await expect(page.getByText('6 rows imported, 3 refused')).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)
  })

  await test.step('finds in the morning how the job ended, and what was refused', async () => {
    await page.goto('/profile/jobs')
    await expect(page.getByRole('row').nth(1)).toContainText(/Finished/)
    await expectAccessible(page)
    await page.goto('/profile/imports')
    const last = page.getByRole('row', { name: /fair\.csv/ })
    await expect(last).toContainText('Done')
    await expect(last).toContainText('Badges from the fair in Leeds')
    await expectAccessible(page)
    await last.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Open the result' }).click()
    const refused = page.getByRole('table', { name: 'The first refused rows' })
    await expect(refused.getByRole('row', { name: /4\.47E\+11/ })).toBeVisible()
  })
  const result = page.url()

  await test.step('mends a refused row, which becomes a lead at once', async () => {
    await page.goto('/failed/lead/search')
    const failed = page.getByRole('row', { name: /Hanna/ })
    await expect(failed).toContainText('Wrong e-mail')
    await expectAccessible(page)
    await failed.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = page.getByRole('dialog')
    const email = form.getByRole('textbox', { name: 'E-mail', exact: true })
    await email.clear()
    await email.pressSequentially('hanna.moor@example.org')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form).toHaveCount(0)
    await expect(failed).toContainText('Fixed')
  })

  await test.step('is told of another why trying again changes nothing', async () => {
    await page.getByRole('row', { name: /Ivo/ }).getByRole('checkbox').check()
    const bar = page.getByRole('toolbar')
    await bar.getByRole('button', { name: 'Try again', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /Try again/ }).click()
    await expect(dialog.getByRole('status')).toContainText('1')
    await expect(dialog).toContainText('A spreadsheet has cut digits off this number')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('tags some of what came', async () => {
    await page.goto(result)
    await page.getByRole('link', { name: 'Show leads' }).click()
    const rows = page.locator('tbody tr')
    await expect(rows).toHaveCount(7)
    await expect(main).toContainText('Hanna Moor')
    for (const name of ['Greta Lund1', 'Greta Lund2']) {
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .check()
    }
    await page.getByRole('button', { name: 'Add and remove tags' }).click()
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('combobox', { name: 'Add' })
    await add.click()
    await add.pressSequentially('webi')
    await page.getByRole('option', { name: 'Webinar' }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: /tags/i }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('cell', { name: 'Webinar', exact: true })).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('finds by the kept columns that the next file brings nobody new', async () => {
    await page.goto('/lead/search/import')
    await chooseFile(page, fileOf('fair again.csv', people))
    await next.click()
    await expect(page.getByRole('combobox', { name: 'Kept mapping' })).toHaveText('Fair in Leeds')
    await expect(page.getByRole('combobox', { name: 'Field for Ruf' })).toHaveText('Phone')
    await next.click()
    await expect(page.getByRole('combobox', { name: /^Source/ })).toHaveValue('Lantern Webinar')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('are there already')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Import 0 rows' })).toBeDisabled()
    await expectAccessible(page)
  })

  await test.step('takes the file back, but for the leads that somebody has worked with', async () => {
    await page.goto(result)
    await page.getByRole('button', { name: 'Undo this import' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('What somebody has worked with since stays.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Undo this import' }).click()
    await expect(page.getByText(/^The import is undone: \d+ records? /)).toBeVisible({
      timeout: 30_000,
    })
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show leads' }).click()
    await expect(page.getByRole('row', { name: /Greta Lund1/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Greta Lund0/ })).toHaveCount(0)
  })
})

async function chooseFile(page: Page, file: ReturnType<typeof fileOf>): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
}
