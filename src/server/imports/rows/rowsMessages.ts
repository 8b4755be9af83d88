import type { User } from '#schema'

import type { Row as Values } from '../../records/read/select.ts'
import type { Batch } from './convert.ts'
import type { Regions } from './conversion.ts'
import type { Codes, Named } from './names/names.ts'
import type { StoredOptions } from '../storedOptions.ts'

export interface ThreadOptions {
  /** The address of the module that exports `business`, or what reading needs of it. */
  readonly module: string
  /** The index of the row at work, one number, for the time when the thread no longer answers. */
  readonly progress: SharedArrayBuffer
}

/** What the thread needs to know of an import beside its bytes. */
export interface Setup {
  readonly resource: string
  readonly user: User
  readonly options: StoredOptions
  readonly base: Values
  readonly country: string | undefined
  readonly regions: Regions | undefined
  readonly fingerprintKey: Uint8Array
}

export interface Converting {
  readonly kind: 'convert'
  readonly piece: number
  readonly named: readonly Named[]
  readonly codes: Codes
  /** The indexes of rows that must not be tried. */
  readonly skip: readonly number[] | 'all'
}

/** `read` cuts a piece into rows; `convert` makes records of them and forgets the piece, as `drop` does. */
export type Request =
  | {
      readonly kind: 'read'
      readonly piece: number
      readonly setup: Setup
      readonly bytes: Uint8Array
      readonly place: { readonly row: number; readonly line: number }
    }
  | Converting
  | { readonly kind: 'drop'; readonly piece: number }

export type Answer =
  | { readonly kind: 'ready' | 'done' }
  /** The piece was read by a thread that is gone. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'read'; readonly names: readonly (readonly [string, readonly string[]])[] }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'failed'; readonly message: string; readonly stack: string | undefined }
