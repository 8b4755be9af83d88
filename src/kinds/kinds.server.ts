import type { Field, KindName } from '#schema'

import type { Backend } from '../server/kernel/backend.ts'
import { hashPassword } from '../server/kernel/passwords/passwords.ts'

/** How the server keeps and answers the values of a kind. */
export interface StoredKind {
  /** Where the values stand: in a column, in a column of lists, or in a join table. */
  readonly storage: 'column' | 'list' | 'join'
  /** From a checked value to the one that is stored at a place. */
  write?(value: string, backend: Backend, place: string): Promise<string> | string
  /** What is stored opens at its place only, so a record's id must be known before it is written. */
  readonly isSealed?: true
  /** Writing takes long, so it is done before a transaction opens. */
  readonly isSlow?: true
  /** From the value stored at one of the places to the one that may leave the server; undefined leaves nothing. */
  read?(stored: string, backend: Backend, places: readonly string[]): unknown
  /** The column's values are JSON and travel to the database as text. */
  readonly json?: true
}

const column: StoredKind = { storage: 'column' }
const list: StoredKind = { storage: 'list' }

const storedKinds: Readonly<Record<KindName, StoredKind>> = {
  text: column,
  email: column,
  phone: column,
  url: column,
  integer: column,
  money: column,
  boolean: column,
  choice: column,
  date: column,
  timestamp: column,
  color: column,
  country: column,
  json: { storage: 'column', json: true },
  ips: list,
  urls: list,
  reference: column,
  references: { storage: 'join' },
  password: {
    storage: 'column',
    write: (value) => hashPassword(value),
    isSlow: true,
    read: () => undefined,
  },
  secret: {
    storage: 'column',
    isSealed: true,
    write: (value, { secrets }, place) => secrets.encrypt(value, place),
    read: (stored, { secrets }, places) => ({
      set: true,
      ...endOf(secrets.decrypt(stored, places)),
    }),
  },
  progress: column,
}

export function storedKindOf(field: Field): StoredKind {
  return storedKinds[field.kind as KindName]
}

/** The end of a secret, by which people know it; of a short one that would tell too much. */
const endOf = (secret = '') => (secret.length < 12 ? {} : { last4: secret.slice(-4) })
