import { createHash } from 'node:crypto'

import {
  allAnsweredBefore,
  once,
  onceWithin,
  withoutKey,
  type Backend,
  type Context,
  type RequestKey,
} from '#server'

import { sameForSeconds } from '../leads/intake/sameForSeconds.ts'
import type { Partner } from './caller/partner.server.ts'

interface Asked {
  readonly key: string | undefined
  readonly body: unknown
}

/** What calls are known by: their keys, or without one what they ask. Keys of departments stand below zero, apart from those of users. */
const keyOf = ({ id }: Partner, { key, body }: Asked): RequestKey => {
  const request = createHash('sha256').update(JSON.stringify(body)).digest()
  const caller = { user: -id, request }
  return key === undefined ? withoutKey(caller) : { ...caller, key }
}

/**
 * Does work, or returns what it answered before: to the same key within 24 hours, or without one to the same body within a
 * minute. Of calls at the same moment one does it and the others wait for its answer.
 */
export async function oncePerPartner<Answer extends object>(
  partner: Partner,
  asked: Asked,
  { sql: database }: Context,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const wanted = keyOf(partner, asked)
  return asked.key === undefined
    ? onceWithin({ seconds: sameForSeconds }, wanted, database, work)
    : once(wanted, database, work)
}

/** What calls of a partner, all with a key or all without, were answered before, in one statement for all. */
export function answeredToPartner<Answer>(
  partner: Partner,
  all: readonly Asked[],
  { database }: Backend,
): Promise<(Answer | undefined)[]> {
  const seconds = all.some(({ key }) => key === undefined) ? sameForSeconds : null
  return allAnsweredBefore(
    all.map((one) => keyOf(partner, one)),
    database.sql,
    seconds,
  )
}
