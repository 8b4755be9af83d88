import type { FieldOf } from '#schema'

import { numberText } from '../../browser/client/i18n/formats.ts'
import { CopyButton } from '../../browser/ui/fields/CopyButton.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const integerBrowser: BrowserKind<FieldOf<'integer'>> = {
  editor: 'number',
  direction: 'ltr',
  align: 'right',
  show({ name, value, full }) {
    if (name !== 'id') return numberText(Number(value))
    const id = String(value)
    return full ? (
      <>
        {id}
        <CopyButton text={id} />
      </>
    ) : (
      id
    )
  },
}
