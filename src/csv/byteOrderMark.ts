import type { encodings } from '../contract/encodings.ts'

export type Encoding = (typeof encodings)[number]

export const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Bytes of a beginning that tell all of what stands before the text. */
export const beforeTextBytes = 32

/** Bytes before the text in that encoding: its mark, and the line by which a spreadsheet is told the delimiter. */
export function markLength(bytes: Uint8Array, encoding: Encoding): number {
  const mark = byteOrderMarkLength(bytes, encoding)
  const [line = ''] = separatorLine(bytes.subarray(mark)) ?? []
  return mark + line.length * (encoding.startsWith('utf-16') ? 2 : 1)
}

/** The delimiter that a file names in its first line, like `sep=;`. */
export const namedDelimiter = (bytes: Uint8Array, encoding: Encoding): string | undefined =>
  separatorLine(bytes.subarray(byteOrderMarkLength(bytes, encoding)))?.[1]

function separatorLine(bytes: Uint8Array): RegExpExecArray | null {
  const letters = bytes.subarray(0, beforeTextBytes).filter((byte) => byte !== 0)
  return /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\r|\n)/i.exec(String.fromCharCode(...letters))
}

export function byteOrderMarkLength(bytes: Uint8Array, encoding: Encoding): number {
  const mark = marks.find(([name]) => name === encoding)?.[1] ?? []
  return mark.every((byte, index) => bytes[index] === byte) ? mark.length : 0
}
