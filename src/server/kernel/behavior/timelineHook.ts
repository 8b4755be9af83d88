import type { TimelineEvent } from '#contract'
import type { Filter, RecordOf, Resource } from '#schema'

import type { Awaitable } from './handlers.ts'

/** What the server tells of a record beside its own changes. */
export interface TimelineHook<R extends Resource> {
  /**
   * Gives what else happened to a record, to stand among the changes of its timeline; a page takes what falls into its
   * time. `read` gives of other records only what the reader may see.
   */
  timeline?(
    record: Partial<RecordOf<R>> & Partial<Pick<Read, 'labels'>>,
    read: ReadForTimeline,
  ): Awaitable<readonly Happened[]>
}

/** `about` is missing where the record itself tells it. */
export type Happened = Pick<TimelineEvent, 'event' | 'at'> &
  Partial<Pick<TimelineEvent, 'about' | 'values'>>

/**
 * Reads records as the reader's lists give them, the newest first: those that the filter matches, of which one of the fields
 * `times` falls into the time of the page. Where these are more than a hundred, the page covers less time.
 */
export type ReadForTimeline = <R extends Resource>(
  resource: R,
  asked: { readonly filter: Filter<RecordOf<R>>; readonly times: readonly string[] },
) => Promise<readonly (Partial<RecordOf<R>> & Read)[]>

interface Read {
  readonly id: number
  readonly created_at: string
  readonly updated_at: string
  readonly labels: Readonly<Record<string, { readonly label?: unknown } | null | undefined>>
}
