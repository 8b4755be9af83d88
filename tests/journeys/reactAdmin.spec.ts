import { resolve } from 'node:path'

import reactPlugin from '@vitejs/plugin-react'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

import { expect, test as story } from './parts/story.ts'

const entry = resolve(import.meta.dirname, '../fixtures/reactAdminConsole.tsx')

/** Puts the console with the views under test in the place of the business's. */
const fixtureConsole: Plugin = {
  name: 'fixture-console',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './main.tsx' && importer?.endsWith('/loadConsole.ts') ? entry : undefined,
}

/** The sources as they are, in development, where React and react-admin say what they do not like. */
const test = story.extend<{ warnings: string[] }, { browserServer: ViteDevServer }>({
  browserServer: [
    async ({ address }, run) => {
      const server = await createServer({
        configFile: false,
        logLevel: 'error',
        plugins: [reactPlugin(), fixtureConsole],
        optimizeDeps: { entries: ['index.html', entry] },
        server: {
          host: '127.0.0.1',
          port: 0,
          hmr: false,
          watch: null,
          proxy: { '/api': { target: address, changeOrigin: true } },
        },
      })
      await server.listen()
      await run(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ browserServer }, run) => run(browserServer.resolvedUrls?.local[0] ?? ''),
  warnings: [
    async ({ page }, run) => {
      const warnings: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text())
      })
      await run(warnings)
      expect(warnings).toEqual([])
    },
    { auto: true },
  ],
})

// In one worker: to serve the sources takes longer than a story.
test.describe.configure({ mode: 'default' })

test('react-admin: its buttons, filters and paths stand in a list by hand', async ({
  page,
  signIn,
}) => {
  await signIn('Administrator')
  await page.goto('/brokers')
  await expect(page).toHaveURL(/\/broker\/search/)
  await expect(page.getByRole('heading', { name: 'Brokers by hand' })).toBeVisible()
  await expect(page.getByText('May not fly')).toBeVisible()
  await expect(page.getByText('May fly')).toBeHidden()
  const first = await page.locator('tbody tr').first().locator('td').nth(1).innerText()
  await page.getByRole('textbox').first().fill(first)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export rows' }).click()
  expect((await saved).suggestedFilename()).toBe('brokers.csv')
  await page.getByRole('button', { name: 'Drop' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(0)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: 'New by path' }).click()
  await expect(page).toHaveURL(/\/broker\/search\/create(?:\?|$)/)

  // A list that draws react-admin's own `List` is read once.
  await page.goto('/tags')
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const asked = page.waitForResponse((one) => one.url().includes('sort=name'))
  await page.locator('thead').getByRole('button', { name: 'Name' }).click()
  await asked
  await page.getByRole('link', { name: 'Twin' }).first().click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
  await name.fill(`${await name.inputValue()} by hand`)
  const made = page.waitForResponse((one) => one.url().endsWith('/settings/tag'))
  await page.getByRole('dialog').getByRole('button', { name: /save/i }).click()
  expect((await made).status()).toBe(201)
  await expect(rows.filter({ hasText: 'by hand' })).toHaveCount(1)
})

test('react-admin: a page of tabs shows what refers to its record, and writes', async ({
  page,
  signIn,
}) => {
  await signIn('Administrator')
  await page.goto('/brokers')
  await page.getByRole('link', { name: 'Look' }).first().click()
  await expect(page).toHaveURL(/\/broker\/search\/\d+\/show(?:\?|$)/)
  await expect(page.getByText(/^3 tags, regulated by/)).toBeVisible()
  await page.getByRole('button', { name: 'Set the regulator' }).click()
  await expect(page.getByText('3 tags, regulated by Set by hand')).toBeVisible()
  await page.getByRole('tab', { name: 'Departments' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('tbody').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/broker\/search\/\d+(?:\?|$)/)
  await expect(page.getByRole('tab', { name: 'Pages' })).toBeVisible()
})

test('react-admin: a form of tabs with references and rows saves what was changed', async ({
  page,
  signIn,
}) => {
  await signIn('Administrator')
  await page.goto('/brokers')
  await page.getByRole('link', { name: 'Change' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Pages' }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('textbox').last().fill('https://by-hand.example.com')
  const written = page.waitForResponse((one) => one.request().method() === 'PUT')
  await dialog.getByRole('button', { name: /save/i }).click()
  const response = await written
  expect(response.status()).toBe(200)
  expect(Object.keys(response.request().postDataJSON())).toEqual(['company_web_pages', 'version'])
  await expect(page).toHaveURL(/\/broker\/search(?:\?|$)/)

  await page.goto('/broker_departments')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByRole('combobox').click()
  await page.getByRole('option').nth(1).click()
  const moved = page.waitForResponse((one) => one.request().method() === 'PUT')
  await dialog.getByRole('button', { name: /save/i }).click()
  expect(Object.keys((await moved).request().postDataJSON())).toEqual(['broker_id', 'version'])
})
