import { expect, type Page } from '@playwright/test'

import { keysOf, type Keys } from './keys.ts'
import { prepareAccount } from './story.ts'

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')

/** Signs in and opens a list from the sidebar. */
export async function begin(page: Page, list: string): Promise<Keys> {
  const keys = await keysOf(page)
  await page.goto('/')
  await prepareAccount(new URL(page.url()).origin, 'Administrator', 'en')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await keys.type('admin@example.com')
  await keys.press('Tab')
  await keys.type('try-leadgate-now')
  await keys.press('Tab', 'Space')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await keys.press('Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Dashboard')).toBeFocused()
  // Between the two pages there is nothing that could have it.
  await keys.forget()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const link = menu.getByRole('link', { name: list, exact: true })
  const folded = menu.getByRole('button', { expanded: false })
  if ((await link.count()) === 0) await keys.enter(folded)
  await keys.enter(link)
  await expect(heading(page, list)).toBeFocused()
  return keys
}
