import type { Resource } from '#schema'

import type { Views } from '../../views.ts'
import { RecordForm } from './RecordForm.tsx'
import { useCreateRecord } from './useSave.ts'

export interface FormViewProps {
  resource: Resource
  views?: Views<Resource>
  /** Leaves the form, saved or not. */
  onDone(): void
}

export function CreateRecord({ resource, views, onDone }: FormViewProps) {
  const save = useCreateRecord(resource)
  return <RecordForm {...{ resource, views, save }} onSaved={onDone} onCancel={onDone} />
}
