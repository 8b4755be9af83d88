import type { FieldChange } from '#contract'
import {
  isObject,
  type Resource,
  type User,
  mayRead,
  type Field,
  redactedKeys,
  redactedSearch,
} from '#schema'

import type { Backend } from '../../kernel/backend.ts'
import type { Row } from './select.ts'
import { seesAllStates, changesOf } from './states.ts'

/** What an entry of the audit log says beyond who, when and where, as far as its reader may know it. */
interface AuditDetail {
  /** Whether the reader sees such records in every state: else what changed is not told. */
  readonly is_open: boolean
  readonly changes: readonly FieldChange[]
  /** Words of the act itself: the file, the filter, the address of a failed sign-in. */
  readonly facts: Readonly<Record<string, unknown>>
}

interface Written {
  readonly before: Row | null
  readonly after: Row | null
  readonly facts: Row | null
}

/**
 * Returns the entry with the values that its reader may read of the record it is about, masked as everywhere. The
 * behavior of the resource that lists the log has it as `present`.
 */
export function presentAuditEntry<Entry extends { resource: unknown; detail: unknown }>(
  entry: Entry,
  user: User,
  backend: Backend,
): Entry {
  const resource = backend.business.resources.find(({ name }) => name === entry.resource)
  const { before, after, facts } = entry.detail as Written
  const isOpen = resource !== undefined && seesAllStates(backend, resource, user)
  const detail: AuditDetail = {
    is_open: isOpen || (!before && !after),
    changes: isOpen ? changesOf(resource, user, { before, after }) : [],
    facts: factsFor(resource, user, facts ?? {}),
  }
  return { ...entry, detail }
}

/** Longer lists, like the ids of an import, are told by their length. */
const maxItems = 20

function factsFor(resource: Resource | undefined, user: User, facts: Row): Row {
  const isOpen = (field: Field) => mayRead(user, field)
  const shown = Object.entries(facts).map(([name, value]): [string, unknown] => {
    if (resource && name === 'filter')
      return [name, redactedKeys(resource, isObject(value) ? value : {}, isOpen)]
    if (resource && name === 'search') return [name, redactedSearch(resource, value)]
    return [name, Array.isArray(value) && value.length > maxItems ? value.length : value]
  })
  return Object.fromEntries(shown.filter(([name]) => name !== 'reason'))
}
