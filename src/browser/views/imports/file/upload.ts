import { useQuery } from '@tanstack/react-query'
import { Upload, type DetailedError, type HttpRequest } from 'tus-js-client'

import type { UnfinishedUpload } from '#contract'
import type { Resource } from '#schema'

import { apiOrigin } from '../../../client/http/earlyRequest.ts'
import { expired, HttpFailure, unavailable } from '../../../client/http/httpFailure.ts'
import { type ConsoleProvider, useProvider } from '../../../client/records/provider.ts'
import { msg } from '../../../../texts/filesMsg.ts'

interface UploadOptions {
  file: File
  purpose: string
  /** What every request carries, and who hears of every answer. */
  connection: Pick<ConsoleProvider, 'headers' | 'answered'>
  /** The id of an upload of the same file that was broken off in another place. */
  known?: string | undefined
  /** Stops the upload; the same file goes on from there when it is chosen again. */
  signal: AbortSignal
  onProgress(percent: number): void
}

/** Bytes that are sent at once. */
const chunkSize = 2 * 1024 * 1024

/** Uploads a file in chunks, over lost connections and reloads, by the tus protocol. Returns its id on the server. */
export function upload(options: UploadOptions): Promise<string> {
  const { file, purpose, connection, known, signal, onProgress } = options
  return new Promise((resolve, reject) => {
    const running = new Upload(file, {
      endpoint: `${apiOrigin()}/api/files`,
      chunkSize,
      onBeforeRequest: (request) => prepare(request, connection),
      onAfterResponse: (_request, response) => connection.answered(response.getStatus()),
      onShouldRetry: mayRecover,
      metadata: {
        filename: file.name,
        filetype: file.type || 'application/octet-stream',
        purpose,
        modified: String(file.lastModified),
      },
      retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
      removeFingerprintOnSuccess: true,
      fingerprint: async () => fingerprint(file, purpose),
      onProgress: (sent, total) => onProgress(total > 0 ? Math.floor((sent / total) * 100) : 0),
      onError: (error) => reject(readable(error)),
      onSuccess: () => resolve(running.url?.split('/').pop() ?? ''),
    })
    signal.addEventListener('abort', () => void running.abort())
    begin(running, known, signal).catch(reject)
  })
}

/** By this a file that is chosen again is known to be the same, for the same purpose. */
const fingerprint = ({ name, size, lastModified }: File, purpose: string): string =>
  ['leadgate', purpose, name, size, lastModified].join('/')

/** Goes on where an earlier try ended. */
async function begin(
  running: Upload,
  known: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const [previous = known && begunAs(known)] = await running.findPreviousUploads()
  if (signal.aborted) return
  if (previous) running.resumeFromPreviousUpload(previous)
  running.start()
}

/** An upload that this browser has not begun, as one that it has. */
const begunAs = (id: string) => ({
  size: null,
  metadata: {},
  creationTime: '',
  uploadUrl: `${apiOrigin()}/api/files/${id}`,
  parallelUploadUrls: null,
  urlStorageKey: '',
})

/** Refuses once the session has ended, like every other call. */
async function prepare(request: HttpRequest, { headers }: UploadOptions['connection']) {
  for (const [name, value] of Object.entries(await headers())) request.setHeader(name, value)
}

/** Another try makes sense when the server could not answer, or holds the file for an earlier try. */
function mayRecover(error: Error): boolean {
  if (failureIn(error)) return false
  const status = answerOf(error)?.getStatus() ?? 0
  return status < 400 || status >= 500 || status === 409 || status === 423
}

const interrupted = msg('the_upload_was_interrupted')

/** The words of the server, where it said any. */
function readable(error: Error): Error {
  const refused = failureIn(error)
  if (refused) return refused
  const answer = answerOf(error)
  if (answer?.getStatus() === 401) return new HttpFailure(401, expired)
  if (answer && answer.getStatus() >= 500) return new Error(unavailable)
  try {
    const { message } = JSON.parse(answer?.getBody() || '{}') as { message?: string }
    return new Error(message ?? interrupted)
  } catch {
    return new Error(interrupted)
  }
}

/** What of our own code ended an upload. */
const failureIn = (error: Partial<DetailedError>): HttpFailure | undefined =>
  [error.causingError, error].find((one) => one instanceof HttpFailure)

const answerOf = (error: Partial<DetailedError>) => error.originalResponse ?? undefined

/** What files are uploaded for that become records of a resource. */
export const purposeOf = ({ name }: Resource): string => `import:${name}`

/** The own unfinished uploads for a purpose; none where the server does not tell. */
export function useUnfinished(purpose: string) {
  const provider = useProvider()
  const { data = [], refetch } = useQuery({
    queryKey: ['unfinished_uploads', purpose],
    queryFn: () => unfinishedFor(purpose, provider),
    gcTime: 0,
  })
  return { uploads: data, refetch: () => void refetch() }
}

async function unfinishedFor(
  purpose: string,
  provider: Pick<ConsoleProvider, 'call'>,
): Promise<readonly UnfinishedUpload[]> {
  try {
    const { data } = await provider.call<UnfinishedUpload[]>('GET', '/files')
    return data.filter((one) => one.purpose === purpose && one.stored > 0)
  } catch {
    return []
  }
}

/** The upload of the same file that can go on, if there is one: begun in another browser, for example. */
export async function unfinishedOf(
  file: File,
  purpose: string,
  provider: Pick<ConsoleProvider, 'call'>,
): Promise<UnfinishedUpload | undefined> {
  const all = await unfinishedFor(purpose, provider)
  return all.find(
    ({ name, size, modified }) =>
      name === file.name && size === file.size && modified === String(file.lastModified),
  )
}
