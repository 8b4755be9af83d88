const missing = new WeakSet<object>()

// Raised by Vite when a part of the console cannot be fetched, before the error is thrown on (specification 8).
window.addEventListener('vite:preloadError', (event) => {
  if ('payload' in event && event.payload instanceof Error) missing.add(event.payload)
})

/** Whether an error means that files of the console did not come, as after a new release or without a connection. */
export const isMissingPart = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && missing.has(error)
