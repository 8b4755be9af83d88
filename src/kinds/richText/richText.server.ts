import sanitize from 'sanitize-html'

import type { ServerKind } from '../kind.server.ts'
import { takeValue } from '../take.ts'
import { ValueError } from '../valueError.ts'
import type { FieldOf } from '../kinds.ts'

/** What is left of a text: no style, no script, no picture of another server, no address that runs. */
const allowedHtml: sanitize.IOptions = {
  allowedTags: 'h1 h2 h3 h4 h5 h6 p br hr strong b em i u s code pre blockquote ul ol li a'.split(
    ' ',
  ),
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }),
  },
}

const clean = (html: string): string => sanitize(html, allowedHtml)

export const richTextServer: ServerKind<FieldOf<'richText'>> = {
  collation: 'und-x-icu',
  write: clean,
  importText(text, field) {
    const taken = takeValue(field, clean(text), undefined)
    if ('value' in taken) return taken.value
    throw new ValueError('bad_text', taken.problems[0]?.message ?? '')
  },
}
