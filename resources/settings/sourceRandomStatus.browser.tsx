import { lazy, Suspense } from 'react'

import { Waiting, type Views } from '#browser'

import type { SourceRandomStatus, sourceRandomStatus } from './sourceRandomStatus.ts'

const WeightsInput = lazy(async () => ({
  default: (await import('./StatusWeights.tsx')).WeightsInput,
}))
const Weights = lazy(async () => ({ default: (await import('./StatusWeights.tsx')).Weights }))

/** Statuses are chosen and shown by name, with how often each is drawn. */
export const sourceRandomStatusViews: Views<typeof sourceRandomStatus> = {
  inputs: { rows: RowsInput },
  fields: { rows: Rows },
}

function RowsInput({ source }: { source: string }) {
  return (
    <Suspense fallback={<Waiting />}>
      <WeightsInput source={source} />
    </Suspense>
  )
}

function Rows({ record }: { record: SourceRandomStatus }) {
  return (
    <Suspense>
      <Weights weights={record.rows} />
    </Suspense>
  )
}
