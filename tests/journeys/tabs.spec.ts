import type { Page } from '@playwright/test'

import { button, dialog, heading, item } from './parts/begin.ts'
import { expect, expectAccessible, test } from './parts/story.ts'

// What a page asks while it is signed out in another tab is refused.
test.use({ expected: /Failed to load resource.*401/ })

async function signOut(page: Page): Promise<void> {
  await button(page, /^Account of/).click()
  await item(page, 'Sign out').click()
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('try-leadgate-now')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('what is typed in one tab outlives a sign-out in another, for the same person alone', async ({
  page,
  signIn,
}) => {
  await signIn('Administrator')
  await page.goto('/broker/search/create')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Half a broker')
  const other = await page.context().newPage()
  await other.goto('/dashboard')

  await test.step('which hides the page', async () => {
    await signOut(other)
    await expect(dialog(page)).toHaveAccessibleName('Sign in again')
    await expect(page).toHaveTitle('Sign in again')
    await expect(name).toBeHidden()
    await expect(page.locator('#root')).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('and gives it back after a sign-in there', async () => {
    await signInAs(other, 'admin@example.com')
    await expect(heading(other, 'Dashboard')).toBeVisible()
    await expect(name).toBeVisible()
    await expect(name).toHaveValue('Half a broker')
    await expect(page).toHaveTitle(/^New broker/)
  })

  await test.step('but not to somebody else', async () => {
    await signOut(other)
    await expect(dialog(page)).toHaveAccessibleName('Sign in again')
    await signInAs(other, 'sender@example.com')
    await expect(heading(page, 'Leads')).toBeVisible()
    await expect(name).toHaveCount(0)
    await page.goBack()
    await expect(name).toHaveCount(0)
  })
})
