import { use, useEffect, useMemo, useRef, useState } from 'react'
import { CreateBase, EditBase, useEditContext, useGetOne, useRecordFromLocation } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'

import { type Resource, targetOf } from '#schema'

import type { ViewProps } from '../resourceViews.ts'
import { useSettled } from '../../ui/states/Loading.tsx'
import { Waiting, Denied } from '../../ui/states/StatePanels.tsx'
import { RecordForm } from './RecordForm.tsx'
import type { Row } from '../../client/records/row.ts'
import { useUser } from '../../client/session/user.ts'
import { newRequestKey } from '../../client/http/requestKey.ts'
import { isClosed, may } from '../../client/records/permitted.ts'
import { formMeta, useReadAgain } from '../../client/records/resources.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import { useTellDone } from '../actions/DoneText.tsx'
import { useUpdateRecord } from '../actions/useUpdateRecord.ts'
import { useProvider } from '../../client/records/provider.ts'
import { copyOf, type Values } from './copy.ts'
import { copiedAt } from '../../client/addresses/addresses.ts'
import { usePathname } from '../../client/addresses/navigation.tsx'
import { FormStandsContext } from './besideForm.ts'
import { StaleNotice } from './StaleNotice.tsx'

interface FormViewProps extends ViewProps {
  /** Leaves the form, saved or not. */
  onDone(): void
}

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

function BlankForm({ resource, views, onDone, copy }: FormViewProps & { copy?: Values }) {
  const save = useCreateRecord(resource)
  const useDefaults = views?.useDefaults ?? nothing
  const own = useDefaults()
  const asked = useRecordFromLocation()
  const forget = useForgetAsked(resource)
  const [made, setMade] = useState(0)
  const defaults = useSettled(
    useMemo(() => own && { ...own, ...asked, ...copy }, [own, asked, copy]),
  )
  if (!defaults) return <Waiting />
  return (
    <RecordForm
      key={JSON.stringify([made, asked])}
      {...{ resource, views, defaults, save }}
      onSaved={onDone}
      onAnother={() => {
        forget()
        setMade(made + 1)
      }}
      onCancel={onDone}
    />
  )
}

/**
 * Returns what takes from the address the values with which a new record began. The next one points where that does, and
 * has its own name.
 */
function useForgetAsked({ fields }: Resource): () => void {
  const asked = useRecordFromLocation()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  return () => {
    if (!asked) return
    const places = Object.entries(asked).filter(([name]) => fields[name] && targetOf(fields[name]))
    const record = Object.fromEntries(places)
    void navigate(pathname, { replace: true, state: { ...Object(state), record } })
  }
}

const none = {}

const nothing = () => none

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

/** What was made, or was there already and was filled; that has no id for those who may not know which it is. */
interface Created {
  readonly data: Row
  readonly meta?: { readonly is_filled: true }
}

/**
 * Creates a record, says so, and lets every view that is open read again. Sent again after no answer came, the same values are
 * the same request; once they are saved, they are another record.
 */
function useCreateRecord(resource: Resource) {
  const provider = useProvider()
  const readAgain = useReadAgain()
  const tellDone = useTellDone()
  const unanswered = useRef<{ readonly values: string; readonly key: string }>(undefined)
  return async (data: Record<string, unknown>) => {
    const values = JSON.stringify(data)
    if (unanswered.current?.values !== values) unanswered.current = { values, key: newRequestKey() }
    const { key } = unanswered.current
    const answer: Created = await provider.create(resource.name, { data, meta: { key } })
    unanswered.current = undefined
    const act = answer.meta?.is_filled ? 'fill' : 'create'
    tellDone({ resource: resource.name, act, made: answer.data.id })
    readAgain(resource.name)
  }
}
