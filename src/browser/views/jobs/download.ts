import { useNotify } from 'react-admin'

import { problemOf } from '../../client/http/problem.ts'
import { useProvider } from '../../client/records/provider.ts'

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
