import { shellWord } from '../shellWord.ts'
import type { LoggedCall } from './request.ts'

type Logged = Pick<LoggedCall, 'direction' | 'method' | 'path'> &
  Partial<Pick<LoggedCall, 'request'>>

/**
 * Returns a logged call as a command for a POSIX shell: what the log has left out or hidden stays so. It keeps no headers
 * but the kind of a body that is a document. The path of a call to this server stands at `origin`.
 */
export function asCurl({ direction, method, path, request: body }: Logged, origin: string): string {
  const url = direction === 'in' ? `${origin}${path}` : path
  const isDocument = typeof body === 'object' && body !== null
  const text = isDocument ? JSON.stringify(body) : body
  return [
    `curl --globoff -X ${shellWord(method)} ${shellWord(url)}`,
    ...(isDocument ? [`-H ${shellWord('Content-Type: application/json')}`] : []),
    ...(typeof text === 'string' ? [`--data-raw ${shellWord(text)}`] : []),
  ].join(' \\\n  ')
}
