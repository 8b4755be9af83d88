import { isMasked, mayRead, mayUnmask, type Field, type Resource, type User } from '#schema'

import type { Row } from '../../client/records/row.ts'
import { isMask } from './revealed.ts'

/** The fields whose values are masked until this user reveals them. */
export const revealableNames = (resource: Resource, user: User): string[] =>
  Object.entries<Field>(resource.fields)
    .filter(([, field]) => isMasked(field) && mayRead(user, field) && mayUnmask(user, field))
    .map(([name]) => name)

/** Those of the names under which a record holds a mask. */
export const masksIn = (record: Row, names: readonly string[]): string[] =>
  names.filter((name) => isMask(record[name]))
