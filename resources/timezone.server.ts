const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])

/** Whether a text is the name of a time zone: `Europe/Berlin`. Old names like `US/Eastern` count too. */
export function isTimeZone(text: string): boolean {
  if (zones.has(text)) return true
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
    return !/^[+-]/.test(timeZone) && zones.add(text).size > 0
  } catch {
    return false
  }
}
