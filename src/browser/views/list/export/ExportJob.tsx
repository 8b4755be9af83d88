import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { useEffect, useEffectEvent } from 'react'

import type { Resource } from '#schema'

import { useT } from '../../../client/i18n/texts.ts'
import { useDownload } from '../../jobs/useDownload.ts'
import { JobProgress } from '../../jobs/JobProgress.tsx'
import type { Ordered } from './ExportForm.tsx'
import english from '../../../../texts/en/lists.json'

interface JobProps extends Ordered {
  resource: Resource
  onClose(): void
}

/** How far an export is, and its file when that is ready. */
export function ExportJob({ resource, job, isWorkbook, onClose }: JobProps) {
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

/** Saves the file: a small one by itself, once, and any one again. */
function SaveFile({ save, isSmall }: { save(): void; isSmall: boolean }) {
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
