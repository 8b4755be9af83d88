import { zoneNamed } from '#schema'

interface Where {
  /** The time zone of the lead, if it is known. */
  readonly zone: string | null | undefined
  /** ISO 3166 of its country, two letters. */
  readonly country: string | undefined
}

interface LocalClock {
  readonly time: string
  readonly zone: string
}

/**
 * What the clock shows where somebody is, with the zone: the one that is given, else that of the country. Undefined where the
 * clocks of a country do not agree.
 */
export function localClock({ zone, country }: Where, now: number, locale: string) {
  const own = zone && zoneNamed(zone)
  const zones = own ? [own] : zonesOf(country)
  const clocks = zones.map((one): LocalClock => ({ time: clockIn(one, now, locale), zone: one }))
  const [first] = clocks
  return clocks.every(({ time }) => time === first?.time) ? first : undefined
}

function clockIn(timeZone: string, now: number, locale: string): string {
  const format = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat(locale, format).format(now)
}

/** None where the browser does not know them. */
function zonesOf(country: string | undefined): readonly string[] {
  if (!country) return []
  // What newer engines call a method is a property of others; TypeScript has neither.
  const region = new Intl.Locale('und', { region: country }) as Intl.Locale & Zoned
  return region.getTimeZones?.() ?? region.timeZones ?? []
}

interface Zoned {
  getTimeZones?(): string[] | undefined
  readonly timeZones?: string[]
}
