import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { can, defineResource, defineResources, either, field, lacks } from '#schema'
import { conflict, type Behavior, type Context } from '#server'

import { counted } from '../../fixtures/work/statements.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'

const part = defineResource('parts', {
  permission: 'part',
  fields: { name: field.text({ max: 40 }), is_open: field.boolean({ default: true }) },
  access: { list: either(can('part.view'), () => ({ is_open: true })) },
  title: 'name',
  list: ['name'],
  form: ['name', 'is_open'],
})

const mark = defineResource('marks', {
  permission: 'mark',
  fields: { text: field.text({ max: 80 }) },
  title: 'text',
  list: ['text'],
  form: ['text'],
})

const wareOf = (name: 'crates' | 'boxes') =>
  defineResource(name, {
    permission: 'ware',
    label: 'Wares',
    softDelete: true,
    operations: ['list', 'show', 'create', 'edit', 'delete'],
    access: { edit: either(can('ware.all'), () => ({ team: 1 })) },
    closed: { when: ({ shelf }) => shelf === 'sealed', refusal: 'It is sealed' },
    fields: {
      code: field.text({ max: 20, unique: true, optional: true }),
      team: field.integer({ default: 1 }),
      label: field.text({ max: 40, optional: true }),
      slug: field.text({ computed: true, optional: true }),
      shelf: field.choice({ open: 'Open', sealed: 'Sealed' }, { default: 'open' }),
      weight: field.money({ optional: true }),
      most: field.money({ optional: true }),
      packed: field.timestamp({ optional: true }),
      words: field.words({ optional: true }),
      maker: field.reference('parts', { optional: true }),
      parts: field.references('parts'),
      contact: field.email({ optional: true, unmaskBy: 'ware.contact' }),
      note: field.text({ optional: true, writeBy: 'ware.note', readBy: lacks('ware.blind') }),
    },
    checks: [
      {
        on: 'weight',
        unless: (one) => (one.weight ?? 0) <= (one.most ?? 999),
        message: 'Too much',
      },
    ],
    sums: {
      [name]: { by: 'created_at', where: { shelf: 'open' }, per: 'team' },
      [`${name}_weight`]: { by: 'created_at', sum: 'weight' },
    } as never,
    actions: {
      weigh: {
        label: 'Weigh',
        permission: 'ware.weigh',
        bulk: true,
        input: { weight: field.money() },
      },
    },
    title: 'label',
    list: ['code', 'label'],
    form: ['code', 'team', 'label', 'shelf', 'weight', 'maker', 'parts', 'contact', 'note'],
  })

const crate = wareOf('crates')
const box = wareOf('boxes')
const list = defineResources([part, mark, crate, box])

type Ware = { id: number; version: number; label: string | null }

/** What the hooks do to one is what they do to many. */
function completed(changes: Partial<Ware>, { id }: Ware) {
  if (changes.label === 'Odd' && id % 2 === 1) throw conflict(`Not for ${id}`)
  return 'label' in changes ? { ...changes, slug: changes.label?.toLowerCase() ?? null } : changes
}

const noted = (name: string, one: Ware, before: Ware, { records }: Context) =>
  records(mark).create({ text: `${name} ${one.id}: ${before.version} to ${one.version}` })

function behaviorOf(resource: typeof crate | typeof box): Behavior<typeof crate> {
  const { name } = resource
  return {
    beforeUpdate: (changes, record) => completed(changes, record) as typeof changes,
    async afterUpdate(record, previous, context) {
      await noted(name, record, previous, context)
    },
    actions: {
      async weigh({ records: [one], input }, { records }) {
        if (one) await records(resource).update(one.id, input)
      },
    },
  }
}

/** The crates are written together, the boxes each by itself. */
const behaviors = {
  boxes: behaviorOf(box),
  crates: {
    ...behaviorOf(crate),
    beforeUpdateAll: (all) => all.map(({ changes, record }) => completed(changes, record) as never),
    async afterUpdateAll(all, context) {
      for (const { record, previous } of all) await noted('crates', record, previous, context)
    },
  } satisfies Behavior<typeof crate>,
}

let server: TestServer
let boss: Client
let clerk: Client
let weigher: Client
const made: Record<string, number> = {}

beforeAll(async () => {
  server = await createTestServer({ resources: list, behaviors: behaviors as never })
  const all = [
    'ware.view',
    'ware.create',
    'ware.update',
    'ware.delete',
    'ware.weigh',
    'ware.contact',
  ]
  boss = await server.user([...all, 'ware.all', 'ware.note', 'part.view', 'part.create'])
  clerk = await server.user(all.filter((one) => one !== 'ware.contact'))
  weigher = await server.user(['ware.view', 'ware.weigh'])
  for (const name of ['lid', 'handle']) made[name] = await boss.make('/parts', { name })
  made['hidden'] = await boss.make('/parts', { name: 'hidden', is_open: false })
}, 60_000)
afterAll(() => server.close())

