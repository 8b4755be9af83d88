import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'

import type { Resource } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { cut, RecordLink } from '../../ui/fields/cellText.tsx'
import { listText } from '../../client/i18n/formats.ts'
import { ChangeTable } from './ChangeTable.tsx'
import { FactLines, useFactLine } from './FactLines.tsx'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import { type AuditRecord, type NamedProps, useNamedFacts } from './useNamedFacts.ts'
import english from '../../../texts/en/history.json'

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
  const { labels, facts, inputs } = useNamedFacts({ resource, action, detail })
  return (
    <>
      <ChangeTable resource={resource} changes={detail.changes} labels={labels} />
      <FactLines {...{ facts, inputs }} />
    </>
  )
}

function NamedLine(props: NamedProps) {
  const { facts, inputs } = useNamedFacts(props)
  return cut(useFactLine(inputs)(facts))
}

function ChangedFields({ resource, record }: { resource: Resource; record: AuditRecord }) {
  const names = useNames(resource)
  return cut(listText(record.detail.changes.map(({ field }) => names.field(field))))
}
