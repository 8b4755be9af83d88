import { narrowEncodings } from '../../../contract/encodings.ts'

/** How the text of a file is cut into cells; what the server is told, and what the preview does. */
export interface Reading {
  /** Undefined: the preview finds out. */
  readonly delimiter: string | undefined
  readonly escape: string
  readonly ignore_first_line: boolean
  /** Undefined: the preview finds out. */
  readonly encoding: string | undefined
}

export const usualReading: Reading = {
  delimiter: undefined,
  escape: '"',
  ignore_first_line: true,
  encoding: undefined,
}

/** In the order in which they are tried (product.md 10.1). */
export const delimiters: Readonly<Record<string, string>> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Bar |',
  ':': 'Colon :',
}

/** The encoding that the first bytes of a file show; undefined when it may be one of several. */
export function certainEncoding(sample: Uint8Array, isCut = false): string | undefined {
  const [first = 0, second = 0] = sample
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return (
    wideEncoding(sample) ?? (decoded(sample, 'utf-8', isCut) === undefined ? undefined : 'utf-8')
  )
}

/** Latin text in UTF-16 has a zero in nearly every second byte. */
function wideEncoding(sample: Uint8Array): string | undefined {
  const zeros = [0, 0]
  const look = sample.subarray(0, 4_096)
  for (const [at, byte] of look.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > look.length / 8 && odd > even * 4) return 'utf-16le'
  return even > look.length / 8 && even > odd * 4 ? 'utf-16be' : undefined
}

/** The text of bytes; undefined when they are none in that encoding. */
function decoded(bytes: Uint8Array, encoding: string, isCut: boolean): string | undefined {
  try {
    // `stream` allows a last character that is cut in two.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return undefined
  }
}

/** An encoding that a file may be in, with some words of it as they would read. */
export interface Candidate {
  readonly encoding: string
  readonly example: string
}

const wordsLimit = 8
const wordLength = 60

/** The encodings in which the beginning of a file is a text; of those that show the same words only the first. */
export function candidatesFor(sample: Uint8Array, isCut: boolean): Candidate[] {
  const plain = new TextDecoder('windows-1252').decode(sample)
  const known = new Set<string>()
  return narrowEncodings.flatMap((encoding) => {
    const text = decoded(sample, encoding, isCut)
    const example = text && foreignWords(text, plain)
    if (!example || known.has(example)) return []
    known.add(example)
    return [{ encoding, example }]
  })
}

/** Some words with letters beyond ASCII, each with one that the words before it have not. */
function foreignWords(text: string, plain: string): string {
  const words: string[] = []
  const seen = new Set<string>()
  for (const word of text.split(/[\s",;]+/)) {
    if (words.length === wordsLimit) break
    const letters = word.match(/[^\0-~]/gu) ?? []
    if (word.length > wordLength || letters.every((letter) => seen.has(letter))) continue
    for (const letter of letters) seen.add(letter)
    words.push(word)
  }
  return words.join(' ') || plain.slice(0, wordLength)
}
