import { useNotify, useRefresh } from 'react-admin'

import type { Resource } from '#schema'

import type { Row } from '../../fields/display.ts'
import { useProvider } from '../provider.ts'
import { useDoneMessage } from '../words.ts'

type Save = (values: Record<string, unknown>) => Promise<void>

/** Creates a record, says so, and lets every view that is open read again. */
export function useCreateRecord(resource: Resource, onDone: () => void): Save {
  const provider = useProvider()
  const done = useDone(resource, onDone)
  return async (data) => {
    await provider.create(resource.name, { data })
    done('created')
  }
}

/** Sends the changed values with the version they were made on: an older one is refused (409). */
export function useUpdateRecord(resource: Resource, record: Row, onDone: () => void): Save {
  const provider = useProvider()
  const done = useDone(resource, onDone)
  return async (changes) => {
    const data = { ...changes, version: record.version }
    await provider.update(resource.name, { id: record.id, data, previousData: record })
    done('updated')
  }
}

function useDone(resource: Resource, onDone: () => void) {
  const notify = useNotify()
  const refresh = useRefresh()
  const message = useDoneMessage(resource)
  return (done: 'created' | 'updated') => {
    notify(message(done), { type: 'success' })
    refresh()
    onDone()
  }
}
