import { CreateBase } from 'react-admin'

import type { Resource } from '#schema'

import type { Views } from '../views.ts'
import { Waiting } from '../../ui/states/StatePanels.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useCreateRecord } from './useSave.ts'

export interface FormViewProps {
  resource: Resource
  views?: Views<Resource>
  /** Leaves the form, saved or not. */
  onDone(): void
}

/** The form of a new record, or the business's own, with react-admin's contexts around it. */
export function CreateRecord(props: FormViewProps) {
  const Own = props.views?.create
  return (
    <CreateBase resource={props.resource.name} disableAuthentication redirect="list">
      {Own ? <Own /> : <DerivedForm {...props} />}
    </CreateBase>
  )
}

function DerivedForm({ resource, views, onDone }: FormViewProps) {
  const save = useCreateRecord(resource)
  const useDefaults = views?.useDefaults ?? nothing
  const defaults = useDefaults()
  if (!defaults) return <Waiting />
  return <RecordForm {...{ resource, views, defaults, save }} onSaved={onDone} onCancel={onDone} />
}

const none = {}
const nothing = () => none
