import { lazy } from 'react'

import type { ControlsKind } from '../kind.browser.ts'

/** Files are rare, and the uploader is large. */
const FileInput = lazy(async () => ({ default: (await import('./FileInput.tsx')).FileInput }))

export const fileControls: ControlsKind = {
  Input: (props) => <FileInput {...props} />,
  isWide: () => true,
}
