import { lazy, type ComponentType } from 'react'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import type { Views } from '../resourceViews.ts'

type Cell = ComponentType<{ record: Row; full?: boolean }>

const loadCells = () => import('./AuditCells.tsx')
const RecordCell = lazy<Cell>(async () => ({
  default: (await loadCells()).RecordCell,
}))
const DetailCell = lazy<Cell>(async () => ({
  default: (await loadCells()).DetailCell,
}))

/** The audit log: which record an action was about, and what it changed. Few people see it, so its cells come later. */
export const auditViews: Views<Resource> = {
  fields: { record: RecordCell, detail: DetailCell },
}
