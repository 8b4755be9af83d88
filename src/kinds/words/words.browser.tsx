import { listText } from '../../browser/client/i18n/formats.ts'
import { ColorChip } from '../../browser/ui/fields/ColorChip.tsx'
import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

export const wordsBrowser: BrowserKind = {
  show({ value, full }) {
    const words = value as readonly string[]
    if (!full) return cut(listText(words))
    return (
      <span style={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
        {words.map((word) => (
          <ColorChip key={word} content={<bdi>{word}</bdi>} />
        ))}
      </span>
    )
  },
}
