import { createServer, type AddressInfo } from 'node:net'

import { expect, test } from '@playwright/test'

import { call, signIn } from '../fixtures/process.ts'
import { peopleCsv } from './parts/people.ts'
import { startConsole } from './parts/start.ts'
import { watch } from './parts/watch.ts'

const account = { email: 'admin@example.com', password: 'try-leadgate-now' }

// A console whose page stands at one host and whose API at another. Chromium finds both names on loopback.
let running: Awaited<ReturnType<typeof startConsole>>
let port: number

test.beforeAll(async () => {
  port = await freePort()
  running = await startConsole({
    PORT: String(port),
    API_ORIGIN: `http://api.localhost:${port}`,
    CORS_ORIGINS: `http://console.localhost:${port}`,
  })
})
test.afterAll(() => running.stop())

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('specification 7: a console calls its API at another host: sign-in, lists, uploads and the live stream', async ({
  browser,
  page,
}) => {
  const { problems, stop } = watch(browser)
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) hosts.add(host)
  })
  await page.goto(`http://console.localhost:${port}/`)
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect((await stream).status()).toBe(200)
  await page.getByRole('navigation').getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Tags' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  const address = `http://127.0.0.1:${port}`
  const token = await signIn(address, account.email, account.password)
  const body = { name: 'From elsewhere' }
  expect((await call(address, 'POST', '/settings/tag', { token, body })).status).toBe(201)
  await expect(page.getByRole('link', { name: 'From elsewhere' })).toBeVisible()

  await page.goto(`http://console.localhost:${port}/lead/search/import`)
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: peopleCsv(20, 'hosts') }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('combobox', { name: /^Source/ }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Start import' }).click()
  await expect(page).toHaveURL(/import=\d+/)
  expect([...hosts]).toEqual([`api.localhost:${port}`])
  expect(problems).toEqual([])
  stop()
})
