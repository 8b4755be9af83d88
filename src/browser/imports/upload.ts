import { Upload } from 'tus-js-client'

interface UploadOptions {
  file: File
  purpose: string
  headers: Record<string, string>
  /** Stops the upload; the same file goes on from there when it is chosen again. */
  signal: AbortSignal
  onProgress(percent: number): void
}

/** Specification 5. */
const chunkSize = 2 * 1024 * 1024

/** Uploads a file in chunks, over lost connections and reloads, by the tus protocol. Answers its id on the server. */
export function upload(options: UploadOptions): Promise<string> {
  const { file, purpose, headers, signal, onProgress } = options
  const origin: string = import.meta.env['VITE_API_ORIGIN'] ?? ''
  return new Promise((resolve, reject) => {
    const running = new Upload(file, {
      endpoint: `${origin}/api/files`,
      chunkSize,
      headers,
      metadata: { filename: file.name, purpose },
      retryDelays: [0, 1000, 3000, 5000, 10_000, 20_000, 30_000],
      removeFingerprintOnSuccess: true,
      fingerprint: async () => fingerprint(file, purpose),
      onProgress: (sent, total) => onProgress(total > 0 ? Math.floor((sent / total) * 100) : 0),
      onError: (error) => reject(readable(error)),
      onSuccess: () => resolve(running.url?.split('/').pop() ?? ''),
    })
    signal.addEventListener('abort', () => void running.abort())
    begin(running, signal).catch(reject)
  })
}

/** By this a file that is chosen again is known to be the same, for the same purpose. */
const fingerprint = ({ name, size, lastModified }: File, purpose: string): string =>
  ['leadgate', purpose, name, size, lastModified].join('/')

/** Goes on where an earlier try ended. */
async function begin(running: Upload, signal: AbortSignal): Promise<void> {
  const [previous] = await running.findPreviousUploads()
  if (signal.aborted) return
  if (previous) running.resumeFromPreviousUpload(previous)
  running.start()
}

/** The words of the server, where it said any. */
function readable(error: Error): Error {
  const body = 'originalResponse' in error && (error.originalResponse as Answer | null)?.getBody()
  try {
    const { message } = JSON.parse(body || '{}') as { message?: string }
    return new Error(message ?? 'The upload was interrupted. Choose the file again to go on.')
  } catch {
    return new Error('The upload was interrupted. Choose the file again to go on.')
  }
}

interface Answer {
  getBody(): string
}
