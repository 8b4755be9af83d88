import type { BulkPreview } from '#contract'
import type { Resource, User } from '#schema'

import type { Backend, Context } from '../../kernel/backend.ts'
import type { BulkBehavior, BulkCall } from '../../kernel/behavior/bulkBehavior.ts'
import type { Author } from '../../kernel/guard.ts'
import { operationOf } from './bulkRun.ts'
import { selectedItems } from './selected.ts'
import { parseSelection } from './parseSelection.ts'

interface Asking {
  readonly backend: Backend
  readonly user: User
  readonly author: Author
}

/** Counts what an action would do to the selected records, and changes nothing. */
export async function previewBulk(
  resource: Resource,
  action: string,
  body: unknown,
  asker: Asking,
): Promise<BulkPreview> {
  const { selected } = parseSelection(body)
  const { items, skipped } = await selectedItems(resource, operationOf(action), selected, asker)
  const call = { ids: items.map(({ id }) => id), values: {} }
  await refuseTogether(resource, action, call, asker)
  const { preview } = before(resource, action, asker)
  if (!preview) throw new Error(`${resource.name}.${action}: nothing counts its preview`)
  const { reasons, ...counts } = await preview(call, contextFor(asker))
  return { count: items.length + skipped.length, ...counts, reasons: [...reasons] }
}

/** Lets the business refuse all of them together. */
export async function refuseTogether(
  resource: Resource,
  action: string,
  call: BulkCall,
  asker: Asking,
): Promise<void> {
  await before(resource, action, asker).refuse?.(call, contextFor(asker))
}

type Before = BulkBehavior<Omit<Context, 'records'>>

function before({ name }: Resource, action: string, { backend }: Asking): Before {
  const bulk: Readonly<Record<string, Before>> = backend.business.behaviors[name]?.bulk ?? {}
  return bulk[action] ?? {}
}

const contextFor = ({ backend, user }: Asking) => ({ backend, user, sql: backend.database.sql })
