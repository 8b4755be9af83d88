import type { Locator, Page } from '@playwright/test'

import { expect, expectAccessible, test } from './parts/story.ts'

test('a sender looks who is open, sends what a desk does not have, and leaves nothing unchecked', async ({
  page,
  signIn,
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const desk = (name: string) => main.getByRole('row').filter({ hasText: name })
  page.setDefaultTimeout(20_000)
  await signIn('Sender')

  await test.step('who is open, what is left of the caps, and how each desk does', async () => {
    await openList(page, 'Broker departments')
    await expect(desk('Demo desk')).toContainText('Healthy')
    await expect(desk('Demo desk')).toContainText('Open')
    await expect(desk('UK desk')).toContainText(/\d+ of 60/)
    await expect(desk('Italian desk')).toContainText('Broken')
    await expectAccessible(page)
  })

  await test.step('leads of a country that a desk does not have yet, looked at and sent', async () => {
    await openList(page, 'Leads')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await find(page, 'Not sent to departments', 'Demo d', 'Demo desk')
    await find(page, 'Country', 'swed', 'Sweden')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expect(main.getByRole('cell', { name: 'Sweden' })).toHaveCount(25)
    for (const row of [1, 2, 3]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog.getByText('Choose where the leads go')).toBeVisible()
    await expectAccessible(page)
    await find(page, 'Broker', 'Kestr', 'Kestrel Markets')
    const outlook = dialog.getByRole('region', { name: 'What would become of them' })
    await expect(outlook.getByRole('status')).toContainText('None of the 3 leads')
    await expect(outlook).toContainText('Left out: Country not accepted')
    await find(page, 'Broker', 'Demo br', 'Demo broker')
    await expect(outlook.getByRole('status')).toContainText(/([12] of|All) 3 leads will be sent/)
    await outlook.getByText('The first one as it is sent').click()
    await expect(outlook).toContainText('"funnel"')
    await expectAccessible(page)
    await sendTo(page, 'Demo broker / Demo desk')
  })

  await test.step('the sends are followed until each has ended', async () => {
    await openList(page, 'Lead history')
    await expect(
      desk('Demo desk').filter({ hasText: /Sent|Rejected|Waiting|Unknown/ }),
    ).not.toHaveCount(0, { timeout: 60_000 })
    await expectAccessible(page)
    await desk('Demo desk').first().getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: /Demo desk/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Attempts' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('what a desk refused goes elsewhere', async () => {
    await openList(page, 'Lead history')
    await openView(page, 'Rejected and failed')
    // Some are of leads that the desk has had already, above or in the demo.
    const outlook = dialog.getByRole('region', { name: 'What would become of them' })
    const mayGo = async (at: number) => {
      await choose(page, desk('No capacity').nth(at), 'Send elsewhere')
      await find(page, 'Broker', 'Demo br', 'Demo broker')
      await expect(outlook.getByRole('status')).toContainText(/The lead will (not )?be sent/)
      if (await outlook.getByText(/The lead will be sent/).isVisible()) return true
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toHaveCount(0)
      return false
    }
    let at = 0
    while (!(await mayGo(at))) at += 1
    await sendTo(page, 'Demo broker / Demo desk')
  })

  await test.step('what failed goes once more, and what waits is stopped', async () => {
    await chooseUntilGone(page, desk('Timeout').first(), 'Send again')
    await openView(page, 'Waiting')
    await chooseUntilGone(
      page,
      desk('Its integration to be active').first(),
      'Cancel the send',
      true,
    )
  })

  await test.step('what needs a check is decided, one by what its broker says, then the others', async () => {
    await openView(page, 'Needs a check')
    await expect(desk('The answer fits no rule').first()).toBeVisible()
    const doubts = await desk('The answer fits no rule').count()
    await choose(page, page.getByRole('row').nth(1), 'Decide the outcome')
    await pick(page, 'Outcome', 'It was accepted')
    const known = dialog.getByRole('textbox', { name: 'ID at the broker' })
    await known.pressSequentially('FR-20611')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Decide the outcome' }).click()
    await expect(desk('The answer fits no rule')).toHaveCount(doubts - 1)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Decide the outcome', exact: true }).click()
    await pick(page, 'Outcome', 'It was not accepted: leave it')
    await dialog.getByRole('button', { name: 'Decide the outcome' }).click()
    await expect(desk('The answer fits no rule')).toHaveCount(0)
    await expectAccessible(page)
  })
})

test('names as long as they may be stay within the dialog of a send', async ({ page, signIn }) => {
  const dialog = page.getByRole('dialog')
  await page.route(/department.all/, async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    const named = data.map((one: object) => ({ ...one, branch_name: 'W'.repeat(120) }))
    await route.fulfill({ json: { data: named } })
  })
  await signIn('Sender')
  await openList(page, 'Leads')
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('button', { name: 'Rotation' }).click()
  await dialog.getByRole('combobox', { name: 'Departments' }).click()
  for (const at of [0, 1]) await page.getByRole('option').nth(at).click()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('region', { name: 'What would become of them' })).toBeVisible()
  const outside = () =>
    dialog.evaluate((paper) => {
      const { left, right } = paper.getBoundingClientRect()
      const found: string[] = []
      const texts = document.createTreeWalker(paper, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        // A chip cuts its name short itself, and what is sent scrolls in a box of its own.
        const cut = text.parentElement?.closest('.MuiChip-root, details')
        const range = cut ?? document.createRange()
        if (range instanceof Range) range.selectNodeContents(text)
        const box = range.getBoundingClientRect()
        if (box.width > 0 && (box.left < left || box.right > right))
          found.push(text.textContent ?? '')
      }
      return found
    })
  expect(await outside()).toEqual([])
  // Nor do they press the way out into two lines.
  const wayOut = dialog.getByRole('button', { name: 'Cancel' })
  expect((await wayOut.boundingBox())?.height).toBeLessThan(45)
  // And on a phone they leave the room to what would become of the leads.
  await page.setViewportSize({ width: 360, height: 740 })
  const confirm = dialog.getByRole('button', { name: /^Send one lead to / })
  expect((await confirm.boundingBox())?.height).toBeLessThan(100)
  // The list may be asked for once more, and its answer come when the page is gone.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('an integrator mends what no longer understands its broker, and takes it back into use', async ({
  page,
  signIn,
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  page.setDefaultTimeout(20_000)
  await signIn('Integrator')

  await test.step('what stands still comes first', async () => {
    await openList(page, 'Send integrations')
    await openView(page, 'Needs attention')
    await expect(main.getByRole('row').nth(1)).toContainText(/Italian desk API.*Broken/)
    await main.getByRole('link', { name: 'Italian desk API' }).click()
    await expect(main.getByText('Authorization error').first()).toBeVisible()
    await expectAccessible(page)
  })

  const state = main.locator('.color-chip')
  await test.step('a broker answers in other words from now on', async () => {
    await openList(page, 'Send integrations')
    await openView(page, 'Standard view')
    await page.getByRole('link', { name: 'Demo broker, played' }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('tab', { name: 'Request' }).click()
    await expectAccessible(page)
    const url = page.getByRole('textbox', { name: 'URL' }).first()
    const broken = (await url.inputValue()).replace('/mixed', '/unmatched')
    await url.clear()
    await url.pressSequentially(broken)
    // What will be sent is seen while the form is filled in, beside its longest part too.
    await page.getByRole('tab', { name: 'Mapping' }).click()
    const sent = page.getByRole('region', { name: 'What will be sent' })
    await expect(sent.getByText('POST http://127.0.0.1')).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(state.first()).toHaveText('Draft')
  })

  await test.step('a test call shows it, a rule is made of the answer, and the next call is understood', async () => {
    await page.getByRole('button', { name: 'Test call' }).click()
    await dialog.getByRole('button', { name: 'Make the call' }).click()
    await expect(dialog.getByText('queued for review').first()).toBeVisible()
    await expect(dialog.getByRole('status')).not.toContainText('Success')
    await expectAccessible(page)
    await pick(page, 'It means', 'Success')
    await dialog.getByRole('button', { name: 'Add the rule' }).click()
    await expect(dialog.getByRole('button', { name: 'Add the rule' })).toBeHidden()
    await dialog.getByRole('button', { name: 'Once more' }).click()
    await dialog.getByRole('button', { name: 'Make the call' }).click()
    await expect(dialog.getByRole('status')).toContainText('Success')
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('it is taken back into use', async () => {
    await expect(state.first()).toHaveText('Tested')
    await page.getByRole('button', { name: 'Activate' }).click()
    await expect(state.first()).toHaveText('Active')
    await expectAccessible(page)
    // The log of its calls.
    await page.getByRole('tab', { name: 'Calls' }).click()
    await expect(main.getByRole('row', { name: /POST.*unmatched/ })).toHaveCount(2)
  })

  await test.step('a word that brokers use is mapped to a status of ours', async () => {
    await openList(page, 'Lead status settings')
    const unmapped = page.getByRole('table', { name: /^Unmapped/ })
    await unmapped.getByRole('link', { name: /Voicemail/ }).click()
    await find(page, 'Our status', 'No ans', 'No answer')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // Until both lists have been asked for anew, the word stands in the first one too.
    const rows = main.getByRole('row', { name: /Voicemail/ })
    await expect(rows).toHaveCount(1)
    await expect(unmapped.getByRole('row', { name: /Voicemail/ })).toHaveCount(0)
    await expect(rows).toContainText('No answer')
  })
})

async function openList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^View: / }).click()
  await page.getByRole('menuitemradio', { name }).click()
}

async function choose(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Does what takes a record out of the list that is looked at. */
async function chooseUntilGone(
  page: Page,
  row: Locator,
  action: string,
  isAsked = false,
): Promise<void> {
  const name = await row.getByRole('checkbox').getAttribute('aria-label')
  await choose(page, row, action)
  if (isAsked) await page.getByRole('dialog').getByRole('button', { name: action }).click()
  await expect(page.getByRole('checkbox', { name: name ?? '', exact: true })).toHaveCount(0)
}

/** Sends what the dialog was opened for, and goes on while its job runs. */
async function sendTo(page: Page, where: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`^Send \\w+ leads? to ${where}$`) }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
}

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Types a part of a name, letter by letter, and takes what it leads to. */
async function find(page: Page, label: string, part: string, option: string): Promise<void> {
  const input = page.getByRole('combobox', { name: label, exact: true })
  await input.clear()
  await input.pressSequentially(part)
  await page.getByRole('option', { name: option }).click()
}
