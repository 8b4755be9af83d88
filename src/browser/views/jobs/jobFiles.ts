import { useUser } from '../../client/session/user.ts'
import { useResourceNamed } from '../../client/records/resources.ts'
import { useT } from '../../client/i18n/texts.ts'
import { isOver, type Job } from './job.ts'
import { useTold } from '../../ui/useTold.ts'
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

/** The files that are on their way. */
const fetched = new Set<string>()

/**
 * Saves a file that only the signed-in user may have: fetched with the token, handed to the browser under the name that
 * the server gives it, or else under `name`; a CSV as an Excel workbook where that is asked for. A file that is on its way is
 * not fetched a second time.
 */
export function useDownload() {
  const provider = useProvider()
  const told = useTold()
  return async (path: string, name: string, isWorkbook = false): Promise<void> => {
    if (fetched.has(path)) return
    fetched.add(path)
    await told(async () => {
      const bytes = await provider.download(path)
      const given = (bytes instanceof File && bytes.name) || name
      if (isWorkbook) await saveWorkbook(bytes, given)
      else saveAs(bytes, given)
    })
    fetched.delete(path)
  }
}

async function saveWorkbook(csv: Blob, name: string): Promise<void> {
  const { workbookOf } = await import('../imports/file/tableReader.ts')
  saveAs(await workbookOf(csv), name.replace(/\.csv$/, '.xlsx'))
}

export function saveAs(bytes: Blob, name: string): void {
  const address = URL.createObjectURL(bytes)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser has taken the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
