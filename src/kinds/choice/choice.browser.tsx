import type { FieldOf } from '#schema'

import { cut } from '../../browser/ui/fields/cellText.tsx'
import { ColorChip, textOn } from '../../browser/ui/fields/ColorChip.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const choiceBrowser: BrowserKind<FieldOf<'choice'>> = {
  editor: 'choices',
  show({ field: { choices, colors }, value }) {
    const text = cut(choices[String(value)] ?? String(value))
    if (!colors) return text
    const background = colors[String(value)]
    return <ColorChip content={text} {...(background && chipColors(background))} />
  },
}

const chipColors = (background: string) => ({ background, text: textOn(background) })
