import { narrowEncodings } from '../contract/encodings.ts'
import { joined, utf8Bytes, utf8Text } from './bytes.ts'
import { badFile } from './fileError.ts'
import { msg } from '../texts/filesMsg.ts'
import { type Encoding, marks, byteOrderMarkLength } from './byteOrderMark.ts'
import { isUtf8, whole } from './invalidAt.ts'

/**
 * The encoding that the first bytes of a file show, by a mark or because nothing else is written so; undefined otherwise.
 * @param isWhole there are no others: no character goes on behind them
 */
export function certainEncoding(sample: Uint8Array, isWhole = false): Encoding | undefined {
  const marked = marks.find(([encoding]) => byteOrderMarkLength(sample, encoding) > 0)
  if (marked) return marked[0]
  const wide = wideEncoding(sample.subarray(0, 4_096))
  if (wide) return wide
  return isUtf8(isWhole ? sample : whole(sample)) ? 'utf-8' : undefined
}

/** An encoding in which the bytes are a text, with some words of it as they would read. */
export interface Candidate {
  readonly encoding: Encoding
  readonly example: string
}

/** Bytes by which encodings are told apart. */
const sampleBytes = 65_536

/** The encodings that bytes which are no UTF-8 may be in, the likelier first. A person sees from the words which it is. */
export function candidatesFor(sample: Uint8Array): Candidate[] {
  const part = sample.subarray(0, sampleBytes)
  const whole = part.subarray(0, part.lastIndexOf(newline) + 1 || part.length)
  const words = foreignWords(sample)
  const known = new Set<string>()
  return narrowEncodings
    .flatMap((encoding) => {
      const text = decoded(whole, encoding)
      const example = decoded(words, encoding)
      if (text === undefined || example === undefined || known.has(example)) return []
      known.add(example)
      return [{ encoding, example, oddness: oddness(text) }]
    })
    .sort((one, other) => one.oddness - other.oddness)
    .map(({ encoding, example }) => ({ encoding, example }))
}

export const newline = 10

const space = utf8Bytes(' ')

/** They part words in all these encodings: no character of two bytes has one of them. */
const separators = new Set(utf8Bytes('\t\n\r ",;'))

const wordsLimit = 8

const wordLength = 400

/** Some words with bytes beyond ASCII, each with one that the words before it have not. */
function foreignWords(sample: Uint8Array): Uint8Array {
  const words: Uint8Array[] = []
  const seen = new Set<number>()
  let from = 0
  let isNew = false
  for (let at = 0; at <= sample.length && words.length < 2 * wordsLimit; at += 1) {
    const byte = sample[at]
    if (byte !== undefined && !separators.has(byte)) {
      if (byte >= 0x80 && !seen.has(byte)) {
        seen.add(byte)
        isNew = true
      }
      continue
    }
    if (isNew && at - from <= wordLength) words.push(sample.subarray(from, at), space)
    from = at + 1
    isNew = false
  }
  return words.reduce(joined, new Uint8Array())
}

function decoded(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return utf8Text(toUtf8(bytes, encoding)).trim()
  } catch {
    return undefined
  }
}

/** How much in a text is written in no language: signs between letters, capitals within words, scripts mixed in a word. */
function oddness(text: string): number {
  const odd = text.match(
    /\p{L}[^\p{L}\p{M}\p{P}\p{Zs}\p{N}\s]|\p{Ll}\p{Lu}|\p{sc=Latn}\p{sc=Cyrl}|\p{sc=Cyrl}\p{sc=Latn}|[\u0080-\u009f]/gu,
  )
  const foreign = text.match(/[^\0-~]/g)?.length ?? 0
  return (odd?.length ?? 0) / Math.max(foreign, 1)
}

/** Latin text in UTF-16 has a zero in nearly every second byte. */
function wideEncoding(sample: Uint8Array): Encoding | undefined {
  let even = 0
  let odd = 0
  sample.forEach((byte, index) => {
    if (byte !== 0) return
    if (index % 2 === 0) even += 1
    else odd += 1
  })
  const enough = sample.length / 8
  if (odd > enough && odd > even * 4) return 'utf-16le'
  return even > enough && even > odd * 4 ? 'utf-16be' : undefined
}

/** Encodings in which some characters have two bytes, none of them that of a line feed. */
const inPairs: ReadonlySet<Encoding> = new Set(['shift_jis', 'euc-jp', 'gbk', 'big5', 'euc-kr'])

/** Bytes of a part of a file that can be decoded by itself: no character is torn apart. */
export function wholeUnits(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (inPairs.has(encoding))
    return bytes.subarray(0, bytes.lastIndexOf(newline) + 1 || bytes.length)
  if (!encoding.startsWith('utf-16')) return bytes
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const high = even[even.length - (encoding === 'utf-16le' ? 1 : 2)] ?? 0
  return high >= 0xd8 && high <= 0xdb ? even.subarray(0, even.length - 2) : even
}

/** UTF-8 of bytes in another encoding. Throws when they are not text in it. */
export function toUtf8(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return bytes
  if (encoding === 'windows-1252') return utf8Bytes(western(bytes))
  try {
    return utf8Bytes(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw badFile(msg('the_file_is_not_text_in_choose', { encoding }))
  }
}

/** What windows-1252 has where ISO 8859-1 has control characters; five places are empty. */
const specials = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** The TextDecoder of Node 20 takes windows-1252 for ISO 8859-1. */
const western = (bytes: Uint8Array): string =>
  new TextDecoder('windows-1252')
    .decode(bytes)
    .replaceAll(/[\x80-\x9f]/g, (sign) => specials.charAt(sign.charCodeAt(0) - 0x80))
