import { useMemo, useState } from 'react'
import { useRecordFromLocation } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'

import { type Resource, targetOf } from '#schema'

import type { ViewProps } from '../resourceViews.ts'
import { useSettled } from '../../ui/states/Loading.tsx'
import { Waiting } from '../../ui/states/StatePanels.tsx'
import { RecordForm } from './RecordForm.tsx'
import type { Values } from './copy.ts'
import { useCreateRecord } from './useCreateRecord.ts'

export interface FormViewProps extends ViewProps {
  /** Leaves the form, saved or not. */
  onDone(): void
}

export function BlankForm({ resource, views, onDone, copy }: FormViewProps & { copy?: Values }) {
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

/** Returns what takes from the address the values with which a new record began: the next one only points where it does. */
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
