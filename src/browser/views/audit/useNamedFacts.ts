import type { FieldChange } from '#contract'
import { actionNamed, factsOfFields, field, type Field, type Fields, type Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { useNamedRecord } from '../useNamedRecord.ts'
import { useNames } from '../../client/i18n/texts.ts'

/** An entry of the audit log, as the resource `audit_entries` declares it. */
export interface AuditRecord extends Row {
  readonly action: string
  readonly resource: string | null
  readonly record: number | null
  readonly detail: {
    /** Whether the reader may know what changed. */
    readonly is_open: boolean
    readonly changes: readonly FieldChange[]
    readonly facts: Readonly<Record<string, unknown>>
  }
}

export interface NamedProps {
  readonly resource: Resource
  readonly action: string
  readonly detail: AuditRecord['detail']
}

/** Returns the titles of what changes point at, by field and id, and the facts with the names of records and fields. */
export function useNamedFacts({ resource, action, detail: { changes, facts } }: NamedProps) {
  const names = useNames(resource)
  const inputs = actionNamed(resource, action)?.input
  const by = facts['told_by'] as { resource: string; id: number } | undefined
  const fields: Fields = {
    ...resource.fields,
    ...inputs,
    ...(by && { told_by: field.reference(by.resource) }),
  }
  const filter = Object.entries(Object(facts['filter']))
  const values: Record<string, number[]> = {}
  for (const [name, value] of [
    ...Object.entries({ ...facts, ...(by && { told_by: by.id }) }),
    ...filter,
    ...changes.map(({ field, before, after }): [string, unknown] => [
      field,
      [before, after].flat(),
    ]),
  ]) {
    values[name] = [...(values[name] ?? []), ...idsIn(value)]
  }
  const pointing = Object.entries<Field>(fields)
    .filter(([name]) => name in values)
    .map(([name, field]) => ({ name, field }))
  const record = useNamedRecord({ ...resource, fields }, values, pointing)
  const labels = Object.fromEntries(
    Object.entries(record.labels ?? {}).map(([name, all]) => [
      name,
      Object.fromEntries([all].flat().flatMap((one) => (one ? [[one.id, one.label]] : []))),
    ]),
  )
  const named = ([name, value]: [string, unknown]): [string, unknown] => {
    const titles = labels[name] ?? {}
    const all = idsIn(name === 'told_by' && by ? by.id : value).map((id) => titles[id] ?? id)
    return [name, Object.keys(titles).length > 0 ? all : value]
  }
  const filtered = filter
    .map(named)
    .map(([name, value]) => [resource.fields[name] ? names.field(name) : name, value])
  const told = Object.fromEntries(
    Object.entries(facts)
      .map(named)
      .map(([name, value]) => [
        name,
        factsOfFields.includes(name) && Array.isArray(value) ? value.map(names.field) : value,
      ]),
  )
  return {
    labels,
    inputs,
    facts: filter.length > 0 ? { ...told, filter: Object.fromEntries(filtered) } : told,
  }
}

/** Also of a filter, whose values are as an address has them. */
const idsIn = (value: unknown): number[] =>
  [value]
    .flat()
    .flatMap((one) => String(one ?? '').split(','))
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
