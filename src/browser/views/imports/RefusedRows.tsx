import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import type { ImportFound } from '#contract'
import { ownColumns, type Resource } from '#schema'

import { ScrollFrame } from '../../ui/ScrollFrame.tsx'
import { cut } from '../../ui/fields/cellText.tsx'
import { numberText } from '../../client/i18n/formats.ts'
import { type Translate, useNames, useT } from '../../client/i18n/texts.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useDownload } from '../jobs/useDownload.ts'
import { tableStyle } from './file/PreviewTable.tsx'
import english from '../../../texts/en/imports.json'

interface RefusedProps {
  resource: Resource
  found: ImportFound
  /** Where they are kept one by one. */
  toRefused?: string | undefined
}

/** The rows that became nothing: how many for each reason, the first with their cells, and all of them as a file. */
export function RefusedRows({ resource, found, toRefused }: RefusedProps) {
  const t = useT(english)
  const download = useDownload()
  const { id, reasons, problems } = found
  if (reasons.length === 0) return null
  const headers = found.headers.slice(0, ownColumns(found.headers))
  const path = `/${resource.api}/import/${id}/report`
  // The cells of a file are for the person who brought it: others are told the reasons alone.
  const isOwn = problems.length > 0
  return (
    <Box
      component="section"
      sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography component="h2" variant="h6">
        {t('refused_by_reason')}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {reasons.map(({ code, count, example }) => (
          <li key={code}>
            <strong>{numberText(count)}</strong>{' '}
            {reasonText(t, code, count) ?? (example || t('reason_other', { smart_count: count }))}
          </li>
        ))}
      </Box>
      {isOwn && <FirstRows {...{ headers, problems }} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {toRefused && <ToRefused {...{ resource, toRefused }} />}
        {isOwn && (
          <Button
            variant="outlined"
            onClick={() => void download(path, `import-${id}-refused.csv`)}
          >
            {t('download_failed')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

interface FirstProps {
  headers: readonly string[]
  problems: ImportFound['problems']
}

function FirstRows({ headers, problems }: FirstProps) {
  const t = useT(english)
  return (
    <Box sx={tableStyle}>
      <ScrollFrame label={t('refused_rows')} maxHeight={480}>
        <Table stickyHeader aria-label={t('refused_rows')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('row_of_file')}</TableCell>
              <TableCell>{t('reason')}</TableCell>
              {headers.map((header, column) => (
                <TableCell key={`column ${column}`}>{cut(header)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {problems.map(({ row_number, reason, cells }) => (
              <TableRow key={row_number}>
                <TableCell component="th" scope="row">
                  {numberText(row_number)}
                </TableCell>
                <TableCell sx={{ minWidth: { xs: 200, sm: 320 }, whiteSpace: 'normal !important' }}>
                  {reason}
                </TableCell>
                {headers.map((_, column) => (
                  <TableCell key={`column ${column}`}>{cut(cells[column] ?? '')}</TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </ScrollFrame>
    </Box>
  )
}

function ToRefused({ resource, toRefused }: { resource: Resource; toRefused: string }) {
  const t = useT(english)
  const kept = useResourceNamed(resource.import?.refused ?? '') ?? resource
  const { many } = useNames(kept)
  return (
    <Button variant="outlined" component={Link} to={toRefused}>
      {t('to_list', { many: many.toLowerCase() })}
    </Button>
  )
}

function reasonText(t: Translate<typeof english>, code: string, count: number): string | undefined {
  const key = Object.hasOwn(keys, code) ? keys[code as keyof typeof keys] : undefined
  return key && t(key, { smart_count: count })
}

const keys = {
  duplicate: 'reason_duplicate',
  duplicate_in_file: 'reason_duplicate_in_file',
  duplicate_processing: 'reason_duplicate_processing',
  black_list: 'reason_black_list',
  missing: 'reason_missing',
  bad_email: 'reason_bad_email',
  bad_phone: 'reason_bad_phone',
  phone_damaged: 'reason_phone_damaged',
  row_unreadable: 'reason_unreadable',
  not_permitted: 'reason_not_permitted',
  example_row: 'reason_example',
} as const
