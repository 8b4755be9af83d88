import type { Page } from '@playwright/test'

import { peopleCsv } from './parts/people.ts'
import { screens } from './parts/screens.ts'
import { atRest, shiftsOn, watchShifts } from './parts/shifts.ts'
import { expect, findingsOn, test } from './parts/story.ts'
import { missedTargets } from './parts/targets.ts'
import { wordsOf } from './parts/words.ts'

type Words = ReturnType<typeof wordsOf>
/** Brings a screen into a state; answers how to leave one that would be kept. */
type State = (page: Page, say: Words) => Promise<void | (() => Promise<void>)>

const click = (page: Page, role: 'button' | 'link' | 'menuitem' | 'tab', name: RegExp) =>
  page.getByRole(role, { name }).first().click()

type Opened = 'menu' | 'dialog' | 'navigation'

/** What opens may come late, as its code does. */
const press =
  (key: string, opened: Opened): State =>
  async (page, say) => {
    await click(page, 'button', say(key))
    await expect(page.getByRole(opened).first()).toBeVisible()
  }

const unfold =
  (key: string): State =>
  async (page, say) => {
    await click(page, 'button', say(key))
    const shown = page.locator('.MuiAccordionDetails-root').locator('li, p, [role=alert]')
    await expect(shown.first()).toBeVisible()
  }

const inListMenu =
  (key: string): State =>
  async (page, say) => {
    await click(page, 'button', say('list_menu'))
    await click(page, 'menuitem', say(key))
    await expect(page.getByRole('dialog')).toBeVisible()
  }

/** Whether the filters are shown is kept for the user. */
const filters: State = async (page, say) => {
  const button = (name: string) => page.getByRole('button', { name: say(name) })
  // Where one is set, they are counted.
  await button('filters').or(button('filters_set')).click()
  await expect(page.getByRole('group', { name: say('filters') })).toBeVisible()
  // On a phone they lie over the list.
  return () => page.keyboard.press('Escape')
}

const ticked: State = async (page, say) => {
  await page
    .getByRole('checkbox', { name: say('choose_record') })
    .first()
    .check()
  await expect(page.getByRole('toolbar')).toBeVisible()
}

const fileChosen: State = async (page) => {
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: peopleCsv(50, 'phone') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('table')).toBeVisible()
}

const phone = { width: 360, height: 740 }

/** What axe finds on the same screen at a desk. */
async function findingsAtDesk(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1280, height: 800 })
  await atRest(page)
  const findings = await findingsOn(page)
  await page.setViewportSize(phone)
  return findings
}

interface Visit {
  readonly page: Page
  readonly scheme: 'dark' | 'light'
  readonly locale: string
  signIn(role: string, locale: string): Promise<void>
}

