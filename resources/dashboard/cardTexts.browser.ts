import { kept, numberFormat, reader, tagOf, useT } from '#browser'
import english from '../translations/en/console.json'

/** The names of the cards by their label keys, in the user's language. */
export function useCardNames(): (label: string) => string {
  const t = useT(english)
  const names: Readonly<Record<string, string>> = {
    leads: t('dashboard.leads'),
    failed_leads: t('dashboard.failed_leads'),
    leads_sent_successfully: t('dashboard.leads_sent_successfully'),
    leads_sent_failed: t('dashboard.leads_sent_failed'),
    ftds: t('dashboard.ftds'),
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
