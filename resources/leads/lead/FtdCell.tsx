import { lazy, Suspense } from 'react'

import { Moment } from '#browser'

import type { Deposit } from './Ftd.tsx'

const Ftd = lazy(async () => ({ default: (await import('./Ftd.tsx')).Ftd }))

/** The date alone until its words have come, so that no column of a list grows under the hand. */
export const FtdCell = ({ record }: { record: Deposit }) => (
  <Suspense fallback={record.ftd_at && <Moment value={record.ftd_at} />}>
    <Ftd record={record} />
  </Suspense>
)
