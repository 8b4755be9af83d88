import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useState } from 'react'

import { isMaskedInFiles, type Field, type Resource, type User } from '#schema'

import { type Problem, problemOf } from '../../../client/http/problem.ts'
import { newRequestKey } from '../../../client/http/requestKey.ts'
import { useNames, useT } from '../../../client/i18n/texts.ts'
import { sortText } from '../../../client/records/order.ts'
import { useProvider } from '../../../client/records/provider.ts'
import { useUser } from '../../../client/session/user.ts'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { ProblemAlert } from '../../forms/errors/ProblemAlert.tsx'
import { useExportColumns } from './exportColumns.ts'
import { ExportColumnInputs } from './ExportColumnInputs.tsx'
import { ExportContacts } from './ExportContacts.tsx'
import { useListSort } from '../listState.tsx'
import { ExportedRows, useExportedRows } from './ExportedRows.tsx'
import { ExportFormatInputs, isWorkbook, useExportFormat, writtenAs } from './ExportFormat.tsx'
import { ExportZone } from './ExportZone.tsx'
import english from '../../../../texts/en/lists.json'

export interface ExportProps {
  resource: Resource
  /** The columns the list shows now. */
  shown: readonly string[]
  onClose(): void
}

/** The job that was ordered. */
export interface Ordered {
  readonly job: number
  readonly isWorkbook: boolean
}

/** Asks which rows, which columns and how they are written, and orders the job. */
export function ExportForm({
  resource,
  shown,
  onClose,
  setJob,
}: ExportProps & { setJob(job: Ordered): void }) {
  const t = useT(english)
  const rows = useExportedRows()
  const { sort } = useListSort()
  const provider = useProvider()
  const user = useUser()
  const names = useNames(resource)
  const columns = useExportColumns(resource, shown)
  const [timezone, setTimezone] = useState<string>()
  const [format, setFormat] = useExportFormat()
  const [problem, setProblem] = useState<Problem>()
  const [key, setKey] = useState(newRequestKey)
  const [contacts, setContacts] = useState({ masked: true, reason: '' })
  useUnsaved(contacts.reason !== '')
  const mayOpen = columns.columns.some((name) => isOpened(user, resource.fields[name]))
  const isMasked = columns.columns.some((name) => {
    const field = resource.fields[name]
    return field !== undefined && isMaskedInFiles(user, field)
  })
  const isUnsaid = mayOpen && !contacts.masked && contacts.reason.trim() === ''
  const start = async () => {
    const open = mayOpen && !contacts.masked && { reason: contacts.reason.trim() }
    const body = {
      filter: { ...rows.filter, sort: sortText(sort) },
      columns: columns.columns,
      ...(timezone && { timezone }),
      ...writtenAs(format),
      ...open,
    }
    try {
      const { data } = await provider.call<{ job_id: number }>(
        'POST',
        `/${resource.api}/export`,
        body,
        { key },
      )
      setJob({ job: data.job_id, isWorkbook: isWorkbook(format) })
    } catch (error) {
      setProblem(problemOf(error))
      setKey(newRequestKey())
    }
  }
  return (
    <>
      <DialogContent>
        {problem && <ProblemAlert problem={problem} />}
        <ExportedRows {...{ resource }} {...rows} />
        <ExportColumnInputs columns={columns} nameOf={names.field} />
        {mayOpen && <ExportContacts contacts={contacts} onChange={setContacts} />}
        {isMasked && !mayOpen && (
          <Typography color="text.secondary" sx={{ my: 1 }}>
            {t('export_masked')}
          </Typography>
        )}
        <ExportFormatInputs format={format} onChange={setFormat} />
        <ExportZone zone={timezone} onChange={setTimezone} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          variant="contained"
          disabled={isUnsaid || columns.columns.length === 0}
          onClick={() => void start()}
        >
          {t('export')}
        </Button>
      </DialogActions>
    </>
  )
}

/** Whether this user may have values of a field in the clear that are masked for others. */
const isOpened = (user: User, field: Field | undefined): boolean =>
  field !== undefined &&
  (field.options.unmaskBy ?? field.options.exportBy) !== undefined &&
  !isMaskedInFiles(user, field)
