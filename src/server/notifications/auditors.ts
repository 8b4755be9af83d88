import type { Context } from '../kernel/backend.ts'
import { notify } from './notify.ts'
import { words, type EngineEvent } from './noticeTexts.ts'

/** Who watches over what others do (product.md 14.2). */
export const auditors = { permission: 'audit.view' } as const

type AccessEvent = Extract<EngineEvent, `${'role' | 'permission' | 'user_roles'}_${string}`>

/** Tells the auditors that somebody may do more or less than before. */
export function tellAuditors(
  { sql, user }: Pick<Context, 'sql' | 'user'>,
  event: AccessEvent,
  { resource, id, name }: { resource: string; id: number; name: string },
): Promise<void> {
  const values = { who: user.name, name }
  return notify(sql, { event, ...words[event], values, about: { resource, id }, to: auditors })
}
