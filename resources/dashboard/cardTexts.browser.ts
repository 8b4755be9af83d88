import { useT } from '#browser'
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
