import { useNotify } from 'react-admin'

import { useUser } from '../../client/session/user.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { isOver, type Job } from './job.ts'
import { problemOf } from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'

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

/**
 * Saves a file that only the signed-in user may have: fetched with the token, handed to the browser under the name that
 * the server gives it, or else under `name`.
 */
export function useDownload(): (path: string, name: string) => Promise<void> {
  const provider = useProvider()
  const notify = useNotify()
  return async (path, name) => {
    try {
      const bytes = await provider.download(path)
      saveAs(bytes, (bytes instanceof File && bytes.name) || name)
    } catch (error) {
      notify(problemOf(error).message, { type: 'error' })
    }
  }
}

export function saveAs(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser has taken the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
