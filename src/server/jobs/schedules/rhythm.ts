import { sql, type RawBuilder } from 'kysely'

import { msg } from '../../../texts/serverMsg.ts'
import type { Rhythm } from '../../kernel/jobs.ts'

/** Returns a rhythm as it is stored; two that differ have different ones. */
export const storedRhythm = (rhythm: Rhythm): string =>
  JSON.stringify(
    'every' in rhythm ? { every: rhythm.every } : { at: rhythm.at, zone: rhythm.zone ?? 'UTC' },
  )

/** Returns how often something is done, of a stored rhythm, as a message. */
export function rhythmText(stored: string): string {
  const rhythm: Rhythm = JSON.parse(stored)
  if ('at' in rhythm) return msg('every_day_at', { at: rhythm.at, zone: rhythm.zone })
  const { every } = rhythm
  return every % 60 === 0
    ? msg('every_hours', { count: every / 60 })
    : msg('every_minutes', { count: every })
}

/**
 * Returns the SQL of the moment of the next run, from `now` on. A time of the day that is left out when clocks go forward comes
 * an hour later, one that comes twice counts once.
 */
export function nextRun(rhythm: Rhythm, now = sql`now()`): RawBuilder<unknown> {
  if ('every' in rhythm) return sql`${now} + ${rhythm.every} * interval '1 minute'`
  const { at, zone = 'UTC' } = rhythm
  return sql`(
    select min(moment) from (
      select ((${now} at time zone ${zone})::date + day + ${at}::time) at time zone ${zone} as moment
      from generate_series(0, 2) as day
    ) as runs where moment > ${now})`
}
