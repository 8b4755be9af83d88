import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { expect, test, type Page } from '@playwright/test'

import { startSpecServer, type SpecServer, type SpecUser } from '../fixtures/specServer.ts'

/** The built console, with a second server that implements nothing but the calls of specification 7. */
const built = resolve(import.meta.dirname, '../../dist/browser')
let files: string
let server: SpecServer
let first: SpecUser
let problems: string[]

test.beforeAll(async () => {
  expect(existsSync(join(built, 'index.html')), 'the console is built').toBe(true)
  files = mkdtempSync(join(tmpdir(), 'leadgate-spec-'))
  cpSync(built, files, { recursive: true })
  server = await startSpecServer({
    files,
    localizations: { de: { console: { sign_out: 'Abmelden' } } },
  })
  first = structuredClone(server.user)
})
test.afterAll(async () => {
  await server.stop()
  rmSync(files, { recursive: true })
})
test.beforeEach(({ page }) => {
  Object.assign(server.user, structuredClone(first))
  server.mend()
  server.calls.length = 0
  problems = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    // The browser itself notes every call that the server refuses.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) problems.push(message.text())
  })
})

async function signIn(page: Page, changes: Partial<SpecUser> = {}) {
  Object.assign(server.user, changes)
  await page.goto(server.origin)
  await page.getByLabel('E-mail').fill(server.user.email)
  await page.getByLabel('Password', { exact: true }).fill(server.user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
}

const kept = (page: Page, name: string) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `leadgate.${name}`)

test('a day behind a server that knows only the specification', async ({ page }) => {
  await page.goto(server.origin)
  await page.getByLabel('E-mail').fill(server.user.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Wrong e-mail or password')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(server.user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${server.origin}/lead/search`)
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  await expect(
    page.getByRole('main').getByText('The server has nothing at this address.'),
  ).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('listitem')).toHaveText(['Leads', 'Brokers'])
  await page.getByRole('button', { name: 'Notifications (1)' }).click()
  await expect(page.getByText('Read me')).toBeVisible()
  await page.keyboard.press('Escape')
  const states = async () => {
    const lists: object = (await kept(page, 'options')) ?? {}
    return Object.values(lists).map(({ state }) => state)
  }
  await expect.poll(states, { timeout: 50_000 }).toEqual(Array(12).fill('loaded'))
  server.break('DELETE /logout')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/`)
  expect([await kept(page, 'auth'), await kept(page, 'options')]).toEqual([null, null])
  expect(problems).toEqual([])
})

test('the dashboard stands without numbers, in the language of the user', async ({ page }) => {
  await signIn(page, { permissions: ['dashboard.view', 'lead.view'], settings: { locale: 'de' } })
  await expect(page).toHaveURL(`${server.origin}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible()
  expect(problems).toEqual([])
})

test('a session that the server forgets ends after three seconds', async ({ page }) => {
  await signIn(page, { permissions: ['lead.view', 'broker.view'] })
  server.forget()
  await page.getByRole('link', { name: 'Brokers' }).click()
  const warning = page.getByText('Token has expired. Login again.', { exact: true })
  // A list of which the server knows nothing is no sign of it; the next profile is.
  await expect(warning.first()).toBeVisible({ timeout: 35_000 })
  await expect(warning).toHaveCount(1)
  const warned = Date.now()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(Date.now() - warned).toBeGreaterThan(2000)
  expect(await kept(page, 'auth')).toBeNull()
  expect(problems).toEqual([])
})

test('a lost connection is told while it lasts', async ({ page, context }) => {
  await signIn(page)
  const notice = page.getByText('Internet connection is lost')
  await expect(notice).toHaveCount(0)
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
})

const profile = { permissions: ['lead.view', 'user.profile.view'] }

async function openProfile(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
}

test('files that do not come raise the preload error; a reload keeps the address', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.addEventListener('vite:preloadError', (event) => {
      document.documentElement.dataset['raised'] = String(event.cancelable)
    })
  })
  await signIn(page, profile)
  await page.route(/ProfilePage-[^/]*\.js$/, (route) => route.abort())
  await openProfile(page)
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset['raised'])).toBe('true')
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await page.unroute(/ProfilePage-[^/]*\.js$/)
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await expect(page).toHaveURL(`${server.origin}/profile`)
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('a screen that comes late has a spinner after half a second, not before', async ({ page }) => {
  await signIn(page, profile)
  let send = () => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/ProfilePage-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  const spinner = page.getByRole('main').getByText('Loading …')
  await page.evaluate(watchSpinner)
  await openProfile(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  await expect(spinner).toBeVisible()
  const waited = await page.evaluate(() => Number(document.documentElement.dataset['waited']))
  expect(waited).toBeGreaterThanOrEqual(500)
  send()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(spinner).toHaveCount(0)
  expect(problems).toEqual([])
})

/** In the page: notes how long after the last click the text of the spinner appears. */
function watchSpinner() {
  let clicked = 0
  window.addEventListener('click', () => (clicked = performance.now()), true)
  new MutationObserver(() => {
    const { dataset } = document.documentElement
    const isShown = document.querySelector('main .loading')?.textContent?.includes('Loading …')
    if (isShown) dataset['waited'] ??= String(performance.now() - clicked)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
