import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState } from 'react'

import { isMaskedInFiles, type Field, type Resource, type User } from '#schema'

import { type Problem, problemOf } from '../../../client/http/problem.ts'
import { newRequestKey } from '../../../client/http/requestKey.ts'
import { useNames, useT } from '../../../client/i18n/texts.ts'
import { sortText } from '../../../client/records/order.ts'
import { useProvider } from '../../../client/records/provider.ts'
import { useUser } from '../../../client/session/user.ts'
import { GuardedDialog } from '../../../ui/GuardedDialog.tsx'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { ProblemAlert } from '../../forms/FormErrors.tsx'
import { useDownload } from '../../jobs/jobFiles.ts'
import { useExportColumns } from './exportColumns.ts'
import { ExportColumnInputs } from './ExportColumnInputs.tsx'
import { ExportContacts } from './ExportContacts.tsx'
import { JobProgress } from '../../jobs/JobProgress.tsx'
import { useListSort } from '../listState.tsx'
import { ExportedRows, useExportedRows } from './ExportedRows.tsx'
import { ExportFormatInputs, isWorkbook, useExportFormat, writtenAs } from './ExportFormat.tsx'
import { ExportZone } from './ExportZone.tsx'
import english from '../../../../texts/en/lists.json'

interface ExportProps {
  resource: Resource
  /** The columns the list shows now. */
  shown: readonly string[]
  onClose(): void
}

/** Exports the ticked rows, or what the filter matches, as a job, and offers the file when it is ready. */
export function ExportDialog({ resource, shown, onClose }: ExportProps) {
  const t = useT(english)
  const { many } = useNames(resource)
  const [job, setJob] = useState<Ordered>()
  return (
    <GuardedDialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby="export-title">
      <DialogTitle id="export-title">{t('export_many', { many: many.toLowerCase() })}</DialogTitle>
      {job === undefined ? (
        <ExportForm {...{ resource, shown, onClose, setJob }} />
      ) : (
        <ExportJob {...{ resource, onClose }} {...job} />
      )}
    </GuardedDialog>
  )
}

interface Ordered {
  readonly job: number
  readonly isWorkbook: boolean
}

function ExportForm({
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

function ExportJob({
  resource,
  job,
  isWorkbook,
  onClose,
}: Ordered & {
  resource: Resource
  onClose(): void
}) {
  const t = useT(english)
  const download = useDownload()
  const path = `/profile/job/${job}/download/result`
  const save = () => void download(path, `${resource.name}.csv`, isWorkbook)
  return (
    <>
      <DialogContent>
        <JobProgress id={job}>
          {({ result_file, processed }) =>
            result_file && <SaveFile save={save} isSmall={processed <= smallFile} />
          }
        </JobProgress>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </>
  )
}

/** Up to so many records a file is saved as soon as it is there. */
const smallFile = 5_000

interface SaveProps {
  save(): void
  isSmall: boolean
}

/** Saves the file: a small one by itself, once, and any one again. */
function SaveFile({ save, isSmall }: SaveProps) {
  const t = useT(english)
  const saveAtOnce = useEffectEvent(save)
  useEffect(() => {
    if (isSmall) saveAtOnce()
  }, [isSmall])
  return (
    <Button variant="contained" onClick={save}>
      {t('download')}
    </Button>
  )
}
