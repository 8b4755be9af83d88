import { atRest, shiftsOn, watchShifts } from './shifts.ts'
import { expect, test } from './story.ts'

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
