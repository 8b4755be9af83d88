import { lazy, Suspense } from 'react'

import type { Views } from '#browser'

import type { blackList } from './blackList.ts'

const LeadsToBlock = lazy(async () => ({
  default: (await import('./LeadsToBlock.tsx')).LeadsToBlock,
}))

export const blackListViews: Views<typeof blackList> = {
  formSection: ({ record }) => <Suspense>{!record && <LeadsToBlock />}</Suspense>,
}
