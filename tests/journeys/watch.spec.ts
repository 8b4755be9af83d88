import { expect, test, type Browser } from '@playwright/test'

import { startApi, type Api } from '../browser/shell/api.ts'
import { watch } from './parts/watch.ts'

let api: Api
test.beforeAll(async () => {
  const page = { body: {} }
  const slow = () => new Promise<typeof page>((resolve) => setTimeout(resolve, 50, page))
  api = await startApi({
    'GET /': page,
    'GET /favicon.ico': page,
    'GET /api/slow': slow,
    'GET /api/held': slow,
  })
})
test.afterAll(() => api.stop())

/** What is found while a page of a context of its own does something, and for a while after. */
async function expectProblems(browser: Browser, act: () => unknown, expected: string[]) {
  const { problems, stop } = watch(browser)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.route('**/api/held', (route) => void setTimeout(() => route.continue(), 300), {
    times: 1,
  })
  await page.goto(api.origin)
  await page.evaluate(act)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect.poll(() => problems).toEqual(expected)
  await context.close()
  stop()
}

test('an error of any page fails its story', async ({ browser }) => {
  await expectProblems(browser, () => window.console.error('wrong'), ['wrong'])
  const unhandled = () => void Promise.reject(new Error('nobody caught this'))
  await expectProblems(browser, unhandled, ['Error: nobody caught this'])
  await expectProblems(browser, () => window.console.warn('only a warning'), [])
})

test('a question that is asked twice at once is told', async ({ browser }) => {
  const twice = () => void ['/api/slow', '/api/slow'].map((url) => fetch(url).catch(() => 0))
  await expectProblems(browser, twice, [`Asked twice at once: ${api.origin}/api/slow`])
  const others = () => void ['/api/slow?a', '/api/slow?b'].map((url) => fetch(url).catch(() => 0))
  await expectProblems(browser, others, [])
  const calledOff = async () => {
    const controller = new AbortController()
    const first = fetch('/api/slow', { signal: controller.signal }).catch(() => 0)
    controller.abort()
    await first
    void fetch('/api/slow').catch(() => 0)
  }
  await expectProblems(browser, calledOff, [])
  const heldBackAndThenAnother = async () => {
    await fetch('/api/held').then((answer) => answer.text())
    void fetch('/api/held').catch(() => 0)
  }
  await expectProblems(browser, heldBackAndThenAnother, [])
})
