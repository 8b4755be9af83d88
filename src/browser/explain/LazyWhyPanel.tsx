import { lazy } from 'react'

/** The panel comes when a role is opened. */
export const WhyPanel = lazy(async () => ({ default: (await import('./WhyPanel.tsx')).WhyPanel }))
