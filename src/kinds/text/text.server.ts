import type { ServerKind } from '../kind.server.ts'
import {
  cleanerOf,
  contact,
  minLengthOf,
  maxLengthOf,
  tooLong,
  tooShort,
  wholeOf,
  type TextField,
} from './text.ts'
import { ValueError } from '../valueError.ts'

export const textServer: ServerKind<TextField> = {
  collation: 'und-x-icu',
  maskSql(column, { options }) {
    const mask = `left(${column}, 1) || '•••••'`
    if (!options.hides) return mask
    return `case when ${column} ~ '${contact.source}' then ${mask} else ${column} end`
  },
  importText(text, { options }) {
    const clean = cleanerOf(options)(text)
    if (clean.length > maxLengthOf(options)) throw new ValueError('too_long', tooLong(options))
    if (clean.length < minLengthOf(options)) throw new ValueError('too_short', tooShort(options))
    if (options.pattern && !wholeOf(options.pattern[0]).test(clean)) {
      throw new ValueError('bad_text', options.pattern[1])
    }
    return clean
  },
}
