import type { FieldChange } from '#contract'
import {
  actionNamed,
  isObject,
  ownValue,
  type Resource,
  type User,
  mayRead,
  type Field,
  redactedKeys,
  redactedSearch,
  shown,
} from '#schema'

import type { Backend } from '../../../kernel/backend.ts'
import type { Row } from '../select.ts'
import { mayLabel } from '../titles.ts'
import { seesAllStates, changesOf } from '../states.ts'

/** What an entry of the audit log says beyond who, when and where, as far as its reader may know it. */
export interface AuditDetail {
  /** Whether the reader sees such records in every state: else neither what changed is told, nor what the action was given. */
  readonly is_open: boolean
  readonly changes: readonly FieldChange[]
  /** Words of the action itself: the file, the filter, the address of a failed sign-in. */
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
export function presentAuditEntry<
  Entry extends { resource: unknown; action?: unknown; detail: unknown },
>(entry: Entry, user: User, backend: Backend): Entry {
  const resource = backend.business.resources.find(({ name }) => name === entry.resource)
  const { before, after, facts } = entry.detail as Written
  const isOpen = resource !== undefined && seesAllStates(backend, resource, user)
  const detail: AuditDetail = {
    is_open: isOpen || (!before && !after),
    changes: isOpen ? changesOf(resource, user, { before, after }) : [],
    facts: factsFor(knownBy(facts ?? {}, user, backend), user, {
      resource,
      isOpen,
      action: String(entry.action),
    }),
  }
  return { ...entry, detail }
}

/** Leaves out at whose word it was done where the reader may not know what such records are called. */
function knownBy({ told_by, ...facts }: Row, user: User, { business }: Backend): Row {
  const name = isObject(told_by) && told_by['resource']
  const target = business.resources.find((one) => one.name === name)
  return target && mayLabel(target, user) ? { ...facts, told_by } : facts
}

/** Longer lists, like the ids of an import, are told by their length. */
const maxItems = 20

interface AuditedAction {
  readonly resource: Resource | undefined
  readonly isOpen: boolean
  readonly action: string
}

function factsFor(facts: Row, user: User, { resource, isOpen, action }: AuditedAction): Row {
  if (!resource) return withoutReason(Object.entries(facts))
  const given: Readonly<Record<string, Field>> = actionNamed(resource, action)?.input ?? {}
  const readable = Object.entries(facts).flatMap(([name, value]): [string, unknown][] => {
    const input = ownValue(given, name)
    if (input) return isOpen && mayRead(user, input) ? [[name, shown(input, value)]] : []
    if (name === 'filter') return [[name, redactedFilter(resource, user, value)]]
    if (name === 'search') return [[name, redactedSearch(resource, value)]]
    return [[name, value]]
  })
  return withoutReason(readable)
}

const redactedFilter = (resource: Resource, user: User, value: unknown) =>
  redactedKeys(resource, isObject(value) ? value : {}, (field) => mayRead(user, field))

const withoutReason = (facts: readonly [string, unknown][]): Row =>
  Object.fromEntries(
    facts
      .filter(([name]) => name !== 'reason')
      .map(([name, value]) => [
        name,
        Array.isArray(value) && value.length > maxItems ? value.length : value,
      ]),
  )
