import { lazy, Suspense } from 'react'

import type { FileValue } from './file.ts'
import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

const FileView = lazy(async () => ({ default: (await import('./FileView.tsx')).FileView }))

/** In a list its name; in the record what it holds, to be taken or seen. */
const shownAs = (isPicture: boolean): BrowserKind => ({
  direction: 'auto',
  show({ name, value, record, full }) {
    const file = value as FileValue
    if (!full || record.id === undefined) return cut(file.name)
    return (
      <Suspense fallback={file.name}>
        <FileView {...{ name, file, isPicture }} id={record.id} />
      </Suspense>
    )
  },
})

export const fileBrowser = shownAs(false)
export const imageBrowser = shownAs(true)
