import { lazy, Suspense, type ComponentType } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../fields/display.ts'
import type { Views } from '../views.ts'
import type { AuditRecord } from './auditRecord.ts'

type Cell = ComponentType<{ record: AuditRecord; full?: boolean }>

const RecordCell = lazy<Cell>(async () => ({
  default: (await import('./AuditCells.tsx')).RecordCell,
}))
const DetailCell = lazy<Cell>(async () => ({
  default: (await import('./AuditCells.tsx')).DetailCell,
}))

/** The audit log: which record an act was about, and what it changed. */
export const auditViews: Views<Resource> = {
  fields: { record: comingLater(RecordCell), detail: comingLater(DetailCell) },
}

/** Few people see these cells, so they are no part of what every list loads. */
function comingLater(Own: Cell) {
  return ({ record, full = false }: { record: Row; full?: boolean }) => (
    <Suspense>
      <Own record={record as AuditRecord} full={full} />
    </Suspense>
  )
}
