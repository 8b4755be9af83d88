import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import type { Skipped } from '#contract'
import type { Resource } from '#schema'

import { pathOf } from '../../client/addresses/addresses.ts'
import { useMessage, useNames, useT } from '../../client/i18n/texts.ts'
import { may } from '../../client/records/permitted.ts'
import { useUser } from '../../client/session/user.ts'
import { saveAs } from '../jobs/useDownload.ts'
import type { BulkDone } from './action.ts'
import { csvOf } from './csv.ts'
import { SkipCounts } from './SkipReasons.tsx'
import english from '../../../texts/en/actions.json'
import { skippedColumns, skippedFile } from '../../../texts/skippedFile.ts'

interface ReportProps {
  resource: Resource
  answer: BulkDone
  onUndo: (() => void) | undefined
  onClose(): void
}

/** What came of a bulk action: how many are done, which came to nothing all the same, and which were skipped and why. */
export function BulkReport({ resource, answer, onUndo, onClose }: ReportProps) {
  const t = useT(english)
  const message = useMessage()
  const { many, counted } = useNames(resource)
  const { done, skipped, failures = [], warnings = [], reasons = [] } = answer
  const save = () => {
    const rows = failures.map(({ id, code, reason }) => [id, code, reason])
    saveAs(csvOf([skippedColumns.map(message), ...rows]), message(skippedFile(many)))
  }
  return (
    <>
      <DialogContent>
        <Typography role="status" sx={{ mb: 1 }}>
          {skipped > 0
            ? t('done_skipped', { done, skipped })
            : t('things_updated', { things: counted(done), count: done })}
        </Typography>
        <ToldRecords {...{ resource, told: warnings.map(warned) }} />
        <SkipCounts counts={countsOf(failures)} />
        {failures.length > 0 ? (
          <ToldRecords {...{ resource, told: failures }} />
        ) : (
          reasons.map((reason) => <Typography key={reason}>{reason}</Typography>)
        )}
      </DialogContent>
      <DialogActions>
        {onUndo && done > 0 && <Button onClick={onUndo}>{t('undo_done')}</Button>}
        {failures.length > 0 && <Button onClick={save}>{t('download_skipped')}</Button>}
        <Button autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </>
  )
}

function countsOf(failures: readonly Skipped[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of failures) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** What is said of a record, as of one that was skipped. */
type Told = Pick<Skipped, 'id' | 'reason'>

const warned = ({ id, warning }: { id: number; warning: string }): Told => ({
  id,
  reason: warning,
})

function ToldRecords({
  resource,
  told,
}: Pick<ReportProps, 'resource'> & { told: readonly Told[] }) {
  const user = useUser()
  const hasPage = may(resource, 'show', user)
  if (told.length === 0) return null
  return (
    <Box
      component="ul"
      sx={{ m: 0, paddingInlineStart: 2.5, maxHeight: 280, overflow: 'auto' }}
      tabIndex={0}
    >
      {told.map(({ id, reason }) => (
        <li key={id}>
          {hasPage ? (
            <MuiLink component={Link} to={pathOf(resource, 'show', id)} underline="always">
              #{id}
            </MuiLink>
          ) : (
            `#${id}`
          )}{' '}
          {reason}
        </li>
      ))}
    </Box>
  )
}
