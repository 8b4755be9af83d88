import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import type { Resource } from '#schema'

import { cut } from '../../ui/fields/cut.tsx'
import type { Row } from '../../client/records/row.ts'
import { RecordLink } from '../../ui/fields/RecordLink.tsx'
import { listText } from '../../client/i18n/formats.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { AuditRecord } from './auditRecord.ts'
import { factText, useFactNames } from './facts.ts'
import english from '../../../texts/history.json'

interface CellProps {
  record: Row
  full?: boolean
}

/** The record that an act was about, as a link for those who may open it. */
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

/** What an act changed, in a line or as a table, and what else there is to say. */
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
