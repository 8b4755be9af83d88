import { use, useEffect, useMemo, useState } from 'react'
import { CreateBase, EditBase, useEditContext, useGetOne } from 'react-admin'

import { useSettled } from '../../ui/states/Loading.tsx'
import { Waiting, Denied } from '../../ui/states/StatePanels.tsx'
import { RecordForm } from './RecordForm.tsx'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { isClosed, may } from '../../client/records/permitted.ts'
import { formMeta } from '../../client/records/resources.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { useUpdateRecord } from '../actions/useUpdateRecord.ts'
import { copyOf } from './copy.ts'
import { copiedAt } from '../../client/addresses/addresses.ts'
import { usePathname } from '../../client/addresses/navigation.tsx'
import { FormStandsContext } from './besideForm.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { type FormViewProps, BlankForm } from './BlankForm.tsx'

/** The form of a new record, or the business's own, with react-admin's contexts around it. */
export function CreateRecord(props: FormViewProps) {
  const Own = props.views?.create
  return (
    <CreateBase resource={props.resource.name} disableAuthentication redirect="list">
      {Own ? <Own /> : <NewForm {...props} />}
    </CreateBase>
  )
}

function NewForm(props: FormViewProps) {
  const copied = copiedAt(props.resource, usePathname())
  return copied === undefined ? <BlankForm {...props} /> : <CopyForm {...props} id={copied} />
}

/** A new record that begins as another one is, as far as a copy may. */
function CopyForm({ id, ...props }: FormViewProps & { id: number }) {
  const { resource } = props
  const user = useUser()
  const params = { id, meta: formMeta }
  const { data, error, refetch } = useGetOne<Row>(resource.name, params, { retry: false })
  const copy = useSettled(
    useMemo(() => data && copyOf(resource, user, data), [resource, user, data]),
  )
  if (error) return <RecordFailed {...{ resource, error }} onRetry={() => void refetch()} />
  return copy ? <BlankForm {...props} copy={copy} /> : <Waiting />
}

interface EditProps extends FormViewProps {
  id: number
}

/** The form of a record, or the business's own, with react-admin's contexts around it. */
export function EditRecord({ id, ...props }: EditProps) {
  return (
    <EditBase
      resource={props.resource.name}
      id={id}
      disableAuthentication
      mutationMode="pessimistic"
      queryOptions={queryOptions}
      mutationOptions={mutationOptions}
    >
      <FormOfRecord {...props} />
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

/** Waits for the record: react-admin's forms begin anew, without what was typed, once it is there. */
function FormOfRecord(props: FormViewProps) {
  const { resource, views } = props
  const Own = views?.edit
  const user = useUser()
  const { record, error, refetch } = useEditContext<Row>()
  const data = useSettled(record)
  if (error) return <RecordFailed {...{ resource, error }} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const form = Own ? <Own /> : <EditForm {...props} latest={data} />
  return (
    <>
      {may(resource, 'edit', user, data) ? (
        form
      ) : (
        <Denied reason={isClosed(resource, data) ? resource.closed?.refusal : undefined} />
      )}
      <Stands />
    </>
  )
}

/** Says that what stands in the place of the form has come. */
function Stands() {
  const tell = use(FormStandsContext)
  useEffect(tell, [tell])
  return null
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
