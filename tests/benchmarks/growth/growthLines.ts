import { sql } from 'kysely'

import { maySort } from '#schema'
import type { Backend } from '#server'

import type { Line } from './growthMeasure.ts'
import type { Request } from '../load.ts'
import { oneSql, pageSql } from '../statements.ts'

const day = 86_400_000

export const nameSearch = 'search: a last name'

/** The lines of the growth table, for a database of so many leads; the first is the list. */
export async function linesOf(backend: Backend, rows: number): Promise<[Line, ...Line[]]> {
  const lead = backend.resource('leads')
  const { rows: living } = await sql<{ id: number; email: string }>`
    select id, email from leads where deleted_at is null and id % ${Math.ceil(rows / 2000)} = 0`.execute(
    backend.database.sql,
  )
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from leads where deleted_at is null`.execute(backend.database.sql)
  const count = counts[0]?.count ?? rows
  await warnOfSums(backend, count)
  const shown = lead.list.filter((name) => !(lead.hiddenColumns ?? []).includes(name))
  const columns = pageSql(backend, `fields=${shown}`) ? `&fields=${shown}` : ''
  const list = (work: string, queries: string | string[], more: Partial<Line> = {}): Line => {
    const all = [queries].flat()
    const paths = all.map((query) => `/api/lead/search?${query}${columns}`)
    const ours = (n: number): Request => ({ method: 'GET', path: paths[n % paths.length] ?? '' })
    const bare = all.flatMap((query) => pageSql(backend, `${query}${columns}`) ?? [])
    return { work, ours, ...(bare.length > 0 && { bare }), ...more }
  }
  const per = 'per_page=25'
  const last = Math.ceil(count / 25)
  const deep = Math.min(2000, Math.floor(last * 0.8))
  const id = (n: number) => living[(n * 7919) % living.length]?.id ?? 1
  const edit = update(id).ours
  const names = Array.from({ length: 900 }, (_, n) => nameOf((n * 77) % 900))
  const named = list(
    nameSearch,
    names.map((name) => `${per}&search=${name}`),
    searchReach,
  )
  return [
    list('list', per, { reach: { times: 1.7, of: 'bare' }, embeddedReach: 1.6 }),
    list('list as it opens, without test leads', `${per}&is_test=false`, {
      reach: { times: 1.7, of: 'bare' },
    }),
    list('list, 16 connections', per, { connections: 16 }),
    {
      work: 'list, every field',
      ours: () => get(`/lead/search?${per}`),
      bare: [pageSql(backend, per) ?? []].flat(),
    },
    ...sorts(lead.list.filter((name) => maySort(lead, name))).map(([name, sort]) =>
      list(`sort by ${name}`, `${per}&sort=${sort}`, { reach: { times: 2, of: 'list' } }),
    ),
    ...['2', String(deep), String(last)].map((page) =>
      list(
        page === String(last) ? 'last page' : page === '2' ? 'page 2' : 'page 2000',
        `${per}&page=${page}`,
        { reach: { times: 3, of: 'list' } },
      ),
    ),
    ...['', '&is_test=false'].flatMap((filter) =>
      lead.list
        .filter((name) => maySort(lead, name))
        .flatMap((name) => {
          const sort = `${per}&sort=${name}${filter}`
          const beside = list('', sort).ours
          const reach = { times: 3, of: 'list' } as const
          const order = `sort by ${name}${filter && ', without test leads'} (× page 1)`
          const far = filter ? Math.floor(last * 0.98) : last
          return [
            { ...list(`page 2000, ${order}`, `${sort}&page=${deep}`), beside, reach },
            {
              ...list(`page 2000 after an edit, ${order}`, `${sort}&page=${deep}`),
              beside,
              reach,
              beforeEach: edit,
            },
            // Who has made or deleted records has a far page counted anew.
            {
              ...list(`page 2000 after a create, ${order}`, `${sort}&page=${deep}`),
              beside,
              reach: { times: 10, of: 'list' } as const,
              beforeEach: create().ours,
            },
            { ...list(`last page, ${order}`, `${sort}&page=${far}`), beside, reach },
          ]
        }),
    ),
    list(
      'filter: status, country, 60 days',
      Array.from({ length: 40 }, (_, n) => `${per}&${threeColumns(n)}`),
      { reach: { times: 10, of: 'list' } },
    ),
    list('filter: status', `${per}&status=2`, { reach: { times: 10, of: 'list' } }),
    list('filter: status, source, tag', `${per}&status=3&source=2&tags=5`, {
      reach: { times: 10, of: 'list' },
    }),
    list(
      'filter: few matches',
      Array.from(
        { length: 40 },
        (_, n) => `${per}&status=5&country=${40 + (n % 9)}&source=${1 + (n % 8)}`,
      ),
      { reach: { times: 10, of: 'list' } },
    ),
    list(
      'search: a first name, in three columns',
      Array.from(
        { length: 40 },
        (_, n) => `${per}&${threeColumns(n)}&search=${firsts[n % firsts.length]}`,
      ),
      { reach: { times: 1.6, of: 'bare' } },
    ),
    list(
      'filter: an e-mail address, as of duplicates',
      living.slice(0, 800).map(({ email }) => `${per}&email=${encodeURIComponent(email)}`),
      { reach: { times: 1.6, of: 'bare' } },
    ),
    list(
      'search: e-mail fragment',
      words((n) => `${id(n)}@`),
      searchReach,
    ),
    named,
    list(
      'search: two words',
      words((n) => `${names[n % 900]}+${firsts[n % firsts.length]}`),
      searchReach,
    ),
    list('search: two frequent words', `${per}&search=emma+hartman`, searchReach),
    list('search: example (all match)', `${per}&search=example`, searchReach),
    list(
      'search: a name, sorted by email',
      names.map((name) => `${per}&search=${name}&sort=email`),
      ofMatches,
    ),
    list(
      'search: a name, sorted by country',
      names.map((name) => `${per}&search=${name}&sort=country`),
      ofMatches,
    ),
    list(
      'search: a first name, sorted by -email',
      firsts.map((name) => `${per}&search=${name}&sort=-email`),
    ),
    list(
      'filter: a first name, sorted by email',
      firsts.map(
        (name) => `${per}&first_name=${name[0]?.toUpperCase()}${name.slice(1)}&sort=email`,
      ),
    ),
    list(
      'search: nothing found',
      words((n) => `qxzj${n}`),
      searchReach,
    ),
    tabs({}),
    tabs({ country: 3, created_at: 'last_30_days' }),
    tabs({ source: 2 }),
    ...['status', 'source', 'country', 'tags'].map((of) => used(of, {})),
    used('status', { country: 3, created_at: 'last_30_days' }),
    used('country', { status: 2 }),
    { work: 'search in all resources', ours: (n) => get(`/search?text=${names[(n + 450) % 900]}`) },
    {
      work: 'get',
      ours: (n) => get(`/lead/${id(n)}`),
      bare: Array.from({ length: 200 }, (_, n) => oneSql(backend, id(n))),
      embeddedReach: 2.5,
    },
    { work: 'dashboard', ours: () => get('/dashboard') },
    { work: 'profile', ours: () => get('/profile') },
    create(),
    { ...named, work: 'search right after creates', before: create().ours },
    update(id),
  ]

  function words(word: (n: number) => string): string[] {
    return Array.from(
      { length: 800 },
      (_, n) => `${per}&search=${encodeURIComponent(word(n)).replaceAll('%2B', '+')}`,
    )
  }
}

/** Leads that were deleted past the console are still counted, so that the last page would be none. */
async function warnOfSums({ database }: Backend, count: number): Promise<void> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(value), 0)::int as total from statistics where name = 'leads/day'`.execute(
    database.sql,
  )
  const total = rows[0]?.total
  if (total !== count) {
    process.stderr.write(`the sums count ${total} of ${count} leads: npm run recount\n`)
  }
}

