import { useUser } from '../../client/session/session.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { useDownload } from './download.ts'
import { isOver, type Job } from './job.ts'

export interface JobFile {
  readonly kind: 'result' | 'error'
  readonly label: string
  save(): Promise<void>
}

/** The files that a job has left; they are for the person who started it alone. */
export function useJobFiles(): (job: Job) => JobFile[] {
  const t = useT()
  const user = useUser()
  const download = useDownload()
  const api = useResourceNamed('jobs')?.api
  return (job) => {
    const isOwn = job.user === undefined || job.user === user.id
    if (!isOwn || !isOver(job) || job.state === 'cancelled') return []
    const file = (kind: JobFile['kind'], label: string): JobFile => ({
      kind,
      label,
      save: () => download(`/${api}/${job.id}/download/${kind}`, `job-${job.id}-${kind}.csv`),
    })
    return [
      ...(job.result_file ? [file('result', t('download'))] : []),
      ...(job.error_file ? [file('error', t('download_errors'))] : []),
    ]
  }
}
