import { isMask, isMasked } from '#schema'

import { CopyButton } from '../../browser/ui/fields/CopyButton.tsx'
import { cut, foldable } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind, Editor } from '../kind.browser.ts'

/** Texts that people take elsewhere. What was revealed of them also goes there: it was asked for to be used. */
export const contact = (scheme: 'mailto' | 'tel', editor: Editor): BrowserKind => ({
  editor,
  direction: 'ltr',
  isCopied: true,
  show({ field, value, full }) {
    const text = String(value)
    const shown = full ? foldable(text) : cut(text)
    const isRevealed = isMasked(field) && isClear(text)
    const content = isRevealed ? (
      <a
        href={`${scheme}:${encodeURI(text)}`}
        className="contact-link"
        style={{ color: 'inherit' }}
        // In a list it is reached by arrow, as the other tools of a row.
        tabIndex={full ? 0 : -1}
      >
        {shown}
      </a>
    ) : (
      shown
    )
    if (!full) return content
    return (
      <>
        {content}
        {isClear(text) && <CopyButton text={text} />}
      </>
    )
  },
})

/** Whether the user sees all of a value: a masked one is nothing to take anywhere. */
export const isClear = (text: string): boolean => !isMask(text)
