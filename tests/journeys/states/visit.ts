import type { Locator, Page } from '@playwright/test'

import { expect, findingsOn } from '../parts/story.ts'
import type { Say } from './words.ts'

/** A signed-in visit that is led from state to state. */
export interface Visit {
  readonly page: Page
  readonly say: Say
  readonly dialog: Locator
  /** What axe found, and what moved longer than it may, by state. */
  readonly findings: Readonly<Record<string, string[]>>
  button(key: string): Locator
  /** Follows an address and waits for the page's heading. */
  go(path: string): Promise<void>
  /** Opens something by a click, and looks at what it shows. */
  open(state: string, opener: Locator, role: 'menu' | 'listbox' | 'dialog' | 'grid'): Promise<void>
  look(state: string): Promise<void>
  /** Closes what lies over the page. */
  close(): Promise<void>
}

export function visitOf(page: Page, say: Say): Visit {
  const findings: Record<string, string[]> = {}
  const look = async (state: string) => {
    const found = [...(await movementsOn(page)), ...(await findingsOn(page))]
    if (found.length > 0) findings[state] = found
  }
  return {
    page,
    say,
    findings,
    look,
    dialog: page.getByRole('dialog'),
    button: (key) => page.getByRole('button', { name: say(key), exact: true }).first(),
    async go(path) {
      await page.goto(`/${path}`)
      // Below a dialog it is hidden from the roles.
      await expect(page.locator('main h1')).toBeVisible()
    },
    async open(state, opener, role) {
      await opener.click()
      await expect(page.getByRole(role).last()).toBeVisible()
      await look(state)
    },
    async close() {
      await page.keyboard.press('Escape')
      await expect(page.locator('[role=menu], [role=listbox], [role=dialog]')).toHaveCount(0)
    },
  }
}

/** What takes its time although the visitor asked for less motion. */
function movementsOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 1)
      .map((one) => {
        const { target } = one.effect as KeyframeEffect
        return `moves: ${target?.outerHTML.slice(0, 120)}`
      }),
  )
}
