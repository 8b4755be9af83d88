import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'

import type { FieldChange } from '#contract'
import { type Resource, sentence } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { cut, RecordLink } from '../../ui/fields/cellText.tsx'
import { listText } from '../../client/i18n/formats.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import english from '../../../texts/history.json'

/** An entry of the audit log, as the resource `audit_entries` declares it. */
interface AuditRecord extends Row {
  readonly resource: string | null
  readonly record: number | null
  readonly detail: {
    /** Whether the reader may know what changed. */
    readonly is_open: boolean
    readonly changes: readonly FieldChange[]
    readonly facts: Readonly<Record<string, unknown>>
  }
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
  const factNames = useFactNames()
  const t = useT(english)
  const facts = Object.entries(record.detail.facts)
  if (full) {
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        {!record.detail.is_open && (
          <Typography variant="body2" color="text.secondary">
            {t('audit_closed')}
          </Typography>
        )}
        {resource && record.detail.changes.length > 0 && (
          <ChangeTable resource={resource} changes={record.detail.changes} labels={{}} />
        )}
        {facts.map(([name, value]) => (
          <Typography key={name} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {factNames(name)}:
            </Box>{' '}
            {factText(value)}
          </Typography>
        ))}
      </Box>
    )
  }
  if (resource && record.detail.changes.length > 0) {
    return <ChangedFields resource={resource} record={record} />
  }
  if (facts.length === 0) return null
  return cut(facts.map(([name, value]) => `${factNames(name)}: ${factText(value)}`).join(' · '))
}

function ChangedFields({ resource, record }: { resource: Resource; record: AuditRecord }) {
  const names = useNames(resource)
  return cut(listText(record.detail.changes.map(({ field }) => names.field(field))))
}

/** Returns the names of what an action says of itself, in the user's language; English for those of a business. */
function useFactNames(): (name: string) => string {
  const translate = useTranslate()
  const texts: Readonly<Record<string, string>> = english
  return (name) => {
    const key = `console.facts.${name}`
    return translate(key, { _: texts[key] ?? sentence(name) })
  }
}

function factText(value: unknown): string {
  if (Array.isArray(value)) return listText(value.map(factText))
  if (typeof value !== 'object' || value === null) return String(value ?? '—')
  return listText(Object.entries(value).map(([name, one]) => `${name} = ${factText(one)}`))
}
