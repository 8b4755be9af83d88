import type { FieldOf } from '#schema'

import { listText } from '../../browser/client/i18n/formats.ts'
import { ColorChip } from '../../browser/ui/fields/ColorChip.tsx'
import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'
import { useFieldLabels } from '../parts/useFieldLabels.browser.ts'

export const wordsBrowser: BrowserKind<FieldOf<'words'>> = {
  show({ field: { options }, value, full }) {
    const words = value as readonly string[]
    const shown = { words, full }
    return options.fieldsOf ? <Labels {...shown} options={options} /> : shownWords(shown)
  },
}

interface Shown {
  words: readonly string[]
  full: boolean
}

function Labels({ words, full, options }: Shown & { options: FieldOf<'words'>['options'] }) {
  const labels = useFieldLabels({ fieldsOf: options.fieldsOf, only: words })
  return shownWords({ words: words.map((word) => labels[word] ?? word), full })
}

function shownWords({ words, full }: Shown) {
  if (!full) return cut(listText(words))
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', gap: 4 }}>
      {words.map((word) => (
        <ColorChip key={word} content={<bdi>{word}</bdi>} />
      ))}
    </span>
  )
}
