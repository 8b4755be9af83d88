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

/** The encodings the server reads, by the names of the web. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  ...Array.from({ length: 9 }, (_, index) => `windows-125${index}`),
]

/** The encoding by the first bytes of a file; a person may know better. */
export function guessEncoding(sample: Uint8Array, isCut = false): string {
  const [first = 0, second = 0] = sample
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  try {
    // `stream` allows a last character that is cut in two.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: isCut })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
