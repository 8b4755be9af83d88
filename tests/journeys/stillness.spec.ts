import { atRest, shiftsOn, watchShifts } from './parts/shifts.ts'
import { expect, test } from './parts/story.ts'

/** Nothing is known of languages and lists yet, as after the first sign-in on a machine. */
const forget = () => {
  for (const key of Object.keys(localStorage)) {
    if (!/session|auth/.test(key)) localStorage.removeItem(key)
  }
}

const screens = ['lead/search', 'lead/search/1', 'management/user/2/edit', 'dashboard', 'profile']

// That every screen stands still when its answers come at once, the visits for axe and for the phone see.
test('nothing moves after the first paint while answers are late', async ({ page, signIn }) => {
  test.setTimeout(300_000)
  const findings: Record<string, string[]> = {}
  const visit = async (name: string, address: string) => {
    await page.goto(`/${address}`)
    await atRest(page)
    const moved = await shiftsOn(page)
    if (moved.length > 0) findings[name] = moved
  }
  await watchShifts(page)
  await visit('sign-in', '')
  await signIn('Administrator')
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    for (const screen of screens) {
      await page.evaluate(forget)
      await visit(`${screen} at ${width} px`, screen)
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(findings).toEqual({})
})

/** Runs in the page: every transition that ends, with its time in milliseconds. */
function recordTransitions(): void {
  const seen: string[] = []
  Object.assign(window, { seen })
  const record = ({ target, propertyName, elapsedTime }: TransitionEvent) => {
    const element = target as Element
    const name = ['MuiDrawer-paper', 'MuiDialog-container', 'MuiBackdrop-root'].find((one) =>
      element.classList.contains(one),
    )
    if (name) seen.push(`${name} ${propertyName} ${elapsedTime * 1000}`)
  }
  document.addEventListener('transitionend', record, { capture: true })
}

test('dialogs and drawers appear in half a second and leave at once (specification 2)', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(recordTransitions)
  await signIn('Administrator')
  const seen = () => page.evaluate(() => Reflect.get(window, 'seen').splice(0))
  const modal = page.getByRole('dialog')
  await page.goto('/settings/tags/create')
  await expect(modal).toBeVisible()
  const drawer = ['MuiBackdrop-root opacity 500', 'MuiDrawer-paper transform 500']
  const times: string[] = []
  await expect.poll(async () => (times.push(...(await seen())), times.toSorted())).toEqual(drawer)
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  expect(await seen()).toEqual([])
  times.length = 0
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(modal).toBeVisible()
  const dialog = ['MuiBackdrop-root opacity 500', 'MuiDialog-container opacity 500']
  await expect
    .poll(async () => {
      times.push(...(await seen()))
      return [...new Set(times)].toSorted()
    })
    .toEqual(dialog)
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  expect(await seen()).toEqual([])
})

test('cards of departments in trouble stand still on a slow phone', async ({ page, signIn }) => {
  await watchShifts(page)
  await signIn('Administrator', 'ar')
  await page.setViewportSize({ width: 360, height: 740 })
  const browser = await page.context().newCDPSession(page)
  // What draws the cells comes after the rows.
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await page.goto('/broker/department/search')
  await atRest(page)
  expect(await shiftsOn(page)).toEqual([])
})
