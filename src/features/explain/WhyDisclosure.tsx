import { lazy } from 'react'

import { Disclosure } from '../../browser/ui/Disclosure.tsx'
import { useT } from '../../browser/client/i18n/texts.ts'
import english from '../../texts/permissions.json'

const WhyPanel = lazy(async () => ({ default: (await import('./WhyPanel.tsx')).WhyPanel }))

/** Where a role is shown: what the gate would decide for it, and why. */
export function WhyDisclosure({ role }: { role: number }) {
  const t = useT(english)
  return (
    <Disclosure title={t('why')} level="h2">
      <WhyPanel role={role} />
    </Disclosure>
  )
}
