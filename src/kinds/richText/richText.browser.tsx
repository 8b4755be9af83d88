import { lazy, Suspense } from 'react'

import { cut } from '../../browser/ui/fields/cellText.tsx'
import type { BrowserKind } from '../kind.browser.ts'

const RichTextView = lazy(async () => ({
  default: (await import('./RichTextView.tsx')).RichTextView,
}))

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The words of a text without its tags, which the server has written. */
const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_whole, name: string) => signs[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const richTextBrowser: BrowserKind = {
  direction: 'auto',
  show({ value, full }) {
    const html = String(value)
    if (!full) return cut(plainText(html))
    return (
      <Suspense fallback={plainText(html)}>
        <RichTextView html={html} />
      </Suspense>
    )
  },
}
