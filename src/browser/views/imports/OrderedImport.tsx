import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'

import type { ImportFound } from '#contract'
import type { Resource } from '#schema'

import { importPath } from '../../client/addresses/addresses.ts'
import { useMessage, useNames, useT } from '../../client/i18n/texts.ts'
import { useApiQuery } from '../../client/records/useApiQuery.ts'
import { useReadAgain } from '../../client/records/resources.ts'
import { useSettled } from '../../ui/states/Loading.tsx'
import { Waiting } from '../../ui/states/StatePanels.tsx'
import { ActionProvider } from '../actions/ActionProvider.tsx'
import { JobProgress } from '../jobs/JobProgress.tsx'
import { untilOver } from '../jobs/useJob.ts'
import { importedPath } from '../jobs/jobLists.ts'
import { RecordFailed } from '../RecordFailed.tsx'
import type { Views } from '../resourceViews.ts'
import { UndoImport } from './UndoImport.tsx'
import { CheckResult } from './CheckResult.tsx'
import { ImportResult } from './ImportResult.tsx'
import { FollowingJob, JobCourse } from './FollowingJob.tsx'
import english from '../../../texts/en/imports.json'

export type Ending = 'done' | 'failed'

interface OrderedProps {
  resource: Resource
  id: number
  /** What may be asked for to be done with the records then. */
  following: Views<Resource>['followImport']
  onStep(step: number): void
  /** Is told how the work of the step has ended. */
  onEnd(ending: Ending | undefined): void
  /** Another file. */
  onRestart(): void
  /** To the settings of the same file, as long as the page has it. */
  onBack?: (() => void) | undefined
}

/** The last two steps: what the server does with the file, and what came of it. A reload finds it by the address. */
export function OrderedImport(props: OrderedProps) {
  const { resource, id, following, onStep, onEnd, onRestart, onBack } = props
  const t = useT(english)
  const messageText = useMessage()
  const readAgain = useReadAgain()
  const { many } = useNames(resource)
  const { state: left } = useLocation() as { state: { warning?: string } | null }
  const { data, error, refetch } = useImport(resource, id)
  const found = useSettled(data)
  const isCheck = found?.is_check === true
  const [isAsked, setAsked] = useState(false)
  const step = isCheck ? (isAsked ? 5 : 4) : following ? 6 : 5
  const state = found?.state
  const ending = state === 'done' || state === 'failed' ? state : undefined
  useEffect(() => {
    onStep(step)
    onEnd(ending)
  }, [onStep, onEnd, step, ending])
  if (error) return <RecordFailed {...{ resource, error }} onRetry={() => void refetch()} />
  if (!found) return <Waiting />
  const warning = left?.warning
  const job = found.state === 'undoing' ? found.undo_job : found.job_id
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {warning && <Alert severity="warning">{messageText(warning)}</Alert>}
      <Typography component="h2" variant="subtitle1" sx={fileNameStyle}>
        <FileIcon fontSize="small" color="action" />
        <bdi>{found.name}</bdi>
      </Typography>
      {found.note && (
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {found.note}
        </Typography>
      )}
      {(found.duplicates === 'refuse' || found.duplicates === 'mark') && (
        <Typography>
          {t('import_duplicates')}: {t(`import_duplicates_${found.duplicates}`)}
        </Typography>
      )}
      {found.state === 'undoing' && (
        <Alert severity="info" role="status">
          {t('import_undoing')}
        </Alert>
      )}
      {job !== null && !isOver(found) && (
        <JobProgress id={job}>{() => <ReadOnce read={refetch} />}</JobProgress>
      )}
      {found.state === 'checked' && (
        <CheckResult
          {...{ resource, found, following, isAsked, onBack }}
          onAsk={setAsked}
          onGo={refetch}
        />
      )}
      {isOver(found) && found.state !== 'checked' && (
        <ImportResult {...{ resource, found }}>
          {found.follow_job !== null && <FollowingJob id={found.follow_job} />}
        </ImportResult>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ActionProvider>
          {job !== null && <JobCourse id={job} />}
          {found.follow_job !== null && <JobCourse id={found.follow_job} />}
        </ActionProvider>
        {found.may_undo && <UndoImport {...{ resource, found }} onGo={refetch} />}
        {!isCheck && found.created > 0 && found.undone < found.created + found.updated && (
          <Button
            component={Link}
            to={importedPath(resource, id)}
            onClick={() => readAgain(resource.name)}
          >
            {t('to_list', { many: many.toLowerCase() })}
          </Button>
        )}
        <Button component={Link} to={importPath(resource)} onClick={onRestart}>
          {t('another_file')}
        </Button>
      </Box>
    </Box>
  )
}

const fileNameStyle = { display: 'flex', gap: 1, alignItems: 'center', overflowWrap: 'anywhere' }

const isOver = ({ state }: ImportFound) =>
  ['checked', 'done', 'failed', 'cancelled', 'undone'].includes(state)

/** What came of an ended job is read at once: until then its counts look like the end. */
function ReadOnce({ read }: { read(): unknown }) {
  const run = useEffectEvent(read)
  useEffect(() => void run(), [])
  return null
}

/** An import of one's own, read again until nothing works on it. */
function useImport(resource: Resource, id: number) {
  return useApiQuery<ImportFound>({
    queryKey: ['import', resource.name, id],
    path: `/${resource.api}/import/${id}`,
    ...untilOver(isOver),
  })
}
