import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { Page } from '@playwright/test'

import { startSpecServer, type SpecServer, type SpecUser } from '../fixtures/sending/specServer.ts'
import { expect, test } from './parts/story.ts'

/** The built console, with a second server that implements nothing but the calls of specification 7. */
const built = resolve(import.meta.dirname, '../../dist/browser')
let files: string
let server: SpecServer
let first: SpecUser

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
test.beforeEach(() => {
  Object.assign(server.user, structuredClone(first))
  server.mend()
  server.calls.length = 0
  server.flaws.length = 0
})
test.afterEach(() => expect(server.flaws).toEqual([]))

// The browser itself notes every call that the server refuses.
test.use({ expected: /^Failed to load resource/ })

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

test('a visitor finds the form at / and /login, is led there from a screen, and finds nothing elsewhere', async ({
  page,
}) => {
  const form = page.getByRole('button', { name: 'Sign in' })
  for (const path of ['/', '/login']) {
    await page.goto(server.origin + path)
    await expect(form).toBeVisible()
  }
  await page.goto(`${server.origin}/lead/search`)
  await expect(page).toHaveURL(`${server.origin}/`)
  await expect(form).toBeVisible()
  await page.goto(`${server.origin}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'OOPS!' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(form).toBeVisible()
  expect(server.calls.filter((call) => !/setup|localizations/.test(call))).toEqual([])
})

test('the cover stands beside the form, above it on a phone, in both colours', async ({ page }) => {
  await page.goto(`${server.origin}/login`)
  const cover = page.locator('svg.cover')
  const form = page.locator('form')
  const box = async (part: typeof cover) => {
    await expect(part).toBeVisible()
    const found = await part.boundingBox()
    if (!found) throw new Error('it has no place on the screen')
    return found
  }
  const colors: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [drawn, written] = [await box(cover), await box(form)]
    expect(drawn.x + drawn.width).toBeLessThanOrEqual(written.x)
    expect(drawn.height).toBeGreaterThan(600)
    colors.push(await page.locator('main').evaluate((one) => getComputedStyle(one).backgroundColor))
  }
  expect(new Set(colors).size).toBe(2)
  await page.setViewportSize({ width: 360, height: 740 })
  const [drawn, written] = [await box(cover), await box(form)]
  expect(drawn.y + drawn.height).toBeLessThanOrEqual(written.y)
  expect(written.width).toBeLessThanOrEqual(360)
})

test('the frame keeps its measures, its memory and its menus', async ({ page }) => {
  await signIn(page, { permissions: ['lead.view', 'broker.view', 'user.profile.view'] })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const width = async () => (await menu.locator('..').boundingBox())?.width
  expect(await width()).toBe(256)
  await page.getByRole('button', { name: 'Close menu' }).click()
  await expect.poll(width).toBe(80)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  expect(await width()).toBe(80)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/Ada/, 'Profile', 'Sign out'])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(menu).toBeHidden()
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(340, 400)]) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(menu).toBeVisible()
    await close()
    await expect(menu).toBeHidden()
  }
})

test('nothing moves for those who asked for less motion', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const longest = async () => {
    // Looked at in every frame: a fade of 300 ms may be over before anybody asks.
    await page.evaluate(() => {
      const seen = window as unknown as { longest: number; looking: number }
      cancelAnimationFrame(seen.looking)
      seen.longest = 0
      const look = () => {
        for (const { effect } of document.getAnimations()) {
          const { target } = effect as KeyframeEffect
          if (!target?.closest('.MuiDialog-root')) continue
          seen.longest = Math.max(seen.longest, Number(effect?.getComputedTiming().duration))
        }
        seen.looking = requestAnimationFrame(look)
      }
      look()
    })
    await opened(page)
    await expect(dialog.getByRole('combobox')).toBeFocused()
    const most = await page.evaluate(() => (window as unknown as { longest: number }).longest)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    return most
  }
  /** The keys come a moment after what stands on the screen. */
  const opened = (on: Page) =>
    expect(async () => {
      await on.keyboard.press('Control+k')
      await expect(dialog).toBeVisible({ timeout: 1_000 })
    }).toPass()
  await signIn(page)
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await longest()
  expect(await longest()).toBeGreaterThanOrEqual(200)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await longest()).toBeLessThanOrEqual(1)
})

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
})

test('the dashboard stands without numbers, in the language of the user', async ({ page }) => {
  await signIn(page, { permissions: ['dashboard.view', 'lead.view'], settings: { locale: 'de' } })
  await expect(page).toHaveURL(`${server.origin}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible()
})

test('a session that the server forgets ends after three seconds', async ({ page }) => {
  await signIn(page)
  server.forget()
  await page.getByRole('link', { name: 'Brokers' }).click()
  const warning = page
    .locator('.MuiAlert-message')
    .getByText('Token has expired. Login again.', { exact: true })
  // A list of which the server knows nothing is no sign of it; the next list of options is.
  await expect(warning.first()).toBeVisible()
  const warned = Date.now()
  await expect(warning).toHaveCount(1)
  const asked = server.calls.length
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  // The warning is looked for once a second.
  expect(Date.now() - warned).toBeGreaterThan(1000)
  expect(server.calls.slice(asked).filter((call) => !/setup|localizations/.test(call))).toEqual([])
  expect(await kept(page, 'auth')).toBeNull()
})

test('a lost connection is told while it lasts', async ({ page, context }) => {
  await signIn(page)
  const notice = page.getByText('Internet connection is lost')
  await expect(notice).toHaveCount(0)
  // What the page still loads would fail too.
  const main = page.getByRole('main')
  await expect(main.getByText('The server has nothing at this address.')).toBeVisible()
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

test('a screen that comes late has a spinner after half a second, not before', async ({ page }) => {
  await signIn(page, profile)
  let send = () => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/\/(part~)?ProfilePage-[^/]*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  const spinner = page.getByRole('main').getByText('Loading …')
  // On a busy machine the page before may be on its way itself.
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(watchSpinner)
  await openProfile(page)
  await expect(spinner).toBeVisible()
  const { waited, stayed } = await page.evaluate(() => document.documentElement.dataset)
  expect(Number(waited)).toBeGreaterThanOrEqual(500)
  expect(Number(stayed)).toBeGreaterThanOrEqual(500)
  send()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(spinner).toHaveCount(0)
})

test.describe('files that do not come', () => {
  // React tells what a screen has thrown.
  test.use({ expected: /^Failed to load resource|dynamically imported module|TypeError/ })

  const missing = /\/(part~)?ProfilePage-[^/]*\.js$/
  const signInWithout = async (page: Page) => {
    await signIn(page, profile)
    await page.route(missing, (route) => route.abort())
  }
  const listen = (page: Page, isHandled: boolean) =>
    page.addInitScript((handled) => {
      window.addEventListener('vite:preloadError', (event) => {
        document.documentElement.dataset['raised'] = String(event.cancelable)
        if (handled) event.preventDefault()
      })
    }, isHandled)
  const raised = (page: Page) => page.evaluate(() => document.documentElement.dataset['raised'])

  test('raise the preload error, which is thrown on; a reload keeps the address', async ({
    page,
    problems,
  }) => {
    await listen(page, false)
    await signInWithout(page)
    // The page loads itself anew, once.
    const again = page.waitForEvent('load')
    await openProfile(page)
    await again
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
    expect(await raised(page)).toBe('true')
    await expect.poll(() => problems.join()).toContain('dynamically imported module')
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
    await page.unroute(missing)
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await expect(page).toHaveURL(`${server.origin}/profile`)
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  })

  test('raise an error that is not thrown on where somebody handles it', async ({
    page,
    problems,
  }) => {
    await listen(page, true)
    await signInWithout(page)
    // The page loads itself anew, once.
    const again = page.waitForEvent('load')
    await openProfile(page)
    await again
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
    expect(await raised(page)).toBe('true')
    expect(problems.join()).not.toContain('dynamically imported module')
  })
})

/** In the page: notes how long after the last click the old screen stays, and the text of the spinner appears. */
function watchSpinner() {
  let clicked = 0
  window.addEventListener('click', () => (clicked = performance.now()), true)
  new MutationObserver(() => {
    const { dataset } = document.documentElement
    const since = String(performance.now() - clicked)
    const isShown = document.querySelector('main .loading')?.textContent?.includes('Loading …')
    if (isShown) dataset['waited'] ??= since
    if (document.querySelector('main h1') === null) dataset['stayed'] ??= since
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
