import type { BrowserContext } from '@playwright/test'

/** Milliseconds by which an answer is late, at least and at most. */
const [least, most] = [300, 800] as const

/**
 * Holds back every answer of the API, each by a time of its own: what a page does meanwhile is what people see far from the
 * server. The same seed gives the same times in the order of the questions.
 */
export async function delayAnswers(context: BrowserContext, seed: number): Promise<void> {
  const next = numbersFrom(seed)
  await context.route('**/api/**', async (route) => {
    // What comes for as long as the page stands has no end that could be late.
    if (new URL(route.request().url()).pathname === '/api/events') return route.fallback()
    const milliseconds = least + next() * (most - least)
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    // Meanwhile the page may have called it off, or be gone.
    await route.fallback().catch(() => undefined)
  })
}

/** Numbers from 0 to 1 that look like chance (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
