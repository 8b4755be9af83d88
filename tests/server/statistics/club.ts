import { sql } from 'kysely'

import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'
import { business } from './members.ts'

export { club, member } from './members.ts'

export const permissions = [
  ...['view', 'create', 'update', 'delete', 'import', 'visit'].map((act) => `member.${act}`),
  'guest.create',
]

export const openClub = () => createTestServer(business)

export interface Sum {
  name: string
  day: string
  value: number
}

/** What the roll-up says by quarters of an hour, or by days, without what comes to nothing. */
export async function sums({ backend }: TestServer, by: 'quarter' | 'day' = 'quarter') {
  const name = by === 'day' ? sql`regexp_replace(name, '/day$', '')` : sql`name`
  const { rows } = await sql<Sum>`
    select ${name} as name, (at at time zone 'UTC')::date as day, sum(value) as value
    from statistics where (name like '%/day') = ${by === 'day'}
    group by 1, 2 having sum(value) <> 0 order by 1, 2`.execute(backend.database.sql)
  return rows
}

/** What the records themselves say, counted one by one. */
export async function truth({ backend }: TestServer): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select name, day, sum(value) as value from (
      select 'members' as name, (created_at at time zone 'UTC')::date as day, 1 as value
        from members where deleted_at is null
      union all select 'joiners', joined, 1 from members where deleted_at is null
      union all select 'trials', joined, 1 from members where deleted_at is null and is_trial
      union all select 'visits', (seen_at at time zone 'UTC')::date, 1
        from members where deleted_at is null
      union all select 'refused_members', (created_at at time zone 'UTC')::date, 1
        from refused_members
    ) facts where day is not null group by name, day order by name, day`.execute(
    backend.database.sql,
  )
  return rows
}

/** Waits for the end of a job. */
export async function ended({ backend }: TestServer, id: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ state: string }>`
      select state from jobs where id = ${id}`.execute(backend.database.sql)
    if (rows[0]?.state.startsWith('finished')) return
    if (/failed|cancelled/.test(rows[0]?.state ?? '')) throw new Error(`job: ${rows[0]?.state}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Imports lines `name,card,joined,seen_at` and waits for the end. */
export async function imported(server: TestServer, client: Client, lines: readonly string[]) {
  const file = ['Name,Card,Joined,Seen', ...lines].join('\n')
  const options = { name: 'members.csv', purpose: 'import:members' }
  const upload_id = await upload(server.app, client, file, options)
  const mapping = ['name', 'card', 'joined', 'seen_at']
  const { body } = await client.post('/members/import', { upload_id, mapping })
  await ended(server, body.data.job_id)
}
