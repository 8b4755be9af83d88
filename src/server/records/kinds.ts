import type { Field, KindName } from '#schema'

import type { Backend } from '../backend.ts'
import { hashPassword } from '../auth/passwords.ts'

/** How the server keeps and answers the values of a kind. */
interface StoredKind {
  /** Where the values stand: in a column, in a column of lists, or in a join table. */
  readonly storage: 'column' | 'list' | 'join'
  /** From a checked value to the one that is stored. */
  write?(value: string, backend: Backend): Promise<string> | string
  /** Writing takes long, so it is done before a transaction opens. */
  readonly isSlow?: true
  /** From the stored value to the one that may leave the server; undefined leaves nothing. */
  read?(stored: string, backend: Backend): unknown
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
  password: { storage: 'column', write: hashPassword, isSlow: true, read: () => undefined },
  secret: {
    storage: 'column',
    write: (value, { secrets }) => secrets.encrypt(value),
    read: (stored, { secrets }) => ({ set: true, ...endOf(secrets.decrypt(stored)) }),
  },
  progress: column,
}

export function storedKindOf(field: Field): StoredKind {
  return storedKinds[field.kind as KindName]
}

/** The end of a secret, by which people know it; of a short one that would tell too much. */
const endOf = (secret = '') => (secret.length < 12 ? {} : { last4: secret.slice(-4) })
