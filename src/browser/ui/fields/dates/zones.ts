/** Every time zone that the browser knows, with one that it may not know. */
export const zoneNames = (zone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(zone ? [zone] : [])])].sort()
