import type { Route } from '@playwright/test'

import { expect } from '../parts/story.ts'
import type { Visit } from './visit.ts'

type Body = Record<string, any>

/** Changes an answer of the server on its way. */
const changed = (change: (body: Body) => void) => async (route: Route) => {
  const response = await route.fetch()
  const body: Body = await response.json()
  change(body)
  await route.fulfill({ response, json: body })
}

/** Lists and records that do not come, or are empty. */
export async function absent({ page, say, go, look }: Visit) {
  await page.route('**/api/settings/tag/search*', () => new Promise(() => {}))
  await go('settings/tags')
  await expect(page.getByRole('status', { name: say('loading') })).toBeVisible()
  await look('list on its way')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const [state, status] of [
    ['refused', 400],
    ['failed', 500],
  ] as const) {
    const body = { message: 'This is no order here.' }
    await page.route('**/api/settings/tag/search*', (route) =>
      route.fulfill({ status, json: body }),
    )
    await go('settings/tags')
    await expect(page.getByRole('button', { name: say('try_again') })).toBeVisible()
    await look(`list that is ${state}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  await page.route(
    '**/api/settings/tag/search*',
    changed((body) => Object.assign(body, { data: [], meta: { ...body['meta'], total: 0 } })),
  )
  await go('settings/tags')
  await expect(page.getByText(say('add_first'))).toBeVisible()
  await look('list without records')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/lead/single/99999999')
  await expect(page.getByRole('alert')).toBeVisible()
  await look('record that is not there')
}

/** Forms that the server refuses. */
export async function refused({ page, say, dialog, button, go, look }: Visit) {
  await go('settings/sources')
  const name = await page.locator('tbody tr').first().getByRole('link').first().innerText()
  await go('settings/sources/create')
  await dialog.getByRole('textbox').first().fill(name)
  await dialog.getByRole('button', { name: say('save'), exact: true }).click()
  await expect(dialog.getByRole('textbox').first()).toHaveAttribute('aria-invalid', 'true')
  await look('form with a refused field')
  await go('profile')
  await page.locator('[type=password]').first().fill('not the password')
  await button('change_password').click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await look('password that is refused')
}

/** A job in every state that it can be in. */
export async function jobs({ page, say, go, look }: Visit) {
  const states = ['running', 'paused', 'cancelling', 'cancelled', 'failed', 'finished_with_errors']
  const be = (state: string) => (job: Body) =>
    Object.assign(job, { state, progress: 40, message: 'The disk is full.', error_file: 'a.csv' })
  await page.route(
    '**/api/profile/job/search*',
    changed(({ data }) => data.forEach((job: Body, at: number) => be(states[at % 6] ?? '')(job))),
  )
  await go('profile/jobs')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await look('jobs in many states')
  const path = await page.locator('tbody tr').first().getByRole('link').first().getAttribute('href')
  for (const state of ['running', 'finished_with_errors']) {
    await page.route(
      /\/api\/profile\/job\/\d+$/,
      changed(({ data }) => be(state)(data)),
    )
    await page.goto(String(path))
    await expect(page.getByText(say(`resources.jobs.choices.state.${state}`)).first()).toBeVisible()
    await look(`job that is ${state}`)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** The hardest colours that people could give. */
export async function colours({ page, go, look }: Visit) {
  const hard = ['#ffff00', '#777777', '#808080', '#ff0000', '#00ff00', '#0000ff', '#ff00ff']
  const paint = (label: Body, at: number) =>
    Object.assign(label, { bg_color: hard[at % 7], text_color: hard[(at + 1) % 7] })
  await page.route(
    '**/api/lead/search*',
    changed(({ data }) => data.forEach((one: Body, at: number) => paint(one['labels'].status, at))),
  )
  await go('lead/search?perPage=10')
  await expect(page.locator('tbody tr').nth(7)).toBeVisible()
  await look('statuses in hard colours')
  await page.route(
    /\/api\/lead\/1$/,
    changed(({ data }) => paint(data.labels.status, 5)),
  )
  await go('lead/single/1')
  await look('status in a hard colour')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** What the console says when it may not, or cannot, go on. */
export async function ended({ page, say, go, look }: Visit) {
  await page.route(
    '**/api/profile',
    changed(({ data }) => {
      data.permissions = data.permissions.filter((one: string) => !one.startsWith('settings.tag.'))
    }),
  )
  await go('settings/tags')
  await expect(page.getByRole('heading', { name: say('no_permission') })).toBeVisible()
  await look('no permission')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText(say('offline'))).toBeVisible()
  await look('without a connection')
  await page.context().setOffline(false)
  await page.route('**/api/settings/tag/search*', (route) =>
    route.fulfill({ status: 401, json: { message: 'Your session has ended' } }),
  )
  await go('settings/tags')
  await expect(page.getByRole('status').getByRole('alert')).toBeVisible()
  await look('session has ended')
}
