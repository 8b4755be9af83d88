import { memoize, displayLocale } from '../../../client/i18n/formats.ts'

/** The time zone that moments are written in: `Europe/Berlin`. */
export const zoneName = (): string => displayLocale().zone ?? ownZone()

const ownZone = memoize(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
/** Every time zone that the browser knows, with one that it may not know. */
export const zoneNames = (zone: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(zone ? [zone] : [])])].sort()
