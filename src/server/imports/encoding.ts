import { isUtf8 } from 'node:buffer'

import { badFile } from './badFile.ts'

/** The encodings a text may come in, by the names of the web. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
] as const

export type Encoding = (typeof encodings)[number]

const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Bytes of the mark with which a text in that encoding may begin. */
export function markLength(bytes: Uint8Array, encoding: Encoding): number {
  const mark = marks.find(([name]) => name === encoding)?.[1] ?? []
  return mark.every((byte, index) => bytes[index] === byte) ? mark.length : 0
}

/** The encoding by the first bytes of a file; a person may know better. */
export function guessEncoding(sample: Uint8Array): Encoding {
  const marked = marks.find(([encoding]) => markLength(sample, encoding) > 0)
  if (marked) return marked[0]
  const wide = guessWide(sample.subarray(0, 4_096))
  if (wide) return wide
  if (invalidAt(sample) === undefined) return 'utf-8'
  return isCyrillic(sample) ? 'windows-1251' : 'windows-1252'
}

/** Latin text in UTF-16 has a zero in nearly every second byte. */
function guessWide(sample: Uint8Array): Encoding | undefined {
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

/** In windows-1251 letters above ASCII follow each other; in Western text they stand among Latin ones. */
function isCyrillic(sample: Uint8Array): boolean {
  const isHigh = (byte: number | undefined) => byte !== undefined && byte >= 0xc0
  let high = 0
  let inPairs = 0
  sample.forEach((byte, index) => {
    if (!isHigh(byte)) return
    high += 1
    if (isHigh(sample[index + 1])) inPairs += 1
  })
  return inPairs > high / 2
}

/** Where the first byte stands that UTF-8 does not allow. A character cut off at the end is allowed. */
export function invalidAt(bytes: Uint8Array): number | undefined {
  const isGood = (length: number) => isUtf8(whole(bytes.subarray(0, length)))
  if (isGood(bytes.length)) return undefined
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isGood(middle)) good = middle
    else bad = middle
  }
  return whole(bytes.subarray(0, good)).length
}

/** The bytes without a last character that is only begun. */
export function whole(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (byte >= 0xc0) return length > back ? bytes.subarray(0, bytes.length - back) : bytes
    if (byte < 0x80) return bytes
  }
  return bytes
}

/** Bytes of a part of a file that can be decoded by itself: no pair of UTF-16 is torn apart. */
export function wholeUnits(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (!encoding.startsWith('utf-16')) return bytes
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const high = even[even.length - (encoding === 'utf-16le' ? 1 : 2)] ?? 0
  return high >= 0xd8 && high <= 0xdb ? even.subarray(0, even.length - 2) : even
}

/** UTF-8 of bytes in another encoding. Throws when they are not text in it. */
export function toUtf8(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return bytes
  if (encoding === 'windows-1252') return Buffer.from(western(bytes))
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    throw badFile(`The file is not text in ${encoding}. Choose another encoding.`)
  }
}

/** What windows-1252 has where ISO 8859-1 has control characters; five places are empty. */
const specials = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** The TextDecoder of Node 20 takes windows-1252 for ISO 8859-1. */
function western(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  return text.replaceAll(/[\x80-\x9f]/g, (sign) => specials.charAt(sign.charCodeAt(0) - 0x80))
}
