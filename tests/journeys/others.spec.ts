import { call, signIn as tokenOf } from '../fixtures/process.ts'
import { peopleCsv } from './parts/people.ts'
import { expect, expectAccessible, test } from './parts/story.ts'

test('an importer imports and cancels, and is offered nothing else', async ({ page, signIn }) => {
  await signIn('Importer')
  await page.goto('/lead/search')
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toBeVisible()
  await expect(page.getByRole('navigation').getByText('Roles')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const wrong = { name: 'people.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
  await page.getByLabel('File', { exact: true }).setInputFiles(wrong)
  await expect(
    page.getByText('File extension is not allowed please upload only csv/xlsx'),
  ).toBeVisible()

  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: peopleCsv(30_000, 'cancelled') }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: /^Source/ }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('button', { name: /cancel/i }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the job' }).click()
  await expect(page.getByText(/cancelled/i).first()).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
})

test('an analyst sees no phone in the clear and can change nothing', async ({ page, signIn }) => {
  const bodies: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/lead/')) bodies.push(await response.text().catch(() => ''))
  })
  await signIn('Analyst')
  await page.goto('/lead/search')
  await expect(page.getByRole('row')).toHaveCount(26)
  await expect(page.getByText(/\+\d\d•+\d{3}/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: /new lead|import/i })).toHaveCount(0)
  await page.goto('/lead/single/1')
  await expect(page.getByText(/•••@/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /edit|delete|status/i })).toHaveCount(0)
  await expectAccessible(page)
  expect(bodies.length).toBeGreaterThan(0)
  expect(bodies.join()).not.toMatch(/"phone":"\+\d{9,}"/)
  expect(bodies.join()).not.toMatch(/"email":"[^•"]+@/)
})

test('a user without any permission sees one page that says so, and no data is asked for', async ({
  page,
}) => {
  const address = process.env['CONSOLE_ADDRESS']!
  const token = await tokenOf(address, 'admin@example.com', 'try-leadgate-now')
  const role = await call(address, 'POST', '/management/role', {
    token,
    body: { name: `Nobody ${Date.now()}` },
  })
  const email = `nobody${Date.now()}@example.com`
  const [given, password] = ['a quiet long sentence', 'a sentence of my own']
  const user = await call(address, 'POST', '/management/user', {
    token,
    body: { name: `No Body ${Date.now()}`, email, password: given, roles: [role.body.data.id] },
  })
  expect(user.status, JSON.stringify(user.body)).toBe(201)
  const chosen = await call(address, 'PUT', '/profile/password', {
    token: await tokenOf(address, email, given),
    body: { current_password: given, new_password: password },
  })
  expect(chosen.status).toBe(200)

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/')
  await page.getByLabel(/e-mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: /sign in/i }).click()
  await expect(page.getByRole('heading', { name: /permission/i })).toBeVisible()
  await page.goto('/lead/search')
  await expect(page.getByRole('heading', { name: /permission/i })).toBeVisible()
  await expectAccessible(page)
  expect(
    asked.filter((url) =>
      /\/api\/(?!login|profile(?:\/preferences|\/device)?$|setup|localizations|events)/.test(url),
    ),
  ).toEqual([])
  expect(
    (await call(address, 'GET', '/lead/search', { token: await tokenOf(address, email, password) }))
      .status,
  ).toBe(403)
})

test('an unknown page says so, and its button goes one step back', async ({ page, signIn }) => {
  await signIn('Manager')
  await page.goto('/lead/search')
  await page.goto('/no/such/page')
  await expect(page.getByText('OOPS!')).toBeVisible()
  await expect(
    page.getByText("No signal here! we can't find the page you are looking for"),
  ).toBeVisible()
  await page.getByRole('button', { name: /back/i }).click()
  await expect(page).toHaveURL(/\/lead\/search/)
})

test('a privacy officer blocks an address and erases what is kept of a person', async ({
  page,
  signIn,
}) => {
  await signIn('Privacy officer')
  await page.goto('/lead/black_list')
  await page.getByRole('link', { name: 'New black list entry' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Value' }).pressSequentially('Stop.Calling@example.com')
  await form.getByRole('textbox', { name: 'Reason' }).pressSequentially('Asked by phone')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row', { name: /Asked by phone/ })).toContainText('s•••••@e•••.com')

  await page.goto('/lead/search')
  await page.getByRole('row').nth(20).getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: /^Who received the person/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Erase the person' }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).pressSequentially('By letter')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Erase the person' }).click()
  await expect(dialog.getByText('Leads emptied', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByRole('main')).toContainText('Erased')
})
