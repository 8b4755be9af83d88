import { lazyPart } from '../../browser/ui/states/lazyPart.tsx'
import type { Feature } from '../../browser/views/slots.ts'

const WhySection = lazyPart(async () => (await import('./WhyPanel.tsx')).WhySection)

/** Where a role or a user is shown: what the gate would decide for it, and why. */
export const explain: Feature = {
  partsOf: { roles: { showSection: WhySection }, users: { showSection: WhySection } },
}
