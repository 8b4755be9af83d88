import { lazy } from 'react'

import { Disclosure } from '../../browser/ui/Disclosure.tsx'
import { useText } from '../../browser/client/i18n/texts.ts'

const WhyPanel = lazy(async () => ({ default: (await import('./WhyPanel.tsx')).WhyPanel }))

/** Where a role is shown: what the gate would decide for it, and why. */
export function WhyDisclosure({ role }: { role: number }) {
  const say = useText()
  return (
    <Disclosure title={say('why', 'Why can or cannot this role …?')} level="h2">
      <WhyPanel role={role} />
    </Disclosure>
  )
}
