import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

import { isMask, kindOf, type Field, type Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { browserKindOf, shownValue } from '../../../kinds/kinds.browser.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { FieldChange } from '#contract'

interface TableProps {
  resource: Resource
  changes: readonly FieldChange[]
  /** Titles of the records that values point at, by field and id. */
  labels: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Each changed field with its value before and after; struck through and underlined, not by colour alone. */
export function ChangeTable({ resource, changes: all, labels }: TableProps) {
  const t = useT()
  const names = useNames(resource)
  const changes = all.flatMap(settled(resource))
  // An empty list would be read out as one.
  if (changes.length === 0) return null
  const shown = (name: string, value: unknown): ReactNode => {
    const field: Field | undefined = resource.fields[name]
    if (isMask(value)) return value
    const record = recordOf(name, value, labels[name])
    return (field && shownValue(field, name, record, true)) ?? t('empty_value')
  }
  const difference = (name: string, before: unknown, after: unknown): ReactNode => {
    const field: Field | undefined = resource.fields[name]
    if (!field || !Array.isArray(before) || !Array.isArray(after)) return undefined
    const [earlier, later] = [before, after].map((rows) => rows.map(titled(name, labels)))
    return browserKindOf(field).difference?.({ field, before: earlier, after: later })
  }
  return (
    <Box component="dl" sx={grid}>
      {changes.map(({ field: name, before, after }) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="text.secondary" sx={term}>
            {names.field(name)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {difference(name, before, after) ?? (
              <>
                <Box component="del" sx={{ color: 'text.secondary' }}>
                  {shown(name, before)}
                </Box>{' '}
                <span aria-hidden="true">→</span>{' '}
                <Box component="ins" sx={{ textDecorationColor: 'divider' }}>
                  {shown(name, after)}
                </Box>
              </>
            )}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

/**
 * Returns a change as it is shown: a yes-or-no that cannot be unknown was "no" before its first value, which is no change;
 * nor is what a field that people do not write begins with.
 */
const settled =
  ({ fields }: Resource) =>
  (change: FieldChange): FieldChange[] => {
    const field = fields[change.field]
    const { computed, default: standard } = field?.options ?? {}
    if (computed && standard !== undefined && (change.before ?? standard) === change.after)
      return []
    const isSettled = field && kindOf(field).isYesOrNo && !field.options.optional
    if (!isSettled || (change.before ?? undefined) !== undefined) return [change]
    return change.after ? [{ ...change, before: false }] : []
  }

/** Returns what puts the titles of what its cells point at beside a row. */
const titled =
  (name: string, labels: TableProps['labels']) =>
  (row: unknown): unknown => {
    const named = Object.entries(Object(row)).flatMap(([cell, id]) => {
      const label = labels[`${name}.${cell}`]?.[String(id)]
      return label === undefined ? [] : [[cell, { id, label }]]
    })
    return named.length > 0 ? { ...Object(row), labels: Object.fromEntries(named) } : row
  }

/** A value as the displays of fields want it: in a record, with the titles of what it points at. */
function recordOf(
  name: string,
  value: unknown,
  titles: Readonly<Record<string, string>> | undefined,
): Row {
  const label = (id: unknown) => ({
    id: Number(id),
    label: titles?.[String(id)] ?? `#${String(id)}`,
  })
  const isNamed = titles?.[String(value)] !== undefined
  if (Array.isArray(value) && value.every((one) => typeof one === 'number')) {
    return { id: 0, [name]: value, labels: { [name]: value.map(label) } }
  }
  return {
    id: 0,
    [name]: value,
    ...(typeof value === 'number' && isNamed && { labels: { [name]: label(value) } }),
  }
}

/** Of a cell of a list, which keeps to one line, a long name would run into the value. */
const term = { whiteSpace: 'normal', overflowWrap: 'anywhere' }

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(100px, 1fr) 3fr' },
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
}
