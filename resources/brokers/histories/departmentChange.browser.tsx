import { lazy, type ComponentType } from 'react'

import type { Views } from '#browser'
import type { RecordOf } from '#schema'

import type { departmentChange } from './departmentChange.ts'

type DepartmentChange = RecordOf<typeof departmentChange>

const Detail = lazy<ComponentType<{ record: DepartmentChange }>>(async () => ({
  default: (await import('./DepartmentChanges.tsx')).DepartmentChanges,
}))

export const departmentChangeViews: Views<typeof departmentChange> = { fields: { detail: Detail } }
