import type { Page } from '@playwright/test'

declare global {
  interface Window {
    shifts: number
    /** What moved, for whoever has to mend it. */
    moved: string[]
  }
}

/** Specification of the issue: the most that may move on a page after its first paint. */
export const stillness = 0.02

/** Adds up what moves by itself, and what moves within half a second of a click as well. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Shift extends PerformanceEntry {
      value: number
      sources: { node: Node | null }[]
    }
    const named = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 90) : (node?.textContent ?? 'gone')
    window.shifts = 0
    window.moved = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        window.shifts += value
        const nodes = sources.slice(0, 2).map(({ node }) => named(node))
        window.moved.push(`${value.toFixed(4)}: ${nodes.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What moved on the page more than it may, the worst first; nothing when it stood still. */
export async function shiftsOn(page: Page): Promise<string[]> {
  const { shifts, moved } = await page.evaluate(() => ({
    shifts: window.shifts,
    moved: window.moved,
  }))
  return shifts <= stillness ? [] : moved.toSorted().toReversed().slice(0, 4)
}

/** Waits until a page has all that it asked for and has changed nothing for a while. */
export async function atRest(page: Page): Promise<void> {
  await page.locator('h1, h2').filter({ visible: true }).first().waitFor({ timeout: 15_000 })
  await page.evaluate(
    (rest) =>
      new Promise<void>((done) => {
        let last = performance.now()
        const note = () => {
          last = performance.now()
        }
        const mutations = new MutationObserver(note)
        mutations.observe(document, { attributes: true, childList: true, subtree: true })
        const answers = new PerformanceObserver(note)
        answers.observe({ type: 'resource' })
        const look = () => {
          const isWaiting = document.querySelector('[aria-busy=true], .MuiSkeleton-root, .loading')
          const isMoving = document
            .getAnimations()
            .some(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
          if (isWaiting || isMoving || performance.now() - last < rest)
            // Not with each frame, for which the page would be drawn again and again.
            return void setTimeout(look, 50)
          mutations.disconnect()
          answers.disconnect()
          done()
        }
        look()
      }),
    // React holds back for 300 ms what follows another part that came late.
    400,
  )
}
