import { kept, numberFormat, reader, tagOf, useText } from '#browser'

/** The names of the cards by their label keys, in the user's language. */
export function useCardNames(): (label: string) => string {
  const say = useText()
  const names: Readonly<Record<string, string>> = {
    leads: say('dashboard.leads', 'Leads'),
    failed_leads: say('dashboard.failed_leads', 'Failed leads'),
    leads_sent_successfully: say('dashboard.leads_sent_successfully', 'Leads sent successfully'),
    leads_sent_failed: say('dashboard.leads_sent_failed', 'Leads sent failed'),
    ftds: say('dashboard.ftds', 'FTDs'),
  }
  return (label) => names[label] ?? label
}

/** How much, without the sign: an arrow and words tell the direction. */
export const changeText = (percentage: number): string =>
  percentFormat(reader().locale).format(Math.abs(percentage) / 100)

const percentFormat = (locale: string) =>
  numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

/** A day `YYYY-MM-DD` without its year: `Jan 31`. */
export const shortDay = (value: string): string =>
  shortFormat(reader().locale).format(Date.parse(`${value}T00:00:00Z`))

const shortFormat = kept(
  (locale: string) =>
    new Intl.DateTimeFormat(tagOf(locale), { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
