import { useNotifyResult } from '../../ui/useNotifyResult.ts'
import { useProvider } from '../../client/records/provider.ts'

/** The files that are on their way. */
const fetched = new Set<string>()

/**
 * Saves a file that only the signed-in user may have: fetched with the token, handed to the browser under the name that
 * the server gives it, or else under `name`; a CSV as an Excel workbook where that is asked for. A file that is on its way is
 * not fetched a second time.
 */
export function useDownload() {
  const provider = useProvider()
  const told = useNotifyResult()
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
