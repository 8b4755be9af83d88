import type { QueryClient } from '@tanstack/react-query'

const restTime = 500

/** Resolves when what a screen asked for has come and the browser has nothing else to do. */
export async function quiet(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  do {
    await pause(restTime, signal)
    await idle()
  } while (queryClient.isFetching() > 0 && !signal.aborted)
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 })
    else resolve()
  })

/** Waits that many milliseconds, or until the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