const rowsOf = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(server.backend.database.sql)).rows

const twins = ['crates', 'boxes'] as const

const insert = async (name: string, count: number, more: object = {}) => {
  const rows = Array.from({ length: count }, () => ({ team: 1, shelf: 'open', most: 50, ...more }))
  const found = await rowsOf(sql<{ id: number }>`
    insert into ${sql.table(name)} (team, shelf, most, label, weight, words)
    select team, shelf, most, label, weight, words
    from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::jsonb)
    returning id`)
  return found.map(({ id }) => id)
}

/** All that is left of what was done to wares: the records, their history, what hooks did, the sums. */
async function leftOf(name: string) {
  const table = sql.table(name)
  return {
    records: await rowsOf(sql`
      select id, version, code, team, label, slug, shelf, weight, packed, words, maker, contact, note,
        deleted_at is not null as is_deleted,
        array(select target_id from ${sql.table(`${name}_parts`)} j where j.record_id = t.id order by 1) as parts
      from ${table} t order by id`),
    history: await rowsOf(sql`
      select user_id, action, record_id, version, before, after, detail from audit_log
      where resource = ${name} and record_id is not null order by record_id, id`),
    marks: await rowsOf(sql`
      select replace(text, ${name}, '') as text from marks
      where text like ${`${name} %`} order by 1`),
    sums: await rowsOf(sql`
      select replace(name, ${name}, '') as name, sum(value) as value from statistics
      where name like ${`${name}%`} group by 1 having sum(value) <> 0 order by 1`),
  }
}

/** Does the same to both, and expects the same of both. Returns the answer. */
async function both(work: (name: string) => Promise<{ status: number; body: any }>) {
  const [together, alone] = [await work('crates'), await work('boxes')]
  const answer = ({ status, body: { message, data } }: typeof together) => {
    const { created_at: _created, updated_at: _updated, ...rest } = data ?? {}
    return { status, message, data: rest }
  }
  expect(answer(together)).toEqual(answer(alone))
  const [left, right] = [await leftOf('crates'), await leftOf('boxes')]
  expect(left).toEqual(right)
  return together.body.data
}

