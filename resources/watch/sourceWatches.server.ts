import { sql } from 'kysely'

import type { Watch } from './watch.server.ts'

const source = { to: 'settings.source.view', resource: 'sources' } as const

/** Fewer leads in an hour say nothing of a source. */
const fewest = 10

/** What is odd about what sources bring. */
export const sourceWatches: readonly Watch[] = [
  {
    ...source,
    event: 'source_cap',
    title: 'The cap of a source is reached',
    message: '%{name} has brought all the leads that it may bring today: %{count}.',
    found: sql`
      select s.id, s.name, s.daily_cap as count, date_trunc('day', now()) as since
      from sources s
      where s.is_active and s.daily_cap > 0 and s.daily_cap <= (
        select count(*) from leads l
        where l.source = s.id and not l.is_test and l.created_at >= date_trunc('day', now())
      )`,
  },
  {
    ...source,
    event: 'source_failing',
    title: 'Many leads of a source fail',
    message: '%{failed} of %{count} leads of %{name} failed within an hour.',
    found: sql`
      select s.id, s.name, f.failed, f.failed + t.taken as count, now() - interval '6 hours' as since
      from sources s
      cross join lateral (
        select count(*)::integer as failed from failed_leads f
        where f.source = s.id and not f.is_test and f.created_at > now() - interval '1 hour'
      ) f
      cross join lateral (
        select count(*)::integer as taken from leads l
        where l.source = s.id and l.deleted_at is null and not l.is_test
          and l.created_at > now() - interval '1 hour'
      ) t
      where s.is_active and f.failed + t.taken >= ${fewest}::integer
        and f.failed > 0.3 * (f.failed + t.taken)`,
  },
  {
    ...source,
    event: 'source_silent',
    title: 'A source is silent',
    message: '%{name} has brought no leads for 24 hours.',
    found: sql`
      select s.id, s.name, last.at as since
      from sources s
      cross join lateral (
        select max(l.created_at) as at from leads l
        where l.source = s.id and l.deleted_at is null and not l.is_test
      ) last
      where s.is_active and last.at < now() - interval '1 day'
        and last.at > now() - interval '30 days'`,
  },
]
