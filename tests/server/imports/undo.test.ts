import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { ImportFound } from '#contract'

import { both, can, either, own } from '#schema'
import { transactAsProcess } from '#server'

import { endedImport, importer, reader } from '../../fixtures/files/imports.ts'
import { business } from '../../fixtures/readers.ts'
import { createTestServer, type Client, type TestServer } from '../../fixtures/server.ts'
import { upload } from '../../fixtures/files/upload.ts'
import { counted } from '../../fixtures/work/statements.ts'

/** Who keeps a shelf sees the readers that they brought; who was struck off is changed no more. */
const shelved = {
  ...reader,
  closed: {
    when: ({ branch }: { branch: string }) => branch === 'Struck off',
    refusal: 'This reader is struck off',
  },
  access: {
    ...reader.access,
    show: either(can('reader.view'), both(can('reader.shelf'), own('added_by'))),
  },
}

let server: TestServer
let user: Client
const path = '/library/reader/import'

beforeAll(async () => {
  const readers = {
    ...(business.behaviors.readers as object),
    keepImported: (records: readonly { id: number; note: string | null }[]) =>
      new Map(
        records
          .filter(({ note }) => note === 'sent')
          .map(({ id }) => [id, 'It was sent meanwhile']),
      ),
  }
  server = await createTestServer({
    ...business,
    resources: business.resources.map((one) => (one.name === 'readers' ? shelved : one)) as never,
    behaviors: { readers: readers as never },
  })
  const retrying = ['reader.import.undo', 'user.profile.job.retry']
  user = await server.user([...importer, ...retrying, 'reader.update', 'reader.view'])
  await server.backend.jobs.work()
}, 60_000)
afterAll(() => server.close())

const rows = async <Row>(statement: ReturnType<typeof sql<Row>>) =>
  (await statement.execute(server.backend.database.sql)).rows

const ended = (id: number, job: (found: ImportFound) => number | null) =>
  endedImport(server, user, `${path}/${id}`, job)

const more = ['reader.update', 'reader.view']

let files = 0

async function imported(count: number): Promise<ImportFound> {
  files += 1
  const lines = Array.from(
    { length: count },
    (_, row) => `F${files}R${row},f${files}r${row}@example.com`,
  )
  const upload_id = await upload(server.app, user, ['name,email', ...lines].join('\n'))
  const order = { upload_id, mapping: ['name', 'email'], settings: { branch: 'Main' } }
  const { body } = await user.post(path, order)
  return ended(body.data.id, ({ job_id }) => job_id)
}

const brought = (id: number) =>
  rows(sql<{ id: number; version: number; is_gone: boolean }>`
    select id, version, deleted_at is not null as is_gone from readers where import = ${id} order by id`)

/** Fills records by their e-mail with the note and the card of each line. */
async function fillOrder(lines: readonly string[]) {
  const mapping = ['name', 'email', 'note', 'card_number']
  const upload_id = await upload(server.app, user, [mapping.join(','), ...lines].join('\n'))
  return { upload_id, mapping, settings: { branch: 'Main' }, mode: 'fill' }
}

describe('an import that fills', () => {
  test('writes what is empty, nothing else, and gives it back', async () => {
    const known = [
      ['Filled', 'fill1@example.com', 'old'],
      ['Also', 'fill2@example.com', null],
    ] as const
    for (const [name, email, note] of known) {
      await rows(sql`
        insert into readers (name, branch, email, email_key, note)
        values (${name}, 'Main', ${email}, ${email}, ${note})`)
    }
    const lines = [
      'A,fill1@example.com,new,C-1',
      'B,fill2@example.com,new,C-2',
      'N,fill3@example.com,,',
    ]
    const order = await fillOrder(lines)
    const notes = () =>
      rows(sql`select name, note, card_number from readers where email like 'fill%' order by email`)
    const before = await notes()
    const { body } = await user.post(path, { ...order, check: true })
    const check = await ended(body.data.id, ({ job_id }) => job_id)
    expect(check.checked).toEqual({ created: 1, updated: 2, refused: 0 })
    expect(await notes()).toEqual(before)
    await user.post(`${path}/${check.id}/start`)
    const done = await ended(check.id, ({ job_id }) => job_id)
    expect(done).toMatchObject({ state: 'done', created: 1, updated: 2, refused: 0 })
    expect(await notes()).toEqual([
      { name: 'Filled', note: 'old', card_number: 'C-1' },
      { name: 'Also', note: 'new', card_number: 'C-2' },
      { name: 'N', note: null, card_number: null },
    ])
    await rows(sql`update readers set card_number = 'mine' where email = 'fill1@example.com'`)
    await user.post(`${path}/${check.id}/undo`)
    const { undone, undo_job } = await ended(check.id, (found) => found.undo_job)
    expect(undone).toBe(2)
    const job = `/profile/job/${undo_job}`
    expect((await user.get(job)).body.data).toMatchObject({ processed: 3, failed: 1 })
    const left = String((await user.get(`${job}/download/error`)).body)
    expect(left).toContain('Changed since the import')
    expect(await notes()).toMatchObject([
      { note: 'old', card_number: 'mine' },
      { note: null, card_number: null },
      { name: 'N' },
    ])
  })

  test('gives all back that several of its rows wrote into one record', async () => {
    await rows(sql`
      insert into readers (name, branch, email, email_key)
      values ('Thrice', 'Main', 'thrice@example.com', 'thrice@example.com')`)
    const lines = ['A,thrice@example.com,new,', 'B,thrice@example.com,,C-3']
    const { body } = await user.post(path, await fillOrder(lines))
    const { id, updated } = await ended(body.data.id, ({ job_id }) => job_id)
    expect(updated).toBe(2)
    await user.post(`${path}/${id}/undo`)
    await ended(id, (found) => found.undo_job)
    const left = sql`select note, card_number from readers where email = 'thrice@example.com'`
    expect(await rows(left)).toEqual([{ note: null, card_number: null }])
  })

  test('is refused to whoever may change nothing', async () => {
    const one = await server.user(importer)
    const upload_id = await upload(server.app, one, 'name\nA\n')
    const order = { upload_id, mapping: ['name'], settings: { branch: 'Main' }, mode: 'fill' }
    expect((await one.post(path, order)).status).toBe(403)
  })
})