describe('many records written together become what they become one by one', () => {
  const edit = (user: Client, values: object, selected: object) =>
    both((name) => user.post(`/${name}/bulk/update`, { ...selected, values }))
  const undo = (user: Client, records: readonly { id: number; version: number }[]) =>
    both((name) =>
      user.post(`/${name}/bulk/undo`, {
        ids: records.map(({ id }) => id),
        versions: records.map(({ version }) => version),
      }),
    )
  const insertBoth = async (count: number, more: object = {}) => {
    const [ids, others] = [await insert('crates', count, more), await insert('boxes', count, more)]
    expect(ids).toEqual(others)
    return ids
  }
  const put = (id: number, values: object) => both((name) => boss.put(`/${name}/${id}`, values))

  test('also where some are closed, gone, of others, changed meanwhile or against a check', async () => {
    const ids = await insertBoth(9, { label: 'New', weight: 1.25, words: ['a', 'b'] })
    const [plain, other, sealed, elsewhere, touched, gone, same, over] = ids as [
      number,
      ...number[],
    ]
    await put(other!, { team: 2 })
    await put(sealed!, { shelf: 'sealed' })
    await put(elsewhere!, { packed: '2026-05-01T10:00:00.123Z', contact: 'ada@example.com' })
    await put(touched!, { label: 'Theirs' })
    await both((name) => boss.delete(`/${name}/${gone}`))
    await put(same!, { label: 'Light', weight: 20, parts: [made['lid'], made['handle']] })
    await put(over!, { most: 2 })
    const versions = ids.map((id) => (id === other || id === same || id === over ? 2 : 1))
    const values = { label: 'Light', weight: 20, parts: [made['handle'], made['lid']] }
    const data = await edit(clerk, values, { ids, versions })
    expect(data.failures).toEqual([
      { id: gone, code: 'gone', reason: 'Not found.' },
      { id: other, code: 'permission', reason: expect.any(String) },
      { id: sealed, code: 'invalid', reason: 'It is sealed' },
      { id: touched, code: 'changed', reason: 'Changed by someone else meanwhile.' },
      { id: over, code: 'invalid', reason: 'Too much' },
    ])
    expect(data.done).toBe(4)
    expect((await boss.get(`/crates/${plain}`)).body.data).toMatchObject({
      label: 'Light',
      slug: 'light',
      parts: [made['lid'], made['handle']],
      words: ['a', 'b'],
    })
    // What another has changed since stays, and is told.
    await put(elsewhere!, { label: 'Later' })
    const undone = await undo(clerk, data.records)
    expect(undone.failures).toEqual([
      { id: elsewhere, code: 'changed', reason: expect.stringContaining('It is not undone') },
    ])
    expect((await boss.get(`/crates/${plain}`)).body.data).toMatchObject({
      label: 'New',
      slug: 'new',
      weight: 1.25,
      parts: [],
    })
  })

  test('also where one of them takes what only one may have', async () => {
    const ids = await insertBoth(3)
    const data = await edit(clerk, { code: 'only' }, { ids })
    expect(data).toMatchObject({ done: 1, reasons: ['This value is already taken'] })
    const undone = await undo(clerk, data.records)
    expect(undone.done).toBe(1)
    await put(ids[1]!, { code: 'only' })
    await put(ids[1]!, { code: null })
  })

  test('also where a hook refuses some of them', async () => {
    const ids = await insertBoth(4)
    const data = await edit(clerk, { label: 'Odd' }, { ids })
    expect(data).toMatchObject({ done: 2, skipped: 2 })
    expect(data.failures.map(({ id }: Ware) => id % 2)).toEqual([1, 1])
  })

  test.each([
    ['points at what the user may not choose', { maker: 'hidden' }, 'Not found: choose one'],
    ['points at many of which one is such', { parts: ['lid', 'hidden'] }, 'Not found: choose one'],
    ['takes them out of what the user may change', { team: 2 }, 'permission'],
  ])('also where a value %s', async (_, given, reason) => {
    const ids = await insertBoth(3)
    const idOf = (value: unknown) => made[String(value)] ?? value
    const values = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(idOf) : idOf(value),
      ]),
    )
    const data = await edit(clerk, values, { ids })
    expect(data).toMatchObject({ done: 0, skipped: 3 })
    expect(data.reasons[0]).toContain(reason.split(':')[0])
  })

  test('what an action did is taken back by who may do it, each version once', async () => {
    const ids = await insertBoth(3, { weight: 7 })
    const weighed = await both((name) =>
      weigher.post(`/${name}/bulk/weigh`, { ids, values: { weight: 9 } }),
    )
    expect((await undo(clerk, weighed.records)).reasons[0]).toContain('your own')
    expect((await undo(weigher, [...weighed.records, weighed.records[0]])).skipped).toBe(1)
    expect((await boss.get(`/crates/${ids[2]}`)).body.data.weight).toBe(7)
  })

  test('what was changed is no more taken back by who may edit no more, nor what is closed', async () => {
    const ids = await insertBoth(3)
    const { records } = await edit(clerk, { label: 'Mine' }, { ids })
    await rowsOf(sql`update crates set team = 2 where id = ${ids[0]}`)
    await rowsOf(sql`update boxes set team = 2 where id = ${ids[0]}`)
    await rowsOf(sql`update crates set shelf = 'sealed' where id = ${ids[1]}`)
    await rowsOf(sql`update boxes set shelf = 'sealed' where id = ${ids[1]}`)
    const { failures } = await undo(clerk, records)
    expect(failures).toMatchObject([
      { id: ids[0], code: 'permission' },
      { id: ids[1], reason: 'It is sealed' },
    ])
  })

  test('a value that the user sees only masked is given back, and not shown', async () => {
    const ids = await insertBoth(2)
    for (const id of ids) await put(id, { contact: 'ada@example.com' })
    const { records } = await edit(clerk, { contact: 'eve@example.com' }, { ids })
    expect((await undo(clerk, records)).done).toBe(2)
    expect((await clerk.get(`/crates/${ids[0]}`)).body.data.contact).not.toBe('ada@example.com')
    expect((await boss.reveal(`/crates/${ids[0]}`))['contact']).toBe('ada@example.com')
  })
})

describe('the statements for many', () => {
  const statements = async (name: string, count: number) => {
    const ids = await insert(name, count, { label: 'Old' })
    const values = { label: 'Light', parts: [made['lid']], maker: made['handle'] }
    let records: readonly { id: number; version: number }[] = []
    const edited = await counted(server, async () => {
      const { data } = (await clerk.post(`/${name}/bulk/update`, { ids, values })).body
      expect(data.done).toBe(count)
      ;({ records } = data)
    })
    const undone = await counted(server, async () => {
      const versions = records.map(({ version }) => version)
      const { data } = (await clerk.post(`/${name}/bulk/undo`, { ids, versions })).body
      expect(data.done).toBe(count)
    })
    return [edited, undone] as [number, number]
  }

  test('are few where the hooks take many, and grow with them where they do not', async () => {
    const [few, many] = [await statements('crates', 10), await statements('crates', 100)]
    const marks = 90
    expect(many[0] - few[0]).toBeLessThan(marks + 10)
    expect(many[1] - few[1]).toBeLessThan(marks + 10)
    const alone = await statements('boxes', 30)
    expect(alone[0]).toBeGreaterThan(120)
  })

  test.each(twins)('of %s leave each its line', async (name) => {
    const lines = await rowsOf(sql`
      select from audit_log where resource = ${name} and after ->> 'label' = 'Light'
        and before ->> 'label' = 'Old'`)
    expect(lines.length).toBeGreaterThan(29)
  })
})
