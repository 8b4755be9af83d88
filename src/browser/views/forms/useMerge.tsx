import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { useNotify } from 'react-admin'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import type { Choice, Weighed } from './conflict.ts'
import { MergedFields } from './MergedFields.tsx'

const ConflictDialog = lazy(async () => ({
  default: (await import('./ConflictDialog.tsx')).ConflictDialog,
}))

type Asked = Omit<ComponentProps<typeof ConflictDialog>, 'resource'>

interface Clash {
  readonly weighed: Weighed
  /** The values that were about to be saved. */
  readonly mine: Readonly<Record<string, unknown>>
  /** The record as it is now. */
  readonly theirs: Row
}

interface Merge {
  /** Asks which value is kept of each field that both have changed. Answers undefined when nothing was decided. */
  choose(clash: Clash): Promise<Choice | undefined>
  /** Says what only the other one has changed. */
  announce(weighed: Weighed, theirs: Row): void
  /** The question, while it is asked. */
  readonly dialog: ReactNode
}

/** Returns how the changes of two people to one record are brought together. */
export function useMerge(resource: Resource): Merge {
  const notify = useNotify()
  const [asked, setAsked] = useState<Asked>()
  return {
    async choose(clash) {
      if (clash.weighed.both.length === 0) return {}
      const choice = await new Promise<Choice | undefined>((onDone) =>
        setAsked({ ...clash, onDone }),
      )
      setAsked(undefined)
      return choice
    },
    announce(weighed, record) {
      if (weighed.theirs.length === 0) return
      notify(<MergedFields {...{ resource, weighed, record }} />, { type: 'info' })
    },
    dialog: asked && (
      <Suspense>
        <ConflictDialog resource={resource} {...asked} />
      </Suspense>
    ),
  }
}
