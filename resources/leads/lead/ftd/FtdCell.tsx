import { Suspense } from 'react'

import { lazyPart, Moment } from '#browser'

import type { Deposit } from './Ftd.tsx'

const Ftd = lazyPart(async () => (await import('./Ftd.tsx')).Ftd)

/** The date alone until its words have come, so that no column of a list grows under the hand. */
export function FtdCell({ record, full }: { record: Deposit; full?: boolean }) {
  const { ftd_at, api_ftd_at, ftd_cancelled_at } = record
  if (!ftd_at) return full ? '—' : null
  const date = <Moment value={ftd_at} />
  if (api_ftd_at === ftd_at && !ftd_cancelled_at) return date
  return (
    <Suspense fallback={date}>
      <Ftd record={record} />
    </Suspense>
  )
}
