import { fieldOf, isMasked, kindOf, shown, type Field, type Resource } from '#schema'

import type { AuditEntry } from '../../audit/audit.ts'
import type { Author } from '../../kernel/guard.ts'
import type { Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'

/** The values that differ from those stored. Values nobody can read count as different. */
export function differences(resource: Resource, values: Row, previous: Row): Row {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => isHidden(resource, name) || !isSame(value, previous[name]),
    ),
  )
}

/** What a client sends as it was shown it: a mask that stands for the stored value changes nothing. */
export function withoutMasks(resource: Resource, given: unknown, previous: Row): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const field = fieldOf(resource, name)
      return !field || !isMasked(field) || value === null || value !== shown(field, previous[name])
    }),
  )
}

function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === undefined || value === null ? null : value)
  return one === other || JSON.stringify(plain(one)) === JSON.stringify(plain(other))
}

/** The audit row of one write: the changed fields, before and after, without what must not be read. */
export function auditOf(
  resource: Resource,
  author: Author,
  action: string,
  write: { before?: Stored; after?: Stored; changed?: readonly string[] },
): AuditEntry {
  const { before, after } = write
  const names = write.changed ?? Object.keys(resource.fields)
  return {
    ...author,
    action,
    resource: resource.name,
    record_id: (after ?? before)?.id,
    version: (after ?? before)?.version,
    before: before && told(resource, before, names),
    after: after && told(resource, after, names),
  }
}

function told(resource: Resource, record: Stored, names: readonly string[]): Row {
  const values = names
    .map((name): [string, unknown] => [name, record[name]])
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]): [string, unknown] => [name, isHidden(resource, name) ? '•••' : value])
  return Object.fromEntries(values)
}

function isHidden(resource: Resource, name: string): boolean {
  const field: Field | undefined = resource.fields[name]
  return field !== undefined && kindOf(field).writeOnly === true
}
