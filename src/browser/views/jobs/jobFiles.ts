import { useUser } from '../../client/session/user.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { isOver, type Job } from './job.ts'
import { useDownload } from './useDownload.ts'

interface JobFile {
  readonly name: 'result' | 'error'
  readonly label: string
  run(): Promise<void>
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
    const file = (name: JobFile['name'], label: string): JobFile => ({
      name,
      label,
      run: () => download(`/${api}/${job.id}/download/${name}`, `job-${job.id}-${name}.csv`),
    })
    return [
      ...(job.result_file ? [file('result', t('download'))] : []),
      ...(job.error_file ? [file('error', t('download_errors'))] : []),
    ]
  }
}
