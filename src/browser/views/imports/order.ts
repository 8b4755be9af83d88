import type { Mapping } from './mapping.ts'
import type { Reading } from './reading.ts'

/** How a file is to be taken in, as the server wants it beside the file itself. */
export interface ImportOrder extends Reading {
  readonly mapping: Mapping
  /** Values of fields that are the same for all rows. */
  readonly settings: Readonly<Record<string, unknown>>
  /** How dates are written; it is never guessed. */
  readonly date_order: DateOrder
  readonly decimal_sign: '.' | ','
}

export const dateOrders = {
  ymd: '2026-01-31',
  dmy: '31.01.2026, 31/01/2026',
  mdy: '01/31/2026',
} as const

export type DateOrder = keyof typeof dateOrders
