import { useMemo } from 'react'
import { useEvent, useInput, useRecordContext } from 'react-admin'

import { chosenWith } from './changes.ts'

/** The form's hold on the permissions of the role. */
export interface Chosen {
  readonly ids: ReadonlySet<number>
  /** Those of the role as it was when the form was opened; none for a new role. */
  readonly stored: ReadonlySet<number>
  /** Why the server refused them. */
  readonly problem: string | undefined
  /** Puts permissions in or takes them out. It stays the same function. */
  choose(ids: readonly number[], isChosen: boolean): void
  /** Back to what is stored. */
  undo(): void
}

export function useChosen(source: string): Chosen {
  const { field, fieldState } = useInput({ source })
  const before: unknown = useRecordContext()?.[source]
  const now: unknown = field.value
  const stored = useMemo(() => idsOf(before), [before])
  const ids = useMemo(() => idsOf(now), [now])
  const choose = useEvent((moved: readonly number[], isChosen: boolean) =>
    field.onChange(chosenWith(stored, ids, { ids: moved, isChosen })),
  )
  const undo = useEvent(() => field.onChange(before ?? []))
  return { ids, stored, problem: fieldState.error?.message, choose, undo }
}

const idsOf = (value: unknown): ReadonlySet<number> =>
  new Set(Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [])
