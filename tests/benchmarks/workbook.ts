import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import { chromium, type Page } from '@playwright/test'
import { utils, write } from 'xlsx'

declare global {
  interface Window {
    longTasks?: number[]
  }
}

const rows = 200_000
const columns = 20

/** Chooses a workbook in the import of leads in Chromium. Returns in words what the page's main thread did meanwhile. */
export async function workbookTasks(
  address: string,
  { email, password }: { email: string; password: string },
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'leadgate-workbook-'))
  const file = makeFile(folder)
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(address)
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/dashboard/)
    await page.goto(`${address}/lead/search/import`)
    await page.getByRole('button', { name: /Download a file/ }).waitFor()
    await page.waitForTimeout(2_000)
    await page.evaluate(() => {
      window.longTasks = []
      new PerformanceObserver((list) => {
        window.longTasks?.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ type: 'longtask' })
    })
    const begun = performance.now()
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('Rows: 200,000').waitFor({ timeout: 300_000 })
    const time = (performance.now() - begun) / 1000
    await page.waitForTimeout(1_000)
    const tasks = (await page.evaluate(() => window.longTasks ?? [])).toSorted((a, b) => b - a)
    await assertSeesTasks(page, tasks.length)
    return [
      `workbook of ${rows} rows × ${columns} columns, ${(statSync(file).size / 1e6).toFixed(0)} MB: shown after ${time.toFixed(1)} s`,
      `tasks over 50 ms: ${tasks.length}, the longest ${tasks[0]?.toFixed(0) ?? 0} ms (reach 100 ms)`,
    ]
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}

/** A figure of nothing is one only where a long task would have been seen. */
async function assertSeesTasks(page: Page, before: number): Promise<void> {
  await page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 150
      while (performance.now() < end);
    })
  })
  await page.waitForFunction((seen) => (window.longTasks?.length ?? 0) > seen, before)
}

/** Texts, numbers and dates, as people have them. */
function makeFile(folder: string): string {
  const names = Array.from({ length: columns }, (_, column) => `Column ${column}`)
  const cell = (row: number, column: number) => {
    if (column % 5 === 1) return row * column
    if (column % 5 === 2) return new Date(Date.UTC(2020, row % 12, 1 + (row % 28), 12))
    return column % 5 === 3 && row % 3 === 0 ? null : `text ${column} of row ${row}`
  }
  const table = Array.from({ length: rows }, (_, row) => names.map((_name, at) => cell(row, at)))
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([names, ...table], { dense: true }), 'Leads')
  const path = join(folder, 'leads.xlsx')
  writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
  return path
}
