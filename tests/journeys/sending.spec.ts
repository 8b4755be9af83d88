import { expect, expectAccessible, test } from './parts/story.ts'

test('a sender sees what would become of leads, sends them and finds their sends', async ({
  page,
  signIn,
}) => {
  await signIn('Sender')
  await page.goto('/lead/search')
  await expect(page.getByRole('row')).toHaveCount(26)
  for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Choose where the leads go')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'Broker' }).click()
  await page.keyboard.type('Test br', { delay: 30 })
  await page.getByRole('option', { name: 'Test broker' }).click()
  await expect(dialog.getByText('3 of 3 leads will be sent.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 3 leads to Test broker / Test desk' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()

  await page.goto('/lead/history/search')
  const sends = page.getByRole('row').filter({ hasText: 'Test desk' })
  await expect(sends).toHaveCount(3)
  await expect(async () => {
    await page.reload()
    await expect(
      sends.filter({ hasText: /Sent|Rejected|Waiting|Retrying|Unknown|Skipped|Failed/ }),
    ).toHaveCount(3, {
      timeout: 3_000,
    })
  }).toPass({ timeout: 60_000 })
  await expectAccessible(page)
  await sends.first().getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: /Test desk/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Attempts' })).toBeVisible()
  await expectAccessible(page)
})

test('a manager goes from the desks to what they made of their leads', async ({ page, signIn }) => {
  await signIn('Manager')
  await page.goto('/broker/department/search')
  await page.getByRole('link', { name: 'FTD statistics' }).click()
  const table = page.getByRole('table', { name: 'FTD statistics' })
  await expect(table.getByRole('row', { name: /UK desk/ })).toBeVisible()
  await expectAccessible(page)
})

test('an integrator mends what no longer understands its broker, and takes it back into use', async ({
  page,
  signIn,
}) => {
  await signIn('Integrator')
  await page.goto('/send/integration/search')
  await page.getByRole('link', { name: 'Test broker, played' }).click()
  await expect(page.getByRole('heading', { name: /^Test broker, played/ })).toBeVisible()
  // The broker answers in other words from now on.
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const url = page.getByRole('textbox', { name: 'URL' }).first()
  const broken = (await url.inputValue()).replace('/mixed', '/unmatched')
  await url.clear()
  await url.pressSequentially(broken)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const state = page.getByRole('main').locator('.color-chip')
  await expect(state.first()).toHaveText('Draft')

  await page.getByRole('button', { name: 'Test call' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make the call' }).click()
  await expect(dialog.getByText('queued for review').first()).toBeVisible()
  await expect(dialog.getByRole('status')).not.toContainText('Success')
  await expectAccessible(page)
  await dialog.getByRole('combobox', { name: 'It means' }).click()
  await page.getByRole('option', { name: 'Success' }).click()
  await dialog.getByRole('button', { name: 'Add the rule' }).click()
  await expect(dialog.getByRole('button', { name: 'Add the rule' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Once more' }).click()
  await dialog.getByRole('button', { name: 'Make the call' }).click()
  await expect(dialog.getByRole('status')).toContainText('Success')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await expect(state.first()).toHaveText('Tested')
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(state.first()).toHaveText('Active')
  await expectAccessible(page)
})
