import type { ImportOptions } from '#contract'

export type Encoding = NonNullable<ImportOptions['encoding']>

/** How the text of a file is cut into cells; what the server is told, and what the preview does. */
export interface Reading {
  /** Undefined: the preview finds out. */
  readonly delimiter: string | undefined
  /** Empty when nothing is quoted. */
  readonly quote: string
  readonly escape: string
  /** Made of a spreadsheet: the word `Empty` is a blank cell. */
  readonly spreadsheet: boolean
  /** Undefined: the preview finds out. */
  readonly ignore_first_line: boolean | undefined
  /** Undefined: the preview finds out. */
  readonly encoding: Encoding | undefined
}

export const usualReading: Reading = {
  delimiter: undefined,
  quote: '"',
  escape: '"',
  spreadsheet: false,
  ignore_first_line: undefined,
  encoding: undefined,
}

/** How what was made of a sheet is read. */
export const sheetReading: Reading = {
  ...usualReading,
  delimiter: ',',
  spreadsheet: true,
  encoding: 'utf-8',
}

/** In the order in which they are tried. */
export const delimiters: Readonly<Record<string, string>> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Bar |',
  ':': 'Colon :',
}
