import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { auditors } from './auditors.ts'
import { notify } from './notify.ts'
import { words, type EngineEvent } from './noticeTexts.ts'

type AccountEvent = Extract<EngineEvent, 'password_changed' | 'email_changed'>

/** Tells a user that what they sign in with was changed, by them or by somebody else. */
export const tellAccountChanged = (
  database: Sql,
  userId: number,
  event: AccountEvent,
): Promise<void> => notify(database, { event, ...words[event], to: [userId] })

/** Tells a user, and the auditors, that somebody tries many passwords for the account. */
export async function tellAttack(database: Sql, userId: number): Promise<void> {
  const about = { resource: 'users', id: userId }
  await notify(database, {
    event: 'sign_in_attack',
    ...words.sign_in_attack,
    about,
    to: [userId],
  })
  const { rows } = await sql<{ name: string }>`
    select name from users where id = ${userId}`.execute(database)
  const values = { name: rows[0]?.name ?? '' }
  await notify(database, {
    event: 'account_attacked',
    ...words.account_attacked,
    values,
    about,
    to: auditors,
  })
}