/** The values that a filter offers first: at most 10,001 records are looked at, and no value is counted beyond 1,001. */
const used = (of: string, filter: object): Line => ({
  work: `values of ${[of, ...Object.keys(filter)].join(', ')}`,
  ours: () => ({ method: 'POST', path: `/api/lead/values/search?of=${of}`, body: filter }),
})

/** The tabs over the list, which each opening, filter and live change asks for: as many records are looked at. */
const tabs = (filter: object): Line => ({
  work: ['tabs', Object.keys(filter).join(', ')].filter(Boolean).join(' of '),
  ours: () => ({ method: 'POST', path: '/api/lead/tabs/search', body: filter }),
})

const searchReach = { reach: { times: 10, of: 'list' } } as const
/** Every match must be read to put them in another order than that of their time. */
const ofMatches = { reach: { times: 1.6, of: 'bare' } } as const
const get = (path: string): Request => ({ method: 'GET', path: `/api${path}` })

const sorts = (names: readonly string[]) =>
  names.flatMap((name): [string, string][] => [
    [name, name],
    [`-${name}`, `-${name}`],
  ])

const firsts = 'emma,liam,olivia,noah,ava,lucas,mia,ethan,sofia,mateo,amelia,oliver,isla'.split(',')
const starts =
  'hart,black,green,stone,north,south,west,east,ash,oak,elm,birch,fair,wood,brook,field,hill,dale,glen,marsh,moor,heath,clay,sand,frost,winter,summer,silver,gold,iron'.split(
    ',',
  )
