/** A span of time, in milliseconds since 1970. */
export interface Window {
  readonly from: number
  readonly to: number
}

const day = 86_400_000

/**
 * Returns the spans in which leads were sent, by the days on which some were, with so many hours around each, and merged
 * where they meet (product.md 9.2).
 */
export function windowsOf(days: readonly number[], padHours: number): Window[] {
  const pad = padHours * 3_600_000
  const merged: Window[] = []
  for (const start of days.toSorted((one, other) => one - other)) {
    const [from, to] = [start - pad, start + day + pad]
    const last = merged.at(-1)
    if (last && from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else merged.push({ from, to })
  }
  return merged
}
