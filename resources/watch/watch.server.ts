import type { RawBuilder } from 'kysely'

/** Something that people are notified of until one of them has looked, found by a statement (product.md 14.2). */
export interface Watch {
  readonly event: string
  readonly title: string
  /** With placeholders for the columns of `found`. */
  readonly message: string
  /** The permission of those who are told. */
  readonly to: string
  /** The resource whose records it is about. */
  readonly resource: string
  /**
   * Rows with the `id` of a record, `since` when it is so, before which telling does not count, and what the message says.
   */
  readonly found: RawBuilder<Found>
  /** Of what was found, in the place of a value the message that names it. */
  readonly words?: (found: Found) => Readonly<Record<string, string>>
}

export interface Found {
  readonly id: number
  readonly since: string
  readonly [value: string]: string | number
}
