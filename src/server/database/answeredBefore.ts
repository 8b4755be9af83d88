import { sql } from 'kysely'

import type { Sql } from '../kernel/database.ts'
import { invalid } from '../kernel/errors.ts'
import type { RequestKey } from '../kernel/guard.ts'
import { prepared } from './connection.ts'
import { msg } from '../../texts/serverMsg.ts'

interface Stored<Answer> {
  readonly key: string
  readonly request: Buffer
  readonly answer: Answer | null
}

/** What the first call with a key answered. Undefined when there was none. Throws 422 when it asked something else. */
export async function answeredBefore<Answer>(
  wanted: RequestKey | undefined,
  database: Sql,
): Promise<Answer | undefined> {
  const [answer] = wanted ? await allAnsweredBefore<Answer>([wanted], database) : []
  return answer
}

/** The same for many keys of one caller, in one statement; what was answered longer than `seconds` ago counts as not answered. */
export async function allAnsweredBefore<Answer>(
  wanted: readonly RequestKey[],
  database: Sql,
  seconds: number | null = null,
): Promise<(Answer | undefined)[]> {
  const { rows } = await sql<Stored<Answer>>`${prepared}
    select key, request, answer from request_keys
    where user_id = ${wanted[0]?.user ?? 0} and key = any(${wanted.map(({ key }) => key)}::text[])
      and coalesce(created_at >= now() - make_interval(secs => ${seconds}), true)`.execute(database)
  const stored = new Map(rows.map((row) => [row.key, row]))
  return wanted.map(({ key, request }) => {
    const before = stored.get(key)
    if (before && !before.request.equals(request)) {
      throw invalid({}, msg('this_was_begun_already_with_other_values'))
    }
    return before?.answer ?? undefined
  })
}
