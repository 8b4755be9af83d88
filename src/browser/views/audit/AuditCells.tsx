import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import type { FieldChange } from '#contract'
import { actionNamed, factsOfFields, field, type Field, type Fields, type Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { cut, RecordLink } from '../../ui/fields/cellText.tsx'
import { listText } from '../../client/i18n/formats.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { FactLines, useFactLine } from './FactLines.tsx'
import { useNamedRecord } from '../useNamedRecord.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/en/history.json'

/** An entry of the audit log, as the resource `audit_entries` declares it. */
interface AuditRecord extends Row {
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

interface NamedProps {
  readonly resource: Resource
  readonly action: string
  readonly detail: AuditRecord['detail']
}

interface CellProps {
  record: Row
  full?: boolean
}

/** The record that an action was about, as a link for those who may open it. */
export function RecordCell({ record: entry }: CellProps) {
  const { resource, record } = entry as AuditRecord
  if (record === null) return null
  const number = `#${record}`
  if (resource === null) return number
  return (
    <RecordLink target={resource} id={record}>
      {number}
    </RecordLink>
  )
}

/** What an action changed, in a line or as a table, and what else there is to say. */
export function DetailCell({ record: entry, full = false }: CellProps) {
  const record = entry as AuditRecord
  const resource = useResourceNamed(record.resource ?? '')
  const factLine = useFactLine()
  const t = useT(english)
  const { facts } = record.detail
  if (full) {
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        {!record.detail.is_open && (
          <Typography variant="body2" color="text.secondary">
            {t('audit_closed')}
          </Typography>
        )}
        {resource ? (
          <Named resource={resource} action={record.action} detail={record.detail} />
        ) : (
          <FactLines facts={facts} />
        )}
      </Box>
    )
  }
  if (resource && record.detail.changes.length > 0) {
    return <ChangedFields resource={resource} record={record} />
  }
  if (Object.keys(facts).length === 0) return null
  const { action, detail } = record
  return resource ? <NamedLine {...{ resource, action, detail }} /> : cut(factLine(facts))
}

/** With the names of the records that values point at, as far as the reader may know them. */
function Named({ resource, action, detail }: NamedProps) {
  const { labels, facts, inputs } = useNamed({ resource, action, detail })
  return (
    <>
      <ChangeTable resource={resource} changes={detail.changes} labels={labels} />
      <FactLines {...{ facts, inputs }} />
    </>
  )
}

function NamedLine(props: NamedProps) {
  const { facts, inputs } = useNamed(props)
  return cut(useFactLine(inputs)(facts))
}

/** Returns the titles of what changes point at, by field and id, and the facts with the names of records and fields. */
function useNamed({ resource, action, detail: { changes, facts } }: NamedProps) {
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

function ChangedFields({ resource, record }: { resource: Resource; record: AuditRecord }) {
  const names = useNames(resource)
  return cut(listText(record.detail.changes.map(({ field }) => names.field(field))))
}
