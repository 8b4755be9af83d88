import { createHash } from 'node:crypto'

import { replacePattern } from '../../pattern.server.ts'
import { encodeText } from '../encodeText.ts'

type TextTransform = (text: string, args: readonly string[]) => string

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  þ: 'th',
  Þ: 'Th',
}

/** Changes that need nothing but the text. */
export const textTransforms: Readonly<Record<string, TextTransform>> = {
  trim: (text) => text.trim(),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  title: (text) =>
    text.toLowerCase().replace(/(?<![\p{L}\p{M}\p{N}])\p{L}/gu, (one) => one.toUpperCase()),
  ascii: (text) =>
    text
      .replace(/[^ -~]/gu, (one) => letters[one] ?? one)
      .normalize('NFD')
      .replace(/[^ -~]/gu, ''),
  digits: (text) => text.replace(/\D/g, ''),
  max: (text, [most]) => [...text].slice(0, Number(most)).join(''),
  replace: (text, [from = '', to = '']) => (from === '' ? text : text.replaceAll(from, () => to)),
  regex: (text, [pattern = '', to = '']) => replacePattern(text, pattern, to),
  hash: (text, [algorithm = 'sha256']) => createHash(algorithm).update(text).digest('hex'),
  url: (text) => encodeText(text),
  json: (text) => JSON.stringify(text),
  split_name: (text, [part]) => {
    const [first = '', ...rest] = text.trim().split(/\s+/)
    return part === 'first' ? first : rest.join(' ')
  },
  bool: (text, [words = '']) => {
    const [yes = '', no = ''] = words.split('/')
    return /^(?:true|1|yes)$/i.test(text) ? yes : no
  },
}
