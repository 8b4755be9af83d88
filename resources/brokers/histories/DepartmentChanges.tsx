import type { RecordOf } from '#schema'

import { Changes } from '../../leads/history/Changes.tsx'
import { integration } from '../../sending/integration/integration.ts'
import { brokerDepartment } from '../brokerDepartment.ts'
import type { departmentChange } from './departmentChange.ts'

const parts = { broker_departments: brokerDepartment, send_integrations: integration }

/** What was changed on the part of the department that the entry is about. */
export function DepartmentChanges({ record }: { record: RecordOf<typeof departmentChange> }) {
  return <Changes resource={parts[record.part]} record={record} />
}
