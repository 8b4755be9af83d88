import type { FieldOf } from '#schema'

import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const choiceBrowser: BrowserKind<FieldOf<'choice'>> = {
  editor: 'choices',
  show: ({ field, value }) => cut(field.choices[String(value)] ?? String(value)),
}
