import { invalid, type RequestError } from '../kernel/errors.ts'

/** What a person does who brings a workbook, which only a spreadsheet opens. */
export const workbook =
  'This is an Excel workbook. Open it, save it as "CSV UTF-8 (comma delimited)" and upload that file.'

const signatures: readonly [readonly number[], string][] = [
  [[0x50, 0x4b, 0x03, 0x04], workbook],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'This is an old or protected Excel workbook. Open it, save it as "CSV UTF-8 (comma delimited)" and upload that file.',
  ],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF document. Upload a CSV file.'],
  [[0x1f, 0x8b], 'This file is compressed. Unpack it and upload the CSV file in it.'],
]

/** Refuses by their first bytes files that are no text, whatever their name says. */
export function checkSignature(bytes: Uint8Array): void {
  const found = signatures.find(([start]) => start.every((byte, index) => bytes[index] === byte))
  if (found) throw badFile(found[1])
}

/** A file that cannot be taken in, with the reason for the person who brought it. */
export const badFile = (message: string): RequestError => invalid({ file: [message] }, message)
