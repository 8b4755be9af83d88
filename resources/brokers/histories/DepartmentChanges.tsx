import { useRefresh } from 'react-admin'

import { useReverting } from '#browser/later'
import type { FieldChange } from '#contract'
import type { RecordOf } from '#schema'

import { Changes } from '../../leads/history/Changes.tsx'
import { integration } from '../../sending/integration/integration.ts'
import { brokerDepartment } from '../department/brokerDepartment.ts'
import type { departmentChange } from './departmentChange.ts'

const parts = { broker_departments: brokerDepartment, send_integrations: integration }

/** What was changed on the part of the department that the entry is about, and the way back. */
export function DepartmentChanges({ record }: { record: RecordOf<typeof departmentChange> }) {
  const reverting = useReverting()
  const refresh = useRefresh()
  const { id, event, part, department, integration, detail } = record
  const { changes } = detail as { readonly changes: readonly FieldChange[] }
  const changed = part === 'send_integrations' ? integration : department
  return (
    <>
      <Changes resource={parts[part]} record={record} />
      {changed && (
        <reverting.Button
          resource={parts[part]}
          id={changed}
          change={{ id, action: event, changes: [...changes] }}
          onDone={refresh}
        />
      )}
    </>
  )
}
