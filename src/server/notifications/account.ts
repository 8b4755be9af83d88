import type { Sql } from '../database/database.ts'
import { notify } from './notify.ts'
import { words, type EngineEvent } from './words.ts'

type AccountEvent = Extract<EngineEvent, 'password_changed' | 'email_changed'>

/** Tells a user that what they sign in with was changed, by them or by somebody else. */
export const tellAccountChanged = (
  database: Sql,
  userId: number,
  event: AccountEvent,
): Promise<void> => notify(database, { event, ...words[event], to: [userId] })
