import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

import { call, signIn as tokenOf } from '../../fixtures/process.ts'
import { delayAnswers } from './late.ts'
import { startConsole } from './start.ts'
import { watch } from './watch.ts'

/** Demo sign-ins by the name of their role, as the start prints them. */
function accountOf(role: string): { email: string; password: string } {
  const lines = process.env['CONSOLE_ACCOUNTS'] ?? ''
  const found = new RegExp(`^ {2}(\\S+@\\S+) +(\\S+) +.*${role}`, 'm').exec(lines)
  if (!found?.[1] || !found[2]) throw new Error(`no demo sign-in for ${role} in:\n${lines}`)
  return { email: found[1], password: found[2] }
}

/** The stories of a worker share their accounts: none finds the columns, the density or the language that another left. */
export async function prepareAccount(address: string, role: string, locale: string): Promise<void> {
  const { email, password } = accountOf(role)
  const token = await tokenOf(address, email, password)
  const { body } = await call(address, 'GET', '/profile/preferences', { token })
  for (const key of Object.keys(body.data)) {
    await call(address, 'DELETE', `/profile/preferences/${key}`, { token })
  }
  await call(address, 'PUT', '/profile/settings', { token, body: { locale } })
  await call(address, 'DELETE', '/logout', { token })
}

interface Fixtures {
  /** Whether every answer of the API comes late; the times are those of `SEED`, which is 1. */
  readonly late: boolean
  /** Signs in to a demo account, whose language is English unless another is given. */
  readonly signIn: (role: string, locale?: string) => Promise<void>
  /** What the browser is expected to complain about. */
  readonly expected: RegExp
  readonly problems: string[]
}

/** Fails its story on any console error or unhandled rejection of any page it opens. */
export const test = base.extend<Fixtures, { readonly address: string }>({
  address: [
    // Stories that run at the same time do not meet: each worker has a console of its own.
    // Playwright reads from this pattern what a fixture needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, run) => {
      const { address, stop } = await startConsole()
      await run(address)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ address }, run) => run(address),
  late: [false, { option: true }],
  context: async ({ context, late }, run) => {
    if (late) await delayAnswers(context, Number(process.env['SEED'] ?? 1))
    await run(context)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
  expected: [/^$/, { option: true }],
  problems: [
    async ({ browser, expected }, run) => {
      const { problems, stop } = watch(browser)
      await run(problems)
      stop()
      expect(problems.filter((one) => !expected.test(one))).toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ page, address }, run) => {
    await run(async (role, locale = 'en') => {
      const { email, password } = accountOf(role)
      await prepareAccount(address, role, locale)
      await page.goto('/')
      await page.getByLabel(/e-mail/i).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: /sign in/i }).click()
      await expect(page.getByRole('navigation').first()).toBeVisible()
      // The page comes a moment after what stands around it.
      await expect(page.locator('main h1').first()).toBeVisible()
    })
  },
})

/** Colours are judged when nothing moves any more; what never ends, a spinner, is not waited for. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    // What was just mounted begins to move in the frame after its first.
    await frame()
    await frame()
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** What axe finds on the screen as it stands, of any level. */
export async function findingsOn(page: Page): Promise<string[]> {
  await standsStill(page)
  // In the page itself, which takes half the time; there are no frames. What is in order needs no list of its elements,
  // which took a third of the rest.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ html }) => html)
        .slice(0, 3)
        .join(' | ')}`,
  )
}

/** What opens over the page takes the focus a moment after it is seen; a key before goes to the page. */
export const focusIsOver = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => !!document.activeElement?.closest('.MuiModal-root')))
    .toBe(true)

export async function expectAccessible(page: Page): Promise<void> {
  expect(await findingsOn(page)).toEqual([])
}

export { expect }