/** What opens over a screen or within it, by the screen's address. */
const states: readonly [screen: string, name: string, open: State][] = [
  [
    'lead/search',
    'menu of a row',
    async (page) => {
      await page.locator('[data-row-menu]').first().click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  ],
  [
    'lead/search?filter={"country":[1],"status":[1,2],"search":"a"}',
    'filters set',
    async (page, say) => {
      await expect(page.getByRole('list', { name: say('filters_now') })).toBeVisible()
    },
  ],
  ['lead/search', 'menu of the list', press('list_menu', 'menu')],
  ['lead/search', 'columns', inListMenu('columns')],
  ['lead/search', 'export', inListMenu('export')],
  ['lead/search?sort=created_at,-id&order=DESC', 'order', press('sort', 'dialog')],
  ['lead/search', 'views', press('view', 'menu')],
  [
    'lead/search',
    'a new view',
    async (page, say) => {
      await click(page, 'button', say('view'))
      await click(page, 'menuitem', say('view_save_as'))
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
  [
    'lead/search',
    'rows ticked',
    async (page, say) => {
      await ticked(page, say)
      await click(page, 'button', say('select_page'))
      await expect(page.locator('main input:checked')).toHaveCount(25)
      await expect(page.getByRole('button', { name: say('select_all') })).toBeVisible()
    },
  ],
  [
    'lead/search',
    'many edited',
    async (page, say) => {
      await ticked(page, say)
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: say('edit') })
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
  [
    'lead/search',
    'many deleted',
    async (page, say) => {
      await ticked(page, say)
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: say('delete') })
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
  [
    'lead/search',
    'a cell edited',
    async (page) => {
      await page.locator('[data-edit]').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
  [
    'lead/search',
    'conditions',
    async (page, say) => {
      const close = await filters(page, say)
      await click(page, 'button', say('own_conditions'))
      await click(page, 'button', say('add_condition'))
      await click(page, 'button', say('add_group'))
      return close
    },
  ],
  ['settings/tags/1/show', 'drawer with its history', unfold('what_changed')],
  ['lead/search/1', 'drawer', async (page) => expect(page.getByRole('dialog')).toBeVisible()],
  [
    'lead/single/1',
    'history',
    async (page, say) => {
      await click(page, 'tab', say('timeline'))
      const tab = page.getByRole('tab', { name: say('timeline') })
      await expect(tab).toHaveAttribute('aria-selected', 'true')
    },
  ],
  ['management/roles/2/show', 'why', unfold('why')],
  ['management/role/2/edit', 'permissions', (page, say) => click(page, 'button', say('open_all'))],
  ['lead/search/import', 'file', fileChosen],
  [
    'lead/search/import',
    'columns of the file',
    async (page, say) => {
      await fileChosen(page, say)
      await click(page, 'button', say('next'))
      await expect(page.getByRole('combobox').first()).toBeVisible()
    },
  ],
  ['dashboard', 'sidebar', press('open_menu', 'navigation')],
  ['dashboard', 'menu of the user', press('account', 'menu')],
  [
    'dashboard',
    'bell',
    async (page, say) => {
      const names = [say('notifications'), say('notifications_count')]
      const [none, some] = names.map((name) => page.getByRole('button', { name }))
      await (some ? none?.or(some) : none)?.click()
      await expect(page.getByRole('menu')).toBeVisible()
    },
  ],
  ['dashboard', 'help', press('help', 'menu')],
  ['dashboard', 'languages', press('language', 'menu')],
  [
    'dashboard',
    'search',
    async (page, say) => {
      await click(page, 'button', say('search'))
      await page.getByRole('combobox').fill('ann')
      await expect(page.getByRole('option').nth(3)).toBeVisible()
    },
  ],
  [
    'dashboard',
    'keys',
    async (page, say) => {
      await click(page, 'button', say('help'))
      await click(page, 'menuitem', say('shortcuts'))
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
]

/** Collects what is wrong, by where; `look` measures the page as it stands. */
async function visit({ page, scheme, locale, signIn }: Visit) {
  const findings: Record<string, string[]> = {}
  const note = (name: string, found: string[]) => {
    if (found.length > 0) findings[name] = found
  }
  const look = async (name: string, more: string[] = []) =>
    note(name, [...more, ...(await missedTargets(page))])
  await watchShifts(page)
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await signIn('Administrator', locale)
  await page.setViewportSize(phone)
  return { findings, note, look }
}

for (const [scheme, locale, tag] of [
  ['dark', 'ar', []],
  ['light', 'en', ['@long']],
] as const) {
  test(
    `a phone shows every screen whole, still and big enough for a finger in ${scheme} colours and ${locale}`,
    { tag: [...tag] },
    async ({ page, signIn }) => {
      test.setTimeout(480_000)
      const { findings, note, look } = await visit({ page, scheme, locale, signIn })
      for (const screen of screens) {
        await page.goto(`/${screen}`)
        await atRest(page)
        await look(screen, await shiftsOn(page))
        note(`${screen} at a desk`, await findingsAtDesk(page))
      }
      await page.evaluate(() => localStorage.clear())
      await page.goto('/')
      await atRest(page)
      await look('sign-in', await shiftsOn(page))
      note('sign-in at a desk', await findingsAtDesk(page))
      expect(findings).toEqual({})
    },
  )

  test(
    `a phone shows whole and big enough for a finger what opens in ${scheme} colours and ${locale}`,
    { tag: [...tag] },
    async ({ page, signIn }) => {
      test.setTimeout(300_000)
      const say = wordsOf(locale)
      const { findings, look } = await visit({ page, scheme, locale, signIn })
      for (const [screen, name, open] of states) {
        await page.goto(`/${screen}`)
        const close = await test.step(`${screen}: ${name}`, () => open(page, say))
        await atRest(page)
        await look(`${screen}: ${name}`)
        await close?.()
      }
      expect(findings).toEqual({})
    },
  )
}

test('a phone shows a name and a status of one long word whole', async ({ page, signIn }) => {
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(3)
  await signIn('Manager')
  await page.setViewportSize(phone)
  await page.route(/\/api\/lead\/(?:search|2000)(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text.replaceAll(/"(first_name|label)":"[^"]+"/g, `"$1":"${word}"`)
    await route.fulfill({ response, body })
  })
  for (const path of ['/lead/search', '/lead/single/2000']) {
    await page.goto(path)
    await expect(page.locator('.color-chip').first()).toContainText('Donaudampf')
    await atRest(page)
    const ends = page
      .locator('.color-chip')
      .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().right))
    expect(Math.max(...(await ends)), path).toBeLessThanOrEqual(phone.width)
    const wide = page.evaluate(() => document.documentElement.scrollWidth)
    expect(await wide, path).toBe(phone.width)
  }
  const trail = page.getByRole('navigation', { name: 'You are here' })
  expect((await trail.boundingBox())?.height).toBeLessThan(80)
  await page.getByRole('button', { name: 'Change status' }).click()
  const title = page.getByRole('dialog').getByRole('heading')
  await expect(title).toContainText('Donaudampf')
  expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Add and remove tags' }).click()
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  await cancel.waitFor()
  // On two lines its word was cut in the middle.
  expect((await cancel.boundingBox())?.height).toBeLessThan(50)
})

test('a phone shows whole what is chosen in the rows of an integration', async ({
  page,
  signIn,
}) => {
  await signIn('Integrator')
  await page.setViewportSize(phone)
  await page.goto('/send/integration/6/edit')
  for (const name of ['Answer', 'Mapping']) {
    await page.getByRole('tab', { name, exact: true }).click()
    const panel = page.getByRole('tabpanel', { name, exact: true })
    await panel.locator('summary').first().click()
    await atRest(page)
    const chosen = panel.locator('.MuiSelect-select:visible')
    await expect(chosen.first()).toBeVisible()
    const cut = chosen.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    )
    expect(await cut, name).toEqual([])
  }
})

test('a chip that is cut begins with its first letter, also from right to left', async ({
  page,
  signIn,
}) => {
  const label = 'شركة الوساطة المالية للاستثمار في الشرق الأوسط'
  await signIn('Manager')
  await page.setViewportSize(phone)
  await page.route(/\/api\/lead\/2000(?:\?|$)/, async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    const tags = [1, 2].map((id) => ({ id, label, color: '#aa3300' }))
    const tagged = { ...data, tags: [1, 2], labels: { ...data.labels, tags } }
    await route.fulfill({ response, json: { ...rest, data: tagged } })
  })
  const hidden = (chips: string) =>
    page.locator(chips, { hasText: 'شركة' }).evaluateAll((all) =>
      all.map((chip) => {
        const text = document.createTreeWalker(chip, NodeFilter.SHOW_TEXT).nextNode()
        if (!text) throw new Error('A chip without text')
        const range = document.createRange()
        range.setStart(text, 0)
        range.setEnd(text, 1)
        const [letter, box] = [range.getBoundingClientRect(), chip.getBoundingClientRect()]
        return Math.max(box.left - letter.left, letter.right - box.right) > 0
      }),
    )
  await page.goto('/lead/single/2000')
  await expect.poll(() => hidden('main .color-chip')).toContain(false)
  await atRest(page)
  expect(await hidden('main .color-chip')).not.toContain(true)
  await page.goto('/lead/single/2000/edit')
  await expect.poll(() => hidden('.MuiChip-label')).toEqual([false, false])
})
