import type { Page } from '@playwright/test'

/** How long the page's main thread has worked, in milliseconds. Waiting for a busy machine is no work. */
export async function workOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
}

/** Two frames later everything that was under way is painted. */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
  })

/** Rows and columns of the table that `bareKey` draws. */
const rows = 100
const columns = 12

const keys = 'abcdefghijklmnopqrst'

/**
 * The work of the bare browser for one key, in milliseconds, on a page of nothing but a field that holds `text`
 * and a table of 100 rows × 12 columns that is drawn anew at every key: the median of twenty.
 * Budgets are told in it, since machines differ and busy ones change.
 */
export async function bareKey(beside: Page, text = ''): Promise<number> {
  const page = await beside.context().newPage()
  await page.setContent('<textarea rows="4"></textarea><table><tbody></tbody></table>')
  await page.locator('textarea').fill(text)
  await page.evaluate(drawAtEveryKey, { rows, columns })
  await page.locator('textarea').click()
  const times = await workOfKeys(page, await workOf(page))
  await page.close()
  return median(times)
}

function drawAtEveryKey(size: { rows: number; columns: number }): void {
  const field = document.querySelector('textarea')
  field?.addEventListener('input', () => {
    const body = document.createElement('tbody')
    for (let row = 0; row < size.rows; row += 1) {
      const line = body.insertRow()
      for (let column = 0; column < size.columns; column += 1) {
        line.insertCell().textContent = `${field.value.slice(0, 10)} ${row} ${column}`
      }
    }
    document.querySelector('tbody')?.replaceWith(body)
  })
}

/** The work for each of twenty keys typed where the focus is, in milliseconds. */
export async function workOfKeys(page: Page, work: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (const key of keys) {
    const before = await work()
    await page.keyboard.press(key)
    await settled(page)
    times.push((await work()) - before)
  }
  return times
}

export const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity
