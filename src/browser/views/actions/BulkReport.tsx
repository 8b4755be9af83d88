import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'

import type { Skipped } from '#contract'
import type { Resource } from '#schema'

import { useUser } from '../../client/session/session.ts'
import { saveAs } from '../jobs/download.ts'
import { pathOf } from '../../client/addresses/addresses.ts'
import { may } from '../../client/records/permitted.ts'
import { useNames, useT } from '../../client/i18n/texts.ts'
import type { BulkDone } from './action.ts'
import { csvOf } from './csv.ts'
import { SkipCounts } from './SkipCounts.tsx'
import english from '../../../texts/actions.json'

interface ReportProps {
  resource: Resource
  answer: BulkDone
  onUndo: (() => void) | undefined
  onClose(): void
}

/** What came of a bulk act: how many are done, and of those that were skipped which and why. */
export function BulkReport({ resource, answer, onUndo, onClose }: ReportProps) {
  const t = useT(english)
  const { many } = useNames(resource)
  const { done, skipped, failures = [], reasons = [] } = answer
  const save = () => {
    const rows = failures.map(({ id, code, reason }) => [id, code, reason])
    saveAs(csvOf([['ID', 'Code', 'Reason'], ...rows]), `${many} skipped.csv`)
  }
  return (
    <>
      <DialogContent>
        <Typography role="status" sx={{ mb: 1 }}>
          {t('done_skipped', { done, skipped })}
        </Typography>
        <SkipCounts counts={countsOf(failures)} />
        {failures.length > 0 ? (
          <SkippedRecords {...{ resource, failures }} />
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

function SkippedRecords({
  resource,
  failures,
}: Pick<ReportProps, 'resource'> & { failures: readonly Skipped[] }) {
  const user = useUser()
  const hasPage = may(resource, 'show', user)
  return (
    <Box
      component="ul"
      sx={{ m: 0, paddingInlineStart: 2.5, maxHeight: 280, overflow: 'auto' }}
      tabIndex={0}
    >
      {failures.map(({ id, reason }) => (
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
