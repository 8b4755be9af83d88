import { lazy } from 'react'

import type { Row } from '../../browser/client/records/row.ts'
import type { Feature } from '../../browser/views/slots.ts'

const WhyDisclosure = lazy(async () => ({
  default: (await import('./WhyDisclosure.tsx')).WhyDisclosure,
}))

/** Where a role is shown: what the gate would decide for it, and why. */
export const explain: Feature = { partsOf: { roles: { showSection: WhySection } } }

function WhySection({ record }: { record: Row }) {
  return <WhyDisclosure role={record.id} />
}
