import { lazy } from 'react'

/** Where a role is shown: what the gate would decide for it, and why. */
export const WhySection = lazy(async () => ({
  default: (await import('./WhyDisclosure.tsx')).WhyDisclosure,
}))
