import { lazy } from 'react'

import type { ControlsKind } from '../kind.browser.ts'

/** The editor is large, and few forms have one. */
const RichTextInput = lazy(async () => ({ default: (await import('./RichTextInput.tsx')).Editor }))

export const richTextControls: ControlsKind = {
  Input: (props) => <RichTextInput {...props} />,
  isWide: () => true,
}