describe('undoing an import', () => {
  test('takes away what nobody has worked with since, and lists the rest', async () => {
    const { id, may_undo } = await imported(450)
    expect(may_undo).toBe(true)
    const [edited, sent, moved] = await brought(id)
    const { status } = await user.put(`/library/reader/${edited!.id}`, {
      name: 'By hand',
      version: 1,
    })
    expect(status).toBe(200)
    await rows(sql`update readers set note = 'sent' where id = ${sent!.id}`)
    // What a schedule does is no work of anybody.
    await transactAsProcess(server.backend, ({ records }) =>
      records(reader).update(moved!.id, { note: 'By itself' }),
    )
    const { status: begun } = await user.post(`${path}/${id}/undo`)
    expect(begun).toBe(202)
    const found = await ended(id, ({ undo_job }) => undo_job)
    expect(found).toMatchObject({ state: 'undone', created: 450, undone: 448, may_undo: false })
    const left = (await brought(id)).filter(({ is_gone }) => !is_gone)
    expect(left.map((one) => one.id)).toEqual([edited!.id, sent!.id])
    const job = `/profile/job/${found.undo_job}`
    expect((await user.get(job)).body.data).toMatchObject({
      state: 'finished_with_errors',
      processed: 450,
      failed: 2,
    })
    const list = String((await user.get(`${job}/download/error`)).body)
    expect(list).toContain('Changed since the import')
    expect(list).toContain('It was sent meanwhile')
    expect((await user.post(`${path}/${id}/undo`)).status).toBe(409)
    // What stood in the way of one is gone: its job tries what failed again.
    await rows(sql`update readers set note = null where id = ${sent!.id}`)
    // But not while another undo is at work.
    await rows(sql`update imports set state = 'undoing' where id = ${id}`)
    expect((await user.post(`${job}/retry`)).status).toBe(409)
    await rows(sql`update imports set state = 'undone' where id = ${id}`)
    expect((await user.post(`${job}/retry`)).status).toBe(200)
    const again = await ended(id, ({ undo_job }) => undo_job)
    expect(again).toMatchObject({ state: 'undone', undone: 449 })
    expect((await brought(id)).filter(({ is_gone }) => !is_gone)).toHaveLength(1)
    expect((await user.get(job)).body.data).toMatchObject({ processed: 450, failed: 1 })
  })

  test('takes as many statements, however many records it brought or filled, as to fill them did', async () => {
    const statements = /savepoint|readers|audit_log/
    const undo = (id: number) =>
      counted(
        server,
        async () => {
          await user.post(`${path}/${id}/undo`)
          const found = await ended(id, ({ undo_job }) => undo_job)
          expect(found.undone).toBe(found.created + found.updated)
        },
        statements,
      )
    const filled = async (count: number) => {
      const known = await brought((await imported(count)).id)
      const lines = known.map(({ id }) => `X,${id}@example.com,Note ${id}`)
      await rows(sql`
        update readers set email = id || '@example.com', email_key = id || '@example.com'
        where id = any(${known.map(({ id }) => id)}::bigint[])`)
      const order = {
        upload_id: await upload(server.app, user, ['name,email,note', ...lines].join('\n')),
        mapping: ['name', 'email', 'note'],
        settings: { branch: 'Main' },
        mode: 'fill',
      }
      let id = 0
      const fill = async () => {
        const { body } = await user.post(path, order)
        id = body.data.id
        expect((await ended(id, ({ job_id }) => job_id)).updated).toBe(count)
      }
      return [await counted(server, fill, statements), await undo(id)]
    }
    const costs = async (count: number) => [
      await undo((await imported(count)).id),
      ...(await filled(count)),
    ]
    const few = await costs(5)
    expect(Math.min(...few)).toBeGreaterThan(4)
    expect(await costs(150)).toEqual(few)
  })

  test('removes what another import has filled that was undone before it', async () => {
    const first = await imported(2)
    const lines = [1, 0].map((row) => `f${files}r${row}@example.com,later`)
    const upload_id = await upload(server.app, user, ['email,note', ...lines].join('\n'))
    const settings = { name: 'N', branch: 'Main' }
    const order = { upload_id, mapping: ['email', 'note'], settings, mode: 'fill' }
    const { body } = await user.post(path, order)
    const filling = await ended(body.data.id, ({ job_id }) => job_id)
    expect(filling).toMatchObject({ state: 'done', updated: 2 })
    const undo = async (id: number) => {
      await user.post(`${path}/${id}/undo`)
      return ended(id, ({ undo_job }) => undo_job)
    }
    expect(await undo(first.id)).toMatchObject({ state: 'done', undone: 0 })
    expect(await undo(filling.id)).toMatchObject({ state: 'undone', undone: 2 })
    expect(await undo(first.id)).toMatchObject({ state: 'undone', undone: 2 })
    expect((await brought(first.id)).map(({ is_gone }) => is_gone)).toEqual([true, true])
  })

  test('is for whoever brought it, or holds the permission for everybody’s', async () => {
    const { id } = await imported(2)
    const other = await server.user([...importer, 'reader.import.undo'])
    expect((await other.post(`${path}/${id}/undo`)).status).toBe(404)
    const none = await server.user(importer)
    expect((await none.post(`${path}/${id}/undo`)).status).toBe(403)
    const boss = await server.user([...importer, 'reader.import.undo.all'])
    expect((await boss.get(`${path}/${id}`)).body.data).toMatchObject({
      may_undo: true,
      order: null,
      problems: [],
      remarks: [],
    })
    const own = (await user.get(`${path}/${id}`)).body.data
    expect(own.order).toMatchObject({ date_order: 'ymd', settings: {} })
    expect((await boss.post(`${path}/${id}/undo`)).status).toBe(202)
    expect(await ended(id, ({ undo_job }) => undo_job)).toMatchObject({
      state: 'undone',
      undone: 2,
    })
  })

  test.each(['new', 'fill'] as const)(
    'leaves alone what was closed since, or went out of the reach of whoever asks: %s',
    async (mode) => {
      const keeper = await server.user([...importer, 'reader.import.undo', 'reader.shelf'])
      const notes = ['open', 'closed', 'away'].map((one) => `${mode} ${one}`)
      const lines = notes.map((note) => `${note},${note.replace(' ', '.')}@example.com,${note}`)
      const send = async (columns: string, client: Client, more: object) => {
        const mapping = columns.split(',')
        const upload_id = await upload(server.app, client, [columns, ...lines].join('\n'))
        const settings = { branch: 'Main' }
        const { body } = await client.post(path, { upload_id, mapping, settings, ...more })
        return endedImport(server, client, `${path}/${body.data.id}`, ({ job_id }) => job_id)
      }
      const client = mode === 'fill' ? user : keeper
      if (mode === 'fill') {
        for (const note of notes) {
          const email = `${note.replace(' ', '.')}@example.com`
          await rows(sql`
            insert into readers (name, branch, email, email_key, added_by)
            values (${note}, 'Main', ${email}, ${email}, ${keeper.id})`)
        }
      }
      const done = await send('name,email,note', client, { mode })
      expect(done.created + done.updated).toBe(3)
      await rows(sql`update imports set "user" = ${keeper.id} where id = ${done.id}`)
      await rows(sql`update readers set branch = 'Struck off' where name = ${notes[1]}`)
      await rows(sql`update readers set added_by = ${user.id} where name = ${notes[2]}`)
      await keeper.post(`${path}/${done.id}/undo`)
      const found = await endedImport(
        server,
        keeper,
        `${path}/${done.id}`,
        ({ undo_job }) => undo_job,
      )
      expect(found.undone).toBe(1)
      const kept = rows(sql`
        select name from readers
        where name = any(${notes}::text[]) and note is not null and deleted_at is null order by name desc`)
      expect(await kept).toEqual([{ name: notes[1] }, { name: notes[2] }])
      const list = String((await keeper.get(`/profile/job/${found.undo_job}/download/error`)).body)
      expect(list).toContain('This reader is struck off')
      expect(list).toContain('Not found')
    },
  )

  test('gives back no field that its user may set no more, but to those who undo the imports of all', async () => {
    const [known, other] = await brought((await imported(2)).id)
    const keeper = await server.user([...importer, ...more, 'reader.secret', 'reader.import.undo'])
    const lines = ['id,note,secret_note', `${known!.id},new,new`, `${other!.id},new,`]
    const mapping = lines[0]!.split(',')
    const upload_id = await upload(server.app, keeper, lines.join('\n'))
    const { body } = await keeper.post(path, { upload_id, mapping, mode: 'update' })
    const { id } = body.data
    await endedImport(server, keeper, `${path}/${id}`, ({ job_id }) => job_id)
    const notes = () =>
      rows(sql`
        select note, secret_note from readers where id in (${known!.id}, ${other!.id}) order by id`)
    expect(await notes()).toEqual([
      { note: 'new', secret_note: 'new' },
      { note: 'new', secret_note: null },
    ])
    const undoneBy = async (client: Client) => {
      await rows(sql`update imports set "user" = ${client.id}, state = 'done' where id = ${id}`)
      expect((await client.post(`${path}/${id}/undo`)).status).toBe(202)
      const found = await endedImport(server, client, `${path}/${id}`, ({ undo_job }) => undo_job)
      return String((await client.get(`/profile/job/${found.undo_job}/download/error`)).body)
    }
    const blind = await server.user([...importer, ...more, 'reader.import.undo'])
    expect(await undoneBy(blind)).toContain('You do not have the permission')
    expect(await notes()).toEqual([
      { note: 'new', secret_note: 'new' },
      { note: null, secret_note: null },
    ])
    await undoneBy(await server.user([...importer, ...more, 'reader.import.undo.all']))
    expect(await notes()).toEqual([
      { note: null, secret_note: null },
      { note: null, secret_note: null },
    ])
  })

  test('shows somebody else no cell of the file, nor which record stands in the way of a row', async () => {
    const [known] = await brought((await imported(1)).id)
    await rows(sql`update readers set card_number = 'K-1' where id = ${known!.id}`)
    const lines = ['name,country,card_number', 'A,secret@example.com,', 'B,,K-1', 'C,,']
    const order = {
      upload_id: await upload(server.app, user, lines.join('\n')),
      mapping: ['name', 'country', 'card_number'],
      settings: { branch: 'Main' },
    }
    const { body } = await user.post(path, order)
    const own = await ended(body.data.id, ({ job_id }) => job_id)
    expect(JSON.stringify(own.reasons)).toContain('secret@example.com')
    expect(JSON.stringify(own.reasons)).toContain(`reader ${known!.id}`)
    const boss = await server.user([...importer, 'reader.import.undo.all'])
    const { data } = (await boss.get(`${path}/${own.id}`)).body
    expect(data.reasons).toEqual([
      { code: 'duplicate', count: 1, example: '' },
      { code: 'unknown_country', count: 1, example: '' },
    ])
  })

  test('ends the warning that its file was imported before, unless something of it is left', async () => {
    const content = 'name,email\nWarned,warned1@example.com\nKept,warned2@example.com\n'
    const bring = async () => {
      const upload_id = await upload(server.app, user, content)
      const { warning } = (await user.get(`${path}/upload/${upload_id}`)).body.data
      const order = { upload_id, mapping: ['name', 'email'], settings: { branch: 'Main' } }
      const { body } = await user.post(path, order)
      return { warning, ...(await ended(body.data.id, ({ job_id }) => job_id)) }
    }
    const undo = async (id: number) => {
      await user.post(`${path}/${id}/undo`)
      return ended(id, ({ undo_job }) => undo_job)
    }
    const first = await bring()
    expect((await undo(first.id)).undone).toBe(2)
    const second = await bring()
    expect(second).toMatchObject({ warning: undefined, created: 2 })
    const [, kept] = await brought(second.id)
    await user.put(`/library/reader/${kept!.id}`, { name: 'By hand', version: 1 })
    expect((await undo(second.id)).undone).toBe(1)
    expect((await bring()).warning).toContain('imported before')
  })

  test('is over after seven days', async () => {
    const { id } = await imported(1)
    await rows(sql`update imports set finished_at = now() - interval '8 days' where id = ${id}`)
    const { status, body } = await user.post(`${path}/${id}/undo`)
    expect([status, body.message]).toEqual([409, 'An import can be undone for 7 days.'])
  })
})
