import type { FieldOf } from '#schema'

import { numberText } from '../../browser/client/i18n/formats.ts'
import { CopyButton } from '../../browser/ui/fields/CopyButton.tsx'
import { isClear } from '../parts/contact.browser.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const integerBrowser: BrowserKind<FieldOf<'integer'>> = {
  editor: 'number',
  direction: 'ltr',
  align: 'right',
  show({ name, value, full }) {
    const id = String(value)
    if (name !== 'id') return isClear(id) ? numberText(Number(value)) : id
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
