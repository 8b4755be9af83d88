const setting =
  /(?:^|;)\s*set\s+(local\s+|session\s+)?statement_timeout\s*(?:=|to\b)\s*'?(\d+)\s*(ms|s|min)?/i
const resetting = /(?:^|;)\s*reset\s+statement_timeout/i
const factors: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000 }

/**
 * Follows `set statement_timeout`, which the embedded PostgreSQL takes but does not heed.
 * Milliseconds; 0 is no limit.
 */
export function createTimeLimit(standard: number) {
  let session = standard
  let local: number | undefined

  function read(text: string): void {
    if (resetting.test(text)) session = standard
    const [, scope = '', number, unit = 'ms'] = setting.exec(text) ?? []
    if (number === undefined) return
    const limit = Number(number) * (factors[unit] ?? 1)
    if (scope.trim().toLowerCase() === 'local') local = limit
    else session = limit
  }

  /** `set local` holds until the transaction ends. */
  function endTransaction(): void {
    local = undefined
  }

  return { read, endTransaction, current: () => local ?? session }
}
