import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { Denied, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { useProvider } from '../../client/records/provider.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import type { FormViewProps } from './CreateRecord.tsx'
import { RecordForm } from './RecordForm.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { useUpdateRecord } from './useSave.ts'

interface EditProps extends FormViewProps {
  id: number
}

/** The form of a record: whole, and as it is now, never as a list or an older visit left it in the cache. */
export function EditRecord({ id, ...props }: EditProps) {
  const { resource } = props
  const user = useUser()
  const provider = useProvider()
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'form', id],
    queryFn: async ({ signal }): Promise<Row> =>
      (await provider.getOne<Row>(resource.name, { id, signal })).data,
    retry: false,
    gcTime: 0,
  })
  if (error) return <RecordFailed {...{ resource, error }} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (!may(resource, 'edit', user, data)) return <Denied />
  return <EditForm {...props} latest={data} />
}

/** Holds the record still: a form must not change under the hands of who types. */
function EditForm({ latest, ...props }: FormViewProps & { latest: Row }) {
  const { resource, views, onDone } = props
  const [record, setRecord] = useState(latest)
  const update = useUpdateRecord(resource)
  const isStale = Number(latest.version) > Number(record.version)
  return (
    <RecordForm
      {...{ resource, views, record }}
      save={(values, over = record) => update(values, over)}
      notice={isStale && <StaleNotice {...{ resource, latest }} />}
      onMerged={setRecord}
      onSaved={onDone}
      onCancel={onDone}
    />
  )
}
