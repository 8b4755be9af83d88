import { lazyPart } from '../../browser/ui/states/lazyPart.tsx'
import type { Feature } from '../../browser/views/slots.ts'

const load = () => import('./WhyPanel.tsx')

const why = {
  showSection: lazyPart(async () => (await load()).WhySection),
  rowActions: lazyPart(async () => (await load()).WhyItem),
}

/** In the menu of a role or a user, and where it is shown: what the gate would decide for it, and why. */
export const explain: Feature = {
  partsOf: { roles: why, users: why },
}
