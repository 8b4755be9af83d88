import {
  isMasked,
  shown,
  type Field,
  type Resource,
  isObject,
  isSecret,
  ownValue,
  type Fields,
} from '#schema'

import type { AuditEntry } from '../../audit/audit.ts'
import type { Author } from '../../kernel/guard.ts'
import type { Stored } from '../read/record.ts'
import type { Row } from '../read/select.ts'

/** The values that differ from those stored. Values nobody can read count as different. */
export function differences(resource: Resource, values: Row, previous: Row): Row {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => isSecret(resource.fields[name]) || !isSame(value, previous[name]),
    ),
  )
}

/** What a client sends as it was shown it: a mask that stands for the stored value changes nothing. */
export function withoutMasks(resource: Resource, given: unknown, previous: Row): unknown {
  if (!isObject(given)) return given
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const field = ownValue<Field>(resource.fields, name)
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
  return withoutSecrets(resource.fields, Object.fromEntries(values))
}

/** Values as the audit log may hold them: dots for what is never shown. */
export const withoutSecrets = (fields: Fields, values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(fields[name]) ? '•••' : value]),
  )
