import { useState } from 'react'
import { EditBase, useEditContext } from 'react-admin'

import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/session.ts'
import { Denied, Waiting } from '../../ui/states/StatePanels.tsx'
import { may } from '../../client/records/permitted.ts'
import { formMeta } from '../../client/records/resources.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import type { FormViewProps } from './CreateRecord.tsx'
import { RecordForm } from './RecordForm.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { useUpdateRecord } from './useSave.ts'

interface EditProps extends FormViewProps {
  id: number
}

/** The form of a record, or the business's own, with react-admin's contexts around it. */
export function EditRecord({ id, ...props }: EditProps) {
  const Own = props.views?.edit
  return (
    <EditBase
      resource={props.resource.name}
      id={id}
      disableAuthentication
      mutationMode="pessimistic"
      queryOptions={queryOptions}
      mutationOptions={mutationOptions}
    >
      {Own ? <Own /> : <DerivedForm {...props} />}
    </EditBase>
  )
}

/** Whole, and as it is now, never as a list or an older visit left it in the cache. What fails is said in its place. */
const queryOptions = {
  meta: formMeta,
  gcTime: 0,
  refetchOnReconnect: true,
  refetchOnWindowFocus: true,
  onError: () => undefined,
}
const mutationOptions = { meta: formMeta }

function DerivedForm(props: FormViewProps) {
  const { resource } = props
  const user = useUser()
  const { record: data, error, refetch } = useEditContext<Row>()
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
