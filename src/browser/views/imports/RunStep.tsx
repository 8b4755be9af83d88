import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { ImportedBefore, ImportStarted } from '#contract'
import type { Resource } from '#schema'

import { ProgressBar } from '../../ui/fields/ProgressBar.tsx'
import { newRequestKey } from '../../client/http/requestKey.ts'
import { ProblemAlert } from '../forms/errors/ProblemAlert.tsx'
import { problemOf, type Problem } from '../../client/http/problem.ts'
import { type ConsoleProvider, useProvider } from '../../client/records/provider.ts'
import { useMessage, useNames, useT } from '../../client/i18n/texts.ts'
import type { ImportOrder } from './mapping/mapping.ts'
import { stickyButtons } from '../../ui/stickyButtons.ts'
import { purposeOf, unfinishedOf, upload } from './file/upload.ts'
import english from '../../../texts/en/imports.json'

interface RunProps {
  resource: Resource
  file: File
  order: ImportOrder
  isCheck: boolean
  onBack(): void
}

/** The file goes to the server, then its check or its import begins there. */
export function RunStep({ onBack, ...props }: RunProps) {
  const t = useT(english)
  const [problem, setProblem] = useState<Problem>()
  const [warning, setWarning] = useState<string>()
  const [isTwice, setTwice] = useState(false)
  const [requestKey] = useState(newRequestKey)
  const messageText = useMessage()
  const names = useNames(props.resource)
  if (warning !== undefined && !isTwice) {
    return (
      <div>
        <Alert severity="warning">{messageText(warning)}</Alert>
        <Box sx={stickyButtons}>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button variant="contained" onClick={() => setTwice(true)}>
            {t('import_again')}
          </Button>
        </Box>
      </div>
    )
  }
  if (!problem) {
    const asks = !props.isCheck && !isTwice
    const reports = { onProblem: setProblem, onWarning: setWarning }
    return <Uploading {...props} {...{ requestKey, asks, ...reports }} />
  }
  const isSignedOut = problem.status === 401
  return (
    <div>
      <ProblemAlert problem={problem} labelOf={names.field} />
      {isSignedOut && <Alert severity="info">{t('upload_signed_out')}</Alert>}
      <Box sx={stickyButtons}>
        <Button onClick={onBack}>{t('back')}</Button>
        <Button variant="contained" onClick={() => setProblem(undefined)}>
          {t(isSignedOut ? 'upload_continue' : 'try_again')}
        </Button>
      </Box>
    </div>
  )
}

type UploadingProps = Omit<RunProps, 'onBack'> & {
  requestKey: string
  /** Whether a file that was imported before begins only when somebody has said so. A check tells it before it saves anything. */
  asks: boolean
  onProblem(problem: Problem): void
  onWarning(warning: string): void
}

function Uploading(props: UploadingProps) {
  const { resource, file, order, isCheck, requestKey, asks, onProblem, onWarning } = props
  const t = useT(english)
  const provider = useProvider()
  const [percent, setPercent] = useState(0)
  const begin = useBegin(resource, { ...order, check: isCheck }, requestKey)
  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const purpose = purposeOf(resource)
      const known = await unfinishedOf(file, purpose, provider)
      const id = await upload({
        file,
        purpose,
        connection: provider,
        known: known?.id,
        signal,
        onProgress: setPercent,
      })
      const warning = asks && !signal.aborted ? await warningOf(resource, id, provider) : undefined
      if (signal.aborted) return
      if (warning === undefined) await begin(id)
      else onWarning(warning)
    } catch (error) {
      if (!signal.aborted) onProblem(problemOf(error))
    }
  })
  useEffect(() => {
    const leaving = new AbortController()
    void run(leaving.signal)
    return () => leaving.abort()
  }, [])
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography role="status">{t('uploading', { name: file.name })}</Typography>
      <ProgressBar percent={percent} label={t('upload')} />
      <Alert severity="info" role="note">
        {t('upload_stay')}
      </Alert>
    </Box>
  )
}

/** What is to be known of an uploaded file before it is imported. */
async function warningOf(
  resource: Resource,
  id: string,
  provider: Pick<ConsoleProvider, 'call'>,
): Promise<string | undefined> {
  const path = `/${resource.api}/import/upload/${id}`
  return (await provider.call<ImportedBefore>('GET', path)).data.warning
}

/** Orders the import of an uploaded file and puts it into the address, where a reload finds it again. */
function useBegin(resource: Resource, order: ImportOrder & { check: boolean }, key: string) {
  const provider = useProvider()
  const [before, setAddress] = useSearchParams()
  return async (upload_id: string) => {
    const path = `/${resource.api}/import`
    const body = { upload_id, ...order }
    const { data } = await provider.call<ImportStarted>('POST', path, body, { key })
    const { id, job_id, warning } = data
    const found = { import: String(id), job: String(job_id) }
    const follow = before.get('follow')
    // Words in the address would be shown to everybody who follows a link with them.
    setAddress({ ...found, ...(follow && { follow }) }, { replace: true, state: { warning } })
  }
}