const ends =
  'man,ford,ton,ley,well,wood,field,burn,worth,by,stead,more,land,shaw,bridge,ridge,gate,croft,wick,sley,combe,mere,dean,hurst,bourne,ham,thorpe,bury,den,cliffe'.split(
    ',',
  )
const nameOf = (n: number) => `${starts[n % 30]}${ends[Math.floor(n / 30)]}`

function threeColumns(n: number): string {
  const from = Date.parse('2025-02-01') + (n % 20) * 20 * day
  const date = (at: number) => new Date(at).toISOString().slice(0, 10)
  return `status=${2 + (n % 4)}&country=${3 + (n % 7)}&created_at_from=${date(from)}&created_at_to=${date(from + 60 * day)}`
}

const stamp = Date.now()

function create(): Line {
  const body = (n: number, who: string) => ({
    first_name: 'Ada',
    last_name: 'Bench',
    email: `${who}${stamp}.${n}.${Math.random().toString(36).slice(2)}@example.org`,
    source: 1,
    country: 57,
    status: 1,
  })
  return {
    work: 'create',
    reach: { times: 3.5, of: 'bare' },
    ours: (n) => ({ method: 'POST', path: '/api/lead', body: body(n, 'o') }),
    bareWrite: (n) => {
      const { first_name, last_name, email, source, country, status } = body(n, 'f')
      const values = [first_name, last_name, email, source, country, status]
      return [
        {
          text: 'insert into leads (first_name, last_name, email, email_key, source, country, status) values ($1,$2,$3,$3,$4,$5,$6) returning *',
          values,
        },
        auditSql('create', "currval(pg_get_serial_sequence('leads', 'id'))", body(n, 'f')),
      ]
    },
  }
}

function update(id: (n: number) => number): Line {
  const comment = (n: number) => `note ${n} ${Math.random().toString(36).slice(2)}`
  return {
    work: 'update',
    reach: { times: 3.5, of: 'bare' },
    ours: (n) => ({ method: 'PUT', path: `/api/lead/${id(n)}`, body: { comment: comment(n) } }),
    bareWrite: (n) => [
      {
        text: 'update leads set comment = $1, version = version + 1, updated_at = now() where id = $2 returning *',
        values: [comment(n), id(n + 5000)],
      },
      auditSql('update', String(id(n + 5000)), { comment: 'x' }),
    ],
  }
}

const auditSql = (action: string, id: string, after: object) => ({
  text: `insert into audit_log (user_id, action, resource, record_id, version, after) values (1, '${action}', 'leads', ${id}, 1, $1)`,
  values: [JSON.stringify(after)],
})
