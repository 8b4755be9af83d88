import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Row } from '../../fields/display.ts'
import { useUser } from '../../session.ts'
import { Denied, Failed, Waiting } from '../Notices.tsx'
import { may } from '../permitted.ts'
import { problemOf } from '../problem.ts'
import { useProvider } from '../provider.ts'
import type { FormViewProps } from './CreateRecord.tsx'
import { RecordForm } from './RecordForm.tsx'
import { useUpdateRecord } from './useSave.ts'

interface EditProps extends FormViewProps {
  id: number
}

/** The form of a record: whole, and as it is now, never as a list or an older visit left it in the cache. */
export function EditRecord({ id, ...props }: EditProps) {
  const { resource } = props
  const user = useUser()
  const provider = useProvider()
  const [round, setRound] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'form', id],
    queryFn: async ({ signal }): Promise<Row> =>
      (await provider.getOne<Row>(resource.name, { id, signal })).data,
    retry: false,
    gcTime: 0,
  })
  const reload = async () => {
    await refetch()
    setRound(round + 1)
  }
  if (error) return <Failed problem={problemOf(error)} onRetry={() => void reload()} />
  if (!data) return <Waiting />
  if (!may(resource, 'edit', user, data)) return <Denied />
  return <EditForm key={round} {...props} latest={data} onReload={() => void reload()} />
}

interface HeldProps extends FormViewProps {
  latest: Row
  onReload(): void
}

/** Holds the record still: a form must not change under the hands of who types. */
function EditForm({ latest, onReload, ...props }: HeldProps) {
  const { resource, views, onDone } = props
  const [record] = useState(latest)
  const save = useUpdateRecord(resource, record)
  const isStale = latest.version !== record.version
  const form = { resource, views, record, save, isStale, onReload }
  return <RecordForm {...form} onSaved={onDone} onCancel={onDone} />
}
