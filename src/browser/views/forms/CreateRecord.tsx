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

export function CreateRecord({ resource, views, onDone }: FormViewProps) {
  const save = useCreateRecord(resource)
  const useDefaults = views?.useDefaults ?? nothing
  const defaults = useDefaults()
  if (!defaults) return <Waiting />
  return <RecordForm {...{ resource, views, defaults, save }} onSaved={onDone} onCancel={onDone} />
}

const none = {}
const nothing = () => none
