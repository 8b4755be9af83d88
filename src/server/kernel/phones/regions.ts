import { type CountryCode, getCountries } from 'libphonenumber-js/min'

/** Not in the types of TypeScript yet; Node has had the first since 18 and the second since 22. */
interface Zoned {
  readonly timeZones?: readonly string[]
  getTimeZones?(): readonly string[]
}

/** The country of two letters in which a time zone is used; undefined for zones of no country, like UTC. */
export function regionOfZone(zone: string | undefined): CountryCode | undefined {
  return zone === undefined ? undefined : regions().get(canonical(zone))
}

let known: Map<string, CountryCode> | undefined

function regions(): Map<string, CountryCode> {
  known ??= new Map(
    getCountries().flatMap((region) => {
      const locale = new Intl.Locale('und', { region }) as Zoned
      const zones = locale.getTimeZones?.() ?? locale.timeZones ?? []
      return zones.map((zone): [string, CountryCode] => [canonical(zone), region])
    }),
  )
  return known
}

/** The one of several names of a zone that this version of Node prefers. */
const canonical = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
